//! Versions of tools become bytes that a test executable keeps through linking, and an executable
//! becomes the versions in it: those that it declares, and those that its toolsets list.

use std::collections::BTreeSet;
use std::io::BufRead as _;

use crate::ToolId;

/// Never part of UTF-8, so that a search seldom stops at it for nothing.
const FIRST: u8 = 0xf5;
const REST: [u8; 14] = *b"a2t published\xf6";

/// Entry of a test executable for one version of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Mark {
    first: u8,
    rest: [u8; 14],
    role: u8,
    id: [u8; 16],
    version: [u8; 4],
}

const DECLARED: u8 = 1;
const LISTED: u8 = 2;

impl Mark {
    /// An empty mark, which fills a place.
    pub const NONE: Self = Self::new(0, 0, 0);

    /// Marks a version that has a function in this target.
    pub const fn declared(id: u128, version: u32) -> Self {
        Self::new(DECLARED, id, version)
    }

    /// Marks a version that is in a toolset of this target.
    pub const fn listed(id: u128, version: u32) -> Self {
        Self::new(LISTED, id, version)
    }

    const fn new(role: u8, id: u128, version: u32) -> Self {
        Self {
            first: FIRST,
            rest: REST,
            role,
            id: id.to_be_bytes(),
            version: version.to_be_bytes(),
        }
    }
}

/// Marks of an executable: versions by the ids of their tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The versions that have a function there.
    pub declared: BTreeSet<(ToolId, u32)>,
    /// The versions that a toolset has there.
    pub listed: BTreeSet<(ToolId, u32)>,
}

impl Marks {
    /// Returns the marks in an executable's bytes.
    pub fn from_executable(mut executable: &[u8]) -> Self {
        let mut marks = Self::default();
        while let Ok(1..) = executable.skip_until(FIRST) {
            marks.take(executable);
        }
        marks
    }

    /// Takes what follows a first byte for the rest of a mark, if it is one.
    fn take(&mut self, bytes: &[u8]) -> Option<()> {
        let (role, rest) = bytes.strip_prefix(&REST)?.split_first()?;
        let (id, rest) = rest.split_first_chunk()?;
        let id = ToolId::from_u128(u128::from_be_bytes(*id));
        let version = u32::from_be_bytes(*rest.first_chunk()?);
        match *role {
            DECLARED => self.declared.insert((id, version)),
            LISTED => self.listed.insert((id, version)),
            _ => false,
        };
        Some(())
    }

    /// Adds the marks of another executable.
    pub fn extend(&mut self, other: Self) {
        self.declared.extend(other.declared);
        self.listed.extend(other.listed);
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Marks, REST};
    use crate::ToolId;

    fn bytes(mark: Mark) -> Vec<u8> {
        let Mark { first, rest, role, id, version } = mark;
        [&[first], &rest[..], &[role], &id, &version].concat()
    }

    #[test]
    fn marks_are_found_among_other_bytes() {
        let (id, other) = (ToolId::from_u128(7), ToolId::from_u128(u128::MAX));
        let parts = [
            bytes(Mark::NONE),
            b"\xf5\xf5\xf5a2t publ".to_vec(),
            bytes(Mark::declared(7, 1)),
            bytes(Mark::listed(7, 1)),
            bytes(Mark::listed(u128::MAX, u32::MAX)),
            REST.to_vec(),
        ];
        let marks = Marks::from_executable(&parts.concat());
        assert_eq!(marks.declared, [(id, 1)].into());
        assert_eq!(marks.listed, [(id, 1), (other, u32::MAX)].into());
    }

    #[test]
    fn what_is_cut_short_is_not_a_mark() {
        let whole = bytes(Mark::declared(7, 1));
        for end in 0..whole.len() {
            assert_eq!(Marks::from_executable(&whole[..end]), Marks::default(), "{end}");
        }
    }
}
