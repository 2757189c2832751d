//! `cargo a2t publish`: versions of tools that are new are written to `published/`; nothing that is
//! there is ever rewritten.

mod retire;

use std::path::Path;

use a2t_core::published::{FileName, Published, SUMS, Standing, Sums, folder, folder_of, text};
use a2t_core::rule::{Publication, Severity};
use clap::Args;
use serde_json::{Value, json};

use crate::diagnostic::{self, Diagnostic, FINDINGS, plural};
use crate::published::{
    Code, Edition, Moves, Package, Packages, PublishedDir, Selection, Settled, digest, duplicates,
    in_no_toolset, left_out, look, none_found, of_code, of_files, of_list, of_unrun, packages,
    shown,
};
use crate::report::{CommandError, Format, Outcome, Report, to_stderr};

#[derive(Args)]
#[command(
    about = "Write new versions of your tools to `published/`",
    long_about = "Write the signature of each tool's version to `published/<tool>/v<N>.json`, \
                  next to the package's Cargo.toml, and its digest to `published/SHA256SUMS`. \
                  Commit both: from then on the compiler compares the code with them.\n\n\
                  A published version is never written again. If the code differs from it, breaks \
                  an earlier one or skips a number, this is reported and nothing is written. After \
                  a merge, or if tools were moved to another package of the workspace, the lines \
                  of `SHA256SUMS` are put in order first.",
    after_help = "Exit status: 0 written, or nothing is new; 1 the code breaks a promise; 2 it \
                  could not be checked (it does not compile, there is no tool)."
)]
pub(crate) struct Publish {
    /// Print what would be written, write nothing
    #[arg(long)]
    dry_run: bool,
    /// Retire version N for good, instead of publishing
    #[arg(long, value_name = "TOOL@N", requires = "reason")]
    retire: Option<String>,
    /// Reason, which is kept in the file of the retired version
    #[arg(long, value_name = "TEXT", requires = "retire")]
    reason: Option<String>,
    #[command(flatten)]
    selection: Selection,
}

impl Publish {
    pub(super) fn run(&self, format: Format) -> Outcome {
        let workspace = packages(&self.selection)?;
        if let (Some(which), Some(reason)) = (&self.retire, &self.reason) {
            return retire::run(&workspace.selected, which, reason, self.dry_run);
        }
        let settled = settle(&workspace, self.dry_run)?;
        if let (true, Some(first)) = (self.dry_run, settled.first()) {
            let mut report = Report::new(true);
            report.line(format!(
                "{first}: must be rewritten first; nothing was written (--dry-run), and the code is checked only after that"
            ));
            report.member("settled", settled);
            report.member("dryRun", true);
            return Ok(report);
        }
        let mut packages = workspace.selected;
        let mut diagnostics = Vec::new();
        for package in &packages {
            let dir = package.dir()?;
            diagnostics.extend(unsound(&dir));
            diagnostics.extend(left_out(package, &dir, &self.selection));
        }
        if diagnostics.is_empty() {
            diagnostics = look(&mut packages, &workspace.others, &self.selection)?;
        }
        if !diagnostics.is_empty() {
            let last =
                if settled.is_empty() { "nothing was written" } else { "nothing else was written" };
            diagnostic::sort(&mut diagnostics);
            return Ok(Report::from_diagnostics(
                &diagnostics,
                format,
                FINDINGS,
                &[last.to_owned()],
            ));
        }
        if packages.iter().all(Package::has_no_tools) {
            return Err(none_found(&packages));
        }
        let mut works = Vec::new();
        for package in packages.iter().filter(|package| !package.has_no_tools()) {
            works.push(Work::new(package)?);
        }
        let mut report = self.finish(&works, format)?;
        report.member("settled", settled);
        Ok(report)
    }

    /// Writes the files, unless there is an error or nothing to write, and reports what it did.
    fn finish(&self, works: &[Work<'_>], format: Format) -> Outcome {
        let diagnostics = works.iter().flat_map(|work| work.diagnostics.clone());
        let mut diagnostics: Vec<_> = diagnostics.collect();
        if !self.dry_run && !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(write(works, &self.selection)?);
        }
        diagnostic::sort(&mut diagnostics);
        let refused = diagnostics.iter().any(Diagnostic::is_error);
        let mut lines = Vec::new();
        let mut files = Vec::new();
        for work in works.iter().filter(|_| !refused) {
            for (path, action) in work.edition.lines(&work.dir.root) {
                lines.push(format!("{}: {action}", shown(&path)));
                files.push(json!({"file": shown(&path), "action": action}));
            }
        }
        let new: usize = works.iter().map(|work| work.edition.new.len()).sum();
        let all: usize = works.iter().map(|work| work.count).sum();
        lines.push(match (refused, new) {
            (true, _) => "nothing was written".to_owned(),
            (false, 0) => format!("nothing is new: {} as published", plural(all, "version")),
            (false, new) if self.dry_run => {
                format!("{} to publish; nothing was written (--dry-run)", plural(new, "version"))
            }
            (false, new) => {
                format!("{} published; commit what was written", plural(new, "version"))
            }
        });
        let mut report = Report::from_diagnostics(&diagnostics, format, FINDINGS, &lines);
        report.member("files", Value::from(files));
        report.member("dryRun", self.dry_run);
        Ok(report)
    }
}

/// Writes the files, and removes them again if git or cargo would leave some out.
fn write(works: &[Work<'_>], selection: &Selection) -> Result<Vec<Diagnostic>, CommandError> {
    let mut diagnostics = Vec::new();
    for work in works {
        work.edition.write(&work.dir.root, work.sums.clone())?;
        if !work.edition.is_empty() {
            diagnostics.extend(left_out(work.package, &work.package.dir()?, selection));
        }
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        works.iter().try_for_each(|work| work.edition.undo(&work.dir.root, &work.sums))?;
    }
    Ok(diagnostics)
}

/// Writes the lists that leave no choice, even if the code has errors, and reports it at once.
fn settle(workspace: &Packages, dry: bool) -> Result<Vec<String>, CommandError> {
    let mut files = Vec::new();
    for list in Settled::all(&workspace.dirs()?, workspace.selected.len()) {
        let file = shown(&list.root.join(SUMS));
        if !dry {
            list.write()?;
            to_stderr(&format!("{file}: rewritten\n"));
        }
        files.push(file);
    }
    Ok(files)
}

/// Files that nothing can be added to. One without a digest does no harm: it gets one if the code
/// agrees with it.
fn unsound(dir: &PublishedDir) -> Vec<Diagnostic> {
    let diagnostics = of_files(dir).into_iter().chain(of_list(dir, &Moves::default()));
    diagnostics.filter(|diagnostic| diagnostic.rule != Publication::Unlisted.row()).collect()
}

struct Work<'p> {
    package: &'p Package,
    dir: PublishedDir,
    sums: Sums,
    edition: Edition,
    diagnostics: Vec<Diagnostic>,
    count: usize,
}

impl<'p> Work<'p> {
    fn new(package: &'p Package) -> Result<Self, CommandError> {
        let dir = package.dir()?;
        let mut work = Self {
            sums: dir.sums().unwrap_or_default(),
            edition: Edition::default(),
            diagnostics: Vec::new(),
            count: package.tools.len(),
            package,
            dir,
        };
        for versions in package.tools.chunk_by(|a, b| a.signature.tool_id == b.signature.tool_id) {
            work.tool(versions);
        }
        if !work.edition.is_empty() {
            work.edition.touched = package.roots().map(Path::to_owned).collect();
        }
        let unrun = of_unrun(package, &work.dir).into_iter();
        work.diagnostics.extend(unrun.map(|found| found.severity(Severity::Warning)));
        let root = &work.dir.root;
        work.edition.attributes =
            Edition::has_no_attributes(root) && (!work.edition.is_empty() || !work.dir.is_empty());
        Ok(work)
    }

    /// The versions of one tool, lowest first.
    fn tool(&mut self, versions: &[Code]) {
        let Some(first) = versions.first() else {
            return;
        };
        let (id, name) = (first.signature.tool_id, &first.signature.name);
        let (folder, mut published) = match self.dir.tool(id) {
            Some(kept) => (kept.folder.clone(), kept.published().clone()),
            None => (self.new_folder(name, id), Published::default()),
        };
        for several in versions.chunk_by(Code::is_duplicate) {
            let [code] = several else {
                self.diagnostics.extend(duplicates(several));
                continue;
            };
            let standing = published.standing(&code.signature);
            self.diagnostics.extend(of_code(&self.dir, code, &standing));
            let unlisted = in_no_toolset(code, &standing);
            self.diagnostics.extend(unlisted.filter(|diagnostic| !diagnostic.is_error()));
            let path = format!("{folder}/{}", FileName::Version(code.signature.version));
            match standing {
                Standing::New { .. } => {
                    self.edition.new.insert(path, text(&code.signature));
                    published.versions.push(code.signature.clone());
                }
                Standing::Kept if self.sums.digest(&path).is_none() => {
                    let digest = digest(text(&code.signature).as_bytes());
                    self.edition.unlisted.insert(path, digest);
                }
                _ => {}
            }
        }
    }

    fn new_folder(&self, name: &str, id: a2t_core::ToolId) -> String {
        let own = folder(name);
        let below = format!("{own}/");
        let planned = self.edition.new.keys().any(|path| path.starts_with(&below));
        let taken = self.dir.tools.iter().any(|kept| kept.folder == own);
        if taken || planned { folder_of(name, id) } else { own }
    }
}
