//! The address of a client behind proxies that the program trusts.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts};
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderName};

const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Address of the client, as the connection has it, or as the proxies tell it that the
/// [`Server`](crate::Server::trusted_proxy) trusts. A tool takes it as a context; `Option` where the program's
/// own server may not know it.
///
/// ```
/// use a2t::ClientAddress;
///
/// /// Tells the caller where it calls from.
/// ///
/// /// # Returns
/// /// The address.
/// #[a2t::tool(version = 1)]
/// async fn whereabouts(#[a2t(context)] client: Option<ClientAddress>) -> Option<String> {
///     client.map(|ClientAddress(address)| address.to_string())
/// }
/// # let _ = a2t::toolset![whereabouts].into_router() as axum::Router;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// An address of IPv4 as itself, also where a listener for both versions has it as one of IPv6.
    fn at(address: IpAddr) -> Self {
        Self(address.to_canonical())
    }

    pub(super) fn of(extensions: &Extensions) -> Option<Self> {
        let connected = || Some(Self::at(extensions.get::<ConnectInfo<SocketAddr>>()?.ip()));
        extensions.get().copied().or_else(connected)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = (http::StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let words = "the server does not know the client's address: serve it with `a2t::Server`, or by \
                     `into_make_service_with_connect_info`";
        Self::of(&parts.extensions).ok_or((http::StatusCode::INTERNAL_SERVER_ERROR, words))
    }
}

/// Networks of the proxies that a server trusts.
#[derive(Clone, Default)]
pub(super) struct Proxies(Vec<(Ipv6Addr, u8)>);

impl Proxies {
    pub(super) fn trust(&mut self, network: IpAddr, prefix: u8) {
        let prefix = if network.is_ipv4() { prefix.saturating_add(96) } else { prefix };
        self.0.push((mapped(network), prefix.min(128)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn knows(&self, address: IpAddr) -> bool {
        let address = mapped(address);
        let within = |(network, prefix): &(Ipv6Addr, u8)| {
            let differ = network.to_bits() ^ address.to_bits();
            differ.leading_zeros() >= u32::from(*prefix)
        };
        self.0.iter().any(within)
    }

    /// The last address on the way to this server that is no trusted proxy's. Where both headers tell
    /// one and they differ, one of them was the client's idea: then it is the proxy's.
    pub(super) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        if !self.knows(peer) {
            return ClientAddress::at(peer);
        }
        let by = |name: &HeaderName, address: fn(&str) -> Option<IpAddr>| {
            headers
                .contains_key(name)
                .then(|| self.last(peer, headers, name, address).to_canonical())
        };
        let (standard, common) = (by(&FORWARDED, of_element), by(&X_FORWARDED_FOR, of_node));
        let told = match (standard, common) {
            (Some(standard), Some(common)) if standard != common => peer,
            (Some(told), _) | (None, Some(told)) => told,
            (None, None) => peer,
        };
        ClientAddress::at(told)
    }

    fn last(
        &self,
        peer: IpAddr,
        headers: &HeaderMap,
        name: &HeaderName,
        address: fn(&str) -> Option<IpAddr>,
    ) -> IpAddr {
        let lines: Vec<&str> =
            headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default()).collect();
        let nodes = lines.iter().rev().flat_map(|line| line.rsplit(',')).map(address);
        let mut client = peer;
        for node in nodes {
            // Something else than an address hides whoever stands before it.
            let Some(node) = node else { break };
            client = node;
            if !self.knows(node) {
                break;
            }
        }
        client
    }
}

fn mapped(address: IpAddr) -> Ipv6Addr {
    match address {
        IpAddr::V4(four) => four.to_ipv6_mapped(),
        IpAddr::V6(six) => six,
    }
}

/// The `for` of an element of `Forwarded` (RFC 7239, 4), which may be in quotes.
fn of_element(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    let quoted = node.strip_prefix('"').and_then(|node| node.strip_suffix('"'));
    of_node(quoted.unwrap_or(node))
}

/// An address, with a port or without (RFC 7239, 6).
fn of_node(node: &str) -> Option<IpAddr> {
    let node = node.trim();
    let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    bare.parse().ok().or_else(|| Some(node.parse::<SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, lines: &[(&'static str, &'static str)]) -> String {
        let mut proxies = Proxies::default();
        proxies.trust([10, 0, 0, 0].into(), 8);
        proxies.trust(Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, 0).into(), 8);
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, http::HeaderValue::from_static(value));
        }
        let peer = peer.parse().unwrap_or(IpAddr::from([0, 0, 0, 0]));
        proxies.client(peer, &headers).0.to_string()
    }

    #[test]
    fn what_strangers_say_of_themselves_is_not_believed() {
        for header in ["forwarded", "x-forwarded-for"] {
            assert_eq!(client("192.0.2.1", &[(header, "198.51.100.7")]), "192.0.2.1");
            assert_eq!(client("192.0.2.1", &[(header, "for=198.51.100.7")]), "192.0.2.1");
        }
        // The client wrote the first address, the proxy the second.
        let told = [("x-forwarded-for", "1.1.1.1, 198.51.100.7")];
        assert_eq!(client("10.0.0.1", &told), "198.51.100.7");
        let told = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(client("10.0.0.1", &told), "198.51.100.7");
        let told = [("forwarded", "for=1.1.1.1, for=198.51.100.7;proto=https")];
        assert_eq!(client("10.0.0.1", &told), "198.51.100.7");
        // The proxy wrote one header, and let the other pass.
        let told = [("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=1.1.1.1")];
        assert_eq!(client("10.0.0.1", &told), "10.0.0.1");
    }

    #[test]
    fn proxies_that_are_trusted_are_passed_over() {
        let told = [("x-forwarded-for", "198.51.100.7, 10.9.9.9, 10.0.0.2")];
        assert_eq!(client("10.0.0.1", &told), "198.51.100.7");
        assert_eq!(client("fd00::1", &[("x-forwarded-for", "2001:db8::7")]), "2001:db8::7");
        assert_eq!(client("::ffff:10.0.0.1", &[("x-forwarded-for", "2001:db8::7")]), "2001:db8::7");
        assert_eq!(client("::ffff:192.0.2.1", &[]), "192.0.2.1");
        assert_eq!(client("::ffff:10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[("x-forwarded-for", "10.0.0.3")]), "10.0.0.3");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn nodes_are_read_as_rfc_7239_writes_them() {
        let told = |value| client("10.0.0.1", &[("forwarded", value)]);
        assert_eq!(told("for=192.0.2.43"), "192.0.2.43");
        assert_eq!(told("For=\"[2001:db8:cafe::17]:4711\""), "2001:db8:cafe::17");
        assert_eq!(told("proto=http; for=\"192.0.2.60:80\" ;by=203.0.113.43"), "192.0.2.60");
        for hidden in
            ["for=unknown", "for=_hidden", "for=\"_mdn\"", "by=1.1.1.1", "", "for=1.1.1.1.1"]
        {
            assert_eq!(told(hidden), "10.0.0.1", "{hidden}");
        }
        let common = |value| client("10.0.0.1", &[("x-forwarded-for", value)]);
        assert_eq!(common("192.0.2.43:1234"), "192.0.2.43");
        assert_eq!(common("[2001:db8::1]:443"), "2001:db8::1");
        assert_eq!(common("::ffff:192.0.2.43"), "192.0.2.43");
        assert_eq!(common("1.1.1.1, localhost"), "10.0.0.1");
    }
}
