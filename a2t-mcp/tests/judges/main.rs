//! The face before strangers' judges: the conformance suite of the protocol, scenario by scenario, on
//! both revisions. `tests/mcp-judges/install.sh` installs it; without it nothing is judged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use a2t::ToolError;
use a2t::mcp::Service;
use axum::Router;
use tokio::process::Command;

/// Answers with a text.
///
/// # Returns
/// The text.
#[a2t::tool(version = 1)]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Fails.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1)]
fn test_error_handling() -> Result<String, ToolError> {
    Err(ToolError::refused("This tool intentionally returns an error for testing"))
}

/// Logs nothing to the client.
///
/// # Returns
/// The text.
#[a2t::tool(version = 1)]
fn test_logging_tool() -> &'static str {
    "done"
}

/// Takes an input that clients repeat in a header.
///
/// # Returns
/// The region.
#[a2t::tool(version = 1)]
fn test_region(
    /// The region.
    region: String,
) -> String {
    region
}

fn service() -> Service<()> {
    let tools =
        a2t::toolset![test_simple_text, test_error_handling, test_logging_tool, test_region];
    Service::new(tools, ()).server("judged", "1.0.0").mirror("region")
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Folder of the installed judges.
fn installed() -> Option<PathBuf> {
    let folder = root().join("target/judges/mcp");
    let suite = folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    if suite.exists() && folder.join("node_modules/node/bin/node").exists() {
        return Some(folder);
    }
    eprintln!("skipped: the conformance suite is not installed; run tests/mcp-judges/install.sh");
    None
}

/// Address of the face, served until the test ends.
async fn serve() -> String {
    let router: Router = Router::new().nest_service("/mcp", service());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

/// Scenarios that apply to a server of tools, of both revisions or of one.
const SCENARIOS: &[(&str, &[&str])] = &[
    ("server-initialize", &["2025-11-25"]),
    ("ping", &["2025-11-25"]),
    ("server-stateless", &["2026-07-28"]),
    ("caching", &["2026-07-28"]),
    ("http-header-validation", &["2026-07-28"]),
    ("http-custom-header-server-validation", &["2026-07-28"]),
    ("dns-rebinding-protection", &["2025-11-25", "2026-07-28"]),
    ("tools-list", &["2025-11-25", "2026-07-28"]),
    ("tools-call-simple-text", &["2025-11-25", "2026-07-28"]),
    ("tools-call-error", &["2025-11-25", "2026-07-28"]),
];

#[tokio::test(flavor = "multi_thread")]
async fn the_conformance_suite_finds_nothing_but_the_baseline() {
    let Some(folder) = installed() else {
        return;
    };
    let url = serve().await;
    let mut failed = Vec::new();
    for (scenario, revisions) in SCENARIOS {
        for revision in *revisions {
            if let Err(output) = judge(&folder, &url, scenario, revision).await {
                failed.push(format!("{scenario} on {revision}:\n{output}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

async fn judge(folder: &Path, url: &str, scenario: &str, revision: &str) -> Result<(), String> {
    let mut command = Command::new(folder.join("node_modules/node/bin/node"));
    command.arg("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    command.args(["server", "--url", url, "--scenario", scenario, "--spec-version", revision]);
    let baseline = root().join(format!("tests/mcp-judges/baseline/{scenario}.yml"));
    if baseline.exists() {
        assert_single_checks(&baseline, scenario);
        command.arg("--expected-failures").arg(&baseline);
    }
    let command = command.current_dir(folder).stdin(Stdio::null()).kill_on_drop(true);
    let output = command.output().await.unwrap();
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(String::from_utf8_lossy(&said).into_owned())
}

/// A baseline that names a whole scenario would excuse every check of it.
fn assert_single_checks(baseline: &Path, scenario: &str) {
    let text = fs::read_to_string(baseline).unwrap();
    let entries = text.lines().filter(|line| line.trim_start().starts_with("- "));
    for entry in entries {
        assert!(entry.contains(&format!("{scenario}:sep-")), "{}: {entry}", baseline.display());
    }
}
