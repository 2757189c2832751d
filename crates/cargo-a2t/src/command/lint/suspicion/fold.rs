//! A text as it is compared: compatibility forms, accents, look-alike letters, case and blanks do not count, and letters
//! that stand apart are joined.

use a2t_core::signature::rule::{is_forbidden, look};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Fewer letters that stand apart are initials, or a list.
const RUN_MIN: usize = 5;

/// A text in the form that phrases are looked for in.
pub(super) struct Folded {
    pub(super) plain: String,
    /// Letters that stood apart, `i g n o r e` or `i.g.n.o.r.e`, joined.
    runs: Vec<String>,
}

impl Folded {
    pub(super) fn new(text: &str) -> Self {
        let folded = if text.is_ascii() { text.to_ascii_lowercase() } else { letters(text) };
        let plain = folded.split_whitespace().collect::<Vec<_>>().join(" ");
        let runs = runs(&plain);
        Self { plain, runs }
    }

    /// Returns whether the text has this phrase, which is in lower case.
    pub(super) fn has(&self, phrase: &str) -> bool {
        if self.plain.contains(phrase) {
            return true;
        }
        let is_letter = |letter: &char| letter.is_alphanumeric();
        let joined = || phrase.chars().filter(is_letter).collect::<String>();
        !self.runs.is_empty()
            && Some(joined())
                .filter(|joined| joined.len() >= RUN_MIN)
                .is_some_and(|joined| self.runs.iter().any(|run| run.contains(&joined)))
    }
}

/// Returns the letters that a reader takes these characters for, in lower case.
fn letters(text: &str) -> String {
    let seen =
        text.nfkd().filter(|one| !is_combining_mark(*one) && !is_forbidden(*one) || *one == '\t');
    let lower = seen.map(boxed).flat_map(char::to_lowercase);
    let mut found = String::with_capacity(text.len());
    for letter in lower {
        if letter.is_ascii() {
            found.push(letter);
        } else {
            found.push_str(&look(letter.encode_utf8(&mut [0; 4])).to_lowercase());
        }
        // The look of a blank alone is nothing.
        if !letter.is_ascii() && letter.is_whitespace() {
            found.push(' ');
        }
    }
    found
}

/// Returns the letter in a dark circle or square, or that of a flag, which have no compatibility form.
fn boxed(letter: char) -> char {
    let code = u32::from(letter);
    let first =
        [0x1f150, 0x1f170, 0x1f1e6].into_iter().find(|first| (*first..first + 26).contains(&code));
    let index = first.and_then(|first| u8::try_from(code - first).ok());
    index.map_or(letter, |index| char::from(b'a' + index))
}

fn runs(plain: &str) -> Vec<String> {
    let mut runs = vec![String::new()];
    for word in
        plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
    {
        match runs.last_mut() {
            Some(run) if word.chars().nth(1).is_none() => run.push_str(word),
            _ => runs.push(String::new()),
        }
    }
    runs.retain(|run| run.chars().nth(RUN_MIN - 1).is_some());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_disguise_are_read_as_people_read_them() {
        for text in [
            "Ignore Previous",
            "\u{ff29}\u{ff47}\u{ff4e}\u{ff4f}\u{ff52}\u{ff45}\u{3000}previous",
            "\u{1d408}\u{1d420}\u{1d427}\u{1d428}\u{1d42b}\u{1d41e} previous",
            "\u{1d4d8}gnore prev\u{24d8}ous",
            "\u{406}gn\u{43e}r\u{435} pr\u{435}vi\u{43e}us",
            "\u{ef}gn\u{f6}r\u{eb} pr\u{e9}vious",
            "i\u{336}g\u{336}n\u{336}ore previous",
            "\u{1f178}\u{1f176}nore previous",
            "\u{1f158}gnore previous",
            "\u{1f1ee}gnore previous",
            "ig\u{200b}nore\u{a0}previous",
            "i g n o r e  p r e v i o u s",
            "I.G.N.O.R.E previous i-g-n-o-r-e-p-r-e-v-i-o-u-s",
            "i_g_n_o_r_e_p_r_e_v_i_o_u_s",
            "\u{ff49} \u{ff47} \u{ff4e} \u{ff4f} \u{ff52} \u{ff45} p r e v i o u s",
        ] {
            assert!(Folded::new(text).has("ignore previous"), "{text:?}");
        }
        for text in
            ["Ignored, previously", "a b c d e f g", "Options a, b, c, d and e.", "1.2.3.4.5", ""]
        {
            assert!(!Folded::new(text).has("ignore previous"), "{text:?}");
        }
    }
}
