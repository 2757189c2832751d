//! Response of a router to a raw request.

use std::fmt;

use a2t_core::error::inert;
use a2t_core::wire::problem::{Kind, Problem};
use a2t_server::Fault;
use bytes::Bytes;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::Value;

use crate::error::{self, CallError};

const PROBLEM: HeaderValue = HeaderValue::from_static(Problem::MEDIA_TYPE);

/// Response to a raw request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TestResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body's bytes.
    pub body: Bytes,
    /// Cause of a tool's failure, which a caller on the network does not get.
    pub fault: Option<Fault>,
}

impl TestResponse {
    /// Returns the body as JSON; `null` if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the body as text; what is not UTF-8 is replaced.
    ///
    /// ```
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(async {
    /// let router = axum::Router::new().route("/", axum::routing::get(async || "well"));
    /// let client = a2t::testing::TestClient::from_router(router);
    /// assert_eq!(client.get("/").await.text(), "well");
    /// # });
    /// ```
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn of_bad_path(path: &str, error: &dyn fmt::Display) -> Self {
        let detail = format!("`{}` is not a path: {error}", inert(path));
        Self {
            status: StatusCode::NOT_FOUND,
            headers: HeaderMap::from_iter([(CONTENT_TYPE, PROBLEM)]),
            body: Problem::new(Kind::NotFound, detail).to_json().into(),
            fault: None,
        }
    }

    pub(crate) fn into_error(self, asked: &str) -> CallError {
        let mut problem = Problem::parse(self.status.as_u16(), &self.body);
        let content_type = self.headers.get(CONTENT_TYPE);
        if content_type != Some(&PROBLEM) {
            let detail = std::mem::take(&mut problem.detail);
            problem.detail = unexplained(self.status, asked, &detail);
        } else if problem.detail.is_empty() {
            problem.detail = unexplained(self.status, asked, "");
        }
        CallError { fault: self.fault, ..CallError::new(problem) }
    }
}

/// Detail for an answer of the router itself, which is not problem details.
fn unexplained(status: StatusCode, asked: &str, detail: &str) -> String {
    let help = if status == StatusCode::NOT_FOUND { error::NESTED } else { "" };
    let colon = if detail.is_empty() { "" } else { ": " };
    format!("the router answered `{asked}` with {status}{help}{colon}{detail}")
}
