//! The checked arguments of one invocation, taken one by one in the order of the parameters.

use a2t_core::invocation::{Bound, Scalar};
use a2t_core::{Code, ToolSignature, ValidationError, Violation, Violations};

use crate::ToolError;
use crate::call::asked::{InputPointers, name_at};
use crate::{Adapted, Failure, Inputs, ValueError};

/// Arguments that break the signature are taken as well, as far as they fit: their types check
/// those, so that a caller reads of all mistakes at once. The function is not called then.
pub struct Arguments<'a> {
    signature: &'static ToolSignature,
    adapted: Option<&'a Adapted>,
    inputs: &'a Inputs,
    bound: Bound<'a>,
    next: usize,
    refused: Option<Failure>,
}

impl<'a> Arguments<'a> {
    /// Checks inputs against the published version that the caller named, else against the
    /// signature of the code; the arguments are those of the code.
    pub(crate) fn bind(
        signature: &'static ToolSignature,
        adapted: Option<&'a Adapted>,
        inputs: &'a Inputs,
    ) -> Self {
        let checked = adapted.map_or(signature, |adapted| &adapted.signature);
        let (mut bound, invalid) = inputs.bind_each(checked);
        if let Some(adapted) = adapted {
            bound = bound.ordered(&adapted.inputs);
        }
        let refused = invalid.map(Failure::Invalid);
        Self { signature, adapted, inputs, bound, next: 0, refused }
    }

    /// The next argument, `None` when the invocation left it out.
    pub(crate) fn next(&mut self) -> Option<Scalar<'a>> {
        let scalar = self.bound.take(self.next);
        self.next += 1;
        scalar
    }

    /// Returns `None` if the function is not to be called.
    #[inline]
    pub fn finish(&self) -> Option<()> {
        self.refused.is_none().then_some(())
    }

    pub(crate) fn checked(self) -> Result<Self, Failure> {
        match self.refused {
            None => Ok(self),
            Some(failure) => Err(failure),
        }
    }

    /// The failure of arguments that [`finish`](Self::finish) stops.
    pub(crate) fn into_failure(self) -> Failure {
        let words = "an argument is missing, for an unknown reason";
        self.refused.unwrap_or_else(|| Failure::Tool(ToolError::internal(words)))
    }

    #[inline]
    pub(crate) fn taken<T>(&mut self, value: Result<T, ValueError>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(refused) => {
                self.refuse(refused);
                None
            }
        }
    }

    #[inline]
    pub(crate) fn present<T>(&mut self, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.missing();
        }
        value
    }

    #[inline]
    pub(crate) fn filled<T>(&mut self, default: Result<T, ValueError>) -> Option<T> {
        match default {
            Ok(value) => Some(value),
            Err(refused) => {
                self.refuse_default(refused);
                None
            }
        }
    }

    /// Notes that the argument taken last was left out. What breaks the signature is known already.
    #[cold]
    pub(crate) fn missing(&mut self) {
        if self.refused.is_none() {
            let violation = Violation::new(Code::MissingInput, "/input_parameters");
            self.refuse_with([violation.parameter(self.name())]);
        }
    }

    /// Notes that the type of the argument taken last does not take it.
    #[cold]
    pub(crate) fn refuse(&mut self, refused: ValueError) {
        let name = self.name();
        let at = InputPointers::new(self.inputs).pointer_to(&name);
        self.refuse_with(refused.violations(&at, &name));
    }

    /// Notes that the type of the argument taken last does not take the default that its author wrote.
    #[cold]
    pub(crate) fn refuse_default(&mut self, refused: ValueError) {
        let name = self.name();
        let words: Vec<_> = refused.violations("", &name).map(|wrong| wrong.message()).collect();
        let words = format!("the default is refused by its type: {}", words.join("; "));
        self.refused = Some(Failure::Tool(ToolError::internal(words)));
    }

    fn refuse_with(&mut self, violations: impl IntoIterator<Item = Violation>) {
        match &mut self.refused {
            Some(Failure::Invalid(ValidationError::Rules(found))) => found.extend(violations),
            Some(_) => {}
            None => {
                let found = Violations::from_iter(violations);
                self.refused = Some(Failure::Invalid(ValidationError::Rules(found)));
            }
        }
    }

    /// The name that the caller knows the argument taken last by; that of the code for the default of a later one.
    fn name(&self) -> String {
        let index = self.next.saturating_sub(1);
        let known = name_at(self.signature, self.adapted, index);
        known.or_else(|| name_at(self.signature, None, index)).unwrap_or_default().to_owned()
    }
}
