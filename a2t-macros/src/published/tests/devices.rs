//! Files that would never end, or never begin, are refused by name.

use std::fs;

use super::{ADD, OTHER, Package, add, sums};

/// A device never ends, a pipe nobody writes to never begins, and no signature is as long as a hole.
#[test]
fn devices_pipes_and_endless_files_are_refused_by_name() {
    type Make = fn(&std::path::Path);
    let makes: [(Make, &str); 3] = [
        (
            |path| std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
            "published/add/v1.json cannot be read: not a regular file",
        ),
        (
            |path| {
                let made = std::process::Command::new("mkfifo").arg(path).status();
                assert!(made.unwrap().success());
            },
            "published/add/v1.json cannot be read: not a regular file",
        ),
        (
            |path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap(),
            "published/add/v1.json cannot be read: has 1099511627776 bytes, more than 8388608",
        ),
    ];
    for (make, reason) in makes {
        let package = Package::new("endless", &[sums()]);
        let folder = package.0.join("published/add");
        fs::create_dir_all(&folder).unwrap();
        make(&folder.join("v1.json"));
        // By its name, and by an id that is looked for in all folders.
        let said = package.says(&add(1, "add", ADD));
        assert!(said.contains(reason), "{said}");
        package.says(&add(1, "plus", OTHER));
    }
}
