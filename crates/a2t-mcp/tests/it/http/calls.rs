use serde_json::{Value, json};

use super::tools::{Faults, SECRET, call, error, legacy, send, service, stateless, text_of};

#[tokio::test]
async fn outputs_are_structured_and_the_same_json_as_text() {
    let result = call(&service(), "lookup_weather", json!({"city": "Omaha", "days": 3})).await;
    assert_eq!(result["isError"], false);
    let outputs = json!({"temperature": 23,
        "report": {"city": "Omaha", "scale": "F", "series": [1.5, null]}});
    assert_eq!(result["structuredContent"], outputs);
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, outputs);
}

#[tokio::test]
async fn every_violation_is_reported_at_once_in_words_for_a_model() {
    let arguments = json!({"town": "Omaha", "days": 15, "units": "Kelvin"});
    let result = call(&service(), "lookup_weather", arguments).await;
    assert_eq!(
        text_of(&result),
        "Error: `lookup_weather` was not called, its arguments are not what it takes:\n\
         - /town: expected an input of `lookup_weather`, got `town`; its inputs are `city`, `days`, \
         `units`\n\
         - /days: expected an integer from 0 to 14, got 15\n\
         - /units: expected one of FAHRENHEIT, CELSIUS, got \"Kelvin\"\n\
         - /city: expected a string of at most 20 characters, got nothing\n\
         Correct this and call it again."
    );
}

#[tokio::test]
async fn values_are_read_leniently_where_one_reading_is_possible() {
    let arguments = json!({"city": "Omaha", "days": "5", "units": "celsius"});
    let result = call(&service(), "lookup_weather", arguments).await;
    assert_eq!(result["structuredContent"]["temperature"], 25);
    assert_eq!(result["structuredContent"]["report"]["scale"], "C");
    // `null` is none for an optional input, and missing for a required one.
    let result = call(&service(), "lookup_weather", json!({"city": "Omaha", "units": null})).await;
    assert_eq!(result["structuredContent"]["report"]["scale"], "F");
    let result = call(&service(), "lookup_weather", json!({"city": null})).await;
    assert!(text_of(&result).contains("- /city: expected a string"), "{result}");
}

#[tokio::test]
async fn arguments_that_are_not_an_object_are_the_models_mistake() {
    let text = json!(r#"{"city": "Omaha"}"#);
    for (arguments, words) in [
        (text, None),
        (json!(null), Some("/city: expected")),
        (json!([1]), Some("its arguments cannot be read: expected an object")),
        (json!("Omaha"), Some("its arguments cannot be read")),
        (json!(r#"{"city": "Omaha", "city": "Rome"}"#), Some("duplicate member `city`")),
        (json!(7), Some("its arguments cannot be read")),
    ] {
        let result = call(&service(), "lookup_weather", arguments.clone()).await;
        match words {
            None => assert_eq!(result["structuredContent"]["temperature"], 20, "{arguments}"),
            Some(words) => assert!(text_of(&result).contains(words), "{arguments}: {result}"),
        }
    }
}

#[tokio::test]
async fn absent_arguments_are_none() {
    for request in [legacy, stateless] {
        let params = json!({"name": "lookup_weather"});
        let (status, reply) = send(&service(), request("tools/call", params)).await;
        assert_eq!(status, 200);
        assert!(text_of(&reply["result"]).contains("/city: expected"), "{reply}");
    }
}

#[tokio::test]
async fn an_input_under_another_name_is_called_and_reported_by_that_name() {
    let result = call(&service(), "say_it", json!({"proto": "hello"})).await;
    assert_eq!(result["structuredContent"], json!({"result": "hello"}), "{result}");
    let result = call(&service(), "say_it", json!({"word": "hello"})).await;
    let words = text_of(&result);
    assert!(words.contains("`say_it` was not called"), "{words}");
    assert!(words.contains("its inputs are `proto`"), "{words}");
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol() {
    for request in [legacy, stateless] {
        let params = json!({"name": "lookup_wether", "arguments": {}});
        let (status, reply) = send(&service(), request("tools/call", params)).await;
        let words = "no tool is called `lookup_wether`; did you mean `lookup_weather`?";
        assert_eq!((status.as_u16(), error(&reply)), (200, (-32602, words)));
    }
}

#[tokio::test]
async fn a_failure_is_reported_to_the_model_and_its_reason_to_the_vendor_alone() {
    let faults = Faults::default();
    let service = faults.of(service());
    for (way, words, reported) in [
        ("refuse", "Error: the tool refused the call: the seat is in a row of its own", None),
        (
            "err",
            "Error: the arguments are not what the tool takes:\n- `way`: is the wrong one",
            None,
        ),
        (
            "misname",
            "Error: the arguments are not what the tool takes:\n- `weigh` is the wrong one",
            Some(
                "tool `fail` version 1: it refuses `weigh`, which is not an input of it; its inputs are `way`",
            ),
        ),
        ("lack", "Error: nothing was found: no station in Atlantis", None),
        ("lose", "Error: nothing was found: The station is lost.\n- since: \"2026-11-25\"", None),
        (
            "wait",
            "Error: the tool fails at the moment, it may work later: the station is asleep",
            None,
        ),
        (
            "break",
            "Error: the tool fails at the moment, it may work later",
            Some("tool `fail` version 1: the tool failed: the password is hunter2"),
        ),
        (
            "panic",
            "Error: the tool failed",
            Some("tool `fail` version 1: it panicked: the password is hunter2"),
        ),
    ] {
        let result = call(&service, "fail", json!({"way": way})).await;
        assert_eq!(text_of(&result), words);
        assert!(!result.to_string().contains(SECRET));
        // One call in each revision.
        assert_eq!(faults.take(), reported.map_or(Vec::new(), |words| vec![words; 2]));
    }
    // It has not suffered from that.
    let result = call(&service, "lookup_weather", json!({"city": "Omaha"})).await;
    assert_eq!(result["isError"], false);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_takes_too_long_is_stopped() {
    let faults = Faults::default();
    let service = faults.of(service());
    let result = call(&service, "fail", json!({"way": "sleep"})).await;
    assert!(
        text_of(&result).starts_with("Error: the tool did not answer in time; it may have run")
    );
    assert_eq!(faults.take(), ["tool `fail` version 1: no answer within 30s"; 2]);
}
