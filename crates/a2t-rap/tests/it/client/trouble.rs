//! Stores that fail for a while, and servers that ask to be left alone for a while.

use std::time::{Duration, Instant};

use a2t_rap::client::ResultError;
use a2t_store::StoreError;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::stand::{Stand, answer, runtime, tool, year};
use crate::flaky::{Flaky, OPERATIONS, Trouble};

/// Longest wait for anything that has to come.
const PATIENCE: Duration = Duration::from_secs(30);
/// Longer than a lease of the runtime.
const WHILE: Duration = Duration::from_millis(900);

#[tokio::test]
async fn a_call_goes_on_after_each_operation_of_the_store_has_failed() {
    let mut cases = JoinSet::new();
    let each = OPERATIONS.map(|operation| vec![operation]).into_iter();
    for operations in each.chain([OPERATIONS.to_vec(), vec!["commit", "extend"]]) {
        for trouble in [Trouble::Fails, Trouble::FailsAfter] {
            cases.spawn(called_in_trouble(operations.clone(), trouble));
        }
    }
    cases.join_all().await;
}

async fn called_in_trouble(operations: Vec<&'static str>, trouble: Trouble) {
    let case = format!("{operations:?} {trouble:?}");
    let (store, mut stand) = (Flaky::default(), Stand::with(json!([tool("report")])).await);
    let runtime = runtime(store.clone(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let pending = tokio::spawn(pending.result());
    // Whether this is before the invocation was stored as sent is a matter of chance.
    let invocation = stand.next("/invoke").await;
    store.goes(&operations, trouble);
    tokio::time::sleep(WHILE).await;
    let during = answer(&invocation, "mild").await;
    assert!([200, 503].contains(&during), "{case}: {during}");
    store.comes_back();
    if during != 200 {
        assert_eq!(answer(&invocation, "mild").await, 200, "{case}");
    }
    let answer = timeout(PATIENCE, pending).await.expect(&case).unwrap();
    assert_eq!(answer.unwrap().text.unwrap(), "mild", "{case}");
    assert!(stand.sent.try_recv().is_err(), "{case}: the invocation was sent twice");
}

#[tokio::test]
async fn a_store_that_stays_away_is_an_error_in_the_end_and_a_closed_one_at_once() {
    let (store, stand) = (Flaky::default(), Stand::with(json!([tool("report")])).await);
    let settled = runtime(store.clone(), |builder| builder.deadline(Duration::from_millis(100)));
    let runtime = settled.await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    store.goes(&OPERATIONS, Trouble::Fails);
    let error = timeout(PATIENCE, pending.result()).await.unwrap().unwrap_err();
    assert!(matches!(error, ResultError::Store(StoreError::Engine(_))), "{error}");
    assert!(!StoreError::Closed.is_transient() && !StoreError::Sealed.is_transient());
}

#[tokio::test]
async fn retry_after_is_kept_to_before_an_invocation_is_sent_again() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    // The schedule alone would wait for 5 ms.
    let runtime = runtime(a2t_store::Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    for status in [429, 503] {
        stand.asks_to_wait(status, "2");
        let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
        stand.next("/invoke").await;
        let asked = Instant::now();
        let invocation = stand.next("/invoke").await;
        // A lower bound: a slow machine makes it longer.
        assert!(asked.elapsed() > Duration::from_millis(1_500), "{:?}", asked.elapsed());
        answer(&invocation, "mild").await;
        assert_eq!(pending.result().await.unwrap().text.unwrap(), "mild");
    }
}
