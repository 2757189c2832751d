//! Workflow commands of GitHub Actions, which become annotations. Each stays one command, with any
//! text in it.

use a2t_core::error::inert;
use a2t_core::rule::Severity;

use super::{Diagnostic, title};

/// The command for one diagnostic; a location that is not in a file has no line there.
pub(crate) fn line(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Note => "notice",
        severity => severity.label(),
    };
    let file = diagnostic.file();
    let location = diagnostic.location.as_ref().filter(|_| file.is_some());
    let number = |number: Option<usize>| number.map(|number| number.to_string());
    let properties = [
        ("file", file.clone()),
        ("line", number(location.and_then(|location| location.line))),
        ("col", number(location.and_then(|location| location.column))),
        ("title", Some(title(diagnostic.rule))),
    ];
    annotation(level, &properties, &diagnostic.text())
}

/// `::error file=new.json,line=3::message`; properties without a value are left out.
pub(crate) fn annotation(
    level: &str,
    properties: &[(&str, Option<String>)],
    message: &str,
) -> String {
    let given = properties.iter().filter_map(|(name, value)| {
        let value = value.as_deref()?;
        Some(format!("{name}={}", property(value)))
    });
    let given: Vec<_> = given.collect();
    let space = if given.is_empty() { "" } else { " " };
    format!("::{level}{space}{}::{}", given.join(","), data(message))
}

fn data(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(inert).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_stays_one_command() {
        let file = Some("a,line=9::b\n%0A.json".to_owned());
        let line = annotation("error", &[("file", file), ("line", None)], "x\n::error::y\r%");
        assert_eq!(line, "::error file=a%2Cline=9%3A%3Ab%0A%250A.json::x%0A::error::y\\r%25");
        assert_eq!(annotation("notice", &[], "z"), "::notice::z");
    }
}
