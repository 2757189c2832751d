//! Each setting with a test of it, so that a new setting needs one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Settings of a server, and the tests that set them on each way to build it.
const SERVER: &str = "
    new                 every test
    from_router           every test
    from_rap            every_protocol_refuses_other_hosts_and_pages_of_other_origins
    at                  routes_of_the_program_are_beside_the_tools_and_every_other_path_is_explained
    routes              routes_of_the_program_are_beside_the_tools_and_every_other_path_is_explained
    bind                every test
    listener            no_connection_is_refused_and_no_call_lost_by_a_restart
    mcp                 every test
    mcp_with            limits_of_mcp_hold_in_every_server
    rap                 a_protocol_whose_settings_do_not_fit_is_refused_when_the_server_is_bound
    rap_with            limits_of_rap_hold_in_every_server
    limits              every test
    allow_host          hosts_and_origins_are_set_once
    allow_any_host      every_host_and_every_origin_can_be_allowed
    allow_origin        hosts_and_origins_are_set_once
    allow_any_origin    every_host_and_every_origin_can_be_allowed
    trusted_proxy       rates_are_those_of_the_clients_that_trusted_proxies_name
    rate_limit          rates_are_those_of_the_clients_that_trusted_proxies_name
    idempotency         replies_under_a_key_are_those_of_the_servers_store
    health              probes_are_those_of_the_server
    on_fault            faults_and_callers_are_those_of_the_server
    on_accept_error     a_listener_that_has_no_descriptor_is_reported_once_and_goes_on
    authenticate        faults_and_callers_are_those_of_the_server
    tls                 every_server_speaks_tls_and_reports_handshakes_that_fail
    on_tls_error        every_server_speaks_tls_and_reports_handshakes_that_fail
";

/// The same of `Limits`.
const LIMITS: &str = "
    max_body_bytes            a_limit_on_the_size_of_bodies_holds
    body_read_timeout         limits_on_the_time_and_the_bytes_of_bodies_that_arrive_hold
    body_timeout              limits_on_the_time_and_the_bytes_of_bodies_that_arrive_hold
    max_buffered_bytes        limits_on_the_time_and_the_bytes_of_bodies_that_arrive_hold
    max_concurrent_calls      a_limit_on_calls_in_flight_counts_those_of_all_protocols
    handler_timeout           limits_on_the_time_of_tools_and_on_their_threads_hold
    slow_poll_threshold       a_tool_that_blocks_a_thread_is_reported_in_every_protocol
    blocking_threads          limits_on_the_time_of_tools_and_on_their_threads_hold
    max_queued_calls          limits_on_the_time_of_tools_and_on_their_threads_hold
    on_disconnect             on_disconnect_sets_what_becomes_of_calls_whose_client_left
    max_header_bytes          a_limit_on_the_bytes_of_heads_holds
    header_read_timeout       a_limit_on_the_time_of_heads_holds
    write_timeout             a_limit_on_the_time_of_clients_that_do_not_read_holds
    max_connections           a_limit_on_connections_holds
    max_concurrent_streams    a_limit_on_requests_of_one_connection_holds_in_every_server
    shutdown_delay            a_server_that_stops_takes_its_notice
    shutdown_timeout          a_server_that_stops_waits_no_longer_than_its_drain
";

/// The same of `rap::WorkerLimits`. Those of calls, which run apart from requests, do not depend on the server.
const RAP: &str = "
    max_running_calls         a_full_store_refuses_before_the_200_and_a_full_house_keeps_calls_waiting
    max_waiting_calls         calls_that_wait_for_a_person_beyond_the_limit_keep_their_permit
    run_timeout               cb_032_a_tool_that_takes_too_long_ends_in_an_error_and_is_reported_to_its_vendor
    answer_timeout            cb_122_cb_129_a_question_without_an_answer_is_an_error_in_time
    max_attempts              a_call_that_ends_the_program_again_and_again_is_given_up
    lease_duration            a_program_that_stops_lets_its_calls_go_at_once
    cancel_grace              the_time_for_a_cancelled_call_of_rap_holds_in_every_server
    retention                 cb_147_an_ended_call_is_forgotten_after_its_time
";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Names of the public functions of these files that set something: they take a value of the type, and return one.
pub(crate) fn setters(files: &[&str]) -> BTreeSet<String> {
    let sources: String =
        files.iter().map(|file| fs::read_to_string(root().join(file)).unwrap()).collect();
    let mut functions = sources.split("\n    pub ").skip(1).filter_map(|rest| {
        let rest = rest.strip_prefix("const ").unwrap_or(rest);
        let rest = rest.strip_prefix("async ").unwrap_or(rest).strip_prefix("fn ")?;
        let (head, _) = rest.split_once('{')?;
        let name = head.split(['(', '<']).next()?;
        let is_setter = head.contains("self,") || head.contains("self)") || head.contains("Self");
        (is_setter && !head.contains("&self")).then(|| name.to_owned())
    });
    functions.by_ref().collect()
}

fn tests(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn each_setting_has_a_test() {
    let mut sources = String::new();
    for folder in [
        "tests/server",
        "tests/tls/tests/it",
        "crates/a2t-rap/tests",
        "examples/socket-activation/tests",
    ] {
        tests(&root().join(folder), &mut sources);
    }
    let server = ["src/server/mod.rs", "src/server/settings.rs", "src/server/protocols.rs"];
    for (table, files) in [
        (SERVER, &server[..]),
        (LIMITS, &["crates/a2t-tool/src/limits/mod.rs"]),
        (RAP, &["crates/a2t-tool/src/limits/worker.rs"]),
    ] {
        let rows = table.lines().filter_map(|line| line.trim().split_once(' '));
        let rows: Vec<_> = rows.map(|(name, test)| (name.to_owned(), test.trim())).collect();
        let mut expected = setters(files);
        if files != server {
            assert!(expected.remove("new"), "{files:?}");
        }
        let named: BTreeSet<_> = rows.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(named, expected, "{files:?}: add a row to this table, and a test");
        for (name, test) in rows {
            let exists = test == "every test" || sources.contains(&format!("fn {test}("));
            assert!(exists, "{name}: there is no test {test}");
        }
    }
}
