//! Replies with something wrong in them: a typed error, or outputs that the signature declares.

use std::sync::{Arc, Mutex};

use a2t::client::Kind;
use a2t::{OutputType, ToolSignature, Value};

use super::scripted::answered_by;
use super::seeded::Seeded;

/// How many replies are tried; 100,000 before a release.
const REPLIES: u64 = 5_000;

const REPLY: &str = r#"{"output_parameters":[{"name":"confirmed","value":true},{"name":"code","value":"QX7"},
    {"name":"price","value":80},{"name":"flight_class","value":"PREMIUM_ECONOMY"},
    {"name":"remark","value":"anything"},{"name":"details","value":{"a":[1,null]}}]}"#;

/// Pieces that a reply is made worse with.
const PIECES: [&str; 16] = [
    "null",
    "\"80\"",
    "-1",
    "1e999",
    "18446744073709551616",
    "80.5",
    "{}",
    "[[]]",
    "\"",
    "\\ud800",
    "\u{202e}",
    "\"name\":\"code\",",
    ",",
    "}]",
    "\"output_parameters\":",
    "\0",
];

fn tool() -> ToolSignature {
    let text = include_bytes!("../codegen/catalogs/every_type.json");
    let tools = a2t_core::catalog::parse(text).unwrap().tools;
    tools.into_iter().find(|tool| tool.name == "book_flight").unwrap()
}

fn fits(kind: &OutputType, value: &Value) -> bool {
    match kind {
        OutputType::String | OutputType::Enum { .. } => value.is_string(),
        OutputType::Int => value.is_i64() || value.is_u64(),
        OutputType::Boolean => value.is_boolean(),
        OutputType::Json | OutputType::Described { .. } => true,
    }
}

#[tokio::test]
async fn a_reply_with_a_fault_is_an_error_or_has_declared_outputs_only() {
    let (tool, reply) = (tool(), Arc::new(Mutex::new(Vec::new())));
    let client = answered_by(super::builder("http://127.0.0.1"), &reply).build().unwrap();
    let arguments = [
        ("passenger", "Ada".into()),
        ("seats", Value::from(1)),
        ("refundable", true.into()),
        ("Flight Class", "FIRST".into()),
    ];
    let arguments = arguments.into_iter().collect();
    let (mut seeded, mut read) = (Seeded(3), 0);
    for number in 0..REPLIES {
        *reply.lock().unwrap() = seeded.worsen(REPLY, &PIECES);
        match client.invoke(&tool, &arguments).await {
            Err(error) => {
                assert!(matches!(error.kind(), Kind::Malformed { .. }), "{number}: {error}")
            }
            Ok(outputs) => {
                read += 1;
                for (name, value) in outputs {
                    let mut declared = tool.output_parameters.iter();
                    let declared = declared.find(|output| output.name == name);
                    assert!(
                        declared.is_some_and(|output| fits(&output.kind, &value)),
                        "{number}: {name} {value}"
                    );
                }
            }
        }
    }
    assert!((1..REPLIES / 2).contains(&read), "{read} of {REPLIES} were read");
}
