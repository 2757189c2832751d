//! A server at its own port, and a receiver of callbacks that stands in for a runtime.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::rap::store::{Memory, Sql, Store};
use a2t::rap::{Policy, Schedule, Server, WorkerLimits};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::routing::any;
use http::{HeaderMap, HeaderName, HeaderValue};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

/// Longest wait for anything that has to come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A callback as it came.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) body: Value,
}

/// Replies to come, before the 200s.
type Replies = Arc<Mutex<VecDeque<(u16, Option<&'static str>)>>>;

/// The receiver of callbacks.
pub(crate) struct Runtime {
    pub(crate) address: SocketAddr,
    posted: Arc<(Mutex<Vec<Posted>>, Notify)>,
    replies: Replies,
    serving: JoinHandle<()>,
}

impl Runtime {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let posted: Arc<(Mutex<Vec<Posted>>, Notify)> = Arc::default();
        let replies = Replies::default();
        let (seen, scripted) = (Arc::clone(&posted), Arc::clone(&replies));
        let receive = move |request: Request| {
            let (seen, scripted) = (Arc::clone(&seen), Arc::clone(&scripted));
            async move {
                let (parts, body) = request.into_parts();
                let bytes = body.collect().await.unwrap().to_bytes();
                let text = String::from_utf8(bytes.to_vec()).unwrap();
                let body = serde_json::from_str(&text).unwrap_or_default();
                let path = parts.uri.to_string();
                let headers = parts.headers;
                seen.0.lock().unwrap().push(Posted { path, headers, text, body });
                seen.1.notify_waiters();
                let (status, after) = scripted.lock().unwrap().pop_front().unwrap_or((200, None));
                let mut response = http::Response::builder().status(status);
                if let Some(after) = after {
                    response = response.header("retry-after", after);
                }
                response.body(Body::from("OK")).unwrap()
            }
        };
        let router: Router = Router::new().fallback(any(receive));
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, posted, replies, serving }
    }

    /// Replies to the next callbacks, in order.
    pub(crate) fn reply(&self, statuses: impl IntoIterator<Item = (u16, Option<&'static str>)>) {
        self.replies.lock().unwrap().extend(statuses);
    }

    pub(crate) fn all(&self) -> Vec<Posted> {
        self.posted.0.lock().unwrap().clone()
    }

    /// The callbacks, as soon as there are so many.
    pub(crate) async fn wait(&self, count: usize) -> Vec<Posted> {
        let enough = async {
            loop {
                let notified = self.posted.1.notified();
                let all = self.all();
                if all.len() >= count {
                    return all;
                }
                let _ = tokio::time::timeout(Duration::from_millis(100), notified).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, enough).await;
        waited.unwrap_or_else(|_| {
            panic!("{count} callbacks were awaited, there are {:#?}", self.all())
        })
    }

    /// The callbacks except for those that came again under their id, as soon as there are so many.
    pub(crate) async fn distinct(&self, count: usize) -> Vec<Posted> {
        let mut wanted = count;
        loop {
            let mut seen = std::collections::HashSet::new();
            let mut all = self.wait(wanted).await;
            wanted = all.len() + 1;
            all.retain(|posted| seen.insert(posted.headers["webhook-id"].clone()));
            if all.len() >= count {
                return all;
            }
        }
    }

    /// The body of the one callback that comes.
    pub(crate) async fn one(&self) -> Value {
        let all = self.wait(1).await;
        assert_eq!(all.len(), 1, "{all:#?}");
        all[0].body.clone()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook/s3cret", self.address)
    }

    /// An invocation with these arguments, of the group `thread_1`.
    pub(crate) fn invocation(&self, operation: &str, id: &str, arguments: Value) -> Value {
        json!({
            "operation": operation, "arguments": arguments, "id": id, "call_id": null,
            "callback_url": self.url(), "group_id": "thread_1",
        })
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// A server that runs in a task, and ends when it is stopped.
pub(crate) struct Vendor {
    pub(crate) base: String,
    stop: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<()>>,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    fn of(reply: &str) -> Self {
        let (head, text) = reply.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{reply:?}"));
        let (line, lines) = head.split_once("\r\n").unwrap();
        let headers = lines.lines().map(|line| line.split_once(": ").unwrap());
        let headers = headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        Self {
            status,
            headers: headers.collect::<Vec<(HeaderName, HeaderValue)>>().into_iter().collect(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{:?}", self.text))
    }
}

/// Settings of tests: loopback is allowed, and what is tried again is tried soon.
pub(crate) fn set<S: Clone + Send + Sync + 'static>(server: Server<S>) -> Server<S> {
    let limits = WorkerLimits::new()
        .lease_duration(Duration::from_millis(600))
        .cancel_grace(Duration::from_millis(50));
    server
        .egress_policy(Policy::default().allow_loopback())
        .limits(limits)
        .schedule(Schedule::new(vec![Duration::from_millis(20); 5]))
}

impl Vendor {
    pub(crate) async fn start<S: Clone + Send + Sync + 'static>(server: Server<S>) -> Self {
        Self::of(a2t::Server::from_rap(server)).await
    }

    pub(crate) async fn of<S>(server: a2t::Server<S>) -> Self {
        let server = server.bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", server.local_addr());
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(async move {
            server.serve_until(async move { drop(stopped.await) }).await.unwrap();
        });
        Self { base, stop: Some(stop), serving: Some(serving) }
    }

    /// Stops it as a signal would.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(PATIENCE, self.serving.take().unwrap()).await.unwrap().unwrap();
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[("content-type", "application/json")], body.to_string()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], String::new()).await
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Reply {
        let target = path.strip_prefix(&self.base).unwrap_or(path);
        let host = self.base.strip_prefix("http://").unwrap();
        let mut head = format!("{method} {target} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head.push_str(&format!("host: {host}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let exchange = async {
            let mut stream = TcpStream::connect(host).await.unwrap();
            // A server that refuses a body may close before it has read all of it.
            let _ = stream.write_all(head.as_bytes()).await;
            let mut reply = Vec::new();
            let _ = stream.read_to_end(&mut reply).await;
            String::from_utf8(reply).unwrap()
        };
        Reply::of(&tokio::time::timeout(PATIENCE, exchange).await.unwrap())
    }

    /// Posts an invocation that is accepted.
    pub(crate) async fn invoke(&self, invocation: &Value) {
        let reply = self.post("/invoke", invocation).await;
        assert_eq!((reply.status, &*reply.text), (200, ""));
    }
}

impl Drop for Vendor {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
    }
}

/// Each store that needs no server, by name; the file is in a folder that the next run empties.
pub(crate) async fn stores(name: &str) -> Vec<(&'static str, Arc<dyn Store>)> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rap-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let sqlite = Sql::sqlite(folder.join("calls.db")).open().await.unwrap();
    vec![("memory", Arc::new(Memory::default())), ("sqlite", Arc::new(sqlite))]
}
