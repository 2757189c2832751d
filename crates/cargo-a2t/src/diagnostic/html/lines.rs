//! Two JSON documents as the lines of both, next to each other: members are paired by name, and elements of a list by
//! what names them.

use std::collections::{HashMap, HashSet};

use a2t_core::json::segment;
use serde_json::{Map, Value};

/// Spaces at the beginning of a line, at most: a page may be 320 pixels wide.
const INDENT_MAX: usize = 24;
/// Maximum number of pairs of elements that are compared between two lists. Larger lists are paired by their positions
/// if they have the same length; otherwise no element of one meets one of the other.
const COMPARED_MAX: usize = 100_000;

pub(super) struct Line {
    pub(super) old: Option<Cell>,
    pub(super) new: Option<Cell>,
}

/// One side of a line.
pub(super) struct Cell {
    pub(super) pointer: String,
    /// The number of values around it. Both sides of a line can differ in it.
    depth: usize,
    /// The line without its indent and its comma.
    pub(super) text: String,
    pub(super) comma: bool,
}

impl Line {
    /// Commas depend on what follows, so they are no change.
    pub(super) fn is_changed(&self) -> bool {
        self.old.as_ref().map(|cell| &cell.text) != self.new.as_ref().map(|cell| &cell.text)
    }
}

impl Cell {
    pub(super) fn indent(&self) -> String {
        " ".repeat(self.depth.saturating_mul(2).min(INDENT_MAX))
    }
}

pub(super) fn aligned(old: Option<&Value>, new: Option<&Value>) -> Vec<Line> {
    let root = |value| Node { name: None, pointer: String::new(), depth: 0, value, comma: false };
    let mut lines = Vec::new();
    write(&mut lines, old.map(root), new.map(root));
    lines
}

/// A value at its position in one of the documents.
#[derive(Clone)]
struct Node<'v> {
    /// Name of the member; elements have none.
    name: Option<&'v str>,
    pointer: String,
    depth: usize,
    value: &'v Value,
    comma: bool,
}

type Pair<'v> = (Option<Node<'v>>, Option<Node<'v>>);

fn write(lines: &mut Vec<Line>, old: Option<Node<'_>>, new: Option<Node<'_>>) {
    let brackets = match (&old, &new) {
        (Some(old), Some(new)) => match (old.brackets(), new.brackets()) {
            (was, is) if was == is => was,
            _ => return unlike(lines, old, new),
        },
        (Some(one), None) | (None, Some(one)) => one.brackets(),
        (None, None) => return,
    };
    let Some((open, close)) = brackets else {
        let leaf = |node: Node<'_>| node.cell(&node.value.to_string(), node.comma);
        return lines.push(Line { old: old.map(leaf), new: new.map(leaf) });
    };
    let opened = |node: &Option<Node<'_>>| Some(node.as_ref()?.cell(open, false));
    lines.push(Line { old: opened(&old), new: opened(&new) });
    for (old, new) in children(old.as_ref(), new.as_ref()) {
        write(lines, old, new);
    }
    let closed = |node: Node<'_>| {
        let Node { pointer, depth, comma, .. } = node;
        Cell { pointer, depth, text: close.to_owned(), comma }
    };
    lines.push(Line { old: old.map(closed), new: new.map(closed) });
}

/// Writes two values that have no structure in common: their lines stand next to each other as they come.
fn unlike(lines: &mut Vec<Line>, old: &Node<'_>, new: &Node<'_>) {
    let (mut was, mut is) = (Vec::new(), Vec::new());
    write(&mut was, Some(old.clone()), None);
    write(&mut is, None, Some(new.clone()));
    let (mut was, mut is) = (was.into_iter(), is.into_iter());
    loop {
        let (was, is) = (was.next(), is.next());
        if was.is_none() && is.is_none() {
            return;
        }
        let (old, new) = (was.and_then(|line| line.old), is.and_then(|line| line.new));
        lines.push(Line { old, new });
    }
}

impl<'v> Node<'v> {
    /// The brackets of a value that has lines between them.
    fn brackets(&self) -> Option<(&'static str, &'static str)> {
        match self.value {
            Value::Object(members) if !members.is_empty() => Some(("{", "}")),
            Value::Array(elements) if !elements.is_empty() => Some(("[", "]")),
            _ => None,
        }
    }

    fn cell(&self, text: &str, comma: bool) -> Cell {
        let name = self.name.map_or(String::new(), |name| format!("{}: ", Value::from(name)));
        let (pointer, depth) = (self.pointer.clone(), self.depth);
        Cell { pointer, depth, text: format!("{name}{text}"), comma }
    }

    fn member(&self, name: &'v str) -> Option<Self> {
        let pointer = format!("{}/{}", self.pointer, segment(name));
        let (depth, value) = (self.depth.saturating_add(1), self.value.get(name)?);
        Some(Self { name: Some(name), pointer, depth, value, comma: true })
    }

    fn element(&self, index: usize) -> Option<Self> {
        let pointer = format!("{}/{index}", self.pointer);
        let (depth, value) = (self.depth.saturating_add(1), self.value.get(index)?);
        Some(Self { name: None, pointer, depth, value, comma: true })
    }
}

/// Pairs what two values have in them. One of them is missing, or both have the same brackets.
fn children<'v>(old: Option<&Node<'v>>, new: Option<&Node<'v>>) -> Vec<Pair<'v>> {
    let object = |node: Option<&Node<'v>>| node.and_then(|node| node.value.as_object());
    let mut pairs: Vec<Pair<'v>> = match (object(old), object(new)) {
        (None, None) => {
            let list = |node: Option<&Node<'v>>| node.and_then(|node| node.value.as_array());
            let elements = |node| list(node).map_or(&[][..], Vec::as_slice);
            let pairs = elements_of(elements(old), elements(new)).into_iter();
            pairs
                .map(|(a, b)| (old.zip(a), new.zip(b)))
                .map(|(old, new)| {
                    (
                        old.and_then(|(node, at)| node.element(at)),
                        new.and_then(|(node, at)| node.element(at)),
                    )
                })
                .collect()
        }
        (was, is) => {
            let of = |node: Option<&Node<'v>>, name| node.and_then(|node| node.member(name));
            names(was, is).into_iter().map(|name| (of(old, name), of(new, name))).collect()
        }
    };
    if let Some((Some(last), _)) = pairs.iter_mut().rfind(|(old, _)| old.is_some()) {
        last.comma = false;
    }
    if let Some((_, Some(last))) = pairs.iter_mut().rfind(|(_, new)| new.is_some()) {
        last.comma = false;
    }
    pairs
}

/// Returns the names of the members of both objects, in the order of the new one. A member that is only in the old
/// object follows the member that it followed there.
fn names<'v>(
    old: Option<&'v Map<String, Value>>,
    new: Option<&'v Map<String, Value>>,
) -> Vec<&'v str> {
    let list = |map: Option<&'v Map<String, Value>>| -> Vec<&'v str> {
        map.into_iter().flat_map(Map::keys).map(String::as_str).collect()
    };
    let (old, new) = (list(old), list(new));
    let kept: HashSet<_> = new.iter().copied().collect();
    let positions: HashMap<_, _> = old.iter().enumerate().map(|(at, name)| (*name, at)).collect();
    let (mut names, mut passed) = (Vec::new(), 0);
    for name in &new {
        let end = positions.get(name).map_or(passed, |at| passed.max(*at));
        let gone = old.get(passed..end).unwrap_or_default().iter();
        names.extend(gone.filter(|name| !kept.contains(*name)));
        names.push(*name);
        passed = end;
    }
    let gone = old.get(passed..).unwrap_or_default().iter();
    names.extend(gone.filter(|name| !kept.contains(*name)));
    names
}

type Indices = (Option<usize>, Option<usize>);

/// Pairs the elements that have the same key and the same order in both lists. Elements between two such pairs meet
/// one by one if both lists have equally many there.
fn elements_of(old: &[Value], new: &[Value]) -> Vec<Indices> {
    let keys = |list: &[Value]| -> Vec<String> { list.iter().map(key).collect() };
    let mut pairs = Vec::new();
    let (mut at, mut to) = (0, 0);
    let ends = std::iter::once((old.len(), new.len()));
    for (old_end, new_end) in common(&keys(old), &keys(new)).into_iter().chain(ends) {
        if old_end.saturating_sub(at) == new_end.saturating_sub(to) {
            pairs.extend((at..old_end).zip(to..new_end).map(|(a, b)| (Some(a), Some(b))));
        } else {
            pairs.extend((at..old_end).map(|at| (Some(at), None)));
            pairs.extend((to..new_end).map(|to| (None, Some(to))));
        }
        if old_end < old.len() && new_end < new.len() {
            pairs.push((Some(old_end), Some(new_end)));
        }
        (at, to) = (old_end.saturating_add(1), new_end.saturating_add(1));
    }
    pairs
}

/// What names an element: parameters have ids, and errors, allowed values and tools have names.
fn key(element: &Value) -> String {
    let named = ["id", "name", "const"].into_iter().find_map(|name| element.get(name));
    named.unwrap_or(element).to_string()
}

/// Returns the indices of a longest common subsequence.
fn common<'l>(old: &'l [String], new: &'l [String]) -> Vec<(usize, usize)> {
    let shorter = old.len().min(new.len());
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count().min(shorter.saturating_sub(start));
    let (old_end, new_end) = (old.len().saturating_sub(end), new.len().saturating_sub(end));
    let middle = |list: &'l [String], end| list.get(start..end).unwrap_or_default();
    let between = common_between(middle(old, old_end), middle(new, new_end));
    let between =
        between.into_iter().map(|(a, b)| (a.saturating_add(start), b.saturating_add(start)));
    let ending = (old_end..old.len()).zip(new_end..new.len());
    (0..start).zip(0..start).chain(between).chain(ending).collect()
}

fn common_between(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    let width = new.len().saturating_add(1);
    let size = old.len().saturating_add(1).saturating_mul(width);
    if size > COMPARED_MAX {
        return Vec::new();
    }
    let mut lengths = vec![0_u32; size];
    let cell = |a: usize, b: usize| a.saturating_mul(width).saturating_add(b);
    let at = |lengths: &[u32], a, b| lengths.get(cell(a, b)).copied().unwrap_or_default();
    for (a, was) in old.iter().enumerate().rev() {
        for (b, is) in new.iter().enumerate().rev() {
            let length = if was == is {
                at(&lengths, a.saturating_add(1), b.saturating_add(1)).saturating_add(1)
            } else {
                at(&lengths, a.saturating_add(1), b).max(at(&lengths, a, b.saturating_add(1)))
            };
            if let Some(of) = lengths.get_mut(cell(a, b)) {
                *of = length;
            }
        }
    }
    let (mut found, mut a, mut b) = (Vec::new(), 0, 0);
    while let (Some(was), Some(is)) = (old.get(a), new.get(b)) {
        let (next_a, next_b) = (a.saturating_add(1), b.saturating_add(1));
        if was == is {
            found.push((a, b));
            (a, b) = (next_a, next_b);
        } else if at(&lengths, next_a, b) >= at(&lengths, a, next_b) {
            a = next_a;
        } else {
            b = next_b;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sides(old: &Value, new: &Value) -> Vec<String> {
        let side = |cell: &Option<Cell>| {
            let text = |cell: &Cell| {
                format!("{}{}{}", cell.indent(), cell.text, if cell.comma { "," } else { "" })
            };
            cell.as_ref().map(text).unwrap_or_default()
        };
        let line = |line: &Line| format!("{}|{}", side(&line.old), side(&line.new));
        aligned(Some(old), Some(new)).iter().map(line).collect()
    }

    #[test]
    fn members_and_elements_meet_by_name() {
        let old = json!({"a": 1, "gone": [], "list": [{"id": "x", "max": 1}, {"id": "y"}], "z": 0});
        let new = json!({"a": 2, "list": [{"id": "w"}, {"id": "x", "max": 1}, {"id": "y"}], "z": {"b": 1}});
        let expected = [
            "{|{",
            "  \"a\": 1,|  \"a\": 2,",
            "  \"gone\": [],|",
            "  \"list\": [|  \"list\": [",
            "|    {",
            "|      \"id\": \"w\"",
            "|    },",
            "    {|    {",
            "      \"id\": \"x\",|      \"id\": \"x\",",
            "      \"max\": 1|      \"max\": 1",
            "    },|    },",
            "    {|    {",
            "      \"id\": \"y\"|      \"id\": \"y\"",
            "    }|    }",
            "  ],|  ],",
            "  \"z\": 0|  \"z\": {",
            "|    \"b\": 1",
            "|  }",
            "}|}",
        ];
        assert_eq!(sides(&old, &new), expected);
    }

    #[test]
    fn every_line_of_both_documents_is_there_and_has_its_pointer() {
        let values = [
            json!({"a/b": [1, 2, {"id": "x"}], "c": {"d": null}}),
            json!({"c": {"e": [true]}, "a/b": [{"id": "x"}, 2, 1, 1], "f": {}}),
            json!([[], {}, "", [[["deep"]]]]),
            json!("text"),
        ];
        for old in &values {
            for new in &values {
                let lines = aligned(Some(old), Some(new));
                let side = |of: fn(&Line) -> Option<&Cell>| -> Value {
                    let cells = lines.iter().filter_map(of);
                    let text = cells
                        .map(|cell| format!("{}{}", cell.text, if cell.comma { "," } else { "" }));
                    serde_json::from_str(&text.collect::<String>()).unwrap()
                };
                assert_eq!(
                    (side(|line| line.old.as_ref()), side(|line| line.new.as_ref())),
                    (old.clone(), new.clone())
                );
                for line in &lines {
                    assert!(
                        line.old.as_ref().is_none_or(|cell| old.pointer(&cell.pointer).is_some())
                    );
                    assert!(
                        line.new.as_ref().is_none_or(|cell| new.pointer(&cell.pointer).is_some())
                    );
                }
            }
        }
    }

    #[test]
    fn lines_of_unlike_values_keep_the_depth_of_their_side() {
        let expected = ["[|{", "  [|  \"a\": 1", "    1|}", "  ]|", "]|"];
        assert_eq!(sides(&json!([[1]]), &json!({"a": 1})), expected);
    }

    #[test]
    fn long_lists_are_paired_by_position() {
        let list = |from: usize| (from..from + 1_500).map(Value::from).collect::<Value>();
        let lines = aligned(Some(&list(0)), Some(&list(1)));
        assert_eq!(lines.len(), 1_502);
    }
}
