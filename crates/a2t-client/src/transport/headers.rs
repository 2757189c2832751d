//! Headers that the program sets for every request, without those that the client writes itself.

use http::header::{
    ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_TYPE, EXPECT, HOST, HeaderMap, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING,
    UPGRADE, USER_AGENT,
};

use crate::error::{Error, Kind, Result};

/// Headers of which a request has one: a later one takes the place of an earlier one.
const SINGLE: [HeaderName; 3] = [AUTHORIZATION, HOST, USER_AGENT];

/// Headers of the message, which the client's own form of it decides.
const OF_THE_MESSAGE: [HeaderName; 3] = [ACCEPT, CONTENT_TYPE, CONTENT_ENCODING];

/// Headers by which one hop frames messages and holds its connection (RFC 9110, sections 7.6.1 and
/// 10.1.1; RFC 9112, section 6). A wrong one makes two servers read different requests.
const OF_THE_CONNECTION: [HeaderName; 9] = [
    CONNECTION,
    CONTENT_LENGTH,
    EXPECT,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// Adds a header; its value is not shown by `Debug`.
pub(crate) fn add(headers: &mut HeaderMap, name: &str, value: &str) -> Result<()> {
    let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
    let Some((name, mut value)) = header else {
        return Err(Error::new(Kind::Header { name: name.to_owned() }));
    };
    if let Some(help) = own(&name) {
        return Err(Error::setup(format!("the header `{name}` is the client's own; {help}")));
    }
    value.set_sensitive(true);
    if SINGLE.contains(&name) {
        headers.insert(name, value);
    } else {
        headers.append(name, value);
    }
    Ok(())
}

/// Help for a header that the client writes itself; `None` for any other.
fn own(name: &HeaderName) -> Option<&'static str> {
    if OF_THE_CONNECTION.contains(name) {
        return Some(
            "leave it out: the connection writes it (`pool_idle_timeout` sets how long one is kept)",
        );
    }
    if OF_THE_MESSAGE.contains(name) {
        return Some("leave it out: requests and replies are JSON");
    }
    if *name == ACCEPT_ENCODING {
        return Some("leave it out: replies are not unpacked");
    }
    (name.as_str() == "idempotency-key")
        .then_some("give a call its key with `Sending::idempotency_key`")
}
