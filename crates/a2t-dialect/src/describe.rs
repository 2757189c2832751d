//! The texts that models read: a description, with what the schema has no place for folded into
//! it, within the dialect's length.

use a2t_core::{AllowedValue, InputParameter, InputType};

use crate::export::Notes;
use crate::limits::Text;
use crate::style::Style;

/// A tool without a description is described by its name.
pub(crate) fn tool(name: &str, description: &str, limit: Text, notes: &mut Notes) -> String {
    let text = match description.trim() {
        "" => {
            notes.note("has no description: its name stands there");
            name
        }
        text => text,
    };
    within(text, limit, notes)
}

pub(crate) fn input(
    input: &InputParameter,
    style: Style,
    limit: Text,
    notes: &mut Notes,
) -> String {
    let description = match input.description.trim() {
        "" if limit.required => &*input.name,
        text => text,
    };
    let constraint = constraint(&input.kind, style);
    if let Some(words) = &constraint {
        notes.note(format!(
            "{words}: stands in the description, since the schema has no place for it"
        ));
    }
    let values = match &input.kind {
        InputType::Enum { allowed_values } => values(allowed_values),
        _ => String::new(),
    };
    let described = join(description, constraint.as_deref());
    let most = limit.max.unwrap_or(usize::MAX);
    if count(&described) + count(&values) <= most {
        return format!("{described}{values}").trim_start().to_owned();
    }
    if !values.is_empty() {
        notes.note("what the allowed values mean is left out, since the description has no room");
    }
    let room = most.saturating_sub(count(&join("", constraint.as_deref())) + 3);
    let fits = count(&described) <= most;
    match constraint {
        // The constraint is worth more than the last words of the description.
        Some(words) if !fits && room > 0 => {
            let short = within(description, Text::to(room), notes);
            within(&join(&short, Some(&words)), limit, notes)
        }
        _ => within(&described, limit, notes),
    }
}

pub(crate) fn output(description: &str, allowed_values: &[AllowedValue]) -> String {
    let names = allowed_values.iter().map(|value| &*value.name);
    let names = names.collect::<Vec<_>>().join(", ");
    let listed = (!names.is_empty()).then(|| format!("one of {names}"));
    let described = join(description.trim(), listed.as_deref());
    format!("{described}{}", values(allowed_values))
}

fn constraint(kind: &InputType, style: Style) -> Option<String> {
    match kind {
        InputType::String { max_length: Some(max) } if !style.lengths => {
            let characters = if *max == 1 { "character" } else { "characters" };
            Some(format!("at most {max} {characters}"))
        }
        InputType::Int { min: Some(min), max } if !style.bounds => Some(format!("{min} to {max}")),
        InputType::Int { min: None, max } if !style.bounds => Some(format!("at most {max}")),
        InputType::Enum { allowed_values } if !style.enums => {
            let names = allowed_values.iter().map(|value| &*value.name);
            Some(format!("one of {}", names.collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    }
}

fn values(allowed_values: &[AllowedValue]) -> String {
    let described = allowed_values.iter().filter(|value| !value.description.trim().is_empty());
    let lines = described.map(|value| format!("\n{}: {}", value.name, value.description.trim()));
    lines.collect()
}

/// `The city (at most 100 characters)`, `The city. At most 100 characters.`
pub(crate) fn join(description: &str, constraint: Option<&str>) -> String {
    let Some(constraint) = constraint else {
        return description.to_owned();
    };
    let mut letters = constraint.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let sentence: String = first.chain(letters).collect();
    match description.chars().last() {
        None => format!("{sentence}."),
        Some('.' | '!' | '?') => format!("{description} {sentence}."),
        Some(_) => format!("{description} ({constraint})"),
    }
}

/// The text, cut at a word where it is longer than the dialect takes.
pub(crate) fn within(text: &str, limit: Text, notes: &mut Notes) -> String {
    let length = count(text);
    let Some(most) = limit.max.filter(|most| length > *most) else {
        return text.to_owned();
    };
    notes.note(format!("the description of {length} characters is cut to {most}"));
    let mut kept: String = text.chars().take(most.saturating_sub(1)).collect();
    let next = text.chars().nth(most.saturating_sub(1));
    let at_a_word = next.is_none_or(char::is_whitespace);
    if let Some(last) = kept.rfind(char::is_whitespace).filter(|_| !at_a_word) {
        kept.truncate(last);
    }
    format!("{}…", kept.trim_end())
}

fn count(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    const FREE: Text = limits::FREE.tool_description;

    fn enumerated(description: &'static str) -> InputParameter {
        let value = |name: &'static str, description: &'static str| AllowedValue {
            name: name.into(),
            description: description.into(),
        };
        let values = vec![value("FAHRENHEIT", "Degrees Fahrenheit."), value("KELVIN", " ")];
        let kind = InputType::Enum { allowed_values: values.into() };
        of(kind, description)
    }

    fn of(kind: InputType, description: &'static str) -> InputParameter {
        InputParameter {
            id: "i".into(),
            name: "I".into(),
            kind,
            description: description.into(),
            required: true,
            format: None,
        }
    }

    fn described(input: &InputParameter, style: Style, limit: Text) -> (String, Vec<String>) {
        let mut notes = Notes::default();
        let text = super::input(input, style, limit, &mut notes);
        (text, notes.all.into_iter().map(|note| note.words).collect())
    }

    #[test]
    fn allowed_values_are_explained_in_the_text() {
        let input = enumerated("Scale.");
        let expected = "Scale.\nFAHRENHEIT: Degrees Fahrenheit.";
        assert_eq!(described(&input, Style::OPEN, FREE), (expected.to_owned(), vec![]));
        let expected = "Scale. One of FAHRENHEIT, KELVIN.\nFAHRENHEIT: Degrees Fahrenheit.";
        assert_eq!(described(&input, Style::FLAT, FREE).0, expected);
    }

    #[test]
    fn a_constraint_that_has_no_place_stands_in_the_text_and_in_a_note() {
        let cases = [
            (InputType::String { max_length: Some(1) }, "at most 1 character"),
            (InputType::String { max_length: Some(100) }, "at most 100 characters"),
            (InputType::Int { min: Some(-1), max: 14 }, "-1 to 14"),
            (InputType::Int { min: None, max: 65_535 }, "at most 65535"),
        ];
        for (kind, words) in cases {
            let input = of(kind, "It");
            let (text, notes) = described(&input, Style::STRICT_ANTHROPIC, FREE);
            assert_eq!(text, format!("It ({words})"));
            assert!(notes.concat().starts_with(words), "{notes:?}");
            assert_eq!(described(&input, Style::OPEN, FREE), ("It".to_owned(), vec![]));
        }
        let bare = of(InputType::Int { min: Some(1), max: 2 }, "");
        assert_eq!(described(&bare, Style::FLAT, FREE).0, "1 to 2.");
    }

    #[test]
    fn a_long_text_is_cut_at_a_word_and_keeps_the_constraint() {
        let long = "word ".repeat(30);
        let kind = InputType::String { max_length: Some(9) };
        let mut input = of(kind, "");
        input.description = long.into();
        let (text, notes) = described(&input, Style::FLAT, Text::to(60));
        assert_eq!(text, "word word word word word word word… (at most 9 characters)");
        assert_eq!(notes.len(), 2, "{notes:?}");
        let (text, _) = described(&input, Style::OPEN, Text::to(12));
        assert_eq!(text, "word word…");
        let (text, notes) = described(&enumerated("Scale."), Style::FLAT, Text::to(40));
        assert_eq!(text, "Scale. One of FAHRENHEIT, KELVIN.");
        assert!(notes.concat().contains("left out"), "{notes:?}");
    }

    #[test]
    fn what_is_not_described_has_its_name() {
        let mut notes = Notes::default();
        assert_eq!(tool("now", " ", FREE, &mut notes), "now");
        let input = of(InputType::Boolean, "");
        assert_eq!(described(&input, Style::OPEN, FREE).0, "");
        assert_eq!(described(&input, Style::OPEN, Text::to(9)).0, "I");
    }
}
