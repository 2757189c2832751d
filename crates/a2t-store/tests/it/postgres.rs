//! The store in a database: the contract, crashes, two workers. The tests print what they skip
//! where there is no server.

use std::time::Duration;

use a2t_store::{Accepted, Sql, Store, StoreError};

use super::crashes;
use super::servers::Postgres;
use super::suite::{self, at, call, key};

#[tokio::test]
async fn a_database_keeps_the_contract() {
    let Some(server) = Postgres::start().await else { return };
    let number = std::sync::atomic::AtomicUsize::new(0);
    suite::conforms(async |limits| {
        let next = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let address = server.emptied(&format!("a2t_contract_{next}")).await;
        Box::new(Sql::postgres(address).limits(limits).open().await.unwrap()) as Box<dyn Store>
    })
    .await;
}

#[tokio::test]
async fn nothing_is_lost_or_doubled_by_crashes_of_a_database_client() {
    let Some(server) = Postgres::start().await else { return };
    let mut addresses = Vec::new();
    for lane in 0..crashes::LANES {
        addresses.push(server.emptied(&format!("a2t_crash_{lane}")).await);
    }
    crashes::survive_all(crashes::seeds(200), async |lane, _, crash| {
        let mut options = Sql::postgres(addresses[lane as usize].clone());
        if let Some(crash) = crash {
            options = options.crash(crash);
        }
        options.open().await.map(|store| Box::new(store) as Box<dyn Store>)
    })
    .await;
}

#[tokio::test]
async fn two_workers_on_a_database_share_the_work() {
    let Some(server) = Postgres::start().await else { return };
    let address = server.emptied("a2t_workers").await;
    suite::workers(async || {
        Box::new(Sql::postgres(address.clone()).open().await.unwrap()) as Box<dyn Store>
    })
    .await;
}

#[tokio::test]
async fn a_database_that_does_not_answer_keeps_no_request_waiting() {
    // A listener that takes connections, and nothing else.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("postgres://ada@{}/calls", silent.local_addr().unwrap());
    let opened = Sql::postgres(address).patience(Duration::from_millis(300)).open();
    let opened = tokio::time::timeout(Duration::from_secs(20), opened).await;
    let error = opened.expect("it waits").unwrap_err();
    assert!(error.to_string().contains("did not answer within 300ms"), "{error}");
}

/// Stops or continues the processes of a database that work for other connections.
async fn signal(address: &str, signal: &str) {
    use sqlx::{Connection as _, Row as _};
    let mut connection = sqlx::AnyConnection::connect(address).await.unwrap();
    let others = "SELECT CAST(pid AS BIGINT) AS pid FROM pg_stat_activity \
                  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    for row in sqlx::query(others).fetch_all(&mut connection).await.unwrap() {
        let pid: i64 = row.get("pid");
        std::process::Command::new("kill").args([signal, &pid.to_string()]).status().unwrap();
    }
}

#[tokio::test]
async fn a_database_that_is_frozen_is_an_error_until_there_is_another_connection() {
    let Some(server) = Postgres::start().await else { return };
    let address = server.emptied("a2t_frozen").await;
    let patience = Duration::from_secs(2);
    let store = Sql::postgres(address.clone()).patience(patience).open().await.unwrap();
    assert_eq!(store.accept(call("g", "1"), at(0)).await, Ok(Accepted::New(None)));
    signal(&address, "-STOP").await;
    let requests = async {
        let (accepted, found) =
            tokio::join!(store.accept(call("g", "2"), at(0)), store.find(&key("g", "1")));
        (accepted, found)
    };
    let (accepted, found) =
        tokio::time::timeout(Duration::from_secs(30), requests).await.expect("they wait");
    assert!(matches!(accepted, Err(StoreError::Engine(_))), "{accepted:?}");
    assert!(matches!(found, Err(StoreError::Engine(_))), "{found:?}");
    // The next connection is to another process.
    assert_eq!(store.accept(call("g", "3"), at(0)).await, Ok(Accepted::New(None)));
    signal(&address, "-CONT").await;
}
