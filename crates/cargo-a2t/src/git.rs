//! Runs the `git` program in a folder.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::report::CommandError;

pub(crate) fn git(folder: &Path, arguments: &[&str], input: &[u8]) -> Result<Output, CommandError> {
    let failed = |error: std::io::Error| CommandError::new(format!("git cannot be run: {error}"));
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output().map_err(failed)
    })
}

pub(crate) fn checked(output: Output) -> Result<Vec<u8>, CommandError> {
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let stderr = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(CommandError::new(format!("git failed: {stderr}")))
    }
}
