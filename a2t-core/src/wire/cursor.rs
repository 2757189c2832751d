//! Page cursors: the last item that was delivered, and a fingerprint of the list it belongs to.

use crate::signature::ToolId;

/// A fingerprint that is the same in every process and release (FNV-1a); it guards against
/// mistakes, not against forgery, and a cursor grants nothing.
#[derive(Clone, Copy)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of a list of this kind.
    pub(super) fn new(list: &str) -> Self {
        Self(0xcbf2_9ce4_8422_2325).with(list)
    }

    /// Also of `text`, which is delimited by its length.
    pub(super) fn with(self, text: &str) -> Self {
        let length = (text.len() as u64).to_le_bytes();
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Self(length.iter().chain(text.as_bytes()).fold(self.0, step))
    }
}

/// The cursor after the tool `id`.
pub(super) fn after_tool(id: ToolId, fingerprint: Fingerprint) -> String {
    format!("{:032x}{:016x}", id.as_u128(), fingerprint.0)
}

/// The cursor after this version of a tool.
pub(super) fn after_version(version: u32, fingerprint: Fingerprint) -> String {
    format!("{version:08x}{:016x}", fingerprint.0)
}

/// The tool that a cursor names; whoever looks it up compares the whole cursor.
pub(super) fn tool(cursor: &str) -> Option<ToolId> {
    let bits = u128::from_str_radix(cursor.get(..32)?, 16).ok()?;
    Some(ToolId::from_u128(bits))
}

/// The version that a cursor names; whoever looks it up compares the whole cursor.
pub(super) fn version(cursor: &str) -> Option<u32> {
    u32::from_str_radix(cursor.get(..8)?, 16).ok()
}
