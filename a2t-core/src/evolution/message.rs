//! Renders a change as a compile error in a fixed buffer, because const evaluation cannot allocate.

use super::change::{Change, Member, Path, Quoted};
use super::help::{Help, Then, edit, help, part};
use super::rule::{Class, Rule, Severity};
use super::shape_path::ShapePath;
use super::text::as_str;
use super::witness::{Sample, Shows, Witness};
use crate::message::Message;
use crate::signature::{
    AllowedValue, Hints, InputParameter, OutputParameter, ProblemType, Text, ToolId,
};

/// Maximum size of a quoted text, in bytes.
const QUOTE: usize = 80;
/// Maximum size of a quoted name, in bytes. A reader searches for it, so it is cut only if it is very long.
const NAME: usize = 120;
/// Texts that are alike for more bytes than this are quoted from shortly before their difference.
const ALIKE: usize = 40;

/// Tool and two versions that a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject<'a> {
    /// The tool, as the code names it.
    pub tool: &'a str,
    /// The version that the code is.
    pub code: u32,
    /// The published version that it is compared with.
    pub published: u32,
    /// Location of the published line: `published/add/v1.json:12`; empty if that is not known.
    pub location: &'a str,
    /// The first version number that is free.
    pub next: u32,
    /// The newest published version.
    pub newest: u32,
    /// The published bounds to restore.
    pub bounds: Bounds,
}

/// The published bounds of an integer that help shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The one that the code changes.
    Changed,
    /// Both, because the code changes both.
    Both {
        /// The published minimum.
        min: i64,
        /// The published maximum.
        max: i64,
    },
    /// Both, which the type in the code does not hold.
    OfType {
        /// The published minimum.
        min: i64,
        /// The published maximum.
        max: i64,
    },
}

/// Returns the text of a compile error: the published form, the form in the code, the rule, a call
/// that breaks, and the help.
pub const fn message(change: &Change<'_>, subject: Subject<'_>) -> Message {
    let mut message = Message::new("");
    message.headline(change, subject);
    message.proof(change, subject);
    message.ways_out(change, subject);
    message
}

/// Returns where two texts are quoted from: shortly before the first difference, or 0 if that is near their start.
const fn difference(text: &str, other: &str) -> usize {
    let (mut old, mut new) = (text.as_bytes(), other.as_bytes());
    let (mut alike, mut words) = (0, (0, 0, 0));
    while let ([byte, old_rest @ ..], [other, new_rest @ ..]) = (old, new)
        && *byte == *other
    {
        (old, new) = (old_rest, new_rest);
        alike += 1;
        if *byte == b' ' {
            words = (words.1, words.2, alike);
        }
    }
    if alike <= ALIKE {
        return 0;
    }
    // Two words before the one that differs. An address or a Chinese sentence has none.
    if alike - words.0 <= ALIKE {
        return words.0;
    }
    let mut start = alike - ALIKE / 2;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    start
}

impl Message {
    const fn headline(&mut self, change: &Change<'_>, subject: Subject<'_>) {
        self.push("`");
        self.quote(subject.tool);
        self.push("` version ");
        self.number(subject.code as i128);
        if subject.published == subject.code {
            self.push(" is published, and the code differs at ");
        } else {
            self.push(" breaks published version ");
            self.number(subject.published as i128);
            self.push(" at ");
        }
        self.path(change.path);
        let start = match (change.old, change.new) {
            (Quoted::Text(old), Quoted::Text(new)) => difference(old, new),
            _ => 0,
        };
        self.push("\n  published: ");
        self.quoted_from(change.old, start);
        if !subject.location.is_empty() {
            self.push(" (");
            self.push(subject.location);
            self.push(")");
        }
        self.push("\n  the code:  ");
        self.quoted_from(change.new, start);
        self.push("\n  rule ");
        self.push(change.rule.id());
        self.push(" ");
        self.push(change.rule.slug());
        let facts = matches!(change.rule.class(), Class::Preconditions | Class::Hints);
        if facts {
            self.push(": callers rely on what is published");
        } else if subject.published == subject.code {
            self.push(": a published version never changes");
            if let Some(edit) = edit(change.rule) {
                self.push(" (");
                self.push(edit.id());
                self.push(")");
            }
        } else if change.rule.wire_safe() {
            self.push(": no old call breaks, but the protocol allows additions only");
        }
    }

    const fn proof(&mut self, change: &Change<'_>, subject: Subject<'_>) {
        let Some(witness) = change.witness else {
            return;
        };
        self.push("\n  broken: ");
        self.witness(witness);
        match witness {
            Witness::Without(_) | Witness::Sends(..) => {
                self.push(" was valid in version ");
                self.number(subject.published as i128);
                self.push(" and would be refused");
            }
            Witness::Tool(_)
            | Witness::Scopeless(_)
            | Witness::Keyless
            | Witness::Redirected(..)
            | Witness::Id(_)
            | Witness::Lacks(_)
            | Witness::Returns(..)
            | Witness::Shape { .. }
            | Witness::Problem { .. } => {}
        }
    }

    const fn ways_out(&mut self, change: &Change<'_>, subject: Subject<'_>) {
        self.push("\n  help: ");
        if matches!(change.rule.severity(), Severity::Error) {
            self.help(change, subject);
        } else {
            self.next_version(change, subject.next);
        }
        if subject.published == subject.code && subject.newest > subject.code {
            self.push(" If this is the code of version ");
            self.number(subject.newest as i128);
            self.push(", set `version = ");
            self.number(subject.newest as i128);
            self.push("`.");
        }
        self.push("\n  more: cargo a2t explain ");
        self.push(change.rule.id());
    }

    /// Help for what even a new version cannot have.
    const fn help(&mut self, change: &Change<'_>, subject: Subject<'_>) {
        let Help { restore, then } = help(change);
        let is_edit = subject.published == subject.code;
        if matches!(then, Then::Added) && is_edit {
            self.push("Remove the input, or set `version = ");
            self.number(subject.next as i128);
            self.push("`. In a new version, make it an `Option`, or give it a default: `#[a2t(default = …)]`.");
            return;
        }
        let is_new = matches!(change.old, Quoted::ErrorType(_, ProblemType { uri: None, .. }));
        if let Bounds::OfType { min, max } = subject.bounds {
            self.push("Restore a type that holds ");
            self.number(min as i128);
            self.push(" to ");
            self.number(max as i128);
        } else {
            self.push(if is_new { "Remove the `type`" } else { restore });
            self.key(change, subject);
        }
        self.period(restore);
        match then {
            Then::End | Then::Added => {}
            Then::Also(more) => {
                self.push(" ");
                self.push(more);
            }
            Then::Renamed(what) => self.published_name(what, change),
            Then::New(purpose, new) => {
                self.push(" ");
                self.push(purpose);
                self.push(", ");
                if is_edit {
                    self.push("set `version = ");
                    self.number(subject.next as i128);
                    self.push("`, ");
                }
                self.push(new);
                self.push(".");
            }
        }
    }

    /// Ends the sentence, which a hint of the table already has ended.
    const fn period(&mut self, sentence: &str) {
        if !matches!(sentence.as_bytes(), [.., b'.']) {
            self.push(".");
        }
    }

    /// Help for what a published version cannot have, but a new one can.
    const fn next_version(&mut self, change: &Change<'_>, next: u32) {
        let (part, it) = part(change.rule);
        let is_new = matches!(change.old, Quoted::Absent | Quoted::Tags([]));
        let (restore, change_it) =
            if is_new { ("Remove ", "` to add ") } else { ("Restore ", "` to change ") };
        self.push(restore);
        self.push(part);
        self.push(", or set `version = ");
        self.number(next as i128);
        self.push(change_it);
        self.push(it);
        self.push(".");
        // A function that took the name by accident seldom has the words of the other.
        if matches!(change.rule, Rule::ToolDescriptionChanged) {
            self.push(" Another tool needs another name, `name = \"…\"`.");
        }
        if matches!(change.rule, Rule::ErrorAdded) {
            self.push(" An error that only other tools return belongs in their own enum.");
        }
    }

    /// The key that restores what was published.
    const fn key(&mut self, change: &Change<'_>, subject: Subject<'_>) {
        let key = match (change.path, change.old) {
            (Path::Member(_, _, Member::Min), Quoted::Integer(_)) => "min = ",
            (Path::Member(_, _, Member::Max), Quoted::Integer(_)) => "max = ",
            (Path::Member(_, _, Member::MaxLength), Quoted::Length(_)) => "max_length = ",
            (Path::Member(_, _, Member::Id), Quoted::Text(_)) => "id = ",
            (Path::Member(_, _, Member::Name), Quoted::Text(_)) => "name = ",
            (Path::ErrorMember(_, Member::Status), Quoted::Integer(_)) => "status = ",
            (Path::ErrorMember(_, Member::Type), Quoted::ErrorType(_, error)) => {
                if error.uri.is_none() {
                    return;
                }
                "type = "
            }
            _ => return,
        };
        self.push(": `#[a2t(");
        if let Bounds::Both { min, max } = subject.bounds {
            self.push("min = ");
            self.number(min as i128);
            self.push(", max = ");
            self.number(max as i128);
        } else {
            self.push(key);
            self.quoted(change.old);
        }
        self.push(")]`");
    }

    /// The key of something that has another name in the code than callers know.
    const fn published_name(&mut self, what: &str, change: &Change<'_>) {
        self.push(" If you only renamed ");
        self.push(what);
        let is_format = matches!(change.rule, Rule::InputFormatChanged);
        self.push(" in the code, keep its ");
        self.push(if is_format { "format: `#[a2t(text, " } else { "published name: `#[a2t(" });
        match change.old {
            Quoted::Input(InputParameter { id, name, .. })
            | Quoted::Output(OutputParameter { id, name, .. }) => {
                self.push("id = ");
                self.in_quotes(as_str(id));
                self.push(", name = ");
                self.in_quotes(as_str(name));
            }
            name => {
                self.push(if is_format { "format = " } else { "name = " });
                self.quoted(name);
            }
        }
        self.push(")]`.");
    }

    const fn path(&mut self, path: Path<'_>) {
        self.pieces(&path.pieces());
        self.pieces(&path.shape_path());
    }

    const fn pieces(&mut self, mut pieces: &[&str]) {
        while let [piece, tail @ ..] = pieces {
            self.quote(piece);
            pieces = tail;
        }
    }

    const fn quoted_from(&mut self, quoted: Quoted<'_>, start: usize) {
        match quoted {
            Quoted::Text(text) if start > 0 => {
                self.push("\"…");
                self.cut(text.split_at(start).1, QUOTE);
                self.push("\"");
            }
            quoted => self.quoted(quoted),
        }
    }

    const fn quoted(&mut self, quoted: Quoted<'_>) {
        match quoted {
            Quoted::Absent => self.push("nothing"),
            Quoted::Text(text) => {
                self.push("\"");
                self.cut(text, QUOTE);
                self.push("\"");
            }
            Quoted::Integer(integer) => self.number(integer as i128),
            Quoted::Length(length) => self.number(length as i128),
            Quoted::Version(version) => self.number(version as i128),
            Quoted::Boolean(true) => self.push("true"),
            Quoted::Boolean(false) => self.push("false"),
            Quoted::Hints(hints) => self.hints(hints),
            Quoted::ToolId(id) => self.hex(id.as_u128()),
            Quoted::Type(name) => self.push(name),
            Quoted::Tags([]) => self.push("no tags"),
            Quoted::Tags(tags) | Quoted::Scopes(tags) => self.tags(tags),
            Quoted::AllowedValues(values) => self.values(values),
            Quoted::Input(input) => self.input(input),
            Quoted::Output(output) => self.output(output),
            Quoted::ErrorType(tool, error) => self.error_type(tool, error),
            Quoted::Errors([]) => self.push("no errors"),
            Quoted::Inputs(_) | Quoted::Outputs(_) | Quoted::Errors(_) => {
                self.push("another order");
            }
        }
    }

    const fn error_type(&mut self, tool: ToolId, error: &ProblemType) {
        match &error.uri {
            Some(uri) => self.in_quotes(as_str(uri)),
            None => {
                self.push("\"urn:uuid:");
                self.hex(tool.as_u128());
                self.push("#");
                self.quote(as_str(&error.name));
                self.push("\"");
            }
        }
    }

    const fn input(&mut self, input: &InputParameter) {
        self.push(if input.required {
            "a required input of type "
        } else {
            "an optional input of type "
        });
        self.push(input.kind.name());
        self.push(", ");
        self.in_quotes(as_str(&input.name));
    }

    const fn output(&mut self, output: &OutputParameter) {
        self.push("an output of type ");
        self.push(output.kind.name());
        self.push(", ");
        self.in_quotes(as_str(&output.name));
    }

    const fn hints(&mut self, hints: Hints) {
        let [read_only, idempotent, destructive, long_running] = Hints::NAMES;
        let mut before = "";
        let members = [
            (read_only, hints.read_only, "true"),
            (idempotent, hints.idempotent, "true"),
            (destructive, matches!(hints.destructive, Some(true)), "true"),
            (destructive, matches!(hints.destructive, Some(false)), "false"),
            (long_running, hints.long_running, "true"),
        ];
        let mut rest = members.as_slice();
        while let [(name, holds, value), tail @ ..] = rest {
            if *holds {
                self.push(before);
                self.push(name);
                self.push(": ");
                self.push(value);
                before = ", ";
            }
            rest = tail;
        }
    }

    const fn values(&mut self, values: &[AllowedValue]) {
        let mut rest = values;
        let mut left = 8;
        while let [value, tail @ ..] = rest {
            if left == 0 {
                self.push(", …");
                return;
            }
            if left < 8 {
                self.push(", ");
            }
            self.quote(as_str(&value.name));
            rest = tail;
            left -= 1;
        }
    }

    const fn tags(&mut self, tags: &[Text]) {
        let mut rest = tags;
        while let [tag, tail @ ..] = rest {
            self.in_quotes(as_str(tag));
            rest = tail;
            if !rest.is_empty() {
                self.push(", ");
            }
        }
    }

    const fn witness(&mut self, witness: Witness<'_>) {
        match witness {
            Witness::Tool(id) => {
                self.push("every call of the tool ");
                self.hex(id.as_u128());
            }
            Witness::Without(name) => {
                self.push("a call without ");
                self.in_quotes(name);
            }
            Witness::Sends(name, sample) => {
                self.push("a call with ");
                self.pair(name, sample);
            }
            Witness::Redirected(name, sample) => {
                self.push("a call with ");
                self.pair(name, sample);
                self.push(" would reach another input");
            }
            Witness::Scopeless(scope) => {
                self.push("a caller without the scope ");
                self.in_quotes(scope);
            }
            Witness::Keyless => self.push("a call without an Idempotency-Key"),
            Witness::Id(id) => {
                self.push("a caller that knows the parameter by the id ");
                self.in_quotes(id);
            }
            Witness::Lacks(name) => {
                self.push("a reader of the output ");
                self.in_quotes(name);
            }
            Witness::Returns(name, sample) => {
                self.push("a reader is not prepared for ");
                self.pair(name, sample);
            }
            Witness::Shape { output, location, shows, .. } => self.shape(output, location, shows),
            Witness::Problem { error, member: None, .. } => {
                self.push("a caller that handles the error ");
                self.in_quotes(as_str(&error.name));
            }
            Witness::Problem { error, member: Some((location, shows)), .. } => {
                self.shape(as_str(&error.name), location, shows);
            }
        }
    }

    const fn shape(&mut self, of: &str, location: ShapePath<'_>, shows: Shows<'_>) {
        self.push(match shows {
            Shows::Lacks => "a reader of `",
            Shows::Null => "a reader is not prepared for null in `",
            Shows::Text(_) | Shows::Given(_) => "a reader is not prepared for every value of `",
        });
        self.quote(of);
        self.pieces(&location.bare().pieces());
        self.push("`");
    }

    const fn pair(&mut self, name: &str, sample: Sample<'_>) {
        self.in_quotes(name);
        self.push(": ");
        match sample {
            Sample::Null => self.push("null"),
            Sample::True => self.push("true"),
            Sample::Integer(integer) => self.number(integer as i128),
            Sample::Text(text) => self.in_quotes(text),
            Sample::Letters(count) => {
                self.push("a string of ");
                self.number(count as i128);
                self.push(" characters");
            }
        }
    }
}

/// Texts and numbers on their way into the buffer.
impl Message {
    const fn in_quotes(&mut self, text: &str) {
        self.push("\"");
        self.quote(text);
        self.push("\"");
    }

    const fn quote(&mut self, text: &str) {
        self.cut(text, NAME);
    }

    /// A text from a document: one line, cut where it is longer than `max` bytes.
    const fn cut(&mut self, text: &str, max: usize) {
        let mut end = if text.len() > max { max } else { text.len() };
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut rest = text.split_at(end).0.as_bytes();
        while let [byte, tail @ ..] = rest {
            let control = *byte < b' ' || *byte == 0x7f;
            self.bytes(if control { b" " } else { std::slice::from_ref(byte) });
            rest = tail;
        }
        if end < text.len() {
            self.push("…");
        }
    }

    pub(super) const fn hex(&mut self, bits: u128) {
        let mut position = 32;
        while position > 0 {
            position -= 1;
            let digit = (bits >> (position * 4) & 0xf) as u8;
            self.bytes(&[if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }]);
            if matches!(position, 24 | 20 | 16 | 12) {
                self.push("-");
            }
        }
    }
}
