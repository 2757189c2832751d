use http::{Method, StatusCode};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::tools::{SECRET, error, legacy, post, send, service, stateless};

/// Words that would reveal what the server is made of.
const INSIDES: [&str; 9] =
    ["rmcp", "serde", "tokio", "panicked", ".rs", "untagged", "variant", "JsonRpcMessage", SECRET];

fn assert_no_insides(reply: &Value) {
    let text = reply.to_string();
    for word in INSIDES {
        assert!(!text.contains(word), "{word} is shown: {text}");
    }
}

#[tokio::test]
async fn bodies_that_are_no_request_are_refused_with_their_place() {
    let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
    let call = |arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"lookup_weather","arguments":{arguments}}}}}"#
        )
    };
    for (body, code, words) in [
        (String::new(), -32700, "not valid JSON"),
        ("{".into(), -32700, "1:1: not valid JSON"),
        ("\u{0}".into(), -32700, "not valid JSON"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}}"#.into(), -32700, "not valid JSON"),
        (deep.clone(), -32700, "nested more than 32 deep"),
        (call(&deep), -32700, "nested more than 32 deep"),
        (call(r#"{"city":"Omaha","city":"Rome"}"#), -32700, "duplicate member `city`"),
        (call(r#"{"days":NaN}"#), -32700, "not valid JSON"),
        (call(r#"{"days":1e999}"#), -32700, "not valid JSON"),
        (call(r#"{"city":"\ud800"}"#), -32700, "not valid JSON"),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#.into(), -32700, "duplicate member"),
        ("[]".into(), -32600, "batches are not taken"),
        ("7".into(), -32600, "the body is not a request"),
        ("{}".into(), -32600, "the body is not a request"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.into(), -32600, "the body is not a request"),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#.into(), -32600, "the id of a request is"),
        (
            r#"{"jsonrpc":"2.0","id":99999999999999999999999,"method":"ping"}"#.into(),
            -32600,
            "the id of a request is",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}"#.into(),
            -32600,
            "the body is not a request",
        ),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.into(), -32600, ""),
    ] {
        let (status, reply) = send(&service(), post(body.clone())).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {reply}");
        let (found, message) = error(&reply);
        assert!(found == code && message.contains(words), "{body}: {reply}");
        assert_no_insides(&reply);
    }
}

#[tokio::test]
async fn numbers_beyond_every_integer_are_the_models_mistake() {
    for number in ["99999999999999999999999999", "-1e300", "1e18", "9223372036854775808"] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"lookup_weather","arguments":{{"city":"Omaha","days":{number}}}}}}}"#
        );
        let (status, reply) = send(&service(), post(body)).await;
        assert_eq!(status, 200);
        let words = super::tools::text_of(&reply["result"]);
        assert!(words.contains("/days: expected an integer from 0 to 14"), "{number}: {words}");
    }
}

#[tokio::test]
async fn parameters_that_are_not_those_of_the_method_are_refused() {
    for (method, params) in [("tools/call", json!({})), ("tools/call", json!({"name": 7}))] {
        let (status, reply) = send(&service(), legacy(method, params.clone())).await;
        assert_eq!(status, 200, "{method} {params}");
        let words = format!("the parameters are not those of `{method}`");
        assert_eq!(error(&reply), (-32602, &*words), "{params}");
    }
}

#[tokio::test]
async fn headers_that_differ_from_the_body_are_refused() {
    let params = json!({"name": "lookup_weather", "arguments": {"city": "Omaha"}});
    for (header, value) in [
        ("mcp-method", "tools/list"),
        ("mcp-name", "fail"),
        ("mcp-protocol-version", "2025-11-25"),
        ("mcp-protocol-version", "2099-01-01"),
    ] {
        let mut request = stateless("tools/call", params.clone());
        request.headers_mut().insert(header, value.parse().unwrap());
        let (status, reply) = send(&service(), request).await;
        assert_eq!((status.as_u16(), error(&reply).0), (400, -32020), "{header}: {reply}");
        assert_no_insides(&reply);
    }
    for header in ["mcp-method", "mcp-name", "mcp-protocol-version"] {
        let mut request = stateless("tools/call", params.clone());
        request.headers_mut().remove(header);
        let (status, reply) = send(&service(), request).await;
        assert_eq!((status.as_u16(), error(&reply).0), (400, -32020), "{header}: {reply}");
    }
}

#[tokio::test]
async fn requests_that_are_not_a_post_of_json_are_refused_with_what_to_send() {
    for (method, header, value, status, words) in [
        (Method::GET, "x", "x", 405, "there are no sessions and no streams"),
        (Method::DELETE, "x", "x", 405, "there are no sessions and no streams"),
        (Method::POST, "content-type", "text/plain", 415, "`Content-Type: application/json`"),
        (Method::POST, "accept", "text/html", 406, "`Accept: application/json, text/event-stream`"),
        (Method::POST, "mcp-protocol-version", "1999-01-01", 400, "1999-01-01"),
    ] {
        let mut request = legacy("tools/list", json!({}));
        *request.method_mut() = method;
        request.headers_mut().insert(header, value.parse().unwrap());
        let (found, reply) = send(&service(), request).await;
        assert_eq!(found.as_u16(), status, "{reply}");
        assert!(error(&reply).1.contains(words), "{reply}");
        assert_no_insides(&reply);
    }
}

#[tokio::test]
async fn whoever_accepts_json_is_answered() {
    let accepting = async |accepted: &[&'static str]| {
        for make in [legacy, stateless] {
            let mut request = make("tools/list", json!({}));
            request.headers_mut().remove("accept");
            for line in accepted {
                request.headers_mut().append("accept", http::HeaderValue::from_static(line));
            }
            let (status, reply) = send(&service(), request).await;
            if status != 200 {
                assert!(error(&reply).1.contains("`Accept: "), "{reply}");
                return status.as_u16();
            }
            assert!(reply["result"]["tools"].is_array(), "{reply}");
        }
        200
    };
    let answered: [&[&str]; 6] = [
        &[],
        &["*/*"],
        &["application/json"],
        &["application/*;q=0.5"],
        &["text/event-stream", "application/json"],
        &["text/html, application/json;charset=utf-8"],
    ];
    for accepted in answered {
        assert_eq!(accepting(accepted).await, 200, "{accepted:?}");
    }
    for refused in ["text/event-stream", "text/html", "application/json;q=0, text/event-stream"] {
        assert_eq!(accepting(&[refused]).await, 406, "{refused}");
    }
}

/// A request with pieces replaced, cut or doubled.
fn malformed() -> impl Strategy<Value = Vec<u8>> {
    let whole = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "lookup_weather", "arguments": {"city": "Omaha", "days": 3, "units": null},
        "_meta": {"dev.a2t/version": 2, "progressToken": "x"}}});
    let whole = whole.to_string().into_bytes();
    let piece = prop_oneof![
        Just(b"null".to_vec()),
        Just(b"{}".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"-1e400".to_vec()),
        Just(b"\\u0000".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..8),
    ];
    let edit = (0..whole.len(), 0..40_usize, piece);
    proptest::collection::vec(edit, 1..4).prop_map(move |edits| {
        let mut body = whole.clone();
        for (start, length, piece) in edits {
            let start = start.min(body.len());
            let end = (start + length).min(body.len());
            body.splice(start..end, piece);
        }
        body
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_malformed_request_is_answered_in_the_protocols_words(body in malformed()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (status, reply) = runtime.block_on(async {
            let service = service().on_fault(|fault| panic!("{fault}"));
            send(&service, post(body)).await
        });
        prop_assert!(!status.is_server_error(), "{}", reply);
        prop_assert!(status == 202 || reply["result"].is_object() || reply["error"].is_object());
        assert_no_insides(&reply);
    }
}
