//! Files that commands write: never through a link, and never one that no command can read.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::vendor::{Vendor, run, scratch, weather};
use serde_json::{Value, json};

/// Another user's file, and links to it under names in `folder`.
fn victim(folder: &Path, links: &[&str]) -> std::path::PathBuf {
    let victim = folder.join("victim");
    fs::write(&victim, "theirs").unwrap();
    for link in links {
        symlink(&victim, folder.join(link)).unwrap();
    }
    victim
}

#[test]
fn no_command_writes_through_a_link() {
    let folder = scratch("written-links");
    let victim = victim(&folder, &["client.rs"]);
    symlink(folder.join("nothing"), folder.join("w.json")).unwrap();
    let vendor = Vendor::of(&[weather()]);
    let expected =
        "cannot write w.json: a symbolic link; give the path of the file that it leads to";
    run(&folder, &["fetch", &vendor.root, "-o", "w.json"]).assert(2, &[], &[expected]);
    assert!(!folder.join("nothing").exists());
    assert!(vendor.seen().is_empty(), "the server is not asked in vain");
    run(&folder, &["fetch", &vendor.root, "-o", "real.json"]).assert(0, &["written"], &[]);
    run(&folder, &["generate", "real.json", "-o", "client.rs"]).assert(
        2,
        &[],
        &["cannot write client.rs: a symbolic link; give the path of the file that it leads to"],
    );
    run(&folder, &["generate", "real.json", "-o", "new.rs"]).assert(0, &["written"], &[]);
    assert_eq!(fs::read_to_string(victim).unwrap(), "theirs");
    // Nothing is left of what was written first under another name.
    let hidden = fs::read_dir(&folder).unwrap().flatten();
    let hidden = hidden.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0);
}

/// A server whose words about itself break the rules of a snapshot.
fn server(folder: &Path, name: &str, instructions: &str) {
    let first = json!({"jsonrpc": "2.0", "id": 0, "result": {"resultType": "complete",
        "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 0,
        "cacheScope": "private", "instructions": instructions,
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": name, "version": "1.2"}}}});
    let tools = json!([{"name": "now", "inputSchema": {"type": "object"}}]);
    let second = json!({"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "ttlMs": 0,
        "cacheScope": "private", "tools": tools}});
    for (file, line) in [("first", first), ("second", second)] {
        fs::write(folder.join(file), format!("{line}\n")).unwrap();
    }
    let script = "read line; cat first; read line; cat second; read line\n";
    fs::write(folder.join("server.sh"), script).unwrap();
}

#[test]
fn what_a_server_says_of_itself_spoils_no_snapshot() {
    let folder = scratch("written-server");
    let long = "x".repeat(20_001);
    for (name, instructions, warning) in [
        ("clock\u{200b}", "Ask.", "warning: left out of the snapshot: /server/name"),
        ("clock", "A\u{202e}sk.", "warning: left out of the snapshot: /server/instructions"),
        ("clock", &*long, "warning: left out of the snapshot: /server/instructions"),
    ] {
        server(&folder, name, instructions);
        let fetch = ["fetch", "--mcp-stdio", "-o", "clock.json", "--", "sh", "server.sh"];
        run(&folder, &fetch).assert(0, &[warning, "clock.json: written, 1 tool"], &[]);
        let document: Value =
            serde_json::from_slice(&fs::read(folder.join("clock.json")).unwrap()).unwrap();
        let server = document.get("server").unwrap().to_string();
        assert!(server.contains("1.2") && !server.contains(['\u{200b}', '\u{202e}']), "{server}");
        for command in [
            vec!["list", "clock.json"],
            vec!["fetch", "--mcp-stdio", "--check", "-o", "clock.json"],
            vec!["generate", "clock.json", "-o", "clock.rs"],
        ] {
            run(&folder, &command).assert(0, &[], &[]);
        }
        fs::remove_file(folder.join("clock.json")).unwrap();
    }
}
