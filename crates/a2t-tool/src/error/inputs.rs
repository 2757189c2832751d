//! Inputs that a tool refuses for its own reasons, each with its location in the call.

use std::borrow::Cow;

use a2t_core::error::{inert, nearest};
use a2t_core::{Code, ToolSignature, Violation, Violations};

use super::{Kind, ToolError};
use crate::Cause;
use crate::call::asked::{Asked, Meant};

/// Inputs that a tool refuses, collected so that the caller reads of all of them at once.
///
/// ```
/// use a2t::{InputErrors, ToolError};
///
/// fn book(from: i32, to: i32, guests: u8) -> Result<i32, ToolError> {
///     let mut invalid = InputErrors::new();
///     if from > to {
///         invalid.push("from", "is after `to`");
///     }
///     if guests > 2 && to - from > 30 {
///         invalid.push("guests", "more than 2 stay for 30 nights at most");
///     }
///     invalid.into_result()?;
///     Ok(to - from)
/// }
///
/// assert_eq!(book(1, 3, 2).unwrap(), 2);
/// let refused = book(40, 3, 2).unwrap_err();
/// assert_eq!((refused.status(), refused.message()), (400, "`from`: is after `to`"));
/// ```
///
/// [`ToolError::invalid`] is the same for one input, and describes what becomes of it.
#[derive(Clone, Debug, Default)]
pub struct InputErrors {
    found: Violations,
    /// Reports of names that the tool does not have, for its vendor.
    unknown: Vec<String>,
}

impl InputErrors {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one: the input by its name in the signature, and why it is refused, in at most 300
    /// characters. The reason follows the name: "`from`: is after `to`".
    pub fn push(&mut self, input: &str, reason: impl Into<Cow<'static, str>>) {
        let violation = Violation::new(Code::RefusedInput, "/input_parameters").parameter(input);
        self.found.push(violation.reason(&reason.into()));
    }

    /// Returns whether none was added.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns an error with all of them, or `Ok` if there are none.
    ///
    /// # Errors
    /// At least one input was added.
    pub fn into_result(self) -> Result<(), ToolError> {
        if self.is_empty() { Ok(()) } else { Err(self.into()) }
    }

    pub(super) fn violations(&self) -> &Violations {
        &self.found
    }

    fn message(&self) -> String {
        let words: Vec<_> = self.found.iter().map(Violation::message).collect();
        words.join("; ")
    }

    /// Report of the names that the tool does not have.
    pub(super) fn unknown(&self) -> Option<String> {
        (!self.unknown.is_empty()).then(|| self.unknown.join("; "))
    }

    fn locate(&mut self, asked: &Asked<'_>) {
        for violation in self.found.iter_mut() {
            let name = violation.parameter.take().unwrap_or_default();
            match asked.input(&name) {
                Meant::Known(known, pointer) => {
                    violation.parameter = Some(known.to_owned());
                    violation.pointer = pointer;
                    continue;
                }
                Meant::Later => {}
                Meant::Unknown => self.unknown.push(unknown(asked.code, &name)),
            }
            asked.all().clone_into(&mut violation.pointer);
            violation.reason = format!("`{}` {}", inert(&name), violation.reason);
        }
        self.found.rename(asked.names());
    }
}

fn unknown(code: &ToolSignature, name: &str) -> String {
    let inputs = || code.input_parameters.iter().map(|input| &*input.name);
    let name_of = |name: &str| format!("`{}`", inert(name));
    let names: Vec<_> = inputs().map(name_of).collect();
    let expected = match nearest(name, inputs()) {
        Some(meant) => format!("; did you mean `{meant}`?"),
        None if names.is_empty() => "; it has no inputs".to_owned(),
        None => format!("; its inputs are {}", names.join(", ")),
    };
    format!("it refuses `{}`, which is not an input of it{expected}", inert(name))
}

impl ToolError {
    /// Creates the error of an input that the tool does not take, for a reason that its signature
    /// cannot express: 400, with a violation that points to the input in the call, as those of the
    /// signature do.
    ///
    /// Name the input as the signature does, or by its id. Callers of an older version read the name that it
    /// has there. A name that the tool does not have is a [`Fault`](crate::Fault), also in tests. The caller
    /// still receives the reason.
    ///
    /// ```
    /// use a2t::{Code, ToolError, serde_json::json, testing::TestClient};
    ///
    /// /// Counts the nights of a stay.
    /// ///
    /// /// # Returns
    /// /// The nights.
    /// #[a2t::tool(version = 1)]
    /// fn nights(
    ///     /// Day of arrival, in days since the opening.
    ///     from: i32,
    ///     /// Day of departure.
    ///     to: i32,
    /// ) -> Result<i32, ToolError> {
    ///     if from > to {
    ///         return Err(ToolError::invalid("from", "is after `to`"));
    ///     }
    ///     Ok(to - from)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let client = TestClient::new(a2t::toolset![nights]);
    /// let error = client.call("nights", json!({"from": 9, "to": 3})).await.unwrap_err();
    /// let [violation] = error.violations().as_slice() else { panic!("{error}") };
    /// assert_eq!(violation.code, Code::RefusedInput);
    /// assert_eq!(violation.pointer, "/input_parameters/0/value");
    /// assert_eq!(violation.message(), "`from`: is after `to`");
    /// # }
    /// ```
    ///
    /// [`InputErrors`] collects several. Check inputs before anything is done: the reply is not
    /// kept under an `Idempotency-Key`, so that the corrected call may have the same one, and a
    /// model that reads it corrects the call and makes it again. For something that was done, or
    /// depends on the state of things, use [`refused`](Self::refused) or
    /// [`conflict`](Self::conflict).
    pub fn invalid(input: &str, reason: impl Into<Cow<'static, str>>) -> Self {
        let mut invalid = InputErrors::new();
        invalid.push(input, reason);
        invalid.into()
    }

    /// Returns the violations of [`ToolError::invalid`].
    pub fn violations(&self) -> Option<&Violations> {
        match &self.kind {
            Kind::Invalid(invalid) => Some(invalid.violations()),
            _ => None,
        }
    }

    /// Returns what a refusal reveals as a mistake of the vendor: an input that the tool does not have, or an error
    /// that its `errors(…)` leave out. The caller still gets the refusal.
    #[doc(hidden)]
    pub fn vendors_part(&self) -> Option<Cause> {
        match &self.kind {
            Kind::Invalid(invalid) => invalid.unknown().map(Cause::UnknownInput),
            Kind::Declared(declared) => declared.unlisted().map(Cause::UnlistedError),
            _ => None,
        }
    }

    /// The error with the locations that its violations have in the call, and the tool's own type.
    pub(crate) fn located(mut self, asked: &Asked<'_>) -> Self {
        if let Kind::Invalid(invalid) = &mut self.kind {
            invalid.locate(asked);
            self.message = invalid.message().into();
        }
        if let Kind::Declared(declared) = &mut self.kind {
            if let Some(fault) = declared.unanswerable(asked.lists_none) {
                return Self::internal(fault);
            }
            let typed = self.typed.get_or_insert_default();
            let uri = typed.uri.get_or_insert_with(|| declared.uri(asked.code.tool_id).into());
            declared.look_up(uri, asked.code);
        }
        self
    }
}

impl From<InputErrors> for ToolError {
    fn from(invalid: InputErrors) -> Self {
        let message = invalid.message();
        Self::new(Kind::Invalid(Box::new(invalid)), message)
    }
}
