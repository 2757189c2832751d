//! The store in memory: the contract, and what its limits let it forget.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use a2t_store::idempotency::{Begun, Call, Memory, Reply, Store};
use proptest::prelude::*;

use super::suite::{self, call, noon, reply};

#[tokio::test]
async fn memory_keeps_the_contract() {
    suite::conforms(&Memory::new()).await;
    suite::forgets(&Memory::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_equal_calls_runs() {
    suite::runs_once(&[Arc::new(Memory::new())], 10_000).await;
}

#[tokio::test]
async fn beyond_its_limits_the_oldest_reply_is_forgotten_and_a_call_that_runs_is_not() {
    let store = Memory::new().max_keys(3);
    let numbered = |number: u32| call("alice", &number.to_string(), "{}");
    for number in 0..3 {
        assert_eq!(store.begin(numbered(number), noon()).await, Ok(Begun::New));
    }
    assert_eq!(store.begin(numbered(3), noon()).await, Ok(Begun::Full));
    for number in [1, 0] {
        store.keep(&numbered(number).key, reply("{}")).await.unwrap();
    }
    assert_eq!(store.begin(numbered(3), noon()).await, Ok(Begun::New));
    assert_eq!(store.begin(numbered(1), noon()).await, Ok(Begun::Kept(reply("{}"))));
    assert_eq!(store.begin(numbered(2), noon()).await, Ok(Begun::Running));
    assert_eq!(store.begin(numbered(0), noon()).await, Ok(Begun::New));
}

#[tokio::test]
async fn bytes_of_replies_are_limited_and_given_back() {
    let store = Memory::new().max_bytes(10_000);
    for number in 0..1_000 {
        let call = call("alice", &number.to_string(), "{}");
        assert_eq!(store.begin(call.clone(), noon()).await, Ok(Begun::New), "{number}");
        let size = number % 9_000;
        store.keep(&call.key, Reply { status: 200, body: vec![b' '; size] }).await.unwrap();
    }
    let large = call("alice", "large", "{}");
    assert_eq!(store.begin(large.clone(), noon()).await, Ok(Begun::New));
    store.keep(&large.key, Reply { status: 200, body: vec![b' '; 20_000] }).await.unwrap();
    // A reply that no store of this size could keep is forgotten, and so is all before it.
    assert_eq!(format!("{store:?}"), "Memory { calls: 0, .. }");
}

/// Calls that have ended, with a reply of this size.
async fn replied(store: &Memory, call: Call, size: usize) {
    assert_eq!(store.begin(call.clone(), noon()).await, Ok(Begun::New));
    store.keep(&call.key, Reply { status: 200, body: vec![b' '; size] }).await.unwrap();
}

#[tokio::test]
async fn a_flood_of_one_caller_takes_no_room_of_others() {
    for store in [Memory::new().max_keys(100), Memory::new().max_bytes(100 * 400)] {
        for number in 0..10 {
            replied(&store, call("alice", &number.to_string(), "{}"), 100).await;
        }
        for number in 0..1_000 {
            // Callers who are not authenticated take any name.
            let mut flood = call(&format!("stranger {}", number % 500), &number.to_string(), "{}");
            flood.key = flood.key.in_share("");
            replied(&store, flood, 100).await;
        }
        for number in 0..10 {
            let again =
                store.begin(call("alice", &number.to_string(), "{}"), noon()).await.unwrap();
            assert!(matches!(again, Begun::Kept(_)), "{number} {store:?}");
        }
    }
}

#[tokio::test]
async fn a_store_is_divided_among_its_callers() {
    let store = Memory::new().max_keys(100);
    for caller in ["alice", "bob"] {
        for number in 0..200 {
            replied(&store, call(caller, &number.to_string(), "{}"), 10).await;
        }
    }
    for caller in ["alice", "bob"] {
        let kept = async |number: u32| {
            let again = store.begin(call(caller, &number.to_string(), "{}"), noon()).await.unwrap();
            matches!(again, Begun::Kept(_))
        };
        assert!(kept(151).await && kept(199).await, "{caller}");
    }
}

/// A step of a program that uses a store.
#[derive(Clone, Debug)]
enum Step {
    Begin(u8, u8),
    Keep(u8),
    Free(u8),
    Wait(u16),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (0..6u8, 0..2u8).prop_map(|(key, content)| Step::Begin(key, content)),
        2 => (0..6u8).prop_map(Step::Keep),
        1 => (0..6u8).prop_map(Step::Free),
        1 => (0..60u16).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 0..60)
}

proptest! {
    // A store with room never gives another answer than this list of its keys.
    #[test]
    fn a_store_says_what_a_list_of_its_keys_says(steps in steps()) {
        let store = Memory::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut known: HashMap<u8, (Call, Option<Reply>)> = HashMap::new();
        let mut now = noon();
        for (number, step) in steps.into_iter().enumerate() {
            match step {
                Step::Begin(key, content) => {
                    let mut call = call("alice", &key.to_string(), &content.to_string());
                    (call.deadline, call.until) =
                        (now + Duration::from_secs(30), now + Duration::from_secs(100));
                    known.retain(|_, (call, _)| call.until > now);
                    let expected = match known.get(&key) {
                        None => Begun::New,
                        Some((earlier, _)) if earlier.digest != call.digest => Begun::Other,
                        Some((_, Some(reply))) => Begun::Kept(reply.clone()),
                        Some((earlier, None)) if earlier.deadline <= now => Begun::Lost,
                        Some(_) => Begun::Running,
                    };
                    let begun = runtime.block_on(store.begin(call.clone(), now));
                    prop_assert_eq!(begun.unwrap(), expected.clone());
                    if expected == Begun::New {
                        known.insert(key, (call, None));
                    }
                }
                Step::Keep(key) => {
                    let reply = reply(&number.to_string());
                    let name = call("alice", &key.to_string(), "").key;
                    runtime.block_on(store.keep(&name, reply.clone())).unwrap();
                    if let Some((_, kept)) = known.get_mut(&key) {
                        kept.get_or_insert(reply);
                    }
                }
                Step::Free(key) => {
                    let name = call("alice", &key.to_string(), "").key;
                    runtime.block_on(store.free(&name)).unwrap();
                    if known.get(&key).is_some_and(|(_, reply)| reply.is_none()) {
                        known.remove(&key);
                    }
                }
                Step::Wait(seconds) => now += Duration::from_secs(seconds.into()),
            }
        }
    }
}
