//! Documents that are made to hurt: they cost no more than their size, and nothing overflows.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::thread;

use a2t_core::invocation::{bind, read_result};
use a2t_core::signature::{parse, parse_value, rule};
use a2t_core::wire::page::read_page;
use a2t_core::wire::problem::Problem;
use a2t_core::{ToolSignature, ValidationError, Violations, catalog, json};
use serde_json::{Value, json};

/// A stack much smaller than that of any thread that a program is given.
const STACK: usize = 256 << 10;

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run).unwrap();
    thread.join().unwrap();
}

fn tool(index: usize) -> Value {
    json!({"toolId": format!("00000000-0000-0000-0000-{index:012x}"), "name": format!("t{index}"),
        "description": "", "version": 1, "currentVersion": 1,
        "input_parameters": [{"id": "a", "name": "A", "description": ""}],
        "output_parameters": [{"id": "j", "name": "J", "type": "json", "description": ""}]})
}

fn signature() -> ToolSignature {
    parse_value(&tool(1), "").unwrap().signature
}

fn read_everywhere(text: &[u8]) {
    let signature = signature();
    let _ = (json::parse(text), parse(text), read_page(text), catalog::parse(text));
    let _ = (bind(&signature, text), read_result(&signature, text), Problem::parse(400, text));
    let _ = std::str::from_utf8(text).map(|text| json::locate(text, "/0/0/a/items/0"));
}

#[test]
fn deep_documents_are_an_error() {
    on_a_small_stack(|| {
        for (open, close) in
            [("[", "]"), ("{\"a\":", "}"), ("{\"input_parameters\":", "}"), ("{\"items\":[", "]}")]
        {
            for depth in [31, 32, 33, 127, 128, 129, 100_000] {
                let text = format!("{}0{}", open.repeat(depth), close.repeat(depth));
                read_everywhere(text.as_bytes());
                read_everywhere(open.repeat(depth).as_bytes());
            }
        }
    });
}

#[test]
fn depth_is_counted_in_arrays_and_objects() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(json::parse(nested(json::DEPTH_MAX).as_bytes()).is_ok());
    let error = json::parse(nested(json::DEPTH_MAX + 1).as_bytes()).unwrap_err();
    assert!(error.message.contains("nested more than 32 deep"), "{error}");
}

#[test]
fn long_numbers_and_broken_escapes_are_read_or_refused() {
    on_a_small_stack(|| {
        let digits = "9".repeat(1_000_000);
        for number in
            [digits.clone(), format!("-{digits}"), format!("0.{digits}"), format!("1e{digits}")]
        {
            let pair = format!(r#"{{"input_parameters":[{{"name":"A","value":{number}}}]}}"#);
            read_everywhere(pair.as_bytes());
            assert!(bind(&signature(), pair.as_bytes()).is_err());
        }
        for text in [
            &b"\"\\ud800\""[..],
            b"\"\\udc00\\ud800\"",
            b"\"\xff\"",
            b"\xef\xbb\xbf{}",
            b"",
            b"\0",
            b"\"\\u00",
        ] {
            read_everywhere(text);
        }
    });
}

fn found(text: &[u8]) -> Violations {
    match catalog::parse(text) {
        Err(ValidationError::Rules(found)) => found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_million_mistakes_are_counted_and_a_hundred_are_kept() {
    let many = Value::from(vec![json!({"input_parameters": vec![0; 120]}); 10_000]);
    let found = found(many.to_string().as_bytes());
    assert_eq!(found.len(), Violations::MAX);
    assert!(found.more() > 1_000_000, "{}", found.more());
    let text = found.to_string();
    assert!(text.ends_with(&format!("and {} more", found.more())) && text.len() < 50_000);
}

#[test]
fn many_unknown_members_and_inputs_are_counted() {
    let members: serde_json::Map<_, _> =
        (0..200_000).map(|index| (format!("m{index}"), json!(0))).collect();
    let mut document = tool(1);
    document.as_object_mut().unwrap().extend(members);
    let parsed = parse_value(&document, "").unwrap();
    assert_eq!(parsed.unknown.len() + parsed.unknown.more(), 200_000);
    let pairs: Vec<_> =
        (0..50_000).map(|index| json!({"name": format!("n{index}"), "value": 0})).collect();
    let body = json!({"input_parameters": pairs}).to_string();
    let Err(ValidationError::Rules(found)) = bind(&signature(), body.as_bytes()) else { panic!() };
    assert_eq!(found.len() + found.more(), 50_001);
}

#[test]
fn a_message_shows_strangers_text_cut_and_escaped() {
    let name = format!("\u{1b}[2J\n\u{202e}{}", "x".repeat(1 << 20));
    let body =
        json!({"name": name, "input_parameters": [{"name": name, "value": name}]}).to_string();
    let text = bind(&signature(), body.as_bytes()).unwrap_err().to_string();
    assert!(text.len() < 2_000, "{}", text.len());
    assert!(text.chars().all(|c| c == '\n' || !rule::is_forbidden(c)));
    assert_eq!(text.lines().count(), 3);
}

#[test]
fn ten_thousand_tools_are_read() {
    let tools: Vec<_> = (0..rule::TOOLS_MAX).map(tool).collect();
    let catalog = catalog::parse(json!({"items": tools}).to_string().as_bytes()).unwrap();
    assert_eq!(catalog.tools.len(), rule::TOOLS_MAX);
}
