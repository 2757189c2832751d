//! Lines for people, only the first of each kind: a catalog has 10,000 tools, and each may have one.

/// Maximum number of lines of one kind.
pub(crate) const LINES_MAX: usize = 50;

/// Counts of lines by their kind, which is a word of `--format json`.
#[derive(Default)]
pub(crate) struct Few(Vec<(&'static str, usize)>);

impl Few {
    /// Counts a line, and returns whether it is shown.
    pub(crate) fn shows(&mut self, kind: &'static str) -> bool {
        let at = self.0.iter().position(|(known, _)| *known == kind);
        let at = at.unwrap_or_else(|| {
            self.0.push((kind, 0));
            self.0.len().saturating_sub(1)
        });
        self.0.get_mut(at).is_some_and(|(_, count)| {
            *count = count.saturating_add(1);
            *count <= LINES_MAX
        })
    }

    /// A line for each kind of which some are not shown.
    pub(crate) fn rest(&self) -> impl Iterator<Item = String> {
        let left = self.0.iter().filter(|(_, count)| *count > LINES_MAX);
        left.map(|(kind, count)| {
            let more = count.saturating_sub(LINES_MAX);
            format!("and {more} more of `{kind}`; --format json has all")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_of_one_kind_hide_none_of_another() {
        let mut few = Few::default();
        let shown = (0..10_000).filter(|_| few.shows("added")).count();
        assert_eq!(shown, LINES_MAX);
        assert!(few.shows("broken-lock"));
        let rest: Vec<_> = few.rest().collect();
        assert_eq!(rest, ["and 9950 more of `added`; --format json has all"]);
    }
}
