//! Metadata of a protected resource (RFC 9728): where clients learn who issues tokens for it.

use std::fmt;

use http::Uri;
use http::uri::Authority;
use serde_json::{Map, Value, json};

/// Path of the metadata, before the resource's own path (RFC 9728 section 3).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// Metadata of the resource that the tools are (RFC 9728), the same for all protocols: clients of MCP need it
/// to find out where to get a token.
///
/// ```
/// let resource = a2t::ProtectedResource::new("https://api.example.com/mcp")?
///     .authorization_server("https://login.example.com")?
///     .scopes(["orders:read"]);
/// let url = "https://api.example.com/.well-known/oauth-protected-resource/mcp";
/// assert_eq!(resource.metadata_url(), url);
/// # Ok::<(), a2t::ResourceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ProtectedResource {
    resource: String,
    /// Length of scheme and authority.
    origin: usize,
    servers: Vec<String>,
    scopes: Vec<String>,
    name: Option<String>,
}

impl ProtectedResource {
    /// Creates the resource with this identifier (RFC 9728 section 1.2): the URL under which
    /// clients know the server, which is the audience of its tokens. `https`, or `http` on this
    /// machine; without query and fragment.
    ///
    /// # Errors
    /// Another URL, or none.
    pub fn new(resource: impl Into<String>) -> Result<Self, ResourceError> {
        let resource = resource.into();
        let origin = origin(&resource)?;
        let (servers, scopes) = (Vec::new(), Vec::new());
        Ok(Self { resource, origin, servers, scopes, name: None })
    }

    /// Adds an authorization server that issues tokens for the resource, by its issuer identifier
    /// (RFC 8414): `https`, or `http` on the own machine; without query and fragment.
    ///
    /// # Errors
    /// Another URL, or none.
    pub fn authorization_server(
        mut self,
        issuer: impl Into<String>,
    ) -> Result<Self, ResourceError> {
        let issuer = issuer.into();
        origin(&issuer)?;
        self.servers.push(issuer);
        Ok(self)
    }

    /// Adds scopes that a client may ask for; `Toolset::scopes` has those of the tools.
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self.scopes.sort_unstable();
        self.scopes.dedup();
        self
    }

    /// Sets the name for people.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Returns the identifier.
    pub fn resource(&self) -> &str {
        &self.resource
    }

    /// Returns the URL of the metadata: the well-known path between host and path of the resource.
    pub fn metadata_url(&self) -> String {
        let (origin, _) = self.split();
        format!("{origin}{}", self.metadata_path())
    }

    /// Returns the path of the metadata.
    pub fn metadata_path(&self) -> String {
        format!("{WELL_KNOWN}{}", self.split().1)
    }

    /// Returns `true` for the path of the metadata, and of the well-known path alone, at which clients look that
    /// do not know the resource's path.
    pub(crate) fn is_at(&self, path: &str) -> bool {
        let rest = path.strip_prefix(WELL_KNOWN);
        rest.is_some_and(|rest| rest.is_empty() || rest == self.split().1)
    }

    /// Returns the document (RFC 9728 section 2), for your own router.
    pub fn document(&self) -> Value {
        let mut members = Map::new();
        members.insert("resource".to_owned(), json!(self.resource));
        for (name, list) in
            [("authorization_servers", &self.servers), ("scopes_supported", &self.scopes)]
        {
            if !list.is_empty() {
                members.insert(name.to_owned(), json!(list));
            }
        }
        members.insert("bearer_methods_supported".to_owned(), json!(["header"]));
        if let Some(name) = &self.name {
            members.insert("resource_name".to_owned(), json!(name));
        }
        Value::Object(members)
    }

    /// Origin and path, which is empty if it is `/`.
    fn split(&self) -> (&str, &str) {
        let (origin, path) = self.resource.split_at_checked(self.origin).unwrap_or_default();
        (origin, if path == "/" { "" } else { path })
    }
}

/// Length of scheme and authority of a URL that names a resource or an issuer.
fn origin(url: &str) -> Result<usize, ResourceError> {
    let wrong = |expected| Err(ResourceError { url: url.to_owned(), expected });
    let expected = "a URL with `https://`, or `http://` on the own machine";
    let Some((scheme @ ("https" | "http"), rest)) = url.split_once("://") else {
        return wrong(expected);
    };
    if url.contains(['?', '#']) {
        return wrong("a URL without query and fragment");
    }
    let Ok(uri) = url.parse::<Uri>() else {
        return wrong("a URL");
    };
    let host = uri.host().unwrap_or_default();
    let is_own = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
    if host.is_empty() || (scheme == "http" && !is_own) {
        return wrong(expected);
    }
    if uri.authority().map(Authority::as_str).is_some_and(|authority| authority.contains('@')) {
        return wrong("a URL without a user");
    }
    let authority = rest.find('/').unwrap_or(rest.len());
    Ok(scheme.len() + "://".len() + authority)
}

/// Error of a URL that is not the identifier of a resource or an authorization server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceError {
    url: String,
    expected: &'static str,
}

impl fmt::Display for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: expected {}", a2t_core::error::inert(&self.url), self.expected)
    }
}

impl std::error::Error for ResourceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_well_known_path_stands_between_host_and_path() {
        for (resource, url) in [
            ("https://a.example", "https://a.example/.well-known/oauth-protected-resource"),
            ("https://a.example/", "https://a.example/.well-known/oauth-protected-resource"),
            ("http://[::1]:80/a/b", "http://[::1]:80/.well-known/oauth-protected-resource/a/b"),
        ] {
            let resource = ProtectedResource::new(resource).unwrap();
            assert_eq!(resource.metadata_url(), url);
            assert!(resource.is_at(WELL_KNOWN) && resource.is_at(&resource.metadata_path()));
            assert!(!resource.is_at("/.well-known/oauth-protected-resource/other"));
        }
    }

    #[test]
    fn what_is_not_a_resource_is_refused() {
        for wrong in [
            "",
            "a.example",
            "ftp://a.example",
            "http://a.example",
            "https://",
            "https:///a",
            "https://a.example?x",
            "https://a.example/#x",
            "https://u@a.example",
            "https://a b",
            "HTTPS://a.example",
        ] {
            assert!(ProtectedResource::new(wrong).is_err(), "{wrong}");
        }
    }
}
