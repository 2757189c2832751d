//! Both ways give the same answers: to requests as clients spell them, and to many that are spelled otherwise.

mod json;
#[path = "../../../../../../tests/seeded/mod.rs"]
mod seeded;
mod sent;
#[path = "../../../../tests/it/interop/suite.rs"]
mod suite;
mod tools;

use std::cell::Cell;

use a2t::Limits;
use a2t_tool::Shares;
use http::request::Parts;
use http_body_util::BodyExt;
use serde_json::Value;

use self::seeded::Seeded;
use self::sent::{Sent, captured, odd, usual, with_headers};
use self::tools::{Pair, pairs};
use super::{Hosts, Usual, read};
use crate::server::Service;
use crate::server::transport::Reader;

/// Status, headers and body of a reply.
type Answer = (u16, Vec<(String, String)>, Value);

async fn answer(pair: &Pair, service: &Service<()>, sent: &Sent, read: Reader) -> Answer {
    let answering = service.answer(sent.request(), read);
    let reply = if pair.is_within_server {
        Shares::new(Limits::new(), None).within(answering).await
    } else {
        answering.await
    };
    let (head, body) = reply.into_parts();
    let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = head.headers.iter().map(|(name, value)| (name.to_string(), text(value)));
    let body = body.collect().await.unwrap().to_bytes();
    let plain = || Value::String(String::from_utf8_lossy(&body).into_owned());
    let value = serde_json::from_slice(&body).unwrap_or_else(|_| plain());
    (head.status.as_u16(), headers.collect(), value)
}

fn by_sdk<'r>(_: &Parts, _: &'r [u8], _: &Hosts, _: bool) -> Option<Usual<'r>> {
    None
}

thread_local! {
    /// Requests of this test that the fast path took.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

fn counted<'r>(parts: &Parts, body: &'r [u8], hosts: &Hosts, mirrors: bool) -> Option<Usual<'r>> {
    let read = read(parts, body, hosts, mirrors);
    TAKEN.set(TAKEN.get() + u64::from(read.is_some()));
    read
}

/// Compares the two ways, and returns the answer.
async fn compare(pair: &Pair, sent: &Sent) -> Answer {
    let [fast, slow] = &pair.services;
    let fast = answer(pair, fast, sent, counted).await;
    let slow = answer(pair, slow, sent, by_sdk).await;
    assert_eq!(fast, slow, "{sent}");
    let [fast_faults, slow_faults] = pair.faults();
    assert_eq!(fast_faults, slow_faults, "{sent}");
    fast
}

fn is_taken(sent: &Sent) -> bool {
    let hosts = Hosts::new(Some(&["localhost".to_owned()]), &["http://localhost".to_owned()]);
    let (parts, _) = sent.request().into_parts();
    read(&parts, &sent.body, &hosts, false).is_some()
}

#[tokio::test(start_paused = true)]
async fn the_usual_requests_are_read_and_answered_as_by_the_sdk() {
    let pairs = pairs();
    for sent in usual() {
        assert!(is_taken(&sent), "{sent}");
        for pair in &pairs {
            compare(pair, &sent).await;
        }
    }
    let (status, _, reply) = compare(&pairs[0], &usual()[0]).await;
    assert_eq!((status, &reply["result"]["isError"]), (200, &false.into()), "{reply}");
}

#[tokio::test(start_paused = true)]
async fn others_are_left_to_the_sdk() {
    let pairs = pairs();
    for sent in odd() {
        assert!(!is_taken(&sent), "{sent}");
        for pair in &pairs {
            compare(pair, &sent).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn headers_are_looked_at_as_by_the_sdk() {
    let (pairs, usual) = (pairs(), usual());
    let is_newest = |sent: &&Sent| sent.body.windows(10).any(|text| text == b"2026-07-28");
    let newest = usual.iter().find(is_newest).unwrap();
    for sent in with_headers(&[usual[0].clone(), newest.clone()]) {
        for pair in &pairs {
            compare(pair, &sent).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn captured_requests_are_answered_as_by_the_sdk() {
    let (pairs, captured) = (pairs(), captured());
    let calls = captured.iter().filter(|sent| is_taken(sent)).count();
    assert!(calls > captured.len() / 4, "{calls} of {} requests are usual", captured.len());
    for sent in &captured {
        for pair in &pairs {
            compare(pair, sent).await;
        }
    }
}

/// `A2T_CASES` requests, 3,000 by default.
#[tokio::test(start_paused = true)]
async fn requests_that_differ_in_places_are_answered_as_by_the_sdk() {
    let mut seeded = Seeded::new();
    let given = std::env::var("A2T_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = given.unwrap_or(3_000_u64);
    let (pairs, requests) = (pairs(), [usual(), odd(), captured()].concat());
    for _ in 0..cases {
        let mut sent = requests[seeded.below(requests.len() as u64) as usize].clone();
        for _ in 0..seeded.below(3) {
            sent.mutate(&mut seeded);
        }
        compare(&pairs[seeded.below(pairs.len() as u64) as usize], &sent).await;
    }
    let taken = TAKEN.get();
    assert!(taken > cases / 5, "{taken} of {cases} requests took the fast path");
}
