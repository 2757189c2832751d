//! Two workers on one PostgreSQL, each in its own process, killed in turn: 0 lost, 0 doubled
//! terminal results, order kept.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_store::{
    Accepted, Claim, Delivery, Digest, Item, Key, NewCall, NewMessage, Outcome, Run, Sql, Standing,
    Step, Store, Then, Time, Work,
};

use super::crashes::Dice;
use super::servers::Postgres;

const DATABASE: &str = "A2T_STORE_WORKER_DATABASE";
const RECEIVER: &str = "A2T_STORE_WORKER_RECEIVER";
const SEED: &str = "A2T_STORE_WORKER_SEED";
/// Shorter than a test waits, longer than a step takes; a worker that is later gets `Lost`.
const LEASE: Duration = Duration::from_millis(250);

fn now() -> Time {
    Time::from(SystemTime::now())
}

/// The caller's side of a worker: each line is answered before the worker goes on.
struct Caller {
    lines: BufReader<TcpStream>,
}

impl Caller {
    fn tell(&mut self, line: &str) {
        self.lines.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
        self.lines.read_line(&mut String::new()).unwrap();
    }
}

/// A program that accepts, runs and delivers until it is killed.
#[test]
#[ignore = "the other tests start it"]
fn worker() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let receiver = TcpStream::connect(std::env::var(RECEIVER).unwrap()).unwrap();
    let mut caller = Caller { lines: BufReader::new(receiver) };
    let mut dice = Dice(std::env::var(SEED).unwrap().parse().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Sql::postgres(database).open().await.unwrap();
        caller.tell(&format!("hello {}", std::process::id()));
        for number in 0.. {
            if dice.below(3) == 0 {
                accept(&store, &mut caller, &mut dice, number).await;
            }
            let claim = Claim::new("rap", LEASE).max(1 + usize::try_from(dice.below(4)).unwrap());
            for work in store.claim(claim, now()).await.unwrap() {
                match work {
                    Work::Run(run) => step(&store, &run, &mut dice).await,
                    Work::Deliver(sent) => deliver(&store, &sent, &mut caller, &mut dice).await,
                }
            }
        }
    });
}

async fn accept(store: &Sql, caller: &mut Caller, dice: &mut Dice, number: u64) {
    let id = format!("{}-{number}", std::process::id());
    let key = Key::new("rap", format!("g{}", dice.below(3)), id).unwrap();
    let call = NewCall::new(key.clone(), Digest::from_parts([key.id()]), "x");
    assert!(matches!(store.accept(call, now()).await.unwrap(), Accepted::New(_)));
    caller.tell(&format!("accepted {} {}", key.group(), key.id()));
}

/// One part of a call, or its end.
async fn step(store: &Sql, run: &Run, dice: &mut Dice) {
    let (group, id) = (run.call.key.group(), run.call.key.id());
    let step = if dice.below(3) == 0 {
        Step::new(Then::Again(now())).with(NewMessage::new(format!("part {group} {id}")))
    } else {
        Step::done("result").with(NewMessage::new(format!("end {group} {id}")))
    };
    store.commit(&run.lease, step, now()).await.unwrap();
}

async fn deliver(store: &Sql, sent: &Delivery, caller: &mut Caller, dice: &mut Dice) {
    let Item::Message(position) = sent.lease.item() else { panic!("{:?}", sent.lease) };
    let body = std::str::from_utf8(sent.message.body.expose()).unwrap();
    caller.tell(&format!("arrived {} {position} {body}", sent.message.id));
    // Some attempts that have arrived are reported as failed.
    let again = Outcome::Retry(now().after(Duration::from_millis(dice.below(20))), Some(503));
    let outcome = if dice.below(6) == 0 { again } else { Outcome::Delivered };
    store.settle(&sent.lease, outcome, now()).await.unwrap();
}

/// What the caller's side has heard.
#[derive(Default)]
struct Heard {
    accepted: BTreeSet<Key>,
    /// Messages by id, with their text.
    messages: BTreeMap<String, String>,
    /// Places of messages in the order in which they first arrived, by group.
    positions: BTreeMap<String, Vec<i64>>,
    /// Ends of calls, each of which may have one id.
    ends: BTreeMap<String, String>,
}

impl Heard {
    fn hear(&mut self, line: &str) {
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["accepted", group, id] => {
                self.accepted.insert(Key::new("rap", group, id).unwrap());
            }
            ["arrived", message, position, kind, group, id] => {
                let text = format!("{kind} {group} {id}");
                let known = self.messages.insert(message.to_owned(), text.clone());
                if let Some(known) = known {
                    assert_eq!(known, text, "one id, two messages");
                    return;
                }
                self.positions.entry(group.to_owned()).or_default().push(position.parse().unwrap());
                if kind == "end" {
                    let other = self.ends.insert(format!("{group} {id}"), message.to_owned());
                    assert_eq!(other, None, "two results of {group} {id}");
                }
            }
            _ => {}
        }
    }
}

/// Lines of all workers, each answered when it is taken.
fn listen() -> (String, Receiver<(String, TcpStream)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (lines, heard) = channel();
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let lines = lines.clone();
            std::thread::spawn(move || forward(&stream, &lines));
        }
    });
    (address, heard)
}

fn forward(stream: &TcpStream, lines: &Sender<(String, TcpStream)>) {
    for line in BufReader::new(stream).lines() {
        // A worker that is killed breaks the connection.
        let (Ok(line), Ok(stream)) = (line, stream.try_clone()) else { return };
        if lines.send((line, stream)).is_err() {
            return;
        }
    }
}

fn start(database: &str, receiver: &str, seed: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "workers::worker", "--ignored", "--nocapture"])
        .envs([(DATABASE, database), (RECEIVER, receiver), (SEED, &seed.to_string())])
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills one of two workers after a random number of lines, so many times.
fn kill_in_turn(database: &str, kills: u64, dice: &mut Dice, heard: &mut Heard) {
    let (receiver, lines) = listen();
    let mut workers = [0, 1].map(|_| start(database, &receiver, dice.below(1 << 40)));
    for kill in 0..kills {
        for _ in 0..5 + dice.below(60) {
            let (line, mut stream) =
                lines.recv_timeout(Duration::from_secs(60)).expect("the workers say something");
            heard.hear(&line);
            // It is not read if that worker is the one that was killed.
            let _ = stream.write_all(b"ok\n");
        }
        let worker = &mut workers[usize::try_from(kill % 2).unwrap()];
        // SIGKILL, wherever it is: the answer that it waits for is not the only place.
        std::thread::sleep(Duration::from_micros(dice.below(8_000)));
        worker.kill().unwrap();
        worker.wait().unwrap();
        *worker = start(database, &receiver, dice.below(1 << 40));
    }
    for worker in &mut workers {
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
    // Their last lines.
    while let Ok((line, _)) = lines.recv_timeout(Duration::from_millis(200)) {
        heard.hear(&line);
    }
}

/// A last worker, which is not killed.
async fn finish(store: &Sql, heard: &mut Heard) {
    while let Some(due) = store.next_due("rap").await.unwrap() {
        let due = due.max(now());
        for work in store.claim(Claim::new("rap", LEASE).max(100), due).await.unwrap() {
            match work {
                Work::Run(run) => {
                    let key = &run.call.key;
                    let message = NewMessage::new(format!("end {} {}", key.group(), key.id()));
                    let step = Step::done("result").with(message);
                    store.commit(&run.lease, step, due).await.unwrap();
                }
                Work::Deliver(sent) => {
                    let Item::Message(position) = sent.lease.item() else { panic!() };
                    let body = std::str::from_utf8(sent.message.body.expose()).unwrap();
                    heard.hear(&format!("arrived {} {position} {body}", sent.message.id));
                    store.settle(&sent.lease, Outcome::Delivered, due).await.unwrap();
                }
            }
        }
    }
}

async fn survive(kills: u64) {
    let Some(server) = Postgres::start().await else { return };
    let database = server.emptied("a2t_killed").await;
    let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let seed = given.unwrap_or_else(clock);
    println!("A2T_SEED={seed} repeats these {kills} kills, as far as processes can be repeated");
    let store = Sql::postgres(database.clone()).open().await.unwrap();
    let mut heard = Heard::default();
    kill_in_turn(&database, kills, &mut Dice(seed), &mut heard);
    let already = heard.ends.len();
    finish(&store, &mut heard).await;
    for key in &heard.accepted {
        let found = store.find(key).await.unwrap().expect("an accepted call is there");
        assert_eq!((found.standing, found.result.is_some()), (Standing::Done, true), "{key:?}");
        let end = format!("{} {}", key.group(), key.id());
        assert!(heard.ends.contains_key(&end), "the result of {end} did not arrive");
    }
    for (group, positions) in &heard.positions {
        assert!(positions.is_sorted(), "{group} is out of order: {positions:?}");
    }
    let (calls, messages) = (heard.accepted.len(), heard.messages.len());
    assert!(calls as u64 > kills && already > 0, "{calls} calls: it tests nothing");
    println!(
        "{kills} kills, {calls} calls, {messages} messages: 0 lost, 0 doubled results, order kept"
    );
    store.close().await;
}

#[tokio::test]
async fn two_workers_that_are_killed_in_turn_lose_and_double_nothing() {
    survive(12).await;
}

#[tokio::test]
#[ignore = "takes minutes"]
async fn two_workers_that_are_killed_1_000_times_lose_and_double_nothing() {
    survive(1_000).await;
}
