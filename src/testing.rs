//! Tests without a network: a vendor calls its toolset in the process of the test. An agent replays what its
//! vendors did, or calls a server that answers for any catalog.
//!
//! | a test of | has | with the feature |
//! | --- | --- | --- |
//! | an agent, whose vendor replies as the test writes | `weather::Fake` ([`client::fake`](crate::client::fake)) | `client` |
//! | an agent, whose vendors reply as they once did | [`Recorder`], [`Replay`] | `client`, `testing` |
//! | an agent over HTTP, whose vendor makes up its answers | [`MockServer`], [`Mock`] | `server`, `testing` |
//! | a toolset | [`TestClient`], [`contract`](fn@contract) | `server`, `testing` |

#[cfg(feature = "client")]
#[doc(inline)]
pub use a2t_client::record::{Recorder, RecordingError, Replay};
#[cfg(feature = "server")]
#[doc(inline)]
pub use a2t_testing::{
    Breach, Broken, CallError, Contract, Kept, Mock, MockCall, MockError, MockServer, TestClient,
    TestResponse, contract,
};
#[doc(inline)]
pub use a2t_testing::{Failure, ProblemKind};
