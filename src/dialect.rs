//! Tools in the format of each provider of models and each agent framework, and an
//! [`Executor`] that runs the calls of a model.
//!
//! The loop of an agent is: show the tools, run the calls, send the results back.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//! # fn may_run(_: &a2t::dialect::Call) -> bool { true }
//! # async fn ask(_: a2t::Value) -> Result<a2t::Value, Box<dyn std::error::Error>> {
//! #     Ok(serde_json::json!({"role": "assistant", "content": [{"type": "tool_use",
//! #         "id": "toolu_1", "name": "lookup_weather_by_city", "input": {"city": "Omaha"}}]}))
//! # }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/catalogs/weather.json");
//! # let catalog = std::fs::read(catalog)?;
//! # let vendor = a2t::testing::MockServer::start(catalog).await?;
//! # let (url, m) = (vendor.url(), "a-model");
//! # let mut msgs = vec![json!({"role": "user", "content": "Is it cold in Omaha?"})];
//! use a2t::dialect::{Anthropic, Executor, Outcome};
//! use serde_json::json;
//!
//! let weather = weather::Client::new(url)?;
//! let executor = Executor::new(&weather)?;
//!
//! let tools = weather.tools();                                     // approved signatures only
//! let request = json!({ "model": m, "messages": msgs, "tools": Anthropic::tools(&tools)? });
//! let reply = ask(request).await?;                                 // your HTTP call
//!
//! let mut results = Vec::new();
//! for call in Anthropic::calls(&reply)? {                          // parallel calls, ids kept
//!     if may_run(&call) {                                          // your program decides
//!         results.push(executor.run(call).await);                  // validate → invoke → result
//!     } else {
//!         results.push(call.result(&Outcome::Denied("ask again tomorrow".into())));
//!     }
//! }
//! msgs.push(reply);
//! msgs.push(Anthropic::message(results));
//! # assert_eq!(msgs[2]["content"][0]["is_error"], false);
//! # Ok(()) }
//! ```
//!
//! [`Executor::run`] means that your program has decided: it asks no user. [`Executor::answer`] does the same in one step,
//! and runs the calls at the same time. It asks for the user's consent first, unless the tool was approved as read-only
//! or a rule of yours allows the call ([`Builder::consent`]).
#![doc = include_str!("../docs/executor.md")]

#[doc(inline)]
pub use a2t_dialect::{
    A2a, Accumulator, Agent, Anthropic, Autogen, AzureFoundry, AzureFoundryV2, BedrockAgents,
    BedrockConverse, CacheTime, Call, Caller, Callers, Coerced, Crewai, Described, Diagnostic,
    Dialect, Digest, Error, Export, Gemini, Given, Langchain, Limit, Limits, Mcp, Media, Mode,
    Name, Note, OpenaiAssistants, OpenaiChat, OpenaiResponses, Outcome, Part, Reply, Result,
    Selected, Selection, Show, StreamError, Streamed, Text, ToolCallError, ToolChoice, ToolOptions,
    Turn, Usage, ValidatedCall, VercelAi, check, hosted, import, limits, procedure, validate,
};
#[cfg(feature = "tool")]
#[doc(inline)]
pub use a2t_executor::InProcess;
#[doc(inline)]
pub use a2t_executor::{
    AgentTool, Batch, Builder, Consent, ConsentRequest, ConverseError, ConverseLimits, Conversed,
    Decision, Executor, Invoke, InvokeError, Invoking, Logging, MemoryLog, Paused, PausedCall, Ran,
    Record, RecordError, ResumeError, ResumeLog,
};
