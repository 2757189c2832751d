//! Choice of scenarios, baselines, calls that are allowed, headers, and formats.

use std::fs;

use super::{CALLS, Reply, ended, forward, ours, wrong};
use crate::vendor::{Vendor, json_reply, reply, run, run_with, scratch};
use serde_json::{Value, json};

/// A server with another description of a single tool, which a MUST forbids, and a name that a SHOULD forbids.
fn faulty() -> Vendor {
    wrong(
        &ours(),
        |_| {},
        |asked, reply| {
            if asked.is_tool(super::VICTIM) {
                reply.body["description"] = json!("Counts cities.");
            }
            reply.each(super::VICTIM, |tool| tool["name"] = json!("Count Cities"));
        },
    )
}

#[test]
fn a_failure_is_printed_with_what_was_sent_expected_and_received() {
    let server = faulty();
    let folder = scratch("conformance_human");
    let ran = run(&folder, &["conformance", &server.root]);
    let id = super::VICTIM;
    let expected = [
        "error[tool-same]: A single tool has the signature that the list has\n   A2T-28; section 6.1, MUST\n",
        "  --> Count Cities\n",
        &format!(
            "   = sent: GET /tools/{id}\n   = expected: the signature that the list has of this version\n"
        ),
        "   = received: `description`: \"Counts cities.\" and not \"Counts the cities of a country.\"\n",
        "warning[name-snake-case]",
        "1 MUST scenario failed, 1 SHOULD scenario failed",
        "scenarios of calls; `--invoke TOOL NAME=VALUE` allows one\n",
        "`cargo a2t explain A2T-16` explains a requirement\n",
    ];
    ran.assert(1, &expected, &[]);
}

#[test]
fn no_tool_is_called_unless_the_user_allows_it() {
    let server = wrong(&ours(), |_| {}, |_, _| {});
    let folder = scratch("conformance_no_calls");
    let ran = run(&folder, &["conformance", &server.root]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    let posts = server.seen();
    let posts: Vec<_> = posts.iter().filter(|request| !request.line.starts_with("GET")).collect();
    assert!(
        posts.iter().all(|post| post.line.contains("/00000000-0000-4000-8000-000000000000:invoke")),
        "{posts:?}"
    );
    // Only the tool that is named, and each call with its own key.
    let ran =
        run(&folder, &["conformance", &server.root, "--invoke", "describe_sky", "at_night=true"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    let seen = server.seen();
    let posts: Vec<_> = seen.iter().filter(|one| one.line.starts_with("POST")).collect();
    assert!(posts.iter().all(|one| !one.line.contains(super::WEATHER)), "{posts:?}");
    let keys = posts.iter().flat_map(|one| one.headers.lines());
    let keys: Vec<_> = keys.filter(|line| line.starts_with("idempotency-key: ")).collect();
    let unique: std::collections::BTreeSet<_> = keys.iter().collect();
    assert_eq!((keys.len(), unique.len()), (posts.len(), posts.len()));
}

#[test]
fn calls_are_checked_before_anything_is_called() {
    let server = wrong(&ours(), |_| {}, |_, _| {});
    let folder = scratch("conformance_wrong_calls");
    let refused = |arguments: &[&str], message: &str| {
        let mut all = vec!["conformance", &*server.root, "--invoke"];
        all.extend(arguments);
        run(&folder, &all).assert(2, &[], &[message]);
    };
    refused(
        &["describe_skies"],
        "no tool is called `describe_skies`; did you mean `describe_sky`?",
    );
    let message = "`describe_sky` has no input `at_nigth`; did you mean `at_night`?";
    refused(&["describe_sky", "at_nigth=true"], message);
    let message = "the input `at_night` of `describe_sky` is given twice";
    refused(&["describe_sky", "at_night=true", "at_night=false"], message);
    assert!(server.seen().iter().all(|one| one.line.starts_with("GET /tools")));
}

#[test]
fn scenarios_are_chosen_by_id_or_requirement() {
    let server = faulty();
    let folder = scratch("conformance_only");
    let only = |wanted: &str| {
        let arguments = ["conformance", &server.root, "--only", wanted, "--format", "json"];
        let ran = run(&folder, &arguments);
        let all = ran.json()["scenarios"].as_array().map(Vec::len);
        (ran.status, all)
    };
    assert_eq!(only("name-snake-case"), (0, Some(1)));
    assert_eq!(only("a2t-28"), (1, Some(3)));
    let wrong = |wanted: &str, message: &str| {
        run(&folder, &["conformance", &server.root, "--only", wanted]).assert(2, &[], &[message]);
    };
    wrong(
        "name-snake-cse",
        "no scenario or requirement `name-snake-cse`; did you mean `name-snake-case`?",
    );
    wrong("A2T-20", "no request shows A2T-20: whether a text is in English");
}

#[test]
fn a_baseline_accepts_single_checks_and_reports_what_no_longer_fails() {
    let server = faulty();
    let folder = scratch("conformance_baseline");
    let ran = run(&folder, &["conformance", &server.root, "--write-baseline", "known.json"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    let written = fs::read_to_string(folder.join("known.json")).unwrap();
    let mut known: Value = serde_json::from_str(&written).unwrap();
    let id = super::VICTIM;
    let entry =
        |scenario: &str| json!({"scenario": scenario, "subject": id, "name": "Count Cities"});
    assert_eq!(known, json!({"accepted": [entry("name-snake-case"), entry("tool-same")]}));
    let run_it = |known: &Value| {
        fs::write(folder.join("known.json"), known.to_string()).unwrap();
        let arguments =
            ["conformance", &server.root, "--baseline", "known.json", "--format", "json"];
        run(&folder, &arguments)
    };
    let ran = run_it(&known);
    assert_eq!((ran.status, ended(&ran, "accepted").len()), (0, 2), "{ran:#?}");
    // The same scenario for another tool is another check.
    known["accepted"][1]["subject"] = json!(super::SKY);
    let ran = run_it(&known);
    assert_eq!((ran.status, ended(&ran, "failed").len()), (1, 1), "{ran:#?}");
    assert_eq!(ran.json()["stale"], json!([format!("tool-same, describe_sky ({})", super::SKY)]));
    known["accepted"][1] = json!({"scenario": "name", "subject": id, "reason": "to be fixed"});
    known["accepted"].as_array_mut().unwrap().push(entry("tool-same"));
    assert_eq!(run_it(&known).status, 1, "a failure that no longer occurs is reported");
    known["accepted"][1]["scenario"] = json!("imgs");
    run_it(&known).assert(
        2,
        &["did you mean `img`?"],
        &["known.json: there is no scenario `imgs`"],
    );
}

#[test]
fn headers_come_from_variables() {
    let host = ours();
    let server = Vendor::new(move |request| {
        let asked = super::Asked::new(request);
        let is_known = request.headers.contains("authorization: Bearer planted");
        let mut answer: Reply = forward(&host, &asked);
        if !is_known {
            answer.refuse(401);
        }
        answer.text()
    });
    let folder = scratch("conformance_headers");
    let arguments = ["conformance", &server.root, "--header-env", "KEY"];
    let ran = run_with(&folder, &arguments, &[("KEY", "Authorization: Bearer planted")]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    assert!(!ran.stdout.contains("planted"), "{ran:#?}");
    run(&folder, &["conformance", &server.root]).assert(1, &["error[list]", "status 401"], &[]);
}

#[test]
fn a_header_that_a_server_sends_back_is_in_no_report() {
    let secret = "plan\"ted-0123456789";
    let server = Vendor::new(move |request| {
        let is_list = request.line.starts_with("GET /tools ");
        if is_list {
            let tool = json!({"toolId": super::VICTIM, "name": secret, "img": [secret]});
            return json_reply(&json!({"items": [tool]}).to_string());
        }
        let long = format!("{}{}", "x".repeat(280), request.headers);
        let text = if request.line.contains("/versions") { long } else { request.headers.clone() };
        reply("500 No\r\ncontent-type: text/plain", &text)
    });
    for format in ["human", "json", "junit", "sarif"] {
        let arguments = ["conformance", &server.root, "--header-env", "KEY", "--format", format];
        let variables = [("KEY", &*format!("Authorization: Bearer {secret}"))];
        let ran = run_with(&scratch("conformance_echo"), &arguments, &variables);
        assert_eq!(ran.status, 1, "{ran:#?}");
        assert!(ran.stdout.contains("(hidden)") && !ran.stdout.contains("ted-0"), "{ran:#?}");
        assert!(!ran.stdout.contains("plan"), "{ran:#?}");
    }
}

#[test]
fn a_log_of_sarif_has_a_rule_for_each_scenario_and_a_result_for_each_failure() {
    let server = faulty();
    let ran =
        run(&scratch("conformance_sarif"), &["conformance", &server.root, "--format", "sarif"]);
    assert_eq!(ran.status, 1, "{ran:#?}");
    let log: Value = serde_json::from_str(&ran.stdout).unwrap();
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), super::scenarios().len());
    let results = run["results"].as_array().unwrap();
    let found: Vec<_> = results
        .iter()
        .map(|one| (one["ruleId"].as_str().unwrap(), one["level"].as_str().unwrap()))
        .collect();
    assert_eq!(found, [("name-snake-case", "warning"), ("tool-same", "error")]);
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
    }
}

#[test]
fn a_report_of_junit_has_a_case_for_each_scenario() {
    let server = wrong(
        &ours(),
        |_| {},
        |asked, reply| {
            if asked.is_tool(super::VICTIM) {
                reply.body["description"] = json!("<b title=\"x\">&\u{1b}[2J]]></b>");
            }
        },
    );
    let ran =
        run(&scratch("conformance_junit"), &["conformance", &server.root, "--format", "junit"]);
    assert_eq!(ran.status, 1, "{ran:#?}");
    let count = super::scenarios().len();
    assert!(ran.stdout.starts_with("<?xml"), "{ran:#?}");
    assert!(
        ran.stdout.contains(&format!("tests=\"{count}\" failures=\"1\" errors=\"0\"")),
        "{ran:#?}"
    );
    assert_eq!(ran.stdout.matches("<testcase ").count(), count);
    assert!(
        ran.stdout.contains("<failure type=\"MUST\" message=\"count_cities: expected"),
        "{ran:#?}"
    );
    let escaped = "&lt;b title=\\&quot;x\\&quot;&gt;&amp;\\u001b[2J]]&gt;&lt;/b&gt;";
    assert!(ran.stdout.contains(escaped), "{ran:#?}");
    let gone = run(
        &scratch("conformance_junit_gone"),
        &["conformance", "http://127.0.0.1:1", "--format", "junit"],
    );
    gone.assert(2, &["errors=\"1\"", "cannot be reached"], &["cannot be reached"]);
}

#[test]
fn the_object_of_json_fits_its_schema() {
    let mut arguments = vec!["conformance".to_owned(), format!("http://{}", ours())];
    arguments.extend(CALLS.map(str::to_owned));
    arguments.extend(["--format", "json"].map(str::to_owned));
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let json = run(&scratch("conformance_json"), &arguments).json();
    assert_eq!(
        (&json["holds"], &json["tools"], &json["package"]),
        (&json!(true), &json!(3), &json!("1.0.0"))
    );
    let unseen = json["not_observable"].as_array().unwrap();
    assert!(unseen.iter().any(|one| one["requirement"] == "A2T-20"), "{unseen:?}");
}

#[test]
fn a_server_without_tools_holds() {
    let page = json!({"items": [], "paging": {"pageLimit": 100}}).to_string();
    let server = Vendor::new(move |request| {
        let path = request.line.split(' ').nth(1).unwrap();
        let is_wrong = path.contains("pageLimit=0")
            || path.contains("pageLimit=many")
            || path.contains("no%20such");
        if path.starts_with("/tools/") || is_wrong {
            let body = json!({"status": 404, "detail": "No."}).to_string();
            return reply("404 Not Found\r\ncontent-type: application/problem+json", &body);
        }
        json_reply(&page)
    });
    let ran =
        run(&scratch("conformance_empty"), &["conformance", &server.root, "--format", "json"]);
    assert_eq!((ran.status, ended(&ran, "failed").len()), (0, 0), "{ran:#?}");
    assert!(ended(&ran, "not-run").contains("tool"));
    // A user who asked for a call is not advised to do so.
    let ran =
        run(&scratch("conformance_no_tools"), &["conformance", &server.root, "--invoke", "add"]);
    assert!(ran.status == 0 && !ran.stdout.contains("--invoke"), "{ran:#?}");
}
