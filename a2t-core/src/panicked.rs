//! Words of a panic, for the vendor or the program that caught it.

use std::any::Any;
use std::fmt;

use crate::error::escaped;

/// A panic that was caught, in its own words as far as they are text.
///
/// ```
/// let caught = std::panic::catch_unwind(|| panic!("number {}", 7));
/// let panicked = a2t_core::Panicked::from(caught.unwrap_err());
/// assert_eq!(panicked.to_string(), "it panicked: number 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panicked {
    /// Text of the panic.
    pub words: String,
}

impl From<Box<dyn Any + Send>> for Panicked {
    fn from(payload: Box<dyn Any + Send>) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let words = text.unwrap_or("a value that is not text").to_owned();
        Self { words }
    }
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it panicked: {}", escaped(&self.words))
    }
}

impl std::error::Error for Panicked {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_has_its_words() {
        let words = |payload: Box<dyn Any + Send>| Panicked::from(payload).words;
        assert_eq!(words(Box::new("seven")), "seven");
        assert_eq!(words(Box::new("seven".to_owned())), "seven");
        assert_eq!(words(Box::new(7)), "a value that is not text");
    }
}
