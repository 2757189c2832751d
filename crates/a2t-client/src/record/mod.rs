//! Calls and their ends, written down once, and answered from ever after: tests of an agent against
//! what its vendors did, without a vendor.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/golden/weather.rs"));
//! use a2t::client::Client;
//! use a2t::testing::{Recorder, Replay};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/codegen/catalogs/weather.json");
//! # let vendor = a2t::testing::MockServer::start(std::fs::read(catalog)?).await?;
//! # vendor.reply("lookup_weather_by_city", serde_json::json!({"temperature": -3, "report": {}}))?;
//! # let url = vendor.url();
//! # let file = std::env::temp_dir().join(format!("a2t-{}.ndjson", std::process::id()));
//! // Once, with the vendor:
//! let recorder = Recorder::new().command("RECORD=1 cargo test -p trip-agent");
//! let client = Client::builder(url).record(&recorder).build()?;
//! agent(&weather::Client::with(client)).await?;
//! recorder.save(&file)?; // tests/recorded/weather.ndjson, to be committed
//!
//! // In each test, without one:
//! let replay = Replay::open(&file)?;
//! let client = Client::builder("https://api.weather.example").replay(&replay).build()?;
//! assert_eq!(agent(&weather::Client::with(client)).await?, -3);
//! replay.assert_complete();
//! # std::fs::remove_file(file)?;
//! # Ok(()) }
//!
//! async fn agent(tools: &impl weather::Tools) -> a2t::client::Result<i64> {
//!     let call = tools.lookup_weather_by_city("Omaha, Nebraska").days(1);
//!     call.send().await?.temperature.required()
//! }
//! ```
//!
//! A client that replays is a client: a generated one is made of it, an [executor] takes it, and
//! `verify` compares with the listing that was recorded.
//!
//! Clients of MCP servers and runtimes of RAP have the same two methods, and clients that share a
//! recorder, of any protocol, have one file. Servers whose tools have a name in common, or of which
//! more than one is asked for its list, are distinguished by [`Recorder::for_server`] and
//! [`Replay::for_server`]. Of a call over MCP the reply is kept as far as a
//! program is told it; of one over RAP the answer, once the program has it, and no event after it.
//! Tools that changed are found while it is recorded, and not in a replay, except for what `verify` says.
//! A replay starts no process, and a runtime loads its manifests from it.
//!
//! # Order
//! A call is answered by what was recorded of the same call: the same tool and version, and the
//! same arguments, in any order of theirs. Of equal calls, the first one gets the first end that was
//! recorded, and so on; different calls may come in any order, as concurrent ones do. A call that
//! was not recorded, or more often than it was, fails with
//! [`Kind::NotRecorded`](crate::Kind::NotRecorded), unless [`Replay::repeating`] has the last end
//! stay. An end comes at once: the attempts and waits behind it are in the recording as numbers.
//!
//! # The file
//! Lines of JSON ([NDJSON]), in the order in which the calls began. The first one is
//!
//! ```json
//! {"a2t_recording":1,"command":"RECORD=1 cargo test -p trip-agent"}
//! ```
//!
//! with the version of the format, and the command that records again, if there is one. Each other
//! line is a call and its end:
//!
//! ```json
//! {"tool":"lookup_weather","version":1,"arguments":{"city":"Omaha"},"outputs":{"temperature":-3}}
//! {"tool":"lookup_weather","version":1,"arguments":{"city":"Atlantis"},"problem":{"type":"urn:a2t:problem:tool-not-found","title":"","status":404,"detail":"no such city"}}
//! {"tool":"lookup_weather","version":1,"arguments":{"city":"Boston"},"failure":{"kind":"timeout","after_ms":30000},"attempts":3,"may_have_run":true}
//! {"get":"/tools","page":{"items":[]}}
//! {"tool":"get_current_time","arguments":{"timezone":"Europe/Vienna"},"result":{"content":[{"type":"text","text":"12:00"}]}}
//! {"tool":"report_year","arguments":{"year":2014},"result":{"text":"It rained."}}
//! ```
//!
//! | member | value |
//! | --- | --- |
//! | `server` | the name that the program gave to the server, if it did |
//! | `tool`, `version`, `arguments` | the call; without `version` over MCP and RAP |
//! | `get` | path and query of a request that runs no tool, in place of those three; `tools/list` over MCP, the path of the manifest over RAP |
//! | `outputs` | outputs by name |
//! | `result` | over MCP, the tool's result; over RAP that without the ids of its call, with `outcome` where the runtime made it of a failure |
//! | `page` | body of the reply to a `get`; of a list of MCP, all pages as one; of a manifest, without its endpoint |
//! | `text` | a reply that is none of these, whole |
//! | `problem` | problem details, whose `status` is that of the reply; with `retry_after` in seconds |
//! | `refused` | over MCP, the error of JSON-RPC |
//! | `failure` | why there is no reply: its `kind`, as below |
//! | `attempts`, `may_have_run` | what the error says; 1 and `false` where they are left out |
//!
//! The `kind` of a `failure` is `connect`, `not_sent`, `interrupted`, `timeout` (with `after_ms`), `too_large` (with `limit`),
//! `redirected` (with `status`) or `malformed` (another media type than JSON). Over MCP, it can also be `status` (with
//! `status`), `ended`, `abandoned` or `protocol`.
//!
//! It is read strictly: another version, a member that is not in the table, two ends of one call or
//! anything that is not JSON is refused with its line. It has at most 64 MiB and 10,000 calls, and
//! values are nested at most 32 deep in their line.
//!
//! # Secrets
//! No header is written, so no credentials, cookies and keys; nor the URL, a command or what its process said, the ids of
//! a call over RAP, an idempotency key, the
//! id of a request, the text of a cause, the address of a redirect. Values of inputs and outputs are, as are the members
//! of problems: [`Recorder::redact`] rewrites them before they are kept. A server that refuses a call
//! quotes its arguments in the problem's `detail` and `errors`, so rewrite those (`Part::Problem`) as
//! well. Read the file before it is committed.
//!
//! [executor]: https://docs.rs/a2t/latest/a2t/dialect/struct.Executor.html
//! [NDJSON]: https://github.com/ndjson/ndjson-spec

mod end;
mod entry;
mod error;
mod line;
mod mode;
mod recorder;
mod redact;
mod replay;

#[doc(hidden)]
pub use self::{
    end::{End, FailureKind},
    entry::{Asked, Entry},
    line::Object,
    replay::NotRecordedError,
};
pub use error::RecordingError;
#[doc(hidden)]
pub use mode::{RecordMode, failed, failure};
pub use recorder::Recorder;
pub use redact::{Field, Part};
pub use replay::Replay;

/// Version of the format.
const VERSION: u64 = 1;
/// Most bytes of a recording.
const BYTES_MAX: usize = 64 << 20;
/// Most calls of a recording.
const CALLS_MAX: usize = 10_000;

#[cfg(test)]
mod tests;
