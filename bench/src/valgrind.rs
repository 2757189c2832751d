//! Programs under valgrind: how many instructions they take, how much heap they hold at their end.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

use crate::http::{Connection, Request};
use crate::rustc;
use crate::workspace;

/// Instructions of a program from start to end.
pub fn instructions(program: &Path, arguments: &[&str]) -> Result<f64, String> {
    collected(&rustc::run(callgrind(program)?.args(arguments))?)
}

/// Bytes of heap that a program holds when it ends.
pub fn heap(program: &Path, arguments: &[&str]) -> Result<f64, String> {
    let mut valgrind = Command::new("valgrind");
    let output = rustc::run(
        valgrind.args(["--leak-check=no", "--undef-value-errors=no"]).arg(program).args(arguments),
    )?;
    number_after(&output, "in use at exit: ").ok_or(format!("valgrind printed no heap:\n{output}"))
}

/// Instructions that a server takes for one of these requests, all over one connection: the
/// difference of two counts, so that neither its start nor its end is in the figure.
pub fn per_request(program: &Path, arguments: &[&str], request: &Request) -> Result<f64, String> {
    const FEW: usize = 200;
    const MANY: usize = 1200;
    let few = served(program, arguments, request, FEW)?;
    let many = served(program, arguments, request, MANY)?;
    Ok((many - few) / (MANY - FEW) as f64)
}

/// Instructions of a server that answers so many requests. It prints its port, and ends with its
/// standard input.
fn served(
    program: &Path,
    arguments: &[&str],
    request: &Request,
    requests: usize,
) -> Result<f64, String> {
    let mut valgrind = callgrind(program)?;
    valgrind.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = valgrind.spawn().map_err(|error| format!("valgrind: {error}"))?;
    let output = read_stderr(&mut child);
    let sent = workspace::port(&mut child).and_then(|port| send(port, request, requests));
    drop(child.stdin.take());
    if sent.is_err() {
        let _ = child.kill();
    }
    let _ = child.wait();
    let output = output.join().unwrap_or_default();
    sent.map_err(|error| format!("{}: {error}\n{output}", program.display()))?;
    collected(&output)
}

/// Reads valgrind's output while the program runs, which would stop at a full pipe.
fn read_stderr(child: &mut Child) -> thread::JoinHandle<String> {
    let stderr = child.stderr.take();
    thread::spawn(move || {
        let mut output = String::new();
        let _ = stderr.map(|mut stderr| stderr.read_to_string(&mut output));
        output
    })
}

fn send(port: u16, request: &Request, requests: usize) -> Result<(), String> {
    let mut connection = Connection::open(port).map_err(|error| error.to_string())?;
    for _ in 0..requests {
        connection.send(request).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The profile stays, for `callgrind_annotate`.
fn callgrind(program: &Path) -> Result<Command, String> {
    let folder = workspace::target().join("callgrind");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let mut valgrind = Command::new("valgrind");
    let profile = folder.join(format!("{name}.out"));
    valgrind
        .args(["--tool=callgrind", &format!("--callgrind-out-file={}", profile.display())])
        .arg(program);
    Ok(valgrind)
}

pub fn collected(output: &str) -> Result<f64, String> {
    number_after(output, "Collected : ")
        .ok_or(format!("callgrind printed no instructions:\n{output}"))
}

fn number_after(output: &str, label: &str) -> Option<f64> {
    let (_, rest) = output.split_once(label)?;
    let digits: String = rest
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}
