//! Re-exports of the macros, with their reference. The derives are in `types`.

mod list;
mod types;

pub use types::{Enum, Error, Input, Output, Record};

/// Turns a function into a tool. Its types and doc comments are the signature, its body answers
/// calls.
///
/// ```
/// /// Adds two numbers.
/// ///
/// /// # Returns
/// /// The sum.
/// #[a2t::tool(version = 1)]
/// fn add(
///     /// First addend.
///     a: i32,
///     /// Second addend; 1 if absent.
///     #[a2t(default = 1)]
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// use a2t::Tool;
///
/// assert_eq!(add(2, 40), 42); // still a plain function
/// assert_eq!(add::SIGNATURE.name, "add");
/// assert_eq!(add::SIGNATURE.description, "Adds two numbers.");
/// assert!(!add::SIGNATURE.input_parameters[1].required);
///
/// let tools = a2t::toolset![add];
/// # let _: axum::Router = tools.into_router();
/// ```
///
/// The function stays as it is, sync or `async`, in any module. The macro adds a *marker type* with the
/// same name and visibility, which implements [`Tool`](crate::Tool) and which you list in
/// [`toolset!`](crate::toolset). One `use` imports both. If a tool is not `pub` and no toolset lists
/// it, rustc reports it as unused. A function that is not `async` may block and compute, because it
/// runs on a separate thread ([`Limits::blocking_threads`](crate::Limits::blocking_threads)).
///
/// # Name of the marker type
///
/// The marker hides other types, modules and crates with the function's name, in its module and wherever the function
/// is imported. If the module needs one of them, give the marker another name and list that:
///
/// ```
/// # mod tools {
/// # mod uuid { pub struct Uuid; impl Uuid { pub fn new_v4() -> String { String::new() } } }
/// /// Makes an id.
/// ///
/// /// # Returns
/// /// The id.
/// #[a2t::tool(version = 1, marker = "UuidTool")]
/// pub fn uuid() -> String {
///     uuid::Uuid::new_v4().to_string()
/// }
/// # }
///
/// let tools: a2t::Toolset<()> = a2t::toolset![tools::UuidTool];
/// ```
///
/// You need this for a function with the name of a crate that it uses (`uuid`), of an import (`use
/// std::env;`), of its own module if both are imported under one name (`mod search; pub use
/// search::{SearchTool, search};`), or of a primitive type (`str`), which does not compile without
/// it. The marker is not part of the signature.
///
/// The macro reports a collision that it can see: a primitive type, or a path in the function's own body. For all
/// others, rustc reports an error at the attribute of the tool. The solution is the same key, `marker = "…"`:
///
/// | error | cause |
/// | --- | --- |
/// | E0599, no variant named `Uuid` found for enum `uuid` | `uuid::Uuid` in another function, or where the tool is imported |
/// | E0255 and E0573, the name `env` is defined multiple times | `use std::env;` in the module |
/// | E0659, `uuid` is ambiguous | `use uuid::Uuid;` in the module, or next to `use tools::*;` |
///
/// # Keys of the attribute
///
/// | key | value | if absent |
/// | --- | --- | --- |
/// | `version` | integer literal from 1 to 2^32 - 1; each change of the signature adds 1 | an error |
/// | `name` | 1 to 254 visible characters in snake case (draft section 6.1) | the function's name |
/// | `title` | name for people: one line of 1 to 254 characters (spec note AMB-42) | none |
/// | `id` | a UUID, `"0479a45d-ad0a-49d4-94db-75edf00d2ca4"` | the published one of this name, else a UUIDv5 of the names of package and tool |
/// | `tags` | list of strings to filter by, `["weather"]` | none |
/// | `img` | URL of a picture | none |
/// | `read_only` | a call changes nothing | may change things |
/// | `idempotent` | a call that is made twice does no more than once | may do more |
/// | `destructive`, `destructive = false` | a call may overwrite or delete; it only adds | may, unless `read_only` |
/// | `long_running` | a call may take longer than a connection is kept open | answers while its caller waits |
/// | `quick` | a function that is not `async` returns within about 20 µs, and runs on the runtime's thread | separate thread, see below |
/// | `on_disconnect` | `"finish"` or `"cancel"`: whether a call ends when its client leaves ([`OnDisconnect`](crate::OnDisconnect)) | that of [`Limits::on_disconnect`](crate::Limits::on_disconnect): `"finish"` |
/// | `timeout` | the maximum time of a call, `"1ms"` to `"24h"`: `"5s"`; units `ms`, `s`, `m`, `h` | the limit of the protocol, such as [`Limits::handler_timeout`](crate::Limits::handler_timeout) |
/// | `concurrency` | the maximum number of calls at one time in the program, from 1; beyond it 503, over RAP they wait | as many as the server accepts |
/// | `idempotency_key` | `"required"`: a call over A2T without the header `Idempotency-Key` is refused with 400 | a key is optional |
/// | `scopes` | all scopes that a caller needs, `["weather:read"]`, see below | none |
/// | `errors(…)` | the variants of the error type that the signature lists, `errors(NotFound, TooMany)`, or `errors()` for none ([`Error`](macro@crate::Error)) | all of them |
/// | `deprecated(…)` | a version that callers should leave, see below; may be repeated | none |
/// | `marker` | name of the marker type, `"UuidTool"`, see above | the function's name |
/// | `crate` | path of this crate if you renamed it, `::renamed` | `::a2t` |
///
/// A published id never changes: a tool without `id` takes it from the file in `published/` under its name, even if
/// the package is renamed. If you rename a tool for callers, set `id` to the value on line 2 of its file, at least
/// until that version is published. To keep a name that was published in another case, use
/// `#[allow(non_snake_case)]`.
///
/// # Versions
///
/// Each change of the signature adds 1 to `version`, and may only add optional inputs and outputs (draft section
/// 5.4). The function of the newest version also serves all earlier published versions, each with its own inputs and
/// outputs: a later input is absent or has its default, and a later output is omitted from the reply. To keep the
/// behaviour of an old version, give that version its own function: `#[a2t::tool(name = "roll", version = 1)]` in the
/// same toolset.
///
/// The key `deprecated(version = 1, since = "2026-11-01", note = "use version 2")` asks callers to stop using a
/// version: that of the function if `version` is absent. `since` is a day (UTC, `YYYY-MM-DD`), which may be in the
/// future. `note` describes what to do instead (1 to 2000 characters). The version is still served. Its signature has
/// the remark as `"deprecated": {"since", "note"}` (spec note AMB-36), each of its replies has the
/// header `Deprecation` (RFC 9745), and the method of a generated client is marked `#[deprecated]`.
///
/// ```
/// /// Rolls dice.
/// ///
/// /// # Returns
/// /// Their sum.
/// #[a2t::tool(version = 2, deprecated(since = "2026-11-01", note = "use `toss_coin`"))]
/// fn roll(
///     /// Number of dice; one if absent.
///     dice: Option<u16>,
/// ) -> u16 {
///     dice.unwrap_or(1) * 4
/// }
///
/// use a2t::Tool;
/// assert_eq!(roll::SIGNATURE.deprecated.as_ref().unwrap().since, "2026-11-01");
/// ```
///
/// # Callers
///
/// A tool with `scopes` (RFC 6749 section 3.3) is listed only for callers who have all of them, in every protocol. For
/// other callers it does not exist, unless the toolset sets [`step_up`](crate::Toolset::step_up). All versions of a
/// tool need the scopes of all its functions. Published versions record which scopes and which `idempotency_key` a
/// call needs. Later code can drop them but not add any (spec note AMB-49): an added scope does not compile. The caller
/// itself is a context, [`Caller`](crate::Caller), which a layer such as [`authenticate`](crate::authenticate) provides.
///
/// # Hints
///
/// The hints `read_only`, `idempotent` and `destructive` declare the effects of a call. The signature
/// has them as `"annotations"` with the members of MCP (`readOnlyHint`, spec note AMB-41), and so have
/// the tools of MCP. If a tool only reads or is idempotent, a generated client repeats a call after
/// any 5xx and after a broken connection
/// ([`Retry`](https://docs.rs/a2t/latest/a2t/client/enum.Retry.html)). Hosts ask their users before
/// a destructive call. `long_running` asks callers to fetch the result later if they can: RAP's
/// runtimes, and MCP clients that support tasks. Nothing verifies the hints, so declare the worst
/// that the function can do.
///
/// Published versions record the hints. You can add a hint without a new version, but code that removes `read_only`
/// or `idempotent` does not compile. Each function of a tool has its own hints. A published version that a later
/// function serves has the hints of that function. `read_only` with `destructive` does not compile.
///
/// ```
/// /// Cancels a booking.
/// ///
/// /// # Returns
/// /// The seats that are free again.
/// #[a2t::tool(version = 1, title = "Cancel a booking", idempotent, destructive)]
/// fn cancel_booking(
///     /// Number of the booking.
///     number: u32,
/// ) -> u16 {
///     2
/// }
///
/// use a2t::{Hints, Tool};
/// let said = Hints { idempotent: true, destructive: Some(true), ..Hints::NONE };
/// assert_eq!(cancel_booking::SIGNATURE.hints, said);
/// ```
///
/// # Functions that are not `async`
///
/// A function that is not `async` runs on a thread pool, so it may wait for a file or compute for
/// long without blocking other calls. Its caller gets a reply after the time limit, and calls are
/// refused (503) if too many wait already. The change of threads costs about 10,000 instructions,
/// and a whole call takes 24,000. If a function returns within about 20 µs and does no IO, mark it
/// as `quick`. It then runs on the runtime's thread:
///
/// ```
/// /// Converts a temperature.
/// ///
/// /// # Returns
/// /// Degrees Fahrenheit.
/// #[a2t::tool(version = 1, quick)]
/// fn fahrenheit(
///     /// Degrees Celsius.
///     celsius: i32,
/// ) -> i32 {
///     celsius * 9 / 5 + 32
/// }
/// # let _: axum::Router = a2t::toolset![fahrenheit].into_router();
/// ```
///
/// `quick` is not part of the signature.
///
/// # Functions that are `async`
///
/// An `async` function runs on the runtime's threads, so it should await everything that takes time. While it
/// computes, its thread answers no other request. Further calls are not refused: they wait in the sockets, where no
/// limit counts them. `concurrency` does not help, because such calls run one after another on each thread. If a
/// function computes for a millisecond or more, do not make it `async`: it will run on a separate thread, and calls
/// beyond the queue will be refused at once. If the function must await, move the computation to
/// `tokio::task::spawn_blocking`.
///
/// A tool that blocks a thread for more than a second between two `.await`s is reported once, as a warning
/// (`Fault::is_warning`). `Limits::slow_poll_threshold` sets another time. During development, 10 ms finds tools that
/// compute.
///
/// # Published versions
///
/// `cargo a2t publish` writes each version to `published/<tool>/v<N>.json` in the package. From then on, these checks
/// notice a change of a published version:
///
/// | what happens | every build (rustc) | `A2T_PUBLISHED=check cargo test` | `cargo a2t check` | `… --against origin/main` |
/// | --- | --- | --- | --- | --- |
/// | the code differs from a published version of its number, or breaks an earlier one | error | yes | yes | yes |
/// | a version is not published yet | – | yes | yes | yes |
/// | a published tool that is not `pub` is in no toolset | warning | yes | yes | yes |
/// | a published `pub` tool is in no toolset | – | yes | yes | yes |
/// | a published function is deleted, or loses its attribute | – | yes | yes | yes |
/// | a published function is renamed without `name = "…"` | – | yes | yes | yes |
/// | the last function with a tool is deleted | – | – | yes | yes |
/// | a call needs another scope, an `Idempotency-Key` or another format than was published, or a hint is gone | error | yes | yes | yes |
/// | a retired version is in the code again | error | yes | yes | yes |
/// | the file of the newest version is edited | error | yes | yes | yes |
/// | the text of an older version is edited in its file | – | – | yes | yes |
/// | a file and its line in `SHA256SUMS` are edited together | – | – | – | yes |
/// | the newest or only `v<N>.json` of a tool is deleted | error | yes | yes | yes |
/// | `SHA256SUMS` is deleted | error | yes | yes | yes |
/// | files are deleted with their lines in `SHA256SUMS` | – | as not published | as not published | yes |
/// | a tool is deleted with its files and their lines | – | – | – | yes |
///
/// A tool is in a toolset if any target of the package lists it, for example a test. If another crate lists the tools
/// of your library, add a test with a toolset.
///
/// # Doc comment
///
/// Everything before the first heading is the description, by which models choose the tool: 1 to 1999 characters. The
/// lines of a paragraph are joined. The section `# Returns` describes a plain return value. All other sections
/// (`# Errors`, `# Examples`, …) are for readers of the code and are not sent.
///
/// # Parameters
///
/// Each parameter has a doc comment (at most 2000 characters) and a type that implements [`Input`](crate::Input):
/// `String`, `bool`, an integer, an enum with [`#[derive(a2t::Enum)]`](macro@crate::Enum), your own type with
/// [`#[derive(a2t::Input)]`](macro@crate::Input), or an `Option` of these. Type aliases work too. A tool has at most 64
/// parameters. The attribute `#[a2t(…)]` on a parameter has these keys:
///
/// | key | value | on |
/// | --- | --- | --- |
/// | `min`, `max` | integer or constant inside the type's range | integers |
/// | `max_length` | number of characters, from 0 | `String`, with `text` |
/// | `default` | a constant of the type (`&'static str` for `String` and with `text`); makes it optional for callers | all but `Option` |
/// | `text` | no value: a string, parsed with the type's [`FromStr`](std::str::FromStr), see below | any type whose error implements `Display`, and `Option` of it |
/// | `expected`, `example` | a short description of valid texts; an example | with `text` |
/// | `format` | name of the format, which published versions record; `uuid` for a type `Uuid` if absent | with `text` |
/// | `name` | its name for callers | all |
/// | `id` | its identity across versions; the parameter's Rust name if absent | all |
/// | `context` | no value: not an input, see below | axum extractors |
///
/// There is no `min_length`, because the protocol has no such limit. To refuse an empty text, return
/// [`ToolError::invalid`](crate::ToolError::invalid), or use a type whose `FromStr` refuses it, with `#[a2t(text)]`.
/// Describe in the doc comment what you expect.
///
/// Without `min` and `max` an integer has the range of its type. `usize` and `isize` have the 32-bit range on every
/// machine, so that a published tool compiles on all of them. 64-bit and 128-bit types have ±(2^53 - 1), which every
/// JSON parser preserves. Leading underscores of a parameter's name are not part of its name on the wire.
///
/// A default is not part of the signature (spec note AMB-38) and is not added to the description. Mention it there, so
/// that models know it. JSON Schemas of inputs, in OpenAPI and in the lists of MCP and RAP, have `default`, `examples`
/// and `format`. An older version that does not accept such a value does not list it. Catalogs and published files have
/// no defaults or examples, so `cargo a2t export` cannot write them.
///
/// `#[a2t(text)]` works with types of other crates: dates, UUIDs, URLs, decimals. If `FromStr` fails, the reply has a
/// violation with the message of its error:
///
/// ```
/// /// Checks whether a host may call.
/// ///
/// /// # Returns
/// /// Whether it may.
/// #[a2t::tool(version = 1)]
/// fn may_call(
///     /// The address of the host: `2001:db8::1`.
///     #[a2t(text, max_length = 39, expected = "an IP address", example = "2001:db8::1")]
///     host: std::net::IpAddr,
/// ) -> bool {
///     host.is_loopback()
/// }
/// # let _: axum::Router = a2t::toolset![may_call].into_router();
/// ```
///
/// ```
/// use axum::extract::State;
///
/// /// Forecasts the weather of a city.
/// ///
/// /// # Returns
/// /// Degrees Celsius at noon.
/// #[a2t::tool(version = 3, name = "forecast_weather", tags = ["weather"])]
/// async fn forecast(
///     /// The city. For example, Boston or Los Angeles.
///     #[a2t(max_length = 100)]
///     city: String,
///     /// Days ahead.
///     #[a2t(min = 0, max = 14, default = 0)]
///     days: u8,
///     #[a2t(context)] State(offset): State<i32>,
/// ) -> Result<i32, a2t::ToolError> {
///     if city.is_empty() {
///         return Err(a2t::ToolError::refused("name a city"));
///     }
///     Ok(offset + i32::from(days))
/// }
/// # let _: axum::Router<i32> = a2t::toolset![forecast].into_router();
/// ```
///
/// # Contexts
///
/// A parameter with `#[a2t(context)]` is any axum extractor that does not read the body
/// (`FromRequestParts`): `State<T>`, `HeaderMap`, `Extension<T>`, or your own. A tool has at most 8,
/// anywhere among its parameters. They are extracted first, and a rejection is the reply. `State<T>`
/// determines the state of the toolset.
///
/// # Return type
///
/// A tool returns a type that implements [`Output`](crate::Output): one value, which is the output `result`
/// and is described by `# Returns`; a struct with [`#[derive(a2t::Output)]`](macro@crate::Output); or a
/// `Result` of one of these. Its error is [`ToolError`](crate::ToolError) or a type that implements
/// [`IntoToolError`](crate::IntoToolError).
pub use a2t_macros::tool;

/// Turns methods into tools that share the value they belong to.
///
/// Methods with `#[tool(…)]`, which has the keys of [`#[a2t::tool]`](macro@crate::tool), become
/// tools; the others stay as they are. They take `&self`, because calls run at the same time, or no
/// `self` at all. A [`toolset!`](crate::toolset) lists the type once for all of them. Its state is
/// an [`Arc`](std::sync::Arc) of the value, or a type from which axum's `FromRef` gets one. The
/// attribute has the keys `crate` and `marker`. `#[cfg]` and `#[cfg_attr]` on methods work as on functions.
///
/// A type can have several blocks. Every block except the first needs its own marker type,
/// `#[a2t::tools(marker = "StationAdmin")]`, which is as visible as its most visible tool. A toolset lists each block:
/// `toolset![Station, StationAdmin]`. If the key is missing, a block in the same module gets an error that shows it. For a
/// block in another module, rustc reports E0119, conflicting implementations of the trait `ToolsWithoutMarker`. The
/// solution is the same key.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// #[derive(Default)]
/// struct Turnstile {
///     visitors: AtomicU32,
/// }
///
/// #[a2t::tools]
/// impl Turnstile {
///     /// Lets visitors in.
///     ///
///     /// # Returns
///     /// Number of visitors inside now.
///     #[tool(version = 1)]
///     async fn admit_visitors(
///         &self,
///         /// Number of visitors.
///         #[a2t(min = 1, max = 10)]
///         count: u32,
///     ) -> u32 {
///         self.visitors.fetch_add(count, Ordering::Relaxed) + count
///     }
/// }
///
/// let router = a2t::toolset![Turnstile].into_router();
/// let _: axum::Router = router.with_state(Arc::new(Turnstile::default()));
/// ```
pub use a2t_macros::tools;
