//! Crashes of a store in a file: at chosen statements on many seeds, and by SIGKILL.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_store::{
    Accepted, Claim, Digest, Key, Limits, NewCall, NewMessage, Outcome, Sql, Standing, Step, Store,
    Time, Work,
};

use super::crashes::{Dice, survive};
use super::scratch::Scratch;

/// The first seed: of the environment, or of the clock.
fn first_seed() -> u64 {
    let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() << 20;
    given.unwrap_or_else(clock)
}

/// Runs so many seeds on two threads, each with a file that all its seeds use.
fn run(seeds: u64) {
    let first = first_seed();
    println!("A2T_SEED={first} repeats these {seeds} seeds");
    let half = |thread: u64| {
        move || {
            let scratch = Scratch::quick("crash");
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            // With another program the file is never closed; without one it is at each crash.
            let beside = (thread == 0).then(|| {
                runtime.as_ref().unwrap().block_on(Sql::sqlite(scratch.file()).open()).unwrap()
            });
            let crashes = (0..seeds).filter(|seed| seed % 2 == thread).map(|seed| {
                runtime.as_ref().unwrap().block_on(survive(first + seed, async |crash| {
                    let mut options = Sql::sqlite(scratch.file());
                    if let Some(crash) = crash {
                        options = options.crash(crash);
                    }
                    options.open().await.map(|store| Box::new(store) as Box<dyn Store>)
                }))
            });
            let crashes = crashes.sum::<usize>();
            drop(beside);
            crashes
        }
    };
    let crashes: usize = [0, 1]
        .map(|thread| std::thread::spawn(half(thread)))
        .map(|half| half.join().unwrap())
        .iter()
        .sum();
    println!("{seeds} seeds, {crashes} crashes: 0 lost, 0 doubled, order kept");
    assert!(crashes as u64 > seeds / 2, "{crashes} crashes: they test nothing");
}

#[test]
fn nothing_is_lost_or_doubled_by_crashes_at_any_statement() {
    run(2_000);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_is_lost_or_doubled_by_crashes_at_any_statement_of_100_000_seeds() {
    run(100_000);
}

const FILE: &str = "A2T_STORE_CHILD";

fn now() -> Time {
    Time::from(SystemTime::now())
}

/// A program that accepts, runs and delivers, and reports what it was promised, until it is killed.
#[test]
#[ignore = "the other test starts it"]
fn child() {
    let Ok(file) = std::env::var(FILE) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sql::sqlite(file).limits(Limits::default()).open().await.unwrap();
        let life = std::process::id();
        let mut out = std::io::stdout().lock();
        for number in 0.. {
            let key =
                Key::new("rap", format!("g{}", number % 3), format!("{life}-{number}")).unwrap();
            let call = NewCall::new(key.clone(), Digest::from_parts([key.id()]), "x");
            store.accept(call, now()).await.unwrap();
            writeln!(out, "accepted {} {}", key.group(), key.id()).unwrap();
            let claim = Claim::new("rap", Duration::from_millis(50)).max(2);
            for work in store.claim(claim, now()).await.unwrap() {
                match work {
                    Work::Run(run) => {
                        let step = Step::done("x").with(NewMessage::new(run.call.key.id()));
                        store.commit(&run.lease, step, now()).await.unwrap();
                    }
                    Work::Deliver(sent) => {
                        let body = String::from_utf8(sent.message.body.into_bytes()).unwrap();
                        writeln!(out, "arrived {} {body}", sent.message.id).unwrap();
                        store.settle(&sent.lease, Outcome::Delivered, now()).await.unwrap();
                    }
                }
            }
        }
    });
}

#[tokio::test]
async fn a_killed_program_loses_no_call_and_doubles_no_result() {
    let scratch = Scratch::new("kill");
    let file = scratch.another();
    let mut dice = Dice(first_seed());
    let (mut accepted, mut arrived) = (Vec::new(), std::collections::BTreeMap::new());
    for _ in 0..5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child", "--ignored", "--nocapture"])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut left = 20 + dice.below(150);
        for line in lines {
            let line = line.unwrap();
            let words: Vec<_> = line.split(' ').collect();
            match words[..] {
                ["accepted", group, id] => accepted.push(Key::new("rap", group, id).unwrap()),
                ["arrived", id, body] => hear(&mut arrived, id, body),
                _ => {}
            }
            left = left.saturating_sub(1);
            if left == 0 {
                // SIGKILL; the lines that it wrote before are read to the end.
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
    }
    let store = Sql::sqlite(&file).open().await.unwrap();
    finish(&store, &mut arrived).await;
    assert!(accepted.len() > 40, "{}", accepted.len());
    for key in &accepted {
        let found = store.find(key).await.unwrap().expect("an accepted call is there");
        assert_eq!(found.standing, Standing::Done);
    }
    let mut bodies: Vec<_> = arrived.values().collect();
    bodies.sort();
    let all = bodies.len();
    bodies.dedup();
    assert_eq!(bodies.len(), all, "two results of one call");
    assert!(accepted.iter().all(|key| bodies.iter().any(|body| *body == key.id())));
}

fn hear(arrived: &mut std::collections::BTreeMap<String, String>, id: &str, body: &str) {
    let known = arrived.insert(id.to_owned(), body.to_owned());
    assert!(known.is_none_or(|known| known == body), "one id, two messages");
}

async fn finish(store: &Sql, arrived: &mut std::collections::BTreeMap<String, String>) {
    while let Some(due) = store.next_due("rap").await.unwrap() {
        let claim = Claim::new("rap", Duration::from_secs(1)).max(100);
        for work in store.claim(claim, due).await.unwrap() {
            match work {
                Work::Run(run) => {
                    let step = Step::done("x").with(NewMessage::new(run.call.key.id()));
                    store.commit(&run.lease, step, due).await.unwrap();
                }
                Work::Deliver(sent) => {
                    let body = String::from_utf8(sent.message.body.into_bytes()).unwrap();
                    hear(arrived, &sent.message.id, &body);
                    store.settle(&sent.lease, Outcome::Delivered, due).await.unwrap();
                }
            }
        }
    }
}

#[tokio::test]
async fn what_was_accepted_is_known_after_a_crash_before_the_answer() {
    let scratch = Scratch::new("unanswered");
    let call = || NewCall::new(Key::new("rap", "g", "1").unwrap(), Digest::from_parts(["1"]), "1");
    let (mut lost, mut known) = (0, 0);
    for statement in 0..40 {
        let file = scratch.another();
        Sql::sqlite(&file).open().await.unwrap().close().await;
        let crash = a2t_store::open::Crash::after(statement);
        let Ok(store) = Sql::sqlite(&file).crash(crash).open().await else { continue };
        let answer = store.accept(call(), Time::from_millis(0)).await;
        drop(store);
        let store = Sql::sqlite(&file).open().await.unwrap();
        let again = store.accept(call(), Time::from_millis(0)).await.unwrap();
        match (answer, again) {
            (Err(_), Accepted::New(_)) => lost += 1,
            (_, Accepted::Known(_)) => known += 1,
            (answer, again) => panic!("{statement}: {answer:?}, then {again:?}"),
        }
    }
    assert!(lost > 0 && known > 1, "{lost} refused, {known} known");
}
