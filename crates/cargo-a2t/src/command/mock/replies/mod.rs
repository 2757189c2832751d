//! A file of replies becomes what a mock answers, or everything in it that does not fit the catalog.

mod fits;
mod reading;

use std::path::Path;
use std::time::Duration;

use a2t::testing::{Failure, Mock, MockError};
use a2t_codegen::source::{self, DocumentError};
use a2t_core::error::inert;
use a2t_core::{Violation, Violations, json};
use serde_json::Value;

use crate::catalog::{Catalog, bytes, shown};
use crate::report::CommandError;

#[derive(Debug)]
struct Reply {
    tool: String,
    /// Arguments of the calls that it answers; any call without them.
    arguments: Option<Value>,
    delay: Duration,
    answer: Answer,
}

#[derive(Debug)]
enum Answer {
    Outputs(Value),
    AsIs(Value),
    Failure(Failure),
}

pub(super) fn load(path: &Path, catalog: &Catalog, mock: &Mock) -> Result<(), CommandError> {
    let document = source::parse(&bytes(path)?).map_err(|refusal| not_read(path, &refusal))?;
    let tools = fits::named(catalog);
    let (replies, found) = reading::read(document.value(), &tools);
    if !found.is_empty() {
        return Err(misfit(path, document.text(), &found));
    }
    let script = |reply: Reply| reply.script(mock).map_err(CommandError::new);
    replies.into_iter().try_for_each(script)
}

impl Reply {
    fn script(self, mock: &Mock) -> Result<(), MockError> {
        let next = mock.delayed(self.delay);
        let tool = &self.tool;
        match (self.answer, self.arguments) {
            (Answer::Outputs(outputs), None) => next.reply(tool, outputs),
            (Answer::Outputs(outputs), Some(to)) => next.reply_to(tool, to, outputs),
            (Answer::AsIs(outputs), None) => next.reply_as_is(tool, outputs),
            (Answer::AsIs(outputs), Some(to)) => next.reply_as_is_to(tool, to, outputs),
            (Answer::Failure(failure), None) => next.fail(tool, failure),
            (Answer::Failure(failure), Some(to)) => next.fail_on(tool, to, failure),
        }
    }
}

fn not_read(path: &Path, refusal: &DocumentError) -> CommandError {
    CommandError::new(refusal.lines(&shown(path)).join("\n"))
}

fn misfit(path: &Path, text: &str, found: &Violations) -> CommandError {
    let pointers = found.iter().map(|violation| &*violation.pointer);
    let locations = json::locate_all(text, pointers);
    let mut located: Vec<_> = locations.into_iter().zip(found.iter()).collect();
    located.sort_by_key(|(location, _)| *location);
    let line = |((line, column), violation): ((usize, usize), &Violation)| {
        let at = inert(match &*violation.pointer {
            "" => "the file",
            pointer => pointer,
        });
        let (message, others) = (violation.message(), others(violation));
        format!("{}:{line}:{column}: {at}: {message}{others}", shown(path))
    };
    let mut lines: Vec<_> = located.into_iter().map(line).collect();
    if found.more() > 0 {
        lines.push(format!("and {} more", found.more()));
    }
    CommandError::new(format!(
        "the replies do not fit the catalog, so nothing is served:\n{}\n\
         `cargo a2t mock --help` has the members of a reply; outputs that only a newer vendor has are said with `\"as_is\": true`",
        lines.join("\n")
    ))
}

/// The names that exist instead, where they are few and the message contains none of them.
fn others(violation: &Violation) -> String {
    let has_help = violation.did_you_mean.is_some() || violation.expected.starts_with("one of ");
    if has_help || violation.allowed.is_empty() || violation.allowed.len() > 10 {
        return String::new();
    }
    let names = violation.allowed.iter();
    let names: Vec<_> = names.map(|name| format!("`{}`", inert(name))).collect();
    format!("; there is {}", names.join(", "))
}
