//! The macros under the names that users write, with their reference; derives are in `types`.

mod list;
mod types;

pub use types::{Enum, Error, Input, Output, Record};

/// Makes a function a tool: its types and doc comments are the signature, its body answers the
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
/// The function stays as it is, sync or `async`, in any module. The macro adds a *marker type* of the same
/// name and visibility, which [`toolset!`](crate::toolset) lists and which implements
/// [`Tool`](crate::Tool); one `use` imports both. A tool that is not `pub` and that no toolset
/// lists is reported by rustc as unused, published or not. A function that is not `async` may
/// wait and compute: the routes of A2T run it apart from the threads that serve
/// ([`Limits::threads`](crate::Limits::threads)), and so do the faces of MCP and RAP.
///
/// # Name of the marker type
///
/// The marker hides other types, modules and crates of the function's name, in its module and wherever the
/// function is imported. If the module needs one of them, give the marker another name and list that:
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
/// This is needed for a function that is named like a crate that it uses (`uuid`), like an import
/// (`use std::env;`), like its own module if both are imported by one name
/// (`mod search; pub use search::{SearchTool, search};`), or like a primitive type (`str`), which does not
/// compile without it. The marker is no part of the signature.
///
/// # Keys of the attribute
///
/// | key | value | if absent |
/// | --- | --- | --- |
/// | `version` | integer literal from 1 to 2^32 - 1; each change of the signature adds 1 | an error |
/// | `name` | 1 to 254 visible characters in snake case (draft section 6.1) | the function's name |
/// | `title` | name that people are shown: one line of 1 to 254 characters (reading AMB-42) | none |
/// | `id` | a UUID, `"0479a45d-ad0a-49d4-94db-75edf00d2ca4"` | the published one of this name, else a UUIDv5 of the names of package and tool |
/// | `tags` | list of strings to filter by, `["weather"]` | none |
/// | `img` | URL of a picture | none |
/// | `read_only` | a call changes nothing | may change things |
/// | `idempotent` | a call that is made twice does no more than once | may do more |
/// | `destructive`, `destructive = false` | a call may overwrite or delete; it only adds | may, unless `read_only` |
/// | `long_running` | a call may take longer than a connection is kept open | answers while its caller waits |
/// | `quick` | a function that is not `async` returns within some 20 µs, and runs on the thread that serves | runs apart, see below |
/// | `abandoned` | `"finish"` or `"cancel"`: what becomes of a call whose client leaves ([`Abandoned`](crate::Abandoned)) | as [`Limits::abandoned`](crate::Limits::abandoned) says: finished |
/// | `timeout` | the longest that a call may take, `"1ms"` to `"24h"`: `"5s"`; units `ms`, `s`, `m`, `h` | the limit of the face, such as [`Limits::handler`](crate::Limits::handler) |
/// | `concurrency` | the most calls that run at one time in the program, from 1; beyond it 503, over RAP they wait | as many as the faces take |
/// | `idempotency_key` | `"required"`: a call over A2T without the header `Idempotency-Key` is refused with 400 | a key is honoured, and none needed |
/// | `scopes` | scopes that a caller needs, all of them, `["weather:read"]`, see below | none |
/// | `errors(…)` | the variants of the error type that the signature lists, `errors(NotFound, TooMany)`, or `errors()` for none ([`Error`](macro@crate::Error)) | all of them |
/// | `deprecated(…)` | a version that callers should leave, see below; may be repeated | none |
/// | `marker` | name of the marker type, `"UuidTool"`, see above | the function's name |
/// | `crate` | path of this crate where it is renamed, `::renamed` | `::a2t` |
///
/// An id that is published stays: a tool without `id` has the one in `published/` under its name, whatever the package
/// is called by then. A tool that gets another name for callers says which one it is with the `id` on line 2 of its
/// file, at least until that version is published. A name that was published in another case is kept with
/// `#[allow(non_snake_case)]`.
///
/// # Versions
///
/// A change of the signature adds 1 to `version`: it may only add optional inputs and outputs (draft section 5.4). The
/// function of the newest version also serves the versions that were published before it, each with its own inputs and
/// outputs: a later input is absent, or has its default, and a later output is left out of the reply. A version whose
/// behaviour must stay gets a function of its own: `#[a2t::tool(name = "roll", version = 1)]` in the same toolset.
///
/// The key `deprecated(version = 1, since = "2026-11-01", note = "use version 2")` tells callers to leave a version:
/// that of the function if `version` is absent. `since` is a day (UTC, `YYYY-MM-DD`), perhaps in the future, `note`
/// says what to do instead (1 to 2000 characters). The version is served as before. Its signature carries the remark as
/// `"deprecated": {"since", "note"}` (reading AMB-36), every reply of it the header `Deprecation` (RFC 9745), and the
/// method of a generated client `#[deprecated]`.
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
/// A tool that names `scopes` (RFC 6749 section 3.3) is shown to those callers alone who were granted all of them, on
/// every face: for others it does not exist, unless the toolset says [`step_up`](crate::Toolset::step_up). All versions
/// of a tool need the scopes that any of its functions names. Published versions say which scopes and which
/// `idempotency_key` a call needs, and later code may only ask for less (reading AMB-49): another scope does not
/// compile. The caller itself is a context, [`Caller`](crate::Caller), put there by a layer such as
/// [`authenticate`](crate::authenticate).
///
/// # Hints
///
/// `read_only`, `idempotent` and `destructive` tell callers what a call does to the world. The
/// signature carries them as `"annotations"` in the words of MCP (`readOnlyHint`, reading AMB-41), and
/// so does what a toolset says as MCP. A generated client calls a tool again that only reads or is
/// idempotent, after any 5xx and after a connection that broke
/// ([`Retry`](https://docs.rs/a2t/latest/a2t/client/enum.Retry.html)); hosts ask their users before a
/// call that may destroy. `long_running` tells callers that can ask for an answer later to do so: RAP's
/// runtimes, and MCP's clients that know tasks. Nothing checks them but their author: say what the function does at worst.
///
/// Published versions have them too, and later code may only be safer: `read_only` or `idempotent` that is gone does
/// not compile, while a hint may be added without a new version. Each function of a tool has its own, and a
/// published version that a later function serves has those of that function.
/// `read_only` with `destructive` does not compile.
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
/// A function that is not `async` runs apart, so that one which waits for a file or computes for
/// long stops nobody else, keeps to the time limit as its caller sees it, and is refused (503) when
/// too many calls wait already. The way there and back costs some 10,000 instructions, where a whole
/// call takes 24,000. A function that returns within some 20 µs, without a look at anything outside,
/// says `quick`, and runs on the thread that serves:
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
/// `quick` is no part of the signature.
///
/// # Functions that are `async`
///
/// An `async` function runs on the threads that serve, so it should await whatever takes time. While one computes, its
/// thread answers nobody, and calls beyond what the threads have time for are not refused: they wait in the sockets,
/// where no limit counts them. `concurrency` does not help, because such calls run one after another on each thread.
/// Leave `async` out where a function computes for a millisecond: it runs apart, and calls beyond the queue are
/// refused at once. Where some of it awaits, hand the computation to `tokio::task::spawn_blocking`.
///
/// # Published versions
///
/// `cargo a2t publish` writes each version to `published/<tool>/v<N>.json` in the package. From
/// then on these notice whatever would break the promise that a published version stays:
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
/// | a call needs another scope, a key or another format than was published, or a hint is gone | error | yes | yes | yes |
/// | a retired version is in the code again | error | yes | yes | yes |
/// | the file of the newest version is edited | error | yes | yes | yes |
/// | the text of an older version is edited in its file | – | – | yes | yes |
/// | a file and its line in `SHA256SUMS` are edited together | – | – | – | yes |
/// | the newest or only `v<N>.json` of a tool is deleted | error | yes | yes | yes |
/// | `SHA256SUMS` is deleted | error | yes | yes | yes |
/// | files are deleted with their lines in `SHA256SUMS` | – | as not published | as not published | yes |
/// | a tool is deleted with its files and their lines | – | – | – | yes |
///
/// A tool is in a toolset if any target of the package lists it, a test included. A library whose
/// tools another crate lists has a toolset of its own, if only in a test.
///
/// # Doc comment
///
/// Everything before the first heading is the description that models choose the tool by: 1 to 1999 characters; the
/// lines of a paragraph are joined. The section `# Returns` describes a plain return value. All other sections (`#
/// Errors`, `# Examples`, …) are for readers of the code and never sent.
///
/// # Parameters
///
/// Each parameter has a doc comment (at most 2000 characters) and a type that implements [`Input`](crate::Input):
/// `String`, `bool`, an integer, an enum with [`#[derive(a2t::Enum)]`](macro@crate::Enum), a type of your own with
/// [`#[derive(a2t::Input)]`](macro@crate::Input), or an `Option` of these; aliases are as good as the types. There are
/// at most 64. The attribute `#[a2t(…)]` on a parameter takes
///
/// | key | value | on |
/// | --- | --- | --- |
/// | `min`, `max` | integer or constant inside the type's range | integers |
/// | `max_length` | number of characters, from 0 | `String`, with `text` |
/// | `default` | a constant of the type (`&'static str` for `String` and with `text`); makes it optional for callers | all but `Option` |
/// | `text` | alone: a string, read by the type's [`FromStr`](std::str::FromStr), see below | any type whose error implements `Display`, and `Option` of it |
/// | `expected`, `example` | the texts that it reads, in a few words; one of them | with `text` |
/// | `format` | the name of the texts that it reads, by which published versions know them; that of the type if it is not given: `uuid` of `Uuid` | with `text` |
/// | `name` | its name for callers | all |
/// | `id` | its identity across versions; the parameter's Rust name if absent | all |
/// | `context` | alone: not an input, see below | axum extractors |
///
/// There is no `min_length`: the protocol has no such limit. To refuse an empty text, return
/// [`ToolError::invalid`](crate::ToolError::invalid), or take a type whose `FromStr` refuses it, with `#[a2t(text)]`,
/// and say in the doc comment what you expect.
///
/// Without `min` and `max` an integer takes the range of its type, `usize` and `isize` that of 32 bits on every
/// machine, so that a published tool compiles on all, and a 64-bit or 128-bit one ±(2^53 - 1), which is
/// what every JSON reader keeps. Leading underscores of a parameter's name are not part of its name on the wire. A
/// default is behaviour and not part of the signature (reading AMB-38), nor is it added to the description: say it
/// there if models should know it.
///
/// Types of other crates need nothing of this one: `#[a2t(text)]` reads days, UUIDs, URLs, decimals. A text
/// that the type refuses is a violation as any other, with the words of the type's error:
///
/// ```
/// /// Tells if a host may call.
/// ///
/// /// # Returns
/// /// True if it may.
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
/// A parameter with `#[a2t(context)]` is any axum extractor that leaves the body alone
/// (`FromRequestParts`): `State<T>`, `HeaderMap`, `Extension<T>`, your own. There are at most 8,
/// anywhere among the parameters; they are extracted first, and a rejection is the reply. They fix
/// the state that the toolset runs with.
///
/// # Return type
///
/// Anything that implements [`Output`](crate::Output): one value, which is the output `result` and
/// is described by `# Returns`; a struct with [`#[derive(a2t::Output)]`](macro@crate::Output); or a
/// `Result` of one of these whose error is [`ToolError`](crate::ToolError) or implements
/// [`IntoToolError`](crate::IntoToolError), which `?` goes by too.
pub use a2t_macros::tool;

/// Makes methods tools that share the value they belong to.
///
/// Methods with `#[tool(…)]`, which takes the keys of [`#[a2t::tool]`](macro@crate::tool), become
/// tools; the others stay as they are. They take `&self`, because calls run at the same time, or no
/// `self` at all. A [`toolset!`](crate::toolset) lists the type once for all of them; its state is
/// an [`Arc`](std::sync::Arc) of the value, or anything from which axum's `FromRef` gets one. The
/// attribute has the keys `crate` and `marker`. `#[cfg]` and `#[cfg_attr]` on methods work as on functions.
///
/// A type may have several blocks: `#[a2t::tools(marker = "StationAdmin")]` gives all but the first a marker
/// type, as visible as the most visible of its tools, and a toolset lists each block that it wants:
/// `toolset![Station, StationAdmin]`.
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
