//! Progress as a terminal of some width shows it, and nothing of it elsewhere.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::vendor::{Vendor, json_reply, page, run, scratch, tool, weather};
use nix::pty::{Winsize, openpty};
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

/// Where a line of progress begins: the first column of an erased line.
const ERASE: &str = "\r\u{1b}[2K";

/// Bytes that a terminal with so many columns is sent as standard error.
fn shown(folder: &Path, arguments: &[&str], columns: u16, variables: &[(&str, &str)]) -> String {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = openpty(&size, None).unwrap();
    let mut screen = File::from(terminal.master);
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        // Linux reports with an error that the other side is closed.
        let _ = screen.read_to_end(&mut bytes);
        String::from_utf8(bytes).unwrap()
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
    command.arg("a2t").args(arguments).current_dir(folder).env("TERM", "xterm");
    command.env_remove("NO_COLOR").envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(terminal.slave);
    let status = command.status().unwrap();
    // The command holds the other side open.
    drop(command);
    assert!(status.success(), "{status}");
    reader.join().unwrap()
}

/// A vendor of two pages, and two snapshots of it, one with a long wide name.
fn approved(folder: &Path) -> (Vendor, String) {
    let vendor = Vendor::new(|request| {
        if request.line.contains("/versions") {
            return page(&[weather()]);
        }
        let next = if request.line.contains("pageCursor=2") { "" } else { "2" };
        let items = if next.is_empty() { tool(1, "add") } else { weather() };
        json_reply(&json!({"items": [items], "paging": {"next": next}}).to_string())
    });
    let wide = format!("{}.json", "天気".repeat(30));
    for file in ["plain.json", &wide] {
        run(folder, &["fetch", &vendor.root, "-o", file]).assert(0, &["written, 2 tools"], &[]);
    }
    (vendor, wide)
}

#[test]
fn progress_is_one_line_that_fits_and_goes_away() {
    let folder = scratch("terminal-fits");
    let (vendor, wide) = approved(&folder);
    let commands: [&[&str]; 4] = [
        &["fetch", &vendor.root, "-o", "plain.json"],
        &["fetch", "--check", "plain.json", &wide],
        &["list", &vendor.root],
        &["lint", &vendor.root],
    ];
    for columns in [20, 80, 200] {
        for command in commands {
            let text = shown(&folder, command, columns, &[("NO_COLOR", "1")]);
            let lines: Vec<_> = text.split(ERASE).collect();
            assert!(lines.len() > 3, "{command:?}: {text:?}");
            assert_eq!((lines.first(), lines.last()), (Some(&""), Some(&"")), "{text:?}");
            for line in &lines {
                assert!(line.width() < usize::from(columns), "{columns}: {line:?}");
                assert!(!line.contains(char::is_control), "{line:?}");
            }
            let fits = columns > 140 || !command.contains(&&*wide);
            assert!(columns < 40 || fits != text.contains('…'), "{columns}: {text:?}");
        }
    }
    let text = shown(&folder, commands[0], 80, &[]);
    assert!(text.contains("fetching: 1 page, 1 tool"), "{text:?}");
    assert!(text.contains("fetching: 2 pages, 2 tools"), "{text:?}");
}

#[test]
fn nothing_is_shown_where_a_line_cannot_be_taken_back() {
    let folder = scratch("terminal-none");
    let (vendor, _) = approved(&folder);
    let fetch = ["fetch", &*vendor.root, "-o", "plain.json"];
    assert_eq!(shown(&folder, &fetch, 80, &[("TERM", "dumb")]), "");
    // `assert` checks that standard error, which is no terminal, is empty.
    run(&folder, &fetch).assert(0, &["unchanged"], &[]);
    // Nothing that takes a while, no line to take away.
    assert_eq!(shown(&folder, &["list", "plain.json"], 80, &[]), "");
}
