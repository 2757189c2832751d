//! The store in JetStream: the contract, crashes, several programs, large bodies. The tests print
//! what they skip where there is no server.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t_store::open::{OpenError, existing, store};
use a2t_store::{
    Accepted, Call, Digest, Hold, JetStream, NewCall, NewMessage, Outcome, Step, Store, StoreError,
    Then, Time,
};
use async_nats::jetstream::{Context, stream};
use futures_util::StreamExt as _;

use super::crashes;
use super::servers::Nats;
use super::suite::{self, at, call, deliver, key, run};

async fn open(server: &Nats, name: &str) -> JetStream {
    JetStream::new(&*server.address).name(name).open().await.unwrap()
}

async fn context(server: &Nats) -> Context {
    async_nats::jetstream::new(async_nats::connect(&server.address).await.unwrap())
}

/// Subjects of a stream that have a message.
async fn subjects(context: &Context, name: &str) -> Vec<String> {
    let stream = context.get_stream(name).await.unwrap();
    let found: Vec<_> = stream.info_with_subjects(">").await.unwrap().collect().await;
    let subject = |found: Result<(String, usize), _>| found.unwrap().0;
    found.into_iter().map(|found| subject(found).replace(&format!("{name}."), "")).collect()
}

/// The subjects, sorted, as soon as they are so.
async fn until(context: &Context, name: &str, fits: impl Fn(&[String]) -> bool) -> Vec<String> {
    let mut left = Vec::new();
    for _ in 0..1_000 {
        left = subjects(context, name).await;
        left.sort();
        if fits(&left) {
            return left;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("they are still there: {left:?}");
}

#[tokio::test]
async fn a_stream_keeps_the_contract() {
    let Some(server) = Nats::start().await else { return };
    let number = AtomicUsize::new(0);
    suite::conforms(async |limits| {
        let name = format!("contract-{}", number.fetch_add(1, Ordering::Relaxed));
        let options = JetStream::new(&*server.address).name(name).limits(limits);
        Box::new(options.open().await.unwrap()) as Box<dyn Store>
    })
    .await;
}

#[tokio::test]
async fn nothing_is_lost_or_doubled_by_crashes_of_a_stream_client() {
    let Some(server) = Nats::start().await else { return };
    crashes::survive_all(crashes::seeds(200), async |lane, seed, crash| {
        // Ten seeds share a stream, so that a program starts from what others left.
        let name = format!("crash-{lane}-{}", seed / 80);
        let mut options = JetStream::new(&*server.address).name(name);
        if let Some(crash) = crash {
            options = options.crash(crash);
        }
        options.open().await.map(|store| Box::new(store) as Box<dyn Store>)
    })
    .await;
}

#[tokio::test]
async fn two_workers_on_a_stream_share_the_work() {
    let Some(server) = Nats::start().await else { return };
    suite::workers(async || Box::new(open(&server, "workers").await) as Box<dyn Store>).await;
}

fn large(byte: u8, size: usize) -> Vec<u8> {
    (0..size).map(|at| byte ^ (at % 251) as u8).collect()
}

fn large_call() -> NewCall {
    NewCall::new(key("g", "1"), Digest::from_parts(["1"]), large(1, 3_000_000))
}

async fn found(store: &JetStream) -> Call {
    store.find(&key("g", "1")).await.unwrap().unwrap()
}

#[tokio::test]
async fn bodies_larger_than_a_message_are_kept_and_removed() {
    let Some(server) = Nats::start().await else { return };
    let context = context(&server).await;
    let first = open(&server, "large").await;
    assert_eq!(first.accept(large_call(), at(0)).await, Ok(Accepted::New(None)));
    let other = open(&server, "large").await;
    let held = run(&other, at(1)).await;
    assert_eq!(held.call.payload.expose(), large(1, 3_000_000));
    let step = Step::new(Then::Continue).checkpoint(large(2, 700_000)).result(large(3, 10_000));
    let Hold::Kept(lease) = other.commit(&held.lease, step, at(2)).await.unwrap() else { panic!() };
    for store in [&first, &other, &open(&server, "large").await] {
        let call = found(store).await;
        assert_eq!(call.payload.expose(), large(1, 3_000_000));
        assert_eq!(call.checkpoint.unwrap().expose(), large(2, 700_000));
        assert_eq!(call.result.unwrap().expose(), large(3, 10_000));
    }
    let end = Step::new(Then::Done).with(NewMessage::new(large(4, 2_000_000)));
    assert_eq!(first.commit(&lease, end, at(3)).await, Ok(Hold::Released));
    let sent = deliver(&open(&server, "large").await, at(4)).await;
    assert_eq!(sent.message.body.expose(), large(4, 2_000_000));
    other.settle(&sent.lease, Outcome::Delivered, at(5)).await.unwrap();
    // Pieces that are not needed are removed some time later: the result of 10,000 bytes stays.
    until(&context, "large", |left| left.iter().filter(|left| left.starts_with("b.")).count() == 1)
        .await;
    assert_eq!(found(&other).await.result.unwrap().expose(), large(3, 10_000));
    assert_eq!(other.sweep("rap", Time::NEVER).await, Ok(1));
    let left = until(&context, "large", |left| left.len() <= 2).await;
    assert!(
        left[0].starts_with("c.") && left[1] == "end",
        "a row that is gone, and the end: {left:?}"
    );
    assert_eq!(first.find(&key("g", "1")).await, Ok(None));
    assert!(open(&server, "large").await.statistics(at(9)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_program_that_starts_removes_what_another_left_behind() {
    let Some(server) = Nats::start().await else { return };
    let context = context(&server).await;
    let first = open(&server, "left").await;
    first.accept(large_call(), at(0)).await.unwrap();
    let gone =
        subjects(&context, "left").await.into_iter().find(|subject| subject.starts_with("c."));
    // As if the program had died behind its sweep, and the server had forgotten the row since.
    let gone = format!("left.{}", gone.unwrap());
    context.get_stream("left").await.unwrap().purge().filter(gone).await.unwrap();
    context.publish("left.end", "".into()).await.unwrap().await.unwrap();
    let again = open(&server, "left").await;
    assert_eq!(again.accept(large_call(), at(1)).await, Ok(Accepted::New(None)));
    until(&context, "left", |left| left.len() == 8).await;
    assert_eq!(found(&again).await.payload.expose(), large(1, 3_000_000));
    assert_eq!(found(&open(&server, "left").await).await, found(&again).await);
}

#[tokio::test]
async fn messages_of_two_stores_have_ids_of_their_own() {
    let Some(server) = Nats::start().await else { return };
    let mut ids = Vec::new();
    for name in ["one", "two"] {
        let store = open(&server, name).await;
        store.accept(call("g", "1"), at(0)).await.unwrap();
        let held = run(&store, at(1)).await;
        let step = Step::done("x").with(NewMessage::new("x"));
        store.commit(&held.lease, step, at(2)).await.unwrap();
        let sent = deliver(&open(&server, name).await, at(3)).await.message;
        ids.push(sent.id.clone());
        let again = deliver(&store, at(100)).await.message;
        assert_eq!(again.id, sent.id);
    }
    assert_ne!(ids[0], ids[1]);
}

#[tokio::test]
async fn numbers_are_not_given_again_behind_a_sweep() {
    let Some(server) = Nats::start().await else { return };
    let mut ids = std::collections::BTreeSet::new();
    for round in 0..3 {
        let store = open(&server, "numbers").await;
        store.accept(call("g", "1"), at(round)).await.unwrap();
        let held = run(&store, at(round)).await;
        let step = Step::done("x").with(NewMessage::new("x"));
        store.commit(&held.lease, step, at(round)).await.unwrap();
        let sent = deliver(&store, at(round)).await;
        store.settle(&sent.lease, Outcome::Delivered, at(round)).await.unwrap();
        assert!(ids.insert(sent.message.id), "an id was given twice");
        assert_eq!(store.sweep("rap", Time::NEVER).await, Ok(1));
    }
}

#[tokio::test]
async fn a_step_too_large_for_a_batch_is_refused_and_spoils_no_other_one() {
    let Some(server) = Nats::start().await else { return };
    let store = open(&server, "steps").await;
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let held = run(&store, at(0)).await;
    let large = (0..1_100).fold(Step::done("x"), |step, _| step.with(NewMessage::new("x")));
    let (refused, accepted) =
        tokio::join!(store.commit(&held.lease, large, at(1)), store.accept(call("g", "2"), at(1)));
    assert!(matches!(refused, Err(StoreError::Misuse(_))), "{refused:?}");
    assert_eq!(accepted, Ok(Accepted::New(None)));
    let step = (0..900).fold(Step::done("x"), |step, _| step.with(NewMessage::new("x")));
    assert_eq!(store.commit(&held.lease, step, at(2)).await, Ok(Hold::Released));
}

#[tokio::test]
async fn a_stream_of_something_else_is_refused() {
    let Some(server) = Nats::start().await else { return };
    let context = context(&server).await;
    let url = |name: &str| format!("{}/{name}", server.address);
    let config = |name: &str, version: &str| stream::Config {
        name: name.to_owned(),
        subjects: vec![format!("{name}.>")],
        metadata: [("a2t-store-version", version), ("a2t-store-name", "x")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
        ..stream::Config::default()
    };
    let plain = stream::Config { metadata: Default::default(), ..config("orders", "") };
    context.create_stream(plain).await.unwrap();
    context.create_stream(config("newer", "2")).await.unwrap();
    let other = store(&url("orders")).await.err().unwrap().to_string();
    assert!(other.contains("not one of a store: give another name"), "{other}");
    let newer = store(&url("newer")).await.err();
    assert_eq!(newer, Some(OpenError::Store(StoreError::Newer { found: 2, known: 1 })));
    let absent = existing(&url("nowhere")).await.err();
    assert_eq!(absent, Some(OpenError::Store(StoreError::Absent)));
    let named = store(&url("no.name")).await.err().unwrap().to_string();
    assert!(named.contains("1 to 64 letters"), "{named}");
    let opened = store(&url("calls")).await.unwrap();
    context.publish("calls.c.1", "hello".into()).await.unwrap().await.unwrap();
    for _ in 0..2 {
        let broken = opened.find(&key("g", "1")).await.unwrap_err().to_string();
        assert!(broken.contains("message 1 of its stream is not one of a store"), "{broken}");
    }
}

#[tokio::test]
async fn a_server_that_is_gone_is_reported_without_its_address() {
    let error = store("nats://user:secret@127.0.0.1:1/calls").await.err().unwrap().to_string();
    assert!(error.contains("its server"), "{error}");
    assert!(!error.contains("secret") && !error.contains("127"), "{error}");
}

#[tokio::test]
async fn a_server_that_is_killed_keeps_what_was_accepted_and_programs_go_on() {
    let Some(server) = Nats::start().await else { return };
    let killed = three_times_killed(server);
    tokio::time::timeout(Duration::from_secs(120), killed).await.expect("no operation hangs");
}

async fn three_times_killed(mut server: Nats) {
    let stores = [open(&server, "killed").await, open(&server, "killed").await];
    for round in 0..3_u64 {
        let before = format!("{round}-before");
        let (first, second) = (round as usize % 2, (round as usize + 1) % 2);
        assert_eq!(stores[first].accept(call("g", &before), at(0)).await, Ok(Accepted::New(None)));
        if !server.restart() {
            return;
        }
        // What fails while there is no server is repeated, as a caller does who got no answer.
        let mut answers = Vec::new();
        for _ in 0..100 {
            answers.push(stores[second].accept(call("g", &format!("{round}-after")), at(0)).await);
            if answers.last().is_some_and(Result::is_ok) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(answers.last().is_some_and(Result::is_ok), "{answers:?}");
        for store in &stores {
            for id in [&before, &format!("{round}-after")] {
                assert!(store.find(&key("g", id)).await.unwrap().is_some(), "{id} is lost");
            }
        }
    }
}
