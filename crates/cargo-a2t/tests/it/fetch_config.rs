//! `cargo a2t fetch --config`: the servers in the configuration of an MCP host, approved and compared all at once.
#![cfg(unix)]
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::vendor::{Ran, Request, SHELF, Vendor, json_reply, reply, run, run_with, scratch};
use serde_json::{Value, json};

const SECRET: &str = "s3cret-0f-the-owner";

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "Does.", "inputSchema": {"type": "object"}})
}

/// A folder with a server that a command starts and its tools, and a configuration.
fn folder(name: &str, configuration: &Value) -> PathBuf {
    let folder = scratch(name);
    list(&folder, &[tool("now")]);
    fs::write(folder.join("server.sh"), SHELF).unwrap();
    configure(&folder, configuration);
    folder
}

fn list(folder: &Path, tools: &[Value]) {
    fs::write(folder.join("tools.json"), Value::from(tools).to_string()).unwrap();
}

fn configure(folder: &Path, configuration: &Value) {
    fs::write(folder.join(".mcp.json"), configuration.to_string()).unwrap();
}

/// A server over HTTP that lists one tool for those who send the header.
fn over_http(header: &'static str) -> Vendor {
    Vendor::new(move |request| {
        if request.headers.contains(header) {
            answer(request)
        } else {
            reply("401 Unauthorized", "")
        }
    })
}

fn answer(request: &Request) -> String {
    let asked: Value = serde_json::from_str(&request.body).unwrap();
    let result = if asked["method"] == "tools/list" {
        json!({"resultType": "complete", "tools": [tool("look")], "ttlMs": 0, "cacheScope": "private"})
    } else {
        json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "ttlMs": 0,
            "capabilities": {"tools": {}}, "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "eyes", "version": "1"}}})
    };
    json_reply(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}).to_string())
}

fn approve(folder: &Path, more: &[&str], variables: &[(&str, &str)]) -> Ran {
    let fetch = ["fetch", "--config", ".mcp.json", "--mcp-stdio"];
    run_with(folder, &[&fetch[..], more].concat(), variables)
}

fn snapshot(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join("approved").join(name)).unwrap();
    assert!(!text.contains(SECRET), "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn all_servers_are_approved_and_then_compared() {
    let eyes = over_http("x-team: tools");
    let mut servers = json!({
        "Clock": {"command": "sh", "args": ["server.sh"]},
        "eyes": {"type": "http", "url": format!("{}/mcp", eyes.root), "headers": {"X-Team": "tools"}},
    });
    let folder = folder("config-all", &json!({"mcpServers": servers}));
    let lines = [
        "approved/clock.json: written, 1 tool of sh server.sh (shelf 1.2)\n  added `now`\n",
        "approved/eyes.json: written, 1 tool of http://127.0.0.1:",
        "\n2 servers: 2 approved\n",
    ];
    approve(&folder, &[], &[]).assert(0, &lines, &[]);
    approve(&folder, &["--check"], &[]).assert(0, &["\n2 snapshots: 2 up to date\n"], &[]);
    approve(&folder, &[], &[]).assert(0, &["approved/clock.json: unchanged"], &[]);
    // The same servers as VS Code writes them, into another folder.
    servers["Clock"]["type"] = json!("stdio");
    configure(&folder, &json!({"inputs": [], "servers": servers}));
    approve(&folder, &["-o", "other"], &[]).assert(0, &["other/eyes.json: written"], &[]);
    list(&folder, &[tool("now"), tool("later")]);
    let lines = ["  added `later`\n", "\n2 snapshots: 1 up to date, 1 changed\n"];
    approve(&folder, &["--check"], &[]).assert(1, &lines, &[]);
    let json = approve(&folder, &["--check", "--format", "json"], &[]).json();
    let holds = json["snapshots"].as_array().unwrap().iter().map(|one| &one["holds"]);
    assert_eq!(holds.collect::<Vec<_>>(), [&json!(false), &json!(true)]);
    let json = approve(&folder, &["--format", "json"], &[]).json();
    assert_eq!((&json["holds"], &json["snapshots"][0]["written"]), (&json!(true), &json!(true)));
}

#[test]
fn a_server_that_fails_hides_no_other() {
    let folder = folder(
        "config-fails",
        &json!({"mcpServers": {
            "away": {"url": "http://127.0.0.1:9/mcp"},
            "ends": {"command": "sh", "args": ["-c", "echo no licence >&2; exit 3"]},
            "old": {"type": "sse", "url": "http://127.0.0.1:9/sse"},
            "wrong": {"command": "sh", "args": "server.sh"},
            "neither": {"args": []},
            "elsewhere": {"command": "sh", "cwd": "/"},
            "now": {"command": "sh", "args": ["server.sh"]},
        }}),
    );
    let lines = [
        "approved/away.json: http://127.0.0.1:9/mcp: no connection",
        "approved/ends.json: ",
        "no licence",
        "approved/old.json: `old` of .mcp.json: the transport `sse` is not supported; expected `stdio` or `http`\n",
        "approved/wrong.json: `wrong` of .mcp.json: its `args` is not a list of strings\n",
        "approved/neither.json: `neither` of .mcp.json: expected a server with `command`, or one with `url`\n",
        "approved/elsewhere.json: `elsewhere` of .mcp.json: `cwd` is not supported",
        "approved/now.json: written, 1 tool of sh server.sh",
        "\n7 servers: 1 approved, 6 not approved\n",
    ];
    approve(&folder, &[], &[]).assert(2, &lines, &[]);
    let lines = ["approved/now.json: up to date", "\n7 snapshots: 1 up to date, 6 not checked\n"];
    approve(&folder, &["--check"], &[]).assert(2, &lines, &[]);
    let github = approve(&folder, &["--check", "--format", "github"], &[]);
    github.assert(2, &["::error file=approved/old.json,line=1,title=not-judged::"], &[]);
}

#[test]
fn commands_of_the_file_are_named_and_run_only_with_a_flag() {
    let servers = json!({"now": {"command": "sh", "args": ["-c", "touch ran"]}});
    let folder = folder("config-started", &json!({"mcpServers": servers}));
    let lines = [
        "approved/now.json: of the server that `sh -c touch ran` starts, which was not asked; add --mcp-stdio to run that command\n",
        "1 server: 1 not started\n",
    ];
    run(&folder, &["fetch", "--config", ".mcp.json"]).assert(2, &lines, &[]);
    let check = ["fetch", "--config", ".mcp.json", "--check"];
    let lines = [
        "approved/now.json: no snapshot; approve it without --check first\n",
        "1 snapshot: 1 not checked\n",
    ];
    run(&folder, &check).assert(2, &lines, &[]);
    assert!(!folder.join("ran").exists() && !folder.join("approved").exists());
    let servers = json!({"now": {"command": "sh", "args": ["server.sh"]}});
    configure(&folder, &json!({"mcpServers": servers}));
    approve(&folder, &[], &[]).assert(0, &["1 approved"], &[]);
    run(&folder, &check).assert(0, &["1 snapshot: 1 not started\n"], &[]);
    let path = folder.join("approved/now.json");
    let edited = fs::read_to_string(&path).unwrap().replace("Does.", "Does all.");
    fs::write(&path, edited).unwrap();
    let lines = ["the snapshot cannot be used:", "1 snapshot: 1 not checked\n"];
    run(&folder, &check).assert(2, &lines, &[]);
}

#[test]
fn another_way_to_a_server_is_a_change_and_is_not_taken() {
    let eyes = over_http("");
    let http = json!({"url": format!("{}/mcp", eyes.root)});
    let mut servers = json!({"now": {"command": "sh", "args": ["server.sh"]}, "eyes": http});
    let folder = folder("config-moved", &json!({"mcpServers": servers}));
    approve(&folder, &[], &[]).assert(0, &["2 approved"], &[]);
    let thief = over_http("");
    servers["now"]["args"] = json!(["-c", "touch ran"]);
    servers["eyes"] = json!({"url": format!("{}/${{TOKEN}}", thief.root)});
    configure(&folder, &json!({"mcpServers": servers}));
    let lines = [
        "approved/now.json: the server changed",
        "approved/eyes.json: the server changed",
        "warning[A2T-J955]: schema-source-changed",
        "\n2 snapshots: 2 changed\n",
    ];
    let allow = format!("TOKEN={}", thief.root);
    let check = ["--check", "--config-env", &*allow];
    approve(&folder, &check, &[("TOKEN", SECRET)]).assert(1, &lines, &[]);
    let unstarted = ["fetch", "--check", "--config", ".mcp.json"];
    run(&folder, &unstarted).assert(1, &["\n2 snapshots: 2 changed\n"], &[]);
    assert!(thief.seen().is_empty() && !folder.join("ran").exists());
}

#[test]
fn another_default_or_variable_is_not_started() {
    let server = |bin: &str, environment: &Value| {
        let word = format!("${{A2T_NO_WORD:-{bin}}}");
        json!({"mcpServers": {"now": {"command": "sh", "env": environment,
            "args": ["-c", "touch ran; . ./server.sh", word]}}})
    };
    let variables = json!({"LEVEL": "info", "MODE": "${A2T_NO_MODE:-a}"});
    let folder = folder("config-variables-moved", &server("sh", &variables));
    approve(&folder, &[], &[]).assert(0, &["1 approved"], &[]);
    approve(&folder, &["--check"], &[]).assert(0, &["1 up to date"], &[]);
    fs::remove_file(folder.join("ran")).unwrap();
    let alone = ["fetch", "--check", "approved/now.json", "--mcp-stdio"];
    run(&folder, &alone).assert(
        2,
        &["configuration of an MCP host has it; use --config FILE"],
        &[],
    );
    configure(&folder, &server("bash", &variables));
    approve(&folder, &["--check"], &[]).assert(1, &["now.json: the server changed"], &[]);
    let others = [
        ("LD_PRELOAD", json!({"LEVEL": "info", "MODE": "${A2T_NO_MODE:-a}", "LD_PRELOAD": "x"})),
        ("LEVEL", json!({"LEVEL": "debug", "MODE": "${A2T_NO_MODE:-a}"})),
        ("MODE", json!({"LEVEL": "info", "MODE": "${A2T_NO_MODE:-b}"})),
        ("MODE", json!({"LEVEL": "info"})),
    ];
    for (name, other) in others {
        configure(&folder, &server("sh", &other));
        let line = format!("its variable `{name}` in `env` is not as the snapshot has it");
        approve(&folder, &["--check"], &[]).assert(2, &[&line], &[]);
    }
    assert!(!folder.join("ran").exists());
}

#[test]
fn variables_are_filled_in_where_the_command_line_allows_it_and_kept_by_name() {
    let eyes = over_http("authorization: Bearer s3cret-0f-the-owner");
    let script = format!(
        "case \"$KEY $2 $3\" in \"a {SECRET} x\"|\"default {SECRET} x\") . ./server.sh;; *) echo \"$KEY $2\" >&2; exit 3;; esac"
    );
    let servers = json!({
        "now": {"command": "sh", "args": ["-c", script.replace(SECRET, "$A2T_PLAIN"), "sh", "--key", "${A2T_KEY}", "${A2T_NONE:-x}"],
            "env": {"KEY": "${env:A2T_MODE:-default}", "A2T_PLAIN": SECRET}},
        "eyes": {"url": format!("{}/mcp?team=${{A2T_TEAM:-all}}", eyes.root),
            "headers": {"Authorization": "Bearer ${A2T_KEY}", "X-Literal": SECRET}},
    });
    let folder = folder("config-variables", &json!({"mcpServers": servers}));
    fs::write(folder.join("server.sh"), SHELF).unwrap();
    let set = [("A2T_KEY", SECRET), ("A2T_MODE", "a"), ("A2T_TEAM", "red")];
    let denied = [
        "approved/now.json: `now` of .mcp.json: the file names environment variables, and nothing allows the command to have them; \
         if it may, add `--config-env A2T_KEY --config-env A2T_MODE`\n",
        &format!(
            "if it may, add `--config-env A2T_KEY={0} --config-env A2T_TEAM={0}`\n",
            eyes.root
        ),
        "\n2 servers: 2 not approved\n",
    ];
    approve(&folder, &[], &set).assert(2, &denied, &[]);
    assert!(eyes.seen().is_empty());
    let here = ["A2T_KEY", "A2T_TEAM"].map(|name| format!("{name}={}", eyes.root));
    let mut allow = vec!["--config-env", "A2T_KEY", "--config-env", "A2T_MODE"];
    here.iter().for_each(|one| allow.extend(["--config-env", one]));
    for format in ["human", "json"] {
        let ran = approve(&folder, &[&allow[..], &["--format", format]].concat(), &set);
        ran.assert(0, &[], &[]);
        assert!(!ran.stdout.contains(SECRET), "{ran:?}");
    }
    assert!(eyes.seen()[0].line.contains("/mcp?team=red "), "{:?}", eyes.seen()[0]);
    let (now, there) = (snapshot(&folder, "now.json"), snapshot(&folder, "eyes.json"));
    let command = now["source"]["stdio"].as_array().unwrap();
    assert_eq!(
        command[4..],
        [json!("--key"), json!("${A2T_KEY}"), json!("${A2T_NONE:-x}")],
        "{now:#}"
    );
    let passed = now["passEnv"].as_array().unwrap().iter().map(|one| one.as_str().unwrap());
    let names: Vec<_> = passed.map(|one| one.split_once("=sha256:").unwrap().0).collect();
    assert_eq!(names, ["A2T_PLAIN", "KEY"]);
    assert_eq!(now["argEnv"], json!(["A2T_KEY", "A2T_NONE"]));
    assert_eq!(there["source"]["http"], format!("{}/mcp?team=${{A2T_TEAM:-all}}", eyes.root));
    approve(&folder, &[&allow[..], &["--check"]].concat(), &set).assert(0, &["2 up to date"], &[]);
    // What is not set has its default, or is named.
    let defaults = approve(&folder, &allow, &[("A2T_KEY", SECRET)]);
    defaults.assert(0, &["approved/now.json: unchanged", "approved/eyes.json: unchanged"], &[]);
    let unset = approve(&folder, &allow, &[]);
    unset.assert(2, &["`now` of .mcp.json: the environment variable `A2T_KEY` is not set\n"], &[]);
}

#[test]
fn a_failing_server_repeats_no_secret() {
    let script = "echo \"cannot use $KEY, $PLAIN and $1\" >&2; exit 3";
    let servers = json!({"now": {"command": "sh", "args": ["-c", script, "sh", "${A2T_KEY}"],
        "env": {"KEY": "${A2T_KEY}", "PLAIN": SECRET}}});
    let folder = folder("config-repeats", &json!({"mcpServers": servers}));
    let ran = approve(&folder, &["--config-env", "A2T_KEY"], &[("A2T_KEY", SECRET)]);
    ran.assert(2, &["cannot use …, … and …"], &[]);
    let servers =
        json!({"eyes": {"url": "http://127.0.0.1:9/mcp", "headers": {"X": format!("{SECRET}\n")}}});
    configure(&folder, &json!({"mcpServers": servers}));
    let ran = approve(&folder, &[], &[]);
    assert!(ran.status == 2 && !ran.stdout.contains(SECRET), "{ran:?}");
    let servers = json!({"eyes": {"url": "http://127.0.0.1:9/${A2T_KEY}/mcp"}});
    configure(&folder, &json!({"mcpServers": servers}));
    let allow = ["--config-env", "A2T_KEY=http://127.0.0.1:9"];
    let ran = approve(&folder, &allow, &[("A2T_KEY", SECRET)]);
    assert!(ran.status == 2 && !ran.stdout.contains(SECRET), "{ran:?}");
}

#[test]
fn what_only_the_host_knows_is_asked_for_by_name() {
    let eyes = over_http("authorization: Bearer s3cret-0f-the-owner");
    let servers = json!({
        "now": {"command": "sh", "args": ["server.sh"], "env": {"KEY": "${input:key}"}},
        "eyes": {"url": format!("{}/mcp", eyes.root), "headers": {"Authorization": "Bearer ${input:token}"}},
        "words": {"command": "sh", "args": ["server.sh", "${input:key}"]},
    });
    let folder = folder("config-inputs", &json!({"servers": servers}));
    let lines = [
        "its variable `KEY` asks for `${input:key}`, which its host only has; set `KEY` in the environment, and add `--pass-env KEY`\n",
        &format!(
            "its header `Authorization` asks for `${{input:token}}`, which its host only has; put the header into an \
             environment variable, and add `--header-env NAME={}`\n",
            eyes.root
        ),
        "an argument asks for `${input:key}`, which its host only has; write `${NAME}` in its place",
    ];
    approve(&folder, &[], &[]).assert(2, &lines, &[]);
    let unasked = "--pass-env KEYS: no server of .mcp.json asks for it";
    approve(&folder, &["--pass-env", "KEYS"], &[]).assert(2, &[], &[unasked]);
    let header = format!("AUTH={}", eyes.root);
    let options = ["--pass-env", "KEY", "--header-env", &*header];
    let bearer = format!("Authorization: Bearer {SECRET}");
    let set = [("KEY", SECRET), ("AUTH", &*bearer)];
    approve(&folder, &options, &set).assert(2, &["3 servers: 2 approved, 1 not approved\n"], &[]);
    assert_eq!(snapshot(&folder, "eyes.json")["headers"], json!({"authorization": "AUTH"}));
    let everywhere = ["--header-env", "AUTH"];
    approve(&folder, &everywhere, &set).assert(2, &[], &["every server would get the header"]);
}

#[test]
fn names_lead_to_files_of_the_folder_only() {
    let server = json!({"command": "sh", "args": ["server.sh"]});
    let servers =
        json!({"../../up": server, "GitHub": server, "github": server, "a\u{1b}[2J": server});
    let folder = folder("config-names", &json!({"mcpServers": servers}));
    let lines = [
        "approved/up.json: written",
        "approved/github.json: `GitHub` of .mcp.json: `github.json` would also be the snapshot of `github`; rename one of the two\n",
        "approved/github.json: `github` of .mcp.json: `github.json` would also be",
        "approved/a--2j.json: written",
        "\n4 servers: 2 approved, 2 not approved\n",
    ];
    approve(&folder, &[], &[]).assert(2, &lines, &[]);
    let mut files: Vec<_> = fs::read_dir(folder.join("approved"))
        .unwrap()
        .map(|one| one.unwrap().file_name())
        .collect();
    files.sort_unstable();
    assert_eq!(files, ["a--2j.json", "up.json"]);
    // A file that is no snapshot stays, whatever the servers are called.
    fs::write(folder.join("package.json"), "{}").unwrap();
    configure(&folder, &json!({"mcpServers": {"package": server}}));
    approve(&folder, &["-o", "."], &[]).assert(
        2,
        &["package.json is not a snapshot of an MCP server and is not replaced"],
        &[],
    );
    assert_eq!(fs::read_to_string(folder.join("package.json")).unwrap(), "{}");
    approve(&folder, &["-o", "package.json"], &[]).assert(2, &[], &["package.json: not a folder"]);
}

#[test]
fn a_file_that_is_no_configuration_is_refused() {
    let folder = folder("config-refused", &json!({}));
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let many: serde_json::Map<_, _> =
        (0..101).map(|number| (format!("s{number}"), json!({"command": "sh"}))).collect();
    let server = r#"{"command":"touch","args":["ran"]}"#;
    let cases = [
        (
            "{}".to_owned(),
            ".mcp.json: no configuration of an MCP host: it has no member `mcpServers` or `servers`",
        ),
        (r#"{"mcpServers":{}}"#.to_owned(), ".mcp.json: has no server"),
        (r#"{"mcpServers":[]}"#.to_owned(), ".mcp.json: its servers are not an object"),
        (
            r#"{"mcpServers":{},"servers":{}}"#.to_owned(),
            ".mcp.json: has `mcpServers` and `servers`",
        ),
        (format!(r#"{{"mcpServers":{{"a":{server},"a":{server}}}}}"#), "duplicate member `a`"),
        (format!(r#"{{"mcpServers":{{"a":{deep}}}}}"#), ".mcp.json:1:"),
        (format!(r#"{{"mcpServers":{{"a":"{}"}}}}"#, "x".repeat(9 << 20)), "at most 8388608 bytes"),
        (json!({"mcpServers": many}).to_string(), ".mcp.json: 101 servers; at most 100 are read"),
        ("// a comment\n{}".to_owned(), ".mcp.json:1:1: not valid JSON"),
    ];
    for (text, error) in cases {
        fs::write(folder.join(".mcp.json"), text).unwrap();
        approve(&folder, &[], &[]).assert(2, &[], &[error]);
    }
    fs::remove_file(folder.join(".mcp.json")).unwrap();
    approve(&folder, &[], &[]).assert(2, &[], &[".mcp.json: "]);
    assert!(!folder.join("ran").exists());
}
