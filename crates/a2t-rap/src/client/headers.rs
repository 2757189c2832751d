//! Headers of the program for one server, and the origins that may have them.

use std::fmt;

use a2t_webhook::egress::HeaderMap;

use crate::message::Address;

/// Headers of the program for a server of tools, such as `Authorization` (CB-163), and the origins
/// that may have them: the one that the toolset is loaded from, and those of
/// [`allow_origin`](Self::allow_origin). `Debug` shows no value.
///
/// ```
/// use a2t_rap::client::{HeaderMap, Headers};
///
/// let mut map = HeaderMap::new();
/// map.insert("authorization", "Bearer s3cret".parse()?);
/// let headers = Headers::new(map).allow_origin("https://invoke.tools.example");
/// assert!(!format!("{headers:?}").contains("s3cret"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Headers {
    map: HeaderMap,
    origins: Vec<String>,
}

impl Headers {
    /// Returns the headers for the origin that a toolset is loaded from.
    pub fn new(mut map: HeaderMap) -> Self {
        // Neither `Debug` of requests nor a proxy that could read them gets to see the values.
        map.values_mut().for_each(|value| value.set_sensitive(true));
        Self { map, origins: Vec::new() }
    }

    /// Sends the headers also to this origin (scheme, host and port), where the manifest's `endpoint`
    /// is on another server than the manifest. A text that is not a URL allows nothing.
    #[must_use]
    pub fn allow_origin(mut self, url: &str) -> Self {
        self.origins.extend(url.parse::<Address>().ok().map(|address| address.origin()));
        self
    }

    /// Returns the headers for requests to the base URL.
    pub(crate) fn own(&self) -> HeaderMap {
        self.map.clone()
    }

    /// Returns the headers for a request to `url`: none, if it has another origin than `base` that was
    /// not allowed.
    pub(crate) fn of(&self, base: &str, url: &str) -> HeaderMap {
        if self.allows(base, url) { self.map.clone() } else { HeaderMap::new() }
    }

    /// Returns whether a request to `url` is sent as the program meant it.
    pub(crate) fn suffice(&self, base: &str, url: &str) -> bool {
        self.map.is_empty() || self.allows(base, url)
    }

    fn allows(&self, base: &str, url: &str) -> bool {
        let origin = |url: &str| url.parse::<Address>().ok().map(|address| address.origin());
        let Some(wanted) = origin(url) else { return false };
        origin(base).as_ref() == Some(&wanted) || self.origins.contains(&wanted)
    }
}

impl From<HeaderMap> for Headers {
    fn from(map: HeaderMap) -> Self {
        Self::new(map)
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.map.keys().map(AsRef::<str>::as_ref).collect();
        f.debug_struct("Headers").field("names", &names).field("origins", &self.origins).finish()
    }
}
