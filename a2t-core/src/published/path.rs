//! A tool's name becomes its folder, a version its file's name, and back.

use std::fmt;

use crate::ToolId;

/// The folder of published versions, next to the `Cargo.toml` of the crate that has the tools.
pub const FOLDER: &str = "published";
/// The file in [`FOLDER`] that pins every other one, as `sha256sum -c` reads it.
pub const SUMS: &str = "SHA256SUMS";

const SEGMENT_MAX: usize = 255;
/// Bytes kept of a longer name, before its digest.
const KEPT: usize = 200;
/// The names that Windows keeps for devices.
const DEVICES: [&str; 4] = ["aux", "con", "nul", "prn"];

/// Returns the folder of a tool, from the name of its first publication. Every character except `a`
/// to `z`, `0` to `9` and `_` is percent-encoded, so that two names never share a folder, also
/// where the file system ignores case.
///
/// ```
/// use a2t_core::published::folder;
/// assert_eq!(folder("look_up"), "look_up");
/// assert_eq!(folder("Look up"), "%4Cook%20up");
/// ```
pub fn folder(tool: &str) -> String {
    let mut folder = String::with_capacity(tool.len());
    for (index, byte) in tool.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'_' if index > 0 || !is_device(tool) => {
                folder.push(char::from(byte));
            }
            byte => folder.push_str(&format!("%{byte:02X}")),
        }
    }
    if folder.len() <= SEGMENT_MAX {
        return folder;
    }
    let kept = folder.get(..KEPT).unwrap_or_default();
    let digest = ToolId::derive("", tool).as_u128();
    format!("{kept}~{digest:032x}")
}

/// Returns the folder of a tool whose name's own folder belongs to another tool, which was renamed.
///
/// ```
/// # let id = a2t_core::ToolId::from_u128(0x0479_a45d_ad0a_49d4_94db_75ed_f00d_2ca4);
/// assert_eq!(a2t_core::published::folder_of("add", id), "add~0479a45dad0a49d494db75edf00d2ca4");
/// ```
pub fn folder_of(tool: &str, id: ToolId) -> String {
    let folder = folder(tool);
    let kept = folder.get(..KEPT).unwrap_or(&folder);
    format!("{kept}~{:032x}", id.as_u128())
}

/// Returns the name that a folder was made from; `None` of what [`folder`] never makes, or cut
/// short.
///
/// ```
/// use a2t_core::published::tool;
/// assert_eq!(tool("%4Cook%20up").as_deref(), Some("Look up"));
/// assert_eq!(tool("Look up"), None);
/// ```
pub fn tool(folder: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(folder.len());
    let mut rest = folder.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, more) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?);
        rest = more;
    }
    let tool = String::from_utf8(bytes).ok()?;
    (self::folder(&tool) == folder).then_some(tool)
}

fn is_device(tool: &str) -> bool {
    let numbered = |name: &str| {
        let digit = tool.strip_prefix(name)?.strip_prefix(|c: char| c.is_ascii_digit())?;
        digit.is_empty().then_some(())
    };
    DEVICES.contains(&tool) || numbered("com").or_else(|| numbered("lpt")).is_some()
}

/// Name of a file in a tool's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileName {
    /// `v3.json`, a signature.
    Version(u32),
    /// `v3.retired.json`, the tombstone of a version that was taken back for good.
    Retired(u32),
}

impl FileName {
    /// Reads a file's name, without its folder.
    ///
    /// ```
    /// use a2t_core::published::FileName;
    /// assert_eq!(FileName::parse("v3.json"), Some(FileName::Version(3)));
    /// assert_eq!(FileName::parse("v03.json"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let stem = name.strip_prefix('v')?.strip_suffix(".json")?;
        let (digits, retired) = match stem.strip_suffix(".retired") {
            Some(digits) => (digits, true),
            None => (stem, false),
        };
        let version = digits.parse().ok().filter(|version| *version > 0)?;
        let found = if retired { Self::Retired(version) } else { Self::Version(version) };
        (found.to_string() == name).then_some(found)
    }

    /// Returns the version that the file is of.
    pub const fn version(self) -> u32 {
        match self {
            Self::Version(version) | Self::Retired(version) => version,
        }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "v{version}.json"),
            Self::Retired(version) => write!(f, "v{version}.retired.json"),
        }
    }
}
