//! Hosts and origins that a server answers to, because a web page can make a browser send requests
//! to the user's own machine under the page's name (DNS rebinding).

use std::net::IpAddr;

use a2t_core::error::inert;
use a2t_core::wire::problem::{Kind, Problem};
use http::header::ORIGIN;
use http::uri::Authority;
use http::{HeaderMap, Uri};

/// Host and origin allow lists of a server.
#[derive(Clone, Default)]
pub(crate) struct HostPolicy {
    hosts: Vec<String>,
    origins: Vec<String>,
    any_host: bool,
    any_origin: bool,
    /// The listener is one of the own machine, which only its user should reach.
    loopback: bool,
}

impl HostPolicy {
    pub(crate) fn allow_host(&mut self, host: String) {
        self.hosts.push(host.to_ascii_lowercase());
    }

    pub(crate) fn allow_any_host(&mut self) {
        self.any_host = true;
    }

    pub(crate) fn allow_origin(&mut self, origin: String) {
        self.origins.push(origin.to_ascii_lowercase());
    }

    pub(crate) fn allow_any_origin(&mut self) {
        self.any_origin = true;
    }

    /// Returns what is wrong with a host or an origin that no request can have.
    pub(crate) fn fault(&self) -> Option<String> {
        let host = self.hosts.iter().find(|host| !is_host(host)).map(|host| {
            let host = inert(host);
            format!(
                "no request has the host `{host}`: `Server::allow_host` takes a name such as \
                 `tools.example.com`, or a name and a port"
            )
        });
        host.or_else(|| {
            let origin = inert(self.origins.iter().find(|origin| !is_origin(origin))?);
            Some(format!(
                "no web page has the origin `{origin}`: `Server::allow_origin` takes a scheme and a host, such \
                 as `https://app.example.com`, without a path"
            ))
        })
    }

    /// The policy of a listener with this address.
    pub(crate) fn at(mut self, address: IpAddr) -> Self {
        self.loopback = address.to_canonical().is_loopback();
        self
    }

    /// Refuses requests for other hosts, and those of web pages of other origins.
    pub(crate) fn check(
        &self,
        host: Option<&[u8]>,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Box<Problem>> {
        let checks_hosts = !self.any_host && (self.loopback || !self.hosts.is_empty());
        if checks_hosts
            && let Some(host) = host
            && !is_own(host)
        {
            self.check_host(str::from_utf8(host).unwrap_or_default())?;
        }
        if checks_hosts && let Some(authority) = uri.authority() {
            self.check_host(authority.as_str())?;
        }
        let checks_origins = !self.any_origin && (self.loopback || !self.origins.is_empty());
        if checks_origins && headers.contains_key(ORIGIN) {
            self.check_origins(host, headers)?;
        }
        Ok(())
    }

    fn check_origins(&self, host: Option<&[u8]>, headers: &HeaderMap) -> Result<(), Box<Problem>> {
        let host = host.map(|host| str::from_utf8(host).unwrap_or_default());
        let mut origins = headers.get_all(ORIGIN).iter();
        origins.try_for_each(|origin| self.check_origin(origin.to_str().unwrap_or_default(), host))
    }

    fn check_host(&self, host: &str) -> Result<(), Box<Problem>> {
        if plain(host).is_some_and(|asked| self.is_answered(&asked)) {
            return Ok(());
        }
        let host = inert(host);
        let detail = format!(
            "requests for the host `{host}` are refused; the operator of this server allows them with \
             `a2t::Server::allow_host(\"{}\")`",
            host.replace('"', "")
        );
        Err(Box::new(Problem::new(Kind::HostRefused, detail)))
    }

    fn is_answered(&self, asked: &Authority) -> bool {
        let name = asked.host();
        let listed = |listed: &String| {
            [asked.as_str(), name].iter().any(|own| own.eq_ignore_ascii_case(listed))
        };
        is_address(name) || is_localhost(name) || self.hosts.iter().any(listed)
    }

    fn check_origin(&self, origin: &str, host: Option<&str>) -> Result<(), Box<Problem>> {
        let lower = origin.to_ascii_lowercase();
        let own = lower.split_once("://").is_some_and(|(scheme, authority)| {
            let same = host.is_some_and(|host| host.eq_ignore_ascii_case(authority));
            let machine =
                |asked: Authority| is_localhost(asked.host()) || is_loopback(asked.host());
            matches!(scheme, "http" | "https") && (same || plain(authority).is_some_and(machine))
        });
        if own || self.origins.contains(&lower) {
            return Ok(());
        }
        let origin = inert(origin);
        let detail = format!(
            "web pages of the origin `{origin}` are refused; the operator of this server allows them with \
             `a2t::Server::allow_origin(\"{}\")`",
            origin.replace('"', "")
        );
        Err(Box::new(Problem::new(Kind::OriginRefused, detail)))
    }
}

/// Returns `true` for the names by which most callers of the own machine ask, in their plainest form.
fn is_own(host: &[u8]) -> bool {
    let names = [&b"127.0.0.1"[..], b"localhost"];
    let rest = names.into_iter().find_map(|name| host.strip_prefix(name));
    rest.is_some_and(|rest| {
        rest.split_first()
            .is_none_or(|(colon, port)| *colon == b':' && port.iter().all(u8::is_ascii_digit))
    })
}

/// A host with its port, if it has one, and nothing else: no user, no port that is not a number.
fn plain(host: &str) -> Option<Authority> {
    let asked: Authority = host.parse().ok()?;
    let is_whole = asked.port().is_some() || asked.host() == asked.as_str();
    (is_whole && !asked.as_str().contains('@')).then_some(asked)
}

/// Returns `true` for a host that a request can have. A star would be taken literally.
fn is_host(host: &str) -> bool {
    host.parse::<IpAddr>().is_ok() || !host.contains('*') && plain(host).is_some()
}

/// Returns `true` for an origin as browsers send it (RFC 6454, 7.1).
fn is_origin(origin: &str) -> bool {
    let split = origin.split_once("://");
    origin == "null" || split.is_some_and(|(scheme, host)| !scheme.is_empty() && is_host(host))
}

/// Returns `true` for an address, which a page cannot use as its name.
fn is_address(name: &str) -> bool {
    address(name).is_some()
}

fn is_loopback(name: &str) -> bool {
    address(name).is_some_and(|address| address.is_loopback())
}

fn address(name: &str) -> Option<IpAddr> {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    match bare {
        Some(six) => six.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    }
}

/// `localhost` and the names below it, which are never looked up elsewhere (RFC 6761, 6.3).
fn is_localhost(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let below = name.rsplit('.').next().unwrap_or_default();
    below.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use http::header::HOST;

    use super::*;

    fn policy(address: &str) -> HostPolicy {
        HostPolicy::default().at(address.parse().unwrap_or(IpAddr::from([127, 0, 0, 1])))
    }

    fn kind(policy: &HostPolicy, uri: &str, host: &str, origin: Option<&str>) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap_or(HeaderValue::from_static("")));
        if let Some(origin) = origin.and_then(|origin| origin.parse().ok()) {
            headers.insert(ORIGIN, origin);
        }
        let uri = uri.parse().unwrap_or_default();
        policy
            .check(headers.get(HOST).map(HeaderValue::as_bytes), &uri, &headers)
            .map_or_else(|problem| problem.kind.into_owned(), |()| String::new())
    }

    #[test]
    fn on_the_own_machine_only_its_own_names_and_listed_ones_are_answered() {
        let mut own = policy("127.0.0.1");
        own.allow_host("Tools.example.com".to_owned());
        own.allow_host("ported.example.com:8443".to_owned());
        let answered = [
            "localhost",
            "LOCALHOST:80",
            "localhost.",
            "app.localhost:1",
            "127.0.0.1",
            "127.0.0.1:8080",
            "[::1]",
            "[::1]:8080",
            "10.0.0.7:80",
            "tools.example.com",
            "TOOLS.example.com:443",
            "ported.example.com:8443",
        ];
        for host in answered {
            assert_eq!(kind(&own, "/tools", host, None), "", "{host}");
        }
        let refused = [
            "",
            "example.com",
            "evil.tools.example.com",
            "tools.example.com.evil.com",
            "localhost.evil.com",
            "127.0.0.1.evil.com",
            "::1",
            "[::1",
            "ported.example.com",
            "ported.example.com:80",
            "localhost:80:evil.com",
            "evil.com:localhost",
            "127.0.0.1@evil.com",
            "evil.com@localhost",
            "evil.com@localhost:80",
            "localhost:evil.com",
            "app.localhost:",
            "app.localhost:65536",
            "localhost/evil.com",
            "localhost\u{e9}",
        ];
        for host in refused {
            assert_eq!(kind(&own, "/tools", host, None), "host-refused", "{host}");
        }
        // Two names of one request count both.
        assert_eq!(kind(&own, "http://evil.com/tools", "localhost", None), "host-refused");
        own.allow_any_host();
        assert_eq!(kind(&own, "/tools", "example.com", None), "");
    }

    #[test]
    fn elsewhere_every_host_is_answered_until_one_is_listed() {
        let mut open = policy("0.0.0.0");
        assert_eq!(kind(&open, "/tools", "example.com", Some("https://evil.com")), "");
        open.allow_host("example.com".to_owned());
        assert_eq!(kind(&open, "/tools", "example.com:8080", None), "");
        assert_eq!(kind(&open, "/tools", "other.com", None), "host-refused");
        // Probes ask for the address.
        assert_eq!(kind(&open, "/tools", "10.1.2.3:8080", None), "");
    }

    #[test]
    fn pages_of_the_same_host_of_the_own_machine_and_listed_ones_are_answered() {
        let mut own = policy("::1");
        own.allow_host("tools.example.com".to_owned());
        own.allow_origin("https://app.example.com".to_owned());
        for origin in [
            "http://localhost:3000",
            "https://127.0.0.1",
            "http://[::1]:5173",
            "https://tools.example.com",
            "https://APP.example.com",
        ] {
            assert_eq!(kind(&own, "/", "tools.example.com", Some(origin)), "", "{origin}");
        }
        for origin in [
            "null",
            "",
            "http://app.example.com",
            "https://app.example.com:8443",
            "https://evil.com",
            "http://localhost.evil.com",
            "http://10.0.0.7",
            "file://localhost",
            "localhost",
            "https://tools.example.com.evil.com",
        ] {
            let refused = kind(&own, "/", "tools.example.com", Some(origin));
            assert_eq!(refused, "origin-refused", "{origin}");
        }
        own.allow_any_origin();
        assert_eq!(kind(&own, "/", "localhost", Some("null")), "");
    }
}
