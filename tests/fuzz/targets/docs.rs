//! Any text of a vendor: documentation that is text and nothing else, in ASCII.
#![no_main]

#[path = "../../../a2t-codegen/src/docs.rs"]
mod docs;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let lines = docs::lines(text);
    let markdown: String = lines.iter().map(|line| format!(" {line}\n")).collect();
    assert!(markdown.is_ascii());
    assert!(lines.iter().all(|line| !line.as_str().contains(|c: char| c.is_ascii_control())));
    for event in Parser::new_ext(&markdown, Options::all()) {
        assert!(is_text(&event), "{event:?} of {markdown:?}");
    }
    let item = format!("* `city`: {}", docs::line(text));
    for event in Parser::new_ext(&item, Options::all()).skip(2) {
        let ours = matches!(event, Event::Code(_) | Event::End(TagEnd::Item | TagEnd::List(_)));
        assert!(ours || is_text(&event), "{event:?} of {item:?}");
    }
});

fn is_text(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start(Tag::Paragraph)
            | Event::End(TagEnd::Paragraph)
            | Event::Text(_)
            | Event::SoftBreak
    )
}
