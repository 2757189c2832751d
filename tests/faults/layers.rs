//! Middleware and tokens of the program's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use a2t::client::middleware::{BoxError, NotSent, Request};
use a2t::client::{Kind, Retry};
use http::header::AUTHORIZATION;
use http::{HeaderValue, StatusCode};
use tower::layer::layer_fn;
use tower::{Service as _, ServiceExt as _, service_fn};

use super::vendor::{Vendor, reply};
use super::{REPLY, call};

#[tokio::test]
async fn a_layer_sees_each_attempt_and_the_first_one_given_is_outermost() {
    let replies = [reply("429 Busy", "", ""), reply("200 OK", "", REPLY)];
    let vendor = Vendor::raw(replies).await;
    let marked = |mark: &'static str| {
        layer_fn(move |inner: a2t::client::middleware::Inner| {
            inner.map_request(move |mut request: Request| {
                request.headers_mut().append("x-mark", HeaderValue::from_static(mark));
                request
            })
        })
    };
    let builder = super::builder(&vendor.url).bearer_token("s3cret");
    let client = builder.layer(marked("outer")).layer(marked("inner")).build();
    call(&client.unwrap()).await.unwrap();
    for request in vendor.requests() {
        assert!(request.contains("x-mark: outer\r\nx-mark: inner\r\n"), "{request}");
        assert!(request.contains("authorization: Bearer s3cret\r\n"), "{request}");
    }
    assert_eq!(vendor.requests().len(), 2);
}

/// What a program with expiring credentials does: a token in hand until the server refuses it.
#[tokio::test]
async fn a_layer_refreshes_credentials_and_sends_the_request_again() {
    let replies = [reply("401 Unauthorized", "", ""), reply("200 OK", "", REPLY)];
    let vendor = Vendor::raw(replies).await;
    let fetched = Arc::new(AtomicUsize::new(0));
    let tokens = fetched.clone();
    let refreshing = layer_fn(move |inner: a2t::client::middleware::Inner| {
        let tokens = tokens.clone();
        service_fn(move |request: Request| {
            let (mut inner, tokens) = (inner.clone(), tokens.clone());
            async move {
                let (parts, body) = request.into_parts();
                let body = body.as_bytes().unwrap().to_vec();
                let mut attempt = || {
                    let mut request = Request::from_parts(parts.clone(), body.clone().into());
                    let token = format!("Bearer t{}", tokens.load(Ordering::Relaxed));
                    request.headers_mut().insert(AUTHORIZATION, token.parse().unwrap());
                    inner.call(request)
                };
                let response = attempt().await?;
                if response.status() != StatusCode::UNAUTHORIZED {
                    return Ok(response);
                }
                tokens.fetch_add(1, Ordering::Relaxed);
                attempt().await
            }
        })
    });
    let client = super::builder(&vendor.url).layer(refreshing).build();
    call(&client.unwrap()).await.unwrap();
    let requests = vendor.requests();
    assert!(requests[0].contains("authorization: Bearer t0"), "{}", requests[0]);
    assert!(requests[1].contains("authorization: Bearer t1"), "{}", requests[1]);
}

#[tokio::test]
async fn errors_of_a_layer_report_whether_the_tool_may_have_run() {
    let failing = |fails: fn() -> BoxError| {
        let layer = layer_fn(move |_| {
            service_fn(move |_: Request| async move {
                Err::<a2t::client::middleware::Response, _>(fails())
            })
        });
        super::builder("http://127.0.0.1").layer(layer).build().unwrap()
    };
    let error = call(&failing(|| "boom".into())).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Interrupted { .. }), "{error}");
    assert!(error.is_outcome_unknown());
    let error = call(&failing(|| NotSent::new("no token").into())).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::NotSent { .. }), "{error}");
    assert!(error.is_retryable() && !error.is_outcome_unknown());
    assert!(error.to_string().ends_with("nothing was sent: no token"), "{error}");
}

#[tokio::test]
async fn a_connection_that_fails_below_a_layer_is_still_distinguished() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let same = layer_fn(|inner: a2t::client::middleware::Inner| inner);
    let client = super::builder(url).layer(same).retry(Retry::Never).build();
    let error = call(&client.unwrap()).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
}

#[tokio::test]
async fn a_token_is_asked_for_with_each_attempt() {
    let vendor = Vendor::raw([reply("429 Busy", "", ""), reply("200 OK", "", REPLY)]).await;
    let number = AtomicUsize::new(0);
    let client = super::builder(&vendor.url).bearer_token_from(move || {
        let number = number.fetch_add(1, Ordering::Relaxed);
        async move { Ok(format!("t{number}")) }
    });
    call(&client.build().unwrap()).await.unwrap();
    let requests = vendor.requests();
    assert!(requests[0].contains("authorization: Bearer t0\r\n"), "{}", requests[0]);
    assert!(requests[1].contains("authorization: Bearer t1\r\n"), "{}", requests[1]);
}

#[tokio::test]
async fn a_token_that_is_not_to_be_had_ends_the_call_before_the_wire() {
    let vendor = Vendor::ok([REPLY]).await;
    let away = || async { Err::<String, BoxError>("the token endpoint is away".into()) };
    let client = super::builder(&vendor.url).bearer_token_from(away).build();
    let error = call(&client.unwrap()).await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("nothing was sent, as there is no token: the token endpoint is away"),
        "{error}"
    );
    let broken = || async { Ok("a\nb".to_owned()) };
    let client = super::builder(&vendor.url).bearer_token_from(broken).build();
    let error = call(&client.unwrap()).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Header { .. }), "{error}");
    assert!(vendor.requests().is_empty());

    let remote = super::builder("http://api.weather.example").bearer_token_from(away);
    let error = remote.build().unwrap_err();
    assert!(matches!(error.kind(), Kind::Unencrypted { .. }), "{error}");
}
