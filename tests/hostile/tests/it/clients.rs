//! Hostile catalogs become clients with exactly the items of the templates. `compiled.rs` compiles them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use a2t_codegen::Builder;
use hostile_catalogs::{Case, accepted, random, snapshots};

use super::inspect;

/// An empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn generated(folder: &Path, case: &Case) -> String {
    let path = folder.join(format!("{}.json", case.module));
    fs::write(&path, &case.document).unwrap();
    let source = Builder::new(&path).source();
    source.unwrap_or_else(|error| panic!("{}: {error}", case.module))
}

fn cases() -> impl Iterator<Item = Case> {
    accepted().into_iter().chain((0..10).map(random))
}

#[test]
fn there_are_enough_catalogs_and_no_two_are_one() {
    let cases: Vec<_> = cases().collect();
    let modules: BTreeSet<_> = cases.iter().map(|case| &case.module).collect();
    let documents: BTreeSet<_> = cases.iter().map(|case| &case.document).collect();
    assert!(cases.len() >= 200, "{}", cases.len());
    assert_eq!((modules.len(), documents.len()), (cases.len(), cases.len()));
}

/// The documents of the golden files show what the templates write.
#[test]
fn a_client_has_no_macro_attribute_import_or_markup_but_the_templates() {
    let folder = scratch("inspected");
    let catalogs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/catalogs");
    let golden = |name: &str| {
        let text = Builder::new(catalogs.join(name)).source().unwrap();
        inspect::file(&text).means
    };
    let mut allowed = golden("every_type.json");
    allowed.extend(golden("weather.json"));
    allowed.extend(golden("deprecated.json"));
    allowed.extend(golden("errors.json"));
    allowed.extend(golden("records.json"));
    let macros: Vec<_> = allowed.iter().filter(|found| found.ends_with('!')).collect();
    let ours = ["calls", "choices", "errors", "members", "open_choices", "records", "replies"];
    let ours = ours.into_iter().chain(["same_choices"]);
    let ours: Vec<_> = ours.map(|name| format!("::a2t::client::__private::{name}!")).collect();
    assert_eq!(macros, ours.iter().collect::<Vec<_>>());
    assert!(!allowed.contains("unsafe") && !allowed.contains("extern"), "{allowed:?}");
    for case in cases() {
        let text = generated(&folder, &case);
        let shown = |byte: u8| byte == b'\n' || byte == b' ' || byte.is_ascii_graphic();
        assert!(text.bytes().all(shown), "{}: not printable ASCII", case.module);
        let found = inspect::file(&text);
        let more: Vec<_> = found.means.difference(&allowed).collect();
        assert!(more.is_empty(), "{}: {more:?}", case.module);
        found.docs.iter().for_each(|doc| inspect::is_inert(doc));
    }
}

/// Texts that no list of errors may have make it one that is passed by; all others are variants.
#[test]
fn most_catalogs_have_errors_of_every_name() {
    let folder = scratch("errors");
    let texts: Vec<_> = cases().map(|case| generated(&folder, &case)).collect();
    let has = |name: &str| texts.iter().filter(|text| text.contains(name)).count();
    let clients = has("::a2t::client::__private::errors! {");
    let variants = ["Unknown_ = \"UNKNOWN\",", "} = \"SELF\",", "A1_2 = \"A1_2\","];
    assert!(clients >= 50, "{clients} of {}", texts.len());
    let found = variants.map(has);
    assert!(found.iter().all(|found| *found >= clients), "{found:?} of {clients}");
}

/// Their names are those of a tool, of a property and of the properties around it.
#[test]
fn most_catalogs_have_enums_within_outputs_that_say_what_an_input_says() {
    let folder = scratch("within");
    let texts: Vec<_> = cases().map(|case| generated(&folder, &case)).collect();
    let within = |line: &str| {
        let sent = line.trim_start().strip_prefix("impl From<")?.split_once(" for output::")?.1;
        sent.contains("::").then_some(())
    };
    let pairs = texts.iter().map(|text| text.lines().filter_map(within).count());
    let found = pairs.filter(|pairs| *pairs >= 2).count();
    assert!(found >= 100, "{found} of {}", texts.len());
}

#[test]
fn nor_has_a_client_of_an_mcp_server() {
    let folder = scratch("inspected_mcp");
    let catalogs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/catalogs");
    let golden = |name: &str| {
        let text = Builder::new(catalogs.join(name)).source().unwrap();
        inspect::file(&text).means
    };
    let allowed = golden("mcp_every_shape.json");
    let macros: Vec<_> = allowed.iter().filter(|found| found.ends_with('!')).collect();
    let ours = [
        "calls",
        "choices",
        "contents",
        "members",
        "objects",
        "open_choices",
        "open_unions",
        "records",
        "replies",
        "same_choices",
        "same_objects",
        "unions",
        "values",
        "written_unions",
    ];
    let ours = ours.map(|name| format!("::a2t::mcp::client::__private::{name}!"));
    assert_eq!(macros, ours.iter().collect::<Vec<_>>());
    let (cases, mut objects) = (snapshots(), 0);
    assert!(cases.len() >= 16, "{}", cases.len());
    for case in cases {
        let text = generated(&folder, &case);
        let shown = |byte: u8| byte == b'\n' || byte == b' ' || byte.is_ascii_graphic();
        assert!(text.bytes().all(shown), "{}: not printable ASCII", case.module);
        let found = inspect::file(&text);
        let more: Vec<_> = found.means.difference(&allowed).collect();
        assert!(more.is_empty(), "{}: {more:?}", case.module);
        found.docs.iter().for_each(|doc| inspect::is_inert(doc));
        objects += text.matches("impl From<super::super::output::").count();
    }
    assert!(objects >= 100, "{objects} objects of outputs become inputs");
}

#[test]
fn no_catalog_names_the_file_that_is_written() {
    let folder = scratch("written");
    let out_dir = folder.join("out");
    fs::create_dir(&out_dir).unwrap();
    for case in cases().step_by(4) {
        let path = folder.join("catalog.json");
        fs::write(&path, &case.document).unwrap();
        Builder::new(&path).module("client").out_dir(&out_dir).generate().unwrap();
    }
    let names = |folder: &Path| -> BTreeSet<_> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names(&out_dir), BTreeSet::from(["client.rs".to_owned()]));
    let expected = ["catalog.json", "out"].map(str::to_owned);
    assert_eq!(names(&folder), BTreeSet::from(expected));
}
