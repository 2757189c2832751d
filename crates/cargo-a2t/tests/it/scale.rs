//! A catalog of 10,000 tools, of which each tenth has three versions, through the commands that read a
//! catalog: in bounded memory and processor time, by as few requests as there are pages and versions
//! asked for, and on a screen that people can read.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::vendor::{Ran, Vendor, json_reply, reply, run_after, scratch};

const TOOLS: u32 = 10_000;
const PAGE: u32 = 100;
/// Each tool of this many has three versions.
const STEP: u32 = 10;
/// Id of each tool, except for its number.
const ID: &str = "0479a45d-ad0a-49d4-94db-75ed";
/// KiB of address space.
const MEMORY: u32 = 1_500_000;
/// Seconds of processor time of a build that is not optimised, of which no command takes more than half: what
/// compares each tool with each other takes more.
const TIME: u32 = 40;
/// Maximum number of lines for people who did not ask for a list.
const SCREEN: usize = 120;

/// A version of a tool in few words: all replies together have at most 8 MiB. Text, as a vendor who takes
/// longer than the command would be what is measured.
fn tool(number: u32, version: u32, moved: u32) -> String {
    let (newest, tag) = (newest(number, moved), if is_old(number) { "old" } else { "new" });
    let input = |at: u32| {
        let required = at == 0;
        format!(
            r#"{{"id":"i{at}","name":"i{at}","type":"int","description":"A number.","required":{required}}}"#
        )
    };
    let inputs: Vec<_> = (0..version).map(input).collect();
    let inputs = inputs.join(",");
    format!(
        r#"{{"toolId":"{ID}{number:08x}","name":"tool_{number}","description":"Does.","version":{version},"currentVersion":{newest},"tags":["{tag}"],"input_parameters":[{inputs}],"output_parameters":[{{"id":"o","name":"o","type":"int","description":"A number."}}]}}"#
    )
}

fn is_old(number: u32) -> bool {
    number.is_multiple_of(STEP)
}

fn newest(number: u32, moved: u32) -> u32 {
    if is_old(number) { 3 + moved } else { 1 + moved }
}

fn items(items: impl Iterator<Item = String>, next: &str) -> String {
    let items: Vec<_> = items.collect();
    let items = items.join(",");
    json_reply(&format!(r#"{{"items":[{items}],"paging":{{"next":"{next}"}}}}"#))
}

/// The pages of all tools at their newest versions.
fn listed(moved: u32) -> Vec<String> {
    let page = |at: u32| {
        let next = if at + PAGE < TOOLS { (at + PAGE).to_string() } else { String::new() };
        let page = at..(at + PAGE).min(TOOLS);
        items(page.map(|number| tool(number, newest(number, moved), moved)), &next)
    };
    (0..TOOLS).step_by(PAGE as usize).map(page).collect()
}

/// The vendor, whose tools each have this number of further versions.
fn vendor(moved: &Arc<AtomicU32>) -> Vendor {
    let (moved, pages) = (Arc::clone(moved), [OnceLock::new(), OnceLock::new()]);
    Vendor::new(move |request| {
        let moved = moved.load(Ordering::SeqCst);
        let path = request.line.split(' ').nth(1).unwrap();
        let of_one = path.strip_prefix(&format!("/tools/{ID}"));
        let Some((number, version)) = of_one.and_then(|rest| rest.split_once("/versions")) else {
            let at =
                path.split_once("pageCursor=").map_or(0, |(_, at)| at.parse::<usize>().unwrap());
            let pages: &Vec<String> = pages[moved as usize].get_or_init(|| listed(moved));
            return pages[at / PAGE as usize].clone();
        };
        let number = u32::from_str_radix(number, 16).unwrap();
        match version.strip_prefix('/').map(|version| version.parse::<u32>()) {
            Some(Ok(version)) => json_reply(&tool(number, version, moved)),
            Some(Err(_)) => reply("404 Not Found", "{}"),
            None => {
                let all = (1..=newest(number, moved)).rev();
                items(all.map(|version| tool(number, version, moved)), "")
            }
        }
    })
}

fn within(folder: &Path, seconds: u32, arguments: &[&str]) -> Ran {
    run_after(folder, &format!("ulimit -v {MEMORY} && ulimit -t {seconds}"), arguments)
}

/// What people see of it is a screen or two.
fn briefly(folder: &Path, arguments: &[&str], status: i32, parts: &[&str]) {
    let ran = within(folder, TIME, arguments);
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

    // A hold of some, and two versions of one: a request each in addition to the pages.
    let fetch = ["fetch", &*vendor.root, "-o", "w.json"];
    let hold = ["--hold", "tool_10@2", "--hold", "tool_10@1", "--hold", "tool_20@1"];
    let stays = ["`tool_10@1`, `tool_10@2` stay, the newest is `tool_10@3`"];
    let more = [
        "written, 10000 tools in 10001 versions",
        "  and 9951 more of `added`; --format json has all\n",
    ];
    briefly(&folder, &[&fetch[..], &hold].concat(), 0, &[&more[..], &stays].concat());
    assert_eq!(requests(), pages + 3);

    // Each tool has a name that no provider takes.
    let lint = within(&folder, TIME / 2, &["lint", "w.json", "--prefix", "scale/"]);
    lint.assert(0, &["10001 tools, every rule holds, 10002 warnings"], &[]);
    let before = requests();
    briefly(&folder, &["show", &vendor.root, "tool_10", "--versions"], 0, &["tool_10@3"]);
    assert_eq!(requests() - before, 2 * pages + 1, "the list, the same to select, the versions");
    briefly(&folder, &["generate", "w.json", "-o", "w.rs"], 0, &["written"]);
    let text = fs::read_to_string(folder.join("w.rs")).unwrap();
    assert_eq!(text.matches("pub fn tool_10").count(), 111 + 1, "two versions of one tool");

    // Each tool has a newer version; three are held.
    moved.store(1, Ordering::SeqCst);
    let more = "  and 9948 more of `compatible-version`; --format json has all\n";
    briefly_checked(&folder, &["fetch", "-o", "w.json"], more);
    // Laid out for people, it would be more than is read of a snapshot.
    let lines = fs::read_to_string(folder.join("w.json")).unwrap().lines().count();
    assert!(lines < 3 * TOOLS as usize, "{lines}");
    let before = requests();
    briefly(
        &folder,
        &["fetch", "-o", "w.json", "--check"],
        0,
        &["up to date, 10000 tools in 10001 versions"],
    );
    assert_eq!(requests() - before, pages + 3);
}

/// Each change that is shown is so with its verdict and a line of what changed.
fn briefly_checked(folder: &Path, arguments: &[&str], more: &str) {
    let ran = within(folder, TIME, arguments);
    ran.assert(0, &[more], &[]);
    let lines = ran.stdout.lines().count();
    assert!(lines <= 3 * SCREEN, "{lines} lines");
}

#[test]
fn a_part_of_ten_thousand_tools_is_selected_by_tag_at_every_version() {
    let folder = scratch("scale-versions");
    let moved = Arc::new(AtomicU32::new(0));
    let vendor = vendor(&moved);
    let fetch = ["fetch", &*vendor.root, "-o", "w.json", "--tag", "old", "--versions"];
    briefly(&folder, &fetch, 0, &["written, 1000 tools in 3000 versions"]);
    let pages = (TOOLS / PAGE) as usize;
    assert_eq!(vendor.seen().len(), pages + (TOOLS / STEP) as usize);
    briefly(&folder, &["show", "w.json", "tool_10@1", "--versions"], 0, &["tool_10@1"]);
    let listed = within(&folder, TIME, &["list", "w.json"]);
    listed.assert(0, &["tool_10@3", "tool_10@2", "tool_10@1", "tool_9990@1"], &[]);
    assert_eq!(listed.stdout.lines().count(), 2 * 3_000);
    let generate = ["generate", "w.json", "-o", "w.rs"];
    briefly(&folder, &generate, 0, &["written"]);
    briefly(&folder, &[&generate[..], &["--check"]].concat(), 0, &["up to date"]);

    moved.store(1, Ordering::SeqCst);
    let all =
        within(&folder, TIME, &["fetch", "-o", "w.json", "--check", "--format", "json"]).json();
    assert_eq!(all["changes"].as_array().unwrap().len(), 1_000);
}
