//! Limits of calls: sizes, times and numbers that hold in every protocol.

use std::sync::atomic::Ordering;
use std::time::Duration;

use a2t::{Limits, OnDisconnect};

use super::{BUILT, Spoken, ask, call, every, start};

#[tokio::test]
async fn a_limit_on_the_size_of_bodies_holds() {
    for case in every() {
        let (built, _) = case;
        let server = start(built, &Limits::new().max_body_bytes(1000)).await;
        let (status, body) = ask(&server, &call(case, "fail", 2000)).await;
        assert_eq!(status, 413, "{case:?} {body}");
        assert_ne!(ask(&server, &call(case, "fail", 0)).await.0, 413, "{case:?}");
    }
}

#[tokio::test]
async fn limits_on_the_time_and_the_bytes_of_bodies_that_arrive_hold() {
    let moment = Duration::from_millis(200);
    for (limits, expected) in [
        (Limits::new().body_read_timeout(moment), 408),
        (Limits::new().body_timeout(moment), 408),
        (Limits::new().max_buffered_bytes(10), 503),
    ] {
        for case in every() {
            let (built, _) = case;
            let server = start(built, &limits).await;
            let text = call(case, "fail", 100);
            let mut client = server.connect().await;
            client.send(&text[..text.len() - 50]).await;
            let answer = client.response().await;
            assert_eq!(answer.status, expected, "{limits:?} {case:?}");
        }
    }
}

#[tokio::test]
async fn a_limit_on_calls_in_flight_counts_those_of_all_protocols() {
    for case in every() {
        let (built, _) = case;
        let server = start(built, &Limits::new().max_concurrent_calls(1)).await;
        let mut first = server.connect().await;
        first.send(&call((built, Spoken::A2t), "nap", 0)).await;
        server.probe.until_started(1).await;
        let (status, body) = ask(&server, &call(case, "fail", 0)).await;
        assert_eq!(status, 503, "{case:?} {body}");
    }
}

#[tokio::test]
async fn limits_on_the_time_of_tools_and_on_their_threads_hold() {
    for case in every().filter(|(_, spoken)| *spoken != Spoken::Rap) {
        let (built, spoken) = case;
        let server = start(built, &Limits::new().handler_timeout(Duration::from_millis(50))).await;
        let (status, body) = ask(&server, &call(case, "nap", 0)).await;
        let in_time = spoken == Spoken::A2t && status == 504
            || spoken == Spoken::Mcp && body.contains("did not answer in time");
        assert!(in_time, "{case:?} {status} {body}");
        let server = start(built, &Limits::new().blocking_threads(1).max_queued_calls(0)).await;
        let mut first = server.connect().await;
        first.send(&call((built, Spoken::A2t), "block", 0)).await;
        server.probe.until_started(1).await;
        let (status, body) = ask(&server, &call(case, "block", 0)).await;
        let shed = spoken == Spoken::A2t && status == 503
            || spoken == Spoken::Mcp && body.contains("it may work later");
        assert!(shed, "{case:?} {status} {body}");
    }
}

#[tokio::test]
async fn on_disconnect_sets_what_becomes_of_calls_whose_client_left() {
    for built in BUILT {
        let server = start(built, &Limits::new().on_disconnect(OnDisconnect::Cancel)).await;
        let mut client = server.connect().await;
        client.send(&call((built, Spoken::A2t), "nap", 0)).await;
        server.probe.until_started(1).await;
        drop(client);
        while server.probe.ended.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
