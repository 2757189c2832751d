//! The reason why a request does not go to a URL, without what is secret in it.

use std::fmt;
use std::net::IpAddr;

use crate::egress::Range;

/// A URL that requests do not go to: which one, why not, and the setting that would allow it.
///
/// It has no more of the URL than scheme, host and port, because path and query may hold tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyError {
    /// Scheme, host and port, such as `https://agent.example:9000`; empty if it is not a URL.
    pub origin: String,
    /// Reason for it.
    pub reason: Reason,
}

/// Reason why requests do not go to a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Not an absolute URL (RFC 3986), or one with blanks, control characters or backslashes, which
    /// readers of URLs disagree about.
    NotAUrl,
    /// More bytes than [`Policy::max_url_bytes`](crate::egress::Policy::max_url_bytes).
    TooLong(usize),
    /// A name that is not one of letters, digits, hyphens and underscores, with single dots.
    Host,
    /// Not `https`.
    Scheme,
    /// A user or a password before the host.
    Credentials,
    /// A port that is not on the list.
    Port(u16),
    /// An address that is not a public address of the internet.
    Address {
        /// The address that the host is, or has.
        address: IpAddr,
        /// The range that it is in.
        range: Range,
    },
    /// The name `localhost` has an address that is not this machine's.
    NotLocal(IpAddr),
    /// The request has credentials, and this proxy could read them: they are not encrypted.
    ReadByProxy(String),
}

impl PolicyError {
    pub(crate) fn new(origin: impl Into<String>, reason: Reason) -> Self {
        Self { origin: origin.into(), reason }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.origin {
            "" => write!(f, "the URL {}", self.reason),
            origin => write!(f, "{origin}: {}", self.reason),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAUrl => f.write_str(
                "is not an absolute URL without blanks, control characters and backslashes",
            ),
            Self::TooLong(max) => {
                write!(f, "is longer than {max} bytes; see `Policy::max_url_bytes`")
            }
            Self::Host => {
                f.write_str("is not the name of a host: letters, digits, hyphens and dots")
            }
            Self::Scheme => f.write_str("is not https; `Policy::allow_http` allows http"),
            Self::Credentials => f.write_str(
                "has a user or a password, which logs would keep; put a token into path or query",
            ),
            Self::Port(port) => {
                write!(f, "port {port} is not on the list; `Policy::allow_port` allows it")
            }
            Self::Address { address, range } => {
                let setting = if range.is_loopback() { "loopback" } else { "network" };
                let name = range.name;
                write!(f, "{address} is {name} ({range}); `Policy::allow_{setting}` allows it")
            }
            Self::ReadByProxy(proxy) => write!(
                f,
                "the proxy `{proxy}` could read the credentials of the request, as `http` is not \
                 encrypted; use an https address, or except the host with NO_PROXY"
            ),
            Self::NotLocal(address) => {
                write!(f, "{address} is not loopback, and `localhost` is only ever that (RFC 6761)")
            }
        }
    }
}

impl std::error::Error for PolicyError {}
