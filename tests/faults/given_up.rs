//! Programs that drop a call on its way: what they leave behind.

use std::future::poll_fn;
use std::io::Write as _;
use std::pin::pin;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use a2t::client::Retry;

use super::faulty::{faulty, read_request};
use super::seeded::Seeded;
use super::sockets::nothing_runs;
use super::{REPLY, call};

/// Polls a future this often, each time it asks to be, then drops it; whether it was done before.
async fn poll_times(future: impl Future, times: u64) -> bool {
    let mut future = pin!(future);
    let mut left = times;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(false);
        }
        left -= 1;
        future.as_mut().poll(context).map(|_| true)
    })
    .await
}

#[tokio::test]
async fn a_call_dropped_at_any_point_leaves_no_task_and_a_client_that_works() {
    let url = faulty(|mut stream| {
        let fate = u64::from(stream.peer_addr().unwrap().port());
        for reply in ["503 Service Unavailable", "200 OK"].into_iter().cycle() {
            if read_request(&mut stream).is_empty() {
                return;
            }
            thread::sleep(Duration::from_micros(fate % 500));
            let (half, rest) = REPLY.split_at(REPLY.len() / 2);
            let head = format!("HTTP/1.1 {reply}\r\ncontent-length: {}\r\n\r\n{half}", REPLY.len());
            let sent = stream.write_all(head.as_bytes());
            thread::sleep(Duration::from_micros(fate % 300));
            if sent.and_then(|()| stream.write_all(rest.as_bytes())).is_err() {
                return;
            }
        }
    });
    let client = super::builder(&url).retry(Retry::Always).retry_budget(500);
    let millisecond = Duration::from_millis(1);
    let client = client.backoff(millisecond, millisecond).build().unwrap();
    let mut seeded = Seeded(11);
    let mut finished = 0;
    for _ in 0..500 {
        finished += u32::from(poll_times(call(&client), seeded.below(12)).await);
    }
    assert!((1..500).contains(&finished), "{finished} calls were not dropped");
    for _ in 0..10 {
        call(&client).await.unwrap();
    }
    drop(client);
    nothing_runs().await;
}
