//! Metrics as Prometheus reads them: right by tool and by end, and no name that a caller made up.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use a2t::Limits;
use a2t::testing::TestClient;
use serde_json::json;

const CALL: &str = "/tools/3b1f6f7e-0f7a-4a43-9d9e-6d0c2b6c5a10:invoke";
const TOOL: &str = r#"protocol="a2t",tool="wait_a_moment",version="1""#;

fn body(time: i64) -> String {
    json!({ "input_parameters": [{ "name": "time", "value": time }] }).to_string()
}

/// The value of a line of the text format.
fn value(text: &str, line: &str) -> f64 {
    let found = text.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("{line} in {text}")).parse().unwrap()
}

#[tokio::test]
async fn calls_are_counted_by_their_end_and_no_caller_makes_a_name() {
    let metrics = prometheus::count().unwrap();
    let client =
        TestClient::from_router(prometheus::router(Limits::new().max_concurrent_calls(1), metrics));
    for _ in 0..3 {
        assert_eq!(client.post(CALL, body(1)).await.status, 200);
    }
    for _ in 0..2 {
        assert_eq!(client.post(CALL, body(-1)).await.status, 400);
    }
    let (long, short) = (body(300), body(1));
    let (served, shed) = tokio::join!(client.post(CALL, long), async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        // Scraped while no call has a place.
        let text = client.get("/metrics").await.text();
        assert_eq!(value(&text, &format!("a2t_calls_in_flight{{{TOOL}}}")), 1.0);
        client.post(CALL, short).await
    });
    assert_eq!((served.status.as_u16(), shed.status.as_u16()), (200, 503));
    for made_up in ["/tools/n0body", "/tools/00000000-0000-4000-8000-0000n0body:invoke", "/n0body"]
    {
        assert_eq!(client.get(made_up).await.status, 404);
    }
    let text = client.get("/metrics").await.text();
    for (line, expected) in [
        (format!("a2t_calls_total{{{TOOL},outcome=\"ok\"}}"), 4.0),
        (format!("a2t_calls_total{{{TOOL},outcome=\"refused\"}}"), 3.0),
        (format!("a2t_calls_refused_total{{{TOOL},rule=\"invalid-invocation\"}}"), 2.0),
        (format!("a2t_calls_refused_total{{{TOOL},rule=\"overloaded\"}}"), 1.0),
        (format!("a2t_calls_shed_total{{{TOOL}}}"), 1.0),
        (format!("a2t_calls_in_flight{{{TOOL}}}"), 0.0),
        (format!("a2t_call_duration_seconds_count{{{TOOL}}}"), 7.0),
        (format!("a2t_call_duration_seconds_bucket{{{TOOL},le=\"+Inf\"}}"), 7.0),
    ] {
        assert_eq!(value(&text, &line), expected, "{line}");
    }
    assert!(text.contains("# TYPE a2t_calls_total counter"), "{text}");
    assert!(!text.contains("n0body"), "{text}");
}
