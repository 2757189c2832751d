//! Generates a client of every hostile catalog that keeps the rules, and of some that are made at
//! random. Each of the two packages has its share; with `A2T_HOSTILE=N` both have all, and N made
//! at random.

use std::path::Path;

use a2t_codegen::Builder;
use hostile_catalogs::{accepted, random, snapshots, Case};

/// How many catalogs are made at random.
const RANDOM: u64 = 10;

fn main() -> Result<(), a2t_codegen::Error> {
    let out_dir = std::env::var("OUT_DIR").unwrap();
    let out_dir = Path::new(&out_dir);
    let mut clients = String::new();
    for case in cases() {
        let document = out_dir.join(format!("{}.json", case.module));
        write(&document, &case.document);
        Builder::new(&document).generate()?;
        clients.push_str(&format!("a2t::include_client!(\"{}\");\n", case.module));
    }
    write(&out_dir.join("clients.rs"), &clients);
    Ok(())
}

/// Names in one package, which is not documented, and texts in the other.
fn cases() -> Vec<Case> {
    println!("cargo::rerun-if-env-changed=A2T_HOSTILE");
    if let Ok(count) = std::env::var("A2T_HOSTILE") {
        let count = count.parse().unwrap();
        let cases = accepted().into_iter().chain(snapshots());
        return cases.chain((0..count).map(random)).collect();
    }
    let names = env!("CARGO_PKG_NAME").ends_with("2021");
    let mut cases = accepted();
    cases.retain(|case| case.module.starts_with("name") == names);
    let snapshots = snapshots().into_iter().enumerate();
    cases.extend(snapshots.filter(|(index, _)| (index % 2 == 0) == names).map(|(_, case)| case));
    cases.extend((0..RANDOM).filter(|_| !names).map(random));
    cases
}

/// Leaves a file alone that is as it should be, so that nothing is built again.
fn write(path: &Path, text: &str) {
    if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
        std::fs::write(path, text).unwrap();
    }
}
