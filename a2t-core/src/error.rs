//! The table of everything that can be wrong with a document, an invocation or a reply.

use std::fmt;

use crate::json::SyntaxError;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $slug:literal, $rule:literal, $hint:literal;)*) => {
        /// What kind of mistake a [`Violation`] is; [`Code::slug`] is stable across releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable name of the mistake, such as `missing-input`.
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// The requirement or rule that is broken, such as `A2T-14` or `A2T-W401`.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$variant => $rule,)* }
            }

            /// What to do about it.
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$variant => $hint,)* }
            }
        }
    };
}

codes! {
    /// A member has another JSON type than the protocol gives it.
    WrongMemberType = "wrong-member-type", "A2T-2", "give the member the JSON type the protocol defines";
    /// A member that is always present is absent.
    MissingMember = "missing-member", "A2T-2", "add the member";
    /// A member that the protocol does not define.
    UnknownMember = "unknown-member", "A2T-W409", "remove it, or correct its spelling";
    /// `toolId` is not a UUID.
    BadToolId = "bad-tool-id", "A2T-13", "use a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4";
    /// A name is empty.
    EmptyName = "empty-name", "A2T-14", "give it a name";
    /// A name is too long.
    NameTooLong = "name-too-long", "A2T-14", "shorten the name";
    /// A name does not follow the convention for names of its kind.
    BadName = "bad-name", "A2T-16", "use the snake case of the protocol";
    /// A description is empty.
    EmptyDescription = "empty-description", "A2T-19", "say what it does";
    /// A description is too long.
    DescriptionTooLong = "description-too-long", "A2T-19", "shorten the description";
    /// A text has a character that is invisible, reorders what is read, or controls a terminal.
    ForbiddenCharacter = "forbidden-character", "AMB-35", "remove the character";
    /// A version is not a positive integer.
    BadVersion = "bad-version", "A2T-W407", "versions are integers from 1";
    /// `version` is above `currentVersion`.
    VersionAboveCurrent = "version-above-current", "A2T-29", "currentVersion is the newest version";
    /// An item of `GET /tools` is not its tool's newest version.
    NotCurrent = "not-current", "A2T-11", "list the newest version of each tool";
    /// A parameter type that the protocol does not have.
    BadType = "bad-type", "A2T-W408", "inputs are string, int, boolean or enum; outputs also json";
    /// Two parameters of one side have one id.
    DuplicateId = "duplicate-id", "A2T-W401", "give each parameter of a side its own id";
    /// Two parameters of one side have one name.
    DuplicateName = "duplicate-name", "A2T-W402", "give each parameter of a side its own name";
    /// `min` is above `max`.
    EmptyRange = "empty-range", "A2T-W403", "min must not exceed max (an absent max is 65535)";
    /// An enum without values.
    EmptyEnum = "empty-enum", "A2T-W404", "list at least one allowed value";
    /// Two allowed values have one name.
    DuplicateAllowedValue = "duplicate-allowed-value", "A2T-W405", "remove the second entry";
    /// The name of an allowed value is not capitalised snake case, or too long.
    BadAllowedValueName = "bad-allowed-value-name", "A2T-37", "use capitalised snake case such as PREMIUM_ECONOMY";
    /// A constraint that belongs to another type.
    ConstraintOnWrongType = "constraint-on-wrong-type", "A2T-W406",
        "min and max belong to int, max-length to string, allowed-values to enum";
    /// `max-length` is not an integer from 0.
    BadMaxLength = "bad-max-length", "A2T-W410", "max-length is an integer from 0";
    /// `min` or `max` is not an integer.
    BadBound = "bad-bound", "A2T-35", "bounds are integers that fit 64 bits";
    /// More parameters or choices than any model can use.
    TooMany = "too-many", "AMB-35", "split the tool";
    /// Two tools of one catalog have one id or one name.
    DuplicateTool = "duplicate-tool", "A2T-15", "names and ids are unique on a server";
    /// The body names another tool than the path.
    WrongTool = "wrong-tool", "A2T-58", "send the name of the tool that the path identifies";
    /// A required input is absent.
    MissingInput = "missing-input", "A2T-42", "add the input";
    /// An input that the signature does not have.
    UnknownInput = "unknown-input", "A2T-58", "remove it, or correct its spelling";
    /// One input given twice.
    DuplicateInput = "duplicate-input", "A2T-58", "give each input once";
    /// One output given twice.
    DuplicateOutput = "duplicate-output", "A2T-60", "give each output once";
    /// A required output is absent.
    MissingOutput = "missing-output", "A2T-60", "return every declared output";
    /// A value of another type than the signature says.
    WrongType = "wrong-type", "A2T-34", "send a value of the declared type";
    /// An integer outside the range.
    OutOfRange = "out-of-range", "A2T-35", "send a value inside the range";
    /// A string with more characters than allowed.
    TooLong = "too-long", "A2T-44", "send a shorter string";
    /// A value that the enum does not list.
    NotAllowed = "not-allowed", "A2T-36", "send one of the allowed values";
}

/// One mistake: what is wrong, where, what was expected, what was found.
///
/// The text it prints is one line, safe for a terminal and fit for a model to act on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The kind of mistake.
    pub code: Code,
    /// Where it is: a JSON pointer (RFC 6901) into the document or body.
    pub pointer: String,
    /// The parameter concerned, by name.
    pub parameter: Option<String>,
    /// What should have been there.
    pub expected: String,
    /// What was there.
    pub got: String,
    /// Every value that would have been right, where there are few.
    pub allowed: Vec<String>,
    /// The right spelling of what was probably meant.
    pub did_you_mean: Option<String>,
}

impl Violation {
    /// A violation of this kind at this place.
    pub fn new(code: Code, pointer: impl Into<String>) -> Self {
        Self {
            code,
            pointer: pointer.into(),
            parameter: None,
            expected: String::new(),
            got: String::new(),
            allowed: Vec::new(),
            did_you_mean: None,
        }
    }

    /// The parameter concerned.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<String>) -> Self {
        self.parameter = Some(name.into());
        self
    }

    /// What was expected.
    #[must_use]
    pub fn expected(mut self, what: impl Into<String>) -> Self {
        self.expected = what.into();
        self
    }

    /// What was found.
    #[must_use]
    pub fn got(mut self, what: impl Into<String>) -> Self {
        self.got = what.into();
        self
    }

    /// The values that would have been right; the nearest to `tried` becomes the suggestion.
    #[must_use]
    pub fn allowed<'a>(mut self, values: impl Iterator<Item = &'a str>, tried: &str) -> Self {
        self.allowed = values.map(str::to_owned).collect();
        self.did_you_mean =
            nearest(tried, self.allowed.iter().map(String::as_str)).map(str::to_owned);
        self
    }

    /// The sentence without the pointer: what was expected, what was found, what to send instead.
    pub fn message(&self) -> String {
        let mut text = String::new();
        if let Some(parameter) = &self.parameter {
            text.push_str(&format!("`{parameter}`: "));
        }
        if self.expected.is_empty() {
            text.push_str(self.code.hint());
        } else {
            text.push_str(&format!("expected {}", self.expected));
        }
        if !self.got.is_empty() {
            text.push_str(&format!(", got {}", self.got));
        }
        if let Some(meant) = &self.did_you_mean {
            text.push_str(&format!("; did you mean `{meant}`?"));
        }
        inert(&text)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.pointer.is_empty() {
            "the document"
        } else {
            &self.pointer
        };
        write!(
            f,
            "{}: {} [{}]",
            inert(at),
            self.message(),
            self.code.rule()
        )
    }
}

/// Every violation that was found, in document order; never empty where it is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// The violations, in document order.
    pub fn as_slice(&self) -> &[Violation] {
        &self.0
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The violations, in document order.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// Adds one.
    pub fn push(&mut self, violation: Violation) {
        self.0.push(violation);
    }

    /// `Err` with the violations, unless there are none.
    ///
    /// # Errors
    /// These violations, when there is at least one.
    pub fn into_result(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl From<Vec<Violation>> for Violations {
    fn from(violations: Vec<Violation>) -> Self {
        Self(violations)
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Extend<Violation> for Violations {
    fn extend<T: IntoIterator<Item = Violation>>(&mut self, iter: T) {
        self.0.extend(iter);
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}

/// Why a document, an invocation or a reply is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// It is not JSON.
    Syntax(SyntaxError),
    /// It breaks rules of the protocol: all of them, in document order.
    Rules(Violations),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Rules(violations) => violations.fmt(f),
        }
    }
}

impl std::error::Error for Invalid {}

impl From<SyntaxError> for Invalid {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<Violations> for Invalid {
    fn from(violations: Violations) -> Self {
        Self::Rules(violations)
    }
}

/// The candidate that `tried` was probably meant to be, if one is near enough.
///
/// ```
/// use a2t_core::error::nearest;
/// assert_eq!(nearest("CELCIUS", ["FAHRENHEIT", "CELSIUS"]), Some("CELSIUS"));
/// assert_eq!(nearest("KELVIN", ["FAHRENHEIT", "CELSIUS"]), None);
/// ```
pub fn nearest<'a>(tried: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = tried.to_lowercase();
    let limit = (tried.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::osa_distance(&folded, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The text with every character that could act on a terminal, a build script or a reader's eye
/// replaced by its escape; long text is cut at 300 characters.
///
/// ```
/// assert_eq!(a2t_core::error::inert("a\ncargo::x\u{202e}"), "a\\ncargo::x\\u{202e}");
/// ```
pub fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, character) in text.chars().enumerate() {
        if index == 300 {
            out.push_str("...");
            break;
        }
        if crate::signature::rule::is_forbidden(character) || character == '\n' {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}
