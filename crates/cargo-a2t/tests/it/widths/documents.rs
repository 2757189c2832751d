//! Catalogs, foreign catalogs and a store whose words are wide, long, or act on terminals and runners.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use a2t::rap::client::store::{Digest, Key, NewCall, Sql, Store as _, Time};
use serde_json::{Value, json};

use crate::vendor::{Vendor, json_reply, scratch, tool, weather};

pub(crate) const WIDE: &str = "天気を調べる天気を調べる天気を調べる";
/// What a terminal would obey: it sets the title, clears the screen, turns the text around.
pub(crate) const ESCAPES: &str =
    "\u{1b}]0;owned\u{7}\u{1b}[2J\r\u{9b}31m\u{202e}evil\u{7f}\n::error::owned";

/// A name of 100 letters.
pub(crate) const LONG: &str = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn";

/// Tools whose words are wide, long, or commands to a runner, and that obey every rule.
fn tools() -> Vec<Value> {
    let mut wide = weather();
    (wide["name"], wide["description"]) =
        (json!(WIDE), json!("都市の現在の天気を調べ、".repeat(12)));
    wide["tags"] = (0..40).map(|number| json!(format!("tag{number}"))).collect();
    wide["input_parameters"][1]["name"] = json!("単位".repeat(20));
    wide["input_parameters"][1]["allowed-values"][0]["name"] = json!("F".repeat(70));
    let mut long = tool(2, LONG);
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

/// Foreign tools, of which each kind has one that is imported whole, one in part, and forty that are not.
fn foreign() -> [(&'static str, Value); 4] {
    let part = json!({
        WIDE: {"type": "string", "pattern": "x".repeat(200), "description": WIDE.repeat(9)},
        LONG: {"type": "number"},
        ESCAPES: {"type": "array", "description": ESCAPES},
    });
    let lost = json!({"type": "object", "properties": part, "required": [ESCAPES]});
    let part = json!({"type": "object", "properties": part});
    let whole = json!({"type": "object", "properties": {"who": {"type": "string"}}});
    let mut tools = vec![("greet".to_owned(), &whole), (WIDE.to_owned(), &part)];
    tools.extend((10..50).map(|number| (format!("{WIDE}{number}"), &lost)));
    tools.extend([(LONG.to_owned(), &lost), (ESCAPES.to_owned(), &lost)]);
    let all = |tool: &dyn Fn(&str, &Value) -> Value| {
        tools.iter().map(|(name, schema)| tool(name, schema)).collect::<Value>()
    };
    let text = format!("Word {WIDE}. ").repeat(9);
    let mcp =
        all(&|name, schema| json!({"name": name, "description": text, "inputSchema": schema}));
    let anthropic =
        all(&|name, schema| json!({"name": name, "description": text, "input_schema": schema}));
    let function = |name: &str, schema: &Value| {
        let function = json!({"name": name, "description": text, "parameters": schema});
        json!({"type": "function", "function": function})
    };
    let operation = |(name, schema): &(String, &Value)| {
        let body = json!({"content": {"application/json": {"schema": schema}}, "required": true});
        let responses = json!({"200": {"description": ESCAPES}});
        let post = json!({"operationId": name, "description": text, "tags": [WIDE], "requestBody": body,
            "responses": responses});
        (format!("/{name}"), json!({"post": post}))
    };
    let paths: Value = tools.iter().map(operation).collect::<serde_json::Map<_, _>>().into();
    let info = json!({"title": ESCAPES, "version": WIDE});
    [
        ("mcp.json", json!({"tools": mcp})),
        ("anthropic.json", anthropic),
        ("openai.json", all(&function)),
        ("openapi.json", json!({"openapi": "3.0.3", "info": info, "paths": paths})),
    ]
}

/// A folder with documents of them, and a store of calls.
pub(crate) fn filled(name: &str) -> PathBuf {
    let folder = scratch(name);
    let (changed, broken) = changed();
    let replies =
        json!({WIDE: [{"outputs": {ESCAPES: WIDE}}], ESCAPES: [], LONG: [{"error": ESCAPES}]});
    let own = [
        ("old.json", json!(tools())),
        ("new.json", json!(changed)),
        ("broken.json", json!({"items": broken})),
        ("replies.json", replies),
    ];
    for (file, document) in own.into_iter().chain(foreign()) {
        fs::write(folder.join(file), document.to_string()).unwrap();
    }
    fs::write(folder.join("steps.md"), format!("Ask `{WIDE}s()`, {ESCAPES}.\n")).unwrap();
    store(&folder);
    folder
}

fn store(folder: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sql::sqlite(folder.join("calls.db")).open().await.unwrap();
        let now = Time::from(SystemTime::now() - Duration::from_secs(90));
        for id in [WIDE, ESCAPES, "::error::x"] {
            let key = Key::new("rap", id, id).unwrap();
            store.accept(NewCall::new(key, Digest::from_parts([id]), "x"), now).await.unwrap();
        }
        store.close().await;
    });
}

/// The vendor of the broken tools, whose one sound tool answers with escapes.
pub(crate) fn vendor() -> Vendor {
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
