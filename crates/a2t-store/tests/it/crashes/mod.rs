//! A program that crashes at any statement, against a model of what it was promised.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use a2t_store::open::Crash;
use a2t_store::{
    Accepted, Cancelled, Claim, Delivery, Digest, Ending, Filter, Hold, Key, NewCall, NewMessage,
    Outcome, Reason, Run, Standing, Step, Store, StoreError, Then, Time, Work,
};

const LEASE: Duration = Duration::from_secs(30);
pub(crate) const LANES: u64 = 8;

/// Numbers by SplitMix64, so that a seed is a run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// A message as a worker caused it. It is not known whether an unanswered commit was stored.
struct Caused {
    body: String,
    sure: bool,
}

/// What the outside world saw: answers of the store, and messages that arrived.
#[derive(Default)]
struct World {
    accepted: BTreeSet<Key>,
    caused: BTreeMap<String, Vec<Caused>>,
    arrived: BTreeMap<String, Vec<String>>,
    /// The body that each id of a message came with.
    ids: BTreeMap<String, String>,
    now: u64,
    serial: u64,
}

/// One seed: lives that end in a crash, a last one that finishes everything, and the verdict.
/// Returns the number of crashes.
pub(crate) async fn survive(
    seed: u64,
    open: impl AsyncFn(Option<Crash>) -> Result<Box<dyn Store>, StoreError>,
) -> usize {
    let mut dice = Dice(seed);
    let mut world = World { now: 1_000_000, ..World::default() };
    let mut crashes = 0;
    for _ in 0..1 + dice.below(3) {
        let limit = i64::try_from(dice.below(100)).unwrap();
        let crash = Crash::after(limit);
        let Ok(store) = open(Some(crash.clone())).await else {
            crashes += 1;
            continue;
        };
        for _ in 0..8 {
            if act(&*store, &mut world, &mut dice, seed).await.is_err() {
                crashes += 1;
                break;
            }
        }
    }
    let store = open(None).await.unwrap();
    finish(&*store, &mut world, &mut dice, seed).await;
    verify(&*store, &world, seed).await;
    crashes
}

/// Seeds of the environment variable `A2T_SEEDS`, or so many.
pub(crate) fn seeds(default: u64) -> u64 {
    std::env::var("A2T_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(default)
}

/// Seeds from 0, [`LANES`] at once, each lane on its own stores, because a server answers many as
/// soon as one. `open` gets the lane and the seed.
pub(crate) async fn survive_all(
    seeds: u64,
    open: impl AsyncFn(u64, u64, Option<Crash>) -> Result<Box<dyn Store>, StoreError>,
) {
    let lanes = (0..LANES).map(async |lane| {
        let mut crashes = 0;
        for seed in (lane..seeds).step_by(LANES as usize) {
            crashes += survive(seed, async |crash| open(lane, seed, crash).await).await;
        }
        crashes
    });
    let crashes: usize = futures_util::future::join_all(lanes).await.into_iter().sum();
    println!("seeds 0..{seeds}, {crashes} crashes: 0 lost, 0 doubled, order kept");
    assert!(crashes as u64 > seeds / 4, "{crashes} crashes: they test nothing");
}

async fn act(
    store: &dyn Store,
    world: &mut World,
    dice: &mut Dice,
    seed: u64,
) -> Result<(), StoreError> {
    world.now += dice.below(20_000);
    match dice.below(8) {
        0..=2 => accept(store, world, dice, seed).await,
        3 => {
            let key = some_key(dice, seed);
            let now = Time::from_millis(world.now);
            let ending = Ending::result("cancelled");
            let (ending, body) = caused(world, &key, ending, Ending::with);
            let answer = store.cancel(&key, ending, now).await;
            settle_caused(world, &key, &body, &answer, |answer| *answer == Cancelled::Now);
            answer.map(drop)
        }
        _ => work(store, world, dice).await,
    }
}

fn some_key(dice: &mut Dice, seed: u64) -> Key {
    let (group, id) = (dice.below(2), dice.below(4));
    Key::new("rap", format!("{seed}-{group}"), format!("{id}")).unwrap()
}

/// Accepts up to three calls at once, which then share a transaction.
async fn accept(
    store: &dyn Store,
    world: &mut World,
    dice: &mut Dice,
    seed: u64,
) -> Result<(), StoreError> {
    let now = Time::from_millis(world.now);
    let keys = [some_key(dice, seed), some_key(dice, seed), some_key(dice, seed)];
    let new = |key: &Key| {
        store.accept(NewCall::new(key.clone(), Digest::from_parts([key.id()]), "x"), now)
    };
    let [first, second, third] = &keys;
    let answers = tokio::join!(new(first), new(second), new(third));
    for (key, answer) in keys.iter().zip([answers.0, answers.1, answers.2]) {
        match answer? {
            Accepted::New(_) | Accepted::Known(_) => {
                world.accepted.insert(key.clone());
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    Ok(())
}

async fn work(store: &dyn Store, world: &mut World, dice: &mut Dice) -> Result<(), StoreError> {
    let now = Time::from_millis(world.now);
    let claim = Claim::new("rap", LEASE).max(1 + usize::try_from(dice.below(3)).unwrap());
    for work in store.claim(claim, now).await? {
        // A worker that is gone before it does anything.
        if dice.below(6) == 0 {
            continue;
        }
        match work {
            Work::Run(run) => step(store, world, dice, &run).await?,
            Work::Deliver(delivery) => deliver(store, world, dice, &delivery).await?,
        }
    }
    Ok(())
}

/// Adds a message with a separate body to what is about to be stored.
fn caused<T>(
    world: &mut World,
    key: &Key,
    step: T,
    with: impl Fn(T, NewMessage) -> T,
) -> (T, String) {
    world.serial += 1;
    let body = format!("{} {} {}", key.group(), key.id(), world.serial);
    (with(step, NewMessage::new(body.clone())), body)
}

fn settle_caused<T>(
    world: &mut World,
    key: &Key,
    body: &str,
    answer: &Result<T, StoreError>,
    stored: impl Fn(&T) -> bool,
) {
    if answer.as_ref().map_or(true, stored) {
        let sure = answer.is_ok();
        let lane = world.caused.entry(key.group().to_owned()).or_default();
        lane.push(Caused { body: body.to_owned(), sure });
    }
}

async fn step(
    store: &dyn Store,
    world: &mut World,
    dice: &mut Dice,
    run: &Run,
) -> Result<(), StoreError> {
    let key = &run.call.key;
    let now = Time::from_millis(world.now);
    let end = dice.below(3) > 0;
    let then = if end { Then::Done } else { Then::Again(now) };
    let step = if end { Step::new(then).result("result") } else { Step::new(then) };
    let (step, body) = caused(world, key, step, Step::with);
    let answer = store.commit(&run.lease, step, now).await;
    settle_caused(world, key, &body, &answer, |hold| *hold == Hold::Released);
    answer.map(drop)
}

async fn deliver(
    store: &dyn Store,
    world: &mut World,
    dice: &mut Dice,
    delivery: &Delivery,
) -> Result<(), StoreError> {
    let message = &delivery.message;
    let now = Time::from_millis(world.now);
    let outcome = match dice.below(5) {
        0 => Outcome::Retry(now.after(Duration::from_secs(dice.below(60))), None),
        _ => Outcome::Delivered,
    };
    // Half of the attempts that are reported as failed have arrived.
    if outcome == Outcome::Delivered || dice.below(2) == 0 {
        let body = String::from_utf8(message.body.expose().to_vec()).unwrap();
        let known = world.ids.insert(message.id.clone(), body.clone());
        match known {
            Some(known) => assert_eq!(known, body, "one id, one message"),
            None => {
                let lane = world.arrived.entry(message.call.group().to_owned()).or_default();
                lane.push(body);
            }
        }
    }
    store.settle(&delivery.lease, outcome, now).await.map(drop)
}

/// The last life: everything is run and delivered.
async fn finish(store: &dyn Store, world: &mut World, dice: &mut Dice, seed: u64) {
    for _ in 0..1_000 {
        let Some(due) = store.next_due("rap").await.unwrap() else { return };
        world.now = world.now.max(due.millis());
        work(store, world, dice).await.unwrap();
    }
    panic!("seed {seed}: it never ends");
}

async fn verify(store: &dyn Store, world: &World, seed: u64) {
    for key in &world.accepted {
        let found = store.find(key).await.unwrap();
        let found = found.unwrap_or_else(|| panic!("seed {seed}: {key:?} is lost"));
        assert!(found.standing.is_final(), "seed {seed}: {found:?}");
        assert!(found.result.is_some(), "seed {seed}: {found:?}");
    }
    for (group, caused) in &world.caused {
        let arrived = world.arrived.get(group).cloned().unwrap_or_default();
        let mut left = arrived.iter().peekable();
        for message in caused {
            if left.peek() == Some(&&message.body) {
                left.next();
            } else {
                assert!(
                    !message.sure,
                    "seed {seed}: {} is lost or late: {arrived:?}",
                    message.body
                );
            }
        }
        assert_eq!(left.next(), None, "seed {seed}: doubled or out of order: {arrived:?}");
    }
    let dead = store.list(Filter::messages().standing(Standing::Dead)).await.unwrap();
    assert!(dead.iter().all(|entry| entry.reason == Some(Reason::Cancelled)), "seed {seed}");
    let after = store.statistics(Time::from_millis(world.now)).await.unwrap();
    let waits = after.iter().any(|queue| queue.messages.oldest.or(queue.calls.oldest).is_some());
    assert!(!waits, "seed {seed}: {after:?}");
    while store.sweep("rap", Time::NEVER).await.unwrap() > 0 {}
    assert!(store.statistics(Time::NEVER).await.unwrap().is_empty(), "seed {seed}");
}
