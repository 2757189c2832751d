//! The rules for one name or text at a time, so that a macro's span and a document's pointer can
//! both carry the same verdict.

pub use super::unicode::{classify, is_forbidden, is_look_alike, look, look_alikes};
use super::{Hints, SAFE_MAX, unix_seconds};
use crate::error::Code;

/// A tool's name has fewer characters than this (draft section 6.1).
pub const TOOL_NAME_LIMIT: usize = 255;
/// A tool's description has fewer characters than this (draft section 6.1).
pub const TOOL_DESCRIPTION_LIMIT: usize = 2_000;
/// Maximum number of characters in the title of a tool (spec note AMB-42).
pub const TITLE_MAX: usize = 254;
/// Maximum number of characters in the name of an allowed value (draft section 6.1).
pub const VALUE_NAME_MAX: usize = 255;
/// Maximum number of characters in any other description (draft section 6.1, spec note AMB-6).
pub const DESCRIPTION_MAX: usize = 2_000;
/// Maximum number of characters in the description of a parameter that is read; the macros write no more than
/// [`DESCRIPTION_MAX`] (spec note AMB-35).
pub const PARAMETER_DESCRIPTION_MAX: usize = 10_000;
/// Maximum number of inputs, and of outputs, of one tool.
pub const PARAMETERS_MAX: usize = 64;
/// Maximum number of allowed values of one parameter.
pub const ALLOWED_VALUES_MAX: usize = 1_000;
/// Maximum number of tools a catalog is read with.
pub const TOOLS_MAX: usize = 10_000;

/// Rule that one value breaks: its code, what was expected, what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violated {
    /// The kind of mistake.
    pub code: Code,
    /// Expected value, in words.
    pub expected: String,
    /// Value that was found.
    pub got: String,
}

impl Violated {
    fn new(code: Code, expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { code, expected: expected.into(), got: got.into() }
    }
}

/// Checks the name of a tool: 1 to 254 characters, all visible (A2T-14).
///
/// # Errors
/// The first rule that `name` breaks.
pub fn tool_name(name: &str) -> Result<(), Violated> {
    one_line(name)?;
    length(name, 1, TOOL_NAME_LIMIT - 1, Code::EmptyName, Code::NameTooLong)
}

/// Checks that the name of a tool is in snake case, as the draft recommends (A2T-16).
///
/// # Errors
/// A name with anything but lower-case letters, digits and single underscores between them.
pub fn snake_case(name: &str) -> Result<(), Violated> {
    let holds = name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('_')
        && !name.contains("__")
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if holds {
        return Ok(());
    }
    Err(Violated::new(Code::BadName, "snake case such as lookup_weather_by_city", quote(name)))
}

/// Checks the description of a tool: at most 1999 characters (A2T-19).
///
/// # Errors
/// The first rule that `description` breaks.
pub fn tool_description(description: &str) -> Result<(), Violated> {
    visible(description)?;
    length(
        description,
        0,
        TOOL_DESCRIPTION_LIMIT - 1,
        Code::EmptyDescription,
        Code::DescriptionTooLong,
    )
}

/// Checks that the description in a new signature is not empty. The draft allows an empty one.
///
/// # Errors
/// Text without a visible character.
pub fn described(description: &str) -> Result<(), Violated> {
    if description.trim().is_empty() {
        return Err(Violated::new(Code::EmptyDescription, "a description", "none"));
    }
    Ok(())
}

/// Checks the id or the name of a parameter: not empty, all visible, one line.
///
/// # Errors
/// The first rule that `name` breaks.
pub fn parameter_name(name: &str) -> Result<(), Violated> {
    one_line(name)?;
    length(name, 1, DESCRIPTION_MAX, Code::EmptyName, Code::NameTooLong)
}

/// Checks the description of an allowed value, or of a parameter that a macro writes: at most 2000
/// characters (A2T-38).
///
/// # Errors
/// The first rule that `description` breaks.
pub fn description(description: &str) -> Result<(), Violated> {
    visible(description)?;
    length(description, 0, DESCRIPTION_MAX, Code::EmptyDescription, Code::DescriptionTooLong)
}

/// Checks the description of a parameter that is read: at most 10,000 characters. The draft has no
/// limit (spec note AMB-35).
///
/// # Errors
/// The first rule that `description` breaks.
pub fn parameter_description(description: &str) -> Result<(), Violated> {
    visible(description)?;
    length(
        description,
        0,
        PARAMETER_DESCRIPTION_MAX,
        Code::EmptyDescription,
        Code::DescriptionTooLong,
    )
}

/// Checks the day since when a version is deprecated (spec note AMB-36).
///
/// # Errors
/// Text that is no day, or not written `YYYY-MM-DD`.
pub fn day(day: &str) -> Result<(), Violated> {
    match unix_seconds(day) {
        Some(_) => Ok(()),
        None => {
            let expected = "a day such as 2026-11-01";
            Err(Violated::new(Code::BadDeprecation, expected, quote(day)))
        }
    }
}

/// Checks the advice of a deprecated version (spec note AMB-36).
///
/// # Errors
/// The first rule that `note` breaks.
pub fn deprecation_note(note: &str) -> Result<(), Violated> {
    if note.trim().is_empty() {
        let expected = "a sentence that says what to use instead";
        return Err(Violated::new(Code::BadDeprecation, expected, "nothing"));
    }
    description(note)
}

/// Checks the title of a tool, the name that people see: one line of 1 to 254 characters (spec note
/// AMB-42).
///
/// # Errors
/// The first rule that `title` breaks.
pub fn title(title: &str) -> Result<(), Violated> {
    one_line(title)?;
    if title.trim().is_empty() {
        return Err(Violated::new(Code::EmptyName, "1 to 254 characters", "none"));
    }
    length(title, 1, TITLE_MAX, Code::EmptyName, Code::NameTooLong)
}

/// Checks the format of a text, or a scope: one line of 1 to 254 characters (spec note AMB-49).
///
/// # Errors
/// Returns the first rule that the text breaks.
pub fn format(format: &str) -> Result<(), Violated> {
    title(format)
}

/// Checks that hints do not contradict each other (spec note AMB-41).
///
/// # Errors
/// A tool that only reads and destroys.
pub fn hints(hints: Hints) -> Result<(), Violated> {
    if hints.is_contradictory() {
        let expected = "no `destructiveHint` of a tool that only reads (`readOnlyHint`)";
        return Err(Violated::new(Code::ContradictingHints, expected, "true"));
    }
    Ok(())
}

/// Returns whether a name is that of an allowed value, except that it begins with a digit (spec
/// note AMB-52).
pub(super) fn is_digit_first(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_digit()) && is_capitalized_snake_case(name)
}

/// Checks the name of an allowed value: `[A-Z][A-Z0-9]*(_[A-Z0-9]+)*`, at most 255 characters
/// (A2T-37).
///
/// # Errors
/// The first rule that `name` breaks.
pub fn allowed_value_name(name: &str) -> Result<(), Violated> {
    let holds = name.starts_with(|c: char| c.is_ascii_uppercase());
    if holds && is_capitalized_snake_case(name) {
        return Ok(());
    }
    let expected = "capitalised snake case such as PREMIUM_ECONOMY, at most 255 characters";
    let got = match name.chars().count() {
        0 => "none".to_owned(),
        count if count > VALUE_NAME_MAX => format!("{count} characters"),
        _ => quote(name),
    };
    Err(Violated::new(Code::BadAllowedValueName, expected, got))
}

/// Capitalised snake case, with any first character.
fn is_capitalized_snake_case(name: &str) -> bool {
    !name.ends_with('_')
        && !name.contains("__")
        && name.len() <= VALUE_NAME_MAX
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Checks a version: from 1 (A2T-26, A2T-27).
///
/// # Errors
/// Zero.
pub fn version(version: u32) -> Result<(), Violated> {
    if version == 0 {
        return Err(Violated::new(Code::BadVersion, "an integer from 1", "0"));
    }
    Ok(())
}

/// Checks that a range of integers is not empty (A2T-W403).
///
/// # Errors
/// `min` above `max`.
pub fn range(min: Option<i64>, max: i64) -> Result<(), Violated> {
    match min {
        Some(min) if min > max => Err(Violated::new(
            Code::EmptyRange,
            format!("min at most {max} (the max)"),
            min.to_string(),
        )),
        _ => Ok(()),
    }
}

/// Returns whether every JSON reader keeps this integer exactly.
pub const fn is_safe(integer: i64) -> bool {
    -SAFE_MAX <= integer && integer <= SAFE_MAX
}

/// Checks that no character of the text [`is_forbidden`], except inside of an emoji.
///
/// # Errors
/// The first such character, by code point.
pub fn visible(text: &str) -> Result<(), Violated> {
    if is_plain(text.as_bytes(), b'\n') {
        return Ok(());
    }
    match classify(text).find(|(_, forbidden)| *forbidden) {
        None => Ok(()),
        Some((found, _)) => {
            let got = format!("U+{:04X}", u32::from(found));
            Err(Violated::new(Code::ForbiddenCharacter, "visible text", got))
        }
    }
}

/// Returns whether a text is printable ASCII and this byte, as most are. Builds without
/// optimisation are fastest with this check.
fn is_plain(text: &[u8], also: u8) -> bool {
    for &byte in text {
        if !matches!(byte, b' '..=b'~') && byte != also {
            return false;
        }
    }
    true
}

/// Checks that the text is [`visible`] and has no line break.
///
/// # Errors
/// The first character that does not belong, by code point.
pub fn one_line(text: &str) -> Result<(), Violated> {
    if is_plain(text.as_bytes(), b' ') {
        return Ok(());
    }
    visible(text)?;
    if text.contains('\n') {
        let expected = "text on one line";
        return Err(Violated::new(Code::ForbiddenCharacter, expected, "U+000A"));
    }
    Ok(())
}

fn length(text: &str, min: usize, max: usize, empty: Code, long: Code) -> Result<(), Violated> {
    // As many bytes as characters are allowed are not too many characters.
    if min <= text.len() && text.len() <= max && (min == 0 || !text.is_empty()) {
        return Ok(());
    }
    let count = text.chars().count();
    let expected = || match min {
        0 => format!("at most {max} characters"),
        _ => format!("{min} to {max} characters"),
    };
    if count < min {
        return Err(Violated::new(empty, expected(), "none"));
    }
    if count > max {
        return Err(Violated::new(long, expected(), count.to_string()));
    }
    Ok(())
}

pub(crate) fn quote(text: &str) -> String {
    format!("`{}`", crate::error::inert(text))
}
