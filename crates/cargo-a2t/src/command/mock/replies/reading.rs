//! The members of the file and of its replies, and everything that is wrong with them.

use std::ops::RangeInclusive;
use std::time::Duration;

use a2t::testing::{Failure, ProblemKind};
use a2t_core::json::{kind, segment, shown};
use a2t_core::wire::problem::Problem;
use a2t_core::{Code, ToolSignature, Violation, Violations};
use serde_json::{Map, Value};

use super::fits::{self, Tools};
use super::{Answer, Reply};

/// Kinds of heads that no client writes, so that no vendor refuses one of a call.
const OF_HEADS: [ProblemKind; 5] = [
    ProblemKind::MalformedRequest,
    ProblemKind::UriTooLong,
    ProblemKind::HeadTooLarge,
    ProblemKind::HostRefused,
    ProblemKind::OriginRefused,
];

const MEMBERS: [&str; 11] = [
    "arguments",
    "outputs",
    "as_is",
    "problem",
    "status",
    "error",
    "members",
    "detail",
    "retry_after",
    "failure",
    "delay_ms",
];

const EITHER: &str = "`outputs`, or `problem` and `status`, or `error`, or `failure`";

pub(super) fn read(file: &Value, tools: &Tools<'_>) -> (Vec<Reply>, Violations) {
    let mut replies = Vec::new();
    let mut found = Violations::default();
    let Value::Object(file) = file else {
        let expected = "an object with a list of replies for each tool";
        return (replies, wrong("", expected, file).into());
    };
    for (name, list) in file {
        let at = format!("/{}", segment(name));
        let Some(tool) = tools.get(name) else {
            let violation = Violation::new(Code::UnknownMember, at).got(quoted(name));
            let names = tools.iter().filter(|(known, tool)| tool.name == ***known);
            let names = names.map(|(known, _)| &**known);
            let violation = violation.expected("the name of a tool of the catalog");
            found.push(violation.allowed(names, name));
            continue;
        };
        match list {
            Value::Array(list) if !list.is_empty() => {
                for (index, reply) in list.iter().enumerate() {
                    let at = format!("{at}/{index}");
                    replies.extend(self::reply(reply, name, tool, at, &mut found));
                }
            }
            other => found.push(wrong(&at, "an array of at least one reply", other)),
        }
    }
    (replies, found)
}

fn reply(
    value: &Value,
    name: &str,
    tool: &ToolSignature,
    at: String,
    found: &mut Violations,
) -> Option<Reply> {
    let Value::Object(members) = value else {
        found.push(wrong(&at, "an object with what to reply", value));
        return None;
    };
    let before = found.len() + found.more();
    let mut reader = Reader { members, at, found };
    reader.known();
    let reply = Reply {
        tool: name.to_owned(),
        arguments: reader.object("arguments", |given, at| fits::arguments(tool, given, at)),
        delay: Duration::from_millis(reader.integer("delay_ms", 0..=u64::MAX).unwrap_or(0)),
        answer: reader.answer(tool),
    };
    (found.len() + found.more() == before).then_some(reply)
}

/// The members of one reply.
struct Reader<'v, 'f> {
    members: &'v Map<String, Value>,
    at: String,
    found: &'f mut Violations,
}

impl<'v> Reader<'v, '_> {
    fn known(&mut self) {
        for name in self.members.keys() {
            if !MEMBERS.contains(&&**name) {
                let at = self.under(name);
                let violation = Violation::new(Code::UnknownMember, at).got(quoted(name));
                let violation = violation.expected("a member of a reply");
                self.found.push(violation.allowed(MEMBERS.into_iter(), name));
            }
        }
    }

    fn answer(&mut self, tool: &ToolSignature) -> Answer {
        let is_problem = self.has("problem") || self.has("status");
        let is_error = self.has("error");
        let ends = [self.has("outputs"), is_problem, is_error, self.has("failure")];
        if ends.into_iter().filter(|ends| *ends).count() > 1 {
            self.push("", &format!("one of {EITHER}"), "more than one");
        }
        for member in ["detail", "retry_after"] {
            if !is_problem && !is_error && self.has(member) {
                self.push(member, "it next to `problem`, `status` or `error`", "none of them");
            }
        }
        if self.has("members") && !is_error {
            self.push("members", "it next to `error`", "none");
        }
        let as_is = self.boolean("as_is");
        if self.has("as_is") && !self.has("outputs") {
            self.push("as_is", "it next to `outputs`", "none");
        }
        if is_error {
            let failure = self.error(tool);
            return Answer::Failure(self.later(failure));
        }
        if is_problem {
            let failure = self.problem();
            return Answer::Failure(self.later(failure));
        }
        if self.has("failure") {
            return Answer::Failure(self.failure());
        }
        let check = |given: &_, at: &str| {
            if as_is { Violations::default() } else { fits::outputs(tool, given, at) }
        };
        let outputs = self.object("outputs", check);
        let outputs = outputs.unwrap_or_else(|| Value::Object(Map::new()));
        if as_is { Answer::AsIs(outputs) } else { Answer::Outputs(outputs) }
    }

    fn problem(&mut self) -> Failure {
        let detail = self.text("detail").unwrap_or_default();
        let kinds = ProblemKind::ALL.iter().copied().filter(|kind| !OF_HEADS.contains(kind));
        let kind = self.one_of("problem", kinds, ProblemKind::slug);
        let failure = match kind {
            Some(kind) => Failure::problem(kind, detail),
            None => Failure::unavailable(detail),
        };
        let status = self.integer("status", 400..=599);
        let status = status.and_then(|status| u16::try_from(status).ok());
        status.map_or(failure.clone(), |status| failure.status(status))
    }

    /// An error that the signature lists; any failure where it lists no such error, which is
    /// reported.
    fn error(&mut self, tool: &ToolSignature) -> Failure {
        if tool.errors.is_empty() {
            let got = self.text("error").map_or_else(|| "one".to_owned(), quoted);
            self.push("error", "none, as the signature lists no errors", &got);
            return Failure::unavailable("");
        }
        let Some(listed) = self.one_of("error", tool.errors.iter(), |listed| &*listed.name) else {
            return Failure::unavailable("");
        };
        let none = Value::Object(Map::new());
        let at = self.under("members");
        let members = self.members.get("members").unwrap_or(&none);
        self.found.append(fits::members(listed, members, &at));
        let mut problem = Problem::listed(listed, tool.tool_id);
        problem.detail = self.text("detail").map_or(problem.detail, str::to_owned);
        Failure::with(problem.with_members(members.as_object().cloned().unwrap_or_default()))
    }

    fn later(&mut self, failure: Failure) -> Failure {
        match self.integer("retry_after", 0..=u64::from(u32::MAX)) {
            Some(seconds) => failure.retry_after(Duration::from_secs(seconds)),
            None => failure,
        }
    }

    fn failure(&mut self) -> Failure {
        let ways = ["timeout", "interrupted"].into_iter();
        match self.one_of("failure", ways, |way| way) {
            Some("interrupted") => Failure::interrupted(),
            _ => Failure::timeout(),
        }
    }

    fn object(
        &mut self,
        member: &str,
        check: impl FnOnce(&Map<String, Value>, &str) -> Violations,
    ) -> Option<Value> {
        let value = self.members.get(member)?;
        match value {
            Value::Object(given) => {
                let at = self.under(member);
                self.found.append(check(given, &at));
                Some(value.clone())
            }
            other => self.wrong(member, "an object of names and values", other),
        }
    }

    fn boolean(&mut self, member: &str) -> bool {
        match self.members.get(member) {
            None => false,
            Some(Value::Bool(value)) => *value,
            Some(other) => self.wrong(member, "true or false", other).unwrap_or(false),
        }
    }

    fn text(&mut self, member: &str) -> Option<&'v str> {
        match self.members.get(member)? {
            Value::String(text) => Some(text),
            other => self.wrong(member, "a string", other),
        }
    }

    fn integer(&mut self, member: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let value = self.members.get(member)?;
        let integer = value.as_u64().filter(|integer| range.contains(integer));
        integer.or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.wrong(member, &format!("an integer from {least} to {most}"), value)
        })
    }

    fn one_of<'n, T: Copy>(
        &mut self,
        member: &str,
        choices: impl Iterator<Item = T> + Clone,
        name: fn(T) -> &'n str,
    ) -> Option<T> {
        let text = self.text(member)?;
        let chosen = choices.clone().find(|choice| name(*choice) == text);
        if chosen.is_none() {
            let names: Vec<_> = choices.map(name).collect();
            let expected = format!("one of {}", names.join(", "));
            let violation = Violation::new(Code::NotAllowed, self.under(member));
            let violation = violation.expected(expected).got(quoted(text));
            self.found.push(violation.allowed(names.into_iter(), text));
        }
        chosen
    }

    fn has(&self, member: &str) -> bool {
        self.members.contains_key(member)
    }

    fn wrong<T>(&mut self, member: &str, expected: &str, value: &Value) -> Option<T> {
        let violation = wrong(&self.under(member), expected, value);
        self.found.push(violation);
        None
    }

    fn push(&mut self, member: &str, expected: &str, got: &str) {
        let violation = Violation::new(Code::UnknownMember, self.under(member));
        self.found.push(violation.expected(expected).got(got));
    }

    fn under(&self, member: &str) -> String {
        match member {
            "" => self.at.clone(),
            member => format!("{}/{}", self.at, segment(member)),
        }
    }
}

fn wrong(at: &str, expected: &str, value: &Value) -> Violation {
    let got = match value {
        Value::Array(list) if list.is_empty() => "an empty array".to_owned(),
        Value::Array(_) | Value::Object(_) => kind(value).to_owned(),
        scalar => shown(scalar),
    };
    let violation = Violation::new(Code::WrongType, at);
    violation.expected(expected).got(got)
}

fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(80).collect();
    let rest = if shown.len() < text.len() { "…" } else { "" };
    format!("`{shown}{rest}`")
}
