//! Compares the errors of an enum with what published tools list, where the enum is declared.

use std::borrow::Cow;

use a2t_core::evolution::{
    Bounds, Change, Path, Subject, error_at, message, new_error, refused_error,
};
use a2t_core::{ProblemType, ToolId};

use super::{equal, str_of};

/// Errors that tools with the same list publish, taken from the newest version of the first tool.
#[derive(Debug)]
pub struct SharedErrors {
    pub code: &'static [ProblemType],
    pub published: &'static [ProblemType],
    /// Each error's location in the file, and the tools that publish it.
    pub locations: &'static [(&'static str, &'static str)],
    pub id: u128,
    pub tool: &'static str,
    pub version: u32,
    pub file: &'static str,
    pub tools: &'static str,
}

struct Found {
    change: Change<'static>,
    /// Position in `code`; past the end if the code lacks the error.
    at: usize,
    /// Position of the member that differs; past the end if no member differs.
    member: usize,
    location: (&'static str, &'static str),
}

/// Returns the positions of the variant that differs, if one does, and of its member. A position past the end means
/// that it is lost.
pub const fn differs(shared: &'static [SharedErrors], frozen: bool) -> Option<[usize; 2]> {
    match find(shared, frozen) {
        Some((_, found)) => Some([found.at, found.member]),
        None => None,
    }
}

/// Refuses the error that differs.
#[track_caller]
pub const fn refuse(shared: &'static [SharedErrors], frozen: bool) {
    let Some((shared, Found { change, location, .. })) = find(shared, frozen) else {
        return;
    };
    let next = shared.version.saturating_add(1);
    let subject = Subject {
        tool: shared.tool,
        code: if frozen { shared.version } else { next },
        published: shared.version,
        location: location.0,
        next,
        newest: shared.version,
        bounds: Bounds::Changed,
    };
    message(&change, subject).text("\n  used by: ").text(location.1).refuse();
}

/// Returns the first change. Changes that even a new version must not make come before texts and additions.
const fn find(
    mut shared: &'static [SharedErrors],
    frozen: bool,
) -> Option<(&'static SharedErrors, Found)> {
    let Some(first) = shared.first() else {
        return None;
    };
    let all = shared;
    let mut text = false;
    loop {
        while let [next, rest @ ..] = shared {
            if let Some(found) = next.changed(text) {
                return Some((next, found));
            }
            shared = rest;
        }
        if !frozen || text {
            break;
        }
        (shared, text) = (all, true);
    }
    if !frozen {
        return None;
    }
    match first.added(all) {
        Some(found) => Some((first, found)),
        None => None,
    }
}

impl SharedErrors {
    const fn changed(&'static self, frozen: bool) -> Option<Found> {
        let (tool, mut index) = (ToolId::from_u128(self.id), 0);
        while index < self.published.len() {
            if let Some(change) = refused_error(tool, self.published, index, self.code, frozen) {
                let at = match error_at(tool, self.published, index, self.code) {
                    Some(at) => at,
                    None => self.code.len(),
                };
                let member = self.member(at, change.path);
                return Some(Found { change, at, member, location: self.locations[index] });
            }
            index += 1;
        }
        None
    }

    const fn member(&self, at: usize, path: Path<'_>) -> usize {
        let (Some((_, [code, ..])), Path::ErrorShape(_, location)) =
            (self.code.split_at_checked(at), path)
        else {
            return usize::MAX;
        };
        let Cow::Borrowed(members) = &code.members else {
            return usize::MAX;
        };
        let mut index = 0;
        while index < members.len() && !equal(str_of(&members[index].name), location.first()) {
            index += 1;
        }
        index
    }

    /// Returns the first error that none of the lists has. A tool may list a part of the errors.
    const fn added(&'static self, all: &'static [Self]) -> Option<Found> {
        let (tool, mut at) = (ToolId::from_u128(self.id), 0);
        while at < self.code.len() {
            if let Some(change) = new_error(tool, self.published, self.code, at)
                && !is_listed(all, at)
            {
                let member = usize::MAX;
                return Some(Found { change, at, member, location: (self.file, self.tools) });
            }
            at += 1;
        }
        None
    }
}

const fn is_listed(mut all: &'static [SharedErrors], at: usize) -> bool {
    while let [shared, rest @ ..] = all {
        let tool = ToolId::from_u128(shared.id);
        if new_error(tool, shared.published, shared.code, at).is_none() {
            return true;
        }
        all = rest;
    }
    false
}
