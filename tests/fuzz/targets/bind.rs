//! Any body of an invocation: the server's verdict on it is the client's on the same arguments.
#![no_main]

use std::sync::LazyLock;

use a2t_core::invocation::{Arguments, bind, check_arguments, check_result, read_result};
use a2t_core::{ValidationError, ToolSignature, json, signature};
use serde_json::Value;

static SIGNATURE: LazyLock<ToolSignature> = LazyLock::new(|| {
    let text =
        br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"look_up","description":"",
        "version":1,"currentVersion":1,"input_parameters":[
        {"id":"c","name":"City","description":"","max-length":5},
        {"id":"d","name":"Days","type":"int","description":"","min":-2,"max":14,"required":false},
        {"id":"u","name":"Units","type":"enum","description":"","required":false,
         "allowed-values":[{"name":"K","description":""},{"name":"KELVIN","description":""}]},
        {"id":"b","name":"b","type":"boolean","description":"","required":false}],
        "output_parameters":[{"id":"t","name":"T","type":"int","description":""},
        {"id":"j","name":"J","type":"json","description":""}]}"#;
    signature::parse(text).expect("a signature").signature
});

libfuzzer_sys::fuzz_target!(|body: &[u8]| {
    let bound = bind(&SIGNATURE, body);
    if let Err(ValidationError::Rules(violations)) = &bound {
        assert!(!violations.is_empty());
    }
    if let Some(arguments) = arguments(body) {
        let client = check_arguments(&SIGNATURE, &arguments);
        assert_eq!(bound.is_ok(), client.is_empty(), "{bound:?} {client}");
    }
    // A reply that passes the strict check is read alike by a client that tolerates more.
    let (checked, read) = (check_result(&SIGNATURE, body), read_result(&SIGNATURE, body));
    if let Ok(checked) = checked {
        assert_eq!(read.ok(), Some(checked));
    }
});

/// The pairs of a body that is an envelope without faults.
fn arguments(body: &[u8]) -> Option<Arguments> {
    let value = json::parse(body).ok()?;
    let envelope = value.as_object()?;
    if envelope.len() != 1 {
        return None;
    }
    let mut arguments = Arguments::new();
    for pair in envelope.get("input_parameters")?.as_array()? {
        let pair = pair.as_object().filter(|pair| pair.len() == 2)?;
        let (name, value): (&Value, &Value) = (pair.get("name")?, pair.get("value")?);
        arguments.push(name.as_str()?, value.clone());
    }
    Some(arguments)
}
