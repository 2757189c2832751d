//! `cargo a2t completions` and `man`: every command and flag is in them, and shells take them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::Command;

use crate::vendor::{run, scratch};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Each subcommand with its long flags, as the help has them.
fn commands() -> Vec<(String, Vec<String>)> {
    let folder = scratch("completions-help");
    let help = run(&folder, &["--help"]).stdout;
    let listed = help.split("Commands:\n").nth(1).unwrap();
    let listed = listed.split("\n\n").next().unwrap().lines();
    let flags = |name: &str| {
        let help = run(&folder, &[name, "--help"]).stdout;
        let options = help.split("\nOptions:\n").nth(1).unwrap();
        let options = options.split("\nExit status").next().unwrap().lines();
        let flags = options.filter_map(|line| {
            let (_, flag) = line.split_once("--").filter(|(before, _)| before.len() == 6)?;
            Some(format!("--{}", flag.split_whitespace().next().unwrap()))
        });
        flags.collect::<Vec<_>>()
    };
    // A long line goes on below itself.
    let listed = listed.filter(|line| !line.starts_with("   "));
    let names = listed.map(|line| line.split_whitespace().next().unwrap());
    let names = names.filter(|name| *name != "help");
    let found: Vec<_> = names.map(|name| (name.to_owned(), flags(name))).collect();
    assert!(found.len() > 10 && found.iter().all(|(_, flags)| flags.len() > 1), "{found:?}");
    found
}

#[test]
fn scripts_name_every_command_and_flag() {
    let folder = scratch("completions-names");
    let commands = commands();
    for shell in SHELLS {
        let ran = run(&folder, &["completions", shell]);
        ran.assert(0, &[], &[]);
        for (name, flags) in &commands {
            assert!(ran.stdout.contains(name.as_str()), "{shell} {name}");
            for flag in flags {
                // Fish has `-l format`.
                let word = if shell == "fish" { flag.replace("--", "-l ") } else { flag.clone() };
                assert!(ran.stdout.contains(&word), "{shell} {name} {flag}");
            }
        }
        let json = run(&folder, &["completions", shell, "--format", "json"]).json();
        // Nothing in a script looks as if it acted on a terminal or a runner.
        assert_eq!(json["script"].as_str().unwrap().trim_end(), ran.stdout.trim_end(), "{shell}");
    }
    run(&folder, &["completions", "tcsh"]).assert(2, &[], &["bash, elvish, fish, powershell, zsh"]);
}

/// Replies to TAB behind these words.
fn completed(words: &[&str]) -> String {
    let folder = scratch("completions-bash");
    fs::write(folder.join("a2t.bash"), run(&folder, &["completions", "bash"]).stdout).unwrap();
    let ([command, ..], [.., before, last]) = (words, words) else { unreachable!() };
    let script = format!(
        "_cargo() {{ COMPREPLY=(\"cargo itself\"); }}
        source a2t.bash
        COMP_WORDS=({}); COMP_CWORD={}; COMPREPLY=()
        read -ra how < <(complete -p {command})
        \"${{how[-2]}}\" {command} '{last}' {before}
        echo \"${{COMPREPLY[*]}}\"",
        words.join(" "),
        words.len() - 1,
    );
    // `complete -p` ends with `-F FUNCTION COMMAND`.
    let ran = Command::new("bash").args(["-euc", &script]).current_dir(&folder).output().unwrap();
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap().trim().to_owned()
}

#[test]
fn bash_completes_the_subcommand_of_cargo_and_leaves_cargo_the_rest() {
    let folder = scratch("completions-syntax");
    let script = run(&folder, &["completions", "bash"]).stdout;
    let checked = Command::new("bash").args(["-n", "-c", &script]).output().unwrap();
    assert!(checked.status.success() && checked.stderr.is_empty(), "{checked:?}");
    for start in [&["cargo", "a2t"][..], &["cargo-a2t"]] {
        let completed = |words: &[&str]| completed(&[start, words].concat());
        assert_eq!(completed(&["fe"]), "fetch");
        assert_eq!(completed(&["fetch", "--acc"]), "--accept-broken-lock");
        assert_eq!(completed(&["lint", "--format", "s"]), "sarif");
    }
    assert_eq!(completed(&["cargo", "a2"]), "cargo itself");
    assert_eq!(completed(&["cargo", "build", "--rel"]), "cargo itself");
}

#[test]
fn pages_of_the_manual_have_every_command_and_flag() {
    let folder = scratch("man");
    run(&folder, &["man", "a/man1"]).assert(0, &["a/man1: "], &[]);
    let page = |name: &str| {
        let page = fs::read_to_string(folder.join("a/man1").join(name)).unwrap();
        page.replace("\\-", "-")
    };
    let whole = page("cargo-a2t.1");
    let commands = commands();
    for (name, flags) in &commands {
        assert!(whole.contains(&format!("cargo-a2t-{name}(1)")), "{name}");
        let page = page(&format!("cargo-a2t-{name}.1"));
        assert!(page.contains(&format!("cargo a2t {name}")), "{name}");
        for flag in flags {
            assert!(page.contains(flag), "{name} {flag}");
        }
    }
    let written = fs::read_dir(folder.join("a/man1")).unwrap().count();
    assert_eq!(written, commands.len() + 1);
    fs::write(folder.join("file"), "").unwrap();
    run(&folder, &["man", "file"]).assert(2, &[], &["file: "]);
}
