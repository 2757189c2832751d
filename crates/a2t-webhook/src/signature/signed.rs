//! Id, time and signatures of a message: three headers of the request.

use std::fmt;

/// Header of the message's id, which every attempt to deliver it has.
pub const ID: &str = "webhook-id";
/// Header of the time of the attempt, in seconds since 1970.
pub const TIMESTAMP: &str = "webhook-timestamp";
/// Header of the signatures, with blanks between them.
pub const SIGNATURE: &str = "webhook-signature";

/// Maximum number of bytes of an id.
pub const ID_MAX: usize = 255;

/// The three headers of a message, as they were made, or received and not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Id: 1 to 255 visible characters of ASCII without a dot, which stands between what is signed.
    pub id: String,
    /// Time in seconds since 1970, in decimal digits.
    pub timestamp: String,
    /// Signatures: `v1,…` and `v1a,…`, with blanks between them.
    pub signature: String,
}

/// An id that is not 1 to 255 visible characters of ASCII without a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageIdError;

impl Signed {
    /// Returns the names and values of the headers.
    pub fn headers(&self) -> [(&'static str, String); 3] {
        let Self { id, timestamp, signature } = self.clone();
        [(ID, id), (TIMESTAMP, timestamp), (SIGNATURE, signature)]
    }

    /// Returns the three headers of a request, by a function that finds the value of a name.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use a2t_webhook::signature::Signed;
    ///
    /// let headers = HashMap::from([("webhook-id", "msg_1"), ("webhook-timestamp", "1674087231")]);
    /// assert_eq!(Signed::from_headers(|name| headers.get(name).copied()), None);
    /// ```
    pub fn from_headers<'v>(find: impl Fn(&str) -> Option<&'v str>) -> Option<Self> {
        let value = |name: &str| find(name).map(str::to_owned);
        Some(Self { id: value(ID)?, timestamp: value(TIMESTAMP)?, signature: value(SIGNATURE)? })
    }
}

pub(crate) fn check_id(id: &str) -> Result<(), MessageIdError> {
    let fits = (1..=ID_MAX).contains(&id.len());
    let visible = |byte: u8| byte.is_ascii_graphic() && byte != b'.';
    if fits && id.bytes().all(visible) { Ok(()) } else { Err(MessageIdError) }
}

/// The parts that a signature covers, in order.
pub(crate) fn content<'c>(id: &'c str, timestamp: &'c str, body: &'c [u8]) -> [&'c [u8]; 5] {
    [id.as_bytes(), b".", timestamp.as_bytes(), b".", body]
}

impl fmt::Display for MessageIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the id is not 1 to {ID_MAX} visible characters of ASCII without a dot")
    }
}

impl std::error::Error for MessageIdError {}
