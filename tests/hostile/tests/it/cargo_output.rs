//! Cargo obeys what a build script prints: a document that is refused gives nothing to obey, and
//! nothing that acts on a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use a2t_core::signature::rule;
use hostile_catalogs::{Case, accepted, random, refused};

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn built(folder: &Path, document: &str) -> Output {
    let path = folder.join("catalog.json");
    fs::write(&path, document).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_build-script"));
    command.arg(path).arg(folder).output().unwrap()
}

/// Every line is one of ours, about the file that the author named.
fn obeyed(folder: &Path, case: &Case, output: &Output) {
    let path = folder.join("catalog.json");
    let path = path.to_str().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    for line in text.lines() {
        let rest = line.replace(path, "FILE");
        let known = [
            "cargo::rerun-if-changed=FILE",
            "cargo::rerun-if-env-changed=A2T_FETCH",
            "cargo::warning=FILE: one page of a longer catalog; `cargo a2t fetch` reads all its pages",
        ];
        assert!(known.contains(&&*rest), "{}: {line:?}", case.module);
    }
    assert!(text.lines().count() <= 20, "{}", case.module);
}

fn inert(case: &Case, output: &Output) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    let acting = text.chars().find(|character| rule::is_forbidden(*character));
    assert_eq!(acting, None, "{}: {text}", case.module);
    let ours =
        |line: &str| line.starts_with("Error: no client was generated:") || line.starts_with("  ");
    assert!(text.lines().all(ours), "{}: {text}", case.module);
}

#[test]
fn a_refused_document_gives_cargo_nothing_to_obey() {
    let folder = scratch("refused");
    for case in refused() {
        let output = built(&folder, &case.document);
        assert_eq!(output.status.code(), Some(1), "{}: {}", case.module, case.document);
        obeyed(&folder, &case, &output);
        inert(&case, &output);
        assert!(!output.stderr.is_empty());
    }
    assert!(!folder.join("client.rs").exists());
}

#[test]
fn a_catalog_that_is_cut_anywhere_gives_cargo_nothing_to_obey() {
    let folder = scratch("cut");
    for seed in 0..60 {
        let mut case = random(seed);
        let middle = case.document.len() * usize::try_from(seed).unwrap() / 61;
        let middle = (0..=middle).rev().find(|at| case.document.is_char_boundary(*at));
        case.document.truncate(middle.unwrap());
        let output = built(&folder, &case.document);
        assert_eq!(output.status.code(), Some(1), "{}", case.document);
        obeyed(&folder, &case, &output);
        inert(&case, &output);
    }
}

#[test]
fn an_accepted_catalog_prints_no_more() {
    let folder = scratch("accepted");
    for case in accepted().iter().step_by(9) {
        let output = built(&folder, &case.document);
        assert!(output.status.success(), "{}", case.module);
        obeyed(&folder, case, &output);
        assert!(output.stderr.is_empty(), "{}", case.module);
    }
    let more = "{\"items\": [], \"paging\": {\"next\": \"x\\ncargo::rustc-env=A=B\"}}";
    let module = "page".to_owned();
    let case = Case { module, document: more.to_owned() };
    obeyed(&folder, &case, &built(&folder, more));
}
