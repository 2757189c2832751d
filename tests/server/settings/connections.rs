//! Limits of connections, which are the server's however its router is built.

use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::{Health, Limits, Server};
use tokio::time::{Instant, sleep};

use super::{BUILT, Set, Spoken, ask, call, every, start, with};
use crate::sockets::{Client, request};

const LATE: Duration = Duration::from_secs(5);
const SOON: Duration = Duration::from_secs(1);

#[tokio::test]
async fn a_limit_on_the_bytes_of_heads_holds() {
    for case in every() {
        let server = start(case.0, &Limits::new().max_header_bytes(1000)).await;
        let long = with(&call(case, "fail", 0), &format!("x: {}", "y".repeat(1000)));
        assert_eq!(ask(&server, &long).await.0, 431, "{case:?}");
        assert_ne!(ask(&server, &call(case, "fail", 0)).await.0, 431, "{case:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_on_the_time_of_heads_holds() {
    for built in BUILT {
        let server = start(built, &Limits::new().header_read_timeout(SOON)).await;
        let mut client = server.connect().await;
        let begun = Instant::now();
        client.send("GET /tools HTTP/1.1\r\nhost: loc").await;
        client.until_closed().await;
        assert!(begun.elapsed() < LATE, "{built:?} {:?}", begun.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_on_the_time_of_clients_that_do_not_read_holds() {
    for built in BUILT {
        let server = start(built, &Limits::new().write_timeout(SOON)).await;
        let mut client = server.connect().await;
        client.send(&call((built, Spoken::A2t), "recite", 0)).await;
        server.probe.until_started(1).await;
        sleep(LATE).await;
        assert!(client.rest().await < super::LONG, "{built:?}");
    }
}

#[tokio::test]
async fn a_limit_on_connections_holds() {
    for case in every() {
        let server = start(case.0, &Limits::new().max_connections(1)).await;
        let mut first = server.connect().await;
        assert_eq!(first.ask(&request("GET", "/none", "")).await.status, 404, "{case:?}");
        assert_eq!(ask(&server, &call(case, "fail", 0)).await.0, 503, "{case:?}");
    }
}

/// Time for load balancers.
struct Noticed;

impl Set for Noticed {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.limits(Limits::new().shutdown_delay(LATE)).health(Health::new())
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_takes_its_notice() {
    for built in BUILT {
        let server = start(built, &Noticed).await;
        let begun = Instant::now();
        let mut kept = server.connect().await;
        let address = kept.peer();
        let ended = server.stop();
        while kept.ask(&request("GET", "/readyz", "")).await.status == 200 {
            tokio::task::yield_now().await;
        }
        let mut late = Client::new(tokio::net::TcpStream::connect(address).await.unwrap());
        assert_eq!(late.ask(&request("GET", "/livez", "")).await.status, 200, "{built:?}");
        ended.await.unwrap();
        assert!(begun.elapsed() >= LATE, "{built:?} {:?}", begun.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_waits_no_longer_than_its_drain() {
    for case in every().filter(|(_, spoken)| *spoken != Spoken::Rap) {
        let server = start(case.0, &Limits::new().shutdown_timeout(SOON)).await;
        let mut client = server.connect().await;
        client.send(&call(case, "nap", 0)).await;
        server.probe.until_started(1).await;
        let (begun, ended) = (Instant::now(), server.probe.ended.clone());
        server.stop().await.unwrap();
        assert!(begun.elapsed() < LATE, "{case:?} {:?}", begun.elapsed());
        // The future of the tool was dropped.
        assert_eq!(ended.load(Ordering::SeqCst), 1, "{case:?}");
    }
}
