//! Texts that a model reads: nothing in them is hidden, and they end.

use a2t_core::signature::rule::classify;
use a2t_core::{Code, Violation, Violations};

/// Notes a text that is longer than `max` characters, or has an invisible character. Tabs and
/// carriage returns are read as they are, because servers on Windows have them.
pub(crate) fn check(found: &mut Violations, text: &str, max: usize, long: Code, at: &str) {
    if text.len() > max {
        let count = text.chars().count();
        if count > max {
            found.push_with(|| {
                let violation = Violation::new(long, at);
                violation.expected(format!("at most {max} characters")).got(count.to_string())
            });
        }
    }
    let hidden = |(one, forbidden): &(char, bool)| *forbidden && !matches!(one, '\t' | '\r');
    if let Some((character, _)) = classify(text).find(hidden) {
        found.push_with(|| {
            Violation::new(Code::ForbiddenCharacter, at)
                .expected("visible text")
                .got(format!("U+{:04X}", u32::from(character)))
        });
    }
}

/// The same for a name: a text of one line that is not empty.
pub(crate) fn check_name(found: &mut Violations, text: &str, max: usize, at: &str) {
    check(found, text, max, Code::NameTooLong, at);
    if text.is_empty() {
        found.push_with(|| {
            Violation::new(Code::EmptyName, at).expected(format!("1 to {max} characters"))
        });
    }
    if let Some(control) = text.chars().find(|one| matches!(one, '\t' | '\r' | '\n')) {
        found.push_with(|| {
            Violation::new(Code::ForbiddenCharacter, at)
                .expected("text on one line")
                .got(format!("U+{:04X}", u32::from(control)))
        });
    }
}
