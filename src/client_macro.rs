//! The macro that generates a client in place, under the name that users write, with its reference.

/// Generates a typed client where it is called, from an approved catalog. Feature `client-macro`.
///
/// ```
/// a2t::client!("tests/codegen/catalogs/weather.json");
///
/// # async fn run() -> Result<(), a2t::client::Error> {
/// let weather = weather::Client::new("https://api.weather.example")?;
/// # Ok(()) }
/// ```
///
/// It has the same generator as `a2t_codegen::Builder` in a build script (see
/// [`include_client!`](crate::include_client)) and `cargo a2t generate`, and all three write the same tokens. This one needs no build script and compiles the
/// generator as a macro; the others let you read the generated code as a file.
///
/// The path is relative to the `Cargo.toml` of the package. The file is watched: an edit compiles
/// the package again. No socket is opened; `cargo a2t fetch URL -o FILE` writes the file.
///
/// | form | means |
/// | --- | --- |
/// | `client!("approved/weather.json")` | the module is named for the file: `weather` |
/// | `client!(sky = "approved/weather.json")` | the module is `sky` |
/// | `client!("…", tool = "add@2", tag = "storms")` | only these tools, as `Builder::tool` and `Builder::tag` select them; both may be repeated |
/// | `client!("…", crate = ::renamed)` | where this crate has another name |
/// | `client!("…", rename("add", "sum"))` | another Rust name, as `Builder::rename` gives it; may be repeated |
/// | `client!("…", derive("serde::Serialize"))` | more derives for replies and enums, as `Builder::derive` adds them; may be repeated |
/// | `client!("…", derive_for("add", "Eq"))` | more derives for one type, as `Builder::derive_for` adds them; may be repeated |
///
/// The snapshot of an MCP server is taken like a catalog, with the feature `mcp-client`:
/// `client!("approved/filesystem.json")`, whose `Client` is reached by `http(url)` or `command(program,
/// arguments)`.
///
/// Violations in the catalog are compile errors on the path, all at once, each by line and column
/// of the file:
///
/// ```compile_fail
/// a2t::client!("approved/none.json"); // there is no such file
/// ```
pub use a2t_client_macro::client;
