//! Packages are built and asked for their tools.

use std::path::PathBuf;

use a2t_core::error::inert;
use a2t_core::published::Marks;

use super::cargo::{Flags, Selection};
use super::cfg::Cfg;
use super::compiler::{self, Build};
use super::package::{Code, Package};
use super::stale;
use crate::diagnostic::Diagnostic;
use crate::report::CommandError;

/// Builds the packages once for each selected build, and collects the tools of all builds.
pub(crate) fn look(
    packages: &mut [Package],
    others: &[Package],
    selection: &Selection,
) -> Result<Vec<Diagnostic>, CommandError> {
    let mut marks = Marks::default();
    for flags in selection.builds() {
        match look_at(packages, others, selection, flags)? {
            Ok(found) => marks.extend(found),
            Err(diagnostics) => return Ok(diagnostics),
        }
    }
    for package in packages {
        for code in &mut package.tools {
            let version = (code.signature.tool_id, code.signature.version);
            code.listed |= marks.listed.contains(&version);
        }
        let key = |code: &Code| (code.signature.tool_id, code.signature.version);
        let location = |code: &Code| (code.file.clone(), code.line);
        package.tools.sort_by_cached_key(|code| (key(code), location(code)));
        // A module in both the library and a binary yields the same tool twice, and so do two
        // builds.
        package.tools.dedup_by(|a, b| {
            let same = a.signature == b.signature;
            b.listed |= same && a.listed;
            same
        });
    }
    Ok(Vec::new())
}

/// Runs one build and assigns its tools to their packages.
fn look_at(
    packages: &mut [Package],
    others: &[Package],
    selection: &Selection,
    flags: &Flags,
) -> Result<Result<Marks, Vec<Diagnostic>>, CommandError> {
    let (build, reports) = match built(packages, others, selection, flags)? {
        Ok(built) => built,
        Err(diagnostics) => return Ok(Err(diagnostics)),
    };
    for package in &mut *packages {
        let on = build.on(package);
        // Keeps only features that were off in the earlier builds, too.
        let was_off: &[String] =
            if package.builds.is_empty() { &package.features } else { &package.off };
        package.off = was_off.iter().filter(|name| !on.contains(name)).cloned().collect();
        package.builds.push(Cfg::new(on, flags.target.as_deref()));
        for target in &mut package.targets {
            target.has_tools |= build.with_tools.contains_key(&target.root);
        }
        if reports.is_none() {
            package.unrun.extend(build.declared(package)?.declared);
        }
    }
    for (folder, code) in reports.into_iter().flatten() {
        let owner = packages.iter_mut().find(|package| package.folder == folder);
        match owner {
            Some(package) => package.tools.push(code),
            None if others.iter().any(|other| other.folder == folder) => {}
            None => return Err(stale::of_another(&folder)),
        }
    }
    Ok(Ok(build.marks))
}

type Collected = Option<Vec<(PathBuf, Code)>>;

/// Builds until the programs belong to these packages and to what is published now.
fn built(
    packages: &[Package],
    others: &[Package],
    selection: &Selection,
    flags: &Flags,
) -> Result<Result<(Build, Collected), Vec<Diagnostic>>, CommandError> {
    let mut build = compiler::build(packages, selection, flags)?;
    let all: Vec<_> = packages.iter().chain(others).collect();
    if build.diagnostics.is_empty() && stale::touched(packages, &all, &build)? {
        build = compiler::build(packages, selection, flags)?;
    }
    stale::refused(packages, &build)?;
    if !build.diagnostics.is_empty() {
        return Ok(Err(build.diagnostics));
    }
    let reports = collect(packages, selection, flags, &build)?;
    Ok(Ok((build, reports)))
}

fn collect(
    packages: &[Package],
    selection: &Selection,
    flags: &Flags,
    build: &Build,
) -> Result<Collected, CommandError> {
    if build.with_tools.is_empty() {
        return Ok(Some(Vec::new()));
    }
    compiler::ask(packages, selection, flags, build)
}

pub(crate) fn none_found(packages: &[Package]) -> CommandError {
    let names: Vec<_> =
        packages.iter().map(|package| format!("`{}`", inert(&package.name))).collect();
    let (noun, names) = match names.len() {
        1 => ("the package", names.join(", ")),
        _ => ("the packages", names.join(", ")),
    };
    CommandError::new(format!(
        "no tool was found in {noun} {names}\n\
         They are looked for in the libraries and the binaries, as `cargo test` builds them. A tool is not found\n  \
         - behind a feature that is off: `--features NAME`\n  \
         - in another package of the workspace: `-p NAME`, `--workspace`\n  \
         - in an example: `--example NAME`; in an integration test, never\n  \
         - in the body of a function: move it into a module\n  \
         - in a target with `harness = false` in Cargo.toml, or behind `#[cfg(not(test))]`"
    ))
}
