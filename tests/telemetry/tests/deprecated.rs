//! Deprecated tools that are called or held: one event for each version, in approved words alone.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use a2t::client::{Arguments, Client};
use a2t::mcp::client as mcp;
use a2t::{Tool as _, ToolSignature};
use telemetry::{Log, Recorded};

macro_rules! tool {
    ($($name:ident)*) => {$(
        /// Answers.
        ///
        /// # Returns
        /// A number.
        #[a2t::tool(version = 4, deprecated(since = "2026-11-01", note = "use s3cret\nanother tool"))]
        fn $name() -> u8 {
            4
        }
    )*};
}

tool!(a2t_called a2t_surprising a2t_held mcp_called mcp_surprising mcp_held);

/// Answers.
///
/// # Returns
/// A number.
#[a2t::tool(version = 1)]
fn kept() -> u8 {
    1
}

/// A server of all tools, over A2T and at `/mcp`.
async fn vendor() -> String {
    let tools = a2t::toolset![
        a2t_called,
        a2t_surprising,
        a2t_held,
        mcp_called,
        mcp_surprising,
        mcp_held,
        kept,
    ];
    let server = a2t::Server::new(tools, ()).mcp("/mcp").bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    tokio::spawn(server.serve_until(std::future::pending()));
    url
}

/// The signature before its version was deprecated.
fn before(signature: &ToolSignature) -> ToolSignature {
    ToolSignature { deprecated: None, ..signature.clone() }
}

fn remarks(tool: &str) -> Vec<Recorded> {
    let recorded = Log::install().find("a2t::client", "gen_ai.tool.name", tool);
    recorded
        .into_iter()
        .filter(|recorded| recorded.field("message").ends_with("is deprecated"))
        .collect()
}

/// Asserts that there is one remark with these words of the vendor, or with none.
fn assert_remarked(tool: &str, since: &str, note: &str) -> Recorded {
    let remarks = remarks(tool);
    let [remark] = remarks.as_slice() else { panic!("{tool}: {remarks:?}") };
    assert_eq!(
        [remark.field("level"), remark.field("since"), remark.field("note")],
        ["WARN", since, note],
        "{tool}"
    );
    remark.clone()
}

#[tokio::test]
async fn a_deprecated_version_is_logged_once_in_approved_words() {
    Log::install();
    let client = Client::new(vendor().await).unwrap();
    for tool in [a2t_called::SIGNATURE, &before(a2t_surprising::SIGNATURE), kept::SIGNATURE] {
        for _ in 0..2 {
            client.invoke(tool, &Arguments::new()).await.unwrap();
        }
    }
    let remark = assert_remarked("a2t_called", "2026-11-01", r"use s3cret\nanother tool");
    assert_eq!(remark.field("message"), "the version of the tool is deprecated");
    assert_eq!(remark.field("a2t.tool.version"), "4");
    assert_remarked("a2t_surprising", "", "");
    assert_eq!(remarks("kept").len(), 0);
}

#[tokio::test]
async fn a_deprecated_version_that_a_client_holds_is_logged_by_its_verification() {
    Log::install();
    let client = Client::new(vendor().await).unwrap();
    for _ in 0..2 {
        let drift = client.verify([a2t_held::SIGNATURE, kept::SIGNATURE]).await.unwrap();
        assert!(drift.is_none(), "{drift}");
    }
    assert_remarked("a2t_held", "2026-11-01", r"use s3cret\nanother tool");
}

/// Tools of the server with these names, as `fetch` approves them.
async fn approved(client: &mcp::Client, names: &[&str]) -> Vec<mcp::Tool> {
    let listed = client.listed().await.unwrap().tools.into_iter();
    let tools: Vec<_> = listed.filter(|tool| names.contains(&&*tool.name)).collect();
    assert_eq!(tools.len(), names.len());
    tools
}

#[tokio::test]
async fn a_deprecated_tool_of_mcp_is_logged_once_in_approved_words() {
    Log::install();
    let url = format!("{}/mcp", vendor().await);
    let builder = mcp::Client::http_builder(&url).on_drift(mcp::Policy::Ignore);
    let client = builder.build().unwrap();
    for tool in approved(&client, &["mcp_called", "kept"]).await {
        for _ in 0..2 {
            client.call_tool(&tool, serde_json::Map::new()).await.unwrap();
        }
    }
    let remark = assert_remarked("mcp_called", "2026-11-01", r"use s3cret\nanother tool");
    assert_eq!(remark.field("message"), "the tool is deprecated");
}

#[tokio::test]
async fn a_tool_of_mcp_that_became_deprecated_is_logged_by_its_verification_and_no_drift() {
    Log::install();
    let client = mcp::Client::http(format!("{}/mcp", vendor().await)).unwrap();
    let mut tools = approved(&client, &["mcp_surprising", "mcp_held", "kept"]).await;
    for tool in tools.iter_mut().filter(|tool| tool.name != "mcp_held") {
        tool.deprecated = None;
    }
    for _ in 0..2 {
        let drift = client.verify(&tools).await.unwrap();
        assert!(drift.is_none(), "{drift}");
    }
    assert_remarked("mcp_held", "2026-11-01", r"use s3cret\nanother tool");
    assert_remarked("mcp_surprising", "", "");
    // By default, a call compares its tool, too.
    let surprising = tools.iter().find(|tool| tool.name == "mcp_surprising").unwrap();
    let reply = client.call_tool(surprising, serde_json::Map::new()).await.unwrap();
    assert!(reply.drift.is_none(), "{:?}", reply.drift);
    assert_remarked("mcp_surprising", "", "");
}
