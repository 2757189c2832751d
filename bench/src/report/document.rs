//! A table goes into a Markdown file, between the two marks of its part.

use std::fs;
use std::path::Path;

const END: &str = "<!-- end of figures -->";

/// Replaces what stands between `<!-- figures: PART -->` and the end mark after it.
pub(super) fn replace(path: &Path, part: &str, table: &str) -> Result<(), String> {
    let wrong = |what: &str| format!("{}: {what}", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error.to_string()))?;
    let mark = format!("<!-- figures: {part} -->\n");
    let (before, rest) =
        text.split_once(&mark).ok_or_else(|| wrong(&format!("has no line `{}`", mark.trim())))?;
    let (_, after) = rest
        .split_once(END)
        .ok_or_else(|| wrong(&format!("has no `{END}` after `{}`", mark.trim())))?;
    fs::write(path, format!("{before}{mark}\n{table}\n{END}{after}"))
        .map_err(|error| wrong(&error.to_string()))
}
