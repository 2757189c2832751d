//! A search among tools by words, for models that load tools as they need them.

use std::collections::{HashMap, HashSet};

use super::Selection;
use crate::selected::{Kept, Selected};

/// English words that are in the question for any tool.
const COMMON: [&str; 31] = [
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "for", "from", "how", "i",
    "in", "is", "it", "me", "my", "of", "on", "or", "that", "the", "to", "tool", "what", "will",
    "with", "you",
];

/// The maximum number of different words of a query that count.
const WORDS: usize = 32;

/// Weight of a word in the name, in words of the description.
const NAME: usize = 3;

impl Selection {
    /// Returns the tools that fit these words best (BM25 over names, descriptions, tags and inputs), at most `max`,
    /// the best first. A tool that has none of the words is not among them. Words such as "the" do not count, nor does a
    /// word after 32 others.
    ///
    /// ```
    /// # let tool = |name: &str, text: &str, id: u8| {
    /// #     let text = format!(r#"{{"toolId":"{id}479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"{name}","description":"{text}",
    /// #         "version":1,"currentVersion":1}}"#);
    /// #     a2t_core::signature::parse(text.as_bytes()).unwrap().signature
    /// # };
    /// # let tools = a2t_dialect::Selection::approved([
    /// #     tool("book_flight", "Books a seat.", 0), tool("forecast", "Forecasts rain and snow for a city.", 1)]);
    /// let found = tools.search("will it rain?", 5);
    /// let names: Vec<_> = found.iter().map(|tool| tool.full_name()).collect();
    /// assert_eq!(names, ["forecast"]);
    /// ```
    #[must_use]
    pub fn search(&self, words: &str, max: usize) -> Self {
        let tools: Vec<_> = self.iter().map(|tool| Counted::new(weighted(tool))).collect();
        let all = tools.len() as f64;
        let average = tools.iter().map(|tool| tool.length).sum::<usize>() as f64 / all.max(1.0);
        let mut scores = vec![0.0; tools.len()];
        for word in asked(words) {
            let with = tools.iter().filter(|tool| tool.counts.contains_key(&word)).count() as f64;
            let rarity = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
            for (score, tool) in scores.iter_mut().zip(&tools) {
                let count = tool.counts.get(&word).copied().unwrap_or_default() as f64;
                let length = tool.length as f64 / average.max(1.0);
                *score += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length));
            }
        }
        let mut found: Vec<_> = self.iter().zip(scores).filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        Self { tools: found.into_iter().take(max).map(|(tool, _)| tool.clone()).collect() }
    }
}

/// The first different words of a query that are not common.
fn asked(query: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut words = words_of(query);
    words.retain(|word| !COMMON.contains(&word.as_str()) && seen.insert(word.clone()));
    words.truncate(WORDS);
    words
}

/// The words of a tool, counted.
struct Counted {
    counts: HashMap<String, usize>,
    length: usize,
}

impl Counted {
    fn new(words: Vec<String>) -> Self {
        let length = words.len();
        let mut counts = HashMap::new();
        for word in words {
            *counts.entry(word).or_default() += 1;
        }
        Self { counts, length }
    }
}

/// The words of a tool, each as often as it weighs.
fn weighted(tool: &Selected) -> Vec<String> {
    let name = words_of(&tool.full_name());
    let mut words: Vec<_> = name.iter().cycle().take(name.len() * NAME).cloned().collect();
    words.extend(words_of(tool.tool().description().unwrap_or_default()));
    tool.tags().iter().for_each(|tag| words.extend(words_of(tag)));
    match tool.kept() {
        Kept::Signature(signature) => {
            for input in signature.input_parameters.iter() {
                words.extend(words_of(&input.name));
                words.extend(words_of(&input.description));
            }
        }
        Kept::Schema(schema) => {
            for (name, input, _) in crate::fit::inputs(schema) {
                words.extend(words_of(name));
                let text = input.get("description").and_then(serde_json::Value::as_str);
                words.extend(words_of(text.unwrap_or_default()));
            }
        }
    }
    words
}

/// Words in lower case; `sendMail` and `send_mail` have two.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = 'A';
    for letter in text.chars() {
        let begins = letter.is_uppercase() && before.is_lowercase();
        if !letter.is_alphanumeric() || begins {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words.iter_mut().for_each(stem);
    words
}

/// Cuts the ending of a plural: a user writes `flights` for `flight`.
fn stem(word: &mut String) {
    if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_a_limited_number_of_different_words() {
        let many = |count: usize| (0..count).map(|n| format!("w{n} the ")).collect::<String>();
        assert_eq!(asked(&many(WORDS)).len(), WORDS);
        let words = asked(&format!("w0 w0 {}", many(1_000)));
        assert_eq!((words.len(), &*words[0], &*words[WORDS - 1]), (WORDS, "w0", "w31"));
    }
}
