//! The MCP server with independent implementations: the conformance suite of the protocol, scenario
//! by scenario, on both revisions, and clients that validate results against their schema.
//! `tests/mcp-interop/install.sh` installs them; without them these tests are skipped.

mod clients;
mod records;
mod suite;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use a2t::ToolError;
use a2t::mcp::store::Memory;
use a2t::mcp::{Service, Tasks};
use a2t_tool::channel::{Channel, Question};
use axum::{Extension, Router};
use tokio::process::Command;

use suite::{greet, test_error_handling, test_logging_tool, test_region, test_simple_text};

/// Takes its time.
///
/// # Returns
/// The label.
#[a2t::tool(version = 1, long_running)]
async fn slow_compute(
    /// How long.
    seconds: u16,
    /// Its name.
    label: Option<String>,
) -> String {
    tokio::time::sleep(Duration::from_secs(seconds.into())).await;
    label.unwrap_or_default()
}

/// Fails after a while.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1, long_running)]
async fn failing_job() -> Result<String, ToolError> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    Err(ToolError::refused("This job fails"))
}

/// Panics.
///
/// # Returns
/// Nothing.
#[a2t::tool(version = 1, long_running)]
fn protocol_error_job() -> String {
    panic!("as it is asked to")
}

async fn sure(channel: &Arc<dyn Channel>, prompt: String) -> String {
    let answer = channel.choose(Question::new(prompt, ["Yes", "No"])).await;
    answer.map_or_else(|error| error.to_string(), |choice| choice.to_string())
}

/// Deletes a file, if the user agrees.
///
/// # Returns
/// The answer.
#[a2t::tool(version = 1, long_running)]
async fn confirm_delete(
    /// The file.
    filename: String,
    #[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>,
) -> String {
    sure(&channel, format!("Delete {filename}?")).await
}

/// Asks two questions at one time.
///
/// # Returns
/// The answers.
#[a2t::tool(version = 1, long_running)]
async fn multi_input(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    let ask = |prompt: &str| sure(&channel, prompt.to_owned());
    let (one, two) = tokio::join!(ask("One?"), ask("Two?"));
    format!("{one} {two}")
}

fn service() -> Service<()> {
    let tools = a2t::toolset![
        test_simple_text,
        test_error_handling,
        test_logging_tool,
        test_region,
        greet,
        slow_compute,
        failing_job,
        protocol_error_job,
        confirm_delete,
        multi_input,
    ];
    let service = Service::new(tools, ()).server_info("interop", "1.0.0").mirror("region");
    service.tasks(Tasks::new(Memory::default()))
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

const SUITE: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/// Folder of the installed implementations, if this one is among them.
fn installed(peer: &str) -> Option<PathBuf> {
    let folder = root().join("target/interop/mcp");
    if folder.join(peer).exists() && folder.join("node_modules/node/bin/node").exists() {
        return Some(folder);
    }
    eprintln!("skipped: {peer} is not installed; run tests/mcp-interop/install.sh");
    None
}

/// Address of `/mcp` of the router, served until the test ends.
async fn serve(router: Router) -> String {
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
    ("tasks-lifecycle", &["2026-07-28"]),
    ("tasks-capability-negotiation", &["2026-07-28"]),
    ("tasks-wire-fields", &["2026-07-28"]),
    ("tasks-request-state-removal", &["2026-07-28"]),
    ("tasks-mrtr-input", &["2026-07-28"]),
    ("tasks-request-headers", &["2026-07-28"]),
    ("tasks-dispatch-and-envelope", &["2026-07-28"]),
];

#[tokio::test(flavor = "multi_thread")]
async fn the_conformance_suite_finds_nothing_but_the_baseline() {
    let Some(folder) = installed(SUITE) else {
        return;
    };
    let url = serve(Router::new().nest_service("/mcp", service())).await;
    let mut failed = Vec::new();
    for (scenario, revisions) in SCENARIOS {
        for revision in *revisions {
            if let Err(output) = run_scenario(&folder, &url, scenario, revision).await {
                failed.push(format!("{scenario} on {revision}:\n{output}"));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

async fn run_scenario(
    folder: &Path,
    url: &str,
    scenario: &str,
    revision: &str,
) -> Result<(), String> {
    let mut command = Command::new(folder.join("node_modules/node/bin/node"));
    command.arg(SUITE);
    command.args(["server", "--url", url, "--scenario", scenario, "--spec-version", revision]);
    // The suite leaves out what belongs to an extension and not to a revision.
    if scenario.starts_with("tasks-") {
        command.arg("--force");
    }
    let baseline = root().join(format!("tests/mcp-interop/baseline/{scenario}.yml"));
    if baseline.exists() {
        assert_single_checks(&baseline, scenario);
        command.arg("--expected-failures").arg(&baseline);
    }
    let command = command.current_dir(folder).stdin(Stdio::null()).kill_on_drop(true);
    let output = command.output().await.unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() && !text.contains("SKIPPED: scenario") {
        return Ok(());
    }
    Err(text)
}

/// A baseline that names a whole scenario would excuse every check of it.
fn assert_single_checks(baseline: &Path, scenario: &str) {
    let text = fs::read_to_string(baseline).unwrap();
    let entries = text.lines().filter(|line| line.trim_start().starts_with("- "));
    for entry in entries {
        assert!(entry.contains(&format!("{scenario}:")), "{}: {entry}", baseline.display());
    }
}
