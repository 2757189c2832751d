//! A scripted failure becomes the response of a server that fails so.

use std::future::pending;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use a2t_core::wire::failure::{Failure, How};
use a2t_core::wire::problem::{Kind, Problem};
use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use http_body::Frame;

/// The response of a server that fails so. A timeout never responds.
pub(super) async fn response(failure: Failure) -> http::Response<Bytes> {
    let problem = match failure.how {
        How::Problem(problem) => problem,
        How::Tool(message) => Box::new(Problem::new(Kind::ToolRefused, message)),
        How::Timeout => pending().await,
        How::Disconnected | How::Interrupted => {
            let mut response = http::Response::new(Bytes::new());
            response.extensions_mut().insert(Broken);
            return response;
        }
    };
    let mut response = http::Response::new(Bytes::from(problem.to_json()));
    let status = StatusCode::from_u16(problem.status);
    *response.status_mut() = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(Problem::MEDIA_TYPE));
    if let Some(wait) = failure.retry_after {
        headers.insert(RETRY_AFTER, seconds(wait).into());
    }
    response
}

fn seconds(wait: Duration) -> u64 {
    let begun = u64::from(wait.subsec_nanos() > 0);
    wait.as_secs().saturating_add(begun)
}

/// Breaks the connection of a response that asks for it.
pub(super) async fn broken(response: Response) -> Response {
    if response.extensions().get::<Broken>().is_some() {
        Response::new(Body::new(Broken))
    } else {
        response
    }
}

/// Mark of a response whose connection breaks, and the body that breaks it.
#[derive(Clone, Copy)]
struct Broken;

impl HttpBody for Broken {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let broken = io::Error::from(io::ErrorKind::ConnectionReset);
        Poll::Ready(Some(Err(broken)))
    }
}
