//! Names of hosts become addresses: by the system, or by a resolver that decides where connections go.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::vec;

use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use tower_service::Service;

use crate::BoxError;

/// A result that will be there, or the reason why not.
pub type Boxed<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;

/// Looks up the name of a host, once for each connection, which is made to one of the addresses.
///
/// A host that is an address is not looked up.
pub trait Resolve: Send + Sync + 'static {
    /// Returns the addresses of a name. An error is the reason why no connection is made.
    fn resolve(&self, name: &str) -> Boxed<Vec<IpAddr>>;
}

/// The resolver of a connector.
#[derive(Clone)]
pub(crate) enum Resolver {
    System(GaiResolver),
    Given(Arc<dyn Resolve>),
}

impl Resolver {
    pub(crate) fn system() -> Self {
        Self::System(GaiResolver::new())
    }
}

impl Service<Name> for Resolver {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = BoxError;
    type Future = Boxed<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        match self {
            Self::System(resolver) => {
                let found = resolver.call(name);
                Box::pin(async move { Ok(found.await?.collect::<Vec<_>>().into_iter()) })
            }
            Self::Given(resolver) => {
                let found = resolver.resolve(name.as_str());
                Box::pin(async move {
                    // Port 0 becomes that of the URL.
                    let found = found.await?.into_iter().map(|address| (address, 0).into());
                    Ok(found.collect::<Vec<_>>().into_iter())
                })
            }
        }
    }
}
