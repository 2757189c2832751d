//! What one call costs a client, in instructions, against a server that always gives the same
//! answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::command::Plan;
use crate::report::{Row, Target, Work};
use crate::subject::Role;
use crate::valgrind::instructions;
use crate::workspace;

const WIRE: &str = r#"{"output_parameters":[{"name":"number","value":"FRA-JFK-2"},{"name":"fare","value":300},{"name":"sold_out","value":false}]}"#;
const FLAT: &str = r#"{"number":"FRA-JFK-2","fare":300,"sold_out":false}"#;
const CLIENTS: [(&str, Role, &str, &str); 4] = [
    ("hyper, bytes", Role::Floor, "client-hyper", WIRE),
    ("reqwest, bytes", Role::Floor, "client-reqwest", WIRE),
    ("a2t", Role::Ours, "client-a2t", WIRE),
    ("progenitor", Role::Peer, "client-progenitor", FLAT),
];

/// Settings of the same program with the features, by its last argument.
const SEEN: [(&str, &[&str]); 3] = [
    ("features `tracing` and `metrics`, unused", &[]),
    ("a span for each call and attempt, written", &["spans"]),
    ("metrics, for Prometheus", &["metrics"]),
];
const OURS: &str = "a2t, without the features";

pub fn run(_: Plan) -> Result<Vec<Work>, String> {
    let row = |(subject, role, member, reply)| (subject, role, one(member, reply, &[]));
    let figures: Vec<_> = CLIENTS.into_iter().map(row).collect();
    let ours = figures.iter().find(|(_, role, _)| matches!(role, Role::Ours));
    let ours = ours.map(|(_, _, figure)| figure.clone()).ok_or("no row is ours")?;
    let rows = figures.into_iter().map(|(subject, role, figure)| Row::of(subject, role, figure));
    let name = "one call of a generated client over HTTP".to_owned();
    let target = Some(Target::AtMost(45_000.0));
    let call = Work { name, unit: "instructions", target, rows: rows.collect() };
    let seen = SEEN.into_iter().map(|(name, settings)| {
        let figure = one("client-a2t-telemetry", WIRE, settings);
        let rows =
            vec![Row::of(OURS, Role::Floor, ours.clone()), Row::of("a2t", Role::Ours, figure)];
        Work { name: name.to_owned(), unit: "instructions", target: None, rows }
    });
    Ok(std::iter::once(call).chain(seen).collect())
}

/// What one call of the tool takes that replies a list.
pub(super) fn listed(member: &str, reply: String) -> Result<f64, String> {
    one(member, reply, &["list"])
}

fn one(member: &str, reply: impl Into<String>, settings: &[&str]) -> Result<f64, String> {
    let program = workspace::program(member, "release")?;
    let port = serve(reply.into())?.to_string();
    let calls = |times: &str| {
        let arguments: Vec<_> =
            [&port, times].into_iter().chain(settings.iter().copied()).collect();
        instructions(&program, &arguments)
    };
    Ok((calls("700")? - calls("200")?) / 500.0)
}

/// Answers every request with these bytes, as long as this process runs; its port.
fn serve(reply: String) -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A client that hangs up is none of ours.
            let _ = answer(stream, &reply);
        }
    });
    Ok(port)
}

fn answer(stream: TcpStream, reply: &str) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        reply.len()
    );
    loop {
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            match line.trim_end().to_ascii_lowercase().split_once(": ") {
                Some(("content-length", digits)) => length = digits.parse().unwrap_or(0),
                Some(_) => {}
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        reader.read_exact(&mut vec![0; length])?;
        writer.write_all(head.as_bytes())?;
        writer.write_all(reply.as_bytes())?;
    }
}
