//! A catalog of 10,000 tools, of which each tenth has three versions, through the commands that read a
//! catalog: in bounded memory and processor time, by as few requests as there are pages and versions
//! asked for, and on a screen that people can read.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

mod vendor;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use vendor::{Ran, Vendor, json_reply, reply, run_after, scratch};

const TOOLS: u32 = 10_000;
const PAGE: u32 = 100;
/// Each tool of this many has three versions.
const STEP: u32 = 10;
/// KiB of address space, and seconds of processor time of a build that is not optimised: what is
/// quadratic in the tools takes more.
const LIMITS: &str = "ulimit -v 1500000 && ulimit -t 60";
/// The most lines for people who did not ask for a list.
const SCREEN: usize = 120;

/// A version of a tool in few words: all replies together have at most 8 MiB.
fn tool(number: u32, version: u32, moved: u32) -> Value {
    let newest = if number.is_multiple_of(STEP) { 3 + moved } else { 1 + moved };
    let inputs: Vec<_> = (0..version)
        .map(|at| {
            json!({"id": format!("i{at}"), "name": format!("i{at}"), "type": "int",
                   "description": "A number.", "required": at == 0})
        })
        .collect();
    json!({
        "toolId": format!("0479a45d-ad0a-49d4-94db-75ed{number:08x}"),
        "name": format!("tool_{number}"), "description": "Does.", "version": version,
        "currentVersion": newest, "tags": [if number.is_multiple_of(STEP) { "old" } else { "new" }],
        "input_parameters": inputs,
        "output_parameters": [{"id": "o", "name": "o", "type": "int", "description": "A number."}],
    })
}

/// The vendor, whose tools each have as many more versions as the number says.
fn vendor(moved: &Arc<AtomicU32>) -> Vendor {
    let moved = Arc::clone(moved);
    Vendor::new(move |request| {
        let moved = moved.load(Ordering::SeqCst);
        let newest = |number| {
            tool(number, tool(number, 1, moved)["currentVersion"].as_u64().unwrap() as u32, moved)
        };
        let path = request.line.split(' ').nth(1).unwrap();
        let of_one = path.strip_prefix("/tools/0479a45d-ad0a-49d4-94db-75ed");
        let Some((number, version)) = of_one.and_then(|rest| rest.split_once("/versions")) else {
            let at = path.split_once("pageCursor=").map_or(0, |(_, at)| at.parse().unwrap());
            let items: Vec<_> = (at..(at + PAGE).min(TOOLS)).map(newest).collect();
            let next = if at + PAGE < TOOLS { (at + PAGE).to_string() } else { String::new() };
            return json_reply(&json!({"items": items, "paging": {"next": next}}).to_string());
        };
        let number = u32::from_str_radix(number, 16).unwrap();
        match version.strip_prefix('/').map(|version| version.parse::<u32>()) {
            Some(Ok(version)) => json_reply(&tool(number, version, moved).to_string()),
            Some(Err(_)) => reply("404 Not Found", "{}"),
            None => {
                let newest = newest(number)["version"].as_u64().unwrap() as u32;
                let all: Vec<_> = (1..=newest).rev().map(|one| tool(number, one, moved)).collect();
                json_reply(&json!({"items": all}).to_string())
            }
        }
    })
}

fn within(folder: &Path, arguments: &[&str]) -> Ran {
    run_after(folder, LIMITS, arguments)
}

/// What people see of it is a screen or two.
fn briefly(folder: &Path, arguments: &[&str], status: i32, parts: &[&str]) {
    let ran = within(folder, arguments);
    let lines = ran.stdout.lines().count();
    assert!(lines <= SCREEN, "{lines} lines of {arguments:?}");
    ran.assert(status, parts, &[]);
}

#[test]
fn a_catalog_of_ten_thousand_tools_is_approved_and_looked_at() {
    let folder = scratch("scale");
    let moved = Arc::new(AtomicU32::new(0));
    let vendor = vendor(&moved);
    let requests = || vendor.seen().len();
    let pages = (TOOLS / PAGE) as usize;

    let fetch = ["fetch", &*vendor.root, "-o", "w.json"];
    let more = "  and 9950 more of `added`; --format json has all\n";
    briefly(&folder, &fetch, 0, &["written, 10000 tools", more]);
    assert_eq!(requests(), pages);
    briefly(&folder, &[&fetch[..], &["--check"]].concat(), 0, &["up to date, 10000 tools"]);
    assert_eq!(requests(), 2 * pages);
    briefly(&folder, &["lint", "w.json"], 0, &["10000 tools, every rule holds"]);

    // A hold of some, and two versions of one: a request each beside the pages.
    let before = requests();
    let hold = ["--hold", "tool_10@2", "--hold", "tool_10@1", "--hold", "tool_20@1"];
    let stays = ["`tool_10@1`, `tool_10@2` stay, the newest is `tool_10@3`"];
    briefly(&folder, &[&fetch[..], &hold].concat(), 0, &stays);
    assert_eq!(requests() - before, pages + 3);
    briefly(&folder, &["fetch", "-o", "w.json", "--check"], 0, &stays);

    let listed = within(&folder, &["list", "w.json"]);
    listed.assert(0, &["tool_10@2", "tool_10@1", "tool_9999@1"], &[]);
    assert_eq!(listed.stdout.lines().count(), 2 * (TOOLS as usize + 1));
    briefly(&folder, &["show", "w.json", "tool_10@1", "--versions"], 0, &["tool_10@1"]);
    let before = requests();
    briefly(&folder, &["show", &vendor.root, "tool_10", "--versions"], 0, &["tool_10@3"]);
    assert_eq!(requests() - before, 2 * pages + 1, "the list, the same to select, the versions");

    let generate = ["generate", "w.json", "-o", "w.rs"];
    briefly(&folder, &generate, 0, &["written"]);
    briefly(&folder, &[&generate[..], &["--check"]].concat(), 0, &["up to date"]);
    let text = fs::read_to_string(folder.join("w.rs")).unwrap();
    assert_eq!(text.matches("pub fn tool_10").count(), 111 + 1, "two versions of one tool");

    // Each tool has a newer version; three are held.
    moved.store(1, Ordering::SeqCst);
    let check = ["fetch", "-o", "w.json", "--check"];
    let more = "  and 9948 more of `compatible-version`; --format json has all\n";
    briefly_judged(&folder, &check, more, 1);
    let all = within(&folder, &[&check[..], &["--format", "json"]].concat()).json();
    assert_eq!(all["changes"].as_array().unwrap().len(), TOOLS as usize - 2);
    // Laid out for people, it would be more than is read of a snapshot.
    briefly_judged(&folder, &["fetch", "-o", "w.json"], more, 0);
    let lines = fs::read_to_string(folder.join("w.json")).unwrap().lines().count();
    assert!(lines < 3 * TOOLS as usize, "{lines}");
    briefly(&folder, &check, 0, &["up to date, 10001 tools"]);
}

/// Each change that is shown is so with its verdict and a line of what changed.
fn briefly_judged(folder: &Path, arguments: &[&str], more: &str, status: i32) {
    let ran = within(folder, arguments);
    ran.assert(status, &[more], &[]);
    let lines = ran.stdout.lines().count();
    assert!(lines <= 3 * SCREEN, "{lines} lines");
}

#[test]
fn a_part_of_ten_thousand_tools_is_selected_by_tag_at_every_version() {
    let folder = scratch("scale-versions");
    let vendor = vendor(&Arc::new(AtomicU32::new(0)));
    let fetch = ["fetch", &*vendor.root, "-o", "w.json", "--tag", "old", "--versions"];
    briefly(&folder, &fetch, 0, &["written, 3000 tools"]);
    let pages = (TOOLS / PAGE) as usize;
    assert_eq!(vendor.seen().len(), pages + (TOOLS / STEP) as usize);
    briefly(&folder, &["fetch", "-o", "w.json", "--check"], 0, &["up to date, 3000 tools"]);
    briefly(&folder, &["generate", "w.json", "-o", "w.rs"], 0, &["written"]);
}
