//! `cargo a2t check`: compares the code with what is published, and with versions approved
//! elsewhere.

mod against;
mod git;
mod missing;

use std::collections::HashSet;

use a2t_codegen::few;
use a2t_core::evolution::Rule;
use a2t_core::published::{FileName, SUMS, Standing};
use a2t_core::rule::{Publication, Severity};
use clap::Args;

use crate::catalog::Headers;
use crate::diagnostic::{self, Diagnostic, FINDINGS, plural};
use crate::published::{
    Code, Moves, Package, PublishedDir, PublishedTool, Selection, duplicates, in_no_toolset,
    left_out, look, none_found, of_code, of_files, of_list, of_unrun, packages, shown, title,
    uncommitted,
};
use crate::report::{CommandError, Format, Outcome, Report};
use crate::text::versioned;
use against::{Elsewhere, Reviewed};
use missing::Absence;

#[derive(Args)]
#[command(
    about = "Check that your tools are published, and as they were published",
    long_about = "Check that every version of every tool in the code is published and unchanged, \
                  that no published file was edited or is missing, that no number is skipped, and \
                  that every published version is served, by its own function or a later one, or \
                  was retired.\n\n\
                  A published tool behind a `cfg` that is off in the build is reported as not \
                  checked here, which is a warning. With `--build`, several builds count together.\n\n\
                  `--against` also compares with what was published elsewhere, of which nothing may \
                  be changed or gone: a revision of the git repository (`origin/main`), another copy \
                  of the folder, or a running server.",
    after_help = "Exit status: 0 all checks passed, 1 one failed, 2 it could not be checked (it does \
                  not compile, unreachable)."
)]
pub(crate) struct Check {
    /// Compare with a git revision, a folder, or the root of a server's API
    #[arg(long, value_name = "REV|DIR|URL")]
    against: Vec<String>,
    /// Check only the files, without compiling
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    headers: Headers,
    #[command(flatten)]
    selection: Selection,
}

impl Check {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let workspace = packages(&self.selection)?;
        let all = workspace.dirs()?;
        let mut packages = workspace.selected;
        let build = !self.no_build;
        let moves = Moves::new(&all, packages.len());
        let mut diagnostics = Vec::new();
        for dir in all.iter().take(packages.len()) {
            diagnostics.extend(of_files(dir));
            diagnostics.extend(of_list(dir, &moves));
        }
        // The code is not held to files that are not as they were published.
        let looks_at_code = build && !diagnostics.iter().any(Diagnostic::is_error);
        if looks_at_code {
            diagnostics.extend(look(&mut packages, &workspace.others, &self.selection)?);
        }
        let looks_at_code = looks_at_code && diagnostics.is_empty();
        let dirs: Vec<_> = packages.iter().zip(&all).collect();
        for (package, dir) in dirs.iter().filter(|_| looks_at_code) {
            diagnostics.extend(code(package, dir, &packages));
        }
        let mut open = Vec::new();
        for (package, dir) in &dirs {
            diagnostics.extend(left_out(package, dir, &self.selection));
            open.extend(not_committed(package, dir));
        }
        let elsewhere = Elsewhere { all: &all, whole: workspace.others.is_empty() };
        self.headers.for_one_server(self.against.iter().map(String::as_str))?;
        for text in &self.against {
            diagnostics.extend(Reviewed::new(text, &self.headers)?.compare(&dirs, &elsewhere)?);
        }
        let anything =
            |(package, dir): &(&Package, &PublishedDir)| !dir.is_empty() || !package.has_no_tools();
        if !dirs.iter().any(anything) && diagnostics.is_empty() {
            return Err(if build { none_found(&packages) } else { nothing(&packages) });
        }
        once(&mut diagnostics);
        diagnostics.extend(unknown(&dirs));
        let versions = dirs.iter().flat_map(|(_, dir)| &dir.tools);
        let versions: usize = versions.map(|kept| kept.published().versions.len()).sum();
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let rule = Publication::NotChecked.row();
        let unchecked = diagnostics.iter().filter(|diagnostic| diagnostic.rule == rule).count();
        let last = match errors {
            0 if unchecked > 0 => format!(
                "{}, {unchecked} of them not checked here; all other checks passed",
                plural(versions, "published version")
            ),
            0 => format!("{}, all checks passed", plural(versions, "published version")),
            errors => plural(errors, "error"),
        };
        let mut rest = open;
        rest.push(last);
        if build && !looks_at_code {
            rest.push("the code is not checked until this is fixed".to_owned());
        }
        diagnostic::sort(&mut diagnostics);
        let mut report = Report::from_diagnostics(&diagnostics, format, FINDINGS, &rest);
        if format == Format::Json {
            report.member("versions", versions);
        }
        Ok(report)
    }
}

/// A version that is missing has effects in many places, and is reported once.
fn once(diagnostics: &mut Vec<Diagnostic>) {
    let mut missing_files = HashSet::new();
    diagnostics.retain(|diagnostic| {
        let missing = diagnostic.rule == Rule::PublishedVersionMissing.row();
        !missing || diagnostic.file().is_none_or(|file| missing_files.insert(file))
    });
}

/// Reports the files that exist only in this checkout, in one line.
fn not_committed(package: &Package, dir: &PublishedDir) -> Option<String> {
    let files = uncommitted(package, dir);
    let first = files.first()?;
    let more = match files.len().saturating_sub(1) {
        0 => String::new(),
        more => format!(" and {}", plural(more, "more file")),
    };
    let first = shown(&package.folder.join(first));
    Some(format!("not in git yet: {first}{more}; commit what was published"))
}

/// Returns one note that lists the tools whose files come from a release that did not record what
/// calls need. It looks at the newest versions, with which the next ones will be compared.
fn unknown(dirs: &[(&Package, &PublishedDir)]) -> Option<Diagnostic> {
    let tools = dirs.iter().flat_map(|(_, dir)| &dir.tools);
    let newest = tools.filter_map(|kept| kept.published().newest());
    let unknown: Vec<_> = newest.filter(|newest| newest.preconditions.is_none()).collect();
    let first = unknown.first()?;
    let names = unknown.iter().map(|tool| versioned(&tool.name, tool.version));
    let message = format!(
        "{} not say what calls need (scopes, an idempotency key, formats of texts) and what they do (hints), so the code \
         is not compared with that: {}",
        if unknown.len() == 1 {
            "1 published version does".to_owned()
        } else {
            format!("{} published versions do", unknown.len())
        },
        few(names)
    );
    let dir = dirs.iter().find(|(_, dir)| dir.tool(first.tool_id).is_some());
    let diagnostic = Diagnostic::from_rule(Publication::Unknown, message);
    Some(match dir {
        Some((_, dir)) => diagnostic.in_file(&dir.root.join(SUMS), None),
        None => diagnostic,
    })
}

fn nothing(packages: &[Package]) -> CommandError {
    let folders: Vec<_> = packages.iter().map(|package| shown(&package.published())).collect();
    CommandError::new(format!("nothing is published: {} is not there", folders.join(", ")))
}

/// The code of a package against its files.
fn code(package: &Package, dir: &PublishedDir, all: &[Package]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for several in package.tools.chunk_by(Code::is_duplicate) {
        let [code] = several else {
            diagnostics.extend(duplicates(several));
            continue;
        };
        let signature = &code.signature;
        let published = dir.tool(signature.tool_id).map(|kept| kept.published().clone());
        let standing = published.unwrap_or_default().standing(signature);
        if let Standing::New { .. } = standing {
            let what = title(&signature.name, signature.version);
            let message = format!("{what} is not published");
            let diagnostic = Diagnostic::from_rule(Publication::Unpublished, message);
            diagnostics.push(diagnostic.in_file(&code.file, Some(code.line)));
        }
        diagnostics.extend(in_no_toolset(code, &standing).filter(Diagnostic::is_error));
        diagnostics.extend(of_code(dir, code, &standing));
    }
    diagnostics.extend(of_unrun(package, dir));
    for kept in &dir.tools {
        diagnostics.extend(missing(package, dir, kept, all));
    }
    diagnostics
}

/// Returns diagnostics for the versions of a published tool that are in no build.
fn missing(
    package: &Package,
    dir: &PublishedDir,
    kept: &PublishedTool,
    all: &[Package],
) -> Vec<Diagnostic> {
    let Some(id) = kept.published().tool_id() else {
        return Vec::new();
    };
    let ran = package.tools.iter().map(|code| (code.signature.tool_id, code.signature.version));
    let built = ran.chain(package.unrun.iter().copied());
    let newest = built.filter(|(tool, _)| *tool == id).map(|(_, version)| version).max();
    let versions = kept.published().versions.iter();
    let versions = versions.filter(|signature| Some(signature.version) > newest);
    let missing = versions.map(|signature| {
        let what = title(&signature.name, signature.version);
        let diagnostic = match missing::absence(package, signature, all) {
            Absence::Excluded { why, help } => {
                let message = format!("{what} is not checked here: {why}");
                let rule = Publication::NotChecked;
                Diagnostic::new(rule, message, help).severity(Severity::Warning)
            }
            Absence::Missing(help) => {
                let message = match newest {
                    None => format!("{what} is published, and no tool in the code has its id {id}"),
                    Some(newest) => {
                        format!("{what} is published, and the code ends with version {newest}")
                    }
                };
                Diagnostic::error(Rule::PublishedVersionMissing, message, help)
            }
        };
        let file = kept.path(FileName::Version(signature.version));
        diagnostic.in_file(&dir.root.join(file), None)
    });
    missing.collect()
}
