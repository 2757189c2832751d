//! `cargo a2t queue`: what it shows of a store, what it requeues, and what it never prints.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::vendor::{Ran, run, run_with, scratch};
use a2t::rap::client::store::{
    Claim, Digest, Key, NewCall, NewMessage, Outcome, Reason, Sql, Step, Store, Time, Work,
};
use serde_json::json;

const SECRET: &str = "https://agent.example/callback?token=hush";

fn key(id: &str) -> Key {
    Key::new("rap", "thread", id).unwrap()
}

/// Does something with the store of a folder, a minute ago.
fn with(folder: &Path, work: impl AsyncFnOnce(&Sql, Time)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sql::sqlite(folder.join("calls.db")).open().await.unwrap();
        work(&store, Time::from(SystemTime::now() - Duration::from_secs(90))).await;
        store.close().await;
    });
}

async fn accept(store: &Sql, id: &str, now: Time) {
    let call = NewCall::new(key(id), Digest::from_parts([id]), SECRET);
    store.accept(call, now).await.unwrap();
}

/// A call that has ended, whose message was settled so; another that waits.
fn filled(name: &str, outcome: Outcome) -> std::path::PathBuf {
    let folder = scratch(name);
    with(&folder, async |store, now| {
        accept(store, "1", now).await;
        let claim = || Claim::new("rap", Duration::from_secs(30));
        let Some(Work::Run(run)) = store.claim(claim(), now).await.unwrap().pop() else { panic!() };
        let step = Step::done(SECRET).with(NewMessage::new(SECRET));
        store.commit(&run.lease, step, now).await.unwrap();
        let Some(Work::Deliver(sent)) = store.claim(claim(), now).await.unwrap().pop() else {
            panic!()
        };
        store.settle(&sent.lease, outcome, now).await.unwrap();
        accept(store, "2", now).await;
    });
    folder
}

fn dead(name: &str) -> std::path::PathBuf {
    filled(name, Outcome::Dead(Reason::Refused(404)))
}

/// Runs `queue` on the file, in text and in JSON, and asserts that neither shows a payload.
fn queue(folder: &Path, arguments: &[&str]) -> (Ran, serde_json::Value) {
    let whole = [&["queue", "--store", "sqlite:calls.db"], arguments].concat();
    let json = run(folder, &[&whole[..], &["--format", "json"]].concat());
    let text = run(folder, &whole);
    for output in [&text, &json] {
        for part in [SECRET, "agent.example", "hush"] {
            assert!(!output.stdout.contains(part) && !output.stderr.contains(part), "{part}");
        }
    }
    (text, json.json())
}

#[test]
fn depth_age_and_attempts_of_each_queue_are_reported() {
    let folder = filled("queue-counts", Outcome::Retry(Time::NEVER, Some(503)));
    let (text, json) = queue(&folder, &[]);
    text.assert(
        0,
        &[
            "rap\n  calls: 1 waiting, 0 leased, 0 suspended, the oldest for 1m 3",
            "at most 0 attempts\n         each; 1 done, 0 cancelled\n",
            "  messages: 0 waiting, 1 retrying, 0 leased, the oldest for 1m 3",
            "at most 1 attempt\n            each; 0 delivered, 0 dead\n",
        ],
        &[],
    );
    let rap = &json["queues"][0];
    assert_eq!((&rap["queue"], &rap["calls"]["waiting"]), (&json!("rap"), &json!(1)));
    assert_eq!(
        (&rap["messages"]["retrying"], &rap["messages"]["attempts"]),
        (&json!(1), &json!(1))
    );
    assert!(rap["calls"]["oldestSeconds"].as_u64().unwrap() >= 90, "{rap}");
    let (text, json) = queue(&folder, &["--queue", "mcp-tasks"]);
    text.assert(0, &["nothing is stored"], &[]);
    assert_eq!(json["queues"], json!([]));
}

#[test]
fn a_message_that_is_tried_again_has_its_last_status() {
    for (last, words) in [(Some(503), "last 503"), (None, "last no reply")] {
        let folder =
            filled(&format!("queue-last-{}", last.is_some()), Outcome::Retry(Time::NEVER, last));
        let (text, json) = queue(&folder, &["list"]);
        text.assert(0, &[&format!("message-1 waiting ({words}), 1 attempt")], &[]);
        assert_eq!(json["items"][0]["reason"], words);
    }
}

/// Runs commands of the shell where the folder cannot be written, if the system lets a test do so.
fn read_only(folder: &Path, commands: &str) -> Option<std::process::Output> {
    let script = format!(
        "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" && ! touch x 2>/dev/null || exit 77; {commands}"
    );
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
    let output = unshare.current_dir(folder).output().ok()?;
    let skipped = output.status.code() == Some(77)
        || output.status.code() == Some(1) && output.stdout.is_empty();
    if skipped {
        println!("skipped: a read-only file system: {}", String::from_utf8_lossy(&output.stderr));
    }
    (!skipped).then_some(output)
}

#[test]
fn a_store_on_a_read_only_file_system_is_looked_at() {
    let folder = dead("queue-read-only");
    let program = env!("CARGO_BIN_EXE_cargo-a2t");
    let commands = format!("{program} a2t queue --store sqlite:calls.db list; echo \"status $?\"");
    let Some(output) = read_only(&folder, &commands) else { return };
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("message-1 dead (refused 404)"), "{stdout} {stderr}");
    assert!(stdout.contains("status 0"), "{stdout} {stderr}");
    let commands =
        format!("{program} a2t queue --store sqlite:calls.db requeue --dead; echo \"status $?\"");
    let Some(output) = read_only(&folder, &commands) else { return };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(String::from_utf8_lossy(&output.stdout).contains("status 2"), "{stderr}");
    assert!(stderr.contains("readonly"), "{stderr}");
}

#[test]
fn dead_messages_are_listed_and_calls_on_request() {
    let folder = dead("queue-list");
    let (text, json) = queue(&folder, &["list", "--standing", "dead"]);
    text.assert(0, &["message-1 dead (refused 404), 1 attempt, for 1m 3", ": rap thread 1\n"], &[]);
    let item = &json["items"][0];
    assert_eq!((&item["item"], &item["standing"]), (&json!("message-1"), &json!("dead")));
    assert_eq!((&item["reason"], &item["dueInSeconds"]), (&json!("refused 404"), &json!(null)));
    let (text, json) = queue(&folder, &["list", "--calls", "--group", "thread"]);
    text.assert(
        0,
        &["call-1 done, 1 attempt", "call-2 waiting, 0 attempts", ", due: rap thread 2\n"],
        &[],
    );
    assert_eq!(json["items"].as_array().unwrap().len(), 2);
    let (_, json) = queue(&folder, &["list", "--calls", "--max", "1"]);
    assert_eq!(json["items"].as_array().unwrap().len(), 1);
    let (text, _) = queue(&folder, &["list", "--standing", "delivered"]);
    text.assert(0, &["nothing of that kind is stored"], &[]);
}

#[test]
fn an_item_is_shown_with_what_belongs_to_it() {
    let folder = dead("queue-show");
    let (text, json) = queue(&folder, &["show", "call-1"]);
    text.assert(0, &["call-1 done", "its call has its result", "    message-1 dead"], &[]);
    assert_eq!(json["items"][0]["messages"][0]["item"], "message-1");
    assert_eq!(json["items"][0]["call"]["hasResult"], true);
    let (text, json) = queue(&folder, &["show", "message-1", "message-9"]);
    text.assert(1, &["message-1 dead", "message-9 is not in the store"], &[]);
    assert_eq!(json["holds"], false);
}

#[test]
fn a_dead_message_waits_again_by_name_or_with_all() {
    for (name, arguments) in [
        ("queue-requeue", &["requeue", "message-1"][..]),
        ("queue-requeue-all", &["requeue", "--dead"]),
    ] {
        let folder = dead(name);
        let store = ["queue", "--store", "sqlite:calls.db"];
        run(&folder, &[&store[..], arguments].concat()).assert(0, &["due now"], &[]);
        with(&folder, async |store, _| {
            let now = Time::from(SystemTime::now());
            let claim = Claim::new("rap", Duration::from_secs(30)).max(10);
            let work = store.claim(claim, now).await.unwrap();
            let sent = work.iter().find_map(|work| match work {
                Work::Deliver(sent) => Some(sent),
                Work::Run(_) => None,
            });
            assert_eq!(sent.unwrap().message.attempt, 1, "as if new");
            store.settle(&sent.unwrap().lease, Outcome::Delivered, now).await.unwrap();
        });
        let (text, json) = queue(&folder, &["requeue", "message-1", "call-9"]);
        text.assert(
            1,
            &[
                "message-1 is not requeued: it is delivered",
                "call-9 is not requeued: it is not in the store",
            ],
            &[],
        );
        assert_eq!(json["requeued"], json!([]));
        let (text, _) = queue(&folder, &["requeue", "--dead"]);
        text.assert(0, &["0 dead messages are due now"], &[]);
    }
}

#[test]
fn names_in_a_store_do_nothing_to_a_terminal() {
    let folder = scratch("queue-inert");
    with(&folder, async |store, now| {
        let key = Key::new("rap", "\u{1b}[2J", "a\nb").unwrap();
        store.accept(NewCall::new(key, Digest::from_parts(["x"]), "x"), now).await.unwrap();
    });
    let (text, json) = queue(&folder, &["list", "--calls"]);
    assert!(!text.stdout.contains('\u{1b}') && text.stdout.lines().count() == 1, "{}", text.stdout);
    assert_eq!(json["items"][0]["id"], "a\nb");
}

#[test]
fn a_store_that_is_not_there_is_reported_and_not_made() {
    let folder = scratch("queue-absent");
    let store = |url: &str| run(&folder, &["queue", "--store", url]);
    store("sqlite:calls.db").assert(
        2,
        &[],
        &["error: there is no store: the program that answers"],
    );
    store("memory").assert(2, &[], &["error: there is no store"]);
    store("mysql://u:hush@h").assert(2, &[], &["`mysql` is not a kind of store: expected"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing was created");
    run(&folder, &["queue"]).assert(2, &[], &["--store <URL>"]);
    run(&folder, &["queue", "--store-env", "A2T_NOT_SET"]).assert(2, &[], &["`A2T_NOT_SET`"]);
    let variables = [("A2T_TEST_STORE", "sqlite:calls.db")];
    run_with(&folder, &["queue", "--store-env", "A2T_TEST_STORE"], &variables).assert(
        2,
        &[],
        &["there is no store"],
    );
}

#[test]
fn arguments_of_another_action_are_refused() {
    let folder = scratch("queue-arguments");
    let cases: [(&[&str], &str); 7] = [
        (&["show"], "which item? Name those that `list` prints"),
        (&["requeue"], "or --dead for all"),
        (&["list", "call-1"], "ITEM is an argument of `show` and `requeue`"),
        (&["list", "--dead"], "--dead is a flag of `requeue`"),
        (&["--calls"], "--calls and --standing are of `list`"),
        (&["show", "call-1", "--group", "g"], "--group is a flag of `list`"),
        (&["show", "7"], "expected an item as `list` prints it"),
    ];
    for (arguments, expected) in cases {
        let whole = [&["queue", "--store", "sqlite:calls.db"], arguments].concat();
        run(&folder, &whole).assert(2, &[], &[expected]);
    }
}
