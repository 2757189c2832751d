//! Restarts by the protocol of systemd, while callers call: no connection is refused, no call is lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// Starts the program as systemd does: the socket is descriptor 3, and the environment has its
/// number.
fn start(socket: &TcpListener) -> Program {
    let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" 3<&0 0</dev/null";
    let socket = OwnedFd::from(socket.try_clone().unwrap());
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_socket-activation")])
        .stdin(Stdio::from(socket))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("listening on http://127.0.0.1:"), "{line}");
    Program(child)
}

struct Program(Child);

impl Program {
    fn stop(mut self) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const CALL: &str = r#"{"input_parameters":[{"name":"a","value":1},{"name":"b","value":2}]}"#;

/// One call on this connection; true if the connection may be used again.
fn call(stream: &mut TcpStream) -> bool {
    let request = format!(
        "POST /tools/5d0a5b1e-1b64-4c0e-9a55-0d1f3c1f2a77:invoke HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{CALL}",
        CALL.len()
    );
    stream.write_all(request.as_bytes()).expect("the call is taken");
    let (mut reply, mut part) = (String::new(), [0; 1024]);
    while !reply.ends_with("]}") {
        let read = stream.read(&mut part).expect("the call is answered");
        assert!(read > 0, "the call is lost: {reply:?}");
        reply.push_str(std::str::from_utf8(&part[..read]).unwrap());
    }
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
    !reply.contains("connection: close")
}

/// Calls on kept connections until it is stopped.
fn load(address: SocketAddr, over: &AtomicBool, called: &mpsc::Sender<()>) {
    while !over.load(Ordering::SeqCst) {
        let mut stream = TcpStream::connect(address).expect("no connection is refused");
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        for _ in 0..50 {
            let kept = call(&mut stream);
            called.send(()).unwrap();
            if !kept {
                break;
            }
        }
    }
}

fn restarts(times: usize) {
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let (called, calls) = mpsc::channel();
    let mut program = start(&socket);
    let callers: Vec<_> = (0..4)
        .map(|_| {
            let (over, called) = (Arc::clone(&over), called.clone());
            thread::spawn(move || load(address, &over, &called))
        })
        .collect();
    drop(called);
    let mut all = 0;
    for _ in 0..times {
        // Calls go on before and after each restart.
        all += calls.iter().take(200).count();
        program.stop();
        program = start(&socket);
    }
    all += calls.iter().take(200).count();
    over.store(true, Ordering::SeqCst);
    for caller in callers {
        caller.join().expect("no call is lost");
    }
    program.stop();
    println!("{all} calls and more, {times} restarts");
    assert!(all >= 200 * (times + 1), "{all}");
}

#[test]
fn no_connection_is_refused_and_no_call_lost_by_a_restart() {
    restarts(3);
}

#[test]
#[ignore = "takes a minute: 100 restarts"]
fn none_is_refused_and_none_lost_by_a_hundred_restarts() {
    restarts(100);
}
