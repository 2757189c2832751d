//! `docs/production.md`, held to the sources: limits, their defaults, tests of each of them, settings of proxies.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use a2t::{Limits, OnDisconnect};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The cells of each row of the page's tables.
fn rows(page: &str) -> impl Iterator<Item = Vec<&str>> {
    page.lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

/// Words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_limit_is_in_the_table_and_nothing_else_is() {
    let page = read("docs/production.md");
    let (table, _) = page.split_once("| of a tool or a caller |").unwrap();
    let listed: BTreeSet<_> =
        rows(table).filter(|row| row.len() == 3).filter_map(|row| quoted(row[0]).next()).collect();
    let source = read("crates/a2t-tool/src/limits/mod.rs");
    let setters = source.lines().filter_map(|line| line.trim().strip_prefix("pub const fn "));
    let setters = setters.filter(|rest| rest.contains("(mut self"));
    let limits: BTreeSet<_> = setters.map(|rest| rest.split('(').next().unwrap()).collect();
    assert_eq!(listed, limits);
}

#[test]
fn defaults_are_those_of_the_sources() {
    let (page, source) = (read("docs/production.md"), read("crates/a2t-tool/src/limits/mod.rs"));
    for (limit, shown, written) in [
        ("max_body_bytes", "256 KiB", "256 * 1024"),
        ("body_read_timeout", "5 s", "Duration::from_secs(5)"),
        ("body_timeout", "14 s", "Duration::from_secs(14)"),
        ("max_buffered_bytes", "64 MiB", "64 * 1024 * 1024"),
        ("max_concurrent_calls", "512 calls", "512"),
        ("handler_timeout", "30 s;", "Duration::from_secs(30)"),
        ("slow_poll_threshold", "1 s between", "Duration::from_secs(1)"),
        ("max_queued_calls", "64 calls", "64"),
        ("max_header_bytes", "32 KiB", "32 * 1024"),
        ("header_read_timeout", "10 s", "Duration::from_secs(10)"),
        ("write_timeout", "10 s for 8 KiB", "Duration::from_secs(10)"),
        ("max_connections", "10,000", "10_000"),
        ("max_concurrent_streams", "100 requests", "100"),
        ("shutdown_timeout", "30 s", "Duration::from_secs(30)"),
    ] {
        assert!(page.contains(&format!("| `{limit}` | {shown}")), "{limit} in the page");
        let (start, end) = (format!("    {limit}: "), format!(" = {written},"));
        let is_default = |line: &str| line.starts_with(&start) && line.ends_with(&end);
        assert!(source.lines().any(is_default), "{limit} in the source");
    }
}

#[test]
fn the_file_of_limits_is_read() {
    let page = read("docs/production.md");
    let limits: Limits = toml::from_str(block(&page, "toml")).unwrap();
    let expected = Limits::new()
        .max_body_bytes(64 * 1024)
        .handler_timeout(Duration::from_secs(90))
        .blocking_threads(64)
        .on_disconnect(OnDisconnect::Cancel)
        .shutdown_delay(Duration::from_secs(5));
    assert_eq!(limits, expected);
}

/// The tests of what the rows of the page's tables state.
const TESTS: &[(&str, &[&str])] = &[
    ("`max_body_bytes`", &["the_limit_is_256_kib_by_default"]),
    ("`body_read_timeout`", &["a_body_that_pauses_or_drags_on_is_given_up"]),
    (
        "`body_timeout`",
        &[
            "a_body_that_pauses_or_drags_on_is_given_up",
            "whoever_holds_a_connection_is_closed_within_15_seconds",
        ],
    ),
    ("`max_buffered_bytes`", &["bytes_of_bodies_that_arrive_are_limited_together"]),
    ("`max_concurrent_calls`", &["requests_beyond_the_limit_are_shed_and_the_others_are_not"]),
    (
        "`handler_timeout`",
        &[
            "a_tool_that_does_not_end_is_stopped",
            "the_time_of_a_tool_takes_the_place_of_the_servers",
        ],
    ),
    (
        "`slow_poll_threshold`",
        &[
            "a_tool_that_blocks_a_thread_is_reported_once",
            "a_tool_that_blocks_a_thread_is_reported_in_every_protocol",
        ],
    ),
    ("`blocking_threads`", &["functions_that_wait_stop_no_other_call"]),
    ("`max_queued_calls`", &["calls_beyond_the_queue_are_shed_at_once_and_those_in_it_are_served"]),
    (
        "`on_disconnect`",
        &[
            "a_call_that_is_to_be_finished_goes_on",
            "a_call_that_is_to_be_cancelled_ends_where_it_awaits",
        ],
    ),
    ("`max_header_bytes`", &["a_head_has_a_limit_in_bytes"]),
    (
        "`header_read_timeout`",
        &["a_head_that_never_ends_is_cut_off_in_time", "an_idle_connection_is_closed"],
    ),
    (
        "`write_timeout`",
        &[
            "a_client_that_stops_reading_is_cut_off",
            "a_client_that_reads_slowly_but_steadily_gets_all_of_a_reply",
        ],
    ),
    ("`max_connections`", &["connections_beyond_the_limit_are_refused_with_a_reason"]),
    ("`max_concurrent_streams`", &["floods_of_frames_shut_no_client_out"]),
    ("`shutdown_delay`", &["a_stopping_server_is_not_ready_before_it_stops_listening"]),
    ("`shutdown_timeout`", &["a_request_that_does_not_end_is_cut"]),
    (
        "`concurrency = 4` of a tool",
        &["calls_beyond_those_that_may_run_at_once_are_refused_whichever_server_has_them"],
    ),
    ("`RateLimit` of a caller", &["callers_beyond_their_rate_are_refused_and_others_are_not"]),
    (
        "keys of `Idempotency` in memory",
        &[
            "beyond_its_limits_the_oldest_reply_is_forgotten_and_a_call_that_runs_is_not",
            "a_flood_of_one_caller_takes_no_room_of_others",
        ],
    ),
    ("a certificate is renewed", &["renewed_certificates_are_shown_from_then_on"]),
    ("clients have certificates", &["callers_are_known_by_their_certificates"]),
    (
        "handshakes that are slow, or none",
        &["clients_that_do_not_shake_hands_are_closed_and_reported_to_the_operator"],
    ),
    ("beyond `max_connections`", &["connections_beyond_the_limit_are_closed_without_an_answer"]),
    ("HTTP/2: no data, no request, half of a head", &["silent_and_idle_connections_end"]),
    (
        "HTTP/2: replies that are not read",
        &["a_client_that_takes_nothing_of_its_replies_is_closed"],
    ),
    (
        "HTTP/2: requests that are opened and reset (CVE-2023-44487)",
        &["requests_that_are_taken_back_shut_no_client_out"],
    ),
    (
        "HTTP/2: frames without an end (CVE-2024-27316 and others)",
        &["floods_of_frames_shut_no_client_out"],
    ),
    (
        "HTTP/2: the server stops",
        &[
            "a_stopping_server_says_goodbye_and_ends_what_it_has_begun",
            "no_call_is_lost_when_a_server_stops",
        ],
    ),
];

/// The tests of statements between the tables.
const OTHERS: &[&str] = &[
    "hosts_are_those_of_the_authority",
    "a_client_that_has_the_document_is_answered_before_it_is_written",
    "a_document_is_written_once_for_all_who_see_the_same_tools",
    "a_hundred_stops_under_load_lose_none_of_100_000_calls",
    "no_connection_is_refused_and_no_call_lost_by_a_restart",
    "a_server_without_a_free_permit_answers_probes",
    "a_draining_server_is_not_ready",
    "a_container_that_is_stopped_under_load_loses_no_call",
    "kubernetes_takes_the_manifest",
];

#[test]
fn every_limit_and_default_has_a_test() {
    let page = read("docs/production.md");
    let (tables, _) = page.split_once("## Browsers, compression, caches").unwrap();
    let shown: Vec<_> = rows(tables).map(|row| row[0]).collect();
    let titles = ["limit", "of a tool or a caller", "what"];
    let shown: Vec<_> =
        shown.into_iter().filter(|cell| *cell != "---" && !titles.contains(cell)).collect();
    assert_eq!(shown, TESTS.iter().map(|(row, _)| *row).collect::<Vec<_>>());

    let folders = [
        "tests/server",
        "tests/server/settings",
        "tests/tls/tests/it",
        "crates/a2t-store/tests/it/idempotency",
        "examples/in-a-container/tests",
        "examples/socket-activation/tests",
    ];
    let sources: String = folders.into_iter().flat_map(sources).collect();
    for test in TESTS.iter().flat_map(|(_, tests)| *tests).chain(OTHERS) {
        assert!(sources.contains(&format!("fn {test}()")), "{test}");
    }
}

fn sources(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path: &PathBuf| path.extension().is_some_and(|end| end == "rs"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// A block of the page in this language.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, after) = page.split_once(&format!("```{language}\n")).unwrap();
    after.split_once("```").unwrap().0
}

#[test]
fn the_image_and_the_manifest_are_those_that_the_tests_run() {
    let page = read("docs/production.md");
    for (language, file) in [("dockerfile", "Containerfile"), ("yaml", "kubernetes.yaml")] {
        assert_eq!(block(&page, language), read(&format!("examples/in-a-container/{file}")));
    }
    let commands = read("examples/in-a-container/README.md");
    let commands = block(&commands, "console").lines();
    let shown = block(page.split_once("## In a container").unwrap().1, "console");
    assert_eq!(shown.lines().collect::<Vec<_>>(), commands.take(4).collect::<Vec<_>>());
}

#[test]
fn kubernetes_waits_for_the_end_of_notice_and_drain() {
    let manifest = read("examples/in-a-container/kubernetes.yaml");
    let number = |text: &str, before: &str| -> u64 {
        let (_, after) = text.split_once(before).unwrap();
        after.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
    };
    let program = read("examples/in-a-container/src/main.rs");
    let notice = number(&program, "shutdown_delay(Duration::from_secs(");
    let drain = number(
        &read("crates/a2t-tool/src/limits/mod.rs"),
        "shutdown_timeout: Duration = Duration::from_secs(",
    );
    assert!(number(&manifest, "terminationGracePeriodSeconds: ") > notice + drain);
    // The probe that fails is seen before the listener closes.
    assert!(number(&manifest, "/readyz, port: 8080 }, periodSeconds: ") * 2 < notice);
    let health = read("crates/a2t-server/src/server/health.rs");
    for path in ["/livez", "/readyz"] {
        assert!(health.contains(&format!("\"{path}\".into()")) && manifest.contains(path));
    }
}

#[test]
fn settings_of_proxies_are_those_that_the_tests_run() {
    let page = read("docs/production.md");
    for (language, file) in [("nginx", "nginx.conf"), ("haproxy", "haproxy.cfg")] {
        let shown = block(&page, language).replace(":8080", ":@SERVER@");
        let run = read(&format!("tests/proxies/{file}"));
        let run: BTreeSet<_> = run.lines().map(str::trim).collect();
        for line in shown.lines().map(str::trim) {
            assert!(run.contains(line), "{file} has no line `{line}`");
        }
    }
}
