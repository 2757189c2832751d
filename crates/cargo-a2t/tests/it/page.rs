//! `cargo a2t diff --format html`: what is on the page, and that no document marks anything up on it.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use a2t_core::signature::rule::is_forbidden;
use a2t_schema::{Listed, Snapshot, Source};
use hostile_catalogs::{accepted, refused};
use serde_json::{Value, json};

use crate::vendor::{Ran, run, scratch, weather};

fn page(folder: &Path, old: &str, new: &str) -> Ran {
    fs::write(folder.join("old.json"), old).unwrap();
    fs::write(folder.join("new.json"), new).unwrap();
    run(folder, &["diff", "old.json", "new.json", "--format", "html"])
}

/// A page as a browser reads it.
#[derive(Debug, Default)]
struct Read {
    /// Names of elements, each with the names of its attributes.
    tags: BTreeSet<String>,
    /// Values of attributes that are no links.
    values: BTreeSet<String>,
    links: Vec<String>,
    text: String,
}

/// Reads a page, of which every element has its end.
fn read(page: &str) -> Read {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap();
    let (mut read, mut open) = (Read::default(), Vec::new());
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        read.text.push_str(&unescaped(text));
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{open:?}");
            continue;
        }
        let name = tag.split(' ').next().unwrap();
        let mut attributes = &tag[name.len()..];
        let mut names = vec![name];
        while !attributes.is_empty() {
            let (attribute, after) = attributes[1..].split_once("=\"").unwrap();
            let (value, after) = after.split_once('"').unwrap();
            attributes = after;
            names.push(attribute);
            match attribute {
                "href" => read.links.push(value.to_owned()),
                _ => drop(read.values.insert(value.to_owned())),
            }
        }
        read.tags.insert(names.join(" "));
        if name == "style" {
            let (_, after) = rest.split_once("</style>").unwrap();
            rest = after;
        } else if name != "meta" {
            open.push(name);
        }
    }
    assert!(open.is_empty() && !page.contains("url(") && !page.contains("@import"));
    read
}

/// A browser makes text of references; any other `&` would be a fault.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('&');
    out.push_str(parts.next().unwrap());
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap();
        out.push_str(match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "#39" => "'",
            other => panic!("&{other};"),
        });
        out.push_str(rest);
    }
    out
}

const TAGS: &[&str] = &[
    "a href",
    "body",
    "code",
    "del",
    "details",
    "div class",
    "h1",
    "h2",
    "head",
    "header",
    "html lang",
    "ins",
    "li",
    "main",
    "meta charset",
    "meta http-equiv content",
    "meta name content",
    "nav aria-label",
    "p",
    "pre",
    "section",
    "section id",
    "strong",
    "strong class",
    "style",
    "summary",
    "table",
    "tbody",
    "td",
    "td class",
    "td class colspan",
    "th scope",
    "thead",
    "thead class",
    "title",
    "tr",
    "ul",
];
const VALUES: &[&str] = &[
    "2",
    "Content-Security-Policy",
    "Tools",
    "col",
    "color-scheme",
    "default-src 'none'; style-src 'unsafe-inline'",
    "en",
    "error",
    "finding error",
    "finding note",
    "finding warning",
    "hidden",
    "light dark",
    "new",
    "note",
    "old",
    "remarks",
    "same",
    "utf-8",
    "viewport",
    "warning",
    "width=device-width, initial-scale=1",
];

/// Reads a page, on which there is no markup but that of the program.
fn safe(ran: &Ran) -> Read {
    assert!(ran.stderr.is_empty() || ran.status == 2, "{ran:#?}");
    assert!(!ran.stdout.chars().any(is_forbidden), "{ran:#?}");
    let read = read(&ran.stdout);
    let known: BTreeSet<_> = TAGS.iter().map(|tag| (*tag).to_owned()).collect();
    assert!(read.tags.is_subset(&known), "{:#?}", read.tags.difference(&known));
    for value in &read.values {
        let number = value.strip_prefix("pair-").map(|number| number.parse::<usize>().is_ok());
        let value = unescaped(value);
        assert!(number.unwrap_or_else(|| VALUES.contains(&&*value)), "{value}");
    }
    for link in &read.links {
        let rule = link.strip_prefix("https://github.com/a2t-rs/a2t/blob/main/docs/rules.md#");
        assert!(rule.is_some_and(is_rule) || link.starts_with("#pair-"), "{link}");
    }
    read
}

/// Returns whether the page of rules has a heading that GitHub names so.
fn is_rule(anchor: &str) -> bool {
    let rules = include_str!("../../../../docs/rules.md");
    let mut headings = rules.lines().filter_map(|line| line.strip_prefix("## "));
    headings.any(|title| title.to_lowercase().replace(' ', "-") == anchor)
}

/// Two catalogs: one tool changed, one is gone, and one is new.
fn catalogs() -> (String, String) {
    let other = |id: &str, name: &str, input: &str| {
        let mut tool = weather();
        tool["toolId"] = json!(id);
        tool["name"] = json!(name);
        tool["description"] = json!(format!("Only {name} does it."));
        tool["version"] = json!(1);
        tool["currentVersion"] = json!(1);
        tool["input_parameters"] =
            json!([{"id": input, "name": input, "type": "string", "description": input}]);
        tool
    };
    let gone = other("11111111-2222-4333-8444-555555555555", "gone_tool", "place");
    let added = other("22222222-2222-4333-8444-555555555555", "added_tool", "number");
    let mut next = weather();
    next["version"] = json!(3);
    next["currentVersion"] = json!(3);
    next["input_parameters"][2]["max"] = json!(7);
    next["input_parameters"][0]["description"] = json!("The town. For example, Boston.");
    next["input_parameters"].as_array_mut().unwrap().remove(1);
    let pretty = |tools| serde_json::to_string_pretty(&json!({"items": tools})).unwrap();
    (pretty([weather(), gone]), pretty([next, added]))
}

#[test]
fn a_page_shows_both_versions_with_each_finding_at_its_line() {
    let folder = scratch("page-golden");
    let (old, new) = catalogs();
    let ran = page(&folder, &old, &new);
    assert_eq!(ran.status, 1, "{ran:#?}");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/page/diff.html");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(golden.parent().unwrap()).unwrap();
        fs::write(&golden, &ran.stdout).unwrap();
    }
    let expected = fs::read_to_string(golden).unwrap();
    assert!(expected == ran.stdout, "run with UPDATE_GOLDEN=1, and look at the page");
    let text = safe(&ran).text;
    let positions = [
        "Changed`lookup_weather_by_city@2` → `lookup_weather_by_city@3`: 2 errors, 1 warning",
        "Only in old.json`gone_tool@1`: 1 error",
        "Only in new.json`added_tool@1`",
        "\"max\": 14      \"max\": 7",
        "error A2T-I112 input-max-lowered",
        "by the protocol: breakingfor callers: breakingbroken: {\"City\":\"x\",\"Days\":14} was a valid call",
    ]
    .map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}")));
    assert!(positions.is_sorted(), "{positions:?}");
    assert_eq!(page(&folder, &old, &new).stdout, ran.stdout);
}

#[test]
fn every_finding_of_the_corpus_is_on_its_page() {
    let folder = scratch("page-corpus");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/evolution.json");
    let corpus = a2t_core::json::parse(&fs::read(path).unwrap()).unwrap();
    let (mut checked, mut found) = (0, BTreeSet::new());
    for case in corpus["cases"].as_array().unwrap() {
        let (old, new) = match case["chain"].as_array() {
            None => (case["old"].clone(), case["new"].clone()),
            Some(chain) => (json!([chain[0]]), json!({"items": chain})),
        };
        let read = safe(&page(&folder, &old.to_string(), &new.to_string()));
        let json = run(&folder, &["diff", "old.json", "new.json", "--format", "json"]).json();
        let findings = json["findings"].as_array().unwrap();
        let mut rules: Vec<_> = findings.iter().map(|one| one["rule"].as_str().unwrap()).collect();
        let of_link = |link: &String| Some(link.split_once('#')?.1.get(..8)?.to_uppercase());
        let links = read.links.iter().filter(|link| link.starts_with("http"));
        let mut linked: Vec<_> = links.filter_map(of_link).collect();
        rules.sort_unstable();
        linked.sort_unstable();
        assert_eq!(linked, rules, "{}", case["id"]);
        for one in findings {
            let witness = &one["witness"]["call"];
            assert!(witness.is_null() || read.text.contains("broken: "), "{}", case["id"]);
        }
        assert!(!read.text.contains("Findings without a line"), "{}", case["id"]);
        found.extend(linked);
        checked += 1;
    }
    assert!(checked > 150 && found.len() > 50, "{checked} {found:?}");
}

const HOSTILE: &[&str] = &[
    "</td></tr></table><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</style><style>body{display:none}</style>",
    "</title><base href=//evil.example>",
    "&lt;b&gt; &#60;b&#62; &amp;",
    "<!-- <![CDATA[ ]]> -->",
    "javascript:alert(1)",
    "\u{202e}gnp.exe\u{2066}\u{200b}\u{feff}\u{e0041}",
    "\0\u{1b}[2J\r\u{9b}\u{85}\u{2028}",
];

fn snapshot(tools: &Value) -> String {
    let listed = Listed::read(tools.as_array().unwrap(), "");
    let source = Source::Stdio { command: vec!["server".into()] };
    Snapshot::new(source, listed.tools).to_text()
}

#[test]
fn no_text_of_a_document_marks_anything_up() {
    let folder = scratch("page-hostile");
    let mut seen = 0;
    for text in HOSTILE {
        let tool = |name: &str, description: &str| {
            json!([{"name": name, "description": description, "inputSchema": {
                "type": "object", "properties": {*text: {"type": "string", "enum": [text, description]}}}}])
        };
        let long = format!("{text}{}{text}", "x".repeat(15_000));
        for (old, new) in
            [(tool("add", "Adds."), tool("add", text)), (tool("a", &long), tool(text, "b"))]
        {
            let ran = page(&folder, &snapshot(&old), &snapshot(&new));
            seen += usize::from(ran.status < 2);
            safe(&ran);
        }
        let mut other = weather();
        other["description"] = json!(text);
        other["input_parameters"][0]["name"] = json!(text);
        other["img"] = json!(text);
        other[*text] = json!({*text: [text]});
        safe(&page(&folder, &weather().to_string(), &other.to_string()));
        safe(&page(&folder, &weather().to_string(), text));
    }
    assert!(seen >= HOSTILE.len(), "{seen}");
    let hostile: Vec<_> = accepted().into_iter().chain(refused()).collect();
    for case in hostile.iter().step_by(17) {
        safe(&page(&folder, "[]", &case.document));
        safe(&page(&folder, &case.document, "[]"));
    }
}

#[test]
fn hostile_text_is_shown_as_text() {
    let folder = scratch("page-shown");
    let tool = |text: &str| json!([{"name": "add", "description": text, "inputSchema": {"type": "object"}}]);
    let long = |end: &str| format!("{}{end}", "x".repeat(15_000));
    let text = |old: &str, new: &str| {
        safe(&page(&folder, &snapshot(&tool(old)), &snapshot(&tool(new)))).text
    };
    let shown = text("Adds.", HOSTILE[0]);
    assert!(shown.contains(&format!("\"description\": \"{}\"", HOSTILE[0])), "{shown}");
    let shown = text(&long("left"), &long("right"));
    assert!(
        shown.contains("xleft\"") && shown.contains("xright\""),
        "the difference is at the end"
    );
    assert!(shown.len() < 20_000, "{}", shown.len());
}

#[test]
fn names_of_files_are_text_too() {
    let folder = scratch("page-names");
    let name = "<script>alert(1)<!--\"'&amp;\u{202e}.json";
    let mut next = weather();
    next["description"] = json!("Looks up the weather.");
    fs::write(folder.join("old.json"), weather().to_string()).unwrap();
    fs::write(folder.join(name), next.to_string()).unwrap();
    for (old, new) in [("old.json", name), (name, "old.json"), (name, "absent.json")] {
        let text = safe(&run(&folder, &["diff", old, new, "--format", "html"])).text;
        assert!(text.contains("<script>alert(1)<!--") || new == "absent.json", "{text}");
    }
}

#[test]
fn what_cannot_be_compared_is_a_page_too() {
    let folder = scratch("page-refused");
    let ran = page(&folder, "{", "<script>");
    let text = safe(&ran).text;
    assert!(
        ran.status == 2 && text.contains("Not checked") && text.contains("old.json"),
        "{ran:#?}"
    );
    let ran = run(&folder, &["--format", "html", "lint", "old.json"]);
    assert_eq!(ran.status, 2, "{ran:#?}");
    let formats = "`human`, `json`, `github`, `markdown`, `sarif`";
    assert!(ran.stderr.contains(formats), "{ran:#?}");
}
