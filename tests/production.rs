//! `docs/production.md`, held to the sources: limits, their defaults, the tests that it names, settings of proxies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

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
        rows(table).filter(|row| row.len() == 4).filter_map(|row| quoted(row[0]).next()).collect();
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

#[test]
fn every_test_that_the_page_names_exists() {
    let page = read("docs/production.md");
    let folders = [
        "tests/server",
        "tests/tls/tests",
        "crates/a2t-store/tests/idempotency",
        "examples/in-a-container/tests",
        "examples/socket-activation/tests",
    ];
    let sources: String = folders.into_iter().flat_map(sources).collect();
    let prose = page.split("```").step_by(2).flat_map(quoted);
    let named: Vec<_> = prose.filter(|word| word.matches('_').count() > 3).collect();
    assert!(named.len() > 15, "{named:?}");
    for test in named {
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
    assert_eq!(shown.lines().collect::<Vec<_>>(), commands.take(3).collect::<Vec<_>>());
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
