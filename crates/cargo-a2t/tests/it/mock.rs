//! `cargo a2t mock` as a separate program, looked at and called with the other commands.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

use crate::vendor;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::vendor::{run, run_with, scratch};
use serde_json::{Value, json};

const CATALOG: &str = r#"{"items":[{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"lookup_weather",
    "description":"Looks up the weather.","version":1,"currentVersion":1,
    "input_parameters":[{"id":"city","name":"city","type":"string","max-length":10,"description":"The city."}],
    "output_parameters":[{"id":"sky","name":"sky","type":"enum","description":"What it looks like.",
        "allowed-values":[{"name":"CLEAR","description":"No clouds."}]}]}]}"#;

/// The tool that the README speaks of, and more of them.
fn weather(count: u32) -> String {
    let tool = |number: u32| {
        let name = match number {
            1 => "lookup_weather_by_city".to_owned(),
            number => format!("tool_{number:03}"),
        };
        let mut tool = vendor::tool(number, &name);
        tool["input_parameters"] = json!([
            {"id": "city", "name": "city", "type": "string", "max-length": 10, "description": "The city."},
            {"id": "days", "name": "days", "type": "int", "description": "Days ahead.", "required": false, "max": 14}
        ]);
        tool["output_parameters"] = json!([
            {"id": "temperature", "name": "temperature", "type": "int", "description": ""},
            {"id": "sky", "name": "sky", "type": "enum", "description": "",
             "allowed-values": [{"name": "CLEAR", "description": "No clouds."}]}
        ]);
        tool
    };
    json!({"items": (1..=count).map(tool).collect::<Value>()}).to_string()
}

/// Two versions of a tool that lists errors, of which the second has one more.
fn library() -> String {
    let mut old = vendor::tool(1, "lend_book");
    old["errors"] = json!([{"name": "ALREADY_LENT", "status": 409, "description": "Somebody else has the book.",
        "schema": {"type": "object", "properties": {"until": {"type": "string"}}, "required": ["until"]}}]);
    let mut new = old.clone();
    (old["currentVersion"], new["version"], new["currentVersion"]) = (2.into(), 2.into(), 2.into());
    let added =
        json!({"name": "NO_SUCH_BOOK", "status": 404, "description": "There is no such book."});
    new["errors"].as_array_mut().unwrap().push(added);
    json!([new, old]).to_string()
}

/// A running `cargo a2t mock`, ended with the test.
pub(crate) struct Running {
    child: Child,
    first: String,
}

impl Running {
    fn new(folder: &Path, arguments: &[&str]) -> Self {
        Self::of(folder, CATALOG, arguments)
    }

    fn of(folder: &Path, catalog: &str, arguments: &[&str]) -> Self {
        std::fs::write(folder.join("catalog.json"), catalog).unwrap();
        let mut all = vec!["catalog.json"];
        all.extend(arguments);
        Self::start(folder, &all)
    }

    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
        let command = command.args(["a2t", "mock"]).args(arguments);
        let mut child = command.current_dir(folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut first).unwrap();
        while first.starts_with('{') && !first.ends_with("}\n") {
            output.read_line(&mut first).unwrap();
        }
        Self { child, first }
    }

    pub(crate) fn url(&self) -> &str {
        self.first.split_once(' ').unwrap().0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn it_lists_answers_and_refuses() {
    let folder = scratch("mock");
    let mock = Running::new(&folder, &[]);
    let (url, rest) = mock.first.split_once(' ').unwrap();
    assert!(url.starts_with("http://127.0.0.1:"), "{}", mock.first);
    assert_eq!(rest, "serves 1 tool; ctrl-c ends it\n");

    let listed = run(&folder, &["list", url]);
    listed.assert(0, &["lookup_weather@1  (city) -> sky"], &[]);
    let call = |city| run(&folder, &["call", url, "lookup_weather", city]);
    call("city=Omaha").assert(0, &["sky: CLEAR\n"], &[]);
    call("city=Albuquerque").assert(1, &["at most 10 characters"], &[]);
}

#[test]
fn programs_learn_where_it_listens() {
    let folder = scratch("mock_json");
    let mock = Running::new(&folder, &["--format", "json"]);
    let json: Value = mock.first.parse().unwrap();
    assert_eq!((&json["command"], &json["tools"]), (&"mock".into(), &1.into()));
    assert!(json["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
}

#[test]
fn what_cannot_be_served_is_said() {
    let folder = scratch("mock_refused");
    std::fs::write(folder.join("empty.json"), "{}").unwrap();
    let ran = run(&folder, &["mock", "empty.json"]);
    ran.assert(2, &[], &["toolId"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    std::fs::write(folder.join("catalog.json"), CATALOG).unwrap();
    let ran = run(&folder, &["mock", "catalog.json", "--port", &port]);
    ran.assert(2, &[], &["cannot listen on 127.0.0.1:"]);
}

/// The last page has no `next`, so that a client which follows it comes to an end, with every tool
/// once; the commands that read lists do.
#[test]
fn pages_end_whatever_their_size() {
    let folder = scratch("mock_pages");
    for (count, size) in [(1, "1"), (6, "2"), (7, "2"), (7, "7"), (120, "1000")] {
        let mock = Running::of(&folder, &weather(count), &["--page-size", size]);
        let (mut cursor, mut pages, mut names) = (String::new(), 0, Vec::new());
        loop {
            let page = get(mock.url(), &format!("/tools?pageCursor={cursor}"));
            let items = page.1["items"].as_array().unwrap();
            names.extend(items.iter().map(|item| item["name"].clone()));
            pages += 1;
            assert!(pages <= 120, "the pages of {count} by {size} do not end");
            match page.1["paging"].get("next") {
                Some(next) => cursor = next.as_str().unwrap().to_owned(),
                None => break,
            }
        }
        let size: usize = size.parse().unwrap();
        let count = usize::try_from(count).unwrap();
        // A client that asks for no number gets 100 at most.
        assert_eq!(pages, count.div_ceil(size.min(100)), "{count} by {size}");
        names.dedup();
        assert_eq!(names.len(), count);
        let listed = run(&folder, &["list", mock.url(), "--format", "json"]);
        assert_eq!(listed.json()["tools"].as_array().unwrap().len(), count);
    }
}

#[test]
fn a_page_that_does_not_exist_is_a_problem() {
    let folder = scratch("mock_no_page");
    let mock = Running::of(&folder, &weather(3), &["--page-size", "2"]);
    for query in ["pageCursor=bogus", "pageLimit=0", "pageLimit=-1"] {
        let (status, problem) = get(mock.url(), &format!("/tools?{query}"));
        assert_eq!(status, 400, "{query}");
        assert_eq!(problem["type"], "urn:a2t:problem:invalid-page", "{query}");
    }
    for size in ["0", "1001", "two"] {
        let ran = run(&folder, &["mock", "catalog.json", "--page-size", size]);
        ran.assert(2, &[], &["--page-size"]);
    }
}

#[test]
fn one_page_of_several_is_served_and_said_to_be_one() {
    let folder = scratch("mock_one_page");
    let mut page: Value = weather(2).parse().unwrap();
    page["paging"] = json!({"pageLimit": 2, "next": "abc"});
    std::fs::write(folder.join("page.json"), page.to_string()).unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = run(&folder, &["mock", "page.json", "--port", &port]);
    let words = "warning: page.json is one page of a longer list; only its tools are served";
    ran.assert(2, &[], &[words, "cannot listen"]);
}

/// `GET` without a client that would guard against anything: status and JSON.
fn get(url: &str, path: &str) -> (u16, Value) {
    let (_, status, value) = asked(url, &format!("GET {path}"), "");
    (status, value)
}

/// A call without arguments of one version of the first tool of [`library`]: head of the reply, status and JSON.
fn lend(url: &str, version: u32) -> (String, u16, Value) {
    let path = format!("/tools/0479a45d-ad0a-49d4-94db-75ed00000001/versions/{version}");
    asked(url, &format!("POST {path}:invoke"), r#"{"input_parameters":[]}"#)
}

fn asked(url: &str, what: &str, body: &str) -> (String, u16, Value) {
    let address = url.strip_prefix("http://").unwrap();
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "{what} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (head, body) = reply.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = body.find('{').map_or("", |start| &body[start..]);
    let mut values = serde_json::Deserializer::from_str(body).into_iter();
    (head.to_lowercase(), status, values.next().unwrap().unwrap())
}

/// The README's file, as it stands there and in the help, except for the wait.
#[test]
fn replies_of_a_file_are_given_in_order_and_the_last_one_stays() {
    let folder = scratch("mock_replies");
    let readme = include_str!("../../README.md");
    let example = readme.split("```json\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    assert!(example.contains("\"delay_ms\": 2500"), "{example}");
    let example = example.replace("2500", "25");
    std::fs::write(folder.join("replies.json"), example).unwrap();
    let mock = Running::of(&folder, &weather(2), &["--replies", "replies.json"]);
    let call = |city| {
        let tool = "lookup_weather_by_city";
        run(&folder, &["call", mock.url(), tool, city, "--format", "json"])
    };
    let gone = call("city=Atlantis");
    assert!(gone.stdout.contains("no such city"), "{gone:?}");
    let busy = call("city=Omaha");
    assert!(busy.status != 0 && busy.stdout.contains("503"), "{busy:?}");
    let frost = call("city=Omaha").json();
    let outputs = json!({"temperature": -3, "sky": "CLEAR"});
    assert_eq!(frost["outputs"], outputs);
    for _ in 0..2 {
        let newer = call("city=Omaha").json();
        assert_eq!(newer["outputs"], json!({"sky": "PURPLE"}));
    }
    assert!(call("city=Atlantis").stdout.contains("no such city"));
    let other = run(&folder, &["call", mock.url(), "tool_002", "city=Omaha"]);
    other.assert(0, &["sky: CLEAR"], &[]);
}

#[test]
fn errors_that_a_signature_lists_are_answered_by_their_name() {
    let folder = scratch("mock_errors");
    let replies = json!({
        "lend_book": [
            {"error": "ALREADY_LENT", "members": {"until": "2026-12-01"}},
            {"error": "ALREADY_LENT", "members": {"until": "2027-01-01"}, "detail": "lent twice", "retry_after": 7},
            {"error": "NO_SUCH_BOOK"},
        ],
        "lend_book@1": [{"error": "ALREADY_LENT", "members": {"until": "1999-12-31"}}],
    });
    std::fs::write(folder.join("replies.json"), replies.to_string()).unwrap();
    let mock = Running::of(&folder, &library(), &["--replies", "replies.json"]);
    let kind = |name| format!("urn:uuid:0479a45d-ad0a-49d4-94db-75ed00000001#{name}");
    let (_, status, first) = lend(mock.url(), 2);
    assert_eq!(
        (status, &first["type"], &first["title"], &first["detail"], &first["until"]),
        (
            409,
            &json!(kind("ALREADY_LENT")),
            &json!("ALREADY_LENT"),
            &json!("Somebody else has the book."),
            &json!("2026-12-01"),
        )
    );
    let (head, status, second) = lend(mock.url(), 2);
    assert!(head.contains("retry-after: 7"), "{head}");
    let members = (status, &second["detail"], &second["until"]);
    assert_eq!(members, (409, &json!("lent twice"), &json!("2027-01-01")));
    let (_, status, third) = lend(mock.url(), 2);
    assert_eq!((status, &third["type"]), (404, &json!(kind("NO_SUCH_BOOK"))));
    let (_, _, older) = lend(mock.url(), 1);
    assert_eq!(older["until"], "1999-12-31");
    run(&folder, &["call", mock.url(), "lend_book"]).assert(1, &["NO_SUCH_BOOK"], &[]);
}

/// What stands for the tool in the file, and the words of the one line about it.
const NO_ERRORS: &[(&str, &str, &[&str])] = &[
    (
        "lend_book",
        r#"{"error": "ALREADY_LENDED", "members": {}}"#,
        &[
            "/error: expected one of ALREADY_LENT, NO_SUCH_BOOK, got `ALREADY_LENDED`; did you mean `ALREADY_LENT`?",
        ],
    ),
    (
        "lend_book@1",
        r#"{"error": "NO_SUCH_BOOK"}"#,
        &["/lend_book@1/0/error: expected one of ALREADY_LENT, got `NO_SUCH_BOOK`"],
    ),
    ("lend_book", r#"{"error": 409}"#, &["/error: expected a string, got 409"]),
    (
        "lend_book",
        r#"{"error": "ALREADY_LENT"}"#,
        &["/lend_book/0/members/until: expected a string, got nothing"],
    ),
    (
        "lend_book",
        r#"{"error": "ALREADY_LENT", "members": {"until": 7}}"#,
        &["1:63: /lend_book/0/members/until: expected a string, got 7"],
    ),
    (
        "lend_book",
        r#"{"error": "ALREADY_LENT", "members": {"until": "x", "untill": "x"}}"#,
        &["/members/untill: expected a member of the record", "did you mean `until`?"],
    ),
    ("lend_book", r#"{"error": "NO_SUCH_BOOK", "members": []}"#, &["/members: expected an object"]),
    ("lend_book", r#"{"members": {}}"#, &["/members: expected it next to `error`, got none"]),
    (
        "lend_book",
        r#"{"error": "NO_SUCH_BOOK", "status": 404}"#,
        &["expected one of `outputs`", "`error`"],
    ),
    ("lend_book", r#"{"error": "NO_SUCH_BOOK", "outputs": {}}"#, &["expected one of `outputs`"]),
    (
        "lend_book",
        r#"{"error": "NO_SUCH_BOOK", "detail": 7}"#,
        &["/detail: expected a string, got 7"],
    ),
    ("lend_book@3", "{}", &["/lend_book@3: expected the name of a tool of the catalog"]),
];

#[test]
fn errors_that_a_signature_does_not_list_are_refused_with_those_that_it_does() {
    let folder = scratch("mock_no_errors");
    std::fs::write(folder.join("catalog.json"), library()).unwrap();
    for (tool, reply, expected) in NO_ERRORS {
        let ran = refused(&folder, &format!(r#"{{"{tool}": [{reply}, {{}}]}}"#));
        let line = ran.lines().nth(1).unwrap();
        for part in *expected {
            assert!(line.contains(part), "no {part:?} in {ran}");
        }
        assert_eq!(ran.lines().count(), 3, "one mistake is one line: {ran}");
    }
}

#[test]
fn the_help_has_the_members_and_an_example_that_is_served() {
    let folder = scratch("mock_help");
    let help = run(&folder, &["mock", "--help"]).stdout;
    let start = help.find("  {\"").unwrap();
    let end = help[start..].find("]}").unwrap() + start + 2;
    let catalog = weather(1).replace("lookup_weather_by_city", "lookup_weather");
    std::fs::write(folder.join("replies.json"), &help[start..end]).unwrap();
    let mock = Running::of(&folder, &catalog, &["--replies", "replies.json"]);
    assert!(mock.first.contains("serves 1 tool"), "{}", mock.first);
    let narrow = run_with(&folder, &["mock", "--help"], &[("COLUMNS", "80")]).stdout;
    let readme = include_str!("../../README.md");
    for member in [
        "arguments",
        "outputs",
        "as_is",
        "problem",
        "status",
        "error",
        "members",
        "detail",
        "retry_after",
        "failure",
        "delay_ms",
    ] {
        let row = help.lines().find(|line| line.starts_with(&format!("  {member} "))).unwrap();
        assert!(narrow.lines().any(|line| line == row), "broken in 80 columns: {row}");
        assert!(readme.contains(&format!("| `{member}` |")), "{member}");
    }
}

/// A reply, and the words of the one line about it.
const MISFITS: &[(&str, &[&str])] = &[
    (
        r#"{"outputs": {"sky": "PURPLE"}}"#,
        &[
            "1:49",
            "/outputs/sky: `sky`: expected the name of an allowed value",
            "got \"PURPLE\"; there is `CLEAR`",
        ],
    ),
    (r#"{"outputs": {"sky": 7}}"#, &["/outputs/sky:", "got 7"]),
    (
        r#"{"outputs": {"temperature": null}}"#,
        &["/outputs/temperature:", "expected an integer, got null"],
    ),
    (r#"{"outputs": {"temprature": 7}}"#, &["/outputs/temprature:", "did you mean `temperature`?"]),
    (r#"{"outputs": [7]}"#, &["/outputs:", "expected an object of names and values, got an array"]),
    (
        r#"{"arguments": {"city": "Albuquerque"}}"#,
        &["/arguments/city: `city`: expected a string of at most 10 characters"],
    ),
    (r#"{"arguments": {"days": 3}}"#, &["/arguments: `city`: "]),
    (r#"{"arguments": {"city": "Omaha", "day": 3}}"#, &["/arguments/day:", "did you mean `days`?"]),
    (r#"{"arguments": "Omaha"}"#, &["/arguments:", "expected an object"]),
    (r#"{"as_is": "yes", "outputs": {}}"#, &["/as_is: expected true or false, got \"yes\""]),
    (r#"{"as_is": true}"#, &["/as_is: expected it next to `outputs`"]),
    (
        r#"{"problem": "overlaoded"}"#,
        &["/problem: expected one of malformed-json, ", "did you mean `overloaded`?"],
    ),
    (r#"{"problem": 503}"#, &["/problem: expected a string, got 503"]),
    (r#"{"status": 200}"#, &["/status: expected an integer from 400 to 599, got 200"]),
    (
        r#"{"status": 503, "retry_after": 1.5}"#,
        &["/retry_after: expected an integer from 0 to 4294967295, got 1.5"],
    ),
    (
        r#"{"retry_after": 1}"#,
        &["/retry_after: expected it next to `problem`, `status` or `error`"],
    ),
    (r#"{"failure": "disconnected"}"#, &["/failure: expected one of timeout, interrupted"]),
    (
        r#"{"failure": "timeout", "outputs": {}}"#,
        &[": expected one of `outputs`", "got more than one"],
    ),
    (r#"{"problem": "overloaded", "outputs": {}}"#, &[": expected one of `outputs`"]),
    (
        r#"{"error": "NO_SUCH_CITY"}"#,
        &["/error: expected none, as the signature lists no errors, got `NO_SUCH_CITY`"],
    ),
    (r#"{"delay_ms": -1}"#, &["/delay_ms: expected an integer from 0"]),
    (
        r#"{"delay_m": 1}"#,
        &["/delay_m: expected a member of a reply, got `delay_m`; did you mean `delay_ms`?"],
    ),
    ("7", &[": expected an object with what to reply, got 7"]),
];

/// Every way to fit nothing, each reported with its location, what was expected, and nothing served.
#[test]
fn replies_that_do_not_fit_are_refused_before_anything_is_served() {
    let folder = scratch("mock_misfits");
    std::fs::write(folder.join("catalog.json"), weather(1)).unwrap();
    let at = "/lookup_weather_by_city/0";
    for (reply, expected) in MISFITS {
        let file = format!(r#"{{"lookup_weather_by_city": [{reply}, {{}}]}}"#);
        let ran = refused(&folder, &file);
        let line = ran.lines().nth(1).unwrap();
        assert!(line.starts_with("replies.json:1:"), "{ran}");
        assert!(line.contains(at), "{ran}");
        for part in *expected {
            assert!(line.contains(part), "no {part:?} in {ran}");
        }
        // One mistake, one line, and what to do.
        assert_eq!(ran.lines().count(), 3, "{ran}");
    }
    for (file, words) in [
        (r#"{"lookup_wether_by_city": []}"#, "did you mean `lookup_weather_by_city`?"),
        (
            r#"{"lookup_weather_by_city": []}"#,
            "expected an array of at least one reply, got an empty array",
        ),
        (
            r#"{"lookup_weather_by_city": {}}"#,
            "expected an array of at least one reply, got an object",
        ),
        ("[]", "the file: expected an object with a list of replies for each tool"),
        ("{\n  \"a\": 1,}", "replies.json:2:"),
        (r#"{"a": [], "a": []}"#, "duplicate member `a`"),
    ] {
        let ran = refused(&folder, file);
        assert!(ran.contains(words), "no {words:?} in {ran}");
    }
    let ran = run(&folder, &["mock", "catalog.json", "--replies", "none.json"]);
    ran.assert(2, &[], &["none.json: "]);
}

#[test]
fn all_that_does_not_fit_is_reported_at_once_in_the_order_of_the_file() {
    let folder = scratch("mock_all_misfits");
    std::fs::write(folder.join("catalog.json"), weather(1)).unwrap();
    let ran = refused(
        &folder,
        "{\n\"tool\\u0007\": 1,\"lookup_weather_by_city\": [\n{\"outputs\": {\"sky\": 7},\n\"delay\": 1},\n{\"status\": 1}]}",
    );
    let expected: Vec<_> =
        ran.lines().filter_map(|line| line.strip_prefix("replies.json:")).collect();
    let expected: Vec<_> = expected.iter().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(expected, ["2", "3", "4", "5"], "{ran}");
    let many: String = (0..200).map(|_| "{\"delay\": 1},").collect();
    let file = format!("{{\"lookup_weather_by_city\": [{many} {{}}]}}");
    let ran = refused(&folder, &file);
    assert!(ran.contains("\nand 100 more\n"), "{ran}");
}

/// The message about replies that are refused; those that are not meet a port that is taken,
/// instead of serving forever.
fn refused(folder: &Path, file: &str) -> String {
    std::fs::write(folder.join("replies.json"), file).unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let command = ["mock", "catalog.json", "--replies", "replies.json", "--port", &port];
    let ran = run(folder, &command);
    assert_eq!((ran.status, &*ran.stdout), (2, ""), "{ran:#?}");
    ran.stderr
}
