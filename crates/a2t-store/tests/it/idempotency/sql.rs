//! Replies under keys in SQL: the contract, programs that share a store, limits.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::idempotency::{Begun, Call, Store};
use a2t_store::{Limits, Sql};

use super::suite::{self, call, noon, reply};
use crate::scratch::Scratch;
use crate::servers::Postgres;

#[tokio::test]
async fn a_file_keeps_the_contract_and_its_replies() {
    let scratch = Scratch::new("replies");
    let store = Sql::sqlite(scratch.file()).open().await.unwrap();
    suite::conforms(&store).await;
    suite::forgets(&store).await;
    let kept = call("alice", "kept", "{}");
    assert_eq!(store.begin(kept.clone(), noon()).await, Ok(Begun::New));
    store.keep(&kept.key, reply("{}")).await.unwrap();
    store.close().await;
    let again = Sql::sqlite(scratch.file()).open().await.unwrap();
    assert_eq!(again.begin(kept, noon()).await, Ok(Begun::Kept(reply("{}"))));
    again.close().await;
    let bytes = std::fs::read(scratch.file()).unwrap();
    let found = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!found("alice") && found("a2t_reply"), "callers are not to be read");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_equal_calls_to_two_programs_on_a_file_runs() {
    let scratch = Scratch::quick("replies");
    let open = async || Sql::sqlite(scratch.file()).open().await.unwrap();
    let stores: [Arc<dyn Store>; 2] = [Arc::new(open().await), Arc::new(open().await)];
    suite::runs_once(&stores, 300).await;
}

#[tokio::test]
async fn keys_are_limited_and_those_whose_time_is_over_make_room() {
    let scratch = Scratch::new("replies");
    let limits = Limits { replies: 4, ..Limits::default() };
    let store = Sql::sqlite(scratch.file()).limits(limits).open().await.unwrap();
    let numbered = |number: u32| call("alice", &number.to_string(), "{}");
    for number in 0..4 {
        assert_eq!(store.begin(numbered(number), noon()).await, Ok(Begun::New), "{number}");
    }
    assert_eq!(store.begin(numbered(4), noon()).await, Ok(Begun::Full));
    assert_eq!(store.begin(numbered(0), noon()).await, Ok(Begun::Running));
    let tomorrow = noon() + Duration::from_secs(3601);
    let later = Call { until: tomorrow + Duration::from_secs(60), ..numbered(4) };
    assert_eq!(store.begin(later, tomorrow).await, Ok(Begun::New));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_keeps_the_contract_for_two_programs() {
    let Some(server) = Postgres::start().await else { return };
    let address = server.emptied("a2t_replies").await;
    let open = async || Sql::postgres(address.clone()).open().await.unwrap();
    let store = open().await;
    suite::conforms(&store).await;
    suite::forgets(&store).await;
    let stores: [Arc<dyn Store>; 2] = [Arc::new(store), Arc::new(open().await)];
    suite::runs_once(&stores, 300).await;
}
