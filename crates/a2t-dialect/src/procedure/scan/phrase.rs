//! Names of tools that are not one word, such as `Lookup Weather`: where a text has them, and where
//! it nearly has them.

use a2t_core::error::nearest;

use super::{Brackets, Region, Word};

pub(in crate::procedure) struct Phrases<'n> {
    /// Longer ones first, so that the longest is found.
    names: Vec<&'n str>,
}

impl<'n> Phrases<'n> {
    pub(in crate::procedure) fn new(names: impl Iterator<Item = &'n str>) -> Self {
        let mut names: Vec<_> = names.collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self { names }
    }

    /// Offset of the first of the names in a text, and its length in bytes.
    pub(super) fn first(&self, text: &str) -> Option<(usize, usize)> {
        let found = self.names.iter().filter_map(|name| {
            let mut starts = text.match_indices(name).map(|(start, _)| start);
            let start = starts.find(|start| is_alone(text, *start, start + name.len()))?;
            Some((start, name.len()))
        });
        found.min_by_key(|(start, length)| (*start, std::cmp::Reverse(*length)))
    }

    /// Takes the words before brackets for one name, where they nearly are one: of the words from
    /// `first` on, the last has just been found, and ends at `end` in the piece.
    pub(super) fn called<'t>(
        &self,
        piece: &'t str,
        end: usize,
        first: usize,
        words: &mut Vec<Word<'t>>,
    ) {
        let Some(last) = words.last().filter(|word| word.brackets != Brackets::None) else {
            return;
        };
        let own = words.get(first..).unwrap_or_default();
        let counts = self.names.iter().map(|name| name.split_whitespace().count());
        let near = counts.filter_map(|count| {
            let index = own.len().checked_sub(count.max(2))?;
            let word = own.get(index)?;
            let start = offset(piece, word.text)?;
            let text = piece.get(start..end)?;
            self.is_near(text).then(|| {
                (index, Word { text, is_phrase: true, brackets: last.brackets, ..word.clone() })
            })
        });
        if let Some((index, word)) = near.min_by_key(|(index, _)| *index) {
            words.truncate(first + index);
            words.push(word);
        }
    }

    /// Takes a whole code span for one name, where it nearly is one: its words are those from
    /// `first` on.
    pub(super) fn whole_span<'t>(
        &self,
        span: &'t str,
        line: usize,
        column: usize,
        first: usize,
        words: &mut Vec<Word<'t>>,
    ) {
        let text = span.trim();
        let is_one = words.len() <= first + 1;
        if is_one || text.contains('(') || !self.is_near(text) {
            return;
        }
        let blanks = span.len() - span.trim_start().len();
        words.truncate(first);
        words.push(Word {
            text,
            line,
            column: column + span.get(..blanks).unwrap_or_default().chars().count() + 1,
            region: Region::Span,
            brackets: Brackets::None,
            is_whole_span: true,
            is_phrase: true,
        });
    }

    fn is_near(&self, text: &str) -> bool {
        nearest(text, self.names.iter().copied()).is_some()
    }
}

fn offset(text: &str, part: &str) -> Option<usize> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (start <= text.len()).then_some(start)
}

fn is_alone(text: &str, start: usize, end: usize) -> bool {
    let is_letter = |character: char| character.is_alphanumeric() || character == '_';
    let before = text.get(..start).and_then(|before| before.chars().next_back());
    let after = text.get(end..).and_then(|after| after.chars().next());
    !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
}
