//! Tokens that are good and tokens that are not, each with one thing wrong, on A2T and MCP.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::time::SystemTime;

use authenticated_vendor::{Accounts, Issuer, router};
use axum::Router;
use axum::body::{Body, to_bytes};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ed25519_dalek::{Signer, SigningKey};
use http::{HeaderMap, Request, StatusCode};
use serde_json::{Value, json};
use tower::ServiceExt;

const URL: &str = "https://accounts.example.com";
const ISSUER: &str = "https://login.example.com";

/// Keys of the tests alone.
fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn vendor() -> Router {
    let x = BASE64.encode(key(1).verifying_key().as_bytes());
    let keys = json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "kid": "one", "x": x }] });
    let issuer = Issuer::new(ISSUER, &keys.to_string()).unwrap();
    router(URL, issuer, Accounts::default()).unwrap()
}

fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs()
}

fn header() -> Value {
    json!({ "alg": "EdDSA", "typ": "at+jwt", "kid": "one" })
}

fn claims(scope: &str) -> Value {
    json!({ "iss": ISSUER, "aud": URL, "sub": "alice", "exp": now() + 600, "scope": scope })
}

fn unsigned(header: &Value, claims: &Value) -> String {
    [header, claims].map(|part| BASE64.encode(part.to_string())).join(".")
}

fn signed(key: &SigningKey, header: &Value, claims: &Value) -> String {
    let message = unsigned(header, claims);
    let signature = BASE64.encode(key.sign(message.as_bytes()).to_bytes());
    format!("{message}.{signature}")
}

fn token(scope: &str) -> String {
    signed(&key(1), &header(), &claims(scope))
}

/// A good token except for one claim.
fn with(claim: &str, value: Value) -> String {
    let mut claims = claims("accounts:read");
    claims[claim] = value;
    signed(&key(1), &header(), &claims)
}

async fn send(
    vendor: &Router,
    path: &str,
    token: &str,
    body: Option<Value>,
) -> (StatusCode, HeaderMap, Value) {
    let mut request = Request::builder()
        .method(if body.is_some() { "POST" } else { "GET" })
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
    let response = vendor.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let (head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    (head.status, head.headers, serde_json::from_slice(&body).unwrap_or_default())
}

async fn listed(vendor: &Router, token: &str) -> Vec<(String, String)> {
    let (status, _, page) = send(vendor, "/tools", token, None).await;
    assert_eq!(status, 200, "{page}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| (text(&item["name"]), text(&item["toolId"]))).collect()
}

async fn call(vendor: &Router, id: &str, token: &str, inputs: Value) -> (StatusCode, Value) {
    let body = json!({ "input_parameters": inputs });
    let (status, _, body) = send(vendor, &format!("/tools/{id}:invoke"), token, Some(body)).await;
    (status, body)
}

#[tokio::test]
async fn a_good_token_sees_and_calls_what_its_scopes_allow() {
    let vendor = vendor();
    let both = listed(&vendor, &token("accounts:read accounts:write")).await;
    let [(pay_in, pay_in_id), (read, read_id)] = &*both else { panic!("{both:?}") };
    assert_eq!([&**pay_in, &**read], ["pay_in", "read_balance"]);
    let cents = json!([{ "name": "cents", "value": 700 }]);
    let writer = token("accounts:read accounts:write");
    assert_eq!(call(&vendor, pay_in_id, &writer, cents.clone()).await.0, 200);
    let (_, balance) = call(&vendor, read_id, &token("accounts:read"), json!([])).await;
    assert_eq!(balance["output_parameters"][0]["value"], 700);
    // Another caller has another account.
    let (_, balance) = call(&vendor, read_id, &with("sub", json!("bob")), json!([])).await;
    assert_eq!(balance["output_parameters"][0]["value"], 0);
    // Without the scope, the tool is not there, over both protocols.
    let reader = token("accounts:read");
    assert_eq!(listed(&vendor, &reader).await.len(), 1);
    assert_eq!(call(&vendor, pay_in_id, &reader, cents).await.0, 404);
    assert!(listed(&vendor, &token("")).await.is_empty());
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
    let (status, _, list) = send(&vendor, "/mcp", &reader, Some(list)).await;
    assert_eq!(status, 200, "{list}");
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 1);
    assert_eq!(list["result"]["cacheScope"], "private");
}

#[tokio::test]
async fn a_token_with_one_thing_wrong_is_refused_on_both_protocols() {
    let vendor = vendor();
    let claims = claims("accounts:read");
    let with_header = |member: &str, value: Value| {
        let mut header = header();
        header[member] = value;
        header
    };
    let sign = |header: &Value| signed(&key(1), header, &claims);
    let expired = with("exp", json!(now() - 60));
    let none = with_header("alg", json!("none"));
    let good = token("accounts:read");
    let (message, signature) = good.rsplit_once('.').unwrap();
    // An HMAC with the public key as its secret would be genuine if a token could choose: none is tried.
    let confused = with_header("alg", json!("HS256"));
    for (token, words) in [
        (with("iss", json!("https://other.example.com")), "another issuer's"),
        (with("aud", json!("https://other.example.com")), "for another audience"),
        (with("aud", json!(null)), "`aud`"),
        (expired, "expired"),
        (with("exp", json!(null)), "`exp`"),
        (with("nbf", json!(now() + 60)), "not valid yet"),
        (with("sub", json!(null)), "refused"),
        (format!("{}.", unsigned(&none, &claims)), "not a JSON Web Token"),
        (sign(&none), "not a JSON Web Token"),
        (sign(&confused), "not genuine"),
        (sign(&with_header("alg", json!("ES256"))), "not genuine"),
        (signed(&key(2), &header(), &claims), "not genuine"),
        (sign(&with_header("kid", json!("two"))), "no such key"),
        (sign(&with_header("typ", json!("JWT"))), "not an access token"),
        (format!("{message}."), "not genuine"),
        (format!("{message}.{}", BASE64.encode([0; 64])), "not genuine"),
        (
            format!("{}.{signature}", unsigned(&header(), &self::claims("accounts:write"))),
            "not genuine",
        ),
        ("nonsense".to_owned(), "not a JSON Web Token"),
    ] {
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
        for (path, body) in [("/tools", None), ("/mcp", Some(list))] {
            let (status, headers, problem) = send(&vendor, path, &token, body).await;
            assert_eq!(status, 401, "{words}: {problem}");
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains(words), "{words}: {detail}");
            let challenge = headers["www-authenticate"].to_str().unwrap();
            assert!(challenge.contains("error=\"invalid_token\""), "{challenge}");
        }
    }
    assert_eq!(listed(&vendor, &good).await.len(), 1);
}

#[tokio::test]
async fn a_client_without_a_token_learns_where_to_get_one() {
    let vendor = vendor();
    let (status, headers, problem) = send(&vendor, "/tools", "", None).await;
    assert_eq!(status, 401, "{problem}");
    let challenge = headers["www-authenticate"].to_str().unwrap();
    let (_, url) = challenge.split_once("resource_metadata=\"").unwrap();
    let path = url.trim_end_matches('"').strip_prefix(URL).unwrap();
    let (status, _, metadata) = send(&vendor, path, "", None).await;
    assert_eq!(status, 200);
    assert_eq!(metadata["resource"], URL);
    assert_eq!(metadata["authorization_servers"], json!([ISSUER]));
    assert_eq!(metadata["scopes_supported"], json!(["accounts:read", "accounts:write"]));
}
