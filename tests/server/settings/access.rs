//! Who is answered, and who is counted: hosts, origins, callers, proxies and rates; and what operators are shown.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::idempotency::{Idempotency, Memory};
use a2t::{AuthError, Caller, Health, RateLimit, Server};

use super::{BUILT, Set, Spoken, ask, call, every, start, with};
use crate::sockets::request;

/// Hosts, origins and callers.
struct Access;

impl Set for Access {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.allow_host("tools.example.com").allow_origin("https://app.example.com")
    }
}

#[tokio::test]
async fn hosts_and_origins_are_set_once() {
    for case in every() {
        let (built, _) = case;
        let server = start(built, &Access).await;
        let text = call(case, "fail", 0);
        let asked_by = |host: &str| text.replacen("host: localhost", &format!("host: {host}"), 1);
        let own = ask(&server, &asked_by("tools.example.com")).await;
        assert!(matches!(own.0, 200 | 500), "{case:?} {own:?}");
        assert_eq!(ask(&server, &asked_by("evil.example.com")).await.0, 421);
        let page = with(&asked_by("tools.example.com"), "origin: https://app.example.com");
        assert_eq!(ask(&server, &page).await.0, own.0, "{case:?}");
        let page = with(&text, "origin: https://evil.example.com");
        assert_eq!(ask(&server, &page).await.0, 403, "{case:?}");
    }
}

/// A receiver of faults, and a layer that knows one caller.
#[derive(Clone, Default)]
struct Known(Arc<Mutex<Vec<String>>>);

impl Set for Known {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        let faults = Arc::clone(&self.0);
        let tell = move |fault: &a2t::Fault| {
            let caller = fault.caller().map(Caller::id).unwrap_or_default();
            faults.lock().unwrap().push(format!("{caller}: {fault}"));
        };
        let by_token = async |head: http::request::Parts| match a2t::bearer(&head.headers)? {
            "of-alice" => Ok(Caller::new("alice")),
            _ => Err(AuthError::invalid_token("no caller has this token")),
        };
        server.on_fault(tell).authenticate(a2t::authenticate(by_token))
    }
}

#[tokio::test]
async fn faults_and_callers_are_those_of_the_server() {
    for case in every() {
        let (built, _) = case;
        let known = Known::default();
        let server = start(built, &known).await;
        let text = call(case, "fail", 0);
        assert_eq!(ask(&server, &text).await.0, 401, "{case:?}");
        ask(&server, &with(&text, "authorization: Bearer of-alice")).await;
        // A call of RAP runs after the response.
        for _ in 0..500 {
            if !known.0.lock().unwrap().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let expected = ["alice: tool `fail` version 1: the tool failed: the disk is full"];
        assert_eq!(*known.0.lock().unwrap(), expected, "{case:?}");
    }
}

/// Every host and every origin.
struct Open;

impl Set for Open {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.allow_any_host().allow_any_origin()
    }
}

#[tokio::test]
async fn every_host_and_every_origin_can_be_allowed() {
    for case in every() {
        let server = start(case.0, &Open).await;
        let text = call(case, "fail", 0).replacen("host: localhost", "host: evil.example.com", 1);
        let page = with(&text, "origin: https://other.example.com");
        let (status, body) = ask(&server, &page).await;
        assert!(matches!(status, 200 | 500), "{case:?} {status} {body}");
    }
}

/// One request a minute of each client that the proxy names.
struct Rated;

impl Set for Rated {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.trusted_proxy([127, 0, 0, 1], 32).rate_limit(RateLimit::per_minute(1))
    }
}

#[tokio::test]
async fn rates_are_those_of_the_clients_that_trusted_proxies_name() {
    for case in every() {
        let server = start(case.0, &Rated).await;
        let by = |client: &str| with(&call(case, "fail", 0), &format!("x-forwarded-for: {client}"));
        for (client, is_refused) in
            [("198.51.100.7", false), ("198.51.100.7", true), ("198.51.100.8", false)]
        {
            let (status, body) = ask(&server, &by(client)).await;
            assert_eq!(status == 429, is_refused, "{case:?} {client} {status} {body}");
        }
    }
}

/// Probes.
struct Probed;

impl Set for Probed {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.health(Health::new().ready("/probes/ready"))
    }
}

#[tokio::test]
async fn probes_are_those_of_the_server() {
    for built in BUILT {
        let server = start(built, &Probed).await;
        for (path, status) in
            [("/livez", 200), ("/probes/ready", 200), ("/v1/livez", 404), ("/readyz", 404)]
        {
            let text = request("GET", path, "");
            assert_eq!(ask(&server, &text).await.0, status, "{built:?} {path}");
        }
    }
}

/// A store of replies.
struct Kept(Idempotency);

impl Set for Kept {
    fn set<S>(&self, server: Server<S>) -> Server<S> {
        server.idempotency(self.0.clone())
    }
}

#[tokio::test]
async fn replies_under_a_key_are_those_of_the_servers_store() {
    for case in every().filter(|(_, spoken)| *spoken != Spoken::Rap) {
        let kept = Kept(Idempotency::new(Memory::new()));
        let text = with(&call(case, "tick", 0), "idempotency-key: key-of-a-call");
        for calls in [1, 0] {
            let server = start(case.0, &kept).await;
            assert_eq!(ask(&server, &text).await.0, 200, "{case:?}");
            let run = server.probe.started.load(std::sync::atomic::Ordering::SeqCst);
            assert_eq!(run, calls, "{case:?}");
        }
    }
}
