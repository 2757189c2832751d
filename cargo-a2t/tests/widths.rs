//! Every command that prints what others wrote, on narrow and on wide terminals: lines fit, nothing of it
//! acts on the terminal or on a workflow runner, and a screen is not flooded.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod vendor;

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use a2t_store::{Digest, Key, NewCall, Sql, Store as _, Time};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;
use vendor::{Ran, Vendor, json_reply, run, run_with, scratch, tool, weather};

const WIDE: &str = "天気を調べる天気を調べる天気を調べる";
/// What a terminal would obey: it sets the title, clears the screen, turns the text around.
const ESCAPES: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\u{9b}31m\u{202e}evil\u{7f}\n::error::owned";

/// Tools whose words are wide, long, or commands to a runner, and that obey every rule.
fn tools() -> Vec<Value> {
    let mut wide = weather();
    (wide["name"], wide["description"]) =
        (json!(WIDE), json!("都市の現在の天気を調べ、".repeat(12)));
    wide["tags"] = (0..40).map(|number| json!(format!("tag{number}"))).collect();
    wide["input_parameters"][1]["name"] = json!("単位".repeat(20));
    wide["input_parameters"][1]["allowed-values"][0]["name"] = json!("F".repeat(70));
    let mut long = tool(2, &"n".repeat(100));
    long["description"] = json!("word ".repeat(100));
    long["output_parameters"][0]["name"] = json!("o".repeat(100));
    let mut runner = tool(3, "::error::x y");
    runner["description"] = json!("::stop-commands::z ".repeat(20));
    runner["title"] = json!("Title ".repeat(30).trim());
    vec![wide, long, runner]
}

/// The same tools, of which each changed, and some break rules.
fn changed() -> (Vec<Value>, Vec<Value>) {
    let mut changed = tools();
    for tool in &mut changed {
        tool["description"] = json!("Other. ".repeat(40));
        tool["output_parameters"] = json!([]);
    }
    let mut broken = tools();
    broken[0]["version"] = json!(0);
    broken[1]["name"] = json!(format!("{ESCAPES}{WIDE}"));
    broken[2][ESCAPES] = json!(ESCAPES);
    (changed, broken)
}

/// A folder with documents of them, and a store of calls.
fn filled(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    let (changed, broken) = changed();
    let properties = json!({
        WIDE: {"type": "string", "pattern": "x".repeat(200), "description": ESCAPES},
        ESCAPES: {"type": "array"},
    });
    let schema = json!({"type": "object", "properties": properties, "required": [ESCAPES]});
    let tool = json!({"name": "n".repeat(90), "description": ESCAPES, "inputSchema": schema});
    let documents = [
        ("old.json", json!(tools())),
        ("new.json", json!(changed)),
        ("broken.json", json!({"items": broken})),
        ("mcp.json", json!({"tools": [tool]})),
    ];
    for (file, document) in documents {
        fs::write(folder.join(file), document.to_string()).unwrap();
    }
    fs::write(folder.join("steps.md"), format!("Ask `{WIDE}s()`, {ESCAPES}.\n")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sql::sqlite(folder.join("calls.db")).open().await.unwrap();
        let now = Time::from(SystemTime::now() - Duration::from_secs(90));
        for id in [WIDE, ESCAPES, "::error::x"] {
            let key = Key::new("rap", id, id).unwrap();
            store.accept(NewCall::new(key, Digest::of([id]), "x"), now).await.unwrap();
        }
        store.close().await;
    });
    folder
}

/// The vendor of the broken tools, whose one sound tool answers with escapes.
fn vendor() -> Vendor {
    Vendor::new(|request| {
        let answer = json!({"output_parameters": [
            {"name": "Temperature", "value": 21},
            {"name": "Report", "value": {ESCAPES: [ESCAPES, WIDE]}},
        ]});
        let mut items = changed().1;
        items.push(weather());
        let listed = json!({"items": items});
        json_reply(&if request.line.starts_with("POST") { answer } else { listed }.to_string())
    })
}

/// Asserts that lines fit, but for one word that has no room, and for what is quoted as it is.
fn assert_fits(columns: usize, arguments: &[&str], ran: &Ran) {
    for line in ran.stdout.lines().chain(ran.stderr.lines()) {
        let start = line.trim_start();
        assert!(!start.starts_with("::") && !start.starts_with("##["), "{arguments:?}: {line}");
        // Messages are one line each, as the compiler's are, and what changed is shown whole: a cut
        // would hide the end of it from who approves it.
        let message = [
            "error",
            "warning",
            "note",
            "= ",
            "| + ",
            "| - ",
            "added",
            "set aside",
            "a published",
            "\"",
        ];
        let is_message = message.iter().any(|begin| start.starts_with(begin))
            || line.contains(" [A")
            || ran.status == 2;
        // A colon that a runner would take for a command is printed as `\u{3a}`.
        let line = line.replacen("\\u{3a}", ":", 1);
        let longest = line.split(' ').map(|word| word.width()).max().unwrap_or_default();
        let fits = line.width() <= columns || longest > columns / 3;
        assert!(fits || is_message, "{} of {columns} in {arguments:?}: {line}", line.width());
    }
}

#[test]
fn what_others_wrote_fits_the_terminal_and_does_not_act_on_it() {
    let folder = filled("widths");
    let vendor = vendor();
    let long = "n".repeat(100);
    let fetch = ["fetch", "old.json", "-o", "approved.json"];
    run(&folder, &fetch).assert(0, &["written, 3 tools"], &[]);
    let (url, store) = (&*vendor.root, "sqlite:calls.db");
    let commands: [(i32, &[&str]); 26] = [
        (0, &["list", "old.json"]),
        (0, &["list", "broken.json"]),
        (0, &["list", url]),
        (0, &["show", "old.json", WIDE]),
        (0, &["show", "old.json", &long]),
        (0, &["show", "old.json", "::error::x y"]),
        (2, &["show", url, ESCAPES]),
        (0, &["call", url, "lookup_weather_by_city", "City=Omaha"]),
        (1, &["call", url, "lookup_weather_by_city", &format!("{WIDE}={ESCAPES}")]),
        (0, &["lint", "old.json"]),
        (1, &["lint", "broken.json"]),
        (1, &["lint", url]),
        (1, &["diff", "old.json", "new.json"]),
        (2, &["diff", "old.json", "broken.json"]),
        (1, &["import", "mcp.json", "-o", "imported.json"]),
        (0, &["export", "old.json", "--dialect", "anthropic"]),
        (1, &["procedure", "steps.md", "--catalog", "old.json"]),
        (1, &["fetch", "new.json", "-o", "approved.json"]),
        (1, &["fetch", "new.json", "-o", "approved.json", "--check"]),
        (2, &["fetch", url, "-o", "none.json"]),
        (0, &["generate", "old.json", "-o", "client.rs"]),
        (0, &["queue", "--store", store]),
        (0, &["queue", "--store", store, "list", "--calls"]),
        (0, &["explain"]),
        (0, &["explain", "--all"]),
        (2, &["explain", ESCAPES]),
    ];
    for columns in [80, 200] {
        for (status, command) in commands {
            let ran = run_with(&folder, command, &[("COLUMNS", &columns.to_string())]);
            assert_eq!(ran.status, status, "{command:?}: {ran:#?}");
            assert_fits(columns, command, &ran);
        }
    }
}

/// A screen or two, whatever a vendor says of one tool.
#[test]
fn one_tool_does_not_flood_the_screen() {
    let folder = scratch("widths-flood");
    let mut noisy = weather();
    for number in 0..5_000 {
        noisy[format!("extra{number}")] = json!(number);
    }
    fs::write(folder.join("noisy.json"), noisy.to_string()).unwrap();
    let vendor = Vendor::of(&[noisy]);
    let lines = |arguments: &[&str]| lines(&folder, arguments);
    for command in [
        &["fetch", &*vendor.root, "-o", "w.json"][..],
        &["fetch", "noisy.json", "-o", "w.json"],
        &["list", "noisy.json"],
        &["show", &vendor.root, "lookup_weather_by_city"],
    ] {
        let count = lines(command);
        assert!(count <= 120, "{count} lines of {command:?}");
    }
}

fn lines(folder: &Path, arguments: &[&str]) -> usize {
    let ran = run(folder, arguments);
    assert_eq!(ran.status, 0, "{arguments:?}");
    ran.stdout.lines().count() + ran.stderr.lines().count()
}
