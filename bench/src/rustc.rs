//! What one rustc took. Cargo runs this program in rustc's place for the measured crate alone
//! (`RUSTC_WORKSPACE_WRAPPER`), so that neither cargo nor a dependency is in the figure.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};
use std::{env, fs, io};

use nix::sys::resource::{UsageWho, getrusage};

use crate::valgrind::collected;

/// Names the file that takes the figures; set only where this program stands for rustc.
const FIGURES: &str = "BENCH_RUSTC_FIGURES";

/// Unstable flags for rustc, whose output then takes the place of the figures. Only rustc of the
/// leaf gets them: a change in the environment of a whole build has dependencies compiled again.
const FLAGS: &str = "BENCH_RUSTC_FLAGS";

/// If set, valgrind counts the instructions of rustc; its output takes the place of the figures.
const COUNT: &str = "BENCH_RUSTC_COUNT";

/// What one process took.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// CPU time of all threads, user and system.
    pub seconds: f64,
    /// The largest resident set, in MiB.
    pub memory: f64,
}

/// Runs a program in its place and writes down what it took, if that is what this process is for.
pub fn as_wrapper() -> Option<ExitCode> {
    let figures = env::var_os(FIGURES)?;
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<_> = arguments.collect();
    // Cargo also asks rustc for its version.
    let compiles = arguments.iter().all(|argument| argument != "-vV" && argument != "-");
    let mut program = match env::var_os(COUNT) {
        Some(_) if compiles => {
            let mut valgrind = Command::new("valgrind");
            valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
            valgrind.arg(rustc);
            valgrind
        }
        _ => Command::new(rustc),
    };
    program.args(&arguments);
    let flags = env::var(FLAGS).unwrap_or_default();
    let is_recorded = !flags.is_empty() || env::var_os(COUNT).is_some();
    let status = if is_recorded && compiles {
        record(program.args(flags.split_whitespace()), Path::new(&figures))
    } else {
        program.status()
    };
    let written = if compiles && !is_recorded {
        usage().and_then(|cost| fs::write(figures, format!("{} {}", cost.seconds, cost.memory)))
    } else {
        Ok(())
    };
    Some(match (status, written) {
        (Ok(status), Ok(())) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Runs rustc with unstable flags, which its environment allows; all that it prints goes to the file.
fn record(rustc: &mut Command, file: &Path) -> io::Result<ExitStatus> {
    let file = fs::File::create(file)?;
    rustc.env("RUSTC_BOOTSTRAP", "1").stdout(file.try_clone()?).stderr(file).status()
}

fn usage() -> io::Result<Cost> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(Cost {
        seconds: seconds(usage.user_time()) + seconds(usage.system_time()),
        memory: usage.max_rss() as f64 / 1024.0,
    })
}

/// Runs a cargo command that compiles one crate of its workspace; what its rustc took.
pub fn measure(cargo: &mut Command, scratch: &Path) -> Result<Cost, String> {
    let wrapper = own_path()?;
    figures(cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper), scratch)
}

/// Runs a cargo command that compiles one crate of its workspace; the instructions that its rustc took.
pub fn counted(cargo: &mut Command, scratch: &Path) -> Result<f64, String> {
    collected(&stdout(cargo.env(COUNT, "1"), "", scratch)?)
}

/// Runs a cargo command that compiles one crate of its workspace; what its rustc prints with these flags.
pub fn stdout(cargo: &mut Command, flags: &str, scratch: &Path) -> Result<String, String> {
    let figures = scratch.join("figures");
    cargo.env("RUSTC_WORKSPACE_WRAPPER", own_path()?).env(FIGURES, &figures).env(FLAGS, flags);
    run(cargo)?;
    fs::read_to_string(&figures).map_err(|error| format!("{cargo:?} printed nothing: {error}"))
}

/// Runs a program; what it took.
pub fn measure_program(
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
    scratch: &Path,
) -> Result<Cost, String> {
    figures(Command::new(own_path()?).arg(program).args(arguments), scratch)
}

fn own_path() -> Result<std::path::PathBuf, String> {
    env::current_exe().map_err(|error| format!("this program's own path: {error}"))
}

fn figures(command: &mut Command, scratch: &Path) -> Result<Cost, String> {
    let figures = scratch.join("figures");
    let _ = fs::remove_file(&figures);
    run(command.env(FIGURES, &figures))?;
    let text = fs::read_to_string(&figures).map_err(|_| format!("{command:?} compiled nothing"))?;
    let mut numbers = text.split(' ').map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seconds)), Some(Ok(memory))) => Ok(Cost { seconds, memory }),
        _ => Err(format!("unreadable figures: {text}")),
    }
}

/// Runs a command to its end; what it printed, of both kinds.
pub fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(format!("{}{stderr}", String::from_utf8_lossy(&output.stdout)));
    }
    let tail: Vec<_> = stderr.lines().rev().take(30).collect();
    let tail: Vec<_> = tail.into_iter().rev().collect();
    Err(format!("{command:?} failed:\n{}", tail.join("\n")))
}
