//! Signatures both ways against the published libraries, which `interop/install.sh` installs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use a2t_webhook::signature::{Signed, Signer, Verifier};
use serde_json::{Value, json};

use super::messages::{Draw, Message, now};

const MESSAGES: usize = 10_000;

/// A seed of zeroes, where a message has no signature of Ed25519.
const UNUSED: &str = "whsk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The command of a reference implementation; `None`, with a remark, where it is not installed.
fn peer(name: &str) -> Option<Command> {
    let folder = root().join("target/interop/webhook");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("interop");
    let (needed, program, script) = match name {
        "npm" => {
            let modules = folder.join("node_modules");
            (modules.join("standardwebhooks"), PathBuf::from("node"), scripts.join("peer.js"))
        }
        _ => {
            let python = folder.join("python/bin/python");
            (python.clone(), python, scripts.join("peer.py"))
        }
    };
    if !needed.exists() {
        println!(
            "skipped: {name} `standardwebhooks` is installed by crates/a2t-webhook/interop/install.sh"
        );
        return None;
    }
    let mut command = Command::new(program);
    command.arg(script).env("NODE_PATH", folder.join("node_modules"));
    Some(command)
}

/// Passes messages to a reference implementation, a line each, and reads as many lines.
fn ask(mut command: Command, name: &str, messages: &[Value]) -> Vec<Value> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("webhook-{name}.jsonl"));
    let lines: String = messages.iter().map(|message| format!("{message}\n")).collect();
    fs::write(&path, lines).unwrap();
    let output = command.stdin(File::open(&path).unwrap()).output().unwrap();
    fs::remove_file(path).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn drawn(count: usize, time: u64, with_v1a: impl Fn(usize) -> bool) -> Vec<(Message, Value)> {
    let mut draw = Draw::seeded();
    let draw = |index: usize| {
        let message = draw.message(60);
        let Message { secret, id, body, .. } = &message;
        let sign = |signer: Signer| signer.sign(id, time, body.as_bytes()).unwrap().signature;
        let mut described = json!({
            "secret": secret.to_text(), "private": UNUSED, "id": id, "timestamp": time,
            "body": body, "v1": sign(Signer::new(secret.clone())),
        });
        if with_v1a(index) {
            let private = message.private();
            described["private"] = private.to_text().into();
            described["v1a"] = sign(Signer::new(private)).into();
        }
        (message, described)
    };
    (0..count).map(draw).collect()
}

fn assert_agreement(name: &str, every_v1a: usize) {
    let Some(command) = peer(name) else { return };
    let time = now();
    let drawn = drawn(MESSAGES, time, |index| name == "npm" && index % every_v1a == 0);
    let described: Vec<_> = drawn.iter().map(|(_, described)| described.clone()).collect();
    let answers = ask(command, name, &described);
    assert_eq!(answers.len(), MESSAGES);
    let mut asymmetric = 0;
    for ((message, described), answer) in drawn.iter().zip(&answers) {
        assert_eq!(answer["acceptsV1"], true, "{described}");
        let signed = |member: &str| Signed {
            id: message.id.clone(),
            timestamp: time.to_string(),
            signature: answer[member].as_str().unwrap().to_owned(),
        };
        let body = message.body.as_bytes();
        let verifier = Verifier::new(message.secret.clone());
        assert_eq!(verifier.verify(&signed("v1"), body, time), Ok(()), "{described}");
        if described["v1a"].is_string() {
            asymmetric += 1;
            assert_eq!(answer["acceptsV1a"], true, "{described}");
            let verifier = Verifier::new(message.private().public());
            assert_eq!(verifier.verify(&signed("v1a"), body, time), Ok(()), "{described}");
        }
    }
    println!("{name}: {MESSAGES} of v1 and {asymmetric} of v1a both ways");
}

#[test]
fn ten_thousand_signatures_agree_with_npm_both_ways() {
    // Ed25519 without optimisation takes milliseconds.
    assert_agreement("npm", if cfg!(debug_assertions) { 20 } else { 1 });
}

#[test]
fn ten_thousand_signatures_agree_with_pypi_both_ways() {
    assert_agreement("pypi", MESSAGES);
}

/// Altered messages are refused by them too, or their verdicts above would mean nothing.
#[test]
fn published_libraries_refuse_what_was_altered() {
    for name in ["npm", "pypi"] {
        let Some(command) = peer(name) else { continue };
        let mut described: Vec<_> =
            drawn(50, now(), |_| true).into_iter().map(|(_, described)| described).collect();
        for message in &mut described {
            message["body"] = format!("{}!", message["body"].as_str().unwrap()).into();
        }
        for answer in ask(command, name, &described) {
            assert_eq!(answer["acceptsV1"], false, "{name}");
            assert_ne!(answer["acceptsV1a"], true, "{name}");
        }
    }
}

/// `UPDATE_GOLDEN=1` has the reference implementations write `vectors.json` again.
#[test]
fn vectors_are_those_of_the_published_libraries() {
    let (Some(npm), Some(pypi)) = (peer("npm"), peer("pypi")) else { return };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors.json");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let described = drawn(150, 1_674_087_231, |_| true);
        let described: Vec<_> = described.into_iter().map(|(_, described)| described).collect();
        fs::write(&path, serde_json::to_string_pretty(&described).unwrap()).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let mut vectors: Vec<Value> = serde_json::from_str(&text).unwrap();
    let [npm, pypi] = [ask(npm, "npm-vectors", &vectors), ask(pypi, "pypi-vectors", &vectors)];
    for ((vector, npm), pypi) in vectors.iter_mut().zip(npm).zip(pypi) {
        vector.as_object_mut().unwrap().retain(|name, _| name != "v1" && name != "v1a");
        vector["npm"] = npm["v1"].clone();
        vector["node"] = npm["v1a"].clone();
        vector["pypi"] = pypi["v1"].clone();
    }
    let text = format!("{}\n", serde_json::to_string_pretty(&vectors).unwrap());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}
