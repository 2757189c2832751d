//! Texts that the types behind inputs read, as far as an error of theirs shows one.

use a2t_core::invocation::Arguments;
use a2t_core::wire::problem::Problem;
use a2t_core::{Code, Violation};

const NONE: &str = "reads a text by its type, which refuses what is by chance: say one that it reads, \
                    `#[a2t(text, example = \"…\")]`, so that the tool can be called";

/// One text for each input that is known to be read by a type.
#[derive(Default)]
pub(super) struct Examples(Vec<(String, String)>);

/// The reply to arguments that obey the signature, where types refuse some of them.
pub(super) enum Texts {
    /// Something else is the matter.
    Other,
    /// The refusals are right.
    Refused,
    /// This is wrong with them.
    Broken(String),
}

impl Examples {
    pub(super) fn of(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, example)| example.as_str())
    }

    /// Texts near the example, some of which are wrong for some types.
    pub(super) fn near(&self, name: &str) -> Vec<String> {
        let Some(example) = self.of(name) else {
            return Vec::new();
        };
        let mut shorter = example.to_owned();
        shorter.pop();
        vec![example.to_owned(), shorter, example.replacen(|_| true, "é", 1)]
    }

    /// Keeps the examples of a refusal.
    pub(super) fn learn(&mut self, problem: &Problem) {
        for violation in &problem.violations {
            if let Some((name, example)) = example(violation)
                && self.of(name).is_none()
            {
                self.0.push((name.to_owned(), example.to_owned()));
            }
        }
    }

    pub(super) fn of_problem(arguments: &Arguments, problem: &Problem) -> Texts {
        let mut refused = problem.violations.iter();
        if problem.violations.is_empty() || !refused.all(|each| each.code == Code::Unreadable) {
            return Texts::Other;
        }
        let mut texts = problem.violations.iter().filter(|each| each.code == Code::Unreadable);
        let wrong = texts.find_map(|violation| {
            let name = violation.parameter.as_deref().unwrap_or_default();
            let sent = arguments.iter().find(|(sent, _)| *sent == name)?.1.as_str();
            match violation.example.as_deref() {
                None => Some(format!("`{name}` {NONE}")),
                Some(example) if sent == Some(example) => {
                    Some(format!("`{name}` refuses its own example: {}", violation.message()))
                }
                Some(_) => None,
            }
        });
        wrong.map_or(Texts::Refused, Texts::Broken)
    }
}

fn example(violation: &Violation) -> Option<(&str, &str)> {
    let example = violation.example.as_deref().filter(|_| violation.code == Code::Unreadable)?;
    Some((violation.parameter.as_deref()?, example))
}
