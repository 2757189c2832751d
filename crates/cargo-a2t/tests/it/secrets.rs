//! A secret that is planted in the arguments of a command, its environment, the query of an address and a
//! header is in nothing that is printed, written or generated.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::vendor::{Vendor, run, run_with, scratch};
use a2t::client::Token;
use a2t::mcp::client as mcp;
use a2t::rap::client::HeaderMap;
use a2t_codegen::fetch::Endpoint;
use serde_json::json;

const SECRET: &str = "s3cret-0f-the-owner";

/// A server that lists one tool if its last argument, or `KEY`, is the secret.
fn server(folder: &Path) {
    let first = json!({"jsonrpc": "2.0", "id": 0, "result": {"resultType": "complete",
        "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "shelf", "version": "1"}}}});
    let second = json!({"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "ttlMs": 0,
        "cacheScope": "private", "tools": [{"name": "now", "inputSchema": {"type": "object"}}]}});
    fs::write(folder.join("first"), format!("{first}\n")).unwrap();
    fs::write(folder.join("second"), format!("{second}\n")).unwrap();
    let script = format!(
        "for last; do :; done\n\
         case \"$last$KEY\" in *{SECRET}*) ;; *) echo no key >&2; exit 3;; esac\n\
         read line; cat first; read line; cat second; read line\n"
    );
    fs::write(folder.join("server.sh"), script).unwrap();
    let faulty = "echo \"cannot use $2 and $KEY\" >&2; exit 4\n";
    fs::write(folder.join("faulty.sh"), faulty).unwrap();
}

fn has_none(what: &str, text: &str) {
    assert!(!text.contains(SECRET), "{what}: {text}");
}

fn command<'a>(options: &[&'a str], server: &[&'a str]) -> Vec<&'a str> {
    [&["fetch", "--mcp-stdio", "-o", "shelf.json"][..], options, &["--", "sh"], server].concat()
}

#[test]
fn a_key_among_the_arguments_is_in_no_output_and_no_file() {
    let folder = scratch("secrets-arguments");
    server(&folder);
    let url = format!("postgres://owner:{SECRET}@db.example/shelf");
    let flag = format!("--api-key={SECRET}");
    let header = format!("Authorization:Bearer {SECRET}");
    let member = format!(r#"{{"apiKey":"{SECRET}"}}"#);
    let script = format!("x https://x.example --header 'Authorization: Bearer {SECRET}'");
    let ways = [
        vec!["--api-key", SECRET],
        vec![&*flag],
        vec!["--header", &*header],
        vec![&*member],
        vec![&*script],
        vec!["-x", &*url, &*flag],
    ];
    for words in ways {
        let fetch = command(&[], &[&["server.sh"][..], &*words].concat());
        let mut all = String::new();
        for format in ["human", "json"] {
            let ran = run(&folder, &[&["fetch", "--format", format][..], &fetch[1..]].concat());
            assert_eq!(ran.status, 0, "{words:?} {ran:?}");
            all.push_str(&format!("{}{}", ran.stdout, ran.stderr));
        }
        assert!(all.contains("in place of an argument that looks like a secret"), "{all}");
        assert!(all.contains("--arg-env NAME"), "{all}");
        has_none("output", &all);
        has_none("snapshot", &fs::read_to_string(folder.join("shelf.json")).unwrap());
        // The command is given again to compare: the snapshot does not have it.
        let check = [&["fetch", "--check"][..], &fetch[1..]].concat();
        run(&folder, &check).assert(0, &["shelf.json: up to date"], &[]);
        let again = ["fetch", "--mcp-stdio", "--check", "-o", "shelf.json"];
        run(&folder, &again).assert(2, &[], &["leaves out arguments", "--arg-env NAME"]);
        for show in [["list", "shelf.json"], ["lint", "shelf.json"]] {
            has_none(show[0], &format!("{:?}", run(&folder, &show)));
        }
        let failing = command(&[], &[&["faulty.sh"][..], &*words].concat());
        let ran = run_with(&folder, &[&failing[..3], &["fail.json"], &failing[4..]].concat(), &[]);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stderr.contains("sh faulty.sh"), "{ran:?}");
        has_none("error", &ran.stderr);
    }
    // A pair may be the name and the tag of an image: messages hide it, and the snapshot has it.
    let pair = format!("owner:{SECRET}");
    let ran = run(&folder, &command(&[], &["server.sh", &*pair]));
    ran.assert(0, &["sh server.sh …"], &[]);
    has_none("output", &format!("{ran:?}"));
    let again = ["fetch", "--mcp-stdio", "--check", "shelf.json"];
    run(&folder, &again).assert(0, &["up to date"], &[]);
}

/// A snapshot that leaves out a part cannot be compared without it.
#[test]
fn what_is_no_secret_stays_in_a_snapshot() {
    let folder = scratch("secrets-none");
    server(&folder);
    let commit = "0123456789abcdef0123456789abcdef01234567";
    for words in
        [["--auth", "none"], ["--rev", commit], ["--sort-key", "name"], ["run", "ollama:mistral"]]
    {
        let _ = fs::remove_file(folder.join("shelf.json"));
        let variables = [("KEY", SECRET)];
        let words = [&["server.sh"][..], &words].concat();
        run_with(&folder, &command(&["--pass-env=KEY"], &words), &variables).assert(
            0,
            &["written"],
            &[],
        );
        let check = ["fetch", "--mcp-stdio", "--check", "shelf.json", "--pass-env=KEY"];
        run_with(&folder, &check, &variables).assert(0, &["up to date"], &[]);
    }
}

#[test]
fn variables_of_a_command_are_remembered_by_name_and_named_by_the_error() {
    let folder = scratch("secrets-variables");
    server(&folder);
    let variables = [("KEY", SECRET), ("OTHER", "other-s3cret-value")];
    for (option, words) in [
        ("--pass-env=KEY", vec!["server.sh"]),
        ("--arg-env=KEY", vec!["server.sh", "--login", "${KEY}"]),
        ("--arg-env=KEY", vec!["server.sh", "--login", SECRET]),
    ] {
        let _ = fs::remove_file(folder.join("shelf.json"));
        let ran = run_with(&folder, &command(&[option], &words), &variables);
        ran.assert(0, &["written, 1 tool"], &[]);
        has_none("output", &ran.stdout);
        let text = fs::read_to_string(folder.join("shelf.json")).unwrap();
        has_none("snapshot", &text);
        let member = if option.contains("pass") { "passEnv" } else { "argEnv" };
        assert!(text.contains(&format!("\"{member}\": [\n    \"KEY\"\n  ]")), "{text}");
        let check = ["fetch", "--mcp-stdio", "--check", "shelf.json"];
        let advice = format!("add `{}`", option.replace('=', " "));
        run_with(&folder, &check, &variables).assert(2, &[&advice], &[]);
        let named = [&check[..], &[option]].concat();
        run_with(&folder, &named, &variables).assert(0, &["1 up to date"], &[]);
        // Several servers get only what each was approved with.
        let several = [&check[..], &["shelf.json", option, "--pass-env=OTHER"]].concat();
        run_with(&folder, &several, &variables).assert(0, &["2 up to date"], &[]);
        let write = ["fetch", "--mcp-stdio", "-o", "shelf.json", option];
        run_with(&folder, &write, &variables).assert(0, &["unchanged"], &[]);
        run(&folder, &["generate", "shelf.json", "-o", "shelf.rs"]).assert(0, &[], &[]);
        has_none("client", &fs::read_to_string(folder.join("shelf.rs")).unwrap());
    }
    let none = command(&["--arg-env=KEY"], &["server.sh", "x"]);
    run_with(&folder, &none, &variables).assert(
        2,
        &[],
        &["no argument of the command has its value"],
    );
    // What the process writes of it is hidden, too.
    let fails = command(&["--arg-env=KEY", "--pass-env=KEY"], &["faulty.sh", "x", "${KEY}"]);
    let ran = run_with(&folder, &fails, &variables);
    ran.assert(2, &[], &["cannot use"]);
    has_none("standard error", &ran.stderr);
}

#[test]
fn a_key_in_a_query_is_in_no_output_and_no_file() {
    let folder = scratch("secrets-query");
    let away = format!("http://127.0.0.1:9/mcp?api_key={SECRET}");
    for format in ["human", "json"] {
        let fetch = ["fetch", "--format", format, "--mcp", &*away, "-o", "x.json"];
        let ran = run(&folder, &fetch);
        assert_eq!(ran.status, 2, "{ran:?}");
        has_none(format, &format!("{}{}", ran.stdout, ran.stderr));
        assert!(format!("{ran:?}").contains("127.0.0.1:9/mcp?api_key=…"), "{ran:?}");
    }
    // A snapshot of an earlier version may have it.
    let source = a2t_schema::Source::Http { url: format!("{away}&toolset=git") };
    let tools = json!([{"name": "now", "inputSchema": {"type": "object"}}]);
    let listed = a2t_schema::Listed::read(tools.as_array().unwrap(), "");
    let old = a2t_schema::Snapshot::new(source, listed.tools);
    let old = old.of_server(a2t_schema::Server::new("s", ""), "2026-07-28");
    has_none("Debug", &format!("{old:?}"));
    fs::write(folder.join("old.json"), old.to_text()).unwrap();
    run(&folder, &["generate", "old.json", "-o", "old.rs"]).assert(0, &[], &[]);
    let client = fs::read_to_string(folder.join("old.rs")).unwrap();
    has_none("client", &client);
    for path in ["/s/Zk3Jd92kLmQpX7vB1nTq/mcp", "/mcp?x=1"] {
        let url = format!("http://127.0.0.1:9{path}");
        let source = a2t_schema::Source::Http { url };
        let server = a2t_schema::Server::new("s", "");
        let keyed =
            a2t_schema::Snapshot::new(source, old.tools.clone()).of_server(server, "2026-07-28");
        fs::write(folder.join("keyed.json"), keyed.to_text()).unwrap();
        run(&folder, &["generate", "keyed.json", "-o", "keyed.rs"]).assert(0, &[], &[]);
        let code = fs::read_to_string(folder.join("keyed.rs")).unwrap();
        assert_eq!(code.contains("const URL"), path.contains("x=1"), "{code}");
        assert!(!code.contains("http://127.0.0.1:9/s"), "{code}");
    }
    assert!(client.contains("\"http://127.0.0.1:9/mcp?toolset=git\""), "{client}");
    let check = run(&folder, &["fetch", "--check", "old.json", "--format", "markdown"]);
    has_none("markdown", &check.stdout);
}

/// Every public type that is given a secret, and shows itself.
#[test]
fn no_debug_output_has_a_secret() {
    let vendor = Vendor::new(|_| String::new());
    let query = format!("{}/mcp?key={SECRET}&{SECRET}", vendor.root);
    let bearer = format!("Bearer {SECRET}");
    let key = format!("--api-key={SECRET}");
    let http = || mcp::Client::http_builder(&query).bearer_token(SECRET).header("x-key", SECRET);
    let child = || {
        mcp::Client::command_builder("sh", ["-c", &*key, SECRET]).env("KEY", SECRET).arg_env("HOME")
    };
    let builder = || {
        a2t::client::Client::builder(&vendor.root)
            .bearer_token(SECRET)
            .header("x-key", SECRET)
            .proxy(format!("http://owner:{SECRET}@proxy.example"))
    };
    let mut map = HeaderMap::new();
    map.insert("authorization", bearer.parse().unwrap());
    let stdio = vec!["sh".to_owned(), key.clone(), format!("owner:{SECRET}")];
    let wrong =
        a2t::client::Client::new(format!("ftp://owner:{SECRET}@x/?k={SECRET}")).unwrap_err();
    let table = [
        ("client::Builder", format!("{:?}", builder())),
        ("client::Client", format!("{:?}", builder().build().unwrap())),
        ("client::Error", format!("{wrong:?} {wrong} {:?}", wrong.kind())),
        ("client::Token", format!("{:?}", Token::new(SECRET))),
        ("fetch::Endpoint", {
            let endpoint = Endpoint::new("https://x.example").unwrap();
            format!("{:?}", endpoint.header("authorization", &bearer).unwrap())
        }),
        ("mcp::HttpBuilder", format!("{:?}", http())),
        ("mcp::Client over HTTP", format!("{:?}", http().build().unwrap())),
        ("mcp::CommandBuilder", format!("{:?}", child())),
        ("mcp::Client of a command", {
            let client = mcp::Client::command_builder("sh", ["-c", &*key]).build();
            format!("{client:?} {}", client.location())
        }),
        ("mcp::Source::Http", format!("{:?}", mcp::Source::Http { url: query.clone() })),
        ("mcp::Source::Stdio", format!("{:?}", mcp::Source::Stdio { command: stdio })),
        ("rap::Headers", format!("{:?}", a2t::rap::client::Headers::new(map))),
    ];
    for (name, shown) in &table {
        has_none(name, shown);
    }
}
