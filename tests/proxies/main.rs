//! A server behind nginx and HAProxy, with the settings that `docs/production.md` shows: what
//! callers get, and what tools learn of them. The tests print what they skip where a proxy is not
//! installed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::net::TcpListener as StdListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t::{ClientAddress, Limits, Server, ToolError, Toolset};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Tells the address of its caller.
///
/// # Returns
/// The address.
#[a2t::tool(version = 1, id = "00000000-0000-4000-8000-000000000001")]
async fn whereabouts(
    /// Way to end: `late`, `away`, or well.
    #[a2t(max_length = 300000)]
    way: Option<String>,
    #[a2t(context)] ClientAddress(client): ClientAddress,
) -> Result<String, ToolError> {
    match way.as_deref() {
        Some("late") => std::future::pending().await,
        Some("away") => Err(ToolError::unavailable("the map is being drawn").retry_after(7)),
        _ => Ok(client.to_string()),
    }
}

/// The proxies that are installed.
#[derive(Clone, Copy, Debug)]
enum Proxy {
    Nginx,
    HaProxy,
}

/// A server and the proxy before it, both gone when this is dropped.
struct Rig {
    proxy: Child,
    folder: PathBuf,
    port: u16,
    stop: Option<oneshot::Sender<()>>,
    server: Option<JoinHandle<()>>,
}

impl Proxy {
    fn program(self) -> Option<PathBuf> {
        let name = match self {
            Self::Nginx => "nginx",
            Self::HaProxy => "haproxy",
        };
        let unpacked = root().join("target/proxies/root/usr/sbin").join(name);
        [unpacked, Path::new("/usr/sbin").join(name)].into_iter().find(|file| file.is_file())
    }

    /// The command of a proxy with these settings.
    fn command(self, program: &Path, folder: &Path, settings: &str) -> Command {
        let file = folder.join("settings");
        std::fs::write(&file, settings).unwrap();
        let mut command = Command::new(program);
        command.env("LD_LIBRARY_PATH", root().join("target/proxies/root/usr/lib/x86_64-linux-gnu"));
        match self {
            Self::Nginx => command.arg("-p").arg(folder).args(["-e", "stderr", "-c"]).arg(file),
            Self::HaProxy => command.arg("-db").arg("-f").arg(file),
        };
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The proxy and a server behind it, or a line about what was skipped.
    async fn start(self) -> Option<Rig> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let Some(program) = self.program() else {
            println!("skipped: {self:?} is not installed; tests/proxies/install.sh unpacks it");
            return None;
        };
        let tools: Toolset<()> = a2t::toolset![whereabouts];
        let server = Server::new(tools, ())
            .limits(Limits::new().handler_timeout(Duration::from_millis(300)))
            .allow_host("tools.example.com")
            .trusted_proxy([127, 0, 0, 1], 32)
            .bind("127.0.0.1:0")
            .await
            .unwrap();
        let behind = server.local_addr().port();
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(async move {
            let stopped = async { stopped.await.unwrap_or_default() };
            server.serve_until(stopped).await.unwrap();
        });
        let port = StdListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("a2t-proxy-{}-{next}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let settings = match self {
            Self::Nginx => include_str!("nginx.conf"),
            Self::HaProxy => include_str!("haproxy.cfg"),
        };
        let settings = settings
            .replace("@FOLDER@", folder.to_str().unwrap())
            .replace("@SERVER@", &behind.to_string())
            .replace("@PROXY@", &port.to_string());
        let proxy = self.command(&program, &folder, &settings).spawn().unwrap();
        let rig = Rig { proxy, folder, port, stop: Some(stop), server: Some(server) };
        for _ in 0..500 {
            if rig.reaches_the_server().await {
                return Some(rig);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{self:?} did not start");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A reply: its head in lower case, and its body.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Rig {
    async fn reaches_the_server(&self) -> bool {
        if TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            return false;
        }
        self.send("GET /tools HTTP/1.1\r\nhost: tools.example.com\r\n\r\n").await.status == 200
    }

    async fn invoke(&self, headers: &str, way: &str) -> Reply {
        let path = "/tools/00000000-0000-4000-8000-000000000001:invoke";
        let body = format!(r#"{{"input_parameters":[{{"name":"way","value":"{way}"}}]}}"#);
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: tools.example.com\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n{headers}\r\n"
        );
        self.send(&(head + &body)).await
    }

    /// The reply to a request on a new connection.
    async fn send(&self, request: &str) -> Reply {
        // Another address than the proxy's, which is trusted.
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, 2], 0).into()).unwrap();
        let mut stream = socket.connect(([127, 0, 0, 1], self.port).into()).await.unwrap();
        let closing = request.replacen("\r\n", "\r\nconnection: close\r\n", 1);
        // A proxy may answer and close before it has read all.
        let _ = stream.write_all(closing.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or_default();
        Reply { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = self.proxy.kill();
        let _ = self.proxy.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Callers get the server's reply through every proxy.
async fn answers_as_if_there_were_no_proxy(proxy: Proxy) {
    let Some(rig) = proxy.start().await else { return };
    let reply = rig.invoke("", "well").await;
    assert!(reply.status == 200 && reply.body.contains("127.0.0.2"), "{proxy:?} {reply:?}");
    // An address that the client made up stands before the one that the proxy saw.
    let reply =
        rig.invoke("x-forwarded-for: 198.51.100.7\r\nforwarded: for=198.51.100.8\r\n", "well");
    let reply = reply.await;
    assert!(reply.body.contains("127.0.0.2"), "{proxy:?} {reply:?}");
    let late = rig.invoke("", "late").await;
    assert!(late.status == 504 && late.body.contains("urn:a2t:problem:timeout"), "{late:?}");
    let away = rig.invoke("", "away").await;
    assert!(away.status == 503 && away.head.contains("retry-after: 7"), "{proxy:?} {away:?}");
    let large = rig.invoke("", &"x".repeat(300_000)).await;
    assert!(large.status == 413 && large.body.contains("body-too-large"), "{proxy:?} {large:?}");
    let first = rig.invoke("idempotency-key: errand\r\n", "well").await;
    let again = rig.invoke("idempotency-key: errand\r\n", "well").await;
    assert!(!first.head.contains("idempotent-replayed"), "{proxy:?} {first:?}");
    assert!(again.head.contains("idempotent-replayed: true"), "{proxy:?} {again:?}");
    let other = rig.send("GET /tools HTTP/1.1\r\nhost: evil.example\r\n\r\n").await;
    assert!(other.status == 421 && other.body.contains("host-refused"), "{proxy:?} {other:?}");
}

/// Calls that come one after another while the server stops are answered whole, or not at all.
async fn stops_without_a_broken_reply(proxy: Proxy) {
    let Some(mut rig) = proxy.start().await else { return };
    let stop = rig.stop.take().unwrap();
    let (mut served, mut stop) = (0, Some(stop));
    for call in 0..200 {
        if call == 50 {
            stop.take().unwrap().send(()).unwrap();
        }
        let reply = rig.invoke("", "well").await;
        match reply.status {
            200 => served += 1,
            // The proxy has found that the server stopped listening.
            502 | 503 => break,
            _ => panic!("{proxy:?} {reply:?}"),
        }
    }
    assert!(served >= 50, "{proxy:?}: {served}");
    tokio::time::timeout(Duration::from_secs(20), rig.server.take().unwrap())
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn behind_nginx_callers_are_answered_as_without() {
    answers_as_if_there_were_no_proxy(Proxy::Nginx).await;
}

#[tokio::test]
async fn behind_haproxy_callers_are_answered_as_without() {
    answers_as_if_there_were_no_proxy(Proxy::HaProxy).await;
}

#[tokio::test]
async fn behind_nginx_a_server_stops_without_a_broken_reply() {
    stops_without_a_broken_reply(Proxy::Nginx).await;
}

#[tokio::test]
async fn behind_haproxy_a_server_stops_without_a_broken_reply() {
    stops_without_a_broken_reply(Proxy::HaProxy).await;
}
