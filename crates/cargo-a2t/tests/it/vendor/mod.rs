//! A scripted vendor on loopback and the built binary to point at it.
#![allow(dead_code, clippy::panic, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

use serde_json::{Value, json};

/// Maximum number of requests that one vendor answers.
const REQUESTS_MAX: usize = 3_000;

/// One request as the vendor saw it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) line: String,
    pub(crate) headers: String,
    pub(crate) body: String,
}

/// A server that answers by script and remembers what it was asked.
pub(crate) struct Vendor {
    pub(crate) root: String,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Vendor {
    pub(crate) fn new(answer: impl Fn(&Request) -> String + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let root = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        thread::spawn(move || {
            for stream in listener.incoming().take(REQUESTS_MAX) {
                let mut stream = stream.unwrap();
                let request = read(&stream);
                let reply = answer(&request);
                log.lock().unwrap().push(request);
                // The client may hang up as soon as it has read enough.
                let _ = stream.write_all(reply.as_bytes());
            }
        });
        Self { root, seen }
    }

    /// A vendor with one page of tools, the same for every request.
    pub(crate) fn of(tools: &[Value]) -> Self {
        let page = page(tools);
        Self::new(move |_| page.clone())
    }

    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut request = Request::default();
    reader.read_line(&mut request.line).unwrap();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        request.headers.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    request.body = String::from_utf8(body).unwrap();
    request
}

pub(crate) fn reply(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

pub(crate) fn json_reply(body: &str) -> String {
    reply("200 OK\r\ncontent-type: application/json", body)
}

pub(crate) fn page(tools: &[Value]) -> String {
    json_reply(&json!({"items": tools, "paging": {"pageLimit": 100}}).to_string())
}

/// The tool that the draft looks up weather with, and a little more.
pub(crate) fn weather() -> Value {
    json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
        "name": "lookup_weather_by_city",
        "description": "Looks up the current weather for a city. Asks the nearest station.",
        "version": 2,
        "currentVersion": 2,
        "tags": ["weather"],
        "input_parameters": [
            {"id": "city", "name": "City", "type": "string", "description": "The city. For example, Boston.", "max-length": 100},
            {"id": "units", "name": "Units", "type": "enum", "description": "Temperature scale.", "required": false,
             "allowed-values": [{"name": "FAHRENHEIT", "description": "Degrees Fahrenheit."},
                                {"name": "CELSIUS", "description": "Degrees Celsius."}]},
            {"id": "days", "name": "Days", "type": "int", "description": "Days ahead.", "required": false, "min": 0, "max": 14}
        ],
        "output_parameters": [
            {"id": "temp", "name": "Temperature", "type": "int", "description": "The temperature in the named city."},
            {"id": "report", "name": "Report", "type": "json", "description": "The station's own report."}
        ]
    })
}

/// Another tool, distinguished by its number.
pub(crate) fn tool(number: u32, name: &str) -> Value {
    json!({
        "toolId": format!("0479a45d-ad0a-49d4-94db-75ed{number:08x}"),
        "name": name,
        "description": format!("Does {name}."),
        "version": 1,
        "currentVersion": 1,
        "output_parameters": [{"id": "result", "name": "result", "type": "string", "description": "The result."}]
    })
}

/// Validators of the documents that the commands print, by command.
type Schemas = BTreeMap<String, jsonschema::Validator>;

static CLI: LazyLock<Schemas> = LazyLock::new(|| {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../../docs/cli.schema.json")).unwrap();
    let defs = schema.get("$defs").unwrap();
    let of = |name: &String| {
        let one = json!({"$ref": format!("#/$defs/{name}"), "$defs": defs});
        (name.clone(), jsonschema::validator_for(&one).unwrap())
    };
    defs.as_object().unwrap().keys().map(of).collect()
});

static DIFF: LazyLock<Schemas> = LazyLock::new(|| {
    let schema =
        serde_json::from_str(include_str!("../../../../../docs/diff.schema.json")).unwrap();
    [("diff".to_owned(), jsonschema::validator_for(&schema).unwrap())].into()
});

/// The same JSON with all members in the opposite order.
pub(crate) fn turned(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(turned).collect(),
        Value::Object(members) => {
            let members = members.iter().rev().map(|(name, value)| (name.clone(), turned(value)));
            Value::Object(members.collect())
        }
        other => other.clone(),
    }
}

/// What the binary did.
#[derive(Debug)]
pub(crate) struct Ran {
    /// Asked for by `--format json`, whose output has a schema.
    has_schema: bool,
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The one JSON object that `--format json` prints, which fits `docs/cli.schema.json`, or, of
    /// `diff`, `docs/diff.schema.json`.
    pub(crate) fn json(&self) -> Value {
        let value: Value =
            serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        if !self.has_schema {
            return value;
        }
        let (command, schema) = match value.get("command").and_then(Value::as_str) {
            Some(command) => (command, &*CLI),
            None if value.get("verdict").is_some() => ("diff", &*DIFF),
            None => ("error", &*CLI),
        };
        let validator = schema.get(command).unwrap_or_else(|| panic!("no schema of {command}"));
        if let Err(error) = validator.validate(&value) {
            panic!("{error} at {} in {value:#}", error.instance_path());
        }
        value
    }

    pub(crate) fn assert(&self, status: i32, stdout: &[&str], stderr: &[&str]) {
        assert_eq!(self.status, status, "{self:#?}");
        for part in stdout {
            assert!(self.stdout.contains(part), "no {part:?} in {self:#?}");
        }
        for part in stderr {
            assert!(self.stderr.contains(part), "no {part:?} in {self:#?}");
        }
        assert_eq!(self.stderr.is_empty(), stderr.is_empty(), "{self:#?}");
    }
}

/// A server of MCP, as a script, that answers the handshake and lists what stands in `tools.json` of its folder.
pub(crate) const SHELF: &str = r#"
read line
echo '{"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"shelf","version":"1.2"}}}}'
read line
printf '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":%s}}\n' "$(tr -d '\n' < tools.json)"
read line
"#;

/// Runs the binary in `folder`, as cargo would.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Ran {
    run_with(folder, arguments, &[])
}

/// Runs the binary with these environment variables.
pub(crate) fn run_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-a2t"));
    command.arg("a2t").args(arguments).envs(variables.iter().copied());
    ran(folder, arguments, command)
}

/// Runs the binary behind a line of the shell, such as `ulimit -t 60`.
pub(crate) fn run_after(folder: &Path, line: &str, arguments: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{line} && exec \"$0\" a2t \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_cargo-a2t")).args(arguments);
    ran(folder, arguments, command)
}

fn ran(folder: &Path, arguments: &[&str], mut command: Command) -> Ran {
    let output = command.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let ran = Ran {
        has_schema: arguments.windows(2).any(|pair| pair == ["--format", "json"]),
        status: output.status.code().unwrap_or_else(|| panic!("ended by {}", output.status)),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    let acts = |character: char| a2t_core::signature::rule::is_forbidden(character);
    assert!(
        !ran.stdout.contains(acts) && !ran.stderr.contains(acts),
        "control characters in {ran:#?}"
    );
    ran
}

/// An empty folder for one test, whose name is its own in the file of the caller.
#[track_caller]
pub(crate) fn scratch(name: &str) -> PathBuf {
    let file = Path::new(Location::caller().file()).file_stem().unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
