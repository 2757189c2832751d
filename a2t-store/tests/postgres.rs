//! The store in a database: the contract, crashes, two workers. They say what they skip where there is no
//! server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod crashes;
mod servers;
mod suite;

use a2t_store::{Sql, Store};
use servers::Postgres;

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
