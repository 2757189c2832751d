//! Pictures, sounds, files and links of a result are in each dialect's own parts, or the model reads that there are.

use a2t_dialect::{Call, Dialect, Outcome, Part};
use serde_json::{Map, Value, json};

use super::{CASES, answer, hold};

/// The beginnings of files, as providers recognize them.
const PNG: &str = "iVBORw0KGgo=";
const PDF: &str = "JVBERi0xLjcK";

fn call(dialect: Dialect) -> Call {
    CASES.iter().find(|case| case.label == "draft_flight").unwrap().call(dialect)
}

fn parts() -> Vec<Part> {
    vec![
        Part::Text("A chart of the week.".to_owned()),
        Part::file("image/png", PNG, None),
        Part::file("audio/wav", "UklGRgAA", None),
        Part::file("application/pdf", PDF, Some("report 1.pdf".to_owned())),
        Part::file("text/csv", "YSxiCjEsMgo=", Some("data.csv".to_owned())),
        Part::file("application/zip", "UEsDBAAA", Some("all.zip".to_owned())),
        Part::Link { uri: "https://example.com/week".to_owned(), name: "The week".to_owned() },
    ]
}

#[test]
fn every_dialect_has_the_parts_of_its_file() {
    let shown = |dialect: &Dialect| {
        (dialect.id().to_owned(), answer(*dialect, &call(*dialect), Outcome::Parts(parts())))
    };
    let all: Map<String, Value> = Dialect::ALL.iter().map(shown).collect();
    let hint = "review the differences, then write the file with UPDATE_GOLDEN=1";
    hold("parts.json", &Value::Object(all)).unwrap_or_else(|error| panic!("{error}\n{hint}"));
}

#[test]
fn no_part_vanishes() {
    for dialect in Dialect::ALL {
        for part in parts() {
            let result = call(*dialect).result(&Outcome::Parts(vec![part.clone()])).to_string();
            let bytes = part.media().map(|media| media.base64.clone());
            let is_shown = bytes.is_some_and(|bytes| result.contains(&bytes));
            let address = "https://example.com/week";
            let is_linked = matches!(part, Part::Link { .. }) && result.contains(address);
            let is_named = result.contains(&part.text());
            assert!(is_shown || is_linked || is_named, "{dialect}: {part:?}: {result}");
            assert!(!(is_shown && is_named), "{dialect}: {part:?} is there twice: {result}");
        }
    }
}

#[test]
fn a_file_that_a_provider_would_refuse_is_named() {
    let providers = [
        Dialect::Anthropic,
        Dialect::AzureFoundryV2,
        Dialect::BedrockConverse,
        Dialect::Gemini,
        Dialect::Langchain,
        Dialect::OpenaiResponses,
        Dialect::VercelAi,
    ];
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    for dialect in providers {
        for (part, text) in [
            // A GIF, and no PDF.
            (Part::file("image/png", "R0lGODlh", None), "[an image, image/png: not shown]"),
            (Part::file("application/pdf", "AAAA", None), "[a file, application/pdf: not shown]"),
            (Part::file("image/svg+xml", "AAAA", None), "[an image, image/svg+xml: not shown]"),
            (Part::file("image/png", "%%%%", None), "[an image, image/png: not shown]"),
            (Part::file("image/png", "", None), "[an image, image/png: not shown]"),
            (Part::file("application/msword", "AAAA", None), "[a file, application/msword: not"),
            (Part::file(word, "AAAA", None), "wordprocessingml.document: not shown]"),
        ] {
            let result = call(dialect).result(&Outcome::Parts(vec![part])).to_string();
            assert!(result.contains(text), "{dialect}: {result}");
        }
        let jpeg = Part::file("IMAGE/JPG; q=1", "/9j/4AAQ", None);
        let result = call(dialect).result(&Outcome::Parts(vec![jpeg])).to_string();
        assert!(result.contains("/9j/4AAQ") && !result.contains("jpg"), "{dialect}: {result}");
    }
}

#[test]
fn code_of_a_model_reads_text() {
    let item = json!([{ "type": "function_call", "call_id": "c", "name": "draw", "arguments": "{}",
        "caller": { "type": "program", "caller_id": "p" } }]);
    let call = &Dialect::OpenaiResponses.calls(&item).unwrap()[0];
    let result = call.result(&Outcome::Parts(vec![Part::file("image/png", PNG, None)]));
    assert_eq!(result["output"], "[an image, image/png: not shown]");
}

#[test]
fn documents_of_one_message_have_different_names() {
    let pdf = || Part::file("application/pdf", PDF, Some("a.pdf".to_owned()));
    let result = call(Dialect::BedrockConverse).result(&Outcome::Parts(vec![pdf(), pdf()]));
    let name = |index: usize| &result["toolResult"]["content"][index]["document"]["name"];
    assert!(name(0).is_string() && name(0) != name(1), "{result}");
}

#[test]
fn a_document_of_its_format_has_its_part() {
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    for (part, bytes) in [
        (Part::file(word, "UEsDBBQA", None), "UEsDBBQA"),
        (Part::file("application/msword", "0M8R4KGx", None), "0M8R4KGx"),
    ] {
        for dialect in [Dialect::BedrockConverse, Dialect::OpenaiResponses, Dialect::Langchain] {
            let result = call(dialect).result(&Outcome::Parts(vec![part.clone()])).to_string();
            assert!(result.contains(bytes), "{dialect}: {result}");
        }
    }
}

#[test]
fn no_provider_gets_an_empty_text() {
    let empty = || ["", " \n"].map(|text| Part::Text(text.to_owned()));
    let [one, two] = empty();
    let outcome = Outcome::Parts(vec![one, Part::file("image/png", PNG, None), two]);
    for dialect in [
        Dialect::Anthropic,
        Dialect::BedrockConverse,
        Dialect::Gemini,
        Dialect::Langchain,
        Dialect::OpenaiResponses,
        Dialect::VercelAi,
    ] {
        let result = call(dialect).result(&outcome).to_string();
        assert!(result.contains(PNG), "{dialect}: {result}");
        for text in ["", " \\n"] {
            assert!(!result.contains(&format!(r#""text":"{text}""#)), "{dialect}: {result}");
        }
    }
    for outcome in [Outcome::Parts(empty().into()), Outcome::Text(String::new())] {
        let result = call(Dialect::BedrockConverse).result(&outcome);
        assert_eq!(result["toolResult"]["content"], json!([{ "text": "(nothing)" }]));
    }
}
