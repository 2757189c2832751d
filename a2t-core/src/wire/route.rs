//! The six endpoints: a path becomes a route, a route becomes a path.

use std::fmt;

use crate::signature::ToolId;

/// One of the six endpoints of the draft (sections 6 and 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// `GET /tools`
    Tools,
    /// `GET /tools/{toolId}`
    Tool(ToolId),
    /// `GET /tools/{toolId}/versions`
    Versions(ToolId),
    /// `GET /tools/{toolId}/versions/{version}`
    Version(ToolId, u32),
    /// `POST /tools/{toolId}:invoke`
    Invoke(ToolId),
    /// `POST /tools/{toolId}/versions/{version}:invoke`
    InvokeVersion(ToolId, u32),
}

impl Route {
    /// Returns the route of a path below the platform root, still percent-encoded.
    ///
    /// The one escape that is understood is `%3A` for the colon of `:invoke`; nothing else in a
    /// route needs one, so any other makes it no route. A version has no leading zero, the id
    /// may be in either case, and nothing follows, not even a slash.
    ///
    /// ```
    /// use a2t_core::wire::route::Route;
    /// let path = "/tools/0479A45D-AD0A-49D4-94DB-75EDF00D2CA4/versions/2%3Ainvoke";
    /// let route = Route::parse(path).unwrap();
    /// assert_eq!(route.to_string(), "/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4/versions/2:invoke");
    /// assert_eq!(route.method(), "POST");
    /// ```
    pub fn parse(path: &str) -> Option<Self> {
        let rest = path.strip_prefix("/tools")?;
        if rest.is_empty() {
            return Some(Self::Tools);
        }
        let mut segments = rest.strip_prefix('/')?.split('/');
        let (id, versions, version, end) =
            (segments.next()?, segments.next(), segments.next(), segments.next());
        match (versions, version, end) {
            (None, None, None) => match verb(id) {
                Some(id) => Some(Self::Invoke(id.parse().ok()?)),
                None => Some(Self::Tool(id.parse().ok()?)),
            },
            (Some("versions"), None, None) => Some(Self::Versions(id.parse().ok()?)),
            (Some("versions"), Some(number), None) => {
                let id = id.parse().ok()?;
                match verb(number) {
                    Some(number) => Some(Self::InvokeVersion(id, version_number(number)?)),
                    None => Some(Self::Version(id, version_number(number)?)),
                }
            }
            _ => None,
        }
    }

    /// Returns the tool of the route, if it is about one.
    pub const fn tool(self) -> Option<ToolId> {
        match self {
            Self::Tools => None,
            Self::Tool(id) | Self::Versions(id) | Self::Version(id, _) => Some(id),
            Self::Invoke(id) | Self::InvokeVersion(id, _) => Some(id),
        }
    }

    /// Returns the version that the route names, if it names one.
    pub const fn version(self) -> Option<u32> {
        match self {
            Self::Version(_, version) | Self::InvokeVersion(_, version) => Some(version),
            Self::Tools | Self::Tool(_) | Self::Versions(_) | Self::Invoke(_) => None,
        }
    }

    /// Returns the only method the endpoint has.
    pub const fn method(self) -> &'static str {
        match self {
            Self::Invoke(_) | Self::InvokeVersion(..) => "POST",
            _ => "GET",
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tools => f.write_str("/tools"),
            Self::Tool(id) => write!(f, "/tools/{id}"),
            Self::Versions(id) => write!(f, "/tools/{id}/versions"),
            Self::Version(id, version) => write!(f, "/tools/{id}/versions/{version}"),
            Self::Invoke(id) => write!(f, "/tools/{id}:invoke"),
            Self::InvokeVersion(id, version) => write!(f, "/tools/{id}/versions/{version}:invoke"),
        }
    }
}

/// Part before `:invoke`, also where the colon is percent-encoded (spec note AMB-30).
fn verb(segment: &str) -> Option<&str> {
    let stem = segment.strip_suffix("invoke")?;
    stem.strip_suffix(':').or_else(|| stem.strip_suffix("%3A")).or_else(|| stem.strip_suffix("%3a"))
}

fn version_number(text: &str) -> Option<u32> {
    text.starts_with(|c: char| matches!(c, '1'..='9')).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ID: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";

    fn route() -> impl Strategy<Value = Route> {
        (0..6_u8, any::<u128>(), 1..=u32::MAX).prop_map(|(kind, id, version)| {
            let id = ToolId::from_u128(id);
            match kind {
                0 => Route::Tools,
                1 => Route::Tool(id),
                2 => Route::Versions(id),
                3 => Route::Version(id, version),
                4 => Route::Invoke(id),
                _ => Route::InvokeVersion(id, version),
            }
        })
    }

    proptest! {
        #[test]
        fn a_route_is_read_back_from_its_path(route in route()) {
            let path = route.to_string();
            prop_assert_eq!(Route::parse(&path), Some(route));
            prop_assert_eq!(Route::parse(&path.replace(':', "%3a")), Some(route));
        }

        #[test]
        fn what_is_read_is_written_the_same(path in "(/tools|/|[0-9a-f-]{36}|versions|:|%3A|%2F|invoke|[0-9]{0,3}|\\PC){0,9}") {
            if let Some(route) = Route::parse(&path) {
                prop_assert_eq!(route.to_string(), path.replace("%3A", ":"));
            }
        }
    }

    #[test]
    fn other_spellings_are_no_route() {
        for path in [
            "",
            "/",
            "tools",
            "/tool",
            "/tools/",
            "/tools//",
            "/Tools",
            "/tools?x=1",
            "/tools/{}/",
            "/tools/{}/version",
            "/tools/{}/versions/",
            "/tools/{}/versions/1/",
            "/tools/{}/versions/0",
            "/tools/{}/versions/01",
            "/tools/{}/versions/+1",
            "/tools/{}/versions/4294967296",
            "/tools/{}/versions/1:Invoke",
            "/tools/{}:invoke/",
            "/tools/{}:invoke:invoke",
            "/tools/{}%253Ainvoke",
            "/tools/{}:",
            "/tools/:invoke",
            "/tools/%7B{}%7D",
            "/tools/{}%2Fversions",
            "/tools/../tools/{}",
            "/%74ools",
            "/tools/urn:uuid:{}",
        ] {
            assert_eq!(Route::parse(&path.replace("{}", ID)), None, "{path}");
        }
        assert_eq!(Route::parse(&format!("/tools/{}", ID.replace('-', ""))), None);
        assert!(Route::parse(&format!("/tools/{}", ID.to_uppercase())).is_some());
    }

    #[test]
    fn invocations_are_posted_and_the_rest_is_read() {
        let id = ToolId::from_u128(7);
        for (route, method) in [
            (Route::Tools, "GET"),
            (Route::Tool(id), "GET"),
            (Route::Versions(id), "GET"),
            (Route::Version(id, 1), "GET"),
            (Route::Invoke(id), "POST"),
            (Route::InvokeVersion(id, 1), "POST"),
        ] {
            assert_eq!(route.method(), method, "{route}");
        }
    }
}
