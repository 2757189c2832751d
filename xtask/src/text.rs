//! What people read in a file: takes Rust or Markdown, returns passages of prose with their lines.

/// Text that belongs together, such as the comment above an item or one string.
#[derive(Default)]
pub(crate) struct Passage {
    pub(crate) lines: Vec<(usize, String)>,
}

/// A cell of a Markdown table.
pub(crate) struct Cell {
    pub(crate) line: usize,
    pub(crate) characters: usize,
}

/// A documented `pub fn`.
pub(crate) struct Function {
    pub(crate) line: usize,
    pub(crate) first_word: String,
}

/// Comments and strings of a Rust file, in order.
pub(crate) struct Rust {
    pub(crate) comments: Vec<(usize, String)>,
    pub(crate) strings: Vec<(usize, String)>,
}

impl Rust {
    pub(crate) fn parse(source: &str) -> Self {
        let mut lexer = Lexer {
            rest: source,
            line: 1,
            found: Self { comments: Vec::new(), strings: Vec::new() },
        };
        while lexer.step() {}
        lexer.found
    }

    /// Returns the comments, neighbouring lines in one passage, without code in fences.
    pub(crate) fn comments(&self) -> Vec<Passage> {
        let mut passages: Vec<Passage> = Vec::new();
        let mut next = 0;
        for (line, text) in &self.comments {
            if *line != next {
                passages.push(Passage::default());
            }
            next = line + 1;
            if let Some(passage) = passages.last_mut() {
                passage.lines.push((*line, text.clone()));
            }
        }
        for passage in &mut passages {
            remove_code(&mut passage.lines);
        }
        passages
    }

    /// Returns strings that look like messages: four words or more.
    pub(crate) fn messages(&self) -> Vec<Passage> {
        let strings = self.strings.iter().filter(|(_, text)| text.split_whitespace().count() >= 4);
        strings.map(|(line, text)| Passage { lines: number(*line, text) }).collect()
    }
}

/// Returns the prose of a page: everything but code.
pub(crate) fn markdown(source: &str) -> Passage {
    let mut lines = number(1, source);
    remove_code(&mut lines);
    Passage { lines }
}

/// Returns the cells of the tables of a page. The target of a link does not count, because readers do not see it.
pub(crate) fn cells(page: &Passage) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (line, text) in &page.lines {
        let Some(row) = text.trim().strip_prefix('|') else { continue };
        for cell in row.trim_end_matches('|').replace("\\|", " ").split('|') {
            cells.push(Cell {
                line: *line,
                characters: without_targets(cell).trim().chars().count(),
            });
        }
    }
    cells
}

/// Returns the documented `pub fn` of a file with the first word of their documentation.
pub(crate) fn functions(source: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut first: Option<&str> = None;
    for (index, line) in source.lines().enumerate() {
        let line = line.trim();
        if let Some(text) = line.strip_prefix("///") {
            first = first.or(Some(text));
        } else if line.starts_with('#') {
            // An attribute between the documentation and the function.
        } else {
            let signature = line.strip_prefix("pub ").unwrap_or_default();
            let signature = ["const ", "async "]
                .iter()
                .fold(signature, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
            if let Some(text) = first.filter(|_| signature.starts_with("fn ")) {
                let first_word = text.split_whitespace().next().unwrap_or_default();
                let first_word = first_word.trim_end_matches([',', ':', '.']).to_owned();
                functions.push(Function { line: index + 1, first_word });
            }
            first = None;
        }
    }
    functions
}

/// Splits prose into words in lower case. Code between backticks, paths and names with digits or underscores are not
/// words.
pub(crate) fn words(line: &str) -> Vec<String> {
    let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ` ");
    let prose = without_targets(&prose);
    let mut words = Vec::new();
    for token in prose.split_whitespace() {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric());
        for part in token.split("--").flat_map(|part| part.split(['(', ')', ',', ';', '*'])) {
            let is_word = part.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
            if is_word && !part.is_empty() {
                words.push(part.to_lowercase());
            }
        }
    }
    words
}

fn number(first: usize, text: &str) -> Vec<(usize, String)> {
    text.lines().enumerate().map(|(index, line)| (first + index, line.to_owned())).collect()
}

fn remove_code(lines: &mut Vec<(usize, String)>) {
    let mut fenced = false;
    lines.retain(|(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        !fenced && !is_fence
    });
}

/// Removes what follows `](` up to `)`.
fn without_targets(text: &str) -> String {
    let mut parts = text.split("](");
    let mut seen = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        seen.push(']');
        seen.push_str(part.split_once(')').map_or("", |(_, after)| after));
    }
    seen
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    found: Rust,
}

impl<'a> Lexer<'a> {
    /// Reads one token; `false` at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            let line = self.line;
            let text = self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            let text = text.trim_start_matches('/').trim_start_matches('!');
            self.found.comments.push((line, text.trim().to_owned()));
        } else if self.rest.starts_with("/*") {
            let end = self.rest.find("*/").map_or(self.rest.len(), |at| at + 2);
            let line = self.line;
            let text = self.take(end);
            self.found.comments.extend(number(line, text));
        } else if let Some(hashes) = raw_string(self.rest) {
            let closing = format!("\"{}", "#".repeat(hashes));
            let opening = hashes + 2;
            self.take(opening);
            self.string(self.rest.find(&closing).unwrap_or(self.rest.len()), closing.len());
        } else if first == '"' {
            self.take(1);
            self.string(end_of_string(self.rest), 1);
        } else if first == '\'' {
            self.take(character(self.rest));
        } else if first.is_alphanumeric() || first == '_' {
            let word = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            self.take(word.unwrap_or(self.rest.len()));
        } else {
            self.take(first.len_utf8());
        }
        true
    }

    fn string(&mut self, length: usize, closing: usize) {
        let line = self.line;
        let text = self.take(length).replace("\\n", " ");
        self.found.strings.push((line, text));
        self.take(closing.min(self.rest.len()));
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken
    }
}

/// Returns the number of `#` if a raw string starts here.
fn raw_string(rest: &str) -> Option<usize> {
    let hashes = rest.strip_prefix('r')?;
    let opening = hashes.trim_start_matches('#');
    opening.starts_with('"').then_some(hashes.len() - opening.len())
}

/// Returns where the closing quote of an ordinary string stands.
fn end_of_string(rest: &str) -> usize {
    let mut escaped = false;
    let end = rest.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.unwrap_or(rest.len())
}

/// Returns the length of a character literal, or of the quote alone if it begins a lifetime.
fn character(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            rest.get(after..).and_then(|tail| tail.find('\'')).map_or(1, |end| after + end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_prose_and_not_code_or_paths() {
        let found = words("The `told` caller's file tests/told.rs, [told](told.md) of its-own.");
        assert_eq!(found, ["the", "caller's", "file", "told", "of", "its-own"]);
    }

    #[test]
    fn comments_strings_and_code_of_a_file_are_distinguished() {
        let source = "//! Says.\nconst A: &str = \"one two three // four\"; // after\nconst B: char = '\"';\n\
                      /// ```\n/// tell();\n/// ```\n/// End.\nfn f<'a>() { r#\"a \" quoted raw string\"#; }\n";
        let rust = Rust::parse(source);
        let comments: Vec<_> =
            rust.comments().into_iter().flat_map(|passage| passage.lines).collect();
        let text: Vec<_> = comments.iter().map(|(line, text)| (*line, &**text)).collect();
        assert_eq!(text, [(1, "Says."), (2, "after"), (7, "End.")]);
        let messages: Vec<_> =
            rust.messages().into_iter().flat_map(|passage| passage.lines).collect();
        let lines: Vec<_> = messages.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 8]);
    }

    #[test]
    fn a_function_has_the_first_word_of_its_documentation() {
        let source = "/// Returns it.\n#[must_use]\npub const fn a() {}\n/// The text.\npub fn b() {}\n\
                      /// Hidden.\nfn c() {}\npub fn d() {}\n";
        let found = functions(source);
        let found: Vec<_> = found.iter().map(|found| (found.line, &*found.first_word)).collect();
        assert_eq!(found, [(3, "Returns"), (5, "The")]);
    }

    #[test]
    fn a_cell_is_as_long_as_readers_see_it() {
        let page = markdown(
            "| a | [page](https://example.com/a/long/address) \\| b |\n```\n| no table |\n```\n",
        );
        let lengths: Vec<_> = cells(&page).iter().map(|cell| cell.characters).collect();
        assert_eq!(lengths, [1, 10]);
    }
}
