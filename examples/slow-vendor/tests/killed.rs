//! The vendor's program, killed with SIGKILL and started again: what it acknowledged is answered once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../../../crates/a2t-store/tests/it/servers/mod.rs"]
mod servers;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use servers::Servers;

/// Longest wait for anything that has to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// The vendor's program, killed when the test ends.
struct Vendor {
    child: Child,
    address: SocketAddr,
}

impl Vendor {
    fn start(store: &str, delay: &str) -> Self {
        let arguments =
            ["--listen", "127.0.0.1:0", "--store", store, "--delay", delay, "--allow-loopback"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_slow-vendor"));
        let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
        Self { child, address }
    }

    /// Posts an invocation that is acknowledged.
    fn invoke(&self, thread: &str, id: &str, callback_url: &str) {
        let body = json!({
            "operation": "report_weather_of_year", "arguments": {"city": "SEATTLE", "year": 2014},
            "id": id, "group_id": thread, "callback_url": callback_url,
        });
        let body = body.to_string();
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "POST /invoke HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len(),
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
    }
}

impl Drop for Vendor {
    fn drop(&mut self) {
        // SIGKILL: the program hears nothing of it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A callback: the id of its message, and its body.
type Posted = (String, Value);

/// A receiver of callbacks, which answers the first ones with these statuses.
fn receive(statuses: &'static [u16]) -> (String, Receiver<Posted>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/callback", listener.local_addr().unwrap());
    let (sender, posted) = channel();
    std::thread::spawn(move || {
        let mut statuses = statuses.iter();
        for stream in listener.incoming() {
            let Some(callback) = read(stream.unwrap(), statuses.next().unwrap_or(&200)) else {
                continue;
            };
            if sender.send(callback).is_err() {
                return;
            }
        }
    });
    (url, posted)
}

fn read(stream: TcpStream, status: &u16) -> Option<Posted> {
    let mut reader = BufReader::new(stream);
    let (mut length, mut id) = (0, String::new());
    loop {
        let mut line = String::new();
        (reader.read_line(&mut line).ok()? > 0).then_some(())?;
        match line.trim_end().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap(),
            Some(("webhook-id", value)) => id = value.to_owned(),
            Some(_) => {}
            None if line == "\r\n" => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let reply = format!("HTTP/1.1 {status} -\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    reader.get_mut().write_all(reply.as_bytes()).ok()?;
    Some((id, serde_json::from_slice(&body).unwrap()))
}

/// A store in a separate file, and stores of the servers that there are.
fn stores(name: &str) -> (Servers, Vec<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (servers, urls) = runtime.block_on(Servers::start(&format!("slow_vendor_{name}")));
    (servers, std::iter::once(sqlite(name)).chain(urls).collect())
}

/// A name that no earlier run has left in a server.
fn thread() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    format!("thread_{}", now.as_nanos())
}

fn sqlite(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("slow-vendor-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    format!("sqlite:{}", folder.join("calls.db").display())
}

fn hottest_day(body: &Value) -> Value {
    let text: Value = serde_json::from_str(body["text"].as_str().unwrap()).unwrap();
    assert_eq!(body["display_as"], json!([{"type": "text", "content": text["summary"]}]));
    text["hottest_day"].clone()
}

#[test]
fn what_was_acknowledged_before_a_kill_is_answered_once_after_it() {
    let (_servers, stores) = stores("working");
    for store in stores {
        let ((url, posted), thread) = (receive(&[]), thread());
        let vendor = Vendor::start(&store, "1h");
        vendor.invoke(&thread, "call_1", &url);
        drop(vendor);
        let vendor = Vendor::start(&store, "100ms");
        // Repeated, as a runtime does that did not get the 200.
        vendor.invoke(&thread, "call_1", &url);
        let (message, body) = posted.recv_timeout(PATIENCE).unwrap();
        assert_eq!((&body["id"], &body["type"]), (&json!("call_1"), &json!("tool_result")));
        assert_eq!(hottest_day(&body), "2014-08-11");
        drop(vendor);
        // The messages of a group stay in order, so that another result of the first call would come
        // first; the same message may, if its receipt was not noted before the kill.
        let vendor = Vendor::start(&store, "0s");
        vendor.invoke(&thread, "call_2", &url);
        let after = std::iter::from_fn(|| posted.recv_timeout(PATIENCE).ok());
        let again: Vec<_> = after.take_while(|(_, body)| body["id"] != "call_2").collect();
        assert!(again.iter().all(|(id, _)| *id == message), "{again:?}");
    }
}

#[test]
fn a_callback_that_was_not_received_before_a_kill_comes_after_it_under_the_same_id() {
    let (_servers, stores) = stores("delivering");
    for store in stores {
        let ((url, posted), thread) = (receive(&[503]), thread());
        let vendor = Vendor::start(&store, "0s");
        vendor.invoke(&thread, "call_1", &url);
        let (first, _) = posted.recv_timeout(PATIENCE).unwrap();
        drop(vendor);
        let _vendor = Vendor::start(&store, "0s");
        let (second, body) = posted.recv_timeout(PATIENCE).unwrap();
        assert_eq!((first, &body["id"]), (second, &json!("call_1")));
    }
}

#[test]
fn a_store_that_is_not_one_ends_the_program_with_the_words_for_it() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slow-vendor"));
    let output =
        command.args(["--store", "redis://localhost", "--listen", "127.0.0.1:0"]).output().unwrap();
    assert!(!output.status.success());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("redis"), "{stderr}");
}
