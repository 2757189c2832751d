//! Settings of connections, and the connections that they make.

use std::sync::Arc;
use std::time::Duration;

use a2t_http::{Connections, Proxies, Root, Settings, Trust};
use http::HeaderName;
use rustls::crypto::CryptoProvider;

use crate::error::{Error, Result};
use crate::middleware::Sender;
use crate::transport::limits::{IDLE, Limits};

#[cfg(feature = "reqwest")]
mod by_reqwest;

/// Settings of connections, before they are made.
#[derive(Default)]
pub(crate) struct Connecting {
    pub(super) proxy: Proxy,
    pub(super) trust: Trust,
    pub(super) idle: Option<Duration>,
    pub(super) own: Option<Own>,
}

#[derive(Default)]
pub(super) enum Proxy {
    #[default]
    None,
    Environment,
    /// The URL, which may have a password.
    At(String),
}

pub(super) enum Own {
    Service(Sender),
    #[cfg(feature = "reqwest")]
    Reqwest(Box<reqwest::ClientBuilder>),
}

impl Connecting {
    /// Makes the connections, or takes the transport. `secret` is a header that no proxy may read.
    pub(crate) fn connect(
        self,
        root: &Root,
        provider: Arc<CryptoProvider>,
        limits: &Limits,
        secret: Option<&HeaderName>,
    ) -> Result<Sender> {
        if self.own.is_some() && !self.is_default() {
            return Err(Error::setup(
                "`proxy`, `proxy_from_env`, `root_certificates`, `identity` and \
                 `pool_idle_timeout` are settings of the client's own connections: set them on \
                 the transport instead",
            ));
        }
        match self.own {
            Some(Own::Service(sender)) => return Ok(sender),
            #[cfg(feature = "reqwest")]
            Some(Own::Reqwest(builder)) => {
                check_proxy(&Proxies::from_env(), root, secret)?;
                // By default, reqwest uses the proxies of the environment also for this machine.
                let builder = if root.is_local() { builder.no_proxy() } else { *builder };
                return by_reqwest::sender(builder, provider, limits);
            }
            None => {}
        }
        let proxies = match self.proxy {
            Proxy::None => None,
            Proxy::Environment => Some(Proxies::from_env()),
            Proxy::At(url) => Some(Proxies::all(&url).map_err(Error::setup)?),
        };
        if let Some(proxies) = &proxies {
            check_proxy(proxies, root, secret)?;
        }
        let idle = self.idle.unwrap_or(IDLE);
        let settings = Settings { connect: limits.connect, idle, proxies, trust: self.trust };
        let connections = Connections::new(root, provider, settings);
        Ok(Sender::Pool(connections.map_err(Error::setup)?))
    }

    fn is_default(&self) -> bool {
        matches!(self.proxy, Proxy::None) && self.trust.is_default() && self.idle.is_none()
    }
}

/// Refuses a proxy that could read a secret header.
fn check_proxy(proxies: &Proxies, root: &Root, secret: Option<&HeaderName>) -> Result<()> {
    if let (Some(proxy), Some(name)) = (proxies.reader(&root.to_string()), secret) {
        return Err(Error::setup(format!(
            "the proxy `{proxy}` could read the header `{name}`, as `http` is not encrypted; use \
             the https address of the API, or except its host with NO_PROXY"
        )));
    }
    Ok(())
}
