//! What was acknowledged is not lost: neither by equal ids of messages, nor by a store that fails, nor by the end of a
//! subscriber or of its program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use a2t_rap::client::{Runtime, Subscription};
use a2t_store::{
    Accepted, Answer, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease,
    Memory, NewCall, Outcome, QueueStatistics, Secret, Signalled, Step, Store, StoreError, Time,
    Work,
};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;

use super::stand::{Stand, post_as, runtime, tool, year};

/// Longest wait for anything that has to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A store whose writes of what came wait for a permit, and then fail, while it is locked.
#[derive(Clone, Default)]
struct Lockable {
    store: Memory,
    locked: Arc<AtomicBool>,
    reached: Arc<Notify>,
    failing: Arc<Gate>,
}

struct Gate(Semaphore);

impl Default for Gate {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

impl Lockable {
    async fn unlocked(&self) -> Result<(), StoreError> {
        if !self.locked.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.reached.notify_one();
        self.failing.0.acquire().await.unwrap().forget();
        Err(StoreError::Engine("database is locked".to_owned()))
    }
}

macro_rules! forward {
    ($($name:ident($($input:ident: $kind:ty),*) -> $output:ty;)*) => {
        $(fn $name(&self, $($input: $kind),*) -> Answer<'_, $output> {
            self.store.$name($($input),*)
        })*
    };
}

impl Store for Lockable {
    fn accept(&self, call: NewCall, now: Time) -> Answer<'_, Accepted> {
        Box::pin(async move {
            self.unlocked().await?;
            self.store.accept(call, now).await
        })
    }

    fn signal(&self, key: &Key, body: Secret, now: Time) -> Answer<'_, Signalled> {
        let key = key.clone();
        Box::pin(async move {
            self.unlocked().await?;
            self.store.signal(&key, body, now).await
        })
    }

    forward! {
        claim(claim: Claim, now: Time) -> Vec<Work>;
        extend(lease: &Lease, until: Time) -> Hold;
        commit(lease: &Lease, step: Step, now: Time) -> Hold;
        settle(lease: &Lease, outcome: Outcome, now: Time) -> Hold;
        find(key: &Key) -> Option<Call>;
        cancel(key: &Key, ending: Ending, now: Time) -> Cancelled;
        sweep(queue: &str, before: Time) -> u64;
        next_due(queue: &str) -> Option<Time>;
        statistics(now: Time) -> Vec<QueueStatistics>;
        list(filter: Filter) -> Vec<Entry>;
        requeue(item: Item, now: Time) -> bool;
    }
}

fn result(call: &Value, text: &str) -> Value {
    json!({"type": "tool_result", "group_id": call["group_id"], "id": call["id"], "text": text})
}

fn event(call: &Value, text: &str, is_final: bool) -> Value {
    json!({"type": "subscription_event", "group_id": call["group_id"], "tool_call_id": call["id"],
        "text": text, "associative": true, "final": is_final})
}

fn url(call: &Value) -> &str {
    call["callback_url"].as_str().unwrap()
}

#[tokio::test]
async fn servers_that_give_their_messages_the_same_id_are_distinguished() {
    let mut stands = Vec::new();
    let runtime = runtime(Memory::default(), |builder| builder).await;
    for name in ["report", "measure"] {
        let stand = Stand::named(name, json!([tool(name)])).await;
        runtime.load(&stand.base).await.unwrap();
        let pending = runtime.call("thread", name, year(2014)).id(name).await.unwrap();
        stands.push((stand, pending));
    }
    for (mut stand, pending) in stands {
        let call = stand.next("/invoke").await;
        assert_eq!(post_as(url(&call), "msg_1", &result(&call, "mild")).await, 200);
        let answer = timeout(PATIENCE, pending.result()).await.unwrap().unwrap();
        assert_eq!(answer.text.unwrap(), "mild");
    }
}

/// Posts this and hangs up as soon as the store has it.
async fn hang_up(store: &Lockable, url: &str, callback: &Value) {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let body = callback.to_string();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let head = format!(
        "POST /{path} HTTP/1.1\r\nhost: {host}\r\nwebhook-id: msg_1\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    timeout(PATIENCE, store.reached.notified()).await.unwrap();
    drop(stream);
    // The server hears of it, and drops what it was doing.
    tokio::time::sleep(Duration::from_millis(100)).await;
    store.failing.0.add_permits(1);
    store.locked.store(false, Ordering::SeqCst);
}

#[tokio::test]
async fn an_answer_that_could_not_be_stored_is_taken_when_it_comes_again() {
    let store = Lockable::default();
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(store.clone(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let call = stand.next("/invoke").await;
    store.locked.store(true, Ordering::SeqCst);
    hang_up(&store, url(&call), &result(&call, "mild")).await;
    assert_eq!(post_as(url(&call), "msg_1", &result(&call, "mild")).await, 200);
    let answer = timeout(PATIENCE, pending.result()).await.unwrap().unwrap();
    assert_eq!(answer.text.unwrap(), "mild");
}

async fn subscribed(store: impl Store + 'static) -> (Runtime, Value, Subscription) {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(store, |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).id("call_1").await.unwrap();
    let call = stand.next("/invoke").await;
    let mut confirmed = result(&call, "Subscribed.");
    confirmed["subscription"] = true.into();
    assert_eq!(post_as(url(&call), "msg_0", &confirmed).await, 200);
    let (_, subscription) = timeout(PATIENCE, pending.subscribe()).await.unwrap().unwrap();
    (runtime, call, subscription)
}

async fn subscribe(runtime: &Runtime) -> Subscription {
    let pending = runtime.pending("thread", "call_1").await.unwrap().unwrap();
    timeout(PATIENCE, pending.subscribe()).await.unwrap().unwrap().1
}

async fn next(subscription: &mut Subscription) -> Option<String> {
    let event = timeout(PATIENCE, subscription.next()).await.unwrap();
    event.map(|event| event.text)
}

#[tokio::test]
async fn an_event_that_could_not_be_stored_is_taken_when_it_comes_again() {
    let store = Lockable::default();
    let (_runtime, call, mut subscription) = subscribed(store.clone()).await;
    store.locked.store(true, Ordering::SeqCst);
    hang_up(&store, url(&call), &event(&call, "snow", false)).await;
    for _ in 0..2 {
        assert_eq!(post_as(url(&call), "msg_1", &event(&call, "snow", false)).await, 200);
    }
    // Another message of the same id is no repetition.
    assert_eq!(post_as(url(&call), "msg_1", &event(&call, "rain", false)).await, 200);
    assert_eq!(post_as(url(&call), "msg_2", &event(&call, "end", true)).await, 200);
    for text in ["snow", "rain", "end"] {
        assert_eq!(next(&mut subscription).await.as_deref(), Some(text));
    }
    assert_eq!(next(&mut subscription).await, None);
}

#[tokio::test]
async fn events_wait_in_the_store_for_the_next_subscriber() {
    let store = Memory::default();
    let (runtime, call, mut subscription) = subscribed(store.clone()).await;
    for (id, text) in [("msg_1", "one"), ("msg_2", "two"), ("msg_3", "three")] {
        assert_eq!(post_as(url(&call), id, &event(&call, text, false)).await, 200);
    }
    assert_eq!(next(&mut subscription).await.unwrap(), "one");
    assert_eq!(next(&mut subscription).await.unwrap(), "two");
    drop(subscription);
    assert_eq!(post_as(url(&call), "msg_4", &event(&call, "four", true)).await, 200);
    // One that was given out is repeated, because it is not known what became of it.
    let mut again = subscribe(&runtime).await;
    assert_eq!(next(&mut again).await.unwrap(), "two");
    drop((again, runtime));
    // The program has ended, and another one goes on.
    let runtime = super::stand::runtime(store.clone(), |builder| builder).await;
    let mut again = subscribe(&runtime).await;
    for text in ["two", "three", "four"] {
        assert_eq!(next(&mut again).await.as_deref(), Some(text));
    }
    assert_eq!(next(&mut again).await, None);
    let waiting = Filter::calls().queue("rap-events").standing(a2t_store::Standing::Waiting);
    assert!(store.list(waiting).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_latest_subscriber_gets_the_events_and_the_others_end() {
    let (runtime, call, mut earlier) = subscribed(Memory::default()).await;
    let mut later = subscribe(&runtime).await;
    assert_eq!(post_as(url(&call), "msg_1", &event(&call, "one", false)).await, 200);
    assert_eq!(next(&mut earlier).await, None);
    assert_eq!(next(&mut later).await.unwrap(), "one");
}

#[tokio::test]
async fn a_tool_keeps_the_events_beyond_those_that_may_wait() {
    let store = Memory::default();
    let (runtime, call, mut subscription) = subscribed(store.clone()).await;
    let post = async |number: u32| {
        let event = event(&call, &number.to_string(), false);
        post_as(url(&call), &format!("msg_{number}"), &event).await
    };
    for number in 0..256 {
        assert_eq!(post(number).await, 200, "{number}");
    }
    assert_eq!((post(256).await, post(255).await), (503, 200));
    assert_eq!(next(&mut subscription).await.unwrap(), "0");
    assert_eq!(next(&mut subscription).await.unwrap(), "1");
    assert_eq!((post(256).await, post(257).await), (200, 503));
    runtime.cancel_subscription("thread", "call_1").await.unwrap();
    assert_eq!(next(&mut subscription).await, None);
    let waiting = Filter::calls().queue("rap-events").standing(a2t_store::Standing::Waiting);
    assert!(store.list(waiting).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_question_that_is_sent_twice_is_asked_once() {
    struct Counting(Arc<std::sync::atomic::AtomicUsize>);
    impl a2t_rap::client::Host for Counting {
        fn choose<'a>(
            &'a self,
            _: &'a a2t_rap::client::Choice,
        ) -> a2t_rap::client::Answer<'a, Option<usize>> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Some(1) })
        }
    }
    let asked = Arc::default();
    let mut stand = Stand::with(json!([tool("report")])).await;
    let host = Counting(Arc::clone(&asked));
    let runtime = runtime(Memory::default(), |builder| builder.handler(host)).await;
    runtime.load(&stand.base).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let call = stand.next("/invoke").await;
    let question = |prompt: &str| {
        json!({"type": "user_choice", "group_id": call["group_id"], "id": call["id"],
        "prompt": prompt, "choices": ["No", "Yes"], "default": 0,
        "response_url": format!("{}/answer", stand.base)})
    };
    let (first, second) = (question("Overwrite?"), question("Really?"));
    for question in [&first, &first, &second] {
        assert_eq!(post_as(url(&call), "msg_1", question).await, 200);
    }
    stand.next("/answer").await;
    stand.next("/answer").await;
    assert_eq!(post_as(url(&call), "msg_1", &result(&call, "mild")).await, 200);
    timeout(PATIENCE, pending.result()).await.unwrap().unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}
