//! `cargo xtask packages`: packs what is published, and builds a vendor and an agent outside the workspace from the packed
//! files, offline.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{Cargo, output, run};
use crate::workspace::{Package, packages, read};

/// Examples that are packed too, and then built as a user's own packages.
const USERS: [&str; 2] = ["hello", "trip-agent"];

/// All packages share one version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const SOURCES: &str = "\
[source.crates-io]
replace-with = \"packed\"

[source.packed]
directory = \"../vendor\"
";

/// Packs every published package and the examples, then builds the examples from only the packed files and vendored
/// dependencies. With `verify`, cargo first builds each package from its packed file.
pub(crate) fn pack(root: &Path, verify: bool) -> Result<bool, String> {
    let target = root.join("target/packages");
    let (vendor, users) = (target.join("vendor"), target.join("users"));
    for folder in [&vendor, &users] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
    }

    let published = packages(root)?.into_iter().filter(Package::is_published);
    let published: Vec<_> = published.map(|package| package.name).collect();
    write_packages(root, &target, &published, verify)?;
    output(root, "cargo", &["vendor", "--locked", "--versioned-dirs", &text(&vendor)])?;
    for name in &published {
        // A vendored package has a list of checksums, which may be empty.
        let folder = unpack(&target, name, &vendor)?;
        write(&folder.join(".cargo-checksum.json"), r#"{"files":{}}"#)?;
    }

    write(&users.join(".cargo/config.toml"), SOURCES)?;
    for name in USERS {
        let folder = unpack(&target, name, &users)?;
        let manifest = folder.join("Cargo.toml");
        let of_user = read(&manifest)?;
        // Cargo must not look for a workspace in the folders above.
        write(&manifest, &format!("{of_user}\n[workspace]\n"))?;
        // The users' own choice of versions, from what is vendored.
        let lock = folder.join("Cargo.lock");
        fs::remove_file(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
        println!("{name}: built from the packed files, offline");
        let shared = text(&target.join("users-target"));
        Cargo::once(&folder).env("CARGO_TARGET_DIR", &shared).run(&["build", "--offline"])?;
    }
    Ok(true)
}

/// Writes `target/package/NAME-VERSION.crate` of the published packages and of the examples.
fn write_packages(
    root: &Path,
    target: &Path,
    published: &[String],
    verify: bool,
) -> Result<(), String> {
    let target = text(target);
    let mut arguments = vec!["package", "--locked", "--target-dir", &target];
    arguments.extend(published.iter().flat_map(|name| ["-p", name]));
    if verify {
        Cargo::once(root).run(&arguments)?;
    }
    // An example needs more than its packed file to be verified: it is built later.
    arguments.extend(USERS.iter().flat_map(|name| ["-p", name]));
    arguments.extend(["--no-verify", "--quiet"]);
    Cargo::once(root).run(&arguments)
}

/// Unpacks the packed file of a package into `parent`, as `NAME-VERSION`.
fn unpack(packed: &Path, name: &str, parent: &Path) -> Result<PathBuf, String> {
    let folder = format!("{name}-{VERSION}");
    fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
    let file = text(&packed.join("package").join(format!("{folder}.crate")));
    run(parent, "tar", &["-xzf", &file])?;
    Ok(parent.join(folder))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
    parent
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
