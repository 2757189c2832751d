//! The type of one value.

/// Type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer {
        min: i64,
        max: i64,
    },
    Number,
    Boolean,
    Text {
        max: Option<u64>,
    },
    List(Box<Kind>),
    /// An object whose members have any names and one type.
    Map(Box<Kind>),
    Nullable(Box<Kind>),
    /// The type at this position of [`super::Types`].
    Declared(usize),
    /// JSON.
    Any,
}

impl Kind {
    /// Bounds beyond 64 bits with sign are those of the type, which the schema checks the rest of.
    pub(super) fn integer(min: Option<i64>, max: Option<i64>) -> Self {
        Self::Integer { min: min.unwrap_or(i64::MIN), max: max.unwrap_or(i64::MAX) }
    }

    pub(super) fn list(items: Self) -> Self {
        Self::List(Box::new(items))
    }

    /// An object of such values; of any JSON it is any JSON.
    pub(super) fn map(values: Self) -> Self {
        match values {
            Self::Any => Self::Any,
            values => Self::Map(Box::new(values)),
        }
    }

    /// Returns the position of the type of its values, if it is a list or a map of these or may be `null`.
    pub(super) fn declared(&self) -> Option<usize> {
        match self {
            Self::Declared(index) => Some(*index),
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => inner.declared(),
            _ => None,
        }
    }

    /// This kind or `null`; any JSON, and what is nullable already, stay as they are.
    pub(super) fn nullable(self) -> Self {
        match self {
            Self::Any | Self::Nullable(_) => self,
            other => Self::Nullable(Box::new(other)),
        }
    }
}
