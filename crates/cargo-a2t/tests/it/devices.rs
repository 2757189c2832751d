//! Files of `published/` that would never end, or never begin, are refused by name.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::Project;

const PACKAGE: &str =
    "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";

fn zero(path: &Path) {
    std::os::unix::fs::symlink("/dev/zero", path).unwrap();
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn hole(path: &Path) {
    fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
}

#[test]
fn devices_pipes_and_endless_files_are_refused_wherever_they_stand() {
    type Make = fn(&Path);
    let makes: [(Make, &str); 3] = [
        (zero, "not a regular file"),
        (pipe, "not a regular file"),
        (hole, "has 1099511627776 bytes, more than 8388608"),
    ];
    for (make, reason) in makes {
        for file in ["published/add/v1.json", "published/SHA256SUMS"] {
            let project = Project::new("devices", &[("Cargo.toml", PACKAGE), ("src/lib.rs", "")]);
            let path = project.folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            make(&path);
            let ran = project.a2t(&["check", "--no-build"]);
            ran.assert(2, &[], &[file, reason]);
        }
    }
}
