//! The fast path of an invocation and the whole reader: they never disagree.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::arbitrary;
use crate::error::{Code, ValidationError, Violation, Violations};
use crate::json;
use crate::signature::{OutputParameter, OutputType, ToolSignature};

type Values<'a> = Vec<Option<Scalar<'a>>>;

fn slow(signature: &ToolSignature, body: &[u8]) -> Result<Values<'static>, ValidationError> {
    let (values, found) = envelope::read(signature, json::parse(body)?, body);
    found.into_result()?;
    Ok(values)
}

fn agree(signature: &ToolSignature, body: &[u8]) -> Result<bool, TestCaseError> {
    let slow = slow(signature, body);
    if let Some(plain) = fast::call(signature, body) {
        prop_assert_eq!(&Ok(plain), &slow);
    }
    // Also where the content of a value is not kept.
    prop_assert_eq!(bind(signature, body).err(), slow.as_ref().err().cloned());
    Ok(slow.is_ok())
}

fn rules_and_pointers(found: &Violations) -> Vec<(Code, String)> {
    let pair = |violation: &Violation| (violation.code, violation.pointer.clone());
    found.iter().map(pair).collect()
}

proptest! {
    #[test]
    fn the_readers_agree_on_nearly_right_bodies((signature, body) in arbitrary::invocation()) {
        agree(&signature, body.to_string().as_bytes())?;
        agree(&signature, serde_json::to_string_pretty(&body).unwrap().as_bytes())?;
    }

    #[test]
    fn the_readers_agree_on_any_json(signature in arbitrary::signature(), body in arbitrary::json()) {
        agree(&signature, body.to_string().as_bytes())?;
    }

    #[test]
    fn the_readers_agree_on_damaged_bodies(
        (signature, body) in arbitrary::invocation(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = body.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        agree(&signature, &bytes)?;
        bytes.remove(at);
        agree(&signature, &bytes)?;
    }

    #[test]
    fn the_readers_agree_on_any_bytes(signature in arbitrary::signature(), body in any::<Vec<u8>>()) {
        agree(&signature, &body)?;
    }

    #[test]
    fn a_caller_and_the_server_check_arguments_alike((signature, body) in arbitrary::invocation()) {
        let pairs = body["input_parameters"].as_array().unwrap();
        let named = |pair: &Value| {
            let pair = pair.as_object().filter(|pair| pair.len() == 2)?;
            Some((pair.get("name")?.as_str()?.to_owned(), pair.get("value")?.clone()))
        };
        let Some(arguments) = pairs.iter().map(named).collect::<Option<Arguments>>() else {
            return Ok(());
        };
        let found = check_arguments(&signature, &arguments);
        match bind(&signature, &arguments.to_body(&signature.name)) {
            Ok(_) => prop_assert!(found.is_empty(), "{}", found),
            // Not the whole of it: reading a float back may change its last digit.
            Err(ValidationError::Rules(rules)) => prop_assert_eq!(rules_and_pointers(&found), rules_and_pointers(&rules)),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn results_are_read_without_panic(signature in arbitrary::signature(), body in arbitrary::json()) {
        let body = body.to_string();
        let lenient = read_result(&signature, body.as_bytes());
        let strict = check_result(&signature, body.as_bytes());
        prop_assert!(strict.is_err() || lenient == strict);
    }
}

/// A value for the output, more often right than wrong.
fn output(output: &OutputParameter) -> BoxedStrategy<Value> {
    let right = match &output.kind {
        OutputType::String | OutputType::Enum { .. } => {
            arbitrary::text(12).prop_map(Value::from).boxed()
        }
        OutputType::Int => any::<i64>().prop_map(Value::from).boxed(),
        OutputType::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        OutputType::Json => arbitrary::json().boxed(),
        OutputType::Described { shape } => {
            prop_oneof![Just(shape.sample()), Just(shape.smallest())].boxed()
        }
    };
    prop_oneof![8 => right, 1 => arbitrary::json(), 1 => arbitrary::number(), 1 => Just(Value::Null)]
        .boxed()
}

/// A signature and a reply that is nearly right for it.
fn reply() -> impl Strategy<Value = (ToolSignature, Value)> {
    arbitrary::signature().prop_flat_map(|signature| {
        let outputs = &*signature.output_parameters;
        let values: Vec<_> = outputs.iter().map(output).collect();
        let names: Vec<_> = outputs.iter().map(|one| one.name.to_string()).collect();
        let (odd, at) = (arbitrary::json(), any::<prop::sample::Index>());
        let pairs = (values, odd, at, 0..12_u8).prop_map(move |(values, odd, at, twist)| {
            let pairs = names.iter().zip(values);
            let mut pairs: Vec<_> =
                pairs.map(|(name, value)| json!({"name": name, "value": value})).collect();
            let at = at.index(pairs.len() + 1);
            match twist {
                0 => pairs.reverse(),
                1 => pairs.insert(at, odd),
                2 => pairs.extend(pairs.first().cloned()),
                3 if at < pairs.len() => drop(pairs.remove(at)),
                4 if at < pairs.len() => pairs[at]["name"] = odd,
                5 if at < pairs.len() => pairs[at]["more"] = odd,
                _ => {}
            }
            let mut body = json!({"output_parameters": pairs});
            if twist == 6 {
                body["more"] = json!(1);
            }
            body
        });
        (Just(signature), pairs)
    })
}

/// Compares values as they are spelt: `1.0` is not `1`.
fn replies_agree(signature: &ToolSignature, body: &[u8]) -> Result<(), TestCaseError> {
    let whole = result::read_whole(signature, body);
    if let Some(fast) = fast::reply(&signature.output_parameters, body) {
        prop_assert_eq!(&Ok(fast), &whole);
    }
    prop_assert_eq!(read_result(signature, body), whole);
    Ok(())
}

proptest! {
    #[test]
    fn the_readers_of_replies_agree((signature, body) in reply()) {
        replies_agree(&signature, body.to_string().as_bytes())?;
        replies_agree(&signature, serde_json::to_string_pretty(&body).unwrap().as_bytes())?;
    }

    #[test]
    fn the_readers_of_replies_agree_on_damaged_ones(
        (signature, body) in reply(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = body.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        replies_agree(&signature, &bytes)?;
        bytes.truncate(at);
        replies_agree(&signature, &bytes)?;
    }

    #[test]
    fn values_by_position_are_checked_like_arguments(
        (signature, values) in arbitrary::signature().prop_flat_map(|signature| {
            let inputs = signature.input_parameters.iter();
            let values: Vec<_> = inputs.map(|input| proptest::option::weighted(0.9, arbitrary::value(input))).collect();
            (Just(signature), values)
        }),
    ) {
        let inputs = signature.input_parameters.iter().zip(&values);
        let pairs = inputs.filter_map(|(input, value)| Some((&*input.name, value.clone()?)));
        let arguments: Arguments = pairs.collect();
        let checked = check_arguments(&signature, &arguments).into_result();
        let expected = checked.map(|()| arguments.to_body(&signature.name));
        prop_assert_eq!(write_arguments(&signature, &values), expected);
    }
}

proptest! {
    #[test]
    fn a_body_is_written_as_serde_json_writes_it(text in "([ -~]|\\PC|[\\x00-\\x20\"\\\\\x7f]){0,20}") {
        let arguments: Arguments = [(&text, text.clone())].into_iter().collect();
        let pair = format!("{{\"name\":{0},\"value\":{0}}}", json!(text));
        let expected = format!("{{\"name\":{},\"input_parameters\":[{pair}]}}", json!(text));
        prop_assert_eq!(String::from_utf8(arguments.to_body(&text)).unwrap(), expected);
    }
}

/// Most generated replies must take the short way, or the properties above test nothing of it.
#[test]
fn a_reply_spelt_as_servers_do_takes_the_short_way() {
    let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"t","description":"",
        "version":1,"currentVersion":1,"output_parameters":[
        {"id":"a","name":"A","type":"string","description":""},
        {"id":"b","name":"B","type":"int","description":""},
        {"id":"c","name":"C","type":"boolean","description":""},
        {"id":"d","name":"D","type":"enum","description":"","allowed-values":[{"name":"X","description":""}]}]}"#;
    let signature = crate::signature::parse(text.as_bytes()).unwrap().signature;
    let read = |pairs: &str| {
        let body = format!(r#" {{"output_parameters": [{pairs}]}} "#);
        replies_agree(&signature, body.as_bytes()).unwrap();
        fast::reply(&signature.output_parameters, body.as_bytes())
    };
    let pair = |name: &str, value: &str| format!(r#"{{"name":"{name}", "value":{value}}}"#);
    let all = [pair("D", "\"new\""), pair("C", "true"), pair("A", "\"é\"")].join(",");
    let expected = [Some("é".into()), None, Some(true.into()), Some("new".into())];
    assert_eq!(read(&all), Some(expected.to_vec()));
    assert_eq!(read(&pair("B", "null")), Some(vec![None; 4]));
    assert_eq!(read(""), Some(vec![None; 4]));
    for odd in ["1.0", "-0", "9223372036854775808", "\"1\"", "[]", "truer"] {
        assert_eq!(read(&pair("B", odd)), None, "{odd}");
    }
    let twice = format!("{},{}", pair("B", "1"), pair("B", "1"));
    for odd in [pair("E", "1"), pair("A", "\"\\x\""), twice] {
        assert_eq!(read(&odd), None, "{odd}");
    }
}

/// Most generated bodies must take the short way, or the properties above test nothing of it.
#[test]
fn a_right_body_takes_the_short_way() {
    let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"t","description":"",
        "version":1,"currentVersion":1,"input_parameters":[
        {"id":"a","name":"A","description":""},
        {"id":"b","name":"B","type":"int","description":"","required":false},
        {"id":"c","name":"C","type":"boolean","description":""},
        {"id":"d","name":"D","type":"enum","description":"","allowed-values":[{"name":"X","description":""}]}]}"#;
    let signature = crate::signature::parse(text.as_bytes()).unwrap().signature;
    let unusual = br#" {"input_parameters": [{"value":"X","name":"D"},{"name":"C","value":true},
        {"name":"B","value":80.0},{"name":"A","value":"\u00e9\n"}], "name": "t"} "#;
    let mut values = bind(&signature, unusual).unwrap();
    assert_eq!(values.take(0), Some(Scalar::String("é\n".into())));
    assert_eq!(values.take(1), Some(Scalar::Int(80)));
    assert_eq!(fast::call(&signature, unusual), None);

    let plainly_spelt = r#" {"name":"t", "input_parameters": [{"name":"D","value":"X"},{"name":"C","value":true},
        {"name":"B","value":-80},{"name":"A","value":"é, and more than eight bytes"}]} "#;
    let values = fast::call(&signature, plainly_spelt.as_bytes()).unwrap();
    assert_eq!(values[0], Some(Scalar::String("é, and more than eight bytes".into())));
    assert_eq!(values[1], Some(Scalar::Int(-80)));
}

#[test]
fn the_shortest_way_leaves_what_it_may_not_check_to_others() {
    let text = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"t","description":"",
        "version":1,"currentVersion":1,"input_parameters":[
        {"id":"a","name":"A","description":"","max-length":40,"required":false},
        {"id":"b","name":"B","type":"int","description":"","required":false}]}"#;
    let signature = crate::signature::parse(text.as_bytes()).unwrap().signature;
    let read = |name: &str, value: &str| {
        let body = format!(r#"{{"input_parameters":[{{"name":"{name}","value":{value}}}]}}"#);
        let plain = fast::call(&signature, body.as_bytes());
        if let Some(plain) = &plain {
            assert_eq!(slow(&signature, body.as_bytes()).as_ref(), Ok(plain), "{body}");
        }
        plain.is_some()
    };
    for text in [
        "\"\"",
        "\"seven b\"",
        "\"eight by\"",
        "\"a \u{7f}\u{e9} b and far more\"",
        "\"a\\n\"",
        "\"sixteen bytes, \\\"\"",
        "null",
    ] {
        assert!(read("A", text), "{text}");
    }
    for number in ["0", "-1", "65535", " 7 "] {
        assert!(read("B", number), "{number}");
    }
    for text in ["\"a\\ud800\"", "\"\t\"", "\"seven b\n\"", "\"open"] {
        assert!(!read("A", text), "{text}");
    }
    for number in ["-0", "00", "1.0", "1e0", "-", "", "+1", "9223372036854775807", "65536", "\"1\""]
    {
        assert!(!read("B", number), "{number}");
    }
}

/// The quickest reader has a bit for each input, and no signature more than 64.
#[test]
fn as_many_inputs_as_a_word_has_bits_are_read() {
    for count in [1, 63, 64] {
        let name = |index: usize| format!("input {index}");
        let inputs: Vec<_> = (0..count)
            .map(|index| {
                json!({"id": format!("i{index}"), "name": name(index), "type": "int", "max": 99,
                    "description": "A number.", "required": true})
            })
            .collect();
        let signature = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add",
            "description": "Adds.", "version": 1, "currentVersion": 1, "input_parameters": inputs});
        let signature = crate::signature::parse(signature.to_string().as_bytes()).unwrap();
        let pairs: Vec<_> =
            (0..count).map(|index| json!({"name": name(index), "value": index})).collect();
        let body = json!({"name": "add", "input_parameters": pairs}).to_string();
        let bound = agree(&signature.signature, body.as_bytes());
        assert!(bound.unwrap(), "{count}");
    }
}
