use http::StatusCode;
use serde_json::json;

use super::tools::{error, legacy, send, service, stateless};

async fn from(host: &str, origin: Option<&str>, service: a2t::mcp::Service<()>) -> (u16, String) {
    for make in [legacy, stateless] {
        let mut request = make("tools/list", json!({}));
        request.headers_mut().insert("host", host.parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (status, reply) = send(&service, request).await;
        if status != StatusCode::OK {
            return (status.as_u16(), error(&reply).1.to_owned());
        }
    }
    (200, String::new())
}

#[tokio::test]
async fn the_own_machine_needs_no_mention() {
    for host in ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080"] {
        assert_eq!(from(host, None, service()).await.0, 200, "{host}");
    }
    for origin in ["http://localhost:6274", "http://127.0.0.1", "https://[::1]:3000"] {
        assert_eq!(from("localhost", Some(origin), service()).await.0, 200, "{origin}");
    }
}

#[tokio::test]
async fn a_refused_host_is_reported_with_the_setting_that_allows_it() {
    let words = "requests for the host `tools.example.com:8080` are refused; the operator of this \
                 server allows them with `a2t::mcp::Service::allow_host(\"tools.example.com:8080\")`";
    let host = "tools.example.com:8080";
    assert_eq!(from(host, None, service()).await, (403, words.to_owned()));
    assert_eq!(from(host, None, service().allow_host(host)).await.0, 200);
    assert_eq!(from(host, None, service().allow_host("tools.example.com")).await.0, 200);
    assert_eq!(from(host, None, service().allow_any_host()).await.0, 200);
    assert_eq!(from("localhost", None, service().allow_host(host)).await.0, 200);
    assert_eq!(from("example.com", None, service().allow_host(host)).await.0, 403);
}

#[tokio::test]
async fn a_refused_origin_is_reported_with_the_setting_that_allows_it() {
    let origin = "https://app.example.com";
    let words = "requests for the origin `https://app.example.com` are refused; the operator of this \
                 server allows them with `a2t::mcp::Service::allow_origin(\"https://app.example.com\")`";
    assert_eq!(from("localhost", Some(origin), service()).await, (403, words.to_owned()));
    let allowed = service().allow_origin(origin);
    assert_eq!(from("localhost", Some(origin), allowed.clone()).await.0, 200);
    assert_eq!(from("localhost", Some("http://app.example.com"), allowed.clone()).await.0, 403);
    assert_eq!(from("localhost", Some("null"), allowed.allow_any_host()).await.0, 403);
}
