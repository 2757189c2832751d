//! Values that a child process is given, and that nothing it writes is shown with.

use std::sync::Arc;

use a2t_core::secret;

#[derive(Clone, Default)]
pub(crate) struct Secrets(Arc<[String]>);

impl Secrets {
    pub(super) fn new(secrets: Vec<String>) -> Self {
        Self(secrets.into())
    }

    pub(crate) fn hidden(&self, text: &str) -> String {
        secret::hide(text, self.0.iter())
    }

    /// Bytes that the longest one may have, with room for what is not UTF-8.
    pub(super) fn longest(&self) -> usize {
        self.0.iter().map(String::len).max().map_or(0, |length| length.saturating_add(4))
    }

    /// The beginning of a line. Secrets are hidden before it is cut: the half of one is not recognised.
    pub(super) fn start(&self, line: &[u8], most: usize) -> String {
        let longest = self.longest();
        let window = line.get(..most.saturating_add(longest));
        let text = self.hidden(&String::from_utf8_lossy(window.unwrap_or(line)));
        let whole = text.len() - if window.is_some() { longest.min(text.len()) } else { 0 };
        let end = text.floor_char_boundary(whole.min(most));
        text.get(..end).unwrap_or_default().to_owned()
    }
}

/// The words that hide secrets, and the parts of them that are not shown: of `--api-key=VALUE` the program
/// may repeat the value only.
pub(super) fn of_words(words: &[String]) -> Vec<String> {
    let shown = secret::hide_in_command(words);
    let hidden = words.iter().zip(&shown).filter(|(word, shown)| word != shown);
    hidden.flat_map(|(word, shown)| parts(word, shown)).map(str::to_owned).collect()
}

fn parts<'w>(word: &'w str, shown: &str) -> Vec<&'w str> {
    let after = |sign: &str| word.split_once(sign).map(|(_, after)| after.trim());
    let user = after("://").and_then(|rest| Some(rest.rsplit_once('@')?.0));
    let password = user.map(|user| user.split_once(':').map_or(user, |(_, password)| password));
    let ends = ["=", ":", "Bearer ", "Basic "].map(after);
    let is_end = |sign: char| sign.is_whitespace() || "\"'`\\=:&?#@,;/{}".contains(sign);
    let pieces = word.split(is_end).filter(|piece| !matches!(*piece, "Bearer" | "Basic"));
    let values = word.split(['?', '&', '#']).filter_map(|pair| Some(pair.split_once('=')?.1));
    let all = ends.into_iter().flatten().chain(password).chain(values).chain(pieces);
    [word].into_iter().chain(all.filter(|part| !shown.contains(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_arguments_that_are_hidden_are_known() {
        for word in [
            "--api-key=s3cret/0f=1",
            "postgres://ada:s3cret/0f=1@db.example/x",
            "https://x.example/mcp?api_key=s3cret/0f=1&t=git",
            "Authorization: Bearer s3cret/0f=1",
            "Authorization:Bearer s3cret/0f=1",
            "x --header 'Authorization: Bearer s3cret0f1'",
            r#"{"apiKey":"s3cret0f1"}"#,
        ] {
            let secrets = Secrets::new(of_words(&[word.to_owned()]));
            for value in ["s3cret/0f=1", "s3cret0f1"].iter().filter(|value| word.contains(**value))
            {
                assert_eq!(
                    secrets.hidden(&format!("bad {value} of git")),
                    "bad … of git",
                    "{word}"
                );
            }
        }
        assert!(of_words(&["--port=8080".to_owned()]).is_empty());
    }

    #[test]
    fn a_line_is_cut_once_its_secrets_are_hidden() {
        let secrets = Secrets::new(vec!["s3cret-value".to_owned()]);
        let line = "a s3cret-value b s3cret-value";
        for most in 0..line.len() + 4 {
            for end in 0..=line.len() {
                let start = secrets.start(&line.as_bytes()[..end], most);
                let half = start.contains("s3cret") && end >= most + 16;
                assert!(!half && start.len() <= most, "{most} {end} {start}");
            }
        }
        assert_eq!(secrets.start(line.as_bytes(), 200), "a … b …");
        assert_eq!(Secrets::default().start("añb".as_bytes(), 2), "a");
    }
}
