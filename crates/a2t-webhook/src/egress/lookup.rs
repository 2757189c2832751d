//! Names become addresses, once for a connection, and all of them are vetted.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use a2t_http::{Boxed, Resolve};

use crate::egress::{Policy, PolicyError};

/// The addresses of a name, when they have arrived.
pub type LookupFuture = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// A source of addresses for names, such as a resolver of your own. What it answers is vetted.
///
/// ```
/// use std::net::IpAddr;
///
/// use a2t_webhook::egress::{Guard, Lookup, LookupFuture, Policy};
///
/// struct Fixed(IpAddr);
///
/// impl Lookup for Fixed {
///     fn lookup(&self, _: &str) -> LookupFuture {
///         Box::pin(std::future::ready(Ok(vec![self.0])))
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// let guard = Guard::with_lookup(Policy::default(), Fixed("10.0.0.7".parse()?))?;
/// let refused = guard.check("https://agent.example/callback").await.unwrap_err();
/// assert!(refused.to_string().starts_with("https://agent.example: 10.0.0.7 is private"));
/// # Ok::<_, Box<dyn std::error::Error>>(()) })?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait Lookup: Send + Sync + 'static {
    /// Every address of a name, which is ASCII (RFC 5891) and may end with a dot.
    fn lookup(&self, name: &str) -> LookupFuture;
}

/// The system's resolver: `getaddrinfo`, on a thread of tokio's.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Lookup for System {
    fn lookup(&self, name: &str) -> LookupFuture {
        let name = name.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The one resolver that a guard's connections have.
pub(crate) struct Vetting {
    pub(crate) policy: Arc<Policy>,
    pub(crate) lookup: Arc<dyn Lookup>,
}

impl Vetting {
    pub(crate) async fn addresses(
        policy: Arc<Policy>,
        lookup: Arc<dyn Lookup>,
        name: String,
    ) -> Result<Vec<IpAddr>, LookupError> {
        let addresses = lookup.lookup(&name).await.map_err(LookupError::Failed)?;
        match policy.vet_all(&name, &addresses) {
            Err(reason) => Err(LookupError::Refused(PolicyError::new(name, reason))),
            Ok(()) if addresses.is_empty() => Err(LookupError::Failed(nothing())),
            Ok(()) => Ok(addresses),
        }
    }
}

fn nothing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "the name has no address")
}

pub(crate) enum LookupError {
    Failed(io::Error),
    Refused(PolicyError),
}

impl Resolve for Vetting {
    fn resolve(&self, name: &str) -> Boxed<Vec<IpAddr>> {
        let found = Self::addresses(self.policy.clone(), self.lookup.clone(), name.to_owned());
        Box::pin(async move {
            found.await.map_err(|error| match error {
                LookupError::Failed(error) => error.into(),
                LookupError::Refused(refusal) => refusal.into(),
            })
        })
    }
}
