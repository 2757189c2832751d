//! Connections of a client: how long they are kept, whose close costs no call, proxies, transports
//! of the program's own; and tokens that a server refuses.

use std::future::pending;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use a2t::ToolSignature;
use a2t::client::middleware::{Body, BoxError, NotConnected, Request, Response};
use a2t::client::{
    Arguments, Builder, Client, Kind, NextStep, Result, Retry, Token, TokenError, reqwest,
};
use tower::service_fn;

use super::faulty::{faulty, read_request};
use super::vendor::{Vendor, reply};

const REPLY: &str = r#"{"output_parameters":[{"name":"Temperature in Fahrenheit","value":80}]}"#;

fn lookup() -> ToolSignature {
    let text = include_bytes!("../codegen/catalogs/draft_weather.json");
    a2t_core::signature::parse(text).unwrap().signature
}

async fn call(client: &Client) -> Result<Vec<(String, a2t::Value)>> {
    let mut arguments = Arguments::new();
    arguments.push("City", "Omaha, Nebraska");
    client.invoke(&lookup(), &arguments).await
}

fn by_reqwest(url: &str) -> Builder {
    Client::builder(url).reqwest(reqwest::Client::builder().no_proxy())
}

/// A server that keeps connections, and the number of those that it took.
fn keeping() -> (String, Arc<AtomicUsize>) {
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    let url = faulty(move |mut stream| {
        counted.fetch_add(1, Ordering::SeqCst);
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", REPLY.len());
        while !read_request(&mut stream).is_empty()
            && stream.write_all(format!("{head}{REPLY}").as_bytes()).is_ok()
        {}
    });
    (url, connections)
}

/// Time goes on by this much, and connections are as they were.
async fn later(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn calls_a_model_s_turn_apart_share_a_connection_and_it_is_not_kept_for_long() {
    let (url, connections) = keeping();
    let client = Client::new(&url).unwrap();
    for seconds in [0, 1, 5, 5, 45] {
        later(Duration::from_secs(seconds)).await;
        call(&client).await.unwrap();
        assert_eq!(connections.load(Ordering::SeqCst), 1, "after {seconds} s");
    }
    later(Duration::from_secs(51)).await;
    call(&client).await.unwrap();
    assert_eq!(connections.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_connection_is_kept_for_as_long_as_was_said() {
    for (idle, expected) in [(0, 3), (2, 2), (600, 1)] {
        let (url, connections) = keeping();
        let idle = Duration::from_secs(idle);
        let client = Client::builder(&url).pool_idle_timeout(idle).build().unwrap();
        for seconds in [0, 1, 3] {
            later(Duration::from_secs(seconds)).await;
            call(&client).await.unwrap();
        }
        assert_eq!(connections.load(Ordering::SeqCst), expected, "{idle:?}");
    }
}

/// A server that closes after each reply without announcing it, and reports when it has.
fn closing() -> (String, Receiver<()>) {
    let (sender, closed) = channel();
    let url = faulty(move |mut stream| {
        read_request(&mut stream);
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", REPLY.len());
        stream.write_all(format!("{head}{REPLY}").as_bytes()).unwrap();
        drop(stream);
        let _ = sender.send(());
    });
    (url, closed)
}

/// The program computes between the calls, so that its own runtime has not heard of the close when
/// the next one is written.
#[tokio::test]
async fn a_connection_that_was_closed_meanwhile_costs_no_call_whatever_is_retried() {
    let (url, closed) = closing();
    let plain = Client::builder(&url).retry(Retry::Never).build().unwrap();
    let reqwest = by_reqwest(&url).retry(Retry::Never).build().unwrap();
    for (client, looks) in [(plain, true), (reqwest, false)] {
        for number in 0..200 {
            let called = call(&client).await;
            assert!(called.is_ok(), "call {number}: {called:?}");
            closed.recv_timeout(Duration::from_secs(10)).unwrap();
            if !looks {
                // Because reqwest's connections wait for the runtime to ask the system.
                tokio::task::yield_now().await;
            }
        }
    }
}

/// A server that announces how long it keeps a connection, and keeps it for longer; its replies
/// arrive in so many parts.
fn saying(kept: &'static str, parts: usize) -> (String, Arc<AtomicUsize>) {
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    let url = faulty(move |mut stream| {
        counted.fetch_add(1, Ordering::SeqCst);
        let length = REPLY.len();
        let head = format!("HTTP/1.1 200 OK\r\nkeep-alive: {kept}\r\ncontent-length: {length}");
        let reply = format!("{head}\r\n\r\n{REPLY}");
        while !read_request(&mut stream).is_empty() {
            for part in reply.as_bytes().chunks(reply.len().div_ceil(parts)) {
                if stream.write_all(part).is_err() {
                    return;
                }
                if parts > 1 {
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
    });
    (url, connections)
}

#[tokio::test]
async fn a_connection_is_not_used_beyond_the_time_that_its_server_said() {
    for (kept, expected) in
        [("timeout=5, max=1000", 2), ("timeout=20", 1), ("timeout=1", 4), ("max=9", 1)]
    {
        let (url, connections) = saying(kept, 1);
        let client = Client::builder(&url).retry(Retry::Never).build().unwrap();
        for seconds in [0, 3, 3, 7] {
            later(Duration::from_secs(seconds)).await;
            call(&client).await.unwrap();
        }
        assert_eq!(connections.load(Ordering::SeqCst), expected, "{kept}");
    }
}

/// The announced time counts between exchanges, and not within one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_in_parts_is_read_to_its_end_whatever_time_its_server_said() {
    for kept in ["timeout=0", "timeout=1", "timeout=60"] {
        let (url, _) = saying(kept, 7);
        let client = Client::builder(&url).retry(Retry::Never).build().unwrap();
        let tasks = (0..8).map(|_| {
            let client = client.clone();
            tokio::spawn(async move {
                for number in 0..10 {
                    let called = call(&client).await;
                    assert!(called.is_ok(), "{kept}, call {number}: {called:?}");
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_proxy_gets_the_whole_address_and_its_own_credentials() {
    let proxy = Vendor::ok([REPLY]).await;
    let at = proxy.url.replace("http://", "http://ada:s3cret@");
    let client = Client::builder("http://vendor.invalid/v2").proxy(&at).build().unwrap();
    call(&client).await.unwrap();
    let request = &proxy.requests()[0];
    assert!(request.starts_with("POST http://vendor.invalid/v2/tools/"), "{request}");
    assert!(request.contains("proxy-authorization: Basic YWRhOnMzY3JldA==\r\n"), "{request}");
    assert!(request.contains("host: vendor.invalid\r\n"), "{request}");
    assert!(!format!("{client:?}").contains("s3cret"));
}

#[tokio::test]
async fn a_token_for_this_machine_is_never_read_by_a_proxy() {
    let proxy = Vendor::ok([REPLY]).await;
    let vendor = Vendor::ok([REPLY]).await;
    let client = Client::builder(&vendor.url).bearer_token("t0ken").proxy(&proxy.url);
    call(&client.build().unwrap()).await.unwrap();
    let vendor = Vendor::ok([REPLY]).await;
    let relay = reqwest::Proxy::all(&proxy.url).unwrap();
    let http = reqwest::Client::builder().proxy(relay);
    let client = Client::builder(&vendor.url).bearer_token("t0ken").reqwest(http);
    call(&client.build().unwrap()).await.unwrap();
    assert!(proxy.requests().is_empty(), "{:?}", proxy.requests());
}

#[tokio::test]
async fn credentials_in_clear_are_refused_where_a_proxy_could_read_them() {
    let at = "http://ada:s3cret@proxy.example:3128";
    let builder = || Client::builder("http://api.weather.example").headers_over_http();
    let source = || async { Ok("t0ken") };
    for with in [
        builder().bearer_token("t0ken"),
        builder().header("x-key", "t0ken"),
        builder().bearer_token_from(source),
    ] {
        let error = with.proxy(at).build().unwrap_err().to_string();
        assert!(error.contains("the proxy `http://proxy.example:3128` could read"), "{error}");
        assert!(error.contains("NO_PROXY") && !error.contains("s3cret"), "{error}");
    }
    assert!(builder().proxy(at).build().is_ok(), "nothing is secret");
    assert!(builder().bearer_token("t0ken").build().is_ok(), "no proxy reads it");
}

/// Reqwest asks the proxies of the environment, which only another process has.
#[test]
fn a_client_of_reqwest_gives_no_credentials_to_a_proxy_of_the_environment() {
    const CHILD: &str = "A2T_TEST_BEHIND_A_PROXY";
    if std::env::var_os(CHILD).is_none() {
        let name =
            "connections::a_client_of_reqwest_gives_no_credentials_to_a_proxy_of_the_environment";
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args([name, "--exact", "--nocapture"])
            .env(CHILD, "1")
            .env("http_proxy", "http://ada:s3cret@proxy.example:3128")
            .env("no_proxy", "excepted.example")
            .output();
        let child = child.unwrap();
        let stdout = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && stdout.contains("1 passed"), "{child:?}");
        return;
    }
    let builder =
        |root| Client::builder(root).headers_over_http().reqwest(reqwest::Client::builder());
    let error = builder("http://api.weather.example").bearer_token("t0ken").build().unwrap_err();
    let error = error.to_string();
    assert!(error.contains("the proxy `http://proxy.example:3128` could read"), "{error}");
    assert!(!error.contains("s3cret"), "{error}");
    assert!(builder("http://api.weather.example").build().is_ok(), "nothing is secret");
    for root in ["https://api.weather.example", "http://excepted.example", "http://127.0.0.1:9"] {
        assert!(builder(root).bearer_token("t0ken").build().is_ok(), "{root}");
    }
}

#[tokio::test]
async fn what_is_encrypted_goes_through_a_proxy_unread() {
    let refusing = Vendor::raw([reply("407 Proxy Authentication Required", "", "")]).await;
    let client = Client::builder("https://vendor.invalid").bearer_token("s3cret");
    let client = client.proxy(&refusing.url).retry(Retry::Never).build().unwrap();
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
    assert!(!error.is_outcome_unknown(), "{error}");
    let request = &refusing.requests()[0];
    assert!(request.starts_with("CONNECT vendor.invalid:443 HTTP/1.1\r\n"), "{request}");
    assert!(!request.contains("s3cret"), "{request}");
}

#[tokio::test]
async fn a_proxy_that_is_away_is_named_in_the_error() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for url in ["http://vendor.invalid", "https://vendor.invalid"] {
        let builder =
            Client::builder(url).proxy(format!("http://ada:s3cret@{closed}")).max_attempts(1);
        let error = call(&builder.build().unwrap()).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Connect { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(&format!("through the proxy `http://{closed}`")), "{text}");
        assert!(!format!("{text}{error:?}").contains("s3cret"), "{text}");
    }
}

#[test]
fn settings_that_do_not_fit_are_refused_in_words() {
    let builder = || Client::builder("https://api.weather.example");
    let own = service_fn(|_: Request| async { Err::<Response, BoxError>("no".into()) });
    for (builder, words) in [
        (builder().proxy("socks5://ada:s3cret@proxy"), "expected http or https"),
        (builder().proxy("proxy.example"), "expected http://HOST:PORT"),
        (builder().root_certificates("none"), "-----BEGIN CERTIFICATE-----"),
        (builder().transport(own).proxy("http://proxy.example"), "set them on the transport"),
        (by_reqwest("https://x").proxy_from_env(), "set them on the transport"),
    ] {
        let error = builder.build().unwrap_err();
        assert!(matches!(error.kind(), Kind::Setup { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(words) && !text.contains("s3cret"), "{text}");
    }
}

#[tokio::test]
async fn a_transport_of_the_program_s_own_is_held_to_the_client_s_promises() {
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = sent.clone();
    let transport = service_fn(move |request: Request| {
        let number = counted.fetch_add(1, Ordering::Relaxed);
        async move {
            assert_eq!(request.headers()["authorization"], "Bearer s3cret");
            let mut response = Response::new(Body::from(REPLY));
            match number {
                0 => return Err(NotConnected::new("the tunnel is down").into()),
                1 => {}
                2 => *response.status_mut() = http::StatusCode::TEMPORARY_REDIRECT,
                _ => *response.body_mut() = Body::from(" ".repeat(101)),
            }
            Ok::<_, BoxError>(response)
        }
    });
    let builder = Client::builder("https://api.weather.example").bearer_token("s3cret");
    let builder = builder.backoff(Duration::ZERO, Duration::ZERO).max_reply_bytes(100);
    let client = builder.transport(transport).build().unwrap();
    call(&client).await.unwrap();
    assert_eq!(sent.load(Ordering::Relaxed), 2, "no connection, so it was sent again");
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Redirected { .. }), "{error}");
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::TooLarge { limit: 100 }), "{error}");
}

/// Tokens `t0`, `t1`, … of which the vendor takes the last.
fn tokens(builder: Builder, distinct: bool) -> (Builder, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let builder = builder.bearer_token_from(move || {
        let number = counted.fetch_add(1, Ordering::Relaxed);
        let text = if distinct { format!("t{number}") } else { "t".to_owned() };
        async move { Ok(Token::new(text).expires_in(Duration::from_secs(3600))) }
    });
    (builder, asked)
}

fn bearers(vendor: &Vendor) -> Vec<String> {
    let of = |request: &String| {
        let mut lines = request.lines();
        let line = lines.find_map(|line| line.strip_prefix("authorization: Bearer "));
        line.unwrap_or("none").to_owned()
    };
    vendor.requests().iter().map(of).collect()
}

#[tokio::test]
async fn a_refused_token_is_replaced_and_the_call_sent_once_more() {
    let refused = reply("401 Unauthorized", "", "");
    let vendor = Vendor::raw([refused, reply("200 OK", "", REPLY)]).await;
    let builder = Client::builder(&vendor.url).retry(Retry::Never);
    let client = tokens(builder, true).0.build().unwrap();
    call(&client).await.unwrap();
    call(&client).await.unwrap();
    assert_eq!(bearers(&vendor), ["t0", "t1", "t1"]);
}

#[tokio::test]
async fn a_call_is_sent_once_more_and_no_more_than_that() {
    let vendor = Vendor::raw([reply("401 Unauthorized", "", "")]).await;
    let (builder, asked) = tokens(Client::builder(&vendor.url), true);
    let error = call(&builder.build().unwrap()).await.unwrap_err();
    assert_eq!((error.next_step(), error.attempts()), (NextStep::Authorize, 2));
    assert_eq!(bearers(&vendor), ["t0", "t1"]);
    assert_eq!(asked.load(Ordering::Relaxed), 2);

    // The same token again is no reason to ask the server again.
    let vendor = Vendor::raw([reply("401 Unauthorized", "", "")]).await;
    let (builder, asked) = tokens(Client::builder(&vendor.url), false);
    call(&builder.build().unwrap()).await.unwrap_err();
    assert_eq!((bearers(&vendor).len(), asked.load(Ordering::Relaxed)), (1, 2));

    // Nor is there a second one where one is all that a call may send.
    let vendor = Vendor::raw([reply("401 Unauthorized", "", "")]).await;
    let (builder, _) = tokens(Client::builder(&vendor.url).max_attempts(1), true);
    call(&builder.build().unwrap()).await.unwrap_err();
    assert_eq!(bearers(&vendor), ["t0"]);
}

#[tokio::test]
async fn errors_of_a_source_say_what_to_do() {
    let refused = || async { Err::<String, _>(TokenError::new("invalid_client").into()) };
    let away = || async { Err::<String, BoxError>("the authorization server is away".into()) };
    let builder = || Client::builder("http://127.0.0.1:9");
    for (client, help, words) in [
        (builder().bearer_token_from(refused), NextStep::Authorize, "invalid_client"),
        (builder().bearer_token_from(away), NextStep::RetryLater { after: None }, "is away"),
    ] {
        let error = call(&client.build().unwrap()).await.unwrap_err();
        assert!(matches!(error.kind(), Kind::Token { .. }), "{error}");
        assert_eq!(error.next_step(), help, "{error}");
        let text = error.to_string();
        assert!(text.contains("nothing was sent") && text.contains(words), "{text}");
        assert_eq!(error.is_retryable(), help != NextStep::Authorize);
    }
}

#[tokio::test(start_paused = true)]
async fn a_source_that_does_not_answer_is_not_taken_for_a_server_out_of_reach() {
    let silent = || async {
        pending::<()>().await;
        Ok("t".to_owned())
    };
    let builder = Client::builder("http://127.0.0.1:9").retry(Retry::Always);
    let client = builder.bearer_token_from(silent).build().unwrap();
    // The second one waits for the turn of the first.
    let (first, second) = tokio::join!(call(&client), call(&client));
    for error in [first.unwrap_err(), second.unwrap_err()] {
        assert!(matches!(error.kind(), Kind::Token { .. }), "{error}");
        assert!(error.to_string().contains("the source gave none within 30s"), "{error}");
        assert_eq!(
            (error.next_step(), error.attempts()),
            (NextStep::RetryLater { after: None }, 1)
        );
    }
}

#[tokio::test]
async fn an_empty_token_is_not_sent() {
    let error = Client::builder("https://x").bearer_token("").build().unwrap_err();
    assert!(error.to_string().contains("the bearer token is empty"), "{error}");
    let empty = || async { Ok(String::new()) };
    let client = Client::builder("http://127.0.0.1:9").bearer_token_from(empty).build().unwrap();
    let error = call(&client).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Token { .. }), "{error}");
    assert!(error.to_string().contains("the source gave an empty one"), "{error}");
}

#[tokio::test]
async fn of_several_credentials_the_last_one_counts() {
    let vendor = Vendor::ok([REPLY]).await;
    let builder = || Client::builder(&vendor.url);
    let source = || async { Ok("source".to_owned()) };
    for builder in [
        builder().bearer_token("old").bearer_token("new"),
        builder().header("Authorization", "Basic old").bearer_token("new"),
        builder().bearer_token_from(source).bearer_token("new"),
        builder().bearer_token_from(source).header("AUTHORIZATION", "Bearer new"),
        builder().bearer_token("old").bearer_token_from(|| async { Ok("new".to_owned()) }),
    ] {
        call(&builder.build().unwrap()).await.unwrap();
    }
    let requests = vendor.requests();
    assert_eq!(requests.len(), 5);
    for request in requests {
        let sent = request.lines().filter(|line| line.starts_with("authorization:"));
        assert_eq!(sent.collect::<Vec<_>>(), ["authorization: Bearer new"]);
    }
}

#[test]
fn headers_that_the_client_writes_itself_are_refused() {
    let own = "accept accept-encoding connection content-encoding content-length content-type \
               expect Idempotency-Key keep-alive proxy-connection TE trailer transfer-encoding upgrade";
    for name in own.split_whitespace() {
        let error = Client::builder("https://x").header(name, "1").build().unwrap_err();
        let words = format!("the header `{}` is the client's own", name.to_lowercase());
        assert!(error.to_string().contains(&words), "{error}");
        assert_eq!(error.next_step(), NextStep::FixProgram);
    }
    for name in ["x-key", "user-agent", "host", "accept-language", "cookie", "traceparent"] {
        assert!(Client::builder("https://x").header(name, "1").build().is_ok(), "{name}");
    }
}
