//! Parts of reports in the XML of JUnit, which test servers read.

/// Writes a text for an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let escape = |letter: char| match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        letter => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

/// A report with the reason why nothing could be checked.
pub(crate) fn error(reason: &str) -> String {
    let name = env!("CARGO_PKG_NAME");
    let reason = escaped(reason);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{name}\" tests=\"1\" \
         failures=\"0\" errors=\"1\" skipped=\"0\">\n    <testcase classname=\"{name}\" name=\"run\">\n      \
         <error>{reason}</error>\n    </testcase>\n  </testsuite>\n</testsuites>\n"
    )
}
