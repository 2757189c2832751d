//! The contract of a store, for every engine: the tests of other crates have it by its path.
#![allow(dead_code)]

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_store::idempotency::{Begun, Call, Digest, Key, Reply, Store};

/// Noon of a virtual clock. Engines with their own clock count from now.
pub(crate) fn noon() -> SystemTime {
    UNIX_EPOCH
        + Duration::from_secs(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs())
}

pub(crate) fn call(caller: &str, key: &str, content: &str) -> Call {
    Call {
        key: Key::new(caller, key).unwrap(),
        digest: Digest::from_parts([content.as_bytes()]),
        deadline: noon() + Duration::from_secs(30),
        until: noon() + Duration::from_secs(3600),
    }
}

pub(crate) fn reply(text: &str) -> Reply {
    Reply { status: 200, body: text.as_bytes().to_vec() }
}

/// The promises that every engine keeps.
pub(crate) async fn conforms(store: &dyn Store) {
    a_key_is_taken_once_and_its_reply_stays(store).await;
    a_key_belongs_to_its_caller_and_its_content(store).await;
    a_key_that_is_freed_is_free_and_a_reply_is_never(store).await;
    a_call_without_a_reply_in_its_time_is_lost(store).await;
}

async fn a_key_is_taken_once_and_its_reply_stays(store: &dyn Store) {
    let first = call("alice", "once", "{}");
    assert_eq!(store.begin(first.clone(), noon()).await, Ok(Begun::New));
    assert_eq!(store.begin(first.clone(), noon()).await, Ok(Begun::Running));
    let whole = Reply { status: 504, body: (0..=255).collect() };
    store.keep(&first.key, whole.clone()).await.unwrap();
    store.keep(&first.key, reply("later")).await.unwrap();
    for _ in 0..2 {
        assert_eq!(store.begin(first.clone(), noon()).await, Ok(Begun::Kept(whole.clone())));
    }
    // The deadline is that of the run, not of the reply.
    let evening = noon() + Duration::from_secs(3000);
    assert_eq!(store.begin(first.clone(), evening).await, Ok(Begun::Kept(whole)));
    let empty = call("alice", "empty", "{}");
    assert_eq!(store.begin(empty.clone(), noon()).await, Ok(Begun::New));
    store.keep(&empty.key, reply("")).await.unwrap();
    assert_eq!(store.begin(empty, noon()).await, Ok(Begun::Kept(reply(""))));
}

async fn a_key_belongs_to_its_caller_and_its_content(store: &dyn Store) {
    let alices = call("alice", "errand", "{}");
    assert_eq!(store.begin(alices.clone(), noon()).await, Ok(Begun::New));
    assert_eq!(store.begin(call("bob", "errand", "{}"), noon()).await, Ok(Begun::New));
    assert_eq!(store.begin(call("", "errand", "{}"), noon()).await, Ok(Begun::New));
    assert_eq!(store.begin(call("alice", "errand", "[]"), noon()).await, Ok(Begun::Other));
    store.keep(&alices.key, reply("hers")).await.unwrap();
    assert_eq!(store.begin(call("alice", "errand", "[]"), noon()).await, Ok(Begun::Other));
    assert_eq!(store.begin(call("bob", "errand", "{}"), noon()).await, Ok(Begun::Running));
}

async fn a_key_that_is_freed_is_free_and_a_reply_is_never(store: &dyn Store) {
    let mistaken = call("alice", "mistaken", "{");
    assert_eq!(store.begin(mistaken.clone(), noon()).await, Ok(Begun::New));
    store.free(&mistaken.key).await.unwrap();
    let mended = call("alice", "mistaken", "{}");
    assert_eq!(store.begin(mended.clone(), noon()).await, Ok(Begun::New));
    store.keep(&mended.key, reply("{}")).await.unwrap();
    store.free(&mended.key).await.unwrap();
    assert_eq!(store.begin(mended, noon()).await, Ok(Begun::Kept(reply("{}"))));
    store.free(&call("alice", "never", "").key).await.unwrap();
    store.keep(&call("alice", "never", "").key, reply("{}")).await.unwrap();
    assert_eq!(store.begin(call("alice", "never", ""), noon()).await, Ok(Begun::New));
}

async fn a_call_without_a_reply_in_its_time_is_lost(store: &dyn Store) {
    let cut = call("alice", "cut", "{}");
    assert_eq!(store.begin(cut.clone(), noon()).await, Ok(Begun::New));
    let late = noon() + Duration::from_secs(31);
    assert_eq!(store.begin(cut.clone(), late).await, Ok(Begun::Lost));
    assert_eq!(store.begin(call("alice", "cut", "[]"), late).await, Ok(Begun::Other));
    // It was slow after all.
    store.keep(&cut.key, reply("{}")).await.unwrap();
    assert_eq!(store.begin(cut, late).await, Ok(Begun::Kept(reply("{}"))));
}

/// Keys are forgotten when their time is over, for engines that get the time.
pub(crate) async fn forgets(store: &dyn Store) {
    let (replied, running) = (call("alice", "old", "{}"), call("alice", "older", "{}"));
    for old in [&replied, &running] {
        assert_eq!(store.begin(old.clone(), noon()).await, Ok(Begun::New));
    }
    store.keep(&replied.key, reply("{}")).await.unwrap();
    let tomorrow = noon() + Duration::from_secs(3601);
    for old in [replied, running] {
        let anew = Call { until: tomorrow + Duration::from_secs(60), ..old };
        assert_eq!(store.begin(anew, tomorrow).await, Ok(Begun::New));
    }
}

/// One of the calls that begin at one time with one key runs, and the others hear its reply or that it runs.
pub(crate) async fn runs_once(stores: &[Arc<dyn Store>], rounds: u32) {
    for round in 0..rounds {
        let (mut runs, mut calls) = (0, tokio::task::JoinSet::new());
        let number = 2 + round % 7;
        for caller in 0..number {
            let store = Arc::clone(&stores[caller as usize % stores.len()]);
            let call = call("alice", &format!("round-{round}"), "{}");
            calls.spawn(async move {
                let begun = store.begin(call.clone(), noon()).await.unwrap();
                if begun == Begun::New {
                    tokio::task::yield_now().await;
                    store.keep(&call.key, reply("done")).await.unwrap();
                }
                begun
            });
        }
        while let Some(begun) = calls.join_next().await {
            match begun.unwrap() {
                Begun::New => runs += 1,
                Begun::Running => {}
                other => assert_eq!(other, Begun::Kept(reply("done")), "round {round}"),
            }
        }
        assert_eq!(runs, 1, "round {round} of {number} calls");
    }
}
