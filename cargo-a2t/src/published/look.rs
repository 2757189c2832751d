//! Packages are built and asked for their tools.

use a2t_core::error::inert;

use super::cargo::Selection;
use super::compiler;
use super::package::{Code, Package};
use super::stale;
use crate::diagnostic::Diagnostic;
use crate::report::Failure;

pub(crate) fn look(
    packages: &mut [Package],
    selection: &Selection,
) -> Result<Vec<Diagnostic>, Failure> {
    let mut build = compiler::build(packages, selection)?;
    if build.diagnostics.is_empty() && stale::touched(packages, &build)? {
        build = compiler::build(packages, selection)?;
    }
    if !build.diagnostics.is_empty() {
        return Ok(build.diagnostics);
    }
    for package in &mut *packages {
        package.off = build.off(package);
        for target in &mut package.targets {
            target.has_tools = build.with_tools.contains_key(&target.root);
        }
    }
    if packages.iter().all(|package| package.roots().next().is_none()) {
        return Ok(Vec::new());
    }
    for (folder, mut code) in compiler::ask(packages, selection)? {
        let version = (code.signature.tool_id, code.signature.version);
        code.listed |= build.marks.listed.contains(&version);
        let owner = packages.iter_mut().find(|package| package.folder == folder);
        if let Some(package) = owner {
            package.tools.push(code);
        }
    }
    for package in packages {
        let key = |code: &Code| (code.signature.tool_id, code.signature.version);
        let place = |code: &Code| (code.file.clone(), code.line);
        package.tools.sort_by_cached_key(|code| (key(code), place(code)));
        // A module that both the library and a binary have has one tool.
        package.tools.dedup_by(|a, b| {
            let same = a.signature == b.signature;
            b.listed |= same && a.listed;
            same
        });
    }
    Ok(Vec::new())
}

pub(crate) fn none_found(packages: &[Package]) -> Failure {
    let names: Vec<_> =
        packages.iter().map(|package| format!("`{}`", inert(&package.name))).collect();
    let (noun, names) = match names.len() {
        1 => ("the package", names.join(", ")),
        _ => ("the packages", names.join(", ")),
    };
    Failure::new(format!(
        "no tool was found in {noun} {names}\n\
         They are looked for in the libraries and the binaries, as `cargo test` builds them. A tool is not found\n  \
         - behind a feature that is off: `--features NAME`\n  \
         - in another package of the workspace: `-p NAME`, `--workspace`\n  \
         - in an example: `--example NAME`; in an integration test, never\n  \
         - in the body of a function: move it into a module\n  \
         - in a target with `harness = false` in Cargo.toml, or behind `#[cfg(not(test))]`"
    ))
}
