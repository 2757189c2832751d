//! Guide for agents' developers: recipes for a program that calls vendors' tools in production.
//!
//! [`client`](mod@crate::client) has every number and its default, [`dialect`](crate::dialect) what a
//! model is told. The programs here use `weather`, the client of one tool; yours is generated from
//! the catalog that you approved ([`include_client!`](crate::include_client)). Vendors have [a guide of
//! their own], whose tools `examples/library-agent` calls.
//!
//! [a guide of their own]: https://github.com/a2t-rs/a2t/blob/main/docs/guide.md
//!
//! | you want to | recipe |
//! | --- | --- |
//! | send a token, and a new one when it expires | [Credentials](#credentials) |
//! | reach a vendor through a proxy | [Proxies](#proxies) |
//! | know what to do about a failure | [Errors](#errors) |
//! | give a model the tools of several vendors | [Several vendors](#several-vendors) |
//! | notice at the start that a vendor changed a tool | [Start-up](#start-up) |
//! | keep the approved catalogs up to date | [Updates](#updates) |
//! | call an old version of a tool beside the new one | [Versions side by side](#versions-side-by-side) |
//! | see calls in your traces and dashboards | [Tracing and figures](#tracing-and-figures) |
//! | test the agent without its vendors | [Tests](#tests) |
//! | list a catalog that you do not know | [Catalogs page by page](#catalogs-page-by-page) |
//!
//! A client that was generated from a snapshot has the address that it was approved at:
//! `weather::Client::new(weather::URL)`, or `Client::builder(weather::URL)` for one with settings.
//!
//! # Credentials
//! A token goes to the builder. It is sent over `https` alone, or to this machine, and no text of
//! this library shows it. For a token that expires, a source is asked before each attempt; one that
//! fails ends the call with nothing sent.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//! use a2t::client::Client;
//!
//! # mod vault {
//! #     pub async fn token() -> Result<String, std::io::Error> { Ok("t1".into()) }
//! # }
//! fn weather(key: &str) -> a2t::client::Result<weather::Client> {
//!     let client = Client::builder("https://api.weather.example")
//!         .header("x-api-key", key)
//!         .bearer_token_from(|| async { Ok(vault::token().await?) })
//!         .build()?;
//!     Ok(weather::Client::with(client))
//! }
//! # fn main() {
//! #     weather("k").unwrap();
//! # }
//! ```
//!
//! A source that says how long a token lives ([`TokenSource`](crate::client::TokenSource),
//! [`Token::expires_in`](crate::client::Token::expires_in)) is asked again shortly before it is over,
//! once for all calls that wait for it; a token that the vendor refuses (401) is replaced once. A
//! source for the client credentials of OAuth 2.0 is [`examples/oauth-client`].
//!
//! [`examples/oauth-client`]: https://github.com/a2t-rs/a2t/tree/main/examples/oauth-client
//!
//! # Proxies
//! A client opens its connections itself; it asks no variable of the environment unless it is told to.
//! Encryption to the vendor goes through the proxy untouched (`CONNECT`).
//!
//! ```
//! use a2t::client::Client;
//!
//! let url = "https://api.weather.example";
//! let of_the_network = Client::builder(url).proxy_from_env().build()?;
//! let named = Client::builder(url).proxy("http://proxy.example:3128").build()?;
//! # drop((of_the_network, named));
//! # Ok::<_, a2t::client::Error>(())
//! ```
//!
//! # Errors
//! [`Error::remedy`](crate::client::Error::remedy) says what to do; retries have been made by then,
//! as far as they do no harm. The text of an error is for people, and safe for a terminal.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//! use std::time::Duration;
//!
//! use a2t::client::Remedy;
//!
//! async fn temperature(tools: &impl weather::Tools, city: &str) -> a2t::client::Result<Option<i64>> {
//!     let call = || tools.lookup_weather_by_city(city).send();
//!     let error = match call().await {
//!         Ok(reply) => return reply.temperature.required().map(Some),
//!         Err(error) => error,
//!     };
//!     match error.remedy() {
//!         Remedy::Accept | Remedy::MendArguments => Ok(None), // the vendor knows no such city
//!         Remedy::AskAgain { after } if after <= Some(Duration::from_secs(60)) => {
//!             tokio::time::sleep(after.unwrap_or(Duration::from_secs(1))).await;
//!             call().await?.temperature.required().map(Some)
//!         }
//!         _ => Err(error),
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() {
//! # use a2t::client::fake::Failure;
//! # let fake = weather::Fake::new();
//! # fake.fail::<weather::reply::LookupWeatherByCity>(Failure::refused(422, "no such city"));
//! # assert_eq!(temperature(&fake, "Atlantis").await.unwrap(), None);
//! # }
//! ```
//!
//! A tool that lists its errors in its signature has an enum of them in the client, which
//! [`Error::typed`](crate::client::Error::typed) reads: `Some(error::LendBook::AlreadyLent { until })`.
//!
//! Whoever reports a failure to its vendor adds
//! [`Error::request_id`](crate::client::Error::request_id): the vendor's log has the same id. One
//! call has [`Sending::idempotency_key`](crate::client::Sending::idempotency_key) for a key of the
//! program's own, by which a call that may have run is sent again after a restart, and runs once.
//!
//! # Several vendors
//! Each vendor has a client, and one executor shows a model all of them, with the tools of the
//! program itself. Two tools of one name, or with names that can be confused, are refused when it is built.
//! `mcp_time` is the client of an MCP server, from a snapshot that `cargo a2t fetch --mcp-stdio` wrote.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/mcp_time.rs"));
//! use a2t::dialect::{Dialect, Executor};
//!
//! /// Converts a temperature to Fahrenheit.
//! ///
//! /// # Returns
//! /// Degrees Fahrenheit.
//! #[a2t::tool(version = 1, read_only)]
//! fn to_fahrenheit(
//!     /// Degrees Celsius.
//!     celsius: i32,
//! ) -> i32 {
//!     celsius * 9 / 5 + 32
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let weather = weather::Client::new("https://api.weather.example")?;
//! let time = mcp_time::Client::command("mcp-server-time", ["--local-timezone", "UTC"]);
//! let executor = Executor::builder()
//!     .client(&weather) // a vendor of A2T
//!     .mcp(&time) // a server of MCP
//!     .toolset(a2t::toolset![to_fahrenheit], ()) // this program
//!     .concurrency(4)
//!     .observe(|ran| eprintln!("{} took {:?}", ran.call.name(), ran.duration))
//!     .build()?;
//! let shown = Dialect::Anthropic.tools(executor.tools())?;
//! let forecaster = executor.select(|tools| tools.tag("weather"))?; // for an agent that sees less
//! # assert!(shown.as_array().is_some_and(|tools| tools.len() >= 4));
//! # assert_eq!(forecaster.tools().len(), 1);
//! # Ok(()) }
//! ```
//!
//! # Start-up
//! A version that is out does not change, by the protocol; `verify` asks if that is so, before the
//! first call. A newer version is no reason to stop: calls stay at the approved one.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//! async fn start(tools: &impl weather::Tools) -> Result<(), Box<dyn std::error::Error>> {
//!     let drift = tools.verify().await?;
//!     if !drift.is_safe() {
//!         return Err(format!("tools are not as they were approved:\n{drift}").into());
//!     }
//!     if !drift.is_none() {
//!         eprintln!("newer versions:\n{drift}"); // a review is due
//!     }
//!     Ok(())
//! }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! #     start(&weather::Fake::new()).await.unwrap();
//! # }
//! ```
//!
//! # Updates
//! The approved catalogs are files of the repository, as a lockfile is. One command compares all of
//! them with what their servers have now, and exits with 1 if anything changed; fetching again
//! writes one file, and the diff is reviewed with the code that it moves:
//!
//! ```console
//! $ cargo a2t fetch --check approved/*.json --format markdown
//! $ cargo a2t fetch https://api.weather.example -o approved/weather.json
//! $ cargo test
//! ```
//!
//! A server that asks for a header gets it from a variable of the environment, which its snapshot
//! remembers by name (`--header-env NAME`), once the command line allows its server to have it
//! (`--header-env NAME=ORIGIN`). [A workflow] does this each day, and opens a pull request with the
//! Markdown as its text.
//!
//! [A workflow]: https://github.com/a2t-rs/a2t/blob/main/docs/workflows/approved-tools.yml
//!
//! # Versions side by side
//! A published version stays as it is, so a program may call an old one for as long as it is served,
//! while another part of it moves on. Each version that is asked for by its number is a method of its
//! own; `--hold` keeps a tool at one where the rest of the catalog is followed. The snapshot remembers
//! both, for the next fetch and for `--check`:
//!
//! ```console
//! $ cargo a2t fetch https://api.weather.example --tool lookup_weather@1 --tool lookup_weather@2 -o approved/weather.json
//! $ cargo a2t fetch https://api.weather.example --hold lookup_weather@1 -o approved/weather.json
//! ```
//!
//! The first of them names the oldest version for the tool, and the others with their numbers:
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/versions.rs"));
//! # use versions as weather;
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> a2t::client::Result<()> {
//! let weather = weather::Fake::new();
//! weather.lookup_weather("Omaha").send().await?;
//! weather.lookup_weather_v2("Omaha").send().await?;
//! # Ok(()) }
//! ```
//!
//! # Tracing and figures
//! With the feature `tracing`, a call is a span and each attempt one within it, for whatever
//! subscriber the program has; with `metrics`, calls and attempts are counted. The [page on what is
//! seen] has every name. Neither has an argument, a token or a server's word.
//!
//! The place in a trace is told to vendors if the builder knows where to find it:
//!
#![cfg_attr(feature = "tracing", doc = "```")]
#![cfg_attr(not(feature = "tracing"), doc = "```ignore")]
//! use a2t::client::{Client, TraceContext};
//!
//! # fn current_traceparent() -> String { String::new() }
//! let client = Client::builder("https://api.weather.example")
//!     .trace_context(|| TraceContext::parse(&current_traceparent(), "")) // your tracer's
//!     .build()?;
//! # Ok::<_, a2t::client::Error>(())
#![doc = "```"]
//!
//! [page on what is seen]: https://github.com/a2t-rs/a2t/blob/main/docs/observability.md
//!
//! # Tests
//! An agent that takes `&impl weather::Tools` takes a client, or one of three stand-ins:
//!
//! | stand-in | says | tests |
//! | --- | --- | --- |
//! | `weather::Fake` ([`fake`](crate::client::fake)) | what the test writes | the agent's decisions |
//! | [`Replay`](crate::testing::Replay) | what the vendor once said | a whole conversation, through the executor |
//! | [`MockServer`](crate::testing::MockServer) | valid values, over HTTP | limits, retries, programs that are run as they are |
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/golden/weather.rs"));
//! use a2t::client::Client;
//! use a2t::dialect::{Dialect, Executor, Turn};
//! use a2t::testing::Replay;
//! use serde_json::json;
//!
//! const RECORDING: &str = r#"{"a2t_recording":1,"command":"RECORD=1 cargo test"}
//! {"tool":"lookup_weather_by_city","version":2,"arguments":{"city":"Omaha"},"outputs":{"temperature":-3}}
//! "#;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let replay = Replay::parse(RECORDING)?; // of a file: `Replay::open`
//! let client = Client::builder("https://api.weather.example").replay(&replay).build()?;
//! let executor = Executor::new(&weather::Client::with(client))?;
//!
//! let said = json!({"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1",
//!     "name": "lookup_weather_by_city", "input": {"city": "Omaha"}}]});
//! let Turn::Called(told) = executor.answer(Dialect::Anthropic, &said).await? else {
//!     return Err("the model was to call".into());
//! };
//! assert_eq!(told["content"][0]["content"], r#"{"temperature":-3}"#);
//! replay.assert_complete(); // every recorded call was made, and no other
//! # Ok(()) }
//! ```
//!
//! [`client::record`](crate::client::record) tells how a recording is made; `examples/trip-agent` of
//! the repository has a test that records anew if it is told to. One recording serves clients
//! of A2T, MCP and RAP together.
//!
//! # Catalogs page by page
//! A generated client lists nothing. A program that learns of tools while it runs has
//! [`Client::tools`](crate::client::Client::tools), bounded in pages, tools and bytes, or takes them
//! as they come:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codegen/catalogs/weather.json");
//! # let vendor = a2t::testing::MockServer::start(std::fs::read(catalog)?).await?;
//! # let url = vendor.url();
//! let client = a2t::client::Client::new(url)?;
//! let mut tools = client.tools_stream();
//! while let Some(tool) = tools.next().await {
//!     let tool = tool?;
//!     println!("{} version {}: {}", tool.name, tool.version, tool.description);
//! }
//! # Ok(()) }
//! ```
//!
//! What a server said while the program ran was approved by nobody: an executor does not take it.
