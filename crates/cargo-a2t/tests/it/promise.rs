//! Who notices a broken promise: the table that the guide, the README and the reference have, row by
//! row, against rustc, the tests and `cargo a2t check`.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::project;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::{Project, manifest};

/// A tool of two versions, one of one, and one that is not `pub`.
const SOURCE: &str = "/// Adds.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 2)]
pub fn add(
    /// First.
    a: i32,
    /// Second.
    b: Option<i32>,
) -> i32 {
    a + b.unwrap_or_default()
}

/// Doubles.
///
/// # Returns
/// Twice the number.
#[a2t::tool(version = 1)]
pub fn double(
    /// The number.
    a: i32,
) -> i32 {
    2 * a
}

/// Halves.
///
/// # Returns
/// Half the number.
#[a2t::tool(version = 1, read_only)]
fn halve(
    /// The number.
    a: i32,
    /// The name.
    name: String,
) -> i32 {
    let _ = name;
    a / 2
}

pub fn toolset() -> a2t::Toolset<()> {
    a2t::toolset![add, double, halve]
}
";

/// Where the table stands, and what stands before each of its lines.
const TABLES: [(&str, &str); 3] =
    [("docs/evolving.md", ""), ("crates/cargo-a2t/README.md", ""), ("src/macros/mod.rs", "/// ")];

type Mistakes = &'static [fn(&Project)];

/// The mistakes of each row: the row's text holds for each of these.
const ROWS: [(&str, Mistakes); 16] = [
    ("the code differs from", &[reword, narrow]),
    ("a version is not published", &[evolve]),
    ("a published tool that is not `pub` is in no toolset", &[unlist_private]),
    ("a published `pub` tool is in no toolset", &[unlist_public]),
    ("a published function is deleted", &[delete, demote, delete_and_lose]),
    ("a published function is renamed", &[rename]),
    ("the last function", &[delete_all]),
    ("a call needs another scope", &[require_key, require_scope, take_text, drop_hint]),
    ("a retired version", &[retire]),
    ("the file of the newest version is edited", &[edit_newest]),
    ("the text of an older version is edited", &[edit_older]),
    ("a file and its line", &[edit_both]),
    ("the newest or only", &[lose_newest, lose_only, lose_folder]),
    ("`SHA256SUMS` is deleted", &[lose_list]),
    ("files are deleted with their lines", &[forget_newest, forget_only, forget_everything]),
    ("a tool is deleted with its files", &[delete_and_forget, delete_and_forget_everything]),
];

fn source(project: &Project, old: &str, new: &str) {
    project.edit("src/lib.rs", old, new);
}

fn reword(project: &Project) {
    source(project, "/// Adds.", "/// Sums.");
}

fn narrow(project: &Project) {
    source(project, "    /// Second.\n", "    /// Second.\n    #[a2t(max = 9)]\n");
}

fn evolve(project: &Project) {
    source(project, "version = 2", "version = 3");
}

fn unlist_private(project: &Project) {
    source(project, ", halve]", "]");
}

fn unlist_public(project: &Project) {
    source(project, "double, ", "");
}

fn delete(project: &Project) {
    unlist_public(project);
    let text = project.read("src/lib.rs");
    let (before, rest) = text.split_once("/// Doubles.").unwrap();
    let (_, after) = rest.split_once("}\n").unwrap();
    project.write("src/lib.rs", &format!("{before}{after}"));
}

fn delete_and_lose(project: &Project) {
    delete(project);
    lose_folder(project);
}

/// Takes the attributes away and leaves the function.
fn demote(project: &Project) {
    unlist_public(project);
    let (attribute, attributes) = (
        "#[a2t::tool(version = 1)]\npub fn double",
        "    /// The number.\n    a: i32,\n) -> i32 {\n    2 * a",
    );
    source(project, attribute, "pub fn double");
    source(project, attributes, "    a: i32,\n) -> i32 {\n    2 * a");
}

fn rename(project: &Project) {
    source(project, "double", "twice");
}

fn delete_all(project: &Project) {
    project.write("src/lib.rs", "pub fn nothing() {}\n");
}

const HALVES: &str = "#[a2t::tool(version = 1, read_only)]\nfn halve";

fn require_key(project: &Project) {
    let key = "#[a2t::tool(version = 1, read_only, idempotency_key = \"required\")]\nfn halve";
    source(project, HALVES, key);
}

fn require_scope(project: &Project) {
    let scope = "#[a2t::tool(version = 1, read_only, scopes = [\"admin\"])]\nfn halve";
    source(project, HALVES, scope);
}

fn take_text(project: &Project) {
    source(project, "name: String", "#[a2t(text)]\n    name: std::net::IpAddr");
}

fn drop_hint(project: &Project) {
    source(project, HALVES, "#[a2t::tool(version = 1)]\nfn halve");
}

fn retire(project: &Project) {
    let retired = project.a2t(&["publish", "--retire", "double@1", "--reason", "Too large."]);
    assert_eq!(retired.status, 0);
}

fn edit_newest(project: &Project) {
    project.edit("published/add/v2.json", "Adds.", "Sums.");
}

fn edit_older(project: &Project) {
    project.edit("published/add/v1.json", "Adds.", "Sums.");
}

fn edit_both(project: &Project) {
    edit_older(project);
    let output = Command::new("sha256sum")
        .arg("add/v1.json")
        .current_dir(project.folder.join("published"))
        .output()
        .unwrap();
    let line = String::from_utf8(output.stdout).unwrap();
    forget_line(project, "add/v1.json");
    let sums = project.read("published/SHA256SUMS");
    project.write("published/SHA256SUMS", &format!("{line}{sums}"));
}

fn lose_newest(project: &Project) {
    project.remove("published/add/v2.json");
}

fn lose_only(project: &Project) {
    project.remove("published/double/v1.json");
}

fn lose_folder(project: &Project) {
    fs::remove_dir_all(project.folder.join("published/double")).unwrap();
}

fn lose_list(project: &Project) {
    project.remove("published/SHA256SUMS");
}

fn forget_line(project: &Project, file: &str) {
    let sums = project.read("published/SHA256SUMS");
    let kept = sums.lines().filter(|line| !line.ends_with(file));
    let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
    assert_ne!(kept, sums, "{file}");
    project.write("published/SHA256SUMS", &kept);
}

fn forget_newest(project: &Project) {
    lose_newest(project);
    forget_line(project, "add/v2.json");
}

fn forget_only(project: &Project) {
    lose_folder(project);
    forget_line(project, "double/v1.json");
}

fn forget_everything(project: &Project) {
    fs::remove_dir_all(project.folder.join("published")).unwrap();
}

fn delete_and_forget(project: &Project) {
    delete(project);
    forget_only(project);
}

fn delete_and_forget_everything(project: &Project) {
    delete_all(project);
    forget_everything(project);
}

/// A project with everything published and committed: `add` has come to version 2.
fn published() -> Project {
    let project =
        Project::new("promise", &[("Cargo.toml", &*manifest("promise")), ("src/lib.rs", SOURCE)]);
    source(&project, "version = 2", "version = 1");
    source(&project, "    /// Second.\n    b: Option<i32>,\n", "");
    source(&project, "a + b.unwrap_or_default()", "a");
    assert_eq!(project.a2t(&["publish"]).status, 0);
    project.write("src/lib.rs", SOURCE);
    assert_eq!(project.a2t(&["publish"]).status, 0);
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "Publish"]);
    project
}

fn restore(project: &Project) {
    project.git(&["checkout", "-q", "-f", "main"]);
    project.git(&["clean", "-q", "-f", "-d"]);
    // Touched, because a folder that comes back is no news to a build that knew none.
    project.write("src/lib.rs", SOURCE);
}

fn cargo(project: &Project, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--color", "never"])
        .env("CARGO_TARGET_DIR", project::target())
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(&project.folder)
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

const NO: &str = "–";
const AS_NEW: &str = "as not published";

/// rustc's errors for every build, the tests built without the command, and with it.
fn noticed(project: &Project) -> [&'static str; 4] {
    let rustc = |arguments: &[&str]| match cargo(project, arguments) {
        (false, _) => "error",
        (true, message) if message.contains("is never used") => "warning",
        (true, _) => NO,
    };
    let built = rustc(&["check"]);
    assert_eq!(rustc(&["test", "--no-run"]), built, "tests are built like the rest");
    let gate = match project.cargo_test("check", &["--lib"]) {
        (true, _) => NO,
        (false, message) => {
            let others = ["is published, and", "but missing", "could not compile"];
            verdict(!others.iter().any(|other| message.contains(other)))
        }
    };
    let check = |arguments: &[&str]| {
        let ran = project.a2t(&[&["check", "--format", "json"], arguments].concat());
        if ran.status != 1 {
            return NO;
        }
        let findings = ran.json()["findings"].as_array().unwrap().clone();
        verdict(findings.iter().all(is_new))
    };
    [built, gate, check(&[]), check(&["--against", "main"])]
}

fn is_new(finding: &serde_json::Value) -> bool {
    // Without its files, a version has none before it.
    finding["rule"] == "not-published" || finding["rule"] == "A2T-L005"
}

fn verdict(as_new: bool) -> &'static str {
    if as_new { AS_NEW } else { "yes" }
}

/// The table that stands behind a heading or a paragraph of this file, without its frame.
fn table(file: &str, indent: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix(indent));
    let lines = lines.skip_while(|line| !line.starts_with("| what happens | every build"));
    let rows = lines.take_while(|line| line.starts_with('|'));
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

#[test]
fn the_guide_the_readme_and_the_reference_have_one_table() {
    let [first, rest @ ..] = TABLES.map(|(file, indent)| (file, table(file, indent)));
    assert_eq!(first.1.len(), ROWS.len() + 2, "{:?}", first.1);
    for (file, table) in rest {
        assert_eq!(table, first.1, "{file}");
    }
}

#[test]
fn each_mistake_is_noticed_by_those_who_notice_it() {
    let project = published();
    assert_eq!(noticed(&project), [NO; 4]);
    let table = table(TABLES[0].0, TABLES[0].1);
    let mut wrong = Vec::new();
    for ((begins, mistakes), row) in ROWS.iter().zip(&table[2..]) {
        assert!(row[0].starts_with(begins), "{row:?} is not {begins:?}");
        for (index, mistake) in mistakes.iter().enumerate() {
            restore(&project);
            mistake(&project);
            let mut found = noticed(&project);
            if begins.contains("is not published") {
                found = found.map(|found| if found == AS_NEW { "yes" } else { found });
            }
            if found[..] != row[1..] {
                wrong.push(format!("{begins} ({index}): {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_callers_gained_is_noted_until_a_version_records_it() {
    let project = Project::new(
        "unrecorded",
        &[("Cargo.toml", &*manifest("unrecorded")), ("src/lib.rs", SOURCE)],
    );
    source(&project, "version = 2", "version = 1");
    let plain = "#[a2t::tool(version = 1)]\npub fn double(\n    /// The number.\n    a: i32,";
    source(
        &project,
        plain,
        "#[a2t::tool(version = 1, scopes = [\"a:read\", \"b:read\", \"c:read\"])]\npub fn double(
    /// The number.\n    a: i32,\n    /// The address.\n    #[a2t(text)]\n    from: Option<std::net::IpAddr>,",
    );
    assert_eq!(project.a2t(&["publish"]).status, 0);
    let notes = || {
        let ran = project.a2t(&["check", "--format", "json"]);
        assert_eq!(ran.status, 0, "{ran:#?}");
        ran.json()["findings"].as_array().unwrap().clone()
    };
    assert_eq!(notes(), [] as [serde_json::Value; 0]);

    let scopes = "scopes = [\"a:read\", \"b:read\", \"c:read\"]";
    source(&project, scopes, "read_only, scopes = [\"b:read\"]");
    source(
        &project,
        "    #[a2t(text)]\n    from: Option<std::net::IpAddr>",
        "    from: Option<String>",
    );
    let found = notes();
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        (&found[0]["rule"], &found[0]["severity"]),
        (&"unrecorded-promise".into(), &"note".into())
    );
    let message = found[0]["message"].as_str().unwrap();
    let expected = "`double@1`: the hint `read_only` was added, scope `a:read` was dropped, \
                    scope `c:read` was dropped, `from` takes any text, \
                    which published/double/v1.json does not record";
    assert_eq!(message, expected);

    // The next version gets the function, and the published one its own.
    let text = project.read("src/lib.rs");
    let (before, rest) = text.split_once("/// Doubles.").unwrap();
    let (old, after) = rest.split_once("}\n").unwrap();
    let new = old.replace("version = 1", "version = 2").replace("fn double", "fn double_again");
    let new = new.replace("read_only", "name = \"double\", read_only");
    let text = format!("{before}/// Doubles.{old}}}\n/// Doubles.{new}}}\n{after}");
    project.write("src/lib.rs", &text.replace("double, halve]", "double, double_again, halve]"));
    assert_eq!(project.a2t(&["publish"]).status, 0);
    assert_eq!(notes(), [] as [serde_json::Value; 0]);
}
