//! Stores by the addresses of the command line.

use std::error::Error;
use std::sync::Arc;

use a2t::rap::store::{Memory, Sql, Store};

/// The store at an address: `memory`, or `sqlite:` and a file.
pub(crate) async fn open(address: &str) -> Result<Arc<dyn Store>, Box<dyn Error>> {
    match address.split_once(':') {
        Some(("sqlite", file)) => Ok(Arc::new(Sql::sqlite(file).open().await?)),
        None if address == "memory" => Ok(Arc::new(Memory::default())),
        _ => Err(format!("`{address}` is not a store: give `sqlite:FILE` or `memory`").into()),
    }
}
