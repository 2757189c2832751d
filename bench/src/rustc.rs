//! What one rustc took. Cargo runs this program in rustc's place for the measured crate alone
//! (`RUSTC_WORKSPACE_WRAPPER`), so that neither cargo nor a dependency is in the figure.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use nix::sys::resource::{UsageWho, getrusage};

/// Names the file that takes the figures; set only where this program stands for rustc.
const FIGURES: &str = "BENCH_RUSTC_FIGURES";

/// What one run of rustc took.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// CPU time of all threads, user and system.
    pub seconds: f64,
    /// The largest resident set, in MiB.
    pub memory: f64,
}

/// Runs rustc in its place and writes down what it took, if that is what this process is for.
pub fn as_wrapper() -> Option<ExitCode> {
    let figures = env::var_os(FIGURES)?;
    let mut arguments = env::args_os().skip(1);
    let status = Command::new(arguments.next()?).args(arguments).status();
    let written = usage().and_then(|cost| fs::write(figures, format!("{} {}", cost.seconds, cost.memory)));
    Some(match (status, written) {
        (Ok(status), Ok(())) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn usage() -> io::Result<Cost> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(Cost { seconds: seconds(usage.user_time()) + seconds(usage.system_time()), memory: usage.max_rss() as f64 / 1024.0 })
}

/// Runs a cargo command that compiles one crate of the workspace; what its rustc took.
pub fn measure(cargo: &mut Command, scratch: &Path) -> Result<Cost, String> {
    let figures = scratch.join("rustc.figures");
    let _ = fs::remove_file(&figures);
    let wrapper = env::current_exe().map_err(|error| format!("this program's own path: {error}"))?;
    cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper).env(FIGURES, &figures);
    let output = cargo.output().map_err(|error| format!("{cargo:?}: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let tail: Vec<_> = text.lines().rev().take(30).collect();
        let tail: Vec<_> = tail.into_iter().rev().collect();
        return Err(format!("{cargo:?} failed:\n{}", tail.join("\n")));
    }
    let text = fs::read_to_string(&figures).map_err(|_| format!("{cargo:?} compiled nothing"))?;
    let mut numbers = text.split(' ').map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seconds)), Some(Ok(memory))) => Ok(Cost { seconds, memory }),
        _ => Err(format!("unreadable figures: {text}")),
    }
}
