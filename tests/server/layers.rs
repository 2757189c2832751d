//! Layers that vendors lay around the router: pages of other origins (CORS), compression, caches.

use a2t::Server;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, CACHE_CONTROL,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, ORIGIN,
};
use http::{HeaderName, HeaderValue, Method, StatusCode};
use tower::ServiceExt;
use tower_http::compression::CompressionLayer;
use tower_http::cors::CorsLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::sockets::Running;
use crate::tools::{LOOKUP, Probe, toolset};

const APP: &str = "https://app.example.com";

/// The layers of `docs/production.md`.
fn router() -> Router {
    let pages = CorsLayer::new()
        .allow_origin(HeaderValue::from_static(APP))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE, HeaderName::from_static("idempotency-key")])
        .expose_headers([ETAG, HeaderName::from_static("idempotent-replayed")]);
    // The catalog has a tag, and replies of tools have none.
    let fresh = |response: &Response| {
        let tagged = response.headers().contains_key(ETAG);
        tagged.then(|| HeaderValue::from_static("public, max-age=60"))
    };
    toolset()
        .into_router()
        .with_state(Probe::default())
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, fresh))
        .layer(CompressionLayer::new())
        .layer(pages)
}

async fn ask(request: http::request::Builder) -> Response {
    router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

#[tokio::test]
async fn a_page_of_a_listed_origin_may_call_and_another_may_not() {
    let asked = |origin: &str| {
        Request::options(format!("/tools/{LOOKUP}:invoke"))
            .header(ORIGIN, origin)
            .header(ACCESS_CONTROL_REQUEST_METHOD, "POST")
            .header(ACCESS_CONTROL_REQUEST_HEADERS, "content-type,idempotency-key")
    };
    let allowed = ask(asked(APP)).await;
    assert_eq!(allowed.status(), StatusCode::OK);
    assert_eq!(allowed.headers()["access-control-allow-origin"], APP);
    let methods = allowed.headers()["access-control-allow-methods"].to_str().unwrap();
    assert!(methods.contains("POST"), "{methods}");
    let other = ask(asked("https://evil.example")).await;
    assert_ne!(other.headers().get("access-control-allow-origin").unwrap(), "https://evil.example");
    // The host policy of a server on this machine knows nothing of layers, and is applied as well.
    let call = crate::sockets::request("GET", "/tools", "").replacen(
        "\r\n",
        &format!("\r\norigin: {APP}\r\n"),
        1,
    );
    for (server, status) in [
        (Server::from_router(router()), 403),
        (Server::from_router(router()).allow_origin(APP), 200),
    ] {
        let server = Running::of(server, Probe::default()).await;
        assert_eq!(server.connect().await.ask(&call).await.status, status);
    }
}

#[tokio::test]
async fn a_compressed_catalog_is_known_by_the_tag_of_the_plain_one() {
    let plain = ask(Request::get("/tools")).await;
    let tag = plain.headers()[ETAG].clone();
    assert_eq!(plain.headers()[CACHE_CONTROL], "public, max-age=60");
    assert!(!ask(Request::get("/tools/none")).await.headers().contains_key(CACHE_CONTROL));
    let small = ask(Request::get("/tools").header(ACCEPT_ENCODING, "gzip")).await;
    assert_eq!(small.headers()["content-encoding"], "gzip");
    assert_eq!(small.headers()[ETAG], tag);
    for coding in ["gzip", "identity"] {
        let known = Request::get("/tools").header(ACCEPT_ENCODING, coding);
        let known = ask(known.header(IF_NONE_MATCH, &tag)).await;
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED, "{coding}");
    }
}
