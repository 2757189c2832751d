//! The address of a client behind proxies that the program trusts.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts};
use http::header::GetAll;
use http::request::Parts;
use http::{Extensions, HeaderMap, HeaderName, HeaderValue};

const FORWARDED: HeaderName = HeaderName::from_static("forwarded");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Address of the client, as the connection has it, or as the proxies report it that the
/// [`Server`](crate::Server::trusted_proxy) trusts. A tool takes it as a context; take it as an
/// `Option` if your own server may not know it, or a proxy may not report it (`unknown`, or
/// something else than an address).
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

    pub(crate) fn from_extensions(extensions: &Extensions) -> Option<Self> {
        let connected = || {
            let is_known = extensions.get::<UnknownClient>().is_none();
            let peer = extensions.get::<ConnectInfo<SocketAddr>>().filter(|_| is_known)?;
            Some(Self::at(peer.ip()))
        };
        extensions.get().copied().or_else(connected)
    }
}

/// A client that the trusted proxy did not report.
#[derive(Clone, Copy)]
struct UnknownClient;

impl<S: Sync> OptionalFromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Infallible> {
        Ok(Self::from_extensions(&parts.extensions))
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = (http::StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let words = match parts.extensions.get::<UnknownClient>() {
            None => {
                "the server does not know the client's address: serve it with `a2t::Server`, or by \
                 `into_make_service_with_connect_info`"
            }
            Some(UnknownClient) => {
                "the trusted proxy did not report the client's address: have it append the address to \
                 `X-Forwarded-For` or `Forwarded`, and remove the other header"
            }
        };
        Self::from_extensions(&parts.extensions)
            .ok_or((http::StatusCode::INTERNAL_SERVER_ERROR, words))
    }
}

/// Networks of the proxies that a server trusts.
#[derive(Clone, Default)]
pub(crate) struct Proxies(Vec<(Ipv6Addr, u8)>);

impl Proxies {
    pub(crate) fn trust(&mut self, network: IpAddr, prefix: u8) {
        let prefix = if network.is_ipv4() { prefix.saturating_add(96) } else { prefix };
        self.0.push((mapped(network), prefix));
    }

    /// Returns what is wrong with a network that has more bits than an address.
    pub(crate) fn fault(&self) -> Option<String> {
        self.0.iter().find(|(_, prefix)| *prefix > 128).map(|(network, _)| {
            let network = network.to_canonical();
            let most = if network.is_ipv4() { 32 } else { 128 };
            format!(
                "the network of {network} in `Server::trusted_proxy` has a prefix of more than {most} \
                 bits"
            )
        })
    }

    /// Adds the address of the client to the extensions of its request.
    pub(crate) fn note(&self, peer: IpAddr, headers: &HeaderMap, extensions: &mut Extensions) {
        match self.client(peer, headers) {
            Some(client) => drop(extensions.insert(client)),
            None => drop(extensions.insert(UnknownClient)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
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

    /// Returns the last address on the way to this server that is not a trusted proxy's. `None` if a proxy reported
    /// something else than an address, or if the two headers name different clients, because one of them was the
    /// client's idea.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Option<ClientAddress> {
        if !self.knows(peer) {
            return Some(ClientAddress::at(peer));
        }
        let by = |name: &HeaderName, address: fn(&[u8]) -> Option<IpAddr>| {
            headers.contains_key(name).then(|| self.last(headers.get_all(name), address))
        };
        let client = match (by(&FORWARDED, of_element), by(&X_FORWARDED_FOR, of_node)) {
            (Some(standard), Some(common)) if standard != common => None,
            (Some(client), _) | (None, Some(client)) => client,
            // The request is the proxy's own, such as a probe.
            (None, None) => Some(peer),
        };
        client.map(ClientAddress::at)
    }

    /// Walks the elements of all lines from the last one, which the nearest proxy wrote.
    fn last(
        &self,
        lines: GetAll<'_, HeaderValue>,
        address: fn(&[u8]) -> Option<IpAddr>,
    ) -> Option<IpAddr> {
        let lines: Vec<&[u8]> = lines.iter().map(HeaderValue::as_bytes).collect();
        let elements = lines.iter().rev().flat_map(|line| line.rsplit(|byte| *byte == b','));
        let mut client = None;
        // Empty elements have no meaning (RFC 9110, 5.6.1).
        for element in elements.map(<[u8]>::trim_ascii).filter(|element| !element.is_empty()) {
            // Something else than an address hides the clients before it.
            let known = address(element)?.to_canonical();
            client = Some(known);
            if !self.knows(known) {
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
fn of_element(element: &[u8]) -> Option<IpAddr> {
    let element = str::from_utf8(element).ok()?;
    let pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut nodes = pairs.filter(|(name, _)| name.eq_ignore_ascii_case("for"));
    let (Some((_, node)), None) = (nodes.next(), nodes.next()) else {
        return None;
    };
    let quoted = node.strip_prefix('"').and_then(|node| node.strip_suffix('"'));
    of_node(quoted.unwrap_or(node).as_bytes())
}

/// An address, with a port or without (RFC 7239, 6). Addresses of IPv6 have brackets, or no port.
fn of_node(node: &[u8]) -> Option<IpAddr> {
    let node = str::from_utf8(node).ok()?.trim();
    if let Ok(address) = node.parse() {
        return Some(address);
    }
    let (address, port) = match node.strip_prefix('[') {
        Some(rest) => {
            let (six, rest) = rest.split_once(']')?;
            (IpAddr::V6(six.parse().ok()?), rest)
        }
        None => {
            let (four, _) = node.split_once(':')?;
            (IpAddr::V4(four.parse().ok()?), node.get(four.len()..)?)
        }
    };
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_port)).then_some(address)
}

/// Returns `true` for a port, or for the name that a proxy gives it.
fn is_port(port: &str) -> bool {
    match port.strip_prefix('_') {
        Some(name) => {
            let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
            !name.is_empty() && name.bytes().all(is_of_name)
        }
        None => port.len() <= 5 && port.parse::<u16>().is_ok() && !port.starts_with('+'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, lines: &[(&'static str, &'static str)]) -> String {
        let lines: Vec<_> = lines.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
        client_of_bytes(peer, &lines)
    }

    fn client_of_bytes(peer: &str, lines: &[(&'static str, &[u8])]) -> String {
        let mut proxies = Proxies::default();
        proxies.trust([10, 0, 0, 0].into(), 8);
        proxies.trust(Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, 0).into(), 8);
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_bytes(value).unwrap());
        }
        let peer = peer.parse().unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let client = proxies.client(peer, &headers);
        client.map_or("unknown".to_owned(), |ClientAddress(client)| client.to_string())
    }

    #[test]
    fn what_strangers_say_of_themselves_is_not_believed() {
        for header in ["forwarded", "x-forwarded-for"] {
            assert_eq!(client("192.0.2.1", &[(header, "198.51.100.7")]), "192.0.2.1");
            assert_eq!(client("192.0.2.1", &[(header, "for=198.51.100.7")]), "192.0.2.1");
        }
        // The client wrote the first address, the proxy the second.
        let headers = [("x-forwarded-for", "1.1.1.1, 198.51.100.7")];
        assert_eq!(client("10.0.0.1", &headers), "198.51.100.7");
        let headers = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(client("10.0.0.1", &headers), "198.51.100.7");
        let headers = [("forwarded", "for=1.1.1.1, for=198.51.100.7;proto=https")];
        assert_eq!(client("10.0.0.1", &headers), "198.51.100.7");
        // The proxy wrote one header, and let the other pass.
        let headers = [("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=1.1.1.1")];
        assert_eq!(client("10.0.0.1", &headers), "unknown");
    }

    #[test]
    fn proxies_that_are_trusted_are_passed_over() {
        let headers = [("x-forwarded-for", "198.51.100.7, 10.9.9.9, 10.0.0.2")];
        assert_eq!(client("10.0.0.1", &headers), "198.51.100.7");
        assert_eq!(client("fd00::1", &[("x-forwarded-for", "2001:db8::7")]), "2001:db8::7");
        assert_eq!(client("::ffff:10.0.0.1", &[("x-forwarded-for", "2001:db8::7")]), "2001:db8::7");
        assert_eq!(client("::ffff:192.0.2.1", &[]), "192.0.2.1");
        assert_eq!(client("::ffff:10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[("x-forwarded-for", "10.0.0.3")]), "10.0.0.3");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn nodes_are_read_as_rfc_7239_writes_them() {
        let client_of = |value| client("10.0.0.1", &[("forwarded", value)]);
        assert_eq!(client_of("for=192.0.2.43"), "192.0.2.43");
        assert_eq!(client_of("For=\"[2001:db8:cafe::17]:4711\""), "2001:db8:cafe::17");
        assert_eq!(client_of("proto=http; for=\"192.0.2.60:80\" ;by=203.0.113.43"), "192.0.2.60");
        for hidden in
            ["for=unknown", "for=_hidden", "for=\"_mdn\"", "by=1.1.1.1", "for=1.1.1.1;for=2.2.2.2"]
        {
            assert_eq!(client_of(hidden), "unknown", "{hidden}");
        }
        let common = |value| client("10.0.0.1", &[("x-forwarded-for", value)]);
        assert_eq!(common("192.0.2.43:1234"), "192.0.2.43");
        assert_eq!(common("[2001:db8::1]:443"), "2001:db8::1");
        assert_eq!(common("::ffff:192.0.2.43"), "192.0.2.43");
        assert_eq!(common("192.0.2.43:_port"), "192.0.2.43");
        assert_eq!(common("[2001:db8::1]:_p.1"), "2001:db8::1");
        for wrong in [
            "1.1.1.1, localhost",
            "1.1.1.1.1",
            "192.0.2.43:",
            "192.0.2.43:99999",
            "192.0.2.43:+80",
            "[2001:db8::1",
            "2001:db8::1]",
            "[2001:db8::1]443",
            "[192.0.2.43]",
            "192.0.2.43:_",
            "192.0.2.043",
            "2001:db8::1%eth0",
            "1.1.1.1 2.2.2.2",
            "unknown",
            "_hidden",
        ] {
            assert_eq!(common(wrong), "unknown", "{wrong}");
        }
    }

    #[test]
    fn bytes_of_a_client_void_nothing_that_a_proxy_wrote() {
        for bytes in [&b"\xff"[..], b"1.1.1.1\xe9", b"\x80, \"", b"for=\"", b",,", b"a;b=c"] {
            for (name, own) in [
                ("x-forwarded-for", &b"198.51.100.7"[..]),
                ("forwarded", b"for=198.51.100.7;proto=https"),
            ] {
                // As one line that the proxy appended to, and as a separate line.
                let appended = [bytes, b", ", own].concat();
                assert_eq!(client_of_bytes("10.0.0.1", &[(name, &appended)]), "198.51.100.7");
                let lines = [(name, bytes), (name, own)];
                assert_eq!(client_of_bytes("10.0.0.1", &lines), "198.51.100.7");
            }
        }
        // Behind two proxies.
        let line = b"\xff, 198.51.100.7, 10.0.0.2";
        assert_eq!(client_of_bytes("10.0.0.1", &[("x-forwarded-for", line)]), "198.51.100.7");
    }

    #[test]
    fn a_client_that_is_not_reported_is_never_taken_for_a_proxy() {
        for line in [&b"\xff"[..], b"198.51.100.7, \xff", b"\xff, 10.0.0.2", b"unknown, 10.0.0.2"] {
            assert_eq!(client_of_bytes("10.0.0.1", &[("x-forwarded-for", line)]), "unknown");
        }
        let lines: [(&str, &[u8]); 2] =
            [("x-forwarded-for", b"\xff"), ("forwarded", b"for=1.1.1.1")];
        assert_eq!(client_of_bytes("10.0.0.1", &lines), "unknown");
        for empty in ["", " ", ",", " , ,", "198.51.100.7,", "198.51.100.7, ,"] {
            let expected = if empty.contains('7') { "198.51.100.7" } else { "unknown" };
            assert_eq!(client("10.0.0.1", &[("x-forwarded-for", empty)]), expected, "{empty:?}");
        }
    }
}
