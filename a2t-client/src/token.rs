//! Bearer tokens that are made anew for each attempt, because they expire.

use std::fmt;
use std::pin::Pin;

use http::HeaderValue;

use super::error::{Error, Kind, Result};
use super::middleware::BoxError;

type Token = Pin<Box<dyn Future<Output = Result<String, BoxError>> + Send>>;

pub(super) struct Tokens(Box<dyn Fn() -> Token + Send + Sync>);

impl Tokens {
    pub(super) fn new<F, T>(source: F) -> Self
    where
        F: Fn() -> T + Send + Sync + 'static,
        T: Future<Output = Result<String, BoxError>> + Send + 'static,
    {
        Self(Box::new(move || Box::pin(source())))
    }

    pub(super) async fn header(&self) -> Result<HeaderValue> {
        let not_sent = |cause| Error::new(Kind::NotSent { cause });
        let token = (self.0)().await.map_err(not_sent)?;
        let value = HeaderValue::try_from(format!("Bearer {token}"));
        let mut value = value.map_err(|_| {
            let name = "authorization".to_owned();
            Error::new(Kind::Header { name })
        })?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens(..)")
    }
}
