//! The life of a vendor's project outside the workspace: publish, break, read the compiler's
//! errors, evolve, serve every version, and keep what is published.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::string_slice, clippy::unwrap_used)]

pub(crate) mod build;
mod guide;
mod source;

use crate::project::Project;
use build::{Complaint, complaints, serve};
use serde_json::json;
use source::{BREAKS, Break};

const PACKAGE: &str = "lifecycle";

/// No more than a vendor needs, and what the other projects of the tests have compiled already.
const MANIFEST: &str = r#"[package]
name = "NAME"
version = "0.1.0"
edition = "2024"
[dependencies]
a2t = { path = "A2T_ROOT" }
tokio = { version = "1", default-features = false, features = ["rt"] }
[workspace]
[profile.dev]
debug = 0
"#;

fn all(project: &Project, version: u32) {
    for one in BREAKS {
        write(project, one, &source::version(one.tool, version));
    }
}

fn write(project: &Project, one: &Break, source: &str) {
    project.write(&format!("src/{}.rs", one.tool), source);
}

fn of<'c>(complaints: &'c [Complaint], tool: &str) -> Vec<&'c Complaint> {
    let file = format!("src/{tool}.rs");
    complaints.iter().filter(|complaint| complaint.file == file).collect()
}

/// The compiler's errors for each break. An error of a macro hides those of constants: what is
/// found is repaired, until the rest is reported.
fn break_everything(project: &Project) {
    let mut pending: Vec<_> = BREAKS.iter().collect();
    while !pending.is_empty() {
        pending.iter().for_each(|one| write(project, one, &one.source()));
        let complaints = complaints(project);
        let count = pending.len();
        pending.retain(|one| {
            let found = of(&complaints, one.tool);
            if let [only] = found.as_slice() {
                one.verify(only);
                write(project, one, &source::version(one.tool, 1));
            }
            assert!(found.len() < 2, "{found:#?}");
            found.is_empty()
        });
        let silent: Vec<_> = pending.iter().map(|one| one.tool).collect();
        assert!(pending.len() < count, "no word of {silent:?}: {complaints:#?}");
    }
}

impl Break {
    fn verify(&self, complaint: &Complaint) {
        for part in self.says {
            assert!(complaint.message.contains(part), "{}: {part}\n{complaint:#?}", self.tool);
        }
        assert_eq!(complaint.text, self.at, "{complaint:#?}");
    }
}

#[test]
fn a_project_is_held_to_what_it_published() {
    let project = &Project::new(
        PACKAGE,
        &[
            ("Cargo.toml", &MANIFEST.replace("NAME", PACKAGE)),
            ("src/lib.rs", &source::root()),
            ("src/main.rs", &source::program(PACKAGE)),
        ],
    );
    all(project, 1);

    let published = project.a2t(&["publish"]);
    assert_eq!(published.status, 0, "{published:#?}");
    let v1 = project.read("published/narrower_range/v1.json");
    assert!(v1.contains("\"max\": 14") && !v1.contains("currentVersion"), "{v1}");
    assert_eq!(project.a2t(&["check"]).status, 0);

    // The first publication reaches the next build, though no source was edited.
    project.write("published/narrower_range/v1.json", &v1.replace("toolId", "tool"));
    let [damaged] = &complaints(project)[..] else { panic!("one error") };
    let file = "published/narrower_range/v1.json";
    assert!(
        damaged.message.contains(file) && damaged.message.contains("cargo a2t check"),
        "{damaged:#?}"
    );
    project.write(file, &v1);

    break_everything(project);

    evolve(project, 2);
    // What version 2 added is promised as well, though version 1 knows nothing of it.
    let kept = source::version(KEPT, 3);
    project.write(&format!("src/{KEPT}.rs"), &source::changed(&kept, &[("max = 23", "max = 20")]));
    let [narrowed] = &complaints(project)[..] else { panic!("one error") };
    let says = "version 3 breaks published version 2 at inputs[hour].max";
    assert!(narrowed.message.contains(says), "{narrowed:#?}");
    evolve(project, 3);

    serve_all(project);
    hold(project);
}

const KEPT: &str = "edited_text";

/// The next version, published. Until it is, both gates are shut.
fn evolve(project: &Project, version: u32) {
    all(project, version);
    assert_eq!(project.a2t(&["check"]).status, 1);
    let (holds, output) = project.cargo_test("check", &["--lib", "--bins"]);
    assert!(!holds && output.contains("is not published"), "{output}");
    let published = project.a2t(&["publish"]);
    assert_eq!(published.status, 0, "{published:#?}");
    assert_eq!(project.a2t(&["check"]).status, 0);
    let (holds, output) = project.cargo_test("check", &["--lib", "--bins"]);
    assert!(holds, "{output}");
}

/// One function for all versions: a caller of each is answered as it was published.
fn serve_all(project: &Project) {
    let vendor = serve(project, PACKAGE);
    let tools = vendor.get("/tools?pageLimit=100");
    let tools = tools["items"].as_array().unwrap();
    assert_eq!(tools.len(), BREAKS.len());
    for tool in tools {
        let (name, id) = (tool["name"].as_str().unwrap(), tool["toolId"].as_str().unwrap());
        let versions = vendor.get(&format!("/tools/{id}/versions"));
        let versions = versions["items"].as_array().unwrap().iter();
        let numbers = versions.map(|v| [v["version"].as_u64(), v["currentVersion"].as_u64()]);
        let expected = [3, 2, 1].map(|number| [Some(number), Some(3)]);
        assert_eq!(numbers.collect::<Vec<_>>(), expected, "{name}");
        let call = |version: u32, arguments| {
            vendor.invoke(name, &format!("/tools/{id}/versions/{version}"), &arguments)
        };
        let old = json!({"city": "Omaha", "days": 2, "units": "CELSIUS"});
        let first = json!({"temperature": 7, "sky": "CLEAR"});
        assert_eq!(call(1, old.clone()), (200, first), "{name}");
        let second = json!({"temperature": 7, "sky": "CLEAR", "hour": 12});
        assert_eq!(call(2, old.clone()), (200, second), "{name}");
        let third = json!({"city": "Omaha", "temperature": 7, "sky": "CLEAR", "hour": 12});
        assert_eq!(call(3, old), (200, third), "{name}");
        // A later input is none of an earlier version's.
        let late = json!({"city": "Omaha", "days": 2, "hour": 4});
        assert_eq!(call(1, late.clone()).0, 400, "{name}");
        assert_eq!(call(2, late).1["hour"], 4, "{name}");
    }
}

/// Files that were edited, lost or moved away are distinguished, and restored.
fn hold(project: &Project) {
    let v1 = format!("published/{KEPT}/v1.json");
    let text = project.read(&v1);
    project.remove(&v1);
    let missing = project.a2t(&["check"]);
    assert_eq!(missing.status, 1, "{missing:#?}");
    assert!(missing.stdout.contains(&v1), "{missing:#?}");
    assert!(!complaints(project).is_empty(), "the build does not miss it");
    project.write(&v1, &text.replace("The city.", "Some city."));
    let edited = project.a2t(&["check"]);
    assert_eq!(edited.status, 1, "{edited:#?}");
    assert!(edited.stdout.contains(&v1), "{edited:#?}");
    project.write(&v1, &text);
    assert_eq!(project.a2t(&["check"]).status, 0);
}

/// The changes of the guide, each in its own module.
#[test]
fn the_guide_says_what_the_compiler_and_the_commands_say() {
    let (text, guide) = guide::read();
    let manifest = MANIFEST.replace("NAME", "guide");
    let files = [("Cargo.toml", manifest.as_str()), ("src/lib.rs", &guide.program)];
    let project = &Project::new("guide", &files);
    let mut sessions = guide.sessions.iter();
    let (_, first) = sessions.next().unwrap();
    assert_eq!(session(project), *first);
    let published = project.read("published/forecast/v1.json");
    let id = published.lines().nth(1).unwrap().split('"').nth(3).unwrap();

    let output = check_changes(project, &guide, id);
    let mut updated = text.clone();
    for (change, output) in guide.changes.iter().zip(output) {
        match (&change.error, output) {
            (Some(error), Some(output)) => updated = updated.replace(error, &output),
            (None, None) => {}
            (error, output) => panic!("{}: expected {error:?}, got {output:?}", change.section),
        }
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(guide::path(), &updated).unwrap();
    }
    assert!(updated == text, "run with UPDATE_GOLDEN=1, and read what changed");

    project.write("src/lib.rs", &guide.changes[0].applied(&guide.program, id));
    let (section, second) = sessions.next().unwrap();
    assert_eq!((section, session(project)), (&guide.changes[0].section, second.clone()));
    retire(project, &guide);
}

/// What `publish` prints, as a session.
fn session(project: &Project) -> String {
    let ran = project.a2t(&["publish"]);
    assert_eq!(ran.status, 0, "{ran:#?}");
    format!("$ cargo a2t publish\n{}", ran.stdout)
}

/// rustc's error for each change. Errors of macros hide those of constants: what was reported is
/// taken out, until the rest holds.
fn check_changes(project: &Project, guide: &guide::Guide, id: &str) -> Vec<Option<String>> {
    let mut output = vec![None; guide.changes.len()];
    for (index, change) in guide.changes.iter().enumerate() {
        project.write(&format!("src/change_{index}.rs"), &change.applied(&guide.program, id));
    }
    loop {
        let quiet = (0..output.len()).filter(|index| output[*index].is_none());
        let modules: String = quiet.map(|index| format!("pub mod change_{index};\n")).collect();
        project.write("src/lib.rs", &format!("{}{modules}", guide.program));
        let found = complaints(project);
        if found.is_empty() {
            return output;
        }
        for complaint in found {
            let file = complaint.file.strip_prefix("src/change_");
            let index: usize = file.unwrap().strip_suffix(".rs").unwrap().parse().unwrap();
            let code = if complaint.message.starts_with("evaluation") { "[E0080]" } else { "" };
            let text = format!("error{code}: {}\n", complaint.message);
            assert_eq!(output[index].replace(text), None, "one error: {complaint:#?}");
        }
    }
}

fn retire(project: &Project, guide: &guide::Guide) {
    let retires = |(section, _): &&(String, String)| section == "Retire a version";
    let (_, line) = guide.sessions.iter().find(retires).unwrap();
    let (command, reason) = line.trim_end().split_once(" --reason ").unwrap();
    let mut words: Vec<_> = command.split(' ').skip(3).collect();
    words.extend(["--reason", reason.trim_matches('"')]);
    let ran = project.a2t(&words);
    assert_eq!(ran.status, 0, "{ran:#?}");
    assert!(project.exists("published/forecast/v1.retired.json"));
    assert_eq!(project.a2t(&["check"]).status, 0);
}

#[test]
fn the_guide_answers_for_every_rule_that_stops_a_vendor() {
    use a2t_core::evolution::{Class, Rule, Severity};
    let (text, _) = guide::read();
    let of_vendors = |rule: &&Rule| !matches!(rule.class(), Class::WellFormed | Class::Codegen);
    let stops = |rule: &&Rule| rule.severity() != Severity::Note || **rule == Rule::VersionGap;
    for rule in Rule::ALL.iter().filter(of_vendors).filter(stops) {
        assert!(text.contains(&format!("`{rule}`")), "{rule} {}", rule.slug());
    }
    for link in text.split("](#").skip(1).filter_map(|text| text.split(')').next()) {
        let heading = |line: &str| line.to_lowercase().replace(' ', "-").replace([',', '`'], "");
        let mut headings = text.lines().filter_map(|line| line.strip_prefix("## "));
        assert!(headings.any(|line| heading(line) == link), "#{link}");
    }
}
