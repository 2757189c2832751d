//! Lists that are handed out while they are read.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use a2t::client::Client;
use a2t::client::middleware::Inner;
use futures_core::Stream;
use tower::ServiceExt as _;
use tower::layer::layer_fn;

use super::{client, many, serve};

async fn next<S: Stream>(mut stream: Pin<&mut S>) -> Option<S::Item> {
    poll_fn(|context| stream.as_mut().poll_next(context)).await
}

#[tokio::test]
async fn a_stream_hands_out_what_the_list_has_in_its_order() {
    let vendor = serve(many(250)).await;
    let client = client(&vendor);
    let mut stream = pin!(client.tools_stream());
    let mut names = Vec::new();
    while let Some(tool) = next(stream.as_mut()).await {
        names.push(tool.unwrap().name);
    }
    let listed = client.tools().await.unwrap();
    assert_eq!(names, listed.into_iter().map(|tool| tool.name).collect::<Vec<_>>());
    assert!(next(stream).await.is_none());

    let id = many(1)[0].tool_id;
    let mut versions = client.versions_stream(id);
    assert_eq!(versions.next().await.unwrap().unwrap().tool_id, id);
    assert!(versions.next().await.is_none());
}

#[tokio::test]
async fn a_page_is_asked_for_when_the_one_before_was_taken() {
    let vendor = serve(many(150)).await;
    let requests = Arc::new(AtomicUsize::new(0));
    let seen = requests.clone();
    let counting = layer_fn(move |inner: Inner| {
        let seen = seen.clone();
        inner.map_request(move |request| {
            seen.fetch_add(1, Ordering::Relaxed);
            request
        })
    });
    let client = Client::builder(vendor.url()).layer(counting).build().unwrap();
    let mut stream = client.tools_stream();
    let mut asked = Vec::new();
    while let Some(tool) = stream.next().await {
        tool.unwrap();
        asked.push(requests.load(Ordering::Relaxed));
    }
    assert_eq!(asked, [[1; 100].as_slice(), &[2; 50]].concat());
}

#[tokio::test]
async fn an_error_ends_a_stream() {
    let vendor = serve(many(1)).await;
    let mut stream = client(&vendor).versions_stream(many(2)[1].tool_id);
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!(error.status(), Some(404), "{error}");
    assert!(stream.next().await.is_none());
}
