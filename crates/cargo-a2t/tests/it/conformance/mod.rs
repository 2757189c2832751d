//! `cargo a2t conformance`: servers that are right pass completely, and a server with one fault fails the
//! scenario of that fault and no other.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

mod baseline;
mod faults;
mod hostile;
mod options;
mod package;
mod page;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use crate::mock::Running as Mock;
use crate::vendor::{Ran, Request, Vendor, run, scratch};
use a2t::{DynamicInputs, DynamicOutputs, DynamicTool, ToolError, Toolset};
use serde_json::{Value, json};

const SCENARIOS: &str = include_str!("../../../conformance/scenarios.json");
const TOOLS: &str =
    include_str!("../../../../../examples/other-languages/standard-library/tools.json");

/// Calls that use each input, so that no scenario lacks a subject.
const CALLS: [&str; 8] = [
    "--invoke",
    WEATHER,
    "City=Omaha",
    "Days=3",
    "Units=CELSIUS",
    "--invoke",
    SKY,
    "at_night=true",
];

fn scenarios() -> Vec<Value> {
    let package: Value = serde_json::from_str(SCENARIOS).unwrap();
    package["scenarios"].as_array().unwrap().clone()
}

/// Runs all scenarios, with the calls.
fn conformance(name: &str, url: &str) -> Ran {
    let mut arguments = vec!["conformance", url];
    arguments.extend(CALLS);
    arguments.extend(["--format", "json"]);
    run(&scratch(name), &arguments)
}

/// The scenarios of a run that ended so.
fn ended(ran: &Ran, result: &str) -> BTreeSet<String> {
    let json = ran.json();
    let all = json["scenarios"].as_array().unwrap_or_else(|| panic!("{ran:#?}")).iter();
    let of = all.filter(|scenario| scenario["result"] == result);
    of.map(|scenario| scenario["id"].as_str().unwrap().to_owned()).collect()
}

fn assert_complete(ran: &Ran) {
    let none = BTreeSet::new();
    assert_eq!(ended(ran, "failed"), none, "{ran:#?}");
    assert_eq!(ended(ran, "not-run"), none, "{ran:#?}");
    assert_eq!((ran.status, ended(ran, "passed").len()), (0, scenarios().len()), "{ran:#?}");
}

/// The tools of the reference, and one that no test calls, whose signature faults change.
fn signatures() -> Vec<Value> {
    let mut tools: Vec<Value> = serde_json::from_str(TOOLS).unwrap();
    tools.push(json!({
        "toolId": VICTIM,
        "name": "count_cities",
        "description": "Counts the cities of a country.",
        "version": 1,
        "currentVersion": 1,
        "tags": ["geography"],
        "input_parameters": [
            {"id": "country", "name": "country", "type": "string", "description": "The country."},
            {"id": "kind", "name": "kind", "type": "enum", "description": "What counts as a city.", "allowed-values": [
                {"name": "LARGE", "description": "At least 100,000 people."},
                {"name": "ANY", "description": "Any number of people."}
            ]},
            {"id": "least", "name": "least", "type": "int", "max": 9, "description": "The least number of people."}
        ],
        "output_parameters": [{"id": "count", "name": "count", "type": "int", "description": "The number of cities."}]
    }));
    tools
}

const WEATHER: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
const SKY: &str = "7d0f3a52-52a8-4d25-a1a4-2f0d6b8d2b11";
/// The tool that no test calls.
const VICTIM: &str = "b1f7a3de-2c7c-4f5b-9d0e-5f1f0c0e1a01";

async fn answer(inputs: DynamicInputs) -> Result<DynamicOutputs, ToolError> {
    let outputs = DynamicOutputs::new();
    Ok(match inputs.signature().name.as_ref() {
        "lookup_weather_by_city" => {
            let outputs = outputs.with("Temperature", &(21 + inputs.int_or("Days", 0)? % 3));
            if inputs.signature().version == 1 {
                return Ok(outputs);
            }
            outputs.with("Rain", &false).with("Hours", &json!([20, 21]))
        }
        "describe_sky" => outputs.with("text", &"The sky is black.").with("colour", &"BLACK"),
        _ => outputs.with("count", &7),
    })
}

/// Serves tools by a server of ours until the tests end; returns its host and port.
fn ours() -> String {
    let (send, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let tool =
                |signature: Value| DynamicTool::parse(signature.to_string(), answer).unwrap();
            let tools: Vec<_> = signatures().into_iter().map(tool).collect();
            let tools = Toolset::default().extend(tools).unwrap();
            let server = a2t::Server::new(tools, ()).bind("127.0.0.1:0").await.unwrap();
            send.send(server.local_addr().to_string()).unwrap();
            server.serve().await.unwrap();
        });
    });
    address.recv().unwrap()
}

#[test]
fn our_server_passes_completely() {
    assert_complete(&conformance("conformance_ours", &format!("http://{}", ours())));
}

#[test]
fn the_mock_passes_completely() {
    // `mock` takes all versions of a folder `published`, or of one tool.
    let folder = scratch("conformance_mock_served");
    for tool in signatures() {
        let signature = a2t_core::signature::parse(tool.to_string().as_bytes()).unwrap().signature;
        let path = folder.join("published").join(&*signature.name);
        std::fs::create_dir_all(&path).unwrap();
        let text = a2t_core::published::text(&signature);
        std::fs::write(path.join(format!("v{}.json", signature.version)), text).unwrap();
    }
    let mock = Mock::start(&folder, &["published"]);
    assert_complete(&conformance("conformance_mock", mock.url()));
}

/// The reference server, which ends with the test.
struct Reference {
    child: Child,
    url: String,
}

impl Reference {
    /// `None` without Python.
    fn start() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let server = root.join("examples/other-languages/standard-library/server.py");
        let mut command = Command::new("python3");
        let command = command.arg("-B").arg(server).arg("0").stderr(Stdio::null());
        let Ok(mut child) = command.stdout(Stdio::piped()).spawn() else {
            eprintln!("skipped: there is no python3");
            return None;
        };
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Some(Self { child, url: url.trim().to_owned() })
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_reference_in_python_passes_completely() {
    let Some(reference) = Reference::start() else { return };
    assert_complete(&conformance("conformance_python", &reference.url));
}

#[test]
fn the_reference_in_python_bounds_what_it_reads() {
    let Some(reference) = Reference::start() else { return };
    let host = reference.url.strip_prefix("http://").unwrap();
    let digits = "9".repeat(5_000);
    let invoke = format!("POST /tools/{SKY}:invoke HTTP/1.1\r\nhost: x\r\n");
    // What follows a body that is not read is no request.
    let next = "GET /tools HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    for (request, status) in [
        (format!("{invoke}transfer-encoding: chunked\r\n\r\n0\r\n\r\n{next}"), "411"),
        (format!("{invoke}content-length: {digits}\r\n\r\n{next}"), "413"),
        (format!("GET /tools?pageLimit={digits} HTTP/1.1\r\nconnection: close\r\n\r\n"), "400"),
    ] {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        // The server may close while it has more to read.
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with(&format!("HTTP/1.1 {status} ")), "{text}");
        assert_eq!(text.matches("HTTP/1.1 ").count(), 1, "{text}");
    }
}

/// A request to a wrong server, before it goes to the right one.
#[derive(Clone, Debug, Default)]
struct Asked {
    method: String,
    path: String,
    query: String,
    body: String,
}

impl Asked {
    fn new(request: &Request) -> Self {
        let mut words = request.line.split(' ');
        let (method, target) = (words.next().unwrap(), words.next().unwrap());
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let [method, path, query] = [method, path, query].map(str::to_owned);
        Self { method, path, query, body: request.body.clone() }
    }

    fn is_list(&self) -> bool {
        self.path == "/tools"
    }

    /// The list as a whole, not one of its pages.
    fn is_whole_list(&self) -> bool {
        self.is_list() && self.query.is_empty()
    }

    fn is_tool(&self, id: &str) -> bool {
        self.path == format!("/tools/{id}")
    }

    fn is_versions(&self, id: &str) -> bool {
        self.path == format!("/tools/{id}/versions")
    }

    fn is_version(&self, id: &str, number: u32) -> bool {
        self.path == format!("/tools/{id}/versions/{number}")
    }

    /// The call of [`CALLS`], as it is, at this end of a path.
    fn is_call(&self, end: &str) -> bool {
        let Ok(body) = serde_json::from_str::<Value>(&self.body) else { return false };
        let inputs = &body["input_parameters"];
        let weather = json!([{"name": "City", "value": "Omaha"}, {"name": "Days", "value": 3}]);
        let mut newest = weather.clone();
        newest.as_array_mut().unwrap().push(json!({"name": "Units", "value": "CELSIUS"}));
        let sky = json!([{"name": "at_night", "value": true}]);
        let known =
            ["lookup_weather_by_city", "describe_sky"].contains(&body["name"].as_str().unwrap());
        self.path.ends_with(end)
            && known
            && self.path.contains("/versions/") == end.contains("/versions/")
            && [weather, newest, sky].contains(inputs)
    }

    /// Changes the body of a call that is JSON.
    fn edit(&mut self, edit: impl FnOnce(&mut Value)) {
        if let Ok(mut body) = serde_json::from_str(&self.body) {
            edit(&mut body);
            self.body = body.to_string();
        }
    }

    fn pairs(&mut self, edit: impl FnOnce(&mut Vec<Value>)) {
        self.edit(|body| {
            if let Some(pairs) = body["input_parameters"].as_array_mut() {
                edit(pairs);
            }
        });
    }
}

#[derive(Clone, Debug)]
struct Reply {
    status: u16,
    media_type: String,
    body: Value,
    /// A body that is not JSON.
    text: Option<String>,
}

impl Reply {
    fn is(&mut self, status: u16, body: Value) {
        (self.status, self.body) = (status, body);
        "application/json".clone_into(&mut self.media_type);
    }

    fn refuse(&mut self, status: u16) {
        self.is(status, json!({"status": status, "detail": "No."}));
        "application/problem+json".clone_into(&mut self.media_type);
    }

    /// Every signature in it.
    fn signatures(&mut self) -> Vec<&mut Value> {
        if self.body["toolId"].is_string() {
            return vec![&mut self.body];
        }
        self.body["items"].as_array_mut().into_iter().flatten().collect()
    }

    fn each(&mut self, id: &str, edit: impl FnMut(&mut Value)) {
        self.signatures().into_iter().filter(|one| one["toolId"] == id).for_each(edit);
    }

    fn text(&self) -> String {
        let body = self.text.clone().unwrap_or_else(|| self.body.to_string());
        let Self { status, media_type, .. } = self;
        crate::vendor::reply(&format!("{status} Any\r\ncontent-type: {media_type}"), &body)
    }
}

/// Asks the right server.
fn forward(host: &str, asked: &Asked) -> Reply {
    let Asked { method, path, query, body } = asked;
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    let length = body.len();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!(
        "{method} {path}{query} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\nconnection: \
         close\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let media_type = head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap();
    let body = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"));
    Reply { status, media_type: media_type.to_owned(), body, text: None }
}

/// A server that is right except for these changes of requests and replies.
fn wrong(
    host: &str,
    before: impl Fn(&mut Asked) + Send + 'static,
    after: impl Fn(&Asked, &mut Reply) + Send + 'static,
) -> Vendor {
    let host = host.to_owned();
    Vendor::new(move |request| {
        let asked = Asked::new(request);
        let mut changed = asked.clone();
        before(&mut changed);
        let mut reply = forward(&host, &changed);
        after(&asked, &mut reply);
        reply.text()
    })
}
