//! The server, on a separate processor, seen from outside: its port, its sockets, its memory.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;

use crate::workspace;

pub struct Server {
    pub port: u16,
    child: Child,
    /// Sockets of the server that has no connection.
    idle: usize,
}

impl Server {
    /// Starts it on the first processor, and moves its callers to the second.
    pub fn start(program: &Path) -> Result<Self, String> {
        run_on(0)?;
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let child = command.spawn().map_err(|error| error.to_string());
        run_on(1)?;
        let mut child = child?;
        let port = workspace::port(&mut child)?;
        let idle = sockets(child.id())?;
        Ok(Self { port, child, idle })
    }

    /// Waits until no more than so many connections are left.
    pub fn closes_all_but(&self, left: usize, patience: Duration) -> Result<(), String> {
        let began = Instant::now();
        while sockets(self.child.id())? > self.idle + left {
            if began.elapsed() > patience {
                return Err(format!("connections are open after {patience:?}"));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Memory that is resident, in KiB.
    pub fn resident(&self) -> Result<f64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let digits = line.and_then(|line| line.trim().strip_suffix(" kB"));
        digits.and_then(|digits| digits.trim().parse().ok()).ok_or(format!("{path} has no VmRSS"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn sockets(process: u32) -> Result<usize, String> {
    let path = format!("/proc/{process}/fd");
    let entries = fs::read_dir(&path).map_err(|error| format!("{path}: {error}"))?;
    let targets = entries.flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
    Ok(targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count())
}

/// Moves this thread, and all that it starts from now on.
fn run_on(processor: usize) -> Result<(), String> {
    let mut set = CpuSet::new();
    set.set(processor).map_err(|error| error.to_string())?;
    sched_setaffinity(Pid::from_raw(0), &set)
        .map_err(|error| format!("this part needs two processors: {error}"))
}
