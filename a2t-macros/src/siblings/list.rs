//! Finds the derives that are written in one list with the derive that is expanded, as in
//! `#[derive(a2t::Output, a2t::Record)]`. rustc passes only the location of a derive, so the file is read, once for all
//! derives in it. If nothing is found, a type that both derives refuse is two errors instead of one.

use crate::item::Derive;

/// Returns `true` if `other` is in the list, under the path of the derive that is expanded.
pub(crate) fn contains(other: Derive) -> bool {
    names().is_some_and(|names| names.iter().any(|name| name == other.name()))
}

fn names() -> Option<Vec<String>> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = proc_macro::Span::call_site();
    let (file, own) = (span.local_file()?, span.source_text()?);
    names_at(&super::text(&file)?, span.line(), span.column(), &own)
}

/// Returns the names in the list that has `own` at this location, without those under other paths: they may be derives
/// of another crate.
fn names_at(text: &str, line: usize, column: usize, own: &str) -> Option<Vec<String>> {
    let path = own.rsplit_once("::")?.0;
    let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let (before, after) = text.split_at_checked(start + column.checked_sub(1)?)?;
    let (head, first) = before.rsplit_once('(')?;
    let rest = after.strip_prefix(own)?.split_once(')')?.0;
    let is_list = head.ends_with("derive") && !first.contains(')');
    let name = |one: &str| Some(one.trim().strip_prefix(path)?.strip_prefix("::")?.to_owned());
    is_list.then(|| first.split(',').chain(rest.split(',')).filter_map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, own: &str) -> Option<Vec<String>> {
        let start = text.find(own)?;
        let line = text.get(..start)?.matches('\n').count() + 1;
        let column = start - text.get(..start)?.rfind('\n').map_or(0, |end| end + 1) + 1;
        names_at(text, line, column, own)
    }

    #[test]
    fn the_others_of_a_list_stand_before_and_behind() {
        let list = "/// A.\n#[derive(a2t::Input, Debug,\n    a2t::Output)]\nstruct Key(u8);";
        assert_eq!(names(list, "a2t::Input").unwrap(), ["Output"]);
        assert_eq!(names(list, "a2t::Output").unwrap(), ["Input"]);
        let conditional = "#[cfg_attr(all(), derive(a2t::Record, a2t::Output))]";
        assert_eq!(names(conditional, "a2t::Record").unwrap(), ["Output"]);
    }

    #[test]
    fn derives_of_other_crates_and_other_lists_are_none() {
        for text in [
            "#[derive(a2t::Record, other::Output, Output)]",
            "#[derive(a2t::Record)] #[derive(a2t::Output)]",
            "#[derive(a2t::Output)] #[derive(a2t::Record)]",
        ] {
            assert!(names(text, "a2t::Record").unwrap().is_empty(), "{text}");
        }
        assert_eq!(names("#[derive(Record, Output)]", "Record"), None);
        assert_eq!(names("make!(a2t::Record, a2t::Output);", "a2t::Record"), None);
        assert_eq!(names_at("#[derive(a2t::Record)]", 1, 9, "a2t::Record"), None);
        assert_eq!(names_at("é", 1, 2, "a2t::Record"), None);
    }
}
