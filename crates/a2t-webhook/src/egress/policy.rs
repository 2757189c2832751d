//! Settings for where requests may go; a URL is checked against them before anything is looked up.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use http::Uri;
use ipnet::IpNet;
use url::Url;

use crate::egress::{PolicyError, Range, Reason};

/// Rules for requests: where they may go, and how long they and their replies may be.
///
/// | setting | default | |
/// | --- | --- | --- |
/// | [`allow_http`](Self::allow_http) | no | only `https` |
/// | [`allow_port`](Self::allow_port), [`allow_any_port`](Self::allow_any_port) | 443, 8443 | |
/// | [`allow_loopback`](Self::allow_loopback) | no | |
/// | [`allow_network`](Self::allow_network) | none | every [`Range`] is refused |
/// | [`proxy_from_env`](Self::proxy_from_env) | no | no variable of the environment is read |
/// | [`max_url_bytes`](Self::max_url_bytes) | 8,192 bytes | |
/// | [`connect_timeout`](Self::connect_timeout) | 3.1 s | look-up, TCP and TLS |
/// | [`timeout`](Self::timeout) | 20 s | from the look-up to the last byte of the reply |
/// | [`max_reply_bytes`](Self::max_reply_bytes) | 64 KiB | the body of a reply |
///
/// ```
/// use a2t_webhook::egress::Policy;
///
/// // A program next to its callers, in one private network.
/// let policy = Policy::default().allow_network("10.4.0.0/16".parse()?).allow_port(9443);
/// assert!(policy.check("https://10.4.0.9:9443/callback").is_ok());
/// assert!(policy.check("https://10.5.0.9:9443/callback").is_err());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    http: bool,
    loopback: bool,
    networks: Vec<IpNet>,
    ports: Option<Vec<u16>>,
    pub(crate) proxies: bool,
    max_url_bytes: usize,
    pub(crate) connect_timeout: Duration,
    pub(crate) timeout: Duration,
    pub(crate) max_reply_bytes: usize,
}

/// A URL that a policy lets through, except for the addresses of a host that has to be looked up.
///
/// It shows itself as its origin, so that tokens do not get into logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Target(Url);

impl Default for Policy {
    fn default() -> Self {
        Self {
            http: false,
            loopback: false,
            networks: Vec::new(),
            ports: Some(vec![443, 8443]),
            proxies: false,
            max_url_bytes: 8192,
            connect_timeout: Duration::from_millis(3100),
            timeout: Duration::from_secs(20),
            max_reply_bytes: 64 * 1024,
        }
    }
}

impl Policy {
    /// Lets requests go without TLS as well: everybody on the way reads them.
    #[must_use]
    pub fn allow_http(mut self) -> Self {
        self.http = true;
        self
    }

    /// Lets requests go to one more port, from 1 to 65,535.
    #[must_use]
    pub fn allow_port(mut self, port: u16) -> Self {
        self.ports.iter_mut().for_each(|ports| ports.push(port));
        self
    }

    /// Lets requests go to every port: strangers may then speak to services that are not HTTP.
    #[must_use]
    pub fn allow_any_port(mut self) -> Self {
        self.ports = None;
        self
    }

    /// Lets requests go to this machine, `127.0.0.0/8` and `::1`: by number, as `localhost` or as a
    /// name below it also without TLS and at any port. For programs on one machine, and tests.
    #[must_use]
    pub fn allow_loopback(mut self) -> Self {
        self.loopback = true;
        self
    }

    /// Lets requests go to these addresses. One that carries an address of IPv4 (mapped, NAT64,
    /// 6to4, Teredo) goes through only if both are allowed.
    ///
    /// ```
    /// use a2t_webhook::egress::{IpNet, Policy};
    ///
    /// let nat64: IpNet = "64:ff9b::/96".parse()?;
    /// let policy = Policy::default().allow_network(nat64);
    /// assert!(policy.check("https://[64:ff9b::9.9.9.9]/").is_ok());
    /// assert!(policy.check("https://[64:ff9b::10.0.0.1]/").is_err());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_network(mut self, network: IpNet) -> Self {
        self.networks.push(network);
        self
    }

    /// Lets requests go by the proxies that `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`
    /// name when the guard is made. Requests to this machine always go to it directly.
    ///
    /// **Not for untrusted URLs.** A proxy looks names up itself, so of what it is asked for only
    /// the URL is checked: scheme, port, and an address in place of a name, as ever. A name that
    /// has a private address where the proxy stands is reached. If your program takes URLs from
    /// others and has to go by a proxy, let the proxy refuse private addresses.
    ///
    /// ```
    /// use a2t_webhook::egress::Policy;
    ///
    /// // The URL is an argument of the command line.
    /// let policy = Policy::default().proxy_from_env();
    /// assert!(policy.check("https://tools.example").is_ok());
    /// assert!(policy.check("https://10.0.0.7").is_err());
    /// ```
    #[must_use]
    pub fn proxy_from_env(mut self) -> Self {
        self.proxies = true;
        self
    }

    /// Sets the maximum length of a URL, in bytes; 8,192 unless set.
    #[must_use]
    pub fn max_url_bytes(mut self, bytes: usize) -> Self {
        self.max_url_bytes = bytes;
        self
    }

    /// Sets the longest time for look-up, TCP and TLS together; 3.1 s unless set.
    #[must_use]
    pub fn connect_timeout(mut self, time: Duration) -> Self {
        self.connect_timeout = time;
        self
    }

    /// Sets the longest time of a whole request, with the body of its reply; 20 s unless set.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.timeout = time;
        self
    }

    /// Sets the maximum that is read of the body of a reply, in bytes; 64 KiB unless set.
    #[must_use]
    pub fn max_reply_bytes(mut self, bytes: usize) -> Self {
        self.max_reply_bytes = bytes;
        self
    }

    /// Checks a URL: scheme, credentials, port, and a host that is an address in any spelling.
    /// Addresses of a name are checked by the [`Guard`](crate::egress::Guard), when it has looked
    /// them up.
    ///
    /// # Errors
    /// Each [`Reason`], without path and query.
    pub fn check(&self, url: &str) -> Result<Target, PolicyError> {
        if url.len() > self.max_url_bytes {
            return Err(PolicyError::new("", Reason::TooLong(self.max_url_bytes)));
        }
        let read = read(url).ok_or_else(|| PolicyError::new("", Reason::NotAUrl))?;
        match self.objection(&read, url) {
            None => Ok(Target(read)),
            Some(reason) => Err(PolicyError::new(origin(&read), reason)),
        }
    }

    fn objection(&self, url: &Url, text: &str) -> Option<Reason> {
        let local = self.loopback && is_local(url);
        match url.scheme() {
            "https" => {}
            "http" if self.http || local => {}
            _ => return Some(Reason::Scheme),
        }
        if has_credentials(url, text) {
            return Some(Reason::Credentials);
        }
        let host = match literal(url) {
            Some(address) => self.vet(address).err(),
            None => (!is_name(url.host_str().unwrap_or_default())).then_some(Reason::Host),
        };
        host.or_else(|| self.port(url).filter(|_| !local))
    }

    fn port(&self, url: &Url) -> Option<Reason> {
        let port = url.port_or_known_default().unwrap_or_default();
        let listed = self.ports.as_ref().is_none_or(|ports| ports.contains(&port));
        (!listed).then_some(Reason::Port(port))
    }

    /// Checks one address that a host is, or has.
    ///
    /// # Errors
    /// It is in a [`Range`] that this policy does not allow.
    pub fn vet(&self, address: IpAddr) -> Result<(), Reason> {
        let Some(range) = Range::containing(address) else { return Ok(()) };
        let allowed = self.networks.iter().any(|network| network.contains(&address))
            || (self.loopback && range.is_loopback());
        if !allowed {
            return Err(Reason::Address { address, range });
        }
        range.carried(address).map_or(Ok(()), |inner| self.vet(inner))
    }

    /// Checks every address of a name; one that is refused refuses all, because an honest name has
    /// no private address in addition to a public one.
    pub(crate) fn vet_all(&self, name: &str, addresses: &[IpAddr]) -> Result<(), Reason> {
        for address in addresses {
            self.vet(*address)?;
            if is_local_name(name)
                && !Range::containing(*address).is_some_and(|range| range.is_loopback())
            {
                return Err(Reason::NotLocal(*address));
            }
        }
        Ok(())
    }
}

impl Target {
    /// Returns the scheme, host and port, without a default port.
    pub fn origin(&self) -> String {
        origin(&self.0)
    }

    /// Returns the whole URL, with what is secret in it.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns `None` for the few URLs that cannot stand in a request, such as very long ones.
    pub(crate) fn uri(&self) -> Option<Uri> {
        self.as_str().parse().ok()
    }

    /// The host that has to be looked up; `None` if it is an address.
    pub(crate) fn name(&self) -> Option<&str> {
        literal(&self.0).is_none().then(|| self.0.host_str()).flatten()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({})", self.origin())
    }
}

fn read(text: &str) -> Option<Url> {
    let odd = |one: char| one.is_control() || one.is_whitespace() || one == '\\';
    let url = Url::parse(text).ok().filter(|_| !text.contains(odd))?;
    url.host_str().is_some_and(|host| !host.is_empty()).then_some(url)
}

/// The reader drops an empty user (`https://@host`), so the text is looked at as well.
fn has_credentials(url: &Url, text: &str) -> bool {
    let after = text.split_once(':').map_or("", |(_, after)| after).trim_start_matches('/');
    let authority = after.split(['/', '?', '#']).next().unwrap_or_default();
    !url.username().is_empty() || url.password().is_some() || authority.contains('@')
}

/// The address that the host is: the reader of URLs (WHATWG) has made one of every spelling.
fn literal(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_matches(['[', ']']).parse().ok()
}

fn is_name(host: &str) -> bool {
    let is_part = |one: u8| one.is_ascii_alphanumeric() || matches!(one, b'-' | b'_');
    let labels = host.strip_suffix('.').unwrap_or(host).split('.');
    labels.into_iter().all(|label| !label.is_empty() && label.bytes().all(is_part))
}

fn is_local(url: &Url) -> bool {
    match literal(url) {
        Some(address) => Range::containing(address).is_some_and(|range| range.is_loopback()),
        None => url.host_str().is_some_and(is_local_name),
    }
}

fn is_local_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name == "localhost" || name.ends_with(".localhost")
}

fn origin(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{}://{host}:{port}", url.scheme()),
        None => format!("{}://{host}", url.scheme()),
    }
}
