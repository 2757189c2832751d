//! `cargo xtask prose`: takes the comments, messages and pages of the repository, and reports words above the limits of
//! `xtask/prose.txt`, functions whose documentation does not open with a verb, and table cells that are paragraphs.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::text::{self, Passage, Rust};
use crate::workspace::read;

/// Written from the sources, which are read here in their place.
const GENERATED: [&str; 4] = [
    "crates/cargo-a2t/src/command/explain/spec-notes.md",
    "docs/cli.md",
    "docs/rules.md",
    "tests/codegen/golden/",
];
/// Documents of others, and programs whose compiler messages name their lines.
const SKIPPED: [&str; 3] = ["tests/corpus/", "tests/one-mistake/", "tests/ui/"];
const LONGEST_CELL: usize = 160;
const VERBS_PERCENT: usize = 90;

pub(crate) fn run(root: &Path, arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut list = false;
    let mut paths = Vec::new();
    for argument in arguments {
        match argument.as_str() {
            "--list" => list = true,
            _ => paths.push(argument),
        }
    }
    let rules = Rules::parse(&read(&root.join("xtask/prose.txt"))?)?;
    let mut survey = Survey::new(&rules);
    for file in files(root)? {
        if paths.is_empty() || paths.iter().any(|path| file.starts_with(path)) {
            survey.read(&file, &read(&root.join(&file))?);
        }
    }
    let (report, passed) = survey.report(list);
    print!("{report}");
    Ok(passed)
}

/// Words with limits, and verbs that documentation may open with.
struct Rules {
    words: Vec<Limit>,
    verbs: Vec<String>,
}

struct Limit {
    /// Occurrences per 10,000 words.
    limit: f64,
    phrases: Vec<Vec<String>>,
}

impl Rules {
    fn parse(source: &str) -> Result<Self, String> {
        let mut rules = Self { words: Vec::new(), verbs: Vec::new() };
        for line in source.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some((limit, phrases)) = line.split_once('|') else {
                rules.verbs.extend(line.split_whitespace().map(str::to_owned));
                continue;
            };
            let limit =
                limit.trim().parse().map_err(|_| format!("xtask/prose.txt: no number: {line}"))?;
            let phrases = phrases
                .split(',')
                .map(|phrase| phrase.split_whitespace().map(str::to_owned).collect());
            rules.words.push(Limit { limit, phrases: phrases.collect() });
        }
        Ok(rules)
    }
}

struct Survey<'a> {
    rules: &'a Rules,
    words: usize,
    /// For each limit, where its words occur.
    hits: Vec<Vec<String>>,
    functions: usize,
    without_verb: Vec<String>,
    long_cells: Vec<String>,
}

impl<'a> Survey<'a> {
    fn new(rules: &'a Rules) -> Self {
        let hits = rules.words.iter().map(|_| Vec::new()).collect();
        Self {
            rules,
            words: 0,
            hits,
            functions: 0,
            without_verb: Vec::new(),
            long_cells: Vec::new(),
        }
    }

    fn read(&mut self, file: &str, source: &str) {
        if file.ends_with(".md") {
            let page = text::markdown(source);
            self.tables(file, &page);
            self.passage(file, &page);
            return;
        }
        let rust = Rust::parse(source);
        for comment in rust.comments() {
            self.tables(file, &comment);
            self.passage(file, &comment);
        }
        // Strings of tests are what users write, and documents of others.
        if !is_test(file) {
            let product =
                source.find("#[cfg(test)]\nmod tests {").and_then(|end| source.get(..end));
            for message in Rust::parse(product.unwrap_or(source)).messages() {
                self.passage(file, &message);
            }
            for function in text::functions(source) {
                self.functions += 1;
                if !self.rules.verbs.contains(&function.first_word) {
                    self.without_verb
                        .push(format!("{file}:{}: {}", function.line, function.first_word));
                }
            }
        }
    }

    fn tables(&mut self, file: &str, page: &Passage) {
        for cell in text::cells(page).iter().filter(|cell| cell.characters > LONGEST_CELL) {
            self.long_cells.push(format!("{file}:{}: {} characters", cell.line, cell.characters));
        }
    }

    fn passage(&mut self, file: &str, passage: &Passage) {
        let lines = passage.lines.iter();
        let words: Vec<(usize, String)> = lines
            .flat_map(|(line, text)| text::words(text).into_iter().map(|word| (*line, word)))
            .collect();
        self.words += words.len();
        for (start, (line, _)) in words.iter().enumerate() {
            let rest = || words.iter().skip(start).map(|(_, word)| word);
            for (limit, hits) in self.rules.words.iter().zip(&mut self.hits) {
                for phrase in &limit.phrases {
                    if rest().take(phrase.len()).eq(phrase) {
                        hits.push(format!("{file}:{line}: {}", phrase.join(" ")));
                    }
                }
            }
        }
    }

    /// Returns the report, and whether everything is within its limit.
    fn report(&self, list: bool) -> (String, bool) {
        let mut report = String::new();
        let mut passed = true;
        let _ = writeln!(report, "{} words", self.words);
        for (limit, hits) in self.rules.words.iter().zip(&self.hits) {
            let rate = per_ten_thousand(hits.len(), self.words);
            let names: Vec<String> = limit.phrases.iter().map(|phrase| phrase.join(" ")).collect();
            let exceeded = rate > limit.limit;
            passed &= !exceeded;
            if exceeded || list {
                lines(&mut report, hits);
            }
            let verdict = if exceeded { "above" } else { "within" };
            let _ = writeln!(
                report,
                "{rate:.1} per 10,000 words, {verdict} {}: {}",
                limit.limit,
                names.join(", ")
            );
        }
        let verbs = self.functions - self.without_verb.len();
        let enough = verbs * 100 >= self.functions * VERBS_PERCENT;
        passed &= enough && self.long_cells.is_empty();
        if !enough || list {
            lines(&mut report, &self.without_verb);
        }
        let _ = writeln!(report, "{verbs} of {} functions open with a verb", self.functions);
        lines(&mut report, &self.long_cells);
        let _ = writeln!(
            report,
            "{} table cells above {LONGEST_CELL} characters",
            self.long_cells.len()
        );
        (report, passed)
    }
}

fn lines(report: &mut String, lines: &[String]) {
    for line in lines {
        report.push_str(line);
        report.push('\n');
    }
}

/// Returns the tracked Rust and Markdown files that people wrote here.
fn files(root: &Path) -> Result<Vec<String>, String> {
    let mut git = Command::new("git");
    let output = git.current_dir(root).args(["ls-files", "-z", "--", "*.rs", "*.md"]).output();
    let output = output.map_err(|error| format!("git ls-files: {error}"))?;
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let passed_by =
        |file: &&str| GENERATED.iter().chain(&SKIPPED).any(|path| file.starts_with(path));
    let listed = listed.split('\0').filter(|file| !file.is_empty() && !passed_by(file));
    Ok(listed.map(str::to_owned).collect())
}

fn is_test(file: &str) -> bool {
    let inside =
        |folder| file.starts_with(&format!("{folder}/")) || file.contains(&format!("/{folder}/"));
    inside("tests")
        || inside("examples")
        || file.ends_with("/tests.rs")
        || file.starts_with("bench/")
}

fn per_ten_thousand(hits: usize, words: usize) -> f64 {
    hits as f64 * 10_000.0 / words.max(1) as f64
}
