//! The members of two tools themselves, without their parameters.

use super::change::{Member, Path, Quoted, Step};
use super::rule::Rule;
use super::text::{as_slice, as_str, same, same_optional, same_set};
use super::witness::Witness;
use crate::signature::{Text, ToolSignature};

/// Two signatures, seen as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tools<'a> {
    pub(super) old: &'a ToolSignature,
    pub(super) new: &'a ToolSignature,
    pub(super) text: bool,
}

impl<'a> Tools<'a> {
    pub(super) const fn step(&self, step: usize) -> Step<'a> {
        let ToolSignature {
            tool_id,
            name,
            description,
            img,
            version,
            current_version,
            // The server's remark about a version, as its current version is.
            deprecated: _remark,
            tags,
            input_parameters: _walked,
            output_parameters: _walked_too,
        } = self.old;
        match step {
            0 if tool_id.as_u128() != self.new.tool_id.as_u128() => self.tool_id(),
            1 => self.version(*version),
            2 => self.current_version(*current_version),
            3 if self.text => self.name(as_str(name)),
            4 if self.text => self.description(as_str(description)),
            5 if self.text => self.tags(as_slice(tags)),
            6 if self.text => self.img(optional(img)),
            0..=6 => Step::Same,
            _ => Step::End,
        }
    }

    const fn tool_id(&self) -> Step<'a> {
        let (old, new) = (self.old.tool_id, self.new.tool_id);
        let path = Path::Tool(Member::ToolId);
        Step::changed(
            Rule::ToolIdChanged,
            path,
            Quoted::ToolId(old),
            Quoted::ToolId(new),
        )
        .witnessed(Some(Witness::Tool(old)))
    }

    /// Whether the two signatures are versions of one tool.
    pub(super) const fn related(&self) -> bool {
        self.old.tool_id.as_u128() == self.new.tool_id.as_u128()
    }

    const fn version(&self, old: u32) -> Step<'a> {
        let new = self.new.version;
        let rule = if !self.related() {
            return Step::Same;
        } else if new < old {
            Rule::VersionWentBackwards
        } else if new > old.saturating_add(1) {
            Rule::VersionGap
        } else {
            return Step::Same;
        };
        let (from, to) = (Quoted::Version(old), Quoted::Version(new));
        Step::changed(rule, Path::Tool(Member::Version), from, to)
    }

    /// The pointer to the newest version is the one member that may always change.
    const fn current_version(&self, old: u32) -> Step<'a> {
        let new = self.new.current_version;
        if !self.related() || self.new.version < self.old.version || new >= old {
            return Step::Same;
        }
        let (from, to) = (Quoted::Version(old), Quoted::Version(new));
        let path = Path::Tool(Member::CurrentVersion);
        Step::changed(Rule::CurrentVersionRolledBack, path, from, to)
    }

    const fn name(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.name);
        if same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        Step::changed(Rule::ToolRenamed, Path::Tool(Member::Name), from, to)
    }

    const fn description(&self, old: &'a str) -> Step<'a> {
        let new = as_str(&self.new.description);
        if same(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Text(old), Quoted::Text(new));
        let path = Path::Tool(Member::Description);
        Step::changed(Rule::ToolDescriptionChanged, path, from, to)
    }

    const fn tags(&self, old: &'a [Text]) -> Step<'a> {
        let new = as_slice(&self.new.tags);
        if same_set(old, new) {
            return Step::Same;
        }
        let (from, to) = (Quoted::Tags(old), Quoted::Tags(new));
        Step::changed(Rule::TagsChanged, Path::Tool(Member::Tags), from, to)
    }

    const fn img(&self, old: Option<&'a str>) -> Step<'a> {
        let new = optional(&self.new.img);
        if same_optional(old, new) {
            return Step::Same;
        }
        let path = Path::Tool(Member::Img);
        Step::changed(Rule::ImgChanged, path, quoted(old), quoted(new))
    }
}

const fn optional(text: &Option<Text>) -> Option<&str> {
    match text {
        Some(text) => Some(as_str(text)),
        None => None,
    }
}

const fn quoted(text: Option<&str>) -> Quoted<'_> {
    match text {
        Some(text) => Quoted::Text(text),
        None => Quoted::Absent,
    }
}
