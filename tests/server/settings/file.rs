//! Limits that a deployment reads from a file.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::Duration;

use a2t::{Limits, OnDisconnect, rap, serde_json};
use serde::de::DeserializeOwned;

use super::table::setters;

const MOMENT: Duration = Duration::from_millis(1_500);

/// Asserts that each line sets what its setter sets, in TOML and in JSON, and that each setter has a line.
fn assert_each_is_read<L>(cases: &[(&str, L)], file: &str)
where
    L: Debug + DeserializeOwned + Default + PartialEq,
{
    let mut named = BTreeSet::from(["new".to_owned()]);
    for (line, expected) in cases {
        assert_ne!(*expected, L::default(), "{line}");
        assert_eq!(toml::from_str::<L>(line).unwrap(), *expected, "{line}");
        let json: serde_json::Value = toml::from_str(line).unwrap();
        assert_eq!(serde_json::from_str::<L>(&json.to_string()).unwrap(), *expected, "{json}");
        named.insert(line.split(' ').next().unwrap().to_owned());
    }
    assert_eq!(named, setters(&[file]));
    assert_eq!(toml::from_str::<L>("").unwrap(), L::default());
}

#[test]
fn each_limit_is_read_from_a_file() {
    let limits = Limits::new();
    let cases = [
        ("max_body_bytes = 1", limits.max_body_bytes(1)),
        ("body_read_timeout = '1s 500ms'", limits.body_read_timeout(MOMENT)),
        ("body_timeout = '1500ms'", limits.body_timeout(MOMENT)),
        ("max_buffered_bytes = 0", limits.max_buffered_bytes(0)),
        ("max_concurrent_calls = 2", limits.max_concurrent_calls(2)),
        ("handler_timeout = '1m 30s'", limits.handler_timeout(Duration::from_secs(90))),
        ("slow_poll_threshold = '10ms'", limits.slow_poll_threshold(Duration::from_millis(10))),
        ("blocking_threads = 8", limits.blocking_threads(8)),
        ("max_queued_calls = 9", limits.max_queued_calls(9)),
        ("on_disconnect = 'cancel'", limits.on_disconnect(OnDisconnect::Cancel)),
        ("max_header_bytes = 4_096", limits.max_header_bytes(4_096)),
        ("header_read_timeout = '1s 500ms'", limits.header_read_timeout(MOMENT)),
        ("write_timeout = '1500ms'", limits.write_timeout(MOMENT)),
        ("max_connections = 100", limits.max_connections(100)),
        ("max_concurrent_streams = 1", limits.max_concurrent_streams(1)),
        ("shutdown_delay = '5s'", limits.shutdown_delay(Duration::from_secs(5))),
        ("shutdown_timeout = '0s'", limits.shutdown_timeout(Duration::ZERO)),
    ];
    assert_each_is_read(&cases, "crates/a2t-tool/src/limits/mod.rs");
}

#[test]
fn each_limit_of_rap_is_read_from_a_file() {
    let limits = rap::WorkerLimits::new();
    let cases = [
        ("max_running_calls = 0", limits.max_running_calls(1)),
        ("max_waiting_calls = 2", limits.max_waiting_calls(2)),
        ("run_timeout = '2h'", limits.run_timeout(Duration::from_secs(7_200))),
        ("answer_timeout = '5m'", limits.answer_timeout(Duration::from_secs(300))),
        ("max_attempts = 2", limits.max_attempts(2)),
        ("lease_duration = '1500ms'", limits.lease_duration(MOMENT)),
        ("cancel_grace = '0s'", limits.cancel_grace(Duration::ZERO)),
        ("retention = '168h'", limits.retention(Duration::from_secs(168 * 3_600))),
    ];
    assert_each_is_read(&cases, "crates/a2t-tool/src/limits/worker.rs");
}

#[test]
fn a_file_that_sets_nothing_of_this_kind_is_refused_with_its_place() {
    let duration = "expected a duration such as \"30s\", \"250ms\" or \"1m 30s\"";
    for (text, message) in [
        (
            r#"{"handler_timout": "1s"}"#,
            "unknown key `handler_timout`, did you mean `handler_timeout`?",
        ),
        (r#"{"body_bytes": 1}"#, "unknown key `body_bytes`, expected one of max_body_bytes, "),
        (r#"{"max_connections": 1, "max_connections": 2}"#, "`max_connections` is set twice"),
        (r#"{"handler_timeout": 30}"#, duration),
        (r#"{"handler_timeout": "30"}"#, duration),
        (r#"{"max_connections": -1}"#, "invalid value: integer `-1`"),
        (r#"{"on_disconnect": "stop"}"#, "unknown variant `stop`, expected `finish` or `cancel`"),
        ("[]", "expected a table of limits"),
    ] {
        let error = serde_json::from_str::<Limits>(text).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("line 1 column"), "{error}");
    }
    let error =
        serde_json::from_str::<rap::WorkerLimits>(r#"{"lease": "1s"}"#).unwrap_err().to_string();
    assert!(error.contains("unknown key `lease`, expected one of max_running_calls, "), "{error}");
    let error = toml::from_str::<Limits>("\nhandler_timeout = '1 h'").unwrap_err().to_string();
    assert!(error.contains("line 2, column 19") && error.contains(duration), "{error}");
}
