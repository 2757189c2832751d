//! Servers that mean harm: what they send is bounded, and none of it acts on a terminal.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use super::{ended, ours, wrong};
use crate::vendor::{Vendor, json_reply, run, scratch};
use serde_json::json;

/// A server that does this with each connection.
fn raw(answer: impl Fn(TcpStream) + Clone + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            thread::spawn(move || answer(stream));
        }
    });
    root
}

fn read_head(stream: &mut TcpStream) {
    let mut buffer = [0; 4096];
    let _ = stream.read(&mut buffer);
}

#[test]
fn control_characters_of_a_server_are_escaped_in_each_format() {
    let server = wrong(
        &ours(),
        |_| {},
        |asked, reply| {
            reply.each(super::VICTIM, |tool| {
                tool["name"] = json!("\u{1b}[2J\r\n::error::x\u{202e}");
                tool["tags"] = json!("\u{9b}31m\u{1b}]0;title\u{7}");
            });
            if asked.path.contains("/00000000") {
                reply.text = Some("\u{1b}[31mno\u{1b}".to_owned());
            }
        },
    );
    for format in ["human", "json", "sarif", "junit"] {
        // `run` asserts that no control character is printed.
        let ran = run(
            &scratch("conformance_controls"),
            &["conformance", &server.root, "--format", format],
        );
        assert_eq!(ran.status, 1, "{ran:#?}");
        assert!(
            !ran.stdout.lines().any(|line| line.trim_start().starts_with("::error")),
            "{ran:#?}"
        );
    }
}

#[test]
fn a_list_without_an_end_is_a_failure_and_not_a_loop() {
    let server = Vendor::new(|request| {
        let target = request.line.split(' ').nth(1).unwrap();
        let count = target.matches('9').count();
        let next = "9".repeat(count % 40 + 1);
        json_reply(&json!({"items": [], "paging": {"pageLimit": 1, "next": next}}).to_string())
    });
    let ran =
        run(&scratch("conformance_endless"), &["conformance", &server.root, "--format", "json"]);
    assert_eq!(ran.status, 1, "{ran:#?}");
    assert!(ended(&ran, "failed").contains("list-walk"), "{ran:#?}");
}

#[test]
fn a_list_of_empty_objects_costs_no_more_than_a_list_of_tools() {
    let items = vec![json!({}); 20_000];
    let inputs: Vec<_> = items.iter().collect();
    let tool =
        json!({"toolId": super::VICTIM, "name": "add", "version": 1, "input_parameters": inputs});
    let all: Vec<_> = std::iter::once(&tool).chain(&items).collect();
    let page = json!({"items": all, "paging": {"pageLimit": 1}}).to_string();
    let server = Vendor::new(move |_| json_reply(&page));
    let folder = scratch("conformance_empty_objects");
    let ran =
        run(&folder, &["conformance", &server.root, "--total-timeout", "100", "--format", "json"]);
    let json = ran.json();
    assert_eq!((ran.status, &json["tools"]), (1, &json!(10_000)));
    assert!(ran.stdout.contains("there are more than 10000 items"));
    let first = &json["scenarios"].as_array().unwrap().iter().find(|one| one["id"] == "tool-id");
    let failures = first.unwrap()["failures"].as_array().unwrap();
    let detailed = failures.iter().filter(|one| !one["received"].is_null()).count();
    assert_eq!((failures.len() >= 10_000, detailed), (true, 100), "few failures have details");
}

#[test]
fn replies_that_never_end_are_cut_off_in_time_and_size() {
    let started = Instant::now();
    let folder = scratch("conformance_slow");
    // Silence, one byte at a time, and a body without an end.
    let silent = raw(|mut stream| {
        read_head(&mut stream);
        thread::sleep(Duration::from_secs(60));
    });
    let slow = raw(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
        );
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(100));
        }
    });
    let large = raw(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
        while stream.write_all(&[b' '; 65_536]).is_ok() {}
    });
    for (root, message) in [
        (silent, "no complete reply within 1 s"),
        (slow, "no complete reply within 1 s"),
        (large, "more than 8 MiB"),
    ] {
        let arguments = ["conformance", &*root, "--timeout", "1", "--total-timeout", "3"];
        run(&folder, &arguments).assert(2, &[], &[message]);
    }
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}

#[test]
fn a_reply_that_is_late_is_not_taken_for_the_next_one() {
    let server = wrong(
        &ours(),
        |asked| {
            if asked.is_tool(super::VICTIM) {
                thread::sleep(Duration::from_millis(2_500));
            }
        },
        |_, _| {},
    );
    let arguments = ["conformance", &*server.root, "--timeout", "1", "--format", "json"];
    let ran = run(&scratch("conformance_late"), &arguments);
    // The vendor answers one request at a time, so others may be late, too; none gets a wrong reply.
    let json = ran.json();
    let failures = json["scenarios"].as_array().unwrap().iter();
    let failures: Vec<_> =
        failures.flat_map(|one| one["failures"].as_array().unwrap().clone()).collect();
    assert!(!failures.is_empty(), "{ran:#?}");
    assert!(failures.iter().all(|one| one["expected"] == "a complete reply"), "{failures:#?}");
}

#[test]
fn a_run_that_takes_too_long_is_not_a_verdict() {
    let server = wrong(&ours(), |_| thread::sleep(Duration::from_millis(60)), |_, _| {});
    let arguments = ["conformance", &*server.root, "--total-timeout", "1", "--format", "json"];
    let ran = run(&scratch("conformance_over"), &arguments);
    assert_eq!((ran.status, &ran.json()["holds"]), (2, &json!(null)), "{ran:#?}");
    assert!(ran.stdout.contains("the time of the run is over"), "{ran:#?}");
    // What needs no more requests is checked.
    assert!(ended(&ran, "passed").contains("name-unique"), "{ran:#?}");
    let in_format = |format: &str| {
        let arguments = ["conformance", &*server.root, "--total-timeout", "1", "--format", format];
        run(&scratch("conformance_over_formats"), &arguments)
    };
    let log: serde_json::Value = serde_json::from_str(&in_format("sarif").stdout).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], json!(false), "{invocation:#}");
    let notification = invocation["toolExecutionNotifications"].to_string();
    assert!(notification.contains("the time of the run is over"), "{notification}");
    in_format("junit").assert(2, &["<error message=\"the time of the run is over"], &[]);
}

#[test]
fn replies_that_are_too_large_count_as_much_as_they_may_have() {
    let tools: Vec<_> = (0..20).map(|number| crate::vendor::tool(number, "add")).collect();
    let page = crate::vendor::page(&tools);
    let server = raw(move |mut stream| {
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).unwrap_or_default();
        if buffer[..read].starts_with(b"GET /tools ") {
            let _ = stream.write_all(page.as_bytes());
            return;
        }
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
        while stream.write_all(&[b' '; 65_536]).is_ok() {}
    });
    let ran = run(&scratch("conformance_large"), &["conformance", &server, "--format", "json"]);
    let json = ran.json();
    assert_eq!((ran.status, &json["requests"]), (1, &json!(10)), "two lists, and 8 times 8 MiB");
    assert!(ran.stdout.contains("the replies have more than 64 MiB together"));
}

#[test]
fn a_page_that_fails_is_the_reason_and_not_a_shorter_list() {
    let host = ours();
    let server = |end: fn() -> String| {
        let host = host.clone();
        Vendor::new(move |request| {
            let asked = super::Asked::new(request);
            if !asked.is_versions(super::WEATHER) {
                return super::forward(&host, &asked).text();
            }
            if asked.query.contains("pageCursor") {
                return end();
            }
            let mut reply = super::forward(&host, &asked);
            reply.body["paging"]["next"] = json!("2");
            reply.text()
        })
    };
    let failures = |server: &Vendor| {
        let arguments = ["conformance", &*server.root, "--format", "json"];
        let json = run(&scratch("conformance_mid"), &arguments).json();
        let all = json["scenarios"].as_array().unwrap().iter();
        let all = all.flat_map(|one| one["failures"].as_array().unwrap().clone());
        all.filter(|one| one["sent"][0].as_str().unwrap().contains("/versions")).collect::<Vec<_>>()
    };
    let gone = failures(&server(String::new));
    assert!(
        !gone.is_empty() && gone.iter().all(|one| one["expected"] == "a complete reply"),
        "{gone:#?}"
    );
    let refused = failures(&server(|| crate::vendor::reply("500 No", "no")));
    let received = |text: &str| refused.iter().any(|one| one["received"] == text);
    assert!(received("page 2 has the status 500"), "{refused:#?}");
}

#[test]
fn an_id_of_dots_leads_nowhere() {
    for id in [".", "..", ""] {
        let tool = json!({"toolId": id, "name": "add", "version": 1, "currentVersion": 1});
        let server = Vendor::of(&[tool]);
        run(&scratch("conformance_dots"), &["conformance", &server.root]);
        for line in server.seen().into_iter().map(|one| one.line) {
            let target = line.split(' ').nth(1).unwrap();
            let known = ["/tools", "/tools/00000000-0000-4000-8000-000000000000"];
            let path = target.split('?').next().unwrap().trim_end_matches(":invoke");
            assert!(known.contains(&path), "`{id}`: {line}");
        }
    }
}

#[test]
fn an_id_cannot_lead_elsewhere() {
    let id = "../../../admin?x=";
    let tool = json!({"toolId": id, "name": "add", "description": "Adds.", "version": 1, "currentVersion": 1});
    let server = Vendor::of(&[tool]);
    run(&scratch("conformance_paths"), &["conformance", &server.root]);
    let lines: Vec<_> = server.seen().into_iter().map(|one| one.line).collect();
    assert!(lines.iter().all(|line| line.contains(" /tools")), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("/tools/..%2F..%2F..%2Fadmin%3Fx%3D")),
        "{lines:?}"
    );
}
