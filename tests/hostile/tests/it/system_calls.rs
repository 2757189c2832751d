//! What a build script asks of the system while it reads a hostile catalog: it writes one file, and needs no network.
//! Skipped with a printed line where there is no strace or no namespace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hostile_catalogs::{Case, accepted, random, refused, snapshots};

/// Calls that change the names of files, or what is in them, besides `open`.
const CHANGES: [&str; 14] = [
    "chmod(",
    "chown(",
    "creat(",
    "fchmodat(",
    "fchownat(",
    "link(",
    "linkat(",
    "mkdir(",
    "mkdirat(",
    "mknodat(",
    "rmdir(",
    "symlink(",
    "symlinkat(",
    "truncate(",
];

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("out")).unwrap();
    folder
}

/// Returns `true` if this program can run another one.
fn works(program: &str, arguments: &[&str]) -> bool {
    let output = Command::new(program).args(arguments).arg("true").output();
    let works = output.is_ok_and(|output| output.status.success());
    if !works {
        println!("skipped: `{program}` does not work here");
    }
    works
}

/// Runs the build script for a catalog behind another program.
fn build(before: &[&str], folder: &Path, case: &Case) -> Output {
    fs::write(folder.join("catalog.json"), &case.document).unwrap();
    let mut command = Command::new(before[0]);
    command.args(&before[1..]).arg(env!("CARGO_BIN_EXE_build-script"));
    command.arg(folder.join("catalog.json")).arg(folder.join("out")).output().unwrap()
}

/// Some catalogs of each kind, and whether there is a client of each.
fn cases() -> Vec<(Case, bool)> {
    let some = accepted().into_iter().chain(snapshots()).step_by(24).chain((0..5).map(random));
    let some = some.map(|case| (case, true));
    some.chain(refused().into_iter().step_by(12).map(|case| (case, false))).collect()
}

/// Returns `true` for a name that no catalog chooses: 16 digits and an ending.
fn is_temporary(name: &str) -> bool {
    let digits = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(".a2t"));
    digits.is_some_and(|digits| {
        digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Returns the reason why a line of strace is not one of a build script.
fn broken(line: &str, out: &str) -> Option<&'static str> {
    let (_, call) = line.split_once(' ').unwrap_or(("", line));
    let call = call.trim_start();
    let begins = |names: &[&str]| names.iter().any(|name| call.starts_with(name));
    let paths: Vec<_> = call.split('"').skip(1).step_by(2).collect();
    // The client, and the file that becomes it.
    let is_ours = |path: &&str| match path.strip_prefix(out).and_then(|rest| rest.strip_prefix('/'))
    {
        Some(name) => name == "client.rs" || is_temporary(name),
        None => false,
    };
    let writes =
        ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].iter().any(|flag| call.contains(flag));
    if begins(&["socket(", "connect(", "sendto(", "bind("]) {
        return Some("it uses the network");
    }
    if begins(&["openat(", "open("]) && writes && !paths.iter().all(is_ours) {
        return Some("it writes another file");
    }
    let is_replacing = begins(&["rename", "unlink"]) && paths.iter().all(is_ours);
    if begins(&CHANGES) || begins(&["rename", "unlink"]) && !is_replacing {
        return Some("it changes the names of files");
    }
    (begins(&["execve"]) && !call.contains("build-script")).then_some("it runs a program")
}

#[test]
fn a_line_of_each_kind_is_checked() {
    let out = "/x/out";
    for (line, is_broken) in [
        (r#"7 openat(AT_FDCWD, "/x/out/client.rs", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3"#, false),
        (r#"7 openat(AT_FDCWD, "/x/catalog.json", O_RDONLY|O_CLOEXEC) = 3"#, false),
        (r#"7 openat(AT_FDCWD, "/x/out/../client.rs", O_WRONLY|O_CREAT, 0666) = 3"#, true),
        (r#"7 openat(AT_FDCWD, "/etc/passwd", O_RDWR) = -1 EACCES"#, true),
        (
            r#"7 openat(AT_FDCWD, "/x/out/.b96292f8e9cc4318.a2t", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3"#,
            false,
        ),
        (r#"7 rename("/x/out/.b96292f8e9cc4318.a2t", "/x/out/client.rs") = 0"#, false),
        (r#"7 rename("/x/out/.b96292f8e9cc4318.a2t", "/x/client.rs") = 0"#, true),
        (r#"7 openat(AT_FDCWD, "/x/out/.profile.a2t", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3"#, true),
        (r#"7 unlink("/x/catalog.json") = 0"#, true),
        (r#"7 symlink("/x", "/x/out/client.rs") = 0"#, true),
        (r#"7 socket(AF_INET, SOCK_STREAM, 0) = 3"#, true),
        (r#"7 execve("/bin/sh", ["sh"], 0x1 /* 2 vars */) = 0"#, true),
    ] {
        assert_eq!(broken(line, out).is_some(), is_broken, "{line}");
    }
}

#[test]
fn a_build_script_writes_its_client_and_nothing_else_and_uses_no_network() {
    if !works("strace", &["-f", "-qq", "-o", "/dev/null"]) {
        return;
    }
    let folder = scratch("strace");
    let (out, log) = (folder.join("out"), folder.join("log"));
    let before = [
        "strace",
        "-f",
        "-qq",
        "-e",
        "trace=%file,%network",
        "-s",
        "4096",
        "-o",
        log.to_str().unwrap(),
    ];
    let mut lines = 0;
    for (case, is_accepted) in cases() {
        let output = build(&before, &folder, &case);
        assert_eq!(output.status.success(), is_accepted, "{}: {output:?}", case.module);
        let text = String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned();
        for line in text.lines() {
            lines += 1;
            let broken = broken(line, out.to_str().unwrap());
            assert_eq!(broken, None, "{}: {line}", case.module);
        }
        assert!(text.contains("catalog.json"), "{text}");
    }
    println!("{lines} calls of the system");
}

#[test]
fn a_build_script_needs_no_network() {
    let alone = ["unshare", "--map-root-user", "--net"];
    if !works(alone[0], &alone[1..]) {
        return;
    }
    let folder = scratch("unshared");
    for case in accepted().into_iter().step_by(40) {
        let client = || fs::read(folder.join("out/client.rs")).unwrap();
        assert!(build(&["env"], &folder, &case).status.success(), "{}", case.module);
        let expected = client();
        fs::remove_file(folder.join("out/client.rs")).unwrap();
        let output = build(&alone, &folder, &case);
        assert!(output.status.success(), "{}: {output:?}", case.module);
        assert_eq!(client(), expected, "{}", case.module);
    }
}
