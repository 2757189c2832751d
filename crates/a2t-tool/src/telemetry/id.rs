//! The id of a request: the one that the caller sent if it is valid, else a new one where it is needed.

use std::fmt;

use a2t_core::wire::problem::{Problem, is_request_id};
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, HeaderName, HeaderValue, Response};

use super::random::random;
use crate::Fault;

/// Header that has the id of a request, in the request and in its reply.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request, by which callers and vendors refer to it: 1 to 128 visible ASCII characters.
///
/// It is the value of the request's `X-Request-Id` if that is a valid id, or else 32 hexadecimal digits.
/// A reply has the header if the request had it, if the reply is a problem, or if the call is traced.
/// Problems also have it in their member `request_id`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// Returns the id that the caller sent; `None` if it is not one, or if there are several.
    pub fn sent(headers: &HeaderMap) -> Option<Self> {
        // Names are compared by their kind first: cheaper than a hash where headers are few.
        let mut sent = headers.iter().filter(|(name, _)| **name == REQUEST_ID);
        let (_, value) = sent.next()?;
        let sane = sent.next().is_none() && is_request_id(value.as_bytes());
        sane.then(|| Self(value.clone()))
    }

    /// Creates a unique id.
    pub fn fresh() -> Self {
        let text = format!("{:016x}{:016x}", random(), random());
        Self(HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("0")))
    }

    /// Returns the id.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// Returns the id of the request, as the caller sent it; a fresh one, which the request has from
/// now on, if it sent none and `wanted` is set because one is needed before there is a reply.
#[inline]
pub fn settle(headers: &mut HeaderMap, wanted: bool) -> Option<RequestId> {
    let sent = RequestId::sent(headers);
    if sent.is_some() || !wanted {
        return sent;
    }
    let fresh = RequestId::fresh();
    headers.insert(REQUEST_ID, fresh.0.clone());
    Some(fresh)
}

/// Problem of a response, as an extension of it.
#[derive(Clone, Debug)]
pub struct ReplyProblem(pub Problem);

/// Gives the reply its id, to the caller that knows it already and to each whose request failed,
/// and writes it into the problem. For the code that made the reply: a layer may have changed its
/// body since.
pub fn mark<B: From<Vec<u8>>>(sent: Option<&RequestId>, response: &mut Response<B>) {
    let Some(id) = name(sent, response) else {
        return;
    };
    if let Some(ReplyProblem(problem)) = response.extensions_mut().get_mut::<ReplyProblem>()
        && problem.request_id().is_none()
        && is_request_id(id.0.as_bytes())
    {
        problem.set_request_id(Some(id.as_str().into()));
        let body = problem.to_json();
        if let Some(length) = response.headers_mut().get_mut(CONTENT_LENGTH) {
            *length = body.len().into();
        }
        *response.body_mut() = B::from(body);
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RequestId({self})")
    }
}

/// Gives the reply its id, only in its header; the id that it has then, if it has one.
pub fn name<B>(sent: Option<&RequestId>, response: &mut Response<B>) -> Option<RequestId> {
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    if sent.is_none() && !failed {
        return None;
    }
    let named = response.headers().get(REQUEST_ID).map(|named| RequestId(named.clone()));
    let id = named.or_else(|| sent.cloned()).unwrap_or_else(RequestId::fresh);
    response.headers_mut().insert(REQUEST_ID, id.0.clone());
    if let Some(fault) = response.extensions_mut().get_mut::<Fault>() {
        fault.set_request_id(&id);
    }
    Some(id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use a2t_core::wire::problem::Kind;

    use super::*;

    fn headers(ids: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for id in ids {
            headers.append(REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).unwrap());
        }
        headers
    }

    #[test]
    fn an_id_is_taken_if_it_is_one() {
        let longest = "x".repeat(128);
        for sane in ["7", "a-b_c:d/e", &longest] {
            assert_eq!(RequestId::sent(&headers(&[sane])).unwrap().as_str(), sane);
        }
        let long = "x".repeat(129);
        for wrong in ["", "two words", "caf\u{e9}", "tab\tbed", &long] {
            assert_eq!(RequestId::sent(&headers(&[wrong])), None, "{wrong}");
        }
        assert_eq!(RequestId::sent(&headers(&["a", "a"])), None);
    }

    #[test]
    fn a_fresh_id_is_made_where_one_is_wanted_and_never_twice() {
        let mut none = HeaderMap::new();
        assert_eq!(settle(&mut none, false), None);
        let mut wrong = headers(&["two words", "b"]);
        let id = settle(&mut wrong, true);
        assert_eq!(RequestId::sent(&wrong), id);
        let fresh: HashSet<_> = (0..10_000).map(|_| RequestId::fresh().to_string()).collect();
        assert!(fresh.len() == 10_000 && fresh.iter().all(|id| id.len() == 32));
    }

    #[test]
    fn problems_and_replies_to_those_who_sent_an_id_have_it() {
        let mut plain = Response::new(Vec::new());
        mark(None, &mut plain);
        assert!(plain.headers().is_empty());
        let id = RequestId::sent(&headers(&["7f9c"]));
        mark(id.as_ref(), &mut plain);
        assert_eq!(plain.headers()[REQUEST_ID], "7f9c");
        let problem = Problem::new(Kind::NotFound, "nothing");
        let mut failed = Response::new(problem.to_json());
        *failed.status_mut() = http::StatusCode::NOT_FOUND;
        failed.extensions_mut().insert(ReplyProblem(problem));
        mark(None, &mut failed);
        let reported = Problem::parse(404, failed.body()).request_id().unwrap().to_owned();
        assert_eq!(failed.headers()[REQUEST_ID], reported);
        mark(id.as_ref(), &mut failed);
        assert_eq!(failed.headers()[REQUEST_ID], reported);
    }
}
