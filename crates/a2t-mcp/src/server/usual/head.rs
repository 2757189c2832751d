//! The head of a request, if it is spelled as clients spell it: hosts and headers that need no second look.

use http::HeaderName;
use http::header::{CONTENT_TYPE, HOST, ORIGIN};
use http::request::Parts;
use http::uri::Authority;

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Headers that describe the body: the revision, the method and the name of the tool.
pub(super) struct Head<'h> {
    pub(super) version: Option<&'h str>,
    pub(super) method: Option<&'h str>,
    pub(super) name: Option<&'h str>,
}

impl<'h> Head<'h> {
    /// Reads the head of a request that is posted as JSON for one of these hosts.
    pub(super) fn read(parts: &'h Parts, hosts: &Hosts) -> Option<Self> {
        let (mut host, mut media_type) = (None, None);
        let mut head = Self { version: None, method: None, name: None };
        // One pass, because a look at each name costs a hash.
        for (name, value) in &parts.headers {
            let slot = match name {
                name if *name == HOST => &mut host,
                name if *name == CONTENT_TYPE => &mut media_type,
                name if *name == VERSION => &mut head.version,
                name if *name == METHOD => &mut head.method,
                name if *name == NAME => &mut head.name,
                name if *name == ORIGIN && hosts.has_origins => return None,
                _ => continue,
            };
            if slot.replace(value.to_str().ok()?).is_some() {
                return None;
            }
        }
        let is_json = matches!(media_type?, "application/json" | "application/json; charset=utf-8");
        (is_json && hosts.allow(host?)).then_some(head)
    }
}

/// The hosts that a service answers, and whether it looks at origins.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// Names in lower case, and a port for one that is answered at no other; `None` for every host.
    names: Option<Vec<(String, Option<u16>)>>,
    has_origins: bool,
}

impl Hosts {
    pub(crate) fn new(names: Option<&[String]>, origins: &[String]) -> Self {
        // What is no authority is left to the SDK.
        let read = |name: &String| {
            let name: Authority = name.trim().parse().ok()?;
            Some((name.host().to_ascii_lowercase(), name.port_u16()))
        };
        let names = names.map(|names| names.iter().filter_map(read).collect());
        Self { names, has_origins: !origins.is_empty() }
    }

    fn allow(&self, host: &str) -> bool {
        let Some((name, port)) = plain(host) else {
            return false;
        };
        let Some(names) = &self.names else {
            return true;
        };
        let mut allowed = names.iter().filter(|(allowed, _)| allowed == name);
        allowed.any(|(_, allowed)| allowed.is_none_or(|allowed| port == Some(allowed)))
    }
}

/// Name and port of a host that is written in lower case.
fn plain(host: &str) -> Option<(&str, Option<u16>)> {
    let is_name = |name: &str| {
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
        name == "[::1]" || (!name.is_empty() && name.bytes().all(is_plain))
    };
    if is_name(host) {
        return Some((host, None));
    }
    let (name, port) = host.rsplit_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    (is_name(name) && is_port).then_some((name, Some(port.parse().ok()?)))
}
