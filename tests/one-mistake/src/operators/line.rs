//! A line of a source, and ways to change it.

pub(super) struct Line<'a> {
    pub(super) before: &'a str,
    pub(super) line: &'a str,
    pub(super) after: &'a str,
    lines: &'a [&'a str],
    at: usize,
}

impl<'a> Line<'a> {
    pub(super) fn of(lines: &'a [&'a str], at: usize) -> Self {
        let line = |at: Option<usize>| at.and_then(|at| lines.get(at)).copied().unwrap_or_default();
        let (before, after) = (line(at.checked_sub(1)), line(Some(at + 1)));
        Self { before, line: lines[at], after, lines, at }
    }

    /// Returns `true` if the source contains this text.
    pub(super) fn is_in_source(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }

    pub(super) fn is_comment(&self) -> bool {
        self.line.trim().starts_with("///")
    }

    /// Returns `true` for a comment that is a part of a description, unlike code and sections other than `# Returns`.
    pub(super) fn is_read(&self) -> bool {
        let lines = &self.lines[..=self.at];
        let is_other = |line: &&str| !line.trim().starts_with("///");
        let start = lines.iter().rposition(is_other).map_or(0, |other| other + 1);
        let (mut is_code, mut is_other) = (false, false);
        for line in &lines[start..] {
            let text = line.trim().trim_start_matches("///").trim();
            is_code ^= text.starts_with("```");
            if let Some(title) = text.strip_prefix("# ").filter(|_| !is_code) {
                is_other = title != "Returns";
            }
        }
        self.is_comment() && !is_code && !is_other
    }

    /// Returns `true` for a variant that only wraps another error, which needs no comment.
    pub(super) fn is_of_an_inner_error(&self) -> bool {
        ["transparent", "internal"].iter().any(|key| self.after.contains(key))
    }

    pub(super) fn is_lone_comment(&self) -> bool {
        let others = [self.before, self.after];
        self.is_comment() && !others.iter().any(|other| other.trim().starts_with("///"))
    }

    pub(super) fn has_default(&self) -> bool {
        [self.before, self.line].iter().any(|line| line.contains("default = "))
    }

    /// Returns `true` for a line of one of a2t's attributes.
    pub(super) fn is_keys(&self) -> bool {
        !self.line.trim().starts_with("//")
            && (self.line.contains("#[a2t") || self.line.contains("#[tool") || self.is_one_key())
    }

    fn is_one_key(&self) -> bool {
        let keys = ["status = ", "version = ", "tags = ", "detail = ", "type = "];
        keys.iter().any(|key| self.line.trim().starts_with(key))
    }

    /// Returns `true` for a parameter or a field in its own line.
    pub(super) fn is_member(&self) -> bool {
        self.member().is_some()
    }

    /// Returns the name of a parameter or a field in its own line, and the rest after the colon.
    pub(super) fn member(&self) -> Option<(&'a str, &'a str)> {
        let (name, ty) = self.line.trim().split_once(": ")?;
        let is_name = name.chars().all(|next| next.is_lowercase() || next == '_');
        (is_name && ty.ends_with(',')).then_some((name, ty))
    }

    pub(super) fn indent(&self) -> &'a str {
        &self.line[..self.line.len() - self.line.trim_start().len()]
    }

    /// Returns the line below this attribute.
    pub(super) fn under(&self, attribute: &str) -> String {
        format!("{}{attribute}\n{}", self.indent(), self.line)
    }

    pub(super) fn replaced(&self, old: &str, new: &str) -> Option<String> {
        self.line.contains(old).then(|| self.line.replacen(old, new, 1))
    }

    /// Returns the line of an attribute with another text in place of this one.
    pub(super) fn key(&self, old: &str, new: &str) -> Option<String> {
        self.is_keys().then(|| self.replaced(old, new))?
    }

    /// Returns the line with another word in place of this key.
    pub(super) fn word(&self, key: &str, new: &str) -> Option<String> {
        let at = self.find(key)?;
        Some(format!("{}{new}{}", &self.line[..at], &self.line[at + key.len()..]))
    }

    /// Returns the line with another text in place of this key without a value.
    pub(super) fn flag(&self, key: &str, new: &str) -> Option<String> {
        let at = self.find(key)?;
        let is_alone = self.line[at + key.len()..].starts_with([',', ')']);
        is_alone.then(|| self.word(key, new))?
    }

    /// Returns the line with another number for this key.
    pub(super) fn number(&self, key: &str, change: impl Fn(i64) -> String) -> Option<String> {
        let number = |value: &str| value.replace('_', "").parse().ok();
        self.with_value(key, |value| Some(format!("{key} = {}", change(number(value)?))))
    }

    /// Returns the line with another value for this key, which has a text.
    pub(super) fn text(&self, key: &str, change: impl Fn(&str) -> String) -> Option<String> {
        let is_text = |value: &str| value.starts_with('"') && value.ends_with('"');
        self.with_value(key, |value| is_text(value).then(|| format!("{key} = {}", change(value))))
    }

    /// Returns the line with another text for this key and its value.
    pub(super) fn value(&self, key: &str, change: impl Fn(&str) -> String) -> Option<String> {
        self.with_value(key, |value| Some(change(value)))
    }

    fn with_value(&self, key: &str, change: impl Fn(&str) -> Option<String>) -> Option<String> {
        let at = self.find(key)?;
        let rest = self.line[at + key.len()..].strip_prefix(" = ")?;
        let end = match rest.strip_prefix('"') {
            Some(text) => text.find('"')? + 2,
            None => rest.find([',', ')', '}', ']']).unwrap_or(rest.len()),
        };
        Some(format!("{}{}{}", &self.line[..at], change(&rest[..end])?, &rest[end..]))
    }

    /// Returns where the line of an attribute has this key.
    fn find(&self, key: &str) -> Option<usize> {
        if !self.is_keys() {
            return None;
        }
        let is_part = |next: char| next.is_alphanumeric() || next == '_';
        let mut at = self.line.match_indices(key).map(|(at, _)| at);
        at.find(|&at| {
            let (before, after) = (&self.line[..at], &self.line[at + key.len()..]);
            !before.ends_with(is_part)
                && !after.starts_with(is_part)
                && before.matches('"').count() % 2 == 0
        })
    }
}
