//! A vendor of unit conversions that are data: a file each, with the tool's signature and its formula.
//! No line of this program knows a conversion by name.

use std::error::Error;
use std::fs;
use std::path::Path;

use a2t::mcp::Service;
use a2t::{DynamicInputs, DynamicTool, LiveToolset, ToolError, ToolId, Toolset};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::put;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;

/// A conversion as its file has it.
#[derive(Debug, Deserialize)]
pub struct Conversion {
    /// The signature of the tool: the document that callers see.
    signature: Value,
    formula: Formula,
}

/// `value * times / over + plus`.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Formula {
    times: i64,
    over: i64,
    #[serde(default)]
    plus: i64,
}

impl Formula {
    fn of(self, value: i64) -> Option<i64> {
        value.checked_mul(self.times)?.checked_div(self.over)?.checked_add(self.plus)
    }
}

/// The tool that a conversion is.
///
/// # Errors
/// The signature breaks a rule of the protocol; the error names the rule and the location.
pub fn tool(conversion: &Conversion) -> Result<DynamicTool<()>, a2t::ValidationError> {
    let formula = conversion.formula;
    let convert = move |inputs: DynamicInputs| async move {
        let converted = formula.of(inputs.int("value")?);
        let converted = converted.ok_or(ToolError::refused("the value is too large to convert"))?;
        Ok([("converted", converted)])
    };
    DynamicTool::parse(conversion.signature.to_string(), convert)
}

/// The tools of all files in a directory.
///
/// # Errors
/// A file that cannot be read or is not a conversion, by its name; tools that do not go together.
pub fn read(directory: &Path) -> Result<Toolset<()>, Box<dyn Error>> {
    let mut tools = Vec::new();
    for file in fs::read_dir(directory)? {
        let path = file?.path();
        let read = || -> Result<_, Box<dyn Error>> {
            Ok(tool(&serde_json::from_slice(&fs::read(&path)?)?)?)
        };
        tools.push(read().map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(Toolset::default().extend(tools)?)
}

/// The tools for callers, over A2T and MCP: both follow each change.
pub fn api(live: &LiveToolset<()>) -> Router {
    let mcp = Service::new(live, ()).server_info("conversions", env!("CARGO_PKG_VERSION"));
    Toolset::from(live).into_router().nest_service("/mcp", mcp)
}

/// The routes by which operators add a tool, or put other code behind one, and take it away.
pub fn operators(live: &LiveToolset<()>) -> Router {
    let routes = put(add).delete(remove);
    Router::new().route("/tools", routes).with_state(live.clone())
}

async fn add(
    State(live): State<LiveToolset<()>>,
    Json(conversion): Json<Conversion>,
) -> Result<StatusCode, (StatusCode, String)> {
    let refused = |error: &dyn Error| (StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
    let tool = tool(&conversion).map_err(|error| refused(&error))?;
    live.replace([tool]).map_err(|error| refused(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove(State(live): State<LiveToolset<()>>, Json(id): Json<String>) -> StatusCode {
    let removed = id.parse::<ToolId>().is_ok_and(|id| live.remove(id));
    if removed { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND }
}
