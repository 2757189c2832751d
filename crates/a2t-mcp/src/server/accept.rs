//! The media types that a client accepts. MCP requires clients to accept both JSON and event streams. Replies here
//! are JSON, so clients whose `Accept` header names only JSON, accepts anything, or is missing are answered as well.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use http_body_util::{BodyExt, Full};

use crate::server::refuse::Reply;

const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const STREAM: &str = "text/event-stream";

/// Kinds of replies that a client accepts.
pub(crate) struct Accepted {
    pub(crate) json: bool,
    /// Streams of events.
    streams: bool,
}

impl Accepted {
    /// Reads what a request accepts. A request that accepts JSON is passed on as one that accepts both, as the SDK
    /// requires.
    pub(crate) fn take(parts: &mut Parts) -> Self {
        let mut lines = parts.headers.get_all(ACCEPT).iter();
        if lines.next() == Some(&BOTH) && lines.next().is_none() {
            return Self { json: true, streams: true };
        }
        let takes = |media_type: &str| accepts(&parts.headers, media_type);
        let (json, streams) = (takes("application/json"), takes(STREAM));
        if json && parts.method == Method::POST {
            parts.headers.insert(ACCEPT, BOTH);
        }
        Self { json, streams }
    }

    /// Returns the reply, unless it is a stream that the client does not accept.
    pub(crate) fn check(&self, reply: Reply) -> Reply {
        let is_stream = reply.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == STREAM);
        if self.streams || !is_stream {
            return reply;
        }
        let mut refused = Reply::new(Full::new(Bytes::new()).boxed());
        *refused.status_mut() = StatusCode::NOT_ACCEPTABLE;
        refused
    }
}

/// Returns `true` if there is no header, or if the most specific range that contains the media type has a weight
/// above zero (RFC 9110, 12.5.1).
fn accepts(headers: &HeaderMap, media_type: &str) -> bool {
    let mut lines = headers.get_all(ACCEPT).iter().peekable();
    if lines.peek().is_none() {
        return true;
    }
    let kind = media_type.split('/').next().unwrap_or_default();
    let ranges = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
    let fitting = ranges.filter_map(|range| {
        let (range, parameters) = range.split_once(';').unwrap_or((range, ""));
        let range = range.trim();
        let rank = match range.split_once('/')? {
            _ if range.eq_ignore_ascii_case(media_type) => 2,
            (of, "*") if of.eq_ignore_ascii_case(kind) => 1,
            ("*", "*") => 0,
            _ => return None,
        };
        Some((rank, !is_refused(parameters)))
    });
    fitting.max_by_key(|(rank, _)| *rank).is_some_and(|(_, accepted)| accepted)
}

/// Returns `true` if the parameters have a weight of zero.
fn is_refused(parameters: &str) -> bool {
    parameters.split(';').filter_map(|parameter| parameter.split_once('=')).any(|(name, value)| {
        name.trim().eq_ignore_ascii_case("q") && value.trim().parse() == Ok(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_specific_range_counts() {
        for (line, expected) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("text/html, application/json;q=0.1", true),
            ("application/*", true),
            ("*/*", true),
            ("text/event-stream", false),
            ("text/*", false),
            ("application/json;q=0", false),
            ("*/*, application/json; q=0.000", false),
            ("*/*;q=0, application/*", true),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, HeaderValue::from_static(line));
            assert_eq!(accepts(&headers, "application/json"), expected, "{line}");
        }
        assert!(accepts(&HeaderMap::new(), "application/json"));
    }
}
