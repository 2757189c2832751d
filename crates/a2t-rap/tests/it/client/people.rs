//! Questions, pages and views: what a tool asks of people, and what they are shown.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t_rap::client::{Answer, Choice, Host, Page, View};
use a2t_store::Memory;
use serde_json::{Value, json};

use super::stand::{Stand, answer, post_to, runtime, tool, year};

/// A user who chooses this, or nothing, or never.
struct User {
    choice: Option<Option<usize>>,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Host for User {
    fn choose<'a>(&'a self, choice: &'a Choice) -> Answer<'a, Option<usize>> {
        self.seen.lock().unwrap().push(format!("{} {:?}", choice.prompt, choice.choices));
        Box::pin(async {
            match self.choice {
                Some(choice) => choice,
                None => std::future::pending().await,
            }
        })
    }

    fn authorize<'a>(&'a self, page: &'a Page) -> Answer<'a, ()> {
        self.seen.lock().unwrap().push(page.url.clone());
        Box::pin(async {})
    }

    fn view<'a>(&'a self, view: &'a View) -> Answer<'a, ()> {
        self.seen.lock().unwrap().push(format!("{} {}", view.kind, view.content.len()));
        Box::pin(async {})
    }
}

async fn asked(
    choice: Option<Option<usize>>,
) -> (Stand, a2t_rap::client::Runtime, Arc<Mutex<Vec<String>>>) {
    let stand = Stand::with(json!([tool("report")])).await;
    let seen = Arc::default();
    let host = User { choice, seen: Arc::clone(&seen) };
    let runtime = runtime(Memory::default(), |builder| builder.handler(host)).await;
    runtime.load(&stand.base).await.unwrap();
    (stand, runtime, seen)
}

fn question(stand: &Stand, invocation: &Value) -> Value {
    json!({"type": "user_choice", "group_id": invocation["group_id"], "id": invocation["id"],
        "prompt": "Write?", "choices": ["Yes", "No"], "default": 1,
        "response_url": format!("{}/answer", stand.base)})
}

#[tokio::test]
async fn cb_126_127_128_a_question_is_asked_once_and_its_answer_sent() {
    // Dismissed, or answered with a choice that there is not: the default.
    for (choice, expected) in [(Some(0), 0), (None, 1), (Some(9), 1)] {
        let (mut stand, runtime, seen) = asked(Some(choice)).await;
        let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
        let invocation = stand.next("/invoke").await;
        let url = invocation["callback_url"].as_str().unwrap();
        assert_eq!(post_to(url, &question(&stand, &invocation)).await, 200);
        let sent = stand.next("/answer").await;
        assert_eq!(sent, json!({"id": invocation["id"], "selected": expected}));
        assert_eq!(answer(&invocation, "written").await, 200);
        assert_eq!(pending.result().await.unwrap().text.unwrap(), "written");
        assert_eq!(*seen.lock().unwrap(), [r#"Write? ["Yes", "No"]"#]);
        // Neither the invocation nor the answer came again.
        assert!(stand.sent.try_recv().is_err());
    }
}

#[tokio::test]
async fn a_question_without_an_answer_delays_no_result() {
    let (mut stand, runtime, seen) = asked(None).await;
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let invocation = stand.next("/invoke").await;
    let url = invocation["callback_url"].as_str().unwrap();
    assert_eq!(post_to(url, &question(&stand, &invocation)).await, 200);
    while seen.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(answer(&invocation, "Error: nobody chose").await, 200);
    assert!(pending.result().await.unwrap().seems_error());
    assert!(stand.sent.try_recv().is_err());
}

#[tokio::test]
async fn cb_118_119_a_page_is_shown_and_the_call_goes_on_waiting() {
    let (mut stand, runtime, seen) = asked(Some(None)).await;
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let invocation = stand.next("/invoke").await;
    let url = invocation["callback_url"].as_str().unwrap();
    let page = |url: &str| json!({"type": "oauth", "group_id": "thread", "id": invocation["id"], "auth_url": url});
    assert_eq!(post_to(url, &page("https://login.example/?state=s")).await, 200);
    assert_eq!(post_to(url, &page("http://login.example/")).await, 400);
    assert_eq!(answer(&invocation, "done").await, 200);
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "done");
    let seen = seen.lock().unwrap();
    assert!(seen.is_empty() || *seen == ["https://login.example/?state=s"], "{seen:?}");
    assert!(stand.sent.try_recv().is_err());
}

#[tokio::test]
async fn cb_134_135_136_the_latest_view_of_a_thread_is_kept() {
    let (mut stand, runtime, seen) = asked(Some(None)).await;
    runtime.call("thread", "report", year(2014)).await.unwrap();
    let invocation = stand.next("/invoke").await;
    let url = invocation["callback_url"].as_str().unwrap();
    let view = |group: &str, content: Value| json!({"type": "view_update", "group_id": group, "view_type": "diff", "content": content});
    assert_eq!(post_to(url, &view("thread", json!({"patch": "one"}))).await, 200);
    assert_eq!(post_to(url, &view("thread", json!({"patch": ["<script>"]}))).await, 200);
    assert_eq!(post_to(url, &view("other", json!({"patch": "forged"}))).await, 404);
    let views = runtime.views("thread");
    assert_eq!(views.len(), 1);
    assert_eq!((&*views[0].0, &views[0].1["patch"]), ("diff", &json!(["<script>"])));
    assert_eq!(post_to(url, &view("thread", json!({}))).await, 200);
    assert!(runtime.views("thread").is_empty() && runtime.views("other").is_empty());
    assert_eq!(*seen.lock().unwrap(), ["diff 1", "diff 1", "diff 0"]);
}

/// A screen that takes a while, and counts how many draw on it at one time.
#[derive(Default)]
struct Screen {
    drawing: AtomicUsize,
    most: Arc<AtomicUsize>,
}

impl Host for Screen {
    fn view<'a>(&'a self, _: &'a View) -> Answer<'a, ()> {
        Box::pin(async {
            let drawing = self.drawing.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(drawing, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(10)).await;
            self.drawing.fetch_sub(1, Ordering::SeqCst);
        })
    }
}

#[tokio::test]
async fn cb_57_messages_of_a_thread_are_dealt_with_one_at_a_time() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let screen = Screen::default();
    let most = Arc::clone(&screen.most);
    let runtime = runtime(Memory::default(), |builder| builder.handler(screen)).await;
    runtime.load(&stand.base).await.unwrap();
    runtime.call("thread", "report", year(2014)).await.unwrap();
    let invocation = stand.next("/invoke").await;
    let posts = (0..6).map(|number| {
        let url = invocation["callback_url"].as_str().unwrap().to_owned();
        let view = json!({"type": "view_update", "group_id": "thread", "view_type": "diff",
            "content": {"number": number}});
        tokio::spawn(async move { post_to(&url, &view).await })
    });
    for post in posts.collect::<Vec<_>>() {
        assert_eq!(post.await.unwrap(), 200);
    }
    assert_eq!(most.load(Ordering::SeqCst), 1);
}
