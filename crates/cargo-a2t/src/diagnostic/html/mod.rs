//! One page of HTML for the artifact of a pull request: both versions of each document next to each other, with the
//! findings at their lines. It has no scripts and loads nothing.

mod lines;
mod markup;
mod style;

use std::collections::{BTreeMap, HashMap};

use a2t_core::rule::Severity;
use serde_json::Value;

use self::lines::{Cell, Line, aligned};
use self::markup::{Attribute, Markup, class};
use super::{Diagnostic, plural, title};
use crate::few::{Few, LINES_MAX};
use crate::program;
use crate::visible::escaped;

/// Unchanged lines that are shown around a change.
const CONTEXT: usize = 3;
/// Fewer lines are not folded.
const FOLDED_MIN: usize = 4;
/// Characters of a line that are shown.
const LINE_MAX: usize = 2_000;
/// Characters before the first difference that are shown of a long line.
const BEFORE_MAX: usize = 200;
/// Bytes of the page after which no documents follow. Findings do.
const PAGE_MAX: usize = 8 << 20;
/// Bytes of markup around a line, for an estimate.
const ROW: usize = 120;

/// Both versions of one document. One of them can be missing.
pub(crate) struct Pair {
    pub(crate) title: String,
    /// Names of both, with the files that they are in.
    pub(crate) heads: [Option<String>; 2],
    pub(crate) old: Option<Value>,
    pub(crate) new: Option<Value>,
}

/// The values that a diagnostic is about, in a pair of documents.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    /// Index of the pair.
    pub(crate) pair: usize,
    /// JSON pointers in both documents.
    pub(crate) old: Option<String>,
    pub(crate) new: Option<String>,
}

pub(crate) struct Page<'a> {
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
    /// Verdicts and counts.
    pub(crate) summary: &'a str,
    pub(crate) diagnostics: &'a [Diagnostic],
    pub(crate) pairs: &'a [Pair],
    /// Tools that only the new side has, and no pair.
    pub(crate) added: &'a [String],
}

/// Returns a page with the reason why nothing could be checked.
pub(crate) fn failed(reason: &str) -> String {
    document("Not checked", |body| {
        body.element("main", &[], |main| {
            main.element("h1", &[], |heading| heading.text("Not checked"));
            // A reason can have lines.
            main.element("pre", &[], |text| text.text(reason));
        });
    })
}

impl Page<'_> {
    pub(crate) fn render(&self) -> String {
        let title = format!("Changes from {} to {}", self.old, self.new);
        let findings = Findings::new(self.diagnostics);
        document(&title, |body| {
            body.element("header", &[], |header| {
                header.element("h1", &[], |heading| heading.text(&title));
                header.element("p", &[], |text| {
                    text.element("strong", &[], |strong| strong.text(self.summary));
                });
            });
            self.contents(body, &findings);
            body.element("main", &[], |main| {
                self.elsewhere(main, &findings);
                for (number, pair) in self.pairs(&findings) {
                    let found = findings.of_pair.get(&number).map_or(&[][..], Vec::as_slice);
                    self.pair(main, number, pair, found);
                }
            });
        })
    }

    /// Returns the pairs in the order of their first findings.
    fn pairs<'a>(&'a self, findings: &'a Findings<'_>) -> impl Iterator<Item = (usize, &'a Pair)> {
        findings.order.iter().filter_map(|number| Some((*number, self.pairs.get(*number)?)))
    }

    fn contents(&self, body: &mut Markup, findings: &Findings<'_>) {
        if findings.order.is_empty() && self.added.is_empty() {
            return;
        }
        let pairs = || self.pairs(findings);
        let both = pairs().filter(|(_, pair)| pair.old.is_some() && pair.new.is_some());
        let gone = pairs().filter(|(_, pair)| pair.new.is_none());
        let come = pairs().filter(|(_, pair)| pair.old.is_none());
        let lists: [(String, Vec<_>, &[String]); 3] = [
            ("Changed".to_owned(), both.collect(), &[]),
            (format!("Only in {}", self.old), gone.collect(), &[]),
            (format!("Only in {}", self.new), come.collect(), self.added),
        ];
        let label = Attribute::Fixed("aria-label", "Tools");
        body.element("nav", &[label], |nav| {
            for (title, pairs, names) in lists {
                if pairs.is_empty() && names.is_empty() {
                    continue;
                }
                nav.element("h2", &[], |heading| heading.text(&title));
                nav.element("ul", &[], |list| contents(list, &pairs, names, findings));
            }
        });
    }

    /// Writes the findings that have no document here.
    fn elsewhere(&self, main: &mut Markup, findings: &Findings<'_>) {
        if findings.elsewhere.is_empty() {
            return;
        }
        main.element("section", &[], |section| {
            section.element("h2", &[], |heading| heading.text("Findings without a line"));
            findings.elsewhere.iter().for_each(|one| finding(section, one));
        });
    }

    fn pair(&self, main: &mut Markup, number: usize, pair: &Pair, found: &[&Diagnostic]) {
        let mut lines = Vec::new();
        if main.len() < PAGE_MAX {
            lines = aligned(pair.old.as_ref(), pair.new.as_ref());
        }
        let size = lines.iter().map(size).fold(0, usize::saturating_add);
        let is_shown = !lines.is_empty() && main.len().saturating_add(size) < PAGE_MAX;
        main.element("section", &[Attribute::Pair(number)], |section| {
            section.element("h2", &[], |heading| heading.text(&pair.title));
            if is_shown {
                Table { heads: &pair.heads, lines: &lines, found: at_lines(&lines, found) }
                    .render(section);
            } else {
                section.element("p", &[], |text| {
                    text.text("The documents are not shown, because the page would be too large.");
                });
                found.iter().for_each(|one| finding(section, one));
            }
        });
        main.end_line();
    }
}

fn document(title: &str, body: impl FnOnce(&mut Markup)) -> String {
    let mut page = Markup::new();
    page.element("html", &[Attribute::Fixed("lang", "en")], |html| {
        html.element("head", &[], |head| {
            let fixed = Attribute::Fixed;
            head.tag("meta", &[fixed("charset", "utf-8")]);
            let policy = "default-src 'none'; style-src 'unsafe-inline'";
            head.tag(
                "meta",
                &[fixed("http-equiv", "Content-Security-Policy"), fixed("content", policy)],
            );
            let viewport = fixed("content", "width=device-width, initial-scale=1");
            head.tag("meta", &[fixed("name", "viewport"), viewport]);
            head.tag("meta", &[fixed("name", "color-scheme"), fixed("content", "light dark")]);
            head.element("title", &[], |element| element.text(title));
            head.style(style::STYLE);
        });
        html.end_line();
        html.element("body", &[], body);
    });
    page.finish()
}

/// Writes items of a list, as many as other formats have.
fn contents(
    list: &mut Markup,
    pairs: &[(usize, &Pair)],
    names: &[String],
    findings: &Findings<'_>,
) {
    for (number, pair) in pairs.iter().take(LINES_MAX) {
        list.element("li", &[], |item| {
            item.element("a", &[Attribute::ToPair(*number)], |link| link.text(&pair.title));
            let found = findings.of_pair.get(number).map_or(&[][..], Vec::as_slice);
            let counts = super::counted(found.iter().copied(), 0).join(", ");
            item.text(&format!(": {counts}"));
        });
    }
    let more = pairs.len().saturating_sub(LINES_MAX);
    if more > 0 {
        list.element("li", &[], |item| item.text(&format!("and {more} more, below")));
    }
    let mut few = Few::default();
    for name in names.iter().filter(|_| few.shows("added")) {
        list.element("li", &[], |item| item.text(name));
    }
    for rest in few.rest() {
        list.element("li", &[], |item| item.text(&rest));
    }
}

/// Diagnostics by the pair of documents that they are about, in their order.
struct Findings<'a> {
    elsewhere: Vec<&'a Diagnostic>,
    /// Numbers of the pairs.
    order: Vec<usize>,
    of_pair: BTreeMap<usize, Vec<&'a Diagnostic>>,
}

impl<'a> Findings<'a> {
    fn new(diagnostics: &'a [Diagnostic]) -> Self {
        let mut findings =
            Self { elsewhere: Vec::new(), order: Vec::new(), of_pair: BTreeMap::new() };
        for one in diagnostics {
            match &one.anchor {
                Some(anchor) => {
                    let found = findings.of_pair.entry(anchor.pair).or_default();
                    if found.is_empty() {
                        findings.order.push(anchor.pair);
                    }
                    found.push(one);
                }
                None => findings.elsewhere.push(one),
            }
        }
        findings
    }
}

/// Finds the line of each diagnostic: that of the value itself, else of what is around it.
fn at_lines<'a>(lines: &[Line], found: &[&'a Diagnostic]) -> BTreeMap<usize, Vec<&'a Diagnostic>> {
    let index = |side: fn(&Line) -> Option<&Cell>| {
        let mut index = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            if let Some(cell) = side(line) {
                // The closing bracket has the pointer of the opening one.
                index.entry(&*cell.pointer).or_insert(at);
            }
        }
        index
    };
    let (old, new) = (index(|line| line.old.as_ref()), index(|line| line.new.as_ref()));
    let mut at_lines: BTreeMap<usize, Vec<_>> = BTreeMap::new();
    for one in found {
        let pointer = |side: fn(&Anchor) -> Option<&String>| one.anchor.as_ref().and_then(side);
        let was = pointer(|anchor| anchor.old.as_ref()).and_then(|text| nearest(&old, text));
        let is = pointer(|anchor| anchor.new.as_ref()).and_then(|text| nearest(&new, text));
        let line = match (was, is) {
            // What is gone is only in the earlier document.
            (Some((was, deep)), Some((is, deeper))) => {
                if deep > deeper {
                    was
                } else {
                    is
                }
            }
            (Some((line, _)), None) | (None, Some((line, _))) => line,
            (None, None) => 0,
        };
        at_lines.entry(line).or_default().push(*one);
    }
    at_lines
}

/// Returns the line of a pointer, or of the nearest one around it, and how deep that is.
fn nearest(index: &HashMap<&str, usize>, pointer: &str) -> Option<(usize, usize)> {
    let mut pointer = pointer;
    loop {
        if let Some(line) = index.get(pointer) {
            return Some((*line, pointer.matches('/').count()));
        }
        (pointer, _) = pointer.rsplit_once('/')?;
    }
}

/// Estimates the bytes of a line.
fn size(line: &Line) -> usize {
    let side = |cell: &Option<Cell>| {
        let shown = cell.as_ref().map(|cell| escaped(&cell.text).chars().take(LINE_MAX).collect());
        shown.map_or(0, |shown: String| Markup::size(&shown))
    };
    ROW.saturating_add(side(&line.old)).saturating_add(side(&line.new))
}

struct Table<'a> {
    heads: &'a [Option<String>; 2],
    lines: &'a [Line],
    found: BTreeMap<usize, Vec<&'a Diagnostic>>,
}

impl Table<'_> {
    fn render(&self, section: &mut Markup) {
        let shown = self.shown();
        let (mut at, mut is_first) = (0, true);
        let same = |at: usize| shown.get(at..).unwrap_or_default();
        while let Some(is_shown) = shown.get(at) {
            let length = same(at).iter().take_while(|one| *one == is_shown).count();
            let end = at.saturating_add(length);
            if *is_shown {
                self.table(section, at..end, is_first);
                is_first = false;
            } else {
                self.folded(section, at..end);
            }
            at = end;
        }
    }

    /// Returns for each line whether it is near a change or a finding.
    fn shown(&self) -> Vec<bool> {
        let mut shown = vec![false; self.lines.len()];
        for (at, line) in self.lines.iter().enumerate() {
            if line.is_changed() || self.found.contains_key(&at) {
                let end = at.saturating_add(CONTEXT).saturating_add(1).min(shown.len());
                let near = shown.get_mut(at.saturating_sub(CONTEXT)..end);
                near.unwrap_or_default().fill(true);
            }
        }
        let short =
            shown.chunk_by_mut(|one, next| one == next).filter(|run| run.len() < FOLDED_MIN);
        short.for_each(|run| run.fill(true));
        shown
    }

    fn folded(&self, section: &mut Markup, range: std::ops::Range<usize>) {
        let lines = self.lines.get(range).unwrap_or_default();
        section.element("details", &[], |details| {
            details.element("summary", &[], |summary| {
                summary.text(&format!("{} unchanged", plural(lines.len(), "line")));
            });
            details.element("pre", &[], |block| {
                for line in lines {
                    if let Some(cell) = &line.new {
                        let text = Text::new(cell, None);
                        block.text(&format!("{}{}{}\n", cell.indent(), text.same(), text.comma));
                    }
                }
            });
        });
    }

    fn table(&self, section: &mut Markup, range: std::ops::Range<usize>, is_first: bool) {
        section.element("table", &[], |table| {
            // Each table of a section has headers for screen readers.
            let hidden = class("hidden");
            let attributes: &[_] = if is_first { &[] } else { &hidden };
            table.element("thead", attributes, |head| {
                head.element("tr", &[], |row| {
                    for side in self.heads {
                        let scope = Attribute::Fixed("scope", "col");
                        let side = side.as_deref().unwrap_or("(none)");
                        row.element("th", &[scope], |cell| cell.text(side));
                    }
                });
            });
            table.element("tbody", &[], |body| {
                let start = range.start;
                let lines = self.lines.get(range).unwrap_or_default();
                for (at, line) in (start..).zip(lines) {
                    row(body, line);
                    if let Some(found) = self.found.get(&at) {
                        remarks(body, found);
                    }
                }
            });
        });
    }
}

fn row(body: &mut Markup, line: &Line) {
    let is_changed = line.is_changed();
    let sides = [(&line.old, &line.new, "old", "del"), (&line.new, &line.old, "new", "ins")];
    body.element("tr", &[], |row| {
        for (cell, other, side, tag) in sides {
            let Some(cell) = cell else {
                row.element("td", &[], |_| ());
                continue;
            };
            let text = Text::new(cell, other.as_ref());
            let attributes = class(if is_changed { side } else { "same" });
            row.element("td", &attributes, |element| {
                element.element("code", &[], |code| {
                    code.text(&format!("{}{}", cell.indent(), text.before));
                    if !text.differs.is_empty() {
                        code.element(tag, &[], |part| part.text(&text.differs));
                    }
                    code.text(&format!("{}{}", text.after, text.comma));
                });
            });
        }
    });
    body.end_line();
}

/// The text of a line in three parts, the second of which the other side has not.
#[derive(Default)]
struct Text {
    before: String,
    differs: String,
    after: String,
    comma: &'static str,
}

impl Text {
    fn new(cell: &Cell, other: Option<&Cell>) -> Self {
        let letters = |cell: &Cell| escaped(&cell.text).chars().collect::<Vec<_>>();
        let here = letters(cell);
        let there = other.map_or_else(Vec::new, letters);
        let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
        let ends = here.iter().rev().zip(there.iter().rev());
        let room = here.len().min(there.len()).saturating_sub(common);
        let ending = ends.take_while(|(a, b)| a == b).count().min(room);
        let until = here.len().saturating_sub(ending);
        let start = if here.len() > LINE_MAX { common.saturating_sub(BEFORE_MAX) } else { 0 };
        let end = start.saturating_add(LINE_MAX).min(here.len());
        let part = |from: usize, to: usize| -> String {
            let (from, to) = (from.clamp(start, end), to.clamp(start, end));
            here.get(from..to).unwrap_or_default().iter().collect()
        };
        let more = |count: usize| match count {
            0 => String::new(),
            count => format!(" … {} … ", plural(count, "more character")),
        };
        Self {
            before: format!("{}{}", more(start), part(0, common)),
            differs: part(common, until),
            after: format!("{}{}", part(until, here.len()), more(here.len().saturating_sub(end))),
            comma: if cell.comma { "," } else { "" },
        }
    }

    fn same(&self) -> String {
        format!("{}{}{}", self.before, self.differs, self.after)
    }
}

fn remarks(body: &mut Markup, found: &[&Diagnostic]) {
    body.element("tr", &[], |row| {
        let both = Attribute::Fixed("colspan", "2");
        row.element("td", &[Attribute::Fixed("class", "remarks"), both], |cell| {
            found.iter().for_each(|one| finding(cell, one));
        });
    });
    body.end_line();
}

fn finding(out: &mut Markup, one: &Diagnostic) {
    let (box_class, word_class) = match one.severity {
        Severity::Error => ("finding error", "error"),
        Severity::Warning => ("finding warning", "warning"),
        Severity::Note => ("finding note", "note"),
    };
    out.element("div", &class(box_class), |finding| {
        finding.element("p", &[], |line| {
            line.element("strong", &class(word_class), |word| word.text(one.severity.label()));
            line.text(" ");
            line.element("a", &[Attribute::ToRule(one.rule)], |link| link.text(&title(one.rule)));
            line.text(": ");
            line.text(&one.message);
        });
        finding.element("ul", &[], |list| {
            let at = one.location.as_ref().map(|location| ("at", location.to_string()));
            for (label, text) in at.into_iter().chain(verdicts(one)).chain(one.remarks()) {
                let text = match label {
                    "help" | "more" => program::named(&text).into_owned(),
                    _ => text,
                };
                list.element("li", &[], |item| item.text(&format!("{label}: {text}")));
            }
        });
    });
    out.end_line();
}

/// Returns the verdicts of a change by the protocol and by its effect on callers.
fn verdicts(one: &Diagnostic) -> impl Iterator<Item = (&'static str, String)> {
    let verdict =
        |label, member: &str| Some((label, one.members.get(member)?.as_str()?.to_owned()));
    let verdicts = [verdict("by the protocol", "letter"), verdict("for callers", "wire")];
    verdicts.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use a2t_core::evolution::Rule;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_size_of_a_line_has_its_escapes() {
        let text = json!("<".repeat(100));
        let lines = aligned(None, Some(&text));
        assert_eq!(
            lines.iter().map(size).sum::<usize>(),
            ROW + 100 * "&lt;".len() + 2 * "&quot;".len()
        );
    }

    #[test]
    fn a_large_catalog_keeps_its_findings_and_loses_documents() {
        let list =
            |text: &str| json!((0..600).map(|at| format!("{text}{at:80}")).collect::<Vec<_>>());
        let pair = |at: usize| Pair {
            title: format!("tool-{at}"),
            heads: [None, None],
            old: Some(list("a")),
            new: Some(list("b")),
        };
        let pairs: Vec<_> = (0..200).map(pair).collect();
        let found = |pair| {
            let anchor = Anchor { pair, old: Some("/7".to_owned()), new: None };
            Diagnostic::from_rule(Rule::InputRemoved, format!("finding-{pair}.")).anchored(anchor)
        };
        let diagnostics: Vec<_> = (0..200).map(found).collect();
        let (diagnostics, pairs) = (&diagnostics[..], &pairs[..]);
        let page = Page { old: "a", new: "b", summary: "", diagnostics, pairs, added: &[] };
        let page = page.render();
        assert!(page.len() < PAGE_MAX + PAGE_MAX / 4, "{}", page.len());
        assert!((0..200).all(|at| page.contains(&format!("finding-{at}."))));
        let left_out = page.matches("would be too large").count();
        assert!(left_out > 50 && left_out < 190, "{left_out}");
        assert!(page.contains("and 150 more, below"));
    }
}
