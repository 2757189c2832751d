//! The members of two tools themselves, without their parameters.

use std::collections::BTreeSet;

use super::change::{Change, Member, Path, Quoted};
use super::preconditions;
use super::rule::Rule;
use super::witness::Witness;
use crate::signature::{Hints, Text, ToolSignature};

pub(super) fn compare<'a>(old: &'a ToolSignature, new: &'a ToolSignature) -> Vec<Change<'a>> {
    let ToolSignature {
        tool_id,
        name,
        title,
        description,
        img,
        version,
        current_version,
        // The server's remark about a version, as its current version is.
        deprecated: _remark,
        hints,
        // These are compared separately, together with the hints.
        preconditions: _apart,
        errors: _walked,
        tags,
        input_parameters: _walked_too,
        output_parameters: _as_well,
    } = old;
    let mut found = Vec::new();
    let mut changed = |rule, member, old, new| {
        found.push(Change {
            witness: (member == Member::ToolId).then_some(Witness::Tool(*tool_id)),
            ..Change::new(rule, Path::Tool(member), old, new)
        });
    };
    if *tool_id == new.tool_id {
        if let Some(rule) = renumbered(*version, new.version) {
            let (old, new) = (Quoted::Version(*version), Quoted::Version(new.version));
            changed(rule, Member::Version, old, new);
        }
        if new.version >= *version && new.current_version < *current_version {
            let old = Quoted::Version(*current_version);
            let new = Quoted::Version(new.current_version);
            changed(Rule::CurrentVersionRolledBack, Member::CurrentVersion, old, new);
        }
    } else {
        let (old, new) = (Quoted::ToolId(*tool_id), Quoted::ToolId(new.tool_id));
        changed(Rule::ToolIdChanged, Member::ToolId, old, new);
    }
    if *name != new.name {
        let (old, new) = (Quoted::Text(name), Quoted::Text(&new.name));
        changed(Rule::ToolRenamed, Member::Name, old, new);
    }
    if *description != new.description {
        let (old, new) = (Quoted::Text(description), Quoted::Text(&new.description));
        changed(Rule::ToolDescriptionChanged, Member::Description, old, new);
    }
    if *title != new.title {
        changed(Rule::TitleChanged, Member::Title, quoted(title), quoted(&new.title));
    }
    if *hints != new.hints && preconditions::are_known(old, new) {
        let (old, new) = (*hints, new.hints);
        let rule = if weaker(old, new) { Rule::HintWithdrawn } else { Rule::HintGiven };
        changed(rule, Member::Annotations, list(old), list(new));
    }
    if !same_set(tags, &new.tags) {
        changed(Rule::TagsChanged, Member::Tags, Quoted::Tags(tags), Quoted::Tags(&new.tags));
    }
    if *img != new.img {
        changed(Rule::ImgChanged, Member::Img, quoted(img), quoted(&new.img));
    }
    found
}

fn renumbered(old: u32, new: u32) -> Option<Rule> {
    if new < old {
        Some(Rule::VersionWentBackwards)
    } else if new > old.saturating_add(1) {
        Some(Rule::VersionGap)
    } else {
        None
    }
}

/// Fewer of the hints that make a tool harmless: callers that relied on one are worse off.
fn weaker(old: Hints, new: Hints) -> bool {
    old.read_only && !new.read_only
        || old.is_repeatable() && !new.is_repeatable()
        || !old.may_destroy() && new.may_destroy()
}

fn list(hints: Hints) -> Quoted<'static> {
    if hints.is_none() { Quoted::Absent } else { Quoted::Hints(hints) }
}

/// Whether both have the same members, in any order and number.
fn same_set(a: &[Text], b: &[Text]) -> bool {
    let set = |texts| <[Text]>::iter(texts).collect::<BTreeSet<_>>();
    a == b || set(a) == set(b)
}

fn quoted(text: &Option<Text>) -> Quoted<'_> {
    text.as_deref().map_or(Quoted::Absent, Quoted::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_sets() {
        let list = |numbers: std::ops::Range<u32>| -> Vec<Text> {
            numbers.map(|number| number.to_string().into()).collect()
        };
        let reversed = |mut list: Vec<Text>| {
            list.reverse();
            list
        };
        assert!(same_set(&list(0..9), &reversed(list(0..9))));
        assert!(!same_set(&list(0..9), &list(0..8)) && !same_set(&list(0..8), &list(0..9)));
        assert!(same_set(&vec!["0".into(); 300], &list(0..1)));
        assert!(same_set(&list(0..50_000), &reversed(list(0..50_000))));
    }
}
