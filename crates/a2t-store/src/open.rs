//! Opening of a store by its URL, so that all programs take the same ones.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

#[cfg(any(feature = "nats", feature = "sql"))]
#[doc(hidden)]
pub use crate::fault::Crash;
#[cfg(feature = "nats")]
pub use crate::jetstream::Options as StreamOptions;
#[cfg(feature = "sql")]
pub use crate::sql::{MIGRATIONS, Options};
use crate::{Store, StoreError};

/// Opens the store of a URL, on the current tokio runtime.
///
/// | URL | feature | store |
/// | --- | --- | --- |
/// | `memory` | `memory` | a new one, gone with the program |
/// | `sqlite:FILE` | `sqlite` | the file, created if there is none; `sqlite:/data/calls.db` is absolute |
/// | `postgres://USER:PASSWORD@HOST/DATABASE` | `postgres` | the database, with the parameters of libpq |
/// | `nats://USER:PASSWORD@HOST/STREAM` | `nats` | the stream of JetStream, created if there is none; `a2t-calls` if none is named |
///
/// `tls://` instead of `nats://` uses TLS. `?replicas=3` makes three copies of a new stream, and `?credentials=FILE` signs in with
/// a user's file (feature `nats-credentials`).
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// let store = a2t_store::open::store("memory").await?;
/// assert_eq!(store.next_due("rap").await?, None);
/// let error = a2t_store::open::store("redis://localhost").await.err().unwrap();
/// assert!(error.to_string().starts_with("`redis` is not a kind of store"));
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// [`OpenError`], none of whose texts shows the URL, since there may be a password in it.
pub async fn store(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    open(url, false).await
}

/// Opens the store of a URL to look at it: nothing is created, no table is migrated.
///
/// # Errors
/// [`OpenError`], with [`StoreError::Absent`] if no program has stored anything there, and
/// [`StoreError::Older`] if the tables are those of an earlier program.
pub async fn existing(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    open(url, true).await
}

async fn open(url: &str, existing: bool) -> Result<Arc<dyn Store>, OpenError> {
    match Kind::from_url(url)? {
        Kind::Memory if existing => Err(OpenError::Store(StoreError::Absent)),
        Kind::Memory => memory(),
        Kind::Sqlite(file) => sqlite(file, existing).await,
        Kind::Postgres => postgres(url, existing).await,
        Kind::Nats => nats(url, existing).await,
    }
}

/// A URL that did not lead to a store.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// It is not a URL of a store; the text describes what is wrong with it and what to write.
    Url(String),
    /// The program was built without the engine.
    Off {
        /// The feature of this crate that brings the engine.
        feature: &'static str,
    },
    /// The engine did not open.
    Store(StoreError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(wrong) => f.write_str(wrong),
            Self::Off { feature } => write!(
                f,
                "this program was built without the store `{feature}`: build it with the feature \
                 `{feature}` of a2t-store"
            ),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::Url(_) | Self::Off { .. } => None,
        }
    }
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Kind of store that a URL names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind<'u> {
    Memory,
    Sqlite(&'u str),
    Postgres,
    Nats,
}

const EXPECTED: &str = "expected `memory`, `sqlite:FILE`, `postgres://USER@HOST/DATABASE` or \
                        `nats://HOST/STREAM`";

impl<'u> Kind<'u> {
    fn from_url(url: &'u str) -> Result<Self, OpenError> {
        let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
        match scheme {
            "memory" if rest.is_empty() => Ok(Self::Memory),
            "sqlite" => file(rest).map(Self::Sqlite),
            "postgres" | "postgresql" if rest.starts_with("//") => Ok(Self::Postgres),
            "nats" | "tls" if rest.starts_with("//") => Ok(Self::Nats),
            // Anything else may be a password.
            _ if rest.starts_with("//") && is_scheme(scheme) => {
                Err(OpenError::Url(format!("`{scheme}` is not a kind of store: {EXPECTED}")))
            }
            _ => Err(OpenError::Url(format!("this is not the URL of a store: {EXPECTED}"))),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(rest)
}

/// The file of a URL, unless other programs mean something else by it.
fn file(rest: &str) -> Result<&str, OpenError> {
    let wrong = |text: &str| Err(OpenError::Url(text.to_owned()));
    match rest {
        "" => wrong("`sqlite:` names no file: expected `sqlite:FILE`, such as `sqlite:calls.db`"),
        ":memory:" => wrong("`sqlite::memory:` is not a file: expected `memory`"),
        _ if rest.starts_with("//") && !rest.starts_with("///") => wrong(
            "the file of `sqlite:` stands behind the colon: expected `sqlite:FILE`, without `//`",
        ),
        _ => Ok(rest),
    }
}

#[cfg(feature = "memory")]
fn memory() -> Result<Arc<dyn Store>, OpenError> {
    Ok(Arc::new(crate::Memory::default()))
}

#[cfg(not(feature = "memory"))]
fn memory() -> Result<Arc<dyn Store>, OpenError> {
    Err(OpenError::Off { feature: "memory" })
}

#[cfg(feature = "sqlite")]
async fn sqlite(file: &str, existing: bool) -> Result<Arc<dyn Store>, OpenError> {
    Ok(Arc::new(crate::Sql::sqlite(file).existing(existing).open().await?))
}

#[cfg(not(feature = "sqlite"))]
async fn sqlite(_: &str, _: bool) -> Result<Arc<dyn Store>, OpenError> {
    Err(OpenError::Off { feature: "sqlite" })
}

#[cfg(feature = "postgres")]
async fn postgres(url: &str, existing: bool) -> Result<Arc<dyn Store>, OpenError> {
    Ok(Arc::new(crate::Sql::postgres(url).existing(existing).open().await?))
}

#[cfg(not(feature = "postgres"))]
async fn postgres(_: &str, _: bool) -> Result<Arc<dyn Store>, OpenError> {
    Err(OpenError::Off { feature: "postgres" })
}

#[cfg(feature = "nats")]
async fn nats(url: &str, existing: bool) -> Result<Arc<dyn Store>, OpenError> {
    let options = StreamOptions::from_url(url).map_err(|wrong| OpenError::Url(wrong.to_owned()))?;
    Ok(Arc::new(options.existing(existing).open().await?))
}

#[cfg(not(feature = "nats"))]
async fn nats(_: &str, _: bool) -> Result<Arc<dyn Store>, OpenError> {
    Err(OpenError::Off { feature: "nats" })
}
