//! The agent is notified though the vendor was killed with SIGKILL and started again in between.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../../crates/a2t-store/tests/it/servers/mod.rs"]
mod servers;

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use a2t::rap::Policy;
use a2t::rap::client::store::{Key, Store, open};
use servers::Servers;
use slow_vendor::Archive;
use tokio::net::TcpListener;
use tokio::time::timeout;
use weather_vendor::observations::Observations;

/// Longest wait for anything that has to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// Address, store and delay in milliseconds of the vendor that this test runs in a separate
/// process.
const VENDOR: [&str; 3] = ["VENDOR_LISTEN", "VENDOR_STORE", "VENDOR_DELAY"];

/// The vendor, if its process it is: what its example's program does.
#[tokio::test]
#[ignore = "the other test starts it"]
async fn vendor() {
    let [Ok(listen), Ok(store), Ok(delay)] = VENDOR.map(std::env::var) else { return };
    let delay = Duration::from_millis(delay.parse().unwrap());
    let archive = Archive { observations: Observations::noaa().unwrap(), delay };
    let server = slow_vendor::server(archive)
        .store(open::store(&store).await.unwrap())
        .egress_policy(Policy::default().allow_loopback());
    let server = a2t::Server::from_rap(server).bind(listen).await.unwrap();
    println!("\nlistens on {}", server.local_addr());
    server.serve().await.unwrap();
}

/// The process of a vendor, killed when this is dropped.
struct Vendor(Child);

impl Vendor {
    /// The vendor, and the address that it listens on.
    fn start(listen: &str, store: &str, delay: Duration) -> (Self, String) {
        let delay = delay.as_millis().to_string();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "vendor", "--ignored", "--nocapture"])
            .envs(VENDOR.into_iter().zip([listen, store, &delay]))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .map(Result::unwrap)
            .find_map(|line| line.strip_prefix("listens on ").map(str::to_owned));
        (Self(child), address.unwrap())
    }
}

impl Drop for Vendor {
    fn drop(&mut self) {
        // SIGKILL: the program hears nothing of it.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until the vendor has stored the call, which it does before it acknowledges it.
async fn accepted(calls: &str) {
    let store = open::store(calls).await.unwrap();
    let key = Key::new("rap", slow_agent::THREAD, "SEATTLE-2014").unwrap();
    while store.find(&key).await.unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_report_is_delivered_though_the_vendor_was_killed_in_between() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("slow-agent");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (_servers, urls) = Servers::start("slow_agent").await;
    let file = |name: &str| format!("sqlite:{}", folder.join(name).display());
    for (number, calls) in std::iter::once(file("calls.db")).chain(urls).enumerate() {
        assert_reported(&calls, &file(&format!("asked-{number}.db"))).await;
    }
}

async fn assert_reported(calls: &str, asked: &str) {
    let (vendor, address) = Vendor::start("127.0.0.1:0", calls, Duration::from_secs(3_600));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let store = open::store(asked).await.unwrap();
    let runtime = slow_agent::runtime(&format!("http://{address}"), listener, store).await.unwrap();
    let pending = slow_agent::ask(&runtime, "SEATTLE", 2014).await.unwrap();
    timeout(PATIENCE, accepted(calls)).await.unwrap();
    drop(vendor);

    let (_vendor, _) = Vendor::start(&address, calls, Duration::from_millis(100));
    let report = timeout(PATIENCE, slow_agent::report(pending)).await.unwrap().unwrap();
    assert!(report.contains("in 2014, and was hottest on 2014-08-11"), "{report}");
    // The same question again is the same call, which is answered already.
    let again = slow_agent::ask(&runtime, "SEATTLE", 2014).await.unwrap();
    let again = timeout(PATIENCE, slow_agent::report(again)).await.unwrap().unwrap();
    assert_eq!(again, report);
}
