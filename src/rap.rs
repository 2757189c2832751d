//! The Reactive Agent Protocol (RAP): the same tools called asynchronously, acknowledged at once and
//! answered by a callback; and the runtime that calls them.

#[cfg(feature = "rap-client")]
pub use a2t_rap::client::{self, Runtime};
#[cfg(feature = "rap")]
pub use a2t_rap::server::{
    Authorization, Call, ChannelError, Event, Fault, IpNet, Migration, MigrationError, Page,
    Policy, Question, Schedule, Server, SetupError, Shown, Subscription, WorkerLimits, Workers,
    store, webhook,
};
