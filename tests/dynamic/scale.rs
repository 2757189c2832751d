//! Catalogs of many tools, walked whole; the full size with `--ignored`.

use std::time::{Duration, Instant};

use a2t::mcp::Service;
use a2t::testing::TestClient;
use a2t::{DynamicTool, Toolset};
use axum::Router;
use serde_json::{Value, json};

use crate::rig::{id, listed, of, signature, speak, tool};

/// A signature as long as usual ones are.
fn usual(number: u128) -> Value {
    let mut text = signature(number, &format!("look_up_station_{number:06}"), 1);
    text["description"] = json!(
        "Looks up what a station has measured on one day, hour by hour. \
        Stations report at noon; what they have not reported is absent."
    );
    text["tags"] = json!(["weather", "stations"]);
    text["input_parameters"] = json!([
        { "id": "day", "name": "day", "description": "The day, such as 2026-11-01.", "max-length": 10 },
        { "id": "hours", "name": "hours", "type": "int", "description": "Number of hours.",
          "min": 1, "max": 24, "required": false },
    ]);
    text
}

fn texts(tools: u128) -> Vec<String> {
    (0..tools).map(|number| usual(number).to_string()).collect()
}

fn read(texts: &[String]) -> Vec<DynamicTool<()>> {
    let code = async |inputs: a2t::DynamicInputs| Ok([("n", inputs.int_or("hours", 1)?)]);
    texts.iter().map(|text| DynamicTool::parse(text, code).unwrap()).collect()
}

/// Bytes that the process holds, if the system reports them.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

struct Measured {
    read: Duration,
    checked: Duration,
    first_page: Duration,
    page: Duration,
    walk: Duration,
    call: Duration,
    add: Duration,
    mcp_first: Duration,
    mcp_page: Duration,
    held: u64,
}

async fn timed<T>(work: impl Future<Output = T>) -> (Duration, T) {
    let begun = Instant::now();
    let done = work.await;
    (begun.elapsed(), done)
}

/// Median time of some runs.
async fn median<T>(mut work: impl AsyncFnMut(usize) -> T) -> Duration {
    let mut times = Vec::new();
    for run in 0..21 {
        times.push(timed(work(run)).await.0);
    }
    times.sort_unstable();
    times[10]
}

/// Starts, walks, calls and changes a catalog of this size.
async fn verify(tools: u128) -> Measured {
    let texts = texts(tools);
    let before = held();
    let (reading, all) = timed(async { read(&texts) }).await;
    let (checked, set) = timed(async { Toolset::default().extend(all).unwrap() }).await;
    let live = set.live();
    let client = TestClient::new(&live);
    let (first_page, _) = timed(client.get("/tools?pageLimit=100")).await;
    let (walk, names) = timed(listed(&client)).await;
    let holds = held().saturating_sub(before);
    assert_eq!(names.len() as u128, tools);
    assert!(names.is_sorted());
    let page = median(async |_| client.get("/tools?pageLimit=100").await).await;
    let call = median(async |run| {
        let number = run as u128 * (tools / 32).max(1) % tools;
        let body = json!({ "input_parameters": [{ "name": "day", "value": "2026-11-01" }] });
        let reply = client.post(&format!("/tools/{}:invoke", id(number)), body.to_string()).await;
        assert_eq!(reply.status, 200);
    })
    .await;
    let add = median(async |run| {
        let number = tools + run as u128;
        live.add([of(&usual(number))]).unwrap();
        assert!(live.remove(id(number)));
    })
    .await;
    let router: Router = Router::new().nest_service("/mcp", Service::new(&live, ()));
    let (mcp_first, reply) = timed(speak(&router, "tools/list", json!({}))).await;
    assert_eq!(reply["result"]["tools"].as_array().unwrap().len() as u128, tools.min(100));
    let mcp_page = median(async |_| speak(&router, "tools/list", json!({})).await).await;
    let document = client.get("/tools/openapi.json").await.status;
    assert_eq!(document, if tools > 10_000 { 404 } else { 200 });
    let times = Measured {
        read: reading,
        checked,
        first_page,
        page,
        walk,
        call,
        add,
        mcp_first,
        mcp_page,
        held: holds,
    };
    live.add([tool(tools + 99, "zz_last")]).unwrap();
    assert_eq!(listed(&client).await.last().unwrap(), "zz_last");
    times
}

#[tokio::test]
async fn a_catalog_of_some_thousands_is_walked_called_and_changed() {
    verify(3_000).await;
}

#[tokio::test]
#[ignore = "takes minutes without optimisation; prints the figures of docs/performance.md"]
async fn a_catalog_of_a_hundred_thousand_is_walked_called_and_changed() {
    let (some, many) = (verify(1_000).await, verify(100_000).await);
    let row = |what: &str, some: Duration, many: Duration| {
        let ratio = many.as_secs_f64() / some.as_secs_f64();
        println!("{what}: {some:?} of 1,000, {many:?} of 100,000, {ratio:.2} times");
    };
    row("signatures read", some.read, many.read);
    row("toolset checked", some.checked, many.checked);
    row("first page", some.first_page, many.first_page);
    row("a page", some.page, many.page);
    row("whole walk", some.walk, many.walk);
    row("a call", some.call, many.call);
    row("one added and removed", some.add, many.add);
    row("first page of MCP", some.mcp_first, many.mcp_first);
    row("a page of MCP", some.mcp_page, many.mcp_page);
    println!("held: {} bytes a tool", many.held / 100_000);
}
