//! Catalogs become exactly the golden files of `tests/codegen`; `A2T_UPDATE=1` writes them anew.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use a2t_codegen::Builder;

const CATALOGS: [&str; 5] = [
    "deprecated",
    "draft_weather",
    "every_type",
    "hostile",
    "weather",
];

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/codegen")
        .join(name)
}

fn generated(catalog: &str) -> String {
    let path = folder("catalogs").join(format!("{catalog}.json"));
    Builder::new(path).source().unwrap()
}

#[test]
fn a_catalog_becomes_its_golden_file() {
    for catalog in CATALOGS {
        let path = folder("golden").join(format!("{catalog}.rs"));
        let text = generated(catalog);
        if std::env::var_os("A2T_UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            text == golden,
            "{} differs; A2T_UPDATE=1 writes it anew",
            path.display()
        );
    }
}

#[test]
fn a_generated_file_is_ascii() {
    for catalog in CATALOGS {
        assert!(generated(catalog).is_ascii(), "{catalog}");
    }
}
