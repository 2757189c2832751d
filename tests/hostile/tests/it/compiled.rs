//! Generated clients are compiled and searched for doctests, in the editions 2021 and 2024, as libraries that forbid and
//! deny what their author can: a sample of the hostile ones. `cargo test -p hostile-catalogs --test it -- --ignored`
//! takes minutes: it compiles all of them and many more made at random, and documents them.

use std::fs;
use std::path::{Path, PathBuf};

use a2t_codegen::Builder;
use a2t_one_mistake::{Library, arguments, each, some};
use hostile_catalogs::{Case, MARKER, accepted, near, random, snapshots};

const ARGUMENTS: &[&str] = arguments!();

const EDITIONS: [&str; 2] = ["2021", "2024"];

/// Number of clients in one library, which bounds the memory of a compiler.
const CLIENTS: usize = 30;

/// A doctest in a client would be a vendor's program, and fails: it leaves a marker and panics.
const LINTS: &str = "\
//! Generated clients.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, unreachable_pub, nonstandard_style, future_incompatible)]
#![deny(rust_2018_idioms, unused_qualifications, missing_debug_implementations)]
#![deny(clippy::all, clippy::pedantic)]
#![deny(rustdoc::all)]
";

/// Generated code names these from the root.
const SHADOWED: &str = "
/// Names and texts that were made to break a generator.
pub mod hostile {
    #![allow(missing_docs, dead_code, missing_debug_implementations)]
    pub struct String;
    pub struct Option;
    pub struct Result;
    pub trait Into {}
    pub trait Clone {}
";

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn include(modules: &[String]) -> String {
    modules.iter().map(|module| format!("a2t::include_client!(\"{module}\");\n")).collect()
}

/// Writes the client of a catalog, and returns the name of its module.
fn generate(folder: &Path, case: &Case) -> String {
    let document = folder.join(&case.module).with_extension("json");
    fs::write(&document, &case.document).unwrap();
    Builder::new(&document).out_dir(folder).generate().unwrap();
    case.module.clone()
}

fn compile(libraries: &[(PathBuf, &str)]) {
    each(libraries, |(folder, edition)| {
        let library = Library { arguments: ARGUMENTS, folder, edition };
        match *edition {
            "2021" => library.check(),
            _ => library.lint(),
        }
        library.has_no_doctests();
        is_clean(folder);
    });
}

fn document(libraries: &[(PathBuf, &str)]) {
    each(libraries, |(folder, edition)| {
        Library { arguments: ARGUMENTS, folder, edition }.document();
        is_clean(folder);
    });
}

fn is_clean(folder: &Path) {
    assert!(!folder.join(MARKER).exists(), "a program of a vendor ran in {}", folder.display());
}

/// Writes libraries with the clients of these catalogs, one for each edition.
fn libraries(folder: &Path, cases: &[Case]) -> Vec<(PathBuf, &'static str)> {
    let mut libraries = Vec::new();
    for (number, cases) in cases.chunks(CLIENTS).enumerate() {
        let folder = folder.join(number.to_string());
        fs::create_dir_all(&folder).unwrap();
        let modules: Vec<_> = cases.iter().map(|case| generate(&folder, case)).collect();
        fs::write(folder.join("lib.rs"), format!("{LINTS}\n{}", include(&modules))).unwrap();
        libraries.extend(EDITIONS.map(|edition| (folder.clone(), edition)));
    }
    libraries
}

/// Writes a library with the clients of golden files, and of names that are near to each other.
fn golden(folder: &Path) -> [(PathBuf, &'static str); 2] {
    let catalogs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/catalogs");
    let (mut modules, mut shadowed) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(catalogs).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut builder = Builder::new(&path).out_dir(folder);
        if module == "versions" {
            builder = builder.tool("lookup_weather@1").tool("lookup_weather@2");
        }
        builder.generate().unwrap();
        if module == "hostile" { &mut shadowed } else { &mut modules }.push(module);
    }
    assert!(modules.len() >= 15, "{modules:?}");
    shadowed.extend(near().iter().map(|case| generate(folder, case)));
    let text = [LINTS, &include(&modules), SHADOWED, &include(&shadowed), "}\n"].concat();
    fs::write(folder.join("lib.rs"), text).unwrap();
    EDITIONS.map(|edition| (folder.to_owned(), edition))
}

fn hostile(random_ones: u64) -> Vec<Case> {
    accepted().into_iter().chain(snapshots()).chain((0..random_ones).map(random)).collect()
}

#[test]
fn a_sample_of_hostile_clients_is_compiled_and_runs_nothing() {
    compile(&libraries(&scratch("sample"), &some(hostile(150), 12)));
}

#[test]
fn the_clients_of_golden_files_are_compiled_and_run_nothing() {
    compile(&golden(&scratch("golden")));
}

#[test]
#[ignore = "minutes long"]
fn more_than_500_hostile_clients_are_compiled_and_run_nothing() {
    let cases = hostile(150);
    assert!(cases.len() >= 500, "{}", cases.len());
    compile(&libraries(&scratch("all"), &cases));
}

/// Names are not documented: there are hundreds, and their texts are those of others.
#[test]
#[ignore = "minutes long"]
fn all_texts_are_documented_without_a_warning() {
    let mut cases = hostile(10);
    cases.retain(|case| !case.module.starts_with("name"));
    let mut libraries = libraries(&scratch("documented"), &cases);
    libraries.extend(golden(&scratch("documented_golden")));
    libraries.retain(|(_, edition)| *edition == "2024");
    document(&libraries);
}
