//! The image and the manifest, tested with podman and the schemas of Kubernetes. The tests print
//! what they skip where those are not installed.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const TARGET: &str = "x86_64-unknown-linux-gnu";
/// Rounds of 10 ms in which something has to come about.
const ROUNDS: usize = 3_000;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn kubernetes_takes_the_manifest() {
    let validator = here().join("../../target/interop/containers/bin/kubernetes-validate");
    if !validator.exists() {
        return println!("skipped: tests/containers/install.sh installs the schemas of Kubernetes");
    }
    let manifest = fs::read_to_string(here().join("kubernetes.yaml")).unwrap();
    let checked = |name: &str, manifest: &str| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&file, manifest).unwrap();
        let output = Command::new(&validator).arg("--strict").arg(&file).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (taken, output) = checked("taken.yaml", &manifest);
    assert!(taken, "{output}");
    // A validator that takes everything would take these.
    for (right, wrong) in [("periodSeconds: 2", "periodSeconds: two"), ("httpGet", "httpGets")] {
        let (taken, _) = checked("refused.yaml", &manifest.replace(right, wrong));
        assert!(!taken, "{wrong}");
    }
}

/// A container that runs, gone when this is dropped.
struct Container {
    podman: Vec<String>,
    name: String,
    port: u16,
    run: Child,
}

/// Podman and what it needs here: a separate folder, and a runtime for the kernel's kind of control
/// groups.
fn podman() -> Option<Vec<String>> {
    let found = |name: &str| Path::new("/usr/bin").join(name).exists();
    if !found("podman") {
        println!("skipped: podman is not installed");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("containers");
    let folder = folder.to_str().unwrap();
    let own = ["podman", "--storage-driver", "vfs", "--cgroup-manager", "cgroupfs"];
    let mut words: Vec<_> = own.into_iter().map(str::to_owned).collect();
    words.extend([format!("--root={folder}/root"), format!("--runroot={folder}/run")]);
    if found("runc") {
        words.push("--runtime=runc".to_owned());
    }
    Some(words)
}

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null());
    command
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}: {text}");
}

/// The folder of the program, which needs no other files.
fn built() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("static");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--release", "-p", "in-a-container", "--target", TARGET]);
    cargo.env("RUSTFLAGS", "-C target-feature=+crt-static").env("CARGO_TARGET_DIR", &target);
    succeed(cargo.current_dir(here()));
    target.join(TARGET).join("release")
}

impl Container {
    fn start(podman: Vec<String>) -> Self {
        let mut build = command(&podman);
        build.args(["build", "--isolation=chroot", "-t", "a2t-in-a-container", "-f"]);
        succeed(build.arg(here().join("Containerfile")).arg(built()));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let name = format!("a2t-{port}");
        let mut run = command(&podman);
        run.args(["run", "--rm", "--read-only", "--network=host", "--cap-drop=all"]);
        // Limits that the user of the tests has as well.
        run.args(["--ulimit=nofile=1024:1024", "--ulimit=nproc=512:512"]);
        run.arg(format!("--env=PORT={port}")).args(["--name", &name, "a2t-in-a-container"]);
        let run = run.spawn().unwrap();
        Self { podman, name, port, run }
    }

    /// The status of a probe; 0 without a listener.
    fn probe(&self, path: &str) -> u16 {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else {
            return 0;
        };
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n");
        let mut reply = String::new();
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.read_to_string(&mut reply);
        reply.get(9..12).and_then(|status| status.parse().ok()).unwrap_or_default()
    }

    fn until(&self, path: &str, status: u16) {
        for _ in 0..ROUNDS {
            if self.probe(path) == status {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{path} is never {status}");
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        let _ = command(&self.podman).args(["rm", "--force", &self.name]).output();
        let _ = self.run.wait();
    }
}

/// Calls over kept connections until the server stops listening.
fn call_until_the_end(port: u16, served: &AtomicUsize) {
    const CALL: &str = r#"{"input_parameters":[{"name":"a","value":1},{"name":"b","value":2}]}"#;
    let request = format!(
        "POST /tools/5d0a5b1e-1b64-4c0e-9a55-0d1f3c1f2a78:invoke HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{CALL}",
        CALL.len()
    );
    while let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut kept = true;
        while kept {
            stream.write_all(request.as_bytes()).expect("the call is taken");
            let (mut reply, mut part) = (String::new(), [0; 1024]);
            while !reply.ends_with("]}") {
                let read = stream.read(&mut part).expect("the call is answered");
                assert!(read > 0, "the call is lost: {reply:?}");
                reply.push_str(std::str::from_utf8(&part[..read]).unwrap());
            }
            assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
            served.fetch_add(1, Ordering::Relaxed);
            kept = !reply.contains("connection: close");
        }
    }
}

#[test]
#[ignore = "needs podman, and builds the program again"]
fn a_container_that_is_stopped_under_load_loses_no_call() {
    let Some(podman) = podman() else { return };
    let mut container = Container::start(podman);
    container.until("/livez", 200);
    container.until("/readyz", 200);
    let (port, served) = (container.port, AtomicUsize::new(0));
    thread::scope(|scope| {
        let callers: Vec<_> =
            (0..4).map(|_| scope.spawn(|| call_until_the_end(port, &served))).collect();
        while served.load(Ordering::Relaxed) < 1_000 {
            thread::yield_now();
        }
        let mut stop = command(&container.podman);
        succeed(stop.args(["kill", "--signal", "TERM", &container.name]));
        // Time for a load balancer to notice: it is not ready, and serves.
        container.until("/readyz", 503);
        let before = served.load(Ordering::Relaxed);
        assert_eq!(container.probe("/livez"), 200);
        while served.load(Ordering::Relaxed) < before + 100 {
            thread::yield_now();
        }
        callers.into_iter().for_each(|caller| caller.join().expect("no call is lost"));
    });
    assert!(container.run.wait().unwrap().success());
    println!("{} calls served", served.load(Ordering::Relaxed));
}
