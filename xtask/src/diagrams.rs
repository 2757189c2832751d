//! `cargo xtask diagrams`: takes `docs/diagrams/*.txt` and the manifests of the packages, and writes an SVG for each. They
//! follow the reader's choice of a light or dark theme.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::workspace::{self, Package, read};

/// Attributes have the light theme, which also shows where no style sheet is read.
const STYLE: &str = "@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.small{fill:#9198a1}\
.box{fill:#212830;stroke:#656c76}.line{stroke:#9198a1}.head{fill:#9198a1}}";
const TEXT: &str =
    "font-family=\"system-ui,sans-serif\" text-anchor=\"middle\" fill=\"#1f2328\" font-size=\"14\"";
const SMALL: &str = " class=\"small\" fill=\"#59636e\" font-size=\"12\"";
const RECT: &str = "class=\"box\" fill=\"#f6f8fa\" stroke=\"#818b98\" rx=\"6\"";
const LINE: &str = "class=\"line\" fill=\"none\" stroke=\"#59636e\" stroke-width=\"1.5\"";
const HEAD: &str = "class=\"head\" fill=\"#59636e\"";
const PITCH: (f64, f64) = (250.0, 92.0);
const BOX: (f64, f64) = (160.0, 62.0);
const MARGIN: f64 = 16.0;

/// Writes the diagrams, or only compares them if `check` is set; `false` if one is not current.
pub(crate) fn run(root: &Path, check: bool) -> Result<bool, String> {
    let folder = root.join("docs/diagrams");
    let mut diagrams = BTreeMap::from([(folder.join("packages.svg"), packages(root)?)]);
    let entries =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|extension| extension == "txt") {
            let diagram = Diagram::parse(&read(&path)?)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            diagrams.insert(path.with_extension("svg"), diagram);
        }
    }
    let mut current = true;
    for (path, diagram) in diagrams {
        let svg = diagram.svg();
        if std::fs::read_to_string(&path).is_ok_and(|is| is == svg) {
            continue;
        }
        if check {
            println!("{}: not current, `cargo xtask diagrams` writes it", path.display());
            current = false;
        } else {
            std::fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(current)
}

#[derive(Default)]
struct Diagram {
    title: String,
    boxes: Vec<Node>,
    arrows: Vec<(String, String, String)>,
    /// Arrows go from the lower edge of a box to the upper edge of another.
    is_layered: bool,
}

struct Node {
    id: String,
    /// Position in the grid.
    column: f64,
    row: f64,
    lines: Vec<String>,
}

impl Node {
    fn center(&self) -> (f64, f64) {
        (MARGIN + BOX.0 / 2.0 + self.column * PITCH.0, MARGIN + BOX.1 / 2.0 + self.row * PITCH.1)
    }
}

impl Diagram {
    /// Parses lines `title TEXT`, `box ID COLUMN ROW TEXT / TEXT` and `arrow ID ID TEXT`.
    fn parse(source: &str) -> Result<Self, String> {
        let mut diagram = Self::default();
        for line in source.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let mut parts = rest.splitn(if word == "box" { 4 } else { 3 }, ' ').map(str::to_owned);
            let mut next = || parts.next().unwrap_or_default();
            match word {
                "title" => rest.clone_into(&mut diagram.title),
                "box" => {
                    let (id, column, row, text) = (next(), next(), next(), next());
                    let coordinate =
                        |text: &str| text.parse().map_err(|_| format!("no column and row: {line}"));
                    let lines = text.split('/').map(|text| text.trim().to_owned()).collect();
                    diagram.boxes.push(Node {
                        id,
                        column: coordinate(&column)?,
                        row: coordinate(&row)?,
                        lines,
                    });
                }
                "arrow" => diagram.arrows.push((next(), next(), next())),
                _ => return Err(format!("neither title, box nor arrow: {line}")),
            }
        }
        for end in diagram.arrows.iter().flat_map(|(from, to, _)| [from, to]) {
            if !diagram.boxes.iter().any(|node| node.id == *end) {
                return Err(format!("no box `{end}`"));
            }
        }
        Ok(diagram)
    }

    fn svg(&self) -> String {
        let ends = || self.boxes.iter().map(Node::center);
        let left = ends().map(|end| end.0).fold(f64::MAX, f64::min) - BOX.0 / 2.0 - MARGIN;
        let right = ends().map(|end| end.0).fold(0.0, f64::max) + BOX.0 / 2.0 + MARGIN;
        let height = ends().map(|end| end.1).fold(0.0, f64::max) + BOX.1 / 2.0 + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} 0 {} {height}\" role=\"img\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n<g {TEXT}>\n",
            right - left,
            escaped(&self.title)
        );
        for (from, to, label) in &self.arrows {
            let find = |id: &str| self.boxes.iter().find(|node| node.id == id);
            if let (Some(from), Some(to)) = (find(from), find(to)) {
                if self.is_layered {
                    descent(&mut svg, from.center(), to.center());
                } else {
                    arrow(&mut svg, from.center(), to.center(), label);
                }
            }
        }
        for node in &self.boxes {
            let (x, y) = node.center();
            let _ = writeln!(
                svg,
                "<rect {RECT} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                x - BOX.0 / 2.0,
                y - BOX.1 / 2.0,
                BOX.0,
                BOX.1
            );
            let mut line_y = y + 5.0 - 8.0 * node.lines.len().saturating_sub(1) as f64;
            for (index, line) in node.lines.iter().enumerate() {
                let class = if index == 0 { "" } else { SMALL };
                let _ =
                    writeln!(svg, "<text{class} x=\"{x}\" y=\"{line_y}\">{}</text>", escaped(line));
                line_y += 16.0;
            }
        }
        svg.push_str("</g>\n</svg>\n");
        svg
    }
}

/// Draws an arrow: straight within a row or a column, else with a bend halfway between the columns.
fn arrow(svg: &mut String, from: (f64, f64), to: (f64, f64), label: &str) {
    let vertical = (from.0 - to.0).abs() < 1.0;
    let sign = if vertical { (to.1 - from.1).signum() } else { (to.0 - from.0).signum() };
    let (start, end, path) = if vertical {
        let (start, end) = (from.1 + sign * BOX.1 / 2.0, to.1 - sign * BOX.1 / 2.0);
        ((from.0, start), (to.0, end), format!("M{} {start}V{}", from.0, end - sign * 7.0))
    } else {
        let (start, end) = (from.0 + sign * BOX.0 / 2.0, to.0 - sign * BOX.0 / 2.0);
        let middle = (start + end) / 2.0;
        let path = format!("M{start} {}H{middle}V{}H{}", from.1, to.1, end - sign * 7.0);
        ((start, from.1), (end, to.1), path)
    };
    let _ = writeln!(svg, "<path {LINE} d=\"{path}\"/>");
    let (x, y) = end;
    let head = if vertical {
        format!("M{x} {y}L{} {}H{}Z", x - 5.0, y - sign * 9.0, x + 5.0)
    } else {
        format!("M{x} {y}L{} {}V{}Z", x - sign * 9.0, y - 5.0, y + 5.0)
    };
    let _ = writeln!(svg, "<path {HEAD} d=\"{head}\"/>");
    if !label.is_empty() {
        let (x, y) = if vertical {
            (x + 48.0, (start.1 + y) / 2.0 + 4.0)
        } else {
            ((start.0 + x) / 2.0, y - 8.0)
        };
        let _ = writeln!(svg, "<text{SMALL} x=\"{x}\" y=\"{y}\">{}</text>", escaped(label));
    }
}

/// Draws a straight arrow downwards.
fn descent(svg: &mut String, from: (f64, f64), to: (f64, f64)) {
    let (start, end) = (from.1 + BOX.1 / 2.0, to.1 - BOX.1 / 2.0);
    let _ = writeln!(svg, "<path {LINE} d=\"M{} {start}L{} {}\"/>", from.0, to.0, end - 7.0);
    let _ = writeln!(svg, "<path {HEAD} d=\"M{} {end}l-5 -9h10Z\"/>", to.0);
}

/// The published packages in layers, each above those that it depends on. An arrow that others imply is left out.
fn packages(root: &Path) -> Result<Diagram, String> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in workspace::packages(root)?.into_iter().filter(Package::is_published) {
        found.insert(package.name, dependencies(&package.manifest));
    }
    let names: BTreeSet<String> = found.keys().cloned().collect();
    found.values_mut().for_each(|below| below.retain(|name| names.contains(name)));
    let below: BTreeMap<&str, BTreeSet<&str>> =
        names.iter().map(|name| (&**name, reachable(&found, name))).collect();
    let mut diagram = Diagram {
        title: "The packages and their dependencies".to_owned(),
        is_layered: true,
        ..Diagram::default()
    };
    for (name, direct) in &found {
        for to in direct {
            let implied = direct
                .iter()
                .any(|other| below.get(&**other).is_some_and(|below| below.contains(&**to)));
            if !implied {
                diagram.arrows.push((name.clone(), to.clone(), String::new()));
            }
        }
    }
    diagram.boxes = layers(&diagram.arrows, &names);
    Ok(diagram)
}

/// Places each package in the row below those that depend on it, near the middle of them.
fn layers(arrows: &[(String, String, String)], names: &BTreeSet<String>) -> Vec<Node> {
    let above = |name: &str| -> Vec<String> {
        arrows.iter().filter(|(_, to, _)| to == name).map(|(from, ..)| from.clone()).collect()
    };
    let mut rows: Vec<Vec<Node>> = Vec::new();
    let mut left: Vec<&String> = names.iter().collect();
    while !left.is_empty() {
        let placed = |name: &String| rows.iter().flatten().any(|node| node.id == *name);
        let (ready, rest): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|name| above(name).iter().all(placed));
        let middle = |name: &str| {
            let above = above(name);
            let columns = rows.iter().flatten().filter(|node| above.contains(&node.id));
            columns.map(|node| node.column).sum::<f64>() / above.len().max(1) as f64
        };
        let mut row: Vec<_> = ready.iter().map(|name| (middle(name), *name)).collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        let shift = row.len().saturating_sub(1) as f64 / 2.0;
        let number = rows.len() as f64;
        let nodes = row.iter().enumerate().map(|(column, (_, name))| Node {
            id: (*name).clone(),
            column: column as f64 - shift + 2.0,
            row: number,
            lines: vec![(*name).clone()],
        });
        rows.push(nodes.collect());
        left = rest;
        if ready.is_empty() {
            break;
        }
    }
    rows.into_iter().flatten().collect()
}

fn reachable<'a>(found: &'a BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<&'a str> {
    let direct = found.get(name).into_iter().flatten();
    direct.flat_map(|name| reachable(found, name).into_iter().chain([&**name])).collect()
}

/// Returns the names in `[dependencies]`.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest.split_once("\n[dependencies]\n").map_or("", |(_, rest)| rest);
    let section = section.split("\n[").next().unwrap_or_default();
    let name = |line: &str| line.split([' ', '.']).next().unwrap_or_default().to_owned();
    section.lines().map(name).filter(|name| name.starts_with("a2t")).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_needs_both_of_its_boxes() {
        let diagram =
            Diagram::parse("title T\nbox a 0 0 A / small\nbox b 1 0.5 B < C\narrow a b to").ok();
        let svg = diagram.map(|diagram| diagram.svg()).unwrap_or_default();
        assert!(svg.contains(">B &lt; C</text>") && svg.contains("<title>T</title>"), "{svg}");
        let missing = Diagram::parse("box a 0 0 A\narrow a b").err();
        assert_eq!(missing.as_deref(), Some("no box `b`"));
    }

    #[test]
    fn arrows_that_others_imply_are_left_out() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let diagram = packages(&root).unwrap_or_default();
        let has =
            |from: &str, to: &str| diagram.arrows.iter().any(|(a, b, _)| a == from && b == to);
        assert!(has("a2t-server", "a2t-tool") && !has("a2t-server", "a2t-core"));
    }
}
