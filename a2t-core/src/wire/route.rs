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
    /// The route of a path below the platform root, still percent-encoded.
    pub fn parse(path: &str) -> Option<Self> {
        let rest = path.strip_prefix("/tools")?;
        if rest.is_empty() {
            return Some(Self::Tools);
        }
        let mut segments = rest.strip_prefix('/')?.split('/');
        let (id, versions, version, end) = (
            segments.next()?,
            segments.next(),
            segments.next(),
            segments.next(),
        );
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

    /// The one method the endpoint has.
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

/// What stands before `:invoke`, also where the colon is percent-encoded (reading AMB-30).
fn verb(segment: &str) -> Option<&str> {
    let stem = segment.strip_suffix("invoke")?;
    stem.strip_suffix(':')
        .or_else(|| stem.strip_suffix("%3A"))
        .or_else(|| stem.strip_suffix("%3a"))
}

fn version_number(text: &str) -> Option<u32> {
    text.starts_with(|c: char| matches!(c, '1'..='9'))
        .then(|| text.parse().ok())?
}
