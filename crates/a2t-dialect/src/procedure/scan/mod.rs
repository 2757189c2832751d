//! Markdown in, the words that may name a tool out, each with its position and what stands around it.

mod phrase;

use super::Mention;
pub(super) use phrase::Phrases;

#[derive(Clone)]
pub(super) struct Word<'t> {
    text: &'t str,
    line: usize,
    /// From 1, in characters.
    column: usize,
    region: Region,
    brackets: Brackets,
    is_whole_span: bool,
    is_phrase: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Region {
    Prose,
    Span,
    /// A block; with a language it is a program, in which most functions are no tools.
    Block {
        has_language: bool,
    },
}

#[derive(Clone, Copy, PartialEq)]
enum Brackets {
    None,
    Empty,
    Filled,
}

pub(super) fn words<'t>(text: &'t str, phrases: &Phrases<'_>) -> Vec<Word<'t>> {
    let mut words = Vec::new();
    let mut fence: Option<Fence<'_>> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        match &fence {
            Some(open) if open.is_closed_by(line) => fence = None,
            Some(open) => {
                let region = Region::Block { has_language: open.has_language };
                in_piece(line, number, 0, region, phrases, &mut words);
            }
            None => match Fence::opened_by(line) {
                Some(open) => fence = Some(open),
                None => in_line(line, number, phrases, &mut words),
            },
        }
    }
    words
}

/// The beginning of a fenced code block (CommonMark, section 4.5).
struct Fence<'t> {
    marks: &'t str,
    has_language: bool,
}

impl<'t> Fence<'t> {
    fn opened_by(line: &'t str) -> Option<Self> {
        let line = unindented(line);
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = line.trim_start_matches(mark);
        let marks = line.get(..line.len() - info.len())?;
        if marks.len() < 3 || (mark == '`' && info.contains('`')) {
            return None;
        }
        let info = info.trim().split([' ', ',', '{']).next().unwrap_or_default();
        let plain = ["", "text", "txt", "plain", "markdown", "md"];
        let has_language = !plain.iter().any(|plain| info.eq_ignore_ascii_case(plain));
        Some(Self { marks, has_language })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let rest = unindented(line).strip_prefix(self.marks);
        let mark = self.marks.chars().next().unwrap_or('`');
        rest.is_some_and(|rest| rest.trim_start_matches(mark).trim().is_empty())
    }
}

/// Without what lists and quotations put before a line.
fn unindented(line: &str) -> &str {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let item = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let item = if item.len() == line.len() {
        line.strip_prefix(['-', '*', '+'])
    } else {
        item.strip_prefix(['.', ')'])
    };
    let item = item.and_then(|item| item.strip_prefix(' '));
    item.map_or(line, str::trim_start)
}

/// A line outside of blocks: prose with code spans in it. A span that goes on in the next line is
/// taken for prose.
fn in_line<'t>(line: &'t str, number: usize, phrases: &Phrases<'_>, words: &mut Vec<Word<'t>>) {
    let mut rest = line;
    let mut column = 0;
    while let Some(start) = rest.find('`') {
        let (prose, spans) = rest.split_at(start);
        let marks = spans.len() - spans.trim_start_matches('`').len();
        let (ticks, code) = spans.split_at(marks);
        in_piece(prose, number, column, Region::Prose, phrases, words);
        column += prose.chars().count() + marks;
        rest = code;
        if let Some(end) = closing(code, ticks) {
            let (span, after) = code.split_at(end);
            let before = words.len();
            in_piece(span, number, column, Region::Span, phrases, words);
            phrases.whole_span(span, number, column, before, words);
            if let [word] = words.get_mut(before..).unwrap_or_default() {
                word.is_whole_span = word.text == span.trim();
            }
            column += span.chars().count() + marks;
            rest = after.get(marks..).unwrap_or_default();
        }
    }
    in_piece(rest, number, column, Region::Prose, phrases, words);
}

/// Start of the run of as many backticks, which ends a span.
fn closing(code: &str, ticks: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let start = from + code.get(from..)?.find('`')?;
        let run = code.get(start..)?;
        let length = run.len() - run.trim_start_matches('`').len();
        if length == ticks.len() {
            return Some(start);
        }
        from = start + length;
    }
}

/// The names with blanks and the words between them, in a piece of one line, which begins `before`
/// characters into it.
fn in_piece<'t>(
    piece: &'t str,
    line: usize,
    before: usize,
    region: Region,
    phrases: &Phrases<'_>,
    words: &mut Vec<Word<'t>>,
) {
    let (mut rest, mut column) = (piece, before);
    while let Some((start, length)) = phrases.first(rest) {
        let (ahead, named) = rest.split_at(start);
        let (text, after) = named.split_at(length);
        plain(ahead, line, column, region, phrases, words);
        column += ahead.chars().count();
        words.push(Word {
            text,
            line,
            column: column + 1,
            region,
            brackets: Brackets::after(after),
            is_whole_span: false,
            is_phrase: true,
        });
        column += text.chars().count();
        rest = after;
    }
    plain(rest, line, column, region, phrases, words);
}

fn plain<'t>(
    piece: &'t str,
    line: usize,
    before: usize,
    region: Region,
    phrases: &Phrases<'_>,
    words: &mut Vec<Word<'t>>,
) {
    let first = words.len();
    let mut from = 0;
    while let Some(offset) = piece.get(from..).and_then(|rest| rest.find(is_part)) {
        let start = from + offset;
        let rest = piece.get(start..).unwrap_or_default();
        let end = start + rest.find(|character| !is_part(character)).unwrap_or(rest.len());
        from = end;
        let run = piece.get(start..end).unwrap_or_default();
        let text = run.trim_start_matches(['.', ':', '/', '-', '\\', '@', '#', '$']);
        let cut = piece.len() - end + text.len();
        let column = piece.get(..piece.len() - cut).unwrap_or_default().chars().count();
        let after = piece.get(end..).unwrap_or_default();
        words.push(Word {
            text,
            line,
            column: before + column + 1,
            region,
            brackets: Brackets::after(after),
            is_whole_span: false,
            is_phrase: false,
        });
        phrases.called(piece, end, first, words);
    }
}

pub(super) fn is_word(name: &str) -> bool {
    name.chars().all(is_part)
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || "_-.:/\\@#$".contains(character)
}

pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let begins = characters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    begins && characters.all(|next| next.is_alphanumeric() || next == '_')
}

impl Brackets {
    fn after(text: &str) -> Self {
        match text.strip_prefix('(').map(str::trim_start) {
            None => Self::None,
            Some(inside) if inside.starts_with(')') => Self::Empty,
            Some(_) => Self::Filled,
        }
    }
}

impl Word<'_> {
    /// Readings of the word: as it is written; without the escapes of prose; without the marks of a
    /// sentence and of emphasis around it.
    pub(super) fn spellings(&self) -> Vec<String> {
        let mut spellings = vec![self.text.to_owned()];
        let mut text = self.text.to_owned();
        if self.region == Region::Prose {
            text = text.replace("\\_", "_");
            spellings.push(text.clone());
        }
        let bare = text.trim_end_matches(['.', ':', '/', '-']);
        spellings.push(bare.to_owned());
        if self.region == Region::Prose {
            spellings.push(bare.trim_matches('_').to_owned());
        }
        spellings.dedup();
        spellings
    }

    pub(super) fn mention(&self, name: &str) -> Mention {
        let emphasis = self.text.find(|mark| mark != '_').unwrap_or_default();
        let column = if name.starts_with('_') { self.column } else { self.column + emphasis };
        Mention { name: name.to_owned(), line: self.line, column }
    }

    pub(super) fn is_phrase(&self) -> bool {
        self.is_phrase
    }

    pub(super) fn may_be_bare(&self, name: &str) -> bool {
        let is_plain = |character: char| character.is_lowercase() || character.is_whitespace();
        let is_name = if self.is_phrase { !name.chars().all(is_plain) } else { name.contains('_') };
        self.brackets != Brackets::None || self.region != Region::Prose || is_name
    }

    /// A name that no tool has: a tool nearly has it (`is_near`), or an input, an output or a value
    /// does (`is_part`).
    pub(super) fn is_mention_of_unknown(&self, name: &str, is_near: bool, is_part: bool) -> bool {
        let called = self.brackets != Brackets::None;
        if self.is_phrase {
            return is_near && (called || self.is_whole_span);
        }
        match self.region {
            Region::Block { has_language: true } => called && is_near,
            Region::Block { .. } => called,
            Region::Span => called || (self.is_whole_span && is_near && !is_part),
            Region::Prose => match self.brackets {
                Brackets::None => false,
                Brackets::Empty => true,
                Brackets::Filled => name.contains('_'),
            },
        }
    }
}
