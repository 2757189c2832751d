//! The tools of a toolset spoken as RAP: a call is stored and acknowledged, run by workers, and its result posted to the
//! callback URL.

mod accept;
mod answer;
mod call;
mod catalog;
mod context;
mod deliver;
mod digest;
mod endpoints;
mod inner;
mod janitor;
mod journal;
mod migrate;
mod name;
mod payload;
mod receivers;
mod refuse;
mod request;
mod run;
mod settings;
mod setup;
mod telemetry;
mod tools;
mod work;

pub use a2t_store as store;
pub use a2t_store::Schedule;
pub use a2t_tool::channel::{Authorization, ChannelError, Event, Page, Question, Shown};
pub use a2t_tool::{Fault, WorkerLimits};
pub use a2t_webhook::egress::{IpNet, Policy};
pub use a2t_webhook::signature as webhook;
pub use call::{Call, Subscription};
pub use migrate::{Migration, MigrationError};
pub use setup::{Server, SetupError};
pub use work::Workers;
