//! A store that fails or hangs for a while, which the tests of `a2t-rap` use too.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t_store::{
    Accepted, Answer, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease,
    Memory, NewCall, Outcome, QueueStatistics, Secret, Signalled, Step, Store, StoreError, Time,
    Work,
};

/// Every operation of a store.
pub(crate) const OPERATIONS: [&str; 13] = [
    "accept",
    "cancel",
    "claim",
    "commit",
    "extend",
    "find",
    "list",
    "next_due",
    "requeue",
    "settle",
    "signal",
    "statistics",
    "sweep",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Nothing is carried out.
    Fails,
    /// It is carried out, and its answer is lost.
    FailsAfter,
    /// It is carried out, and its answer comes when the store is back.
    AnswersLate,
    /// It neither answers nor fails until the store is back.
    Hangs,
}

#[derive(Default)]
struct Away {
    operations: Vec<&'static str>,
    trouble: Option<Trouble>,
    /// Requests that failed or hang, by operation.
    met: BTreeMap<&'static str, usize>,
}

/// A store in memory some of whose operations fail while it is away.
#[derive(Clone, Default)]
pub(crate) struct Flaky {
    pub(crate) store: Memory,
    away: Arc<Mutex<Away>>,
}

impl Flaky {
    pub(crate) fn goes(&self, operations: &[&'static str], trouble: Trouble) {
        let operations = operations.to_vec();
        let met = BTreeMap::new();
        *self.away.lock().unwrap() = Away { operations, trouble: Some(trouble), met };
    }

    pub(crate) fn comes_back(&self) {
        self.away.lock().unwrap().trouble = None;
    }

    fn trouble(&self, operation: &str) -> Option<Trouble> {
        let away = self.away.lock().unwrap();
        away.trouble.filter(|_| away.operations.contains(&operation))
    }

    /// Waits until so many requests of this kind have failed or hang.
    pub(crate) async fn met(&self, operation: &str, count: usize) {
        let enough = async {
            while self.away.lock().unwrap().met.get(operation).copied().unwrap_or_default() < count
            {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(30), enough).await;
        waited.unwrap_or_else(|_| panic!("{count} times `{operation}` were awaited"));
    }

    async fn pass(&self, operation: &'static str) -> Result<Option<StoreError>, StoreError> {
        let Some(trouble) = self.trouble(operation) else { return Ok(None) };
        *self.away.lock().unwrap().met.entry(operation).or_default() += 1;
        let error = StoreError::Engine("it is away".to_owned());
        match trouble {
            Trouble::Fails => Err(error),
            Trouble::FailsAfter => Ok(Some(error)),
            Trouble::AnswersLate => Ok(None),
            Trouble::Hangs => {
                while self.trouble(operation).is_some() {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(error)
            }
        }
    }

    async fn answers(&self, operation: &'static str) {
        while self.trouble(operation) == Some(Trouble::AnswersLate) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

macro_rules! flaky {
    ($($name:ident($($input:ident: $kind:ty),*) -> $output:ty, owned $(($owned:ident))?, $given:tt;)*) => {
        impl Store for Flaky {
            $(fn $name(&self, $($input: $kind),*) -> Answer<'_, $output> {
                $(let $owned = $owned.to_owned();)?
                Box::pin(async move {
                    let lost = self.pass(stringify!($name)).await?;
                    let answer = self.store.$name $given.await;
                    self.answers(stringify!($name)).await;
                    lost.map_or(answer, Err)
                })
            })*
        }
    };
}

flaky! {
    accept(call: NewCall, now: Time) -> Accepted, owned, (call, now);
    claim(claim: Claim, now: Time) -> Vec<Work>, owned, (claim, now);
    extend(lease: &Lease, until: Time) -> Hold, owned (lease), (&lease, until);
    commit(lease: &Lease, step: Step, now: Time) -> Hold, owned (lease), (&lease, step, now);
    settle(lease: &Lease, outcome: Outcome, now: Time) -> Hold, owned (lease), (&lease, outcome, now);
    find(key: &Key) -> Option<Call>, owned (key), (&key);
    signal(key: &Key, body: Secret, now: Time) -> Signalled, owned (key), (&key, body, now);
    cancel(key: &Key, ending: Ending, now: Time) -> Cancelled, owned (key), (&key, ending, now);
    sweep(queue: &str, before: Time) -> u64, owned (queue), (&queue, before);
    next_due(queue: &str) -> Option<Time>, owned (queue), (&queue);
    statistics(now: Time) -> Vec<QueueStatistics>, owned, (now);
    list(filter: Filter) -> Vec<Entry>, owned, (filter);
    requeue(item: Item, now: Time) -> bool, owned, (item, now);
}
