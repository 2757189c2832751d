//! Servers of vendors that do not use this toolkit: lists in other styles, versions that break each
//! other, and reports about many tools with one mistake.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;

use crate::vendor::{Ran, Vendor, json_reply, page, reply, run, scratch, tool};
use serde_json::{Value, json};

fn three() -> Vec<Value> {
    (1..4).map(|number| tool(number, &format!("tool_{number}"))).collect()
}

fn fetch(folder: &str, vendor: &Vendor, more: &[&str]) -> Ran {
    let folder = scratch(folder);
    run(&folder, &[&["fetch", &*vendor.root, "-o", "s.json"], more].concat())
}

/// A list of three tools with these members and headers, and no other page.
fn of_style(style: &Value, link: &str) -> Vendor {
    let mut document = style.clone();
    document["items"] = three().into();
    let head = format!("200 OK\r\ncontent-type: application/json{link}");
    Vendor::new(move |_| reply(&head, &document.to_string()))
}

#[test]
fn a_list_that_may_go_on_is_not_approved_as_a_whole() {
    for (index, (style, link)) in [
        (json!({"pagination": {"nextCursor": "x"}}), ""),
        (json!({"paging": {"nextCursor": "x"}}), ""),
        (json!({"next": "/tools?page=2"}), ""),
        (json!({"total": 8}), ""),
        (json!({}), "\r\nlink: <https://elsewhere.example/tools?page=2>; rel=\"next\""),
    ]
    .into_iter()
    .enumerate()
    {
        let vendor = of_style(&style, link);
        let name = format!("may-go-on-{index}");
        let ran = fetch(&name, &vendor, &[]);
        assert_eq!(ran.status, 2, "{style}: {ran:#?}");
        for part in [
            "the list may go on",
            "(spec note AMB-9)",
            "3 tools obey every rule; select those that you call",
        ] {
            assert!(ran.stderr.contains(part), "no {part:?} in {ran:#?}");
        }
        assert!(!scratch(&name).join("s.json").exists());
        // What is called is approved, with a warning.
        let ran = fetch(&name, &vendor, &["--tool", "tool_2"]);
        assert_eq!(ran.status, 0, "{ran:#?}");
        assert!(
            ran.stdout.contains("written, 1 tool at") && ran.stdout.contains("the list may go on"),
            "{ran:#?}"
        );
        // Lists for people are shown, with the warning, and a check does not hold.
        let ran = run(&scratch(&name), &["lint", &vendor.root]);
        assert_eq!(ran.status, 1, "{ran:#?}");
        assert!(ran.stdout.contains("error[AMB-9]"), "{ran:#?}");
    }
}

#[test]
fn a_link_to_the_next_page_of_the_same_list_is_followed() {
    let vendor = Vendor::new(|request| {
        let (tools, next) = match request.line.split(' ').nth(1).unwrap() {
            "/tools" => (three(), "\r\nlink: </tools?page=2>; rel=\"next\""),
            "/tools?page=2" => (vec![tool(4, "tool_4")], ""),
            other => panic!("{other}"),
        };
        let document = json!({"items": tools, "total": 4}).to_string();
        reply(&format!("200 OK\r\ncontent-type: application/json{next}"), &document)
    });
    let ran = fetch("link", &vendor, &[]);
    ran.assert(0, &["written, 4 tools at"], &[]);
    assert!(!ran.stdout.contains("may go on"), "{ran:#?}");
    assert_eq!(vendor.seen().len(), 2);
}

#[test]
fn a_cursor_that_is_a_number_leads_on_and_the_limit_is_not_repeated() {
    let vendor = Vendor::new(|request| {
        let (tools, next) = match request.line.split(' ').nth(1).unwrap() {
            "/tools" => (three(), json!(2)),
            "/tools?pageCursor=2" => (vec![tool(4, "tool_4")], json!(null)),
            other => panic!("{other}"),
        };
        json_reply(&json!({"items": tools, "paging": {"pageLimit": 3, "next": next}}).to_string())
    });
    let ran = fetch("number", &vendor, &[]);
    ran.assert(0, &["written, 4 tools at", "sent as `2` (spec note AMB-51)"], &[]);
}

#[test]
fn a_redirect_that_adds_a_slash_is_followed_and_no_other() {
    for (status, location, code) in [
        ("308 Permanent Redirect", "/tools/", 0),
        ("307 Temporary Redirect", "/tools/", 0),
        ("301 Moved Permanently", "/login", 2),
        ("308 Permanent Redirect", "https://elsewhere.example/tools/", 2),
    ] {
        let head = format!("{status}\r\nlocation: {location}");
        let vendor = Vendor::new(move |request| match request.line.split(' ').nth(1).unwrap() {
            "/tools" => reply(&head, ""),
            "/tools/" => page(&three()),
            other => panic!("{other}"),
        });
        assert_eq!(fetch("slash", &vendor, &[]).status, code, "{location}");
    }
}

#[test]
fn a_server_that_asks_for_credentials_names_the_flag() {
    let vendor = Vendor::new(|_| reply("401 Unauthorized", ""));
    fetch("credentials", &vendor, &[]).assert(2, &[], &["`--header-env NAME` sends the header"]);
}

fn version(number: u32, current: Value, max: u32) -> Value {
    let mut version = tool(1, "add");
    version["version"] = json!(number);
    version["currentVersion"] = current;
    version["input_parameters"] =
        json!([{"id": "a", "name": "a", "type": "int", "max": max, "description": "A."}]);
    version
}

/// Lists of versions, and the message about each.
fn histories() -> Vec<(Vec<Value>, Option<&'static str>)> {
    let two = || json!(2);
    vec![
        (vec![version(2, two(), 9), version(1, two(), 9)], None),
        (vec![version(2, two(), 20), version(1, two(), 9)], None),
        (vec![version(2, json!(null), 9), version(1, json!(null), 9)], None),
        (
            vec![version(2, two(), 6), version(1, two(), 9)],
            Some("expected version 2 of `add` to serve callers of version 1"),
        ),
        (
            vec![version(2, two(), 9), version(1, json!(1), 9)],
            Some("expected 2, the current version of `add` (A2T-29), got 1"),
        ),
    ]
}

#[test]
fn the_versions_of_a_vendor_are_held_to_each_other() {
    let folder = scratch("histories");
    for (versions, fault) in histories() {
        let status = i32::from(fault.is_some());
        let list = json!({"items": versions}).to_string();
        fs::write(folder.join("w.json"), &list).unwrap();
        let served = versions[0].clone();
        let vendor = Vendor::new(move |request| match request.line.split(' ').nth(1).unwrap() {
            "/tools" => page(std::slice::from_ref(&served)),
            _ => json_reply(&list),
        });
        let _ = fs::remove_file(folder.join("s.json"));
        let from_url = ["fetch", &vendor.root, "--versions", "-o", "s.json"];
        let from_file = ["fetch", "w.json", "--versions", "-o", "s.json"];
        for arguments in [&["lint", "w.json"][..], &["lint", &vendor.root], &from_url, &from_file] {
            let ran = run(&folder, arguments);
            assert_eq!(ran.status, status, "{arguments:?} {ran:#?}");
            let expected =
                fault.is_none_or(|fault| format!("{}{}", ran.stdout, ran.stderr).contains(fault));
            assert!(expected, "{arguments:?} {ran:#?}");
            let _ = fs::remove_file(folder.join("s.json"));
        }
        if fault.is_some() {
            let accepted = [&from_url[..], &["--accept-broken-lock"]].concat();
            run(&folder, &accepted).assert(
                0,
                &["written, 1 tool in 2 versions at", "accepted: "],
                &[],
            );
        }
    }
}

#[test]
fn a_first_version_that_is_not_1_is_read_with_a_remark() {
    let folder = scratch("first-version");
    let list = json!({"items": [version(4, json!(4), 9), version(3, json!(4), 9)]});
    fs::write(folder.join("w.json"), list.to_string()).unwrap();
    run(&folder, &["lint", "w.json"]).assert(0, &["warning[AMB-22]", "(spec note AMB-22)"], &[]);
}

#[test]
fn versions_that_are_not_served_are_a_warning() {
    let served = version(2, json!(2), 9);
    let vendor = Vendor::new(move |request| match request.line.split(' ').nth(1).unwrap() {
        "/tools" => page(std::slice::from_ref(&served)),
        _ => reply("404 Not Found", ""),
    });
    let ran = run(&scratch("unlisted"), &["lint", &vendor.root]);
    ran.assert(0, &["warning[A2T-50]: `add`: its versions cannot be checked"], &[]);
}

#[test]
fn one_mistake_in_many_tools_is_one_line_with_a_count() {
    let tools: Vec<_> = (1..9)
        .map(|number| {
            let mut tool = tool(number, &format!("tool_{number}"));
            tool["output_parameters"][0]["nullable"] = json!(true);
            tool
        })
        .collect();
    let vendor = Vendor::of(&tools);
    let ran = fetch("alike", &vendor, &[]);
    let line = "`tool_1`: /output_parameters/0/nullable: expected a member that the protocol defines, got `nullable` [A2T-W409] (and 7 more in `tool_2`, ";
    ran.assert(0, &[line, "written, 8 tools"], &[]);
    assert_eq!(ran.stdout.matches("nullable").count(), 2, "{ran:#?}");
    let ran = run(&scratch("alike"), &["lint", &vendor.root]);
    ran.assert(
        0,
        &["`tool_1`: /output_parameters/0/nullable", "note: 7 more in `tool_2`, ", "8 warnings"],
        &[],
    );

    let broken: Vec<_> = tools
        .into_iter()
        .map(|mut tool| {
            tool["version"] = json!(0);
            tool
        })
        .collect();
    let vendor = Vendor::of(&broken);
    let ran = fetch("alike-broken", &vendor, &[]);
    ran.assert(2, &[], &["8 mistakes in the catalog", "`tool_1`: /version: expected an integer from 1, got 0 [A2T-W407] (and 7 more in `tool_2`"]);
    assert_eq!(ran.stderr.matches("/version").count(), 1, "{ran:#?}");
    let ran = run(&scratch("alike-broken"), &["list", &vendor.root]);
    let output = format!("{}{}", ran.stdout, ran.stderr);
    assert_eq!(output.matches("/version").count(), 1, "{ran:#?}");
    assert!(
        output.contains("left out: `tool_1`") && output.contains("7 more with the same: `tool_2`"),
        "{ran:#?}"
    );
}

#[test]
fn members_without_value_cause_no_warnings() {
    let mut dumped = tool(1, "add");
    dumped["output_parameters"][0]["required"] = json!(null);
    dumped["inputs"] = json!(null);
    dumped["img"] = json!(null);
    let ran = fetch("nulls", &Vendor::of(&[dumped]), &[]);
    assert!(ran.status == 0 && !ran.stdout.contains("warning"), "{ran:#?}");
}

#[test]
fn a_version_of_a_tool_that_was_left_out_is_reported_as_that() {
    let mut broken = tool(1, "add");
    broken["version"] = json!(0);
    let vendor = Vendor::of(&[broken, tool(2, "subtract")]);
    for wanted in ["add", "add@1", "0479a45d-ad0a-49d4-94db-75ed00000001@1"] {
        let ran = run(&scratch("left-out"), &["show", &vendor.root, wanted]);
        assert_eq!(ran.status, 2, "{ran:#?}");
        assert!(ran.stderr.contains("left out: `add`"), "{wanted}: {ran:#?}");
    }
}

#[test]
fn misspelt_inputs_do_not_hold() {
    let mut misspelt = tool(1, "add");
    misspelt["inputParameters"] = json!([{"id": "a", "name": "a", "description": ""}]);
    let vendor = Vendor::of(&[misspelt]);
    fetch("misspelt", &vendor, &[]).assert(
        2,
        &[],
        &["`add`: /inputParameters", "did you mean `input_parameters`?"],
    );
    run(&scratch("misspelt"), &["lint", &vendor.root]).assert(1, &["error[A2T-W409]"], &[]);
}

#[test]
fn arguments_are_named_after_names_where_ids_are_uuids() {
    let folder = scratch("uuid-ids");
    let mut tool = tool(1, "add");
    tool["input_parameters"] = json!([
        {"id": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "First Addend", "type": "int", "description": ""},
        {"id": 7, "name": "Rounding", "type": "enum", "description": "",
         "allowed-values": [{"name": "2ND", "description": "Second digit."}]},
    ]);
    tool["output_parameters"][0]["id"] = json!("1479a45dad0a49d494db75edf00d2ca4");
    fs::write(folder.join("w.json"), json!({"items": [tool]}).to_string()).unwrap();
    let ran = run(&folder, &["generate", "w.json", "-o", "client.rs"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    let client = fs::read_to_string(folder.join("client.rs")).unwrap();
    for part in ["first_addend", "rounding: ", "enum Rounding", "2ND"] {
        assert!(client.contains(part), "no {part} in {client}");
    }
    assert!(!client.contains("input_0479"), "{client}");
}
