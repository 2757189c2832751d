//! Values that obey a signature, and that the type behind the input does not take.

use std::fmt::Display;

use a2t_core::error::inert;
use a2t_core::{Code, Violation};

/// Reason why a type does not take a value.
#[doc(hidden)]
#[derive(Debug)]
pub enum ValueError {
    /// It is not a value of the type.
    Misfit,
    /// It is a text that cannot be read.
    Text(Box<TextError>),
}

#[doc(hidden)]
#[derive(Debug)]
pub struct TextError {
    wanted: Wanted,
    got: String,
    reason: String,
}

/// Texts that a type reads, in its author's words; each is empty where there are none.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// `a day`.
    pub expected: &'static str,
    /// One of them: `2026-11-22`.
    pub example: &'static str,
}

impl Wanted {
    fn words(self) -> String {
        match (self.expected, self.example) {
            ("", "") => "a text in the form that its description gives".to_owned(),
            (expected, "") => expected.to_owned(),
            ("", example) => format!("a text such as `{example}`"),
            (expected, example) => format!("{expected}, such as `{example}`"),
        }
    }
}

impl ValueError {
    #[cold]
    pub(crate) fn text(text: &str, wanted: Wanted, why: &dyn Display) -> Self {
        let (got, reason) = (format!("`{}`", inert(text)), inert(&why.to_string()));
        Self::Text(Box::new(TextError { wanted, got, reason }))
    }

    /// Violations of the input of this name, whose value is there.
    pub(crate) fn violations(self, at: &str, name: &str) -> impl Iterator<Item = Violation> {
        let violation = match self {
            Self::Misfit => Violation::new(Code::OutOfRange, at),
            Self::Text(error) => {
                let TextError { wanted, got, reason } = *error;
                let violation = Violation::new(Code::Unreadable, at).expected(wanted.words());
                let violation = violation.got(got).reason(&reason);
                match wanted.example {
                    "" => violation,
                    example => violation.example(example),
                }
            }
        };
        std::iter::once(violation.parameter(name))
    }
}
