//! Heads that are refused: by this server before its router sees them, and by hyper, whose replies
//! have no body, in words.

use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::telemetry::RequestId;
use http::header::{HOST, TRANSFER_ENCODING};
use http::{HeaderMap, Request, Version};
use hyper::body::Incoming;

use crate::endpoints::heading::Found;

/// Bytes of hyper's reply to a head that it does not take, from the status to the date.
const BARE: &[u8] = b"connection: close\r\ncontent-length: 0\r\n";
const VERSION: &[u8] = b"HTTP/1.1 ";

/// The host that is asked, if there is one; refuses what readers of HTTP could read in two ways
/// (RFC 9112, 3.2 and 6.1; RFC 9113, 8.3.1).
pub(crate) fn check(
    request: &Request<Incoming>,
    has_body: bool,
) -> Result<Option<&[u8]>, Box<Problem>> {
    let refuse = |detail| Err(Box::new(Problem::new(Kind::MalformedRequest, detail)));
    let (hosts, codings) = named(request.headers());
    let host = match hosts {
        Found::Nothing => None,
        Found::One(host) => Some(host.as_bytes()),
        Found::Several => return refuse("the request has several Host headers: send one"),
    };
    if has_body && !is_plain(codings) {
        return refuse("send the body with `Transfer-Encoding: chunked` or only a Content-Length");
    }
    let authority = || request.uri().authority().map(|authority| authority.as_str().as_bytes());
    match (request.version(), host) {
        (Version::HTTP_11, None) => {
            refuse("the request has no Host: add `Host: ` and the name of the server")
        }
        (Version::HTTP_2, host) => match (authority(), host) {
            (None, None) => refuse("the request has no `:authority`: add the name of the server"),
            (Some(asked), Some(host)) if !asked.eq_ignore_ascii_case(host) => {
                refuse("`:authority` and Host name different servers: send one of them")
            }
            (asked, host) => Ok(asked.or(host)),
        },
        (_, host) => Ok(host),
    }
}

/// Values of Host and of Transfer-Encoding.
fn named(headers: &HeaderMap) -> (Found<'_>, Found<'_>) {
    let (mut hosts, mut codings) = (Found::Nothing, Found::Nothing);
    for (name, value) in headers {
        if name == HOST {
            hosts.add(value);
        } else if name == TRANSFER_ENCODING {
            codings.add(value);
        }
    }
    (hosts, codings)
}

fn is_plain(codings: Found<'_>) -> bool {
    match codings {
        Found::Nothing => true,
        Found::One(coding) => coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked"),
        Found::Several => false,
    }
}

/// The reply that takes the place of these bytes, if they are hyper's reply to a head that it does
/// not take.
pub(crate) fn in_words(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.strip_prefix(VERSION)?;
    let (line, headers) =
        rest.split_at_checked(rest.iter().position(|byte| *byte == b'\n')? + 1)?;
    let date = headers.strip_prefix(BARE)?;
    let (kind, detail) = match line.get(..3)? {
        b"400" => (Kind::MalformedRequest, "the head of the request is not one of HTTP/1.1"),
        b"414" => (Kind::UriTooLong, "the path and its query are too long"),
        b"431" => (Kind::HeadTooLarge, "the head has too many lines or bytes: send fewer headers"),
        _ => return None,
    };
    let id = RequestId::fresh();
    let body = Problem::new(kind, detail).with_request_id(id.as_str()).to_json();
    let media = format!(
        "connection: close\r\ncontent-type: {}\r\ncontent-length: {}\r\nx-request-id: {id}\r\n",
        Problem::MEDIA_TYPE,
        body.len()
    );
    date.ends_with(b"\r\n\r\n").then(|| [VERSION, line, media.as_bytes(), date, &body].concat())
}
