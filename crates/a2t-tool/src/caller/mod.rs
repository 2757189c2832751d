//! The caller of a request, as a layer has authenticated it, and what a caller is refused with.

mod access;
mod auth_error;
mod authenticate;
mod bearer;
mod extract;
mod resource;
mod visibility;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use http::Extensions;
use serde_json::{Value, json};

pub use access::Access;
pub use auth_error::AuthError;
pub use authenticate::{Authenticate, Authenticated, authenticate, authenticate_with_state};
pub use bearer::bearer;
pub use resource::{ProtectedResource, ResourceError};

/// An authenticated caller: an id, scopes, and your own values.
///
/// [`authenticate`], or your own layer, puts it into the extensions of a request, where every protocol reads it.
/// A tool takes it as a context. Without a caller, a call of such a tool is refused with 401:
///
/// ```
/// use a2t::Caller;
///
/// /// Lists the orders of the customer.
/// ///
/// /// # Returns
/// /// Number of orders.
/// #[a2t::tool(version = 1, scopes = ["orders:read"])]
/// fn count_orders(#[a2t(context)] caller: Caller) -> u32 {
///     if caller.id() == "alice" { 3 } else { 0 }
/// }
///
/// /// Greets the caller.
/// ///
/// /// # Returns
/// /// The greeting.
/// #[a2t::tool(version = 1)]
/// fn greet(#[a2t(context)] caller: Option<Caller>) -> String {
///     let name = caller.as_ref().map_or("stranger", Caller::id);
///     format!("Hello, {name}")
/// }
/// # let _ = a2t::toolset![count_orders, greet].into_router() as axum::Router;
/// ```
///
/// A clone is cheap and shares everything.
#[derive(Clone)]
pub struct Caller(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    id: String,
    /// Sorted, each once.
    scopes: Vec<String>,
    data: Extensions,
}

impl Caller {
    /// Creates a caller with this id and no scopes. The id must be stable and unique: the subject
    /// of a token, with its issuer before it if there are several.
    pub fn new(id: impl Into<String>) -> Self {
        let (scopes, data) = (Vec::new(), Extensions::new());
        Self(Arc::new(Inner { id: id.into(), scopes, data }))
    }

    /// Adds scopes that the caller was granted (RFC 6749 section 3.3).
    ///
    /// ```
    /// let caller = a2t::Caller::new("alice").with_scopes("orders:read orders:write".split(' '));
    /// assert!(caller.has_scope("orders:read"));
    /// assert!(!caller.has_scope("orders"));
    /// ```
    #[must_use]
    pub fn with_scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let inner = Arc::make_mut(&mut self.0);
        inner.scopes.extend(scopes.into_iter().map(Into::into));
        inner.scopes.retain(|scope| !scope.is_empty());
        inner.scopes.sort_unstable();
        inner.scopes.dedup();
        self
    }

    /// Adds your own value, such as a customer's record. A later one of the same type replaces it. Calls that are
    /// stored and run later (RAP, tasks of MCP) keep only the id and the scopes.
    ///
    /// ```
    /// #[derive(Clone)]
    /// struct Plan(&'static str);
    ///
    /// let caller = a2t::Caller::new("alice").with(Plan("gold"));
    /// assert_eq!(caller.get::<Plan>().unwrap().0, "gold");
    /// ```
    #[must_use]
    pub fn with<T: Clone + Any + Send + Sync>(mut self, value: T) -> Self {
        Arc::make_mut(&mut self.0).data.insert(value);
        self
    }

    /// Returns the id.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// Returns the scopes, sorted, each once.
    pub fn scopes(&self) -> &[String] {
        &self.0.scopes
    }

    /// Returns whether the caller was granted exactly this scope; scopes have no hierarchy.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.0.scopes.binary_search_by(|known| (**known).cmp(scope)).is_ok()
    }

    /// Returns id and scopes, for a call that is stored and runs later.
    #[doc(hidden)]
    pub fn to_kept(&self) -> Value {
        json!({ "id": self.id(), "scopes": self.scopes() })
    }

    /// Returns as much of the caller as is kept, so that the first run sees what later ones see.
    #[doc(hidden)]
    #[must_use]
    pub fn without_data(&self) -> Self {
        Self::new(self.id()).with_scopes(self.scopes())
    }

    /// Returns the caller of [`Caller::to_kept`].
    #[doc(hidden)]
    pub fn from_kept(kept: &Value) -> Option<Self> {
        let scopes = kept.get("scopes")?.as_array()?.iter();
        let scopes: Option<Vec<_>> = scopes.map(Value::as_str).collect();
        Some(Self::new(kept.get("id")?.as_str()?).with_scopes(scopes?))
    }

    /// Returns the value of this type that [`Caller::with`] was given.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.data.get()
    }
}

/// Shows the id and the scopes; the vendor's own values may be secrets.
impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Caller");
        shown.field("id", &self.0.id).field("scopes", &self.0.scopes).finish_non_exhaustive()
    }
}
