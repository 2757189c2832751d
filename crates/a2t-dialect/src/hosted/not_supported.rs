//! A tool or option that a provider does not offer, as an error with advice on what to do instead.

use std::fmt;

use super::Kind;

/// A provider does not offer a hosted tool, or one of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotSupported {
    /// The tool.
    pub tool: Kind,
    /// The option that has no place, where the tool itself has one.
    pub option: Option<&'static str>,
    /// The dialect's id.
    pub dialect: &'static str,
    /// Why there is none.
    pub why: &'static str,
    /// Way on without it.
    pub instead: &'static str,
}

impl fmt::Display for NotSupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tool, option, dialect, why, instead } = self;
        match option {
            Some(option) => {
                write!(f, "{dialect}: {tool}: `{option}` is not supported: {why}; {instead}")
            }
            None => write!(f, "{dialect}: {tool} is not supported: {why}; {instead}"),
        }
    }
}

impl std::error::Error for NotSupported {}
