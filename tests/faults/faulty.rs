//! A server on its own threads, so that all tasks of a test's runtime are the client's.

use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// Does this with each connection, each on a thread, and returns where it listens.
pub(crate) fn faulty(behave: impl Fn(TcpStream) + Clone + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().take(100_000).flatten() {
            let behave = behave.clone();
            thread::spawn(move || {
                // No thread outlives the test for long, for every client.
                stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
                stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
                stream.set_nodelay(true).unwrap();
                behave(stream);
            });
        }
    });
    url
}

/// Head and body of the next request, as far as they come.
pub(crate) fn read_request(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).unwrap_or(0);
        text.extend_from_slice(&buffer[..count]);
        let request = String::from_utf8_lossy(&text).into_owned();
        if count == 0 || super::vendor::is_complete(&request) {
            return request;
        }
    }
}

/// Holds the connection until the client closes it.
pub(crate) fn hold(stream: &mut TcpStream) {
    let mut buffer = [0; 4096];
    while stream.read(&mut buffer).is_ok_and(|count| count > 0) {}
}
