//! `docs/other-languages.md`: each request of the page gets the documented answer from a server
//! built with a2t, and from the vendors in Python and JavaScript that it links, on which the
//! commands of the page run, too. Without `examples/other-languages/install.sh`, the vendors are
//! skipped with a message.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::vendor::{Vendor, page, reply, run, scratch};
use a2t::{DynamicInputs, DynamicOutputs, DynamicTool, ToolError, Toolset};
use a2t_core::invocation::Arguments;
use a2t_core::signature::parse_value;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/other-languages.md");
const SCHEMA: &str = include_str!("../../../../docs/signature.schema.json");
const TOOLS: &str = include_str!("../../../../examples/other-languages/tools.json");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().canonicalize().unwrap()
}

fn signatures() -> Vec<Value> {
    serde_json::from_str(TOOLS).unwrap()
}

/// Returns the blocks of the page in this language.
fn blocks(language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    let parts = PAGE.split(&start).skip(1);
    parts.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[derive(Debug)]
struct Reply {
    status: u16,
    media_type: String,
    body: Value,
}

impl Reply {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let media_type = lines.find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-type").then(|| value.trim().to_owned())
        });
        let media_type = media_type.unwrap().split(';').next().unwrap().to_owned();
        let body = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"));
        Self { status, media_type, body }
    }
}

/// Returns the requests of the page with their replies, the signatures written out. A block with a reply only has no
/// request.
fn exchanges() -> Vec<(Option<String>, String)> {
    let mut found = Vec::new();
    for mut block in blocks("http") {
        for signature in signatures() {
            let name = format!("SIGNATURE {}", signature["version"]);
            block = block.replace(&name, &signature.to_string());
        }
        let at = block.find("HTTP/1.1 ").unwrap();
        let (request, reply) = block.split_at(at);
        let request = Some(request.to_owned()).filter(|request| !request.is_empty());
        found.push((request, reply.to_owned()));
    }
    found
}

/// Sends a request of the page to this server.
fn send(host: &str, request: &str) -> Reply {
    let (head, body) = request.split_once("\n\n").unwrap();
    let body = body.trim();
    let head = head.replace("localhost:8000", host).replace('\n', "\r\n");
    let length = body.len();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let text = format!("{head}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    Reply::read(&text.replace("\r\n", "\n"))
}

/// The function of the page's tool, in Rust.
async fn forecast(inputs: DynamicInputs) -> Result<DynamicOutputs, ToolError> {
    let city = inputs.str("city")?;
    if city != "Omaha" {
        let error = ToolError::not_found(format!("There is no forecast for {city}."));
        return Err(error.of_type("https://weather.example/problems/unknown-city"));
    }
    let days = inputs.int_or("days", 0)?;
    let celsius = 21 + days % 3;
    let is_celsius = inputs.get("units").is_some_and(|units| units == "CELSIUS");
    let temperature = if is_celsius { celsius } else { celsius * 9 / 5 + 32 };
    let outputs = DynamicOutputs::new().with("temperature", &temperature);
    let has_rain = inputs.signature().version > 1;
    Ok(if has_rain { outputs.with("rain", &(days > 3)) } else { outputs })
}

/// Serves the page's tool by a server of ours until the test ends; returns its host and port.
fn ours() -> String {
    let (send, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let tool = |signature: Value| DynamicTool::parse(signature.to_string(), forecast);
            let tools = signatures().into_iter().map(|signature| tool(signature).unwrap());
            let tools = Toolset::default().extend(tools.collect::<Vec<_>>()).unwrap();
            let server = a2t::Server::new(tools, ()).bind("127.0.0.1:0").await.unwrap();
            send.send(server.local_addr().to_string()).unwrap();
            server.serve().await.unwrap();
        });
    });
    address.recv().unwrap()
}

/// A vendor in another language, which ends with the test.
struct Running {
    child: Child,
    host: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts both vendors on free ports, if they are installed.
fn others() -> Vec<Running> {
    let folder = root().join("target/interop/other-languages");
    let python = folder.join("python/bin/uvicorn");
    if !python.exists() || !folder.join("node_modules/express").exists() {
        eprintln!("skipped: run examples/other-languages/install.sh, which needs npm and python3");
        return Vec::new();
    }
    // Node looks for packages in the folders above the program.
    let copy = folder.join("run");
    for language in ["express", "fastapi"] {
        let _ = fs::remove_dir_all(copy.join(language));
        fs::create_dir_all(copy.join(language)).unwrap();
        let sources = root().join("examples/other-languages").join(language);
        for entry in
            fs::read_dir(sources).unwrap().map(Result::unwrap).filter(|e| e.path().is_file())
        {
            fs::copy(entry.path(), copy.join(language).join(entry.file_name())).unwrap();
        }
    }
    fs::write(copy.join("tools.json"), TOOLS).unwrap();
    let mut fastapi = Command::new(python);
    fastapi.args(["vendor:app", "--port", "0"]).current_dir(copy.join("fastapi"));
    let mut express = Command::new("node");
    express.args(["vendor.js", "0"]).current_dir(copy.join("express"));
    vec![start(fastapi), start(express)]
}

/// Starts a program, and waits until it prints its address.
fn start(mut command: Command) -> Running {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let mut running = Running { child, host: String::new() };
    let (send, lines) = mpsc::channel();
    let child = &mut running.child;
    let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let streams: [Box<dyn std::io::Read + Send>; 2] = [Box::new(out), Box::new(err)];
    for stream in streams {
        let send = send.clone();
        thread::spawn(move || {
            BufReader::new(stream)
                .lines()
                .map_while(Result::ok)
                .for_each(|line| drop(send.send(line)));
        });
    }
    let mut seen = Vec::new();
    loop {
        let line = lines.recv_timeout(Duration::from_secs(60));
        let line = line.unwrap_or_else(|error| panic!("{command:?}: {error}: {seen:#?}"));
        if let Some((_, rest)) = line.split_once("http://") {
            rest.split(['/', ' ']).next().unwrap().clone_into(&mut running.host);
            // The threads go on to read, so that the program can write.
            return running;
        }
        seen.push(line);
    }
}

/// A cursor is any text that the server chooses.
fn without_cursor(mut body: Value) -> Value {
    if let Some(next) = body.pointer_mut("/paging/next") {
        *next = json!(next.is_string());
    }
    body
}

#[test]
fn the_signatures_of_the_page_obey_its_schema() {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for signature in signatures() {
        let errors: Vec<_> = validator.iter_errors(&signature).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let shown: Value = serde_json::from_str(&blocks("json")[0]).unwrap();
    assert_eq!(shown, signatures()[0]);
    let mut misspelt = shown;
    misspelt["inputParameters"] = misspelt["input_parameters"].take();
    assert!(!validator.is_valid(&misspelt));
}

#[test]
fn our_server_answers_as_the_page_says() {
    let host = ours();
    let mut count = 0;
    for (request, expected) in exchanges() {
        let Some(request) = request else { continue };
        let (reply, expected) = (send(&host, &request), Reply::read(&expected));
        count += 1;
        assert_eq!(
            (reply.status, &reply.media_type),
            (expected.status, &expected.media_type),
            "{request}{reply:?}"
        );
        if expected.status == 200 {
            assert_eq!(without_cursor(reply.body), without_cursor(expected.body), "{request}");
        } else {
            assert_eq!(reply.body["type"], expected.body["type"], "{request}");
            assert!(reply.body["detail"].is_string(), "{request}");
        }
    }
    assert!(count > 8, "{count} requests");
}

#[test]
fn the_problem_types_of_the_page_are_those_of_the_protocol() {
    use a2t_core::wire::problem::Kind;
    let (_, table) = PAGE.split_once("after `urn:a2t:problem:`").unwrap();
    let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    for row in &rows {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        for name in cells[2].split(", ") {
            let kind = Kind::from_slug(name.trim_matches('`')).unwrap_or_else(|| panic!("{row}"));
            assert_eq!(kind.status().to_string(), cells[1], "{row}");
        }
    }
    assert!(rows.len() > 10);
}

/// The reply of the page that has no request: a client waits, and asks again.
#[test]
fn a_caller_waits_as_the_page_says() {
    let (_, busy) = exchanges().into_iter().find(|(request, _)| request.is_none()).unwrap();
    let (head, body) = busy.split_once("\n\n").unwrap();
    let head = head.strip_prefix("HTTP/1.1 ").unwrap().replace('\n', "\r\n");
    let busy = reply(&head, body.trim());
    let done = json!({"output_parameters": [{"name": "temperature", "value": 69}]}).to_string();
    let done = reply("200 OK\r\ncontent-type: application/json", &done);
    let list = page(&signatures()[..1]);
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let vendor = Vendor::new(move |request| {
        if request.line.starts_with("GET") {
            return list.clone();
        }
        let before = calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        if before == 0 { busy.clone() } else { done.clone() }
    });
    let signature = parse_value(&signatures()[0], "").unwrap().signature;
    let mut arguments = Arguments::new();
    arguments.push("city", json!("Omaha"));
    let client = a2t::client::Client::new(&vendor.root).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outputs = runtime.block_on(client.invoke(&signature, &arguments)).unwrap();
    assert_eq!(outputs, [("temperature".to_owned(), json!(69))]);
    let posts = vendor.seen().iter().filter(|request| request.line.starts_with("POST")).count();
    assert_eq!(posts, 2);
}

#[test]
fn the_vendors_answer_as_the_page_says() {
    for vendor in others() {
        for (request, expected) in exchanges() {
            let Some(request) = request else { continue };
            let (reply, expected) = (send(&vendor.host, &request), Reply::read(&expected));
            let head = (reply.status, reply.media_type);
            assert_eq!(head, (expected.status, expected.media_type), "{request}{}", reply.body);
            assert_eq!(reply.body, expected.body, "{request}");
        }
        commands(&format!("http://{}", vendor.host));
    }
}

/// The commands of the page, and what callers print of its errors.
fn commands(url: &str) {
    let folder = scratch(&format!("other-languages-{}", url.rsplit(':').next().unwrap()));
    let shell = blocks("console").concat();
    let mut lines = shell.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ cargo a2t ") else { continue };
        let command = command.replace("http://localhost:8000", url);
        let mut output = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            output += &format!("{line}\n");
        }
        let ran = run(&folder, &command.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.status, 0, "{command}: {ran:#?}");
        assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("warning"), "{ran:#?}");
        if !output.is_empty() {
            assert_eq!(ran.stdout, output, "{command}");
        }
    }
    run(&folder, &["fetch", "--check", "approved/weather.json"]).assert(0, &[], &[]);
    let call = |arguments: &[&str]| {
        run(&folder, &[&["call", url, "lookup_weather_by_city"], arguments].concat())
    };
    call(&["city=Atlantis"]).assert(
        1,
        &["refused: 404", "There is no forecast for Atlantis."],
        &[],
    );
    call(&["city=Omaha", "days=99"]).assert(1, &["not sent", "an integer from 0 to 14"], &[]);
    let unknown = run(&folder, &["call", url, "lookup_tides"]);
    assert_ne!(unknown.status, 0, "{unknown:#?}");
    // What callers of ours never send.
    for (body, detail) in [
        (
            r#"{"input_parameters": [{"name": "town", "value": "Omaha"}]}"#,
            "`town` is not an input.",
        ),
        (r#"{"input_parameters": []}"#, "`city` is missing"),
        (
            r#"{"input_parameters": [{"name": ["city"], "value": 1}]}"#,
            "`input_parameters`: expected",
        ),
        (r#"{"input_parameters": [{"name": "city", "value": 1}]}"#, "`city`: expected a text"),
        ("{}", "`input_parameters`: expected"),
        ("{", ""),
        ("[1]", ""),
    ] {
        let path = "/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4:invoke";
        let head =
            format!("POST {path} HTTP/1.1\nHost: localhost:8000\nContent-Type: application/json");
        let reply = send(url.strip_prefix("http://").unwrap(), &format!("{head}\n\n{body}"));
        assert_eq!((reply.status, &*reply.media_type), (400, "application/problem+json"), "{body}");
        assert!(reply.body["detail"].as_str().unwrap().starts_with(detail), "{body}: {reply:?}");
    }
}
