//! An accountant whose callers present JSON Web Tokens: each sees and calls what its scopes allow,
//! on A2T and on MCP, and the same metadata shows both kinds of clients where to get a token.

mod ed25519;
mod token;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use a2t::{AuthError, Caller, ProtectedResource, ResourceError, ToolError, Toolset};
use axum::Router;
use axum::extract::State;
use http::request::Parts;

pub use token::{Issuer, KeysError};

/// Cents that each customer has.
#[derive(Clone, Debug, Default)]
pub struct Accounts(Arc<Mutex<BTreeMap<String, u32>>>);

impl Accounts {
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, u32>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Tells the balance of the caller's own account.
///
/// # Returns
/// The balance in cents.
#[a2t::tool(version = 1, read_only, quick, scopes = ["accounts:read"])]
fn read_balance(
    #[a2t(context)] caller: Caller,
    #[a2t(context)] State(accounts): State<Accounts>,
) -> u32 {
    accounts.with(|accounts| accounts.get(caller.id()).copied().unwrap_or_default())
}

/// Pays money into the caller's own account.
///
/// # Returns
/// The new balance in cents.
#[a2t::tool(version = 1, quick, destructive = false, scopes = ["accounts:read", "accounts:write"])]
fn pay_in(
    /// Amount in cents.
    #[a2t(min = 1, max = 100000)]
    cents: u32,
    #[a2t(context)] caller: Caller,
    #[a2t(context)] State(accounts): State<Accounts>,
) -> Result<u32, ToolError> {
    accounts.with(|accounts| {
        let balance = accounts.entry(caller.id().to_owned()).or_default();
        *balance = balance.checked_add(cents).ok_or(ToolError::refused("the account is full"))?;
        Ok(*balance)
    })
}

/// The tools of an account.
pub fn toolset() -> Toolset<Accounts> {
    a2t::toolset![read_balance, pay_in]
}

/// The tools over A2T (`/tools`) and MCP (`/mcp`), behind one layer that knows their callers.
///
/// # Errors
/// The URL of the server, or the one that names the issuer, is not that of a resource.
pub fn router(url: &str, issuer: Issuer, accounts: Accounts) -> Result<Router, ResourceError> {
    let resource = ProtectedResource::new(url)?
        .authorization_server(issuer.name())?
        .scopes(toolset().scopes());
    let mcp = a2t::mcp::Service::new(toolset(), accounts.clone()).allow_any_host();
    let known = (Arc::new(issuer), Arc::from(url));
    let tools = toolset().into_router().nest_service("/mcp", mcp).with_state(accounts);
    Ok(tools.layer(a2t::authenticate_with_state(known, caller).resource(resource)))
}

/// The caller whose token the issuer gave for this audience.
async fn caller(
    (issuer, audience): (Arc<Issuer>, Arc<str>),
    head: Parts,
) -> Result<Caller, AuthError> {
    issuer.caller(a2t::bearer(&head.headers)?, &audience)
}
