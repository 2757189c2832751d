//! Calls that answer later (`io.modelcontextprotocol/tasks`): accepted into a store, run by the
//! worker that claims them, and asked for by an id that cannot be guessed.

mod context;
mod journal;
mod methods;
mod order;
mod run;
mod settings;
mod state;
#[cfg(test)]
mod tests;
mod work;

pub use settings::Tasks;

pub(crate) use order::Order;
pub(crate) use state::State;

pub(crate) use a2t_store::worker::now;

/// Name of the queue in which tasks wait.
pub(crate) const QUEUE: &str = "mcp-tasks";
