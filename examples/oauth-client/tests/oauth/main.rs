//! A client with the credentials of an agent, against a token server and a vendor that takes its
//! tokens, both on free ports.
#![allow(clippy::unwrap_used, clippy::panic)]

mod servers;

use std::error::Error as _;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::client::{Client, NextStep, Retry};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures_util::future::join_all;
use oauth_client::{ClientCredentials, accounts};
use servers::{SECRET, Servers};
use tokio::process::Command;

fn credentials(servers: &Servers) -> ClientCredentials {
    let token_url = format!("{}/token", servers.url);
    ClientCredentials::new(token_url, "agent", SECRET).unwrap().scope("accounts:read")
}

fn client(servers: &Servers, credentials: ClientCredentials) -> accounts::Client {
    let client = Client::builder(&servers.url).bearer_token_from(credentials);
    accounts::Client::with(client.retry(Retry::Never).build().unwrap())
}

async fn balance(client: &accounts::Client) -> a2t::client::Result<i64> {
    client.read_balance().send().await?.result.required()
}

/// Time goes on by this much, and connections are as they were.
async fn later(seconds: u64) {
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(seconds)).await;
    tokio::time::resume();
}

#[tokio::test]
async fn fifty_calls_at_one_time_ask_for_one_token() {
    let servers = Servers::start().await;
    let client = client(&servers, credentials(&servers));
    for balance in join_all((0..50).map(|_| balance(&client))).await {
        assert_eq!(balance.unwrap(), 0);
    }
    assert_eq!((servers.tokens(), servers.calls()), (1, 50));
}

#[tokio::test]
async fn a_token_is_asked_for_again_ahead_of_its_end_and_no_sooner() {
    let servers = Servers::start().await;
    let client = client(&servers, credentials(&servers));
    // Each is good for an hour.
    for (seconds, tokens) in [(0, 1), (3_500, 1), (60, 2), (3_500, 2), (3_600, 3)] {
        later(seconds).await;
        balance(&client).await.unwrap();
        assert_eq!(servers.tokens(), tokens, "after {seconds} s");
    }
    assert_eq!(servers.refused(), 0);
}

#[tokio::test]
async fn a_token_that_was_revoked_is_replaced_and_the_call_sent_once_more() {
    let servers = Servers::start().await;
    let client = client(&servers, credentials(&servers));
    balance(&client).await.unwrap();
    servers.revoke();
    for balance in join_all((0..50).map(|_| balance(&client))).await {
        assert_eq!(balance.unwrap(), 0);
    }
    assert_eq!(servers.tokens(), 2, "the calls that were refused share a token");
}

#[tokio::test]
async fn a_vendor_that_takes_no_token_is_asked_twice() {
    let servers = Servers::start().await;
    servers.revoke_all_to_come();
    let error = balance(&client(&servers, credentials(&servers))).await.unwrap_err();
    assert_eq!((error.next_step(), error.attempts()), (NextStep::Authorize, 2));
    assert_eq!((servers.tokens(), servers.refused()), (2, 2));
}

#[tokio::test]
async fn a_token_server_that_reads_bodies_alone_gets_the_credentials_there() {
    let servers = Servers::reading_bodies().await;
    let error = balance(&client(&servers, credentials(&servers))).await.unwrap_err();
    assert_eq!(error.next_step(), NextStep::Authorize);
    balance(&client(&servers, credentials(&servers).in_body())).await.unwrap();
}

#[tokio::test]
async fn what_the_token_server_refuses_is_reported_and_nothing_is_sent_to_the_vendor() {
    let servers = Servers::start().await;
    let token_url = format!("{}/token", servers.url);
    let stranger = ClientCredentials::new(token_url, "stranger", SECRET).unwrap();
    let greedy = credentials(&servers).scope("accounts:close");
    for (credentials, code) in [(stranger, "invalid_client"), (greedy, "invalid_scope")] {
        let error = balance(&client(&servers, credentials)).await.unwrap_err();
        assert_eq!(error.next_step(), NextStep::Authorize, "{error}");
        assert!(error.to_string().contains(code), "{error}");
    }
    assert_eq!((servers.calls(), servers.refused()), (0, 0));
}

#[tokio::test]
async fn a_token_server_that_is_away_or_busy_is_asked_again_later() {
    let servers = Servers::start().await;
    for path in ["busy", "broken", "macs", "nowhere"] {
        let token_url = format!("{}/{path}", servers.url);
        let credentials = ClientCredentials::new(token_url, "agent", SECRET).unwrap();
        let error = balance(&client(&servers, credentials)).await.unwrap_err();
        assert_eq!(error.next_step(), NextStep::RetryLater { after: None }, "{path}: {error}");
    }
}

#[tokio::test]
async fn a_secret_does_not_travel_unencrypted() {
    let servers = Servers::start().await;
    let credentials = ClientCredentials::new("http://login.invalid", "agent", SECRET).unwrap();
    let error = balance(&client(&servers, credentials)).await.unwrap_err().to_string();
    assert!(error.contains("URL scheme is not allowed"), "{error}");
}

/// Lines of the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn neither_secret_nor_token_is_shown() {
    let log = Log::default();
    let made = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || made.clone());
    subscriber.init();

    let servers = Servers::start().await;
    let sources = ["token", "busy", "broken", "macs", "nowhere"].map(|path| {
        let token_url = format!("{}/{path}", servers.url);
        ClientCredentials::new(token_url, "agent", SECRET).unwrap().scope("accounts:read")
    });
    let mut shown = String::new();
    for source in sources {
        shown += &format!("{source:?}");
        let client = client(&servers, source);
        servers.revoke();
        for _ in 0..2 {
            if let Err(error) = balance(&client).await {
                shown += &format!("{error} {error:?} {:?}", error.source());
            }
        }
        shown += &format!("{client:?}");
    }
    shown += &String::from_utf8_lossy(&log.0.lock().unwrap());

    assert!(shown.contains("a2t.client.call") && shown.contains("agent"), "{shown}");
    let header = BASE64_STANDARD.encode(format!("agent:{SECRET}"));
    // Bytes are shown as a list of numbers.
    let bytes = format!("{:?}", servers::TOKEN.as_bytes());
    for hidden in [SECRET, &*header, servers::TOKEN, bytes.trim_matches(['[', ']'])] {
        assert!(!shown.contains(hidden), "{hidden} is in {shown}");
    }
}

#[tokio::test]
async fn the_program_reads_its_credentials_from_the_environment() {
    let servers = Servers::start().await;
    let program = Command::new(env!("CARGO_BIN_EXE_oauth-client"))
        .env("TOKEN_URL", format!("{}/token", servers.url))
        .env("CLIENT_ID", "agent")
        .env("CLIENT_SECRET", SECRET)
        .env("ACCOUNTS_URL", &servers.url)
        .output();
    let output = program.await.unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stdout, "0 cents\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_approved_tools_are_those_that_the_vendor_offers() {
    let approved = include_bytes!("../../approved/accounts.json");
    let approved = a2t_codegen::snapshot::read(approved).unwrap();
    let offered = authenticated_vendor::toolset();
    let offered = offered.signatures().filter(|tool| tool.name == "read_balance");
    assert_eq!(approved.tools, offered.cloned().collect::<Vec<_>>());
    assert_eq!(accounts::URL, "https://accounts.example.com");
}
