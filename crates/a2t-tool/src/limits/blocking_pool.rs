//! Threads for functions that are not `async`, so that one that waits or computes keeps no thread
//! from serving others.

use crate::{Failure, Reply};

/// A function with its arguments, and the writing of its outputs.
pub type Job = Box<dyn FnOnce() -> Result<Vec<u8>, Failure> + Send>;

/// Threads for functions that block, which do not serve.
pub trait BlockingPool: Send + Sync {
    /// Runs the job there. Its panic is that of the reply.
    fn run(&self, job: Job) -> Reply;
}
