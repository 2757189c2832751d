//! What every engine must do: one function for everything that opens a store.
#![allow(dead_code)]

use std::time::Duration;

use a2t_store::schedule::Reply;
use a2t_store::{
    Accepted, Cancelled, Claim, Delivery, Digest, Ending, Filter, Hold, Item, Key, Limits, NewCall,
    NewMessage, Outcome, Reason, Run, Schedule, Secret, Signalled, Standing, Step, Store,
    StoreError, Then, Time, Work,
};

pub(crate) const LEASE: Duration = Duration::from_secs(30);

pub(crate) fn at(seconds: u64) -> Time {
    Time::from_millis(1_700_000_000_000 + seconds * 1_000)
}

pub(crate) fn key(group: &str, id: &str) -> Key {
    Key::new("rap", group, id).unwrap()
}

pub(crate) fn call(group: &str, id: &str) -> NewCall {
    NewCall::new(key(group, id), Digest::from_parts([id]), format!("arguments of {id}"))
}

pub(crate) async fn claim(store: &dyn Store, now: Time, max: usize) -> Vec<Work> {
    store.claim(Claim::new("rap", LEASE).max(max), now).await.unwrap()
}

pub(crate) async fn run(store: &dyn Store, now: Time) -> Run {
    let found = store.claim(Claim::new("rap", LEASE).calls_only(), now).await.unwrap().pop();
    let Some(Work::Run(run)) = found else { panic!("a call is due: {found:?}") };
    *run
}

pub(crate) async fn deliver(store: &dyn Store, now: Time) -> Delivery {
    let found = store.claim(Claim::new("rap", LEASE).messages_only(), now).await.unwrap().pop();
    let Some(Work::Deliver(delivery)) = found else { panic!("a message is due: {found:?}") };
    *delivery
}

pub(crate) async fn bodies(store: &dyn Store, now: Time) -> Vec<(a2t_store::Lease, String)> {
    let found = store.claim(Claim::new("rap", LEASE).messages_only().max(100), now).await.unwrap();
    let body = |work| match work {
        Work::Deliver(sent) => {
            (sent.lease, String::from_utf8(sent.message.body.into_bytes()).unwrap())
        }
        Work::Run(run) => panic!("{run:?}"),
    };
    found.into_iter().map(body).collect()
}

fn done(id: &str) -> Step {
    Step::done(format!("result of {id}")).with(NewMessage::new(format!("message of {id}")))
}

/// Every clause of the contract, each on a new store.
pub(crate) async fn conforms(open: impl AsyncFn(Limits) -> Box<dyn Store>) {
    let many = Limits::default();
    repeated(&*open(many).await).await;
    ended(&*open(many).await).await;
    held(&*open(many).await).await;
    leases(&*open(many).await).await;
    lanes(&*open(many).await).await;
    retries(&*open(many).await).await;
    interrupted(&*open(many).await).await;
    requeued(&*open(many).await).await;
    signals(&*open(many).await).await;
    subscriptions(&*open(many).await).await;
    cancelled(&*open(many).await).await;
    misuse(&*open(many).await).await;
    swept(&*open(many).await).await;
    seen(&*open(many).await).await;
    queues(&*open(many).await).await;
    full(&*open(Limits { calls: 2, messages: 2, ..Limits::default() }).await).await;
    odd_bytes(&*open(many).await).await;
}

async fn repeated(store: &dyn Store) {
    assert_eq!(store.accept(call("g", "1"), at(0)).await, Ok(Accepted::New(None)));
    let Ok(Accepted::Known(known)) = store.accept(call("g", "1"), at(1)).await else { panic!() };
    assert_eq!(known.standing, Standing::Waiting);
    assert_eq!(known.accepted, at(0));
    let other = NewCall::new(key("g", "1"), Digest::from_parts(["another"]), "another");
    assert_eq!(store.accept(other, at(1)).await, Ok(Accepted::Conflict));
    assert_eq!(store.accept(call("h", "1"), at(1)).await, Ok(Accepted::New(None)));
    assert_eq!(claim(store, at(2), 10).await.len(), 2, "a repeated call is not run twice");
}

async fn ended(store: &dyn Store) {
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let run = run(store, at(1)).await;
    assert_eq!(run.call.payload.expose(), b"arguments of 1");
    assert_eq!((run.call.attempts, run.call.standing), (1, Standing::Leased));
    assert_eq!(store.commit(&run.lease, done("1"), at(2)).await, Ok(Hold::Released));
    assert_eq!(store.commit(&run.lease, done("1"), at(2)).await, Ok(Hold::Lost));
    let Ok(Accepted::Known(known)) = store.accept(call("g", "1"), at(3)).await else { panic!() };
    assert_eq!(known.standing, Standing::Done);
    assert_eq!(known.result, Some(Secret::from("result of 1")));
    assert!(known.payload.is_empty(), "arguments are erased");
    assert_eq!(store.find(&key("g", "1")).await, Ok(Some(*known)));
    assert_eq!(store.find(&key("g", "2")).await, Ok(None));
    let sent = deliver(store, at(4)).await;
    assert_eq!(sent.message.call, key("g", "1"));
    assert_eq!(sent.message.body.expose(), b"message of 1");
    assert_eq!((sent.message.attempt, sent.message.created), (1, at(2)));
    assert_eq!(store.settle(&sent.lease, Outcome::Delivered, at(5)).await, Ok(Hold::Released));
    assert!(claim(store, at(100_000), 10).await.is_empty());
    assert_eq!(store.next_due("rap").await, Ok(None));
}

async fn held(store: &dyn Store) {
    let held = call("g", "1").held_until(at(30));
    let Ok(Accepted::New(Some(lease))) = store.accept(held, at(0)).await else { panic!() };
    assert!(claim(store, at(29), 10).await.is_empty());
    assert_eq!(store.next_due("rap").await, Ok(Some(at(30))));
    assert_eq!(store.commit(&lease, done("1"), at(5)).await, Ok(Hold::Released));
    let held = call("g", "2").held_until(at(30));
    store.accept(held, at(0)).await.unwrap();
    let again = run(store, at(30)).await;
    assert_eq!(again.call.attempts, 2, "its first holder is gone");
}

async fn leases(store: &dyn Store) {
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let first = run(store, at(0)).await;
    assert!(claim(store, at(29), 10).await.is_empty());
    let Ok(Hold::Kept(longer)) = store.extend(&first.lease, at(60)).await else { panic!() };
    assert_eq!(longer.until(), at(60));
    assert!(claim(store, at(59), 10).await.is_empty());
    let step = Step::new(Then::Continue).checkpoint("half");
    assert_eq!(store.commit(&longer, step, at(50)).await, Ok(Hold::Kept(longer.clone())));
    let second = run(store, at(60)).await;
    assert_eq!(second.call.checkpoint, Some(Secret::from("half")));
    assert_eq!(second.call.attempts, 2);
    assert_eq!(store.extend(&longer, at(90)).await, Ok(Hold::Lost));
    assert_eq!(store.commit(&longer, done("1"), at(61)).await, Ok(Hold::Lost));
    assert!(bodies(store, at(61)).await.is_empty(), "a late worker causes no message");
    assert_eq!(store.commit(&second.lease, done("1"), at(62)).await, Ok(Hold::Released));
    let sent = deliver(store, at(62)).await;
    let again = deliver(store, at(62 + 30)).await;
    assert_eq!(sent.message.id, again.message.id, "duplicates share one id");
    assert_eq!(again.message.attempt, 1, "the end of a worker is not the outcome of an attempt");
    assert_eq!(store.settle(&sent.lease, Outcome::Delivered, at(93)).await, Ok(Hold::Lost));
    assert_eq!(store.extend(&sent.lease, at(99)).await, Ok(Hold::Lost));
    assert!(matches!(store.extend(&again.lease, at(190)).await, Ok(Hold::Kept(_))));
    assert_eq!(store.settle(&again.lease, Outcome::Delivered, at(94)).await, Ok(Hold::Released));
}

async fn lanes(store: &dyn Store) {
    for (group, id) in [("g", "1"), ("g", "2"), ("h", "3")] {
        store.accept(call(group, id), at(0)).await.unwrap();
    }
    let work = claim(store, at(0), 10).await;
    assert_eq!(work.len(), 3, "calls of one group run side by side");
    for work in work {
        let Work::Run(run) = work else { panic!() };
        let id = run.call.key.id().to_owned();
        let step = done(&id).with(NewMessage::new(format!("more of {id}")));
        store.commit(&run.lease, step, at(1)).await.unwrap();
    }
    let mut heard = Vec::new();
    for round in 0..4 {
        let heads = bodies(store, at(2)).await;
        let groups = if round < 2 { 2 } else { 1 };
        assert_eq!(heads.len(), groups, "one message of each group at a time: {heads:?}");
        assert!(bodies(store, at(2)).await.is_empty());
        for (lease, body) in heads {
            heard.push(body);
            store.settle(&lease, Outcome::Delivered, at(2)).await.unwrap();
        }
    }
    let of = |ids: [&str; 2]| {
        let heard = heard.iter().filter(|body| ids.iter().any(|id| body.ends_with(id)));
        heard.map(String::as_str).collect::<Vec<_>>()
    };
    assert_eq!(of(["1", "2"]), ["message of 1", "more of 1", "message of 2", "more of 2"]);
    assert_eq!(of(["3", "3"]), ["message of 3", "more of 3"]);
}

/// Two messages in the lane `g`, caused by a call that is done.
async fn two_messages(store: &dyn Store) {
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let run = run(store, at(0)).await;
    let step = done("1").with(NewMessage::new("more of 1"));
    store.commit(&run.lease, step, at(0)).await.unwrap();
}

async fn retries(store: &dyn Store) {
    two_messages(store).await;
    let sent = deliver(store, at(0)).await;
    store.settle(&sent.lease, Outcome::Retry(at(5), Some(503)), at(1)).await.unwrap();
    assert!(bodies(store, at(4)).await.is_empty(), "the second waits for the first");
    let reasons = async || {
        let listed = store.list(Filter::messages()).await.unwrap();
        listed.into_iter().map(|entry| entry.reason).collect::<Vec<_>>()
    };
    assert_eq!(reasons().await, [Some(Reason::Last(Some(503))), None]);
    assert_eq!(store.next_due("rap").await, Ok(Some(at(5))));
    let again = deliver(store, at(5)).await;
    assert_eq!((again.message.id, again.message.attempt), (sent.message.id.clone(), 2));
    let dead = Outcome::Dead(Reason::Refused(410));
    store.settle(&again.lease, dead, at(6)).await.unwrap();
    let second = deliver(store, at(6)).await;
    assert_eq!(second.message.body.expose(), b"more of 1", "a dead one blocks nobody");
    assert_ne!(second.message.id, sent.message.id);
}

/// Workers die while they deliver, as often as the schedule has attempts: the first reply is that of the first attempt.
async fn interrupted(store: &dyn Store) {
    two_messages(store).await;
    let schedule = Schedule::default();
    for death in 0..12 {
        let sent = deliver(store, at(30 * death)).await;
        assert_eq!(sent.message.attempt, 1, "death {death}");
    }
    let sent = deliver(store, at(360)).await;
    let outcome = schedule.decide(sent.message.attempt, Reply::Status(503, None), 0, at(361));
    assert!(matches!(outcome, Outcome::Retry(..)), "{outcome:?}");
    store.settle(&sent.lease, outcome, at(361)).await.unwrap();
    let again = deliver(store, at(366)).await;
    assert_eq!((again.message.attempt, again.message.id), (2, sent.message.id));
    assert_eq!(deliver(store, at(396)).await.message.attempt, 2);
}

async fn requeued(store: &dyn Store) {
    two_messages(store).await;
    let first = deliver(store, at(0)).await;
    store.settle(&first.lease, Outcome::Dead(Reason::Exhausted(Some(503))), at(1)).await.unwrap();
    let dead = store.list(Filter::messages().standing(Standing::Dead)).await.unwrap();
    assert_eq!(dead.len(), 1);
    assert_eq!(dead[0].reason, Some(Reason::Exhausted(Some(503))));
    let second = deliver(store, at(1)).await;
    assert_eq!(store.requeue(second.lease.item(), at(2)).await, Ok(false), "somebody holds it");
    assert_eq!(store.requeue(dead[0].item, at(2)).await, Ok(true));
    assert!(bodies(store, at(2)).await.is_empty(), "the other one is in flight");
    store.settle(&second.lease, Outcome::Retry(at(3), Some(503)), at(2)).await.unwrap();
    let again = deliver(store, at(3)).await;
    assert_eq!(again.message.id, first.message.id, "in its place, before the second");
    assert_eq!(again.message.attempt, 1, "as if new");
    store.settle(&again.lease, Outcome::Delivered, at(3)).await.unwrap();
    assert_eq!(store.requeue(again.lease.item(), at(3)).await, Ok(false), "delivered");
    let last = deliver(store, at(3)).await;
    store.settle(&last.lease, Outcome::Delivered, at(3)).await.unwrap();
    assert_eq!(store.requeue(Item::Message(999), at(3)).await, Ok(false));
    assert_eq!(store.requeue(Item::Call(999), at(3)).await, Ok(false));
}

async fn signals(store: &dyn Store) {
    let wait = |seen| Step::new(Then::Suspend { until: at(600), seen });
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let first = run(store, at(0)).await;
    assert_eq!(store.commit(&first.lease, wait(0), at(1)).await, Ok(Hold::Released));
    assert!(claim(store, at(2), 10).await.is_empty());
    let signal = |text: &str, now| store.signal(&key("g", "1"), Secret::from(text.to_owned()), now);
    assert_eq!(signal("yes", at(3)).await, Ok(Signalled::Stored));
    let second = run(store, at(3)).await;
    assert_eq!(second.call.signals, [Secret::from("yes")]);
    assert_eq!(signal("no", at(4)).await, Ok(Signalled::Stored));
    store.commit(&second.lease, wait(1), at(5)).await.unwrap();
    let third = run(store, at(5)).await;
    assert_eq!(third.call.signals.len(), 2, "a signal that came in between wakes it");
    store.commit(&third.lease, wait(2), at(6)).await.unwrap();
    assert_eq!(store.next_due("rap").await, Ok(Some(at(600))));
    let last = run(store, at(600)).await;
    store.commit(&last.lease, done("1"), at(601)).await.unwrap();
    assert_eq!(signal("late", at(602)).await, Ok(Signalled::Ended(Standing::Done)));
    let unknown = store.signal(&key("g", "2"), Secret::default(), at(602)).await;
    assert_eq!(unknown, Ok(Signalled::Unknown));
}

async fn subscriptions(store: &dyn Store) {
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let first = run(store, at(0)).await;
    let answer = Step::new(Then::Continue).result("subscribed").with(NewMessage::new("subscribed"));
    assert!(matches!(store.commit(&first.lease, answer, at(1)).await, Ok(Hold::Kept(_))));
    let again = run(store, at(30)).await;
    assert_eq!(again.call.result, Some(Secret::from("subscribed")), "it survives its worker");
    let event = Step::new(Then::Again(at(40))).with(NewMessage::new("event").until_cancelled());
    store.commit(&again.lease, event, at(31)).await.unwrap();
    assert!(store.claim(Claim::new("rap", LEASE).calls_only(), at(39)).await.unwrap().is_empty());
    let last = run(store, at(40)).await;
    store.commit(&last.lease, Step::new(Then::Done), at(41)).await.unwrap();
    let found = store.find(&key("g", "1")).await.unwrap().unwrap();
    assert_eq!((found.standing, found.result), (Standing::Done, Some(Secret::from("subscribed"))));
}

async fn cancelled(store: &dyn Store) {
    let ending = || Ending::result("Error: cancelled").with(NewMessage::new("cancelled"));
    store.accept(call("g", "1"), at(0)).await.unwrap();
    assert_eq!(store.cancel(&key("g", "1"), ending(), at(1)).await, Ok(Cancelled::Now));
    let again = store.cancel(&key("g", "1"), ending(), at(1)).await;
    assert_eq!(again, Ok(Cancelled::Ended(Standing::Cancelled)));
    let unknown = store.cancel(&key("g", "9"), ending(), at(1)).await;
    assert_eq!(unknown, Ok(Cancelled::Unknown));
    let heads = bodies(store, at(1)).await;
    assert_eq!(heads.len(), 1, "one last word");
    store.settle(&heads[0].0, Outcome::Delivered, at(1)).await.unwrap();

    store.accept(call("g", "2"), at(2)).await.unwrap();
    let running = run(store, at(2)).await;
    let step = Step::new(Then::Continue)
        .result("subscribed")
        .with(NewMessage::new("subscribed"))
        .with(NewMessage::new("event").until_cancelled());
    store.commit(&running.lease, step, at(2)).await.unwrap();
    assert_eq!(store.cancel(&key("g", "2"), ending(), at(3)).await, Ok(Cancelled::Now));
    assert_eq!(store.extend(&running.lease, at(99)).await, Ok(Hold::Cancelled));
    let late = store.commit(&running.lease, Step::new(Then::Done), at(3)).await;
    assert_eq!(late, Ok(Hold::Cancelled));
    let heads = bodies(store, at(3)).await;
    assert_eq!(heads.iter().map(|(_, body)| body).collect::<Vec<_>>(), ["subscribed"]);
    store.settle(&heads[0].0, Outcome::Delivered, at(3)).await.unwrap();
    assert!(claim(store, at(99), 10).await.is_empty(), "no event after it, no second result");
    let dead = store.list(Filter::messages().standing(Standing::Dead)).await.unwrap();
    assert_eq!(dead[0].reason, Some(Reason::Cancelled));
    assert_eq!(store.requeue(dead[0].item, at(4)).await, Ok(false), "its body is erased");

    for expired in [false, true] {
        cancelled_in_flight(store, expired).await;
    }
}

/// An event that a worker holds when its subscription is cancelled is tried no more, neither by this worker nor by the
/// next one, and what follows it does not wait for it.
async fn cancelled_in_flight(store: &dyn Store, expired: bool) {
    let (name, other) = (format!("{expired}"), format!("other {expired}"));
    store.accept(call("g", &name), at(200)).await.unwrap();
    let running = run(store, at(200)).await;
    let event = NewMessage::new("event").until_cancelled();
    let step = Step::new(Then::Continue).result("subscribed").with(event);
    store.commit(&running.lease, step, at(200)).await.unwrap();
    let held = bodies(store, at(200)).await;
    assert_eq!(held[0].1, "event");
    store.accept(call("g", &other), at(200)).await.unwrap();
    let next = run(store, at(200)).await;
    store.commit(&next.lease, done("1"), at(200)).await.unwrap();
    let open = store.statistics(at(200)).await.unwrap()[0].messages.clone();
    assert_eq!((open.leased, open.waiting), (1, 1));
    assert_eq!(store.cancel(&key("g", &name), Ending::silent(), at(201)).await, Ok(Cancelled::Now));
    if !expired {
        let retry = Outcome::Retry(at(202), Some(503));
        assert_eq!(store.settle(&held[0].0, retry, at(202)).await, Ok(Hold::Lost));
    }
    let heads = bodies(store, at(999)).await;
    assert_eq!(heads.iter().map(|(_, body)| body).collect::<Vec<_>>(), ["message of 1"]);
    store.settle(&heads[0].0, Outcome::Delivered, at(999)).await.unwrap();
    assert!(claim(store, at(1_999), 10).await.is_empty());
}

async fn misuse(store: &dyn Store) {
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let running = run(store, at(0)).await;
    let refused = |answer| matches!(answer, Err(StoreError::Misuse(_)));
    assert!(refused(store.settle(&running.lease, Outcome::Delivered, at(0)).await));
    assert!(refused(store.commit(&running.lease, Step::new(Then::Done), at(0)).await));
    let answer = Step::new(Then::Continue).result("1");
    store.commit(&running.lease, answer.with(NewMessage::new("1")), at(0)).await.unwrap();
    assert!(refused(store.commit(&running.lease, done("1"), at(0)).await), "a second result");
    let sent = deliver(store, at(0)).await;
    assert!(refused(store.commit(&sent.lease, Step::new(Then::Done), at(0)).await));
    assert!(bodies(store, at(0)).await.is_empty());
}

async fn swept(store: &dyn Store) {
    two_messages(store).await;
    let first = deliver(store, at(1)).await;
    assert_eq!(store.sweep("rap", at(1_000)).await, Ok(0), "messages wait");
    store.settle(&first.lease, Outcome::Delivered, at(2)).await.unwrap();
    let second = deliver(store, at(2)).await;
    store.settle(&second.lease, Outcome::Dead(Reason::Forbidden), at(10)).await.unwrap();
    store.accept(call("g", "2"), at(3)).await.unwrap();
    assert_eq!(store.sweep("rap", at(10)).await, Ok(0), "settled since");
    assert_eq!(store.sweep("mcp", at(11)).await, Ok(0), "another queue");
    assert_eq!(store.sweep("rap", at(11)).await, Ok(1));
    assert_eq!(store.find(&key("g", "1")).await, Ok(None));
    assert!(store.find(&key("g", "2")).await.unwrap().is_some());
    assert!(store.list(Filter::messages()).await.unwrap().is_empty());
    assert_eq!(store.accept(call("g", "1"), at(12)).await, Ok(Accepted::New(None)));
}

async fn seen(store: &dyn Store) {
    assert!(store.statistics(at(0)).await.unwrap().is_empty());
    two_messages(store).await;
    for id in ["2", "3"] {
        store.accept(call("h", id), at(1)).await.unwrap();
    }
    let running = run(store, at(1)).await;
    assert_eq!(running.call.key, key("h", "2"), "the oldest first");
    let first = deliver(store, at(2)).await;
    store.settle(&first.lease, Outcome::Retry(at(7), Some(503)), at(3)).await.unwrap();
    let counted = store.statistics(at(10)).await.unwrap();
    assert_eq!(counted.len(), 1);
    let (calls, messages) = (&counted[0].calls, &counted[0].messages);
    assert_eq!(counted[0].queue, "rap");
    assert_eq!((calls.waiting, calls.leased, calls.done, calls.suspended), (1, 1, 1, 0));
    assert_eq!((calls.oldest, calls.attempts), (Some(Duration::from_secs(9)), 1));
    assert_eq!((messages.waiting, messages.retrying, messages.leased), (1, 1, 0));
    assert_eq!((messages.oldest, messages.attempts), (Some(Duration::from_secs(10)), 1));

    let all = store.list(Filter::calls()).await.unwrap();
    assert_eq!(all.len(), 3);
    let page = store.list(Filter::calls().max(1).after(all[0].item)).await.unwrap();
    assert_eq!(page, all[1..2]);
    let group = store.list(Filter::calls().queue("rap").group("h")).await.unwrap();
    assert_eq!(group, all[1..]);
    assert!(store.list(Filter::calls().queue("mcp")).await.unwrap().is_empty());
    assert!(store.list(Filter::calls().standing(Standing::Dead)).await.unwrap().is_empty());
    let messages = store.list(Filter::messages()).await.unwrap();
    let behind: Vec<_> = messages.iter().map(|message| message.is_behind).collect();
    assert_eq!(behind, [false, true], "one group, in order");
    let retrying = store.list(Filter::messages().max(1)).await.unwrap();
    assert_eq!((retrying[0].due, retrying[0].attempts), (at(7), 1));
    assert_eq!(store.requeue(retrying[0].item, at(4)).await, Ok(true), "at once");
    assert_eq!(deliver(store, at(4)).await.message.id, first.message.id);
}

async fn queues(store: &dyn Store) {
    let other = Key::new("mcp", "g", "1").unwrap();
    store.accept(call("g", "1"), at(0)).await.unwrap();
    store.accept(NewCall::new(other, Digest::from_parts(["x"]), "x"), at(0)).await.unwrap();
    assert_eq!(claim(store, at(0), 10).await.len(), 1);
    assert_eq!(store.claim(Claim::new("mcp", LEASE).max(10), at(0)).await.unwrap().len(), 1);
    assert_eq!(store.next_due("http").await, Ok(None));
}

async fn full(store: &dyn Store) {
    for id in ["1", "2"] {
        assert_eq!(store.accept(call("g", id), at(0)).await, Ok(Accepted::New(None)));
    }
    assert_eq!(store.accept(call("g", "3"), at(0)).await, Ok(Accepted::Full));
    assert_eq!(store.find(&key("g", "3")).await, Ok(None), "nothing of it is stored");
    assert!(matches!(store.accept(call("g", "1"), at(0)).await, Ok(Accepted::Known(_))));
    let other = NewCall::new(key("g", "1"), Digest::from_parts(["x"]), "x");
    assert_eq!(store.accept(other, at(0)).await, Ok(Accepted::Conflict));
    let running = run(store, at(0)).await;
    let event = || Step::new(Then::Continue).with(NewMessage::new("event"));
    store.commit(&running.lease, event().with(NewMessage::new("event")), at(0)).await.unwrap();
    assert_eq!(store.commit(&running.lease, event(), at(0)).await, Ok(Hold::Full));
    assert_eq!(store.commit(&running.lease, done("1"), at(0)).await, Ok(Hold::Released));
    assert_eq!(store.accept(call("g", "3"), at(0)).await, Ok(Accepted::Full), "the outbox is full");
    for _ in 0..2 {
        let sent = deliver(store, at(0)).await;
        store.settle(&sent.lease, Outcome::Delivered, at(0)).await.unwrap();
    }
    assert_eq!(store.accept(call("g", "3"), at(0)).await, Ok(Accepted::New(None)));
}

async fn odd_bytes(store: &dyn Store) {
    let odd = [b"\0".as_slice(), b"", b"\xff\xfe", b"$1 '; DROP TABLE a2t_call; --"];
    for (number, bytes) in odd.into_iter().enumerate() {
        let id = format!("'\"\u{202e}{number}$1?");
        let new = NewCall::new(key("g'", &id), Digest::from_parts([bytes]), bytes);
        store.accept(new, at(0)).await.unwrap();
        let running = run(store, at(0)).await;
        assert_eq!((running.call.key.id(), running.call.payload.expose()), (id.as_str(), bytes));
        let step = Step::done(bytes).checkpoint(bytes).with(NewMessage::new(bytes));
        store.commit(&running.lease, step, at(0)).await.unwrap();
        let found = store.find(&key("g'", &id)).await.unwrap().unwrap();
        assert_eq!(found.result, Some(Secret::from(bytes)), "no bytes are a result, too");
        let sent = deliver(store, at(0)).await;
        assert_eq!(sent.message.body.expose(), bytes);
        store.settle(&sent.lease, Outcome::Delivered, at(0)).await.unwrap();
    }
    let long = "x".repeat(3_000_000);
    store
        .accept(NewCall::new(key("long", "1"), Digest::from_parts(["1"]), long.as_str()), at(0))
        .await
        .unwrap();
    assert_eq!(run(store, at(0)).await.call.payload.expose().len(), 3_000_000);
}

/// Two workers of one store, each with its own connection: nothing is claimed twice, each group is
/// delivered in order.
pub(crate) async fn workers(open: impl AsyncFn() -> Box<dyn Store>) {
    let stores = [open().await, open().await];
    for number in 0..60 {
        let new = call(&format!("g{}", number % 5), &format!("{number:02}"));
        assert_eq!(stores[number % 2].accept(new.clone(), at(0)).await, Ok(Accepted::New(None)));
        let again = stores[(number + 1) % 2].accept(new, at(0)).await;
        assert!(matches!(again, Ok(Accepted::Known(_))), "{again:?}");
    }
    let heard = std::sync::Mutex::new(Vec::new());
    let [first, second] = &stores;
    tokio::join!(work_off(&**first, &heard), work_off(&**second, &heard));
    let heard = heard.into_inner().unwrap();
    assert_eq!(heard.len(), 120, "each message once");
    for group in 0..5 {
        let group = format!("g{group}");
        let lane: Vec<_> = heard.iter().filter(|(found, _)| *found == group).collect();
        let lines: Vec<_> =
            lane.iter().map(|(_, body)| body.split(' ').collect::<Vec<_>>()).collect();
        for id in lines.iter().map(|words| words[2]).collect::<std::collections::BTreeSet<_>>() {
            let of: Vec<_> =
                lines.iter().filter(|words| words[2] == id).map(|words| words[0]).collect();
            assert_eq!(of, ["message", "more"], "{id}");
        }
    }
}

async fn work_off(store: &dyn Store, heard: &std::sync::Mutex<Vec<(String, String)>>) {
    let mut idle = 0;
    while idle < 50 {
        let found = claim(store, at(0), 3).await;
        idle = if found.is_empty() { idle + 1 } else { 0 };
        if found.is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        for work in found {
            match work {
                Work::Run(run) => {
                    assert_eq!(run.call.attempts, 1);
                    let id = run.call.key.id().to_owned();
                    let step = done(&id).with(NewMessage::new(format!("more of {id}")));
                    assert_eq!(store.commit(&run.lease, step, at(0)).await, Ok(Hold::Released));
                }
                Work::Deliver(sent) => {
                    assert_eq!(sent.message.attempt, 1);
                    let group = sent.message.call.group().to_owned();
                    let body = String::from_utf8(sent.message.body.into_bytes()).unwrap();
                    heard.lock().unwrap().push((group, body));
                    let hold = store.settle(&sent.lease, Outcome::Delivered, at(0)).await;
                    assert_eq!(hold, Ok(Hold::Released));
                }
            }
        }
    }
}
