//! What one invocation costs a server, in instructions; and its arguments alone.

mod decode;

use crate::command::Plan;
use crate::http::Request;
use crate::report::{Row, Target, Work};
use crate::subject::Role;
use crate::valgrind::per_request;
use crate::workspace;

const FLAT: &str = r#"{"origin":"FRA","destination":"JFK","passengers":2,"cabin":"BUSINESS"}"#;
pub(super) const PATH: &str = "/tools/5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91:invoke";
pub(super) const WIRE: &str = r#"{"name":"search_flights","input_parameters":[{"name":"origin","value":"FRA"},{"name":"destination","value":"JFK"},{"name":"passengers","value":2},{"name":"cabin","value":"BUSINESS"}]}"#;
const BARE_AXUM: &str = "axum, typed flat JSON";

/// A server, and what it is asked.
struct Server {
    subject: &'static str,
    role: Role,
    member: &'static str,
    arguments: &'static [&'static str],
    request: fn() -> Request,
}

const SERVERS: [Server; 7] = [
    server("axum, constant reply", Role::Floor, "server-axum", &[], || post("/constant", "", FLAT)),
    server(BARE_AXUM, Role::Floor, "server-axum", &[], || post("/tools/search_flights", "", FLAT)),
    server("this wire by hand", Role::Floor, "server-hand", &["1"], wire),
    server("a2t", Role::Ours, "server-a2t", &["1"], wire),
    server("a2t::serve", Role::Ours, "server-a2t", &["1", "serve"], wire),
    server("dropshot", Role::Peer, "server-dropshot", &[], || {
        post("/tools/search_flights", "", FLAT)
    }),
    server("rmcp", Role::Peer, "server-rmcp", &[], rmcp),
];

const fn server(
    subject: &'static str,
    role: Role,
    member: &'static str,
    arguments: &'static [&'static str],
    request: fn() -> Request,
) -> Server {
    Server { subject, role, member, arguments, request }
}

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let rows: Vec<_> =
        SERVERS.iter().map(|server| Row::of(server.subject, server.role, one(server))).collect();
    let ours = rows.iter().find(|row| row.role == Role::Ours).and_then(|row| row.figure);
    let name = "one invocation of one tool over HTTP".to_owned();
    let invocation =
        Work { name, unit: "instructions", target: Some(Target::Times(1.05, BARE_AXUM)), rows };
    let mut works = vec![invocation, growth(100, ours)?, growth(10_000, ours)?, newtypes(ours)?];
    works.extend(MCP.map(|(name, request)| spoken(name, request)));
    works.extend(MCP_LISTS.map(|(name, request)| listed(name, request)));
    works.extend(decode::run(plan)?);
    Ok(works)
}

/// A call of the same tool in MCP: through this project's server, compared with the SDK's own
/// macros.
const MCP: [(&str, fn() -> Request); 2] = [
    ("one call in MCP, revision 2025-06-18", rmcp),
    ("one call in MCP, revision 2026-07-28", stateless),
];

fn spoken(name: &str, request: fn() -> Request) -> Work {
    let ours = server("a2t", Role::Ours, "server-a2t-mcp", &[], request);
    let theirs = server("rmcp", Role::Peer, "server-rmcp", &[], request);
    let rows = [ours, theirs].map(|server| Row::of(server.subject, server.role, one(&server)));
    Work {
        name: name.to_owned(),
        unit: "instructions",
        target: Some(Target::Times(1.0, "rmcp")),
        rows: rows.into(),
    }
}

/// The list of 100 tools in MCP. The SDK's own macros have no tools in a loop.
const MCP_LISTS: [(&str, fn() -> Request); 2] = [
    ("one list of 100 tools in MCP, revision 2025-06-18", list),
    ("one list of 100 tools in MCP, revision 2026-07-28", stateless_list),
];

fn listed(name: &str, request: fn() -> Request) -> Work {
    let ours = server("a2t", Role::Ours, "server-a2t-mcp", &["100"], request);
    let rows = vec![Row::of(ours.subject, ours.role, one(&ours))];
    Work { name: name.to_owned(), unit: "instructions", target: None, rows }
}

fn one(server: &Server) -> Result<f64, String> {
    let program = workspace::program(server.member, "release")?;
    per_request(&program, server.arguments, &(server.request)())
}

/// The same invocation among many tools, compared with that of a single one.
fn growth(tools: usize, alone: Option<f64>) -> Result<Work, String> {
    let program = workspace::program("server-a2t", "release")?;
    let among = per_request(&program, &[&tools.to_string()], &wire())?;
    let row = Row::of(
        "a2t",
        Role::Ours,
        alone.map(|alone| among / alone).ok_or("nothing to compare with".to_owned()),
    );
    let name = format!("the same among {tools} tools");
    Ok(Work { name, unit: "ratio", target: Some(Target::AtMost(1.01)), rows: vec![row] })
}

/// The same invocation of a tool with newtypes, compared with one with the types of the language.
fn newtypes(plain: Option<f64>) -> Result<Work, String> {
    let program = workspace::program("server-a2t", "release")?;
    let own = per_request(&program, &["1", "newtypes"], &wire())?;
    let ratio = plain.map(|plain| own / plain).ok_or("nothing to compare with".to_owned());
    Ok(Work {
        name: "the same with newtypes and texts read by `FromStr`".to_owned(),
        unit: "ratio",
        target: Some(Target::AtMost(1.02)),
        rows: vec![Row::of("a2t", Role::Ours, ratio)],
    })
}

pub(super) fn post(path: &str, headers: &'static str, body: &str) -> Request {
    Request { path: path.to_owned(), headers, body: body.to_owned() }
}

fn wire() -> Request {
    post(PATH, "", WIRE)
}

const OLDER: &str =
    "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-06-18\r\n";
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

fn rmcp() -> Request {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"search_flights","arguments":{FLAT}}}}}"#
    );
    post("/mcp", OLDER, &body)
}

fn list() -> Request {
    post("/mcp", OLDER, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
}

fn stateless() -> Request {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"search_flights","arguments":{FLAT},{META}}}}}"#
    );
    post(
        "/mcp",
        "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: search_flights\r\n",
        &body,
    )
}

fn stateless_list() -> Request {
    let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}}}}}"#);
    post(
        "/mcp",
        "accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/list\r\n",
        &body,
    )
}
