//! The compiler's errors for a vendor's package, and the answers of its program.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::project::{Project, target};

/// An error of the compiler: its message, and the text it points at.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub(crate) file: String,
    pub(crate) message: String,
    pub(crate) text: String,
}

/// The errors of a build of the library.
pub(crate) fn complaints(project: &Project) -> Vec<Complaint> {
    let output = cargo(project, &["build", "--lib", "--message-format=json"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let messages = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let errors = messages.filter(|m| m["message"]["level"] == "error");
    let mut found: Vec<_> = errors.map(|error| complaint(&error["message"])).collect();
    found.retain(|complaint| !complaint.message.starts_with("aborting due to"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.success(), found.is_empty(), "{stderr}");
    found
}

/// The vendor's program, listening.
pub(crate) fn serve(project: &Project, name: &str) -> Served {
    let built = cargo(project, &["build", "--bin", name]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let program = target().join("debug").join(name);
    let mut child = Command::new(program).stdout(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    Served { child, address: address.trim().to_owned() }
}

fn cargo(project: &Project, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&project.folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn complaint(message: &Value) -> Complaint {
    let spans = message["spans"].as_array().unwrap();
    let span = spans.iter().find(|span| span["is_primary"] == true);
    let span = span.unwrap_or(&Value::Null);
    let line = &span["text"][0];
    let at = |member: &str| line[member].as_u64().unwrap_or(1) as usize - 1;
    let pointed = line["text"].as_str().unwrap_or_default().chars();
    let length = at("highlight_end").saturating_sub(at("highlight_start"));
    Complaint {
        file: span["file_name"].as_str().unwrap_or_default().to_owned(),
        message: message["message"].as_str().unwrap().to_owned(),
        text: pointed.skip(at("highlight_start")).take(length).collect(),
    }
}

/// A running vendor; it ends with the test.
pub(crate) struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        // A vendor that has ended already needs no end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn ask(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), body.to_owned())
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, body) = self
            .ask(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"));
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// An invocation of a version: the status, and the outputs by name.
    pub(crate) fn invoke(&self, tool: &str, path: &str, arguments: &Value) -> (u16, Value) {
        let pair = |(name, value): (&String, &Value)| json!({"name": name, "value": value});
        let pairs: Vec<_> = arguments.as_object().unwrap().iter().map(pair).collect();
        let body = json!({"name": tool, "input_parameters": pairs}).to_string();
        let (status, reply) = self.ask(&format!(
            "POST {path}:invoke HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let outputs = reply["output_parameters"].as_array().into_iter().flatten();
        let by_name = outputs.map(|o| (o["name"].as_str().unwrap().to_owned(), o["value"].clone()));
        match status {
            200 => (status, by_name.collect()),
            _ => (status, reply),
        }
    }
}
