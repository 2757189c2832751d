//! Errors of selections and of providers' messages, in words.

use std::fmt;

use a2t_core::error::{inert, nearest};
use serde_json::Value;

use crate::hosted::NotSupported;
use crate::validate::ToolCallError;

/// A result with [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why tools could not be shown to a model, or its message not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A message is not of the dialect's shape.
    Message {
        /// The dialect's id.
        dialect: &'static str,
        /// JSON pointer into the message.
        pointer: String,
        /// Value that was expected.
        expected: String,
        /// Value that was found.
        got: String,
    },
    /// Two selected tools have one name.
    DuplicateName {
        /// The name that both have.
        name: String,
    },
    /// Tools of two vendors have names that a model, or a person who reads along, can confuse.
    LookAlike {
        /// The names.
        names: [String; 2],
    },
    /// A name, a tag or a version that nothing selected has.
    Unknown {
        /// Words for the missing thing, up to its name.
        what: String,
        /// Name that was asked for.
        name: String,
        /// Name that was probably meant.
        did_you_mean: Option<String>,
        /// Names that there are.
        known: Vec<String>,
    },
    /// A signature cannot be read; a generated file was edited by hand.
    Signature {
        /// Every violation, as text.
        found: String,
    },
    /// A provider does not offer a hosted tool, or one of its options.
    NotSupported(NotSupported),
    /// A hosted tool lacks an option that the provider needs.
    Incomplete {
        /// The dialect's id.
        dialect: &'static str,
        /// The tool.
        tool: &'static str,
        /// The option.
        option: &'static str,
    },
    /// Two tools, or a tool and an option of the request, write the same member.
    Clash {
        /// The dialect's id.
        dialect: &'static str,
        /// The member.
        member: String,
    },
    /// An option of a request that the provider's requests have no place for.
    RequestOption {
        /// The dialect's id.
        dialect: &'static str,
        /// The option.
        option: &'static str,
        /// Way on without it.
        instead: &'static str,
    },
    /// An example call that its tool does not take, with all violations.
    Example(ToolCallError),
    /// An `extra` of a hosted tool would overwrite what another option writes.
    Extra {
        /// The dialect's id.
        dialect: &'static str,
        /// The tool.
        tool: &'static str,
        /// The member that both write.
        member: String,
    },
    /// A tool has the name of a hosted tool of the provider's: their calls could not be
    /// distinguished.
    Reserved {
        /// The dialect's id.
        dialect: &'static str,
        /// The name.
        name: String,
    },
}

impl Error {
    pub(crate) fn message(
        dialect: &'static str,
        pointer: &str,
        expected: &str,
        got: Option<&Value>,
    ) -> Self {
        let got = got.map_or_else(|| "nothing".to_owned(), seen);
        Self::Message { dialect, pointer: pointer.to_owned(), expected: expected.to_owned(), got }
    }

    /// The error for two tools that share a name or can be confused by it.
    pub(crate) fn confused(name: String, other: String) -> Self {
        if name == other {
            Self::DuplicateName { name }
        } else {
            Self::LookAlike { names: [name, other] }
        }
    }

    /// `known` may have a name more than once.
    pub(crate) fn unknown(what: &str, name: &str, known: impl IntoIterator<Item = String>) -> Self {
        let mut distinct: Vec<String> = Vec::new();
        for known in known {
            if !distinct.contains(&known) {
                distinct.push(known);
            }
        }
        let meant = nearest(name, distinct.iter().map(String::as_str)).map(str::to_owned);
        Self::Unknown {
            what: what.to_owned(),
            name: name.to_owned(),
            did_you_mean: meant,
            known: distinct,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message { dialect, pointer, expected, got } => {
                let at = if pointer.is_empty() { "the message" } else { pointer };
                write!(f, "{dialect}: {}: expected {expected}, got {}", inert(at), inert(got))
            }
            Self::DuplicateName { name } => write!(
                f,
                "two of the selected tools are called `{}`: give the tools of one vendor a prefix (`Selection::prefix`), or select one version of the tool (`version`, `newest`)",
                inert(name)
            ),
            Self::LookAlike { names: [name, other] } => write!(
                f,
                "the tools `{}` and `{}` of two vendors can be confused: give the tools of one vendor a prefix (`Selection::prefix`)",
                spelt(name),
                spelt(other)
            ),
            Self::Unknown { what, name, did_you_mean, known } => {
                write!(f, "{} `{}`; ", inert(what), inert(name))?;
                if let Some(meant) = did_you_mean {
                    write!(f, "did you mean `{}`? ", inert(meant))?;
                }
                match known.as_slice() {
                    [] => write!(f, "there is none"),
                    [one] => write!(f, "there is {}", inert(one)),
                    _ => write!(f, "there are {}", listed(known)),
                }
            }
            Self::Signature { found } => {
                write!(f, "a signature cannot be read: {}; generate the client again", inert(found))
            }
            Self::NotSupported(refusal) => refusal.fmt(f),
            Self::Incomplete { dialect, tool, option } => {
                write!(f, "{dialect}: {tool}: set `{option}`, which the provider needs")
            }
            Self::Clash { dialect, member } => write!(
                f,
                "{dialect}: two tools or options write `{}`: keep one, or add the hosted tool once, with all its options",
                inert(member)
            ),
            Self::RequestOption { dialect, option, instead } => {
                write!(f, "{dialect}: `{option}` has no place in a request; {instead}")
            }
            Self::Example(error) => write!(f, "an example call: {error}"),
            Self::Extra { dialect, tool, member } => write!(
                f,
                "{dialect}: {tool}: `extra` and another option write `{}`: keep one of them",
                inert(member)
            ),
            Self::Reserved { dialect, name } => write!(
                f,
                "{dialect}: a tool is called `{}`, like a hosted tool of the provider's: give the tools of its vendor a prefix",
                inert(name)
            ),
        }
    }
}

/// Spells a name so that its letters can be distinguished from those that look like them.
fn spelt(name: &str) -> String {
    inert(&name.escape_default().to_string())
}

/// A value in a sentence; an object by its members, since one may be what was expected.
pub(crate) fn seen(value: &Value) -> String {
    const MEMBERS_MAX: usize = 5;
    let Value::Object(members) = value else {
        return a2t_core::json::shown(value);
    };
    let names = members.keys().take(MEMBERS_MAX);
    let names: Vec<_> = names.map(|name| format!("`{}`", inert(name))).collect();
    match members.len().saturating_sub(names.len()) {
        0 if names.is_empty() => "an object without members".to_owned(),
        0 => format!("an object with {}", names.join(", ")),
        more => format!("an object with {} and {more} more", names.join(", ")),
    }
}

/// Maximum number of names that are spelt out in a sentence.
const LISTED_MAX: usize = 20;

fn listed(names: &[String]) -> String {
    let shown: Vec<_> = names.iter().take(LISTED_MAX).map(|name| inert(name)).collect();
    let more = names.len().saturating_sub(LISTED_MAX);
    let shown = shown.join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

impl std::error::Error for Error {}
