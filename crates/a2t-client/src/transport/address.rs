//! Addresses of requests: the root of an API and a route in, a URL out.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use a2t_core::wire::route::Route;
use a2t_http::Root;
use http::Uri;

use crate::error::{Error, Result};

const KEPT_MAX: usize = 1_024;

/// Addresses below one root. Those of calls are kept, because a URL takes long to put together.
#[derive(Debug)]
pub(crate) struct Addresses {
    root: Root,
    kept: RwLock<HashMap<Route, Uri>>,
}

impl Addresses {
    /// Takes a root that was parsed and checked before.
    pub(crate) fn new(root: Root) -> Self {
        let kept = RwLock::default();
        Self { root, kept }
    }

    /// The address that was given, with this query.
    pub(crate) fn endpoint(&self, query: Option<&str>) -> Result<Uri> {
        let mut url = self.root.endpoint().clone();
        url.set_query(query);
        uri(url.as_str())
    }

    pub(crate) fn uri(&self, route: Route, query: &str) -> Result<Uri> {
        if !matches!(route, Route::InvokeVersion(..)) || !query.is_empty() {
            return uri(self.root.url(route, query).as_str());
        }
        // A thread that panicked meanwhile left whole addresses.
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(address) = kept.get(&route) {
            return Ok(address.clone());
        }
        drop(kept);
        let address = uri(self.root.url(route, query).as_str())?;
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT_MAX {
            kept.insert(route, address.clone());
        }
        Ok(address)
    }
}

fn uri(url: &str) -> Result<Uri> {
    url.parse().map_err(|_| Error::url(url, "longer than HTTP allows"))
}

#[cfg(test)]
mod tests {
    use a2t_core::ToolId;

    use super::*;

    fn addresses() -> Addresses {
        Addresses::new(Root::parse("https://api.example/v2/").unwrap())
    }

    #[test]
    fn an_address_that_is_kept_is_the_one_that_was_written() {
        let addresses = addresses();
        for number in [1, 2, 1] {
            let route = Route::InvokeVersion(ToolId::from_u128(7), number);
            let expected = format!("https://api.example/v2{route}");
            assert_eq!(addresses.uri(route, "").unwrap().to_string(), expected);
        }
        assert_eq!(addresses.kept.read().unwrap().len(), 2);
        let page = addresses.uri(Route::Tools, "page=2").unwrap();
        assert_eq!(page.to_string(), "https://api.example/v2/tools?page=2");
        assert_eq!(addresses.kept.read().unwrap().len(), 2);
    }

    #[test]
    fn no_more_addresses_are_kept_than_the_bound_says() {
        let addresses = addresses();
        for number in 1..=KEPT_MAX as u32 + 9 {
            let route = Route::InvokeVersion(ToolId::from_u128(7), number);
            assert!(
                addresses.uri(route, "").unwrap().path().ends_with(&format!("/{number}:invoke"))
            );
        }
        assert_eq!(addresses.kept.read().unwrap().len(), KEPT_MAX);
    }
}
