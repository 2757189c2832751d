//! Chores of workers: sweeps of many batches, rests, leases that are held, and reasons to give up.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use a2t_store::worker::{
    Admission, GivenUp, Holder, Phase, Pool, Running, Slot, Slots, hold, put_off, rest, sweep,
};
use a2t_store::{
    Claim, Digest, Ending, Filter, Hold, Key, Lease, Memory, NewCall, Secret, Standing, Step,
    Store, StoreError, Then, Time, Work, worker,
};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::timeout;

use super::flaky::{Flaky, OPERATIONS, Trouble};

const QUEUE: &str = "rap";
const LONG: Duration = Duration::from_secs(3600);

fn now() -> Time {
    SystemTime::now().into()
}

fn key(id: &str) -> Key {
    Key::new(QUEUE, "thread", id).unwrap()
}

async fn accept(store: &dyn Store, id: &str) {
    let call = NewCall::new(key(id), Digest::from_parts([id]), id);
    store.accept(call, now()).await.unwrap();
}

async fn claim(store: &dyn Store, time: Duration) -> Lease {
    match store.claim(Claim::new(QUEUE, time), now()).await.unwrap().pop() {
        Some(Work::Run(run)) => run.lease,
        other => panic!("{other:?}"),
    }
}

/// A held call, the slots that run and that wait, and the store.
async fn held(time: Duration) -> (Arc<Holder>, [Slots; 2], Arc<dyn Store>) {
    held_in(Arc::new(Memory::default()), time).await
}

async fn held_in(
    store: Arc<dyn Store>,
    time: Duration,
) -> (Arc<Holder>, [Slots; 2], Arc<dyn Store>) {
    accept(&*store, "1").await;
    let lease = claim(&*store, time).await;
    let (runs, waiting) = (Slots::new(1, &Arc::default()), Slots::new(1, &Arc::default()));
    let slot = Slot::new(runs.take().unwrap(), &runs, &waiting);
    let holder = Holder::new(Arc::clone(&store), lease, slot, time, now);
    (Arc::new(holder), [runs, waiting], store)
}

fn phases(phase: Phase) -> watch::Sender<Phase> {
    watch::Sender::new(phase)
}

#[tokio::test]
async fn a_sweep_forgets_more_than_one_batch_and_no_other_queue() {
    let store = Memory::default();
    for id in 0..1_201 {
        accept(&store, &id.to_string()).await;
        store.cancel(&key(&id.to_string()), Ending::silent(), now()).await.unwrap();
    }
    let other = Key::new("http", "thread", "1").unwrap();
    store.accept(NewCall::new(other.clone(), Digest::from_parts(["1"]), "1"), now()).await.unwrap();
    store.cancel(&other, Ending::silent(), now()).await.unwrap();
    assert_eq!(sweep(&store, QUEUE, now().after(LONG)).await, 1_201);
    assert_eq!(store.find(&key("0")).await.unwrap(), None);
    assert!(store.find(&other).await.unwrap().is_some());
}

#[tokio::test]
async fn a_rest_is_as_long_as_nothing_is_due_within_bounds() {
    let store = Memory::default();
    let (shortest, longest) = (Duration::from_millis(50), Duration::from_secs(1));
    assert_eq!(rest(&store, QUEUE, now, shortest..=longest).await, longest);
    accept(&store, "1").await;
    assert_eq!(rest(&store, QUEUE, now, shortest..=longest).await, shortest);
    let lease = claim(&store, LONG).await;
    put_off(&store, &lease, now).await;
    assert_eq!(rest(&store, QUEUE, now, shortest..=longest).await, longest);
    let between = rest(&store, QUEUE, now, shortest..=LONG).await;
    assert!(between > longest && between <= Duration::from_secs(300), "{between:?}");
}

#[tokio::test]
async fn a_lease_is_held_until_somebody_else_ends_the_call() {
    let store = Memory::default();
    accept(&store, "1").await;
    let time = Duration::from_millis(30);
    let lease = claim(&store, time).await;
    let ends = async {
        while store.list(Filter::calls()).await.unwrap()[0].due <= lease.until() {
            tokio::time::sleep(time / 10).await;
        }
        store.cancel(&key("1"), Ending::silent(), now()).await.unwrap();
    };
    tokio::join!(hold(&store, &lease, time, now), ends);
}

#[tokio::test]
async fn a_run_is_given_up_when_it_is_cancelled_lost_or_the_program_stops() {
    let (holder, _, store) = held(LONG).await;
    store.cancel(&key("1"), Ending::silent(), now()).await.unwrap();
    assert_eq!(holder.commit(Step::new(Then::Continue)).await.unwrap(), Hold::Cancelled);
    holder.cancelled().await;
    let phase = phases(Phase::Working);
    assert_eq!(holder.keep(phase.subscribe(), Duration::ZERO).await, GivenUp::Cancelled);

    let (holder, _, store) = held(Duration::ZERO).await;
    let later = store.claim(Claim::new(QUEUE, LONG), now().after(LONG)).await.unwrap();
    assert_eq!(later.len(), 1);
    assert!(!holder.finish(Step::done("late")).await);
    assert_eq!(holder.keep(phase.subscribe(), Duration::ZERO).await, GivenUp::Lost);
    assert_eq!(store.find(&key("1")).await.unwrap().unwrap().result, None);

    let (holder, _, _) = held(LONG).await;
    let keeper = Arc::clone(&holder);
    let stops = phases(Phase::Stopping);
    let (all, cancel_grace) = (stops.subscribe(), Duration::ZERO);
    let kept = tokio::spawn(async move { keeper.keep(all, cancel_grace).await });
    tokio::task::yield_now().await;
    assert!(!kept.is_finished(), "a program that stops waits for what runs");
    holder.wait();
    assert_eq!(kept.await.unwrap(), GivenUp::Stopped);
    holder.go_on().await;
    assert_eq!(holder.keep(phases(Phase::Cut).subscribe(), cancel_grace).await, GivenUp::Stopped);
}

#[tokio::test]
async fn a_run_that_waits_leaves_its_slot_until_the_last_reason_is_gone() {
    let (holder, [runs, waiting], _) = held(LONG).await;
    let free = || (runs.free(), waiting.free());
    assert_eq!(free(), (0, 1));
    holder.wait();
    holder.wait();
    assert_eq!(free(), (1, 0));
    holder.go_on().await;
    assert_eq!(free(), (1, 0));
    holder.go_on().await;
    assert_eq!(free(), (0, 1));
    drop(holder);
    assert_eq!(free(), (1, 1));
}

#[tokio::test]
async fn a_run_stays_in_its_slot_while_those_that_wait_are_taken() {
    let (holder, [runs, waiting], _) = held(LONG).await;
    let taken = waiting.take();
    holder.wait();
    assert_eq!(runs.free(), 0);
    drop(taken);
    holder.go_on().await;
    assert_eq!((runs.free(), waiting.free()), (0, 1));
}

#[tokio::test]
async fn a_call_that_was_let_go_is_claimed_with_its_checkpoint() {
    let (holder, _, store) = held(LONG).await;
    assert!(matches!(holder.commit(Step::new(Then::Continue)).await.unwrap(), Hold::Kept(_)));
    holder.let_go(|| Secret::from("asked")).await;
    let call = store.find(&key("1")).await.unwrap().unwrap();
    assert_eq!((call.standing, call.checkpoint), (Standing::Waiting, Some("asked".into())));
}

#[tokio::test(start_paused = true)]
async fn a_result_is_kept_in_memory_until_the_store_is_back() {
    let flaky = Flaky::default();
    let (holder, _, store) = held_in(Arc::new(flaky.clone()), LONG).await;
    flaky.goes(&OPERATIONS, Trouble::Fails);
    let finishing = tokio::spawn(async move { holder.finish(Step::done("42")).await });
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert!(!finishing.is_finished());
    flaky.comes_back();
    assert!(finishing.await.unwrap());
    assert_eq!(store.find(&key("1")).await.unwrap().unwrap().result, Some("42".into()));
}

#[tokio::test(start_paused = true)]
async fn a_step_that_repeating_cannot_mend_is_not_repeated() {
    let (holder, _, _) = held(LONG).await;
    assert!(!holder.finish(Step::new(Then::Done)).await, "a call ends with a result");
}

#[tokio::test]
async fn a_call_that_its_own_program_claims_again_goes_on_under_the_later_lease() {
    let (holder, _, store) = held(Duration::ZERO).await;
    // The store reports the claim after the holder has noticed it.
    let later = claim(&*store, LONG).await;
    let checkpoint = Step::new(Then::Continue).checkpoint("half");
    let (kept, renewed) = tokio::join!(holder.commit(checkpoint), async {
        tokio::task::yield_now().await;
        holder.renew(later)
    });
    assert!(renewed && matches!(kept, Ok(Hold::Kept(_))), "{kept:?}");
    assert!(holder.finish(Step::done("42")).await);
    assert_eq!(store.find(&key("1")).await.unwrap().unwrap().result, Some("42".into()));

    let (holder, _, store) = held(Duration::ZERO).await;
    claim(&*store, LONG).await;
    assert!(!holder.finish(Step::done("42")).await, "another program has it");
    let lease = {
        let (_, _, other) = held(Duration::ZERO).await;
        claim(&*other, LONG).await
    };
    assert!(!holder.renew(lease), "a run that has given up takes no lease");
}

#[tokio::test]
async fn a_call_that_is_claimed_while_its_last_step_is_answered_is_claimed_again() {
    let flaky = Flaky::default();
    let (holder, _, store) = held_in(Arc::new(flaky.clone()), LONG).await;
    flaky.goes(&["commit"], Trouble::AnswersLate);
    let finishing = {
        let holder = Arc::clone(&holder);
        tokio::spawn(async move { holder.finish(Step::new(Then::Again(now()))).await })
    };
    flaky.met("commit", 1).await;
    assert!(holder.renew(claim(&*store, LONG).await), "it still runs here");
    flaky.comes_back();
    assert!(finishing.await.unwrap());
    let next = claim(&*store, LONG).await;
    assert!(!holder.renew(next), "its run is over");
}

#[tokio::test]
async fn a_run_is_given_up_when_a_note_of_it_finds_the_lease_lost() {
    let note = || Step::new(Then::Continue);
    let (holder, _, store) = held(Duration::ZERO).await;
    claim(&*store, LONG).await;
    assert_eq!(holder.mark(note).await, Err(GivenUp::Lost));

    let flaky = Flaky::default();
    let (holder, _, store) = held_in(Arc::new(flaky.clone()), LONG).await;
    flaky.goes(&["commit"], Trouble::Fails);
    assert_eq!(holder.mark(note).await, Ok(()));
    flaky.comes_back();
    store.cancel(&key("1"), Ending::silent(), now()).await.unwrap();
    assert_eq!(holder.mark(note).await, Err(GivenUp::Cancelled));
}

/// Adds a number to those of the state, and stores them all.
async fn add(holder: &Holder, state: &Mutex<Vec<u32>>, number: u32) -> Result<Hold, StoreError> {
    let change = |numbers: &mut Vec<u32>| {
        numbers.push(number);
        move |numbers: &mut Vec<u32>| numbers.retain(|known| *known != number)
    };
    let step = |numbers: &Vec<u32>| Step::new(Then::Continue).checkpoint(format!("{numbers:?}"));
    holder.commit_change(state, change, step).await
}

#[tokio::test]
async fn a_change_that_was_not_stored_is_in_no_later_checkpoint() {
    let (flaky, state) = (Flaky::default(), Mutex::new(Vec::new()));
    let (holder, _, store) = held_in(Arc::new(flaky.clone()), LONG).await;
    assert!(matches!(add(&holder, &state, 1).await, Ok(Hold::Kept(_))));
    flaky.goes(&["commit"], Trouble::Fails);
    add(&holder, &state, 2).await.unwrap_err();
    // A run that is given up drops its step, while another one waits for its turn.
    flaky.goes(&["commit"], Trouble::Hangs);
    let mut dropped = Box::pin(add(&holder, &state, 3));
    tokio::select! {
        _ = &mut dropped => panic!("it hangs"),
        () = flaky.met("commit", 1) => {}
    }
    let next = async {
        tokio::task::yield_now().await;
        flaky.comes_back();
        drop(dropped);
    };
    let (added, ()) = tokio::join!(add(&holder, &state, 4), next);
    assert!(matches!(added, Ok(Hold::Kept(_))), "{added:?}");
    let call = store.find(&key("1")).await.unwrap().unwrap();
    assert_eq!(call.checkpoint, Some("[1, 4]".into()));
    store.cancel(&key("1"), Ending::silent(), now()).await.unwrap();
    assert_eq!(add(&holder, &state, 5).await, Ok(Hold::Cancelled));
    assert_eq!(*state.lock().unwrap(), [1, 4]);
}

#[tokio::test]
async fn a_call_is_claimed_as_it_is_accepted_if_a_slot_is_free() {
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let pool = Pool::<()>::new(Arc::clone(&store), QUEUE, 1, 1, LONG, now);
    let new = |id: &str| NewCall::new(key(id), Digest::from_parts([id]), id);
    let standing = async |id: &str| store.find(&key(id)).await.unwrap().unwrap().standing;
    let admission = pool.accept(new("1")).await.unwrap();
    let Admission::Claimed(_, permit) = admission else { panic!("{admission:?}") };
    assert_eq!(standing("1").await, Standing::Leased);
    // The only slot is taken.
    assert!(matches!(pool.accept(new("2")).await, Ok(Admission::Waiting)));
    assert_eq!(standing("2").await, Standing::Waiting);
    pool.wake.notified().await;
    drop(permit);
    assert!(matches!(pool.accept(new("1")).await, Ok(Admission::Known(_))));
    let other = NewCall::new(key("1"), Digest::from_parts(["2"]), "2");
    assert!(matches!(pool.accept(other).await, Ok(Admission::Conflict)));
    pool.stop();
    assert!(matches!(pool.accept(new("3")).await, Ok(Admission::Waiting)));
    assert_eq!(pool.runs.free(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_worker_is_woken_by_each_slot_that_is_given_back() {
    let flaky = Flaky::default();
    let pool = Pool::<()>::new(Arc::new(flaky.clone()), QUEUE, 1, 1, LONG, now);
    let new = |id: &str| NewCall::new(key(id), Digest::from_parts([id]), id);
    let woken = async |slot: &str| {
        let woken = timeout(LONG, pool.wake.notified()).await;
        assert!(woken.is_ok() && pool.runs.free() == 1, "{slot}");
    };
    let Ok(Admission::Claimed(lease, permit)) = pool.accept(new("1")).await else { panic!() };
    drop(pool.holder(lease, permit));
    woken("a run has ended").await;

    assert!(matches!(pool.accept(new("1")).await, Ok(Admission::Known(_))));
    woken("a call is known").await;
    let other = NewCall::new(key("1"), Digest::from_parts(["2"]), "2");
    assert!(matches!(pool.accept(other).await, Ok(Admission::Conflict)));
    woken("a call has the id of another one").await;

    flaky.goes(&["accept"], Trouble::Fails);
    pool.accept(new("2")).await.unwrap_err();
    woken("the store fails").await;
    flaky.goes(&["accept"], Trouble::Hangs);
    timeout(LONG, pool.accept(new("2"))).await.unwrap_err();
    woken("a request was dropped").await;
    flaky.comes_back();

    let claimed = pool.claim(pool.due().calls_only(), &pool.runs).await.unwrap();
    assert!(claimed.is_empty());
    let woken = timeout(LONG, pool.wake.notified()).await;
    assert!(woken.is_err(), "a worker that finds nothing rests");
}

#[tokio::test]
async fn a_run_that_panics_leaves_and_never_removes_a_later_one() {
    let (running, run) = (Running::default(), Arc::new(1));
    let entered = running.enter(&key("1"), &run);
    assert_eq!(running.find(&key("1")), Some(Arc::clone(&run)));
    let panicked = tokio::spawn(async move {
        let _entered = entered;
        panic!("the receiver of faults panics")
    });
    assert!(panicked.await.unwrap_err().is_panic());
    assert_eq!(format!("{running:?}"), "Running { runs: 0 }");

    let earlier = running.enter(&key("1"), &run);
    let later = Arc::new(2);
    let entered = running.enter(&key("1"), &later);
    drop(earlier);
    assert_eq!(running.find(&key("1")), Some(later));
    drop(entered);
    assert_eq!(running.find(&key("1")), None);
}

#[tokio::test(start_paused = true)]
async fn work_is_claimed_a_moment_after_the_store_is_back() {
    let flaky = Flaky::default();
    flaky.goes(&["next_due"], Trouble::Fails);
    let store = flaky.clone();
    let recovering = tokio::spawn(async move { worker::recover(&store, QUEUE).await });
    tokio::time::sleep(Duration::from_secs(60)).await;
    flaky.comes_back();
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert!(!recovering.is_finished(), "outcomes are stored first");
    recovering.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_pool_that_ends_waits_for_a_claim_that_is_under_way() {
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let pool = Arc::new(Pool::<()>::new(store, QUEUE, 1, 1, LONG, now));
    let (begun, claimed) = (Arc::new(Notify::new()), Arc::new(Semaphore::new(0)));
    let claim = {
        let (begun, claimed) = (Arc::clone(&begun), Arc::clone(&claimed));
        move || {
            let (begun, claimed) = (Arc::clone(&begun), Arc::clone(&claimed));
            async move {
                begun.notify_one();
                tokio::time::sleep(Duration::from_secs(1)).await;
                claimed.add_permits(1);
                Ok(false)
            }
        }
    };
    let working = Arc::clone(&pool);
    let work = tokio::spawn(async move { working.work(LONG, claim).await });
    begun.notified().await;
    pool.stop();
    pool.end(LONG, std::future::pending()).await;
    assert_eq!(
        claimed.available_permits(),
        1,
        "what it claims would wait for the end of its lease"
    );
    work.await.unwrap();
}
