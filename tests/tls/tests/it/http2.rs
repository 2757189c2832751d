//! HTTP/2: many calls at one time, the limits of HTTP/1.1, and floods of frames.

use std::time::Duration;

use a2t::{Limits, Server};
use bytes::Bytes;
use h2::client::{ResponseFuture, SendRequest};
use http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use tls::{ADD, BUILT, Identity, Running, Runs, path, until, wait};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

const MOMENT: Duration = Duration::from_secs(15);

async fn serve(identity: &Identity, set: impl FnOnce(Server<Runs>) -> Server<Runs>) -> Running {
    Running::of(|server| set(server).tls(&identity.certificates())).await
}

/// A client, and the end of its connection.
async fn connect(
    server: &Running,
    identity: &Identity,
) -> (SendRequest<Bytes>, JoinHandle<Result<(), h2::Error>>) {
    let stream = server.connect(&identity.der, "h2").await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (client, connection) = h2::client::handshake(stream).await.unwrap();
    (client, tokio::spawn(connection))
}

fn head(path: &str) -> Request<()> {
    let request = Request::post(format!("https://localhost{path}"));
    request.header("content-type", "application/json").body(()).unwrap()
}

async fn begin(client: &SendRequest<Bytes>, head: Request<()>, body: &str) -> ResponseFuture {
    let mut client = client.clone().ready().await.unwrap();
    let (response, mut sent) = client.send_request(head, false).unwrap();
    sent.send_data(Bytes::copy_from_slice(body.as_bytes()), true).unwrap();
    response
}

async fn end(response: ResponseFuture) -> Result<(StatusCode, HeaderMap, Vec<u8>), h2::Error> {
    let (head, mut body) = response.await?.into_parts();
    let mut bytes = Vec::new();
    while let Some(part) = body.data().await {
        let part = part?;
        body.flow_control().release_capacity(part.len())?;
        bytes.extend_from_slice(&part);
    }
    Ok((head.status, head.headers, bytes))
}

async fn call(client: &SendRequest<Bytes>, tool: u8, body: &str) -> (StatusCode, HeaderMap, Value) {
    let (status, headers, body) = end(begin(client, head(&path(tool)), body).await).await.unwrap();
    (status, headers, serde_json::from_slice(&body).unwrap_or_default())
}

#[tokio::test]
async fn calls_go_side_by_side() {
    let identity = Identity::new();
    let server = serve(&identity, |server| server).await;
    let (client, _) = connect(&server, &identity).await;
    let (status, headers, body) = call(&client, 1, ADD).await;
    assert_eq!((status.as_u16(), &body["output_parameters"][0]["value"]), (200, &3.into()));
    assert!(!headers.contains_key("connection"));
    let mut slow = Vec::new();
    for _ in 0..20 {
        slow.push(begin(&client, head(&path(2)), &wait(300)).await);
    }
    until(|| server.runs.begun() == 20).await;
    assert_eq!(server.runs.ended(), 0);
    for response in slow {
        assert_eq!(end(response).await.unwrap().0, 200);
    }
    let (status, headers, problem) = call(&client, 1, "{}").await;
    assert_eq!((status.as_u16(), &problem["status"]), (400, &400.into()));
    assert_eq!(headers["content-type"], "application/problem+json");
}

#[tokio::test]
async fn hosts_are_those_of_the_authority() {
    let identity = Identity::new();
    let server = serve(&identity, |server| server.allow_host("tools.example.com")).await;
    let (client, _) = connect(&server, &identity).await;
    for (authority, host, status) in [
        ("localhost", None, 200),
        ("tools.example.com", None, 200),
        ("tools.example.com", Some("tools.example.com"), 200),
        ("evil.example.com", None, 421),
        ("localhost", Some("evil.example.com"), 400),
        ("evil.example.com", Some("localhost"), 400),
    ] {
        let mut head = Request::post(format!("https://{authority}{}", path(1)));
        if let Some(host) = host {
            head = head.header("host", host);
        }
        let head = head.header("content-type", "application/json").body(()).unwrap();
        let answered = end(begin(&client, head, ADD).await).await.unwrap();
        assert_eq!(answered.0.as_u16(), status, "{authority} {host:?}");
    }
}

#[tokio::test]
async fn bodies_are_bounded_in_size_and_time() {
    let identity = Identity::new();
    let limits = Limits::new().max_body_bytes(1000).body_read_timeout(Duration::from_millis(200));
    let server = serve(&identity, |server| server.limits(limits)).await;
    let (client, _) = connect(&server, &identity).await;
    assert_eq!(call(&client, 1, &" ".repeat(1001)).await.0, 413);
    let mut ready = client.clone().ready().await.unwrap();
    let (response, mut sent) = ready.send_request(head(&path(1)), false).unwrap();
    sent.send_data(Bytes::from_static(b"{"), false).unwrap();
    assert_eq!(end(response).await.unwrap().0, 408);
    assert_eq!(call(&client, 1, ADD).await.0, 200);
}

#[tokio::test]
async fn silent_and_idle_connections_end() {
    let identity = Identity::new();
    let limits = Limits::new()
        .header_read_timeout(Duration::from_millis(400))
        .write_timeout(Duration::from_millis(400));
    let server = serve(&identity, |server| server.limits(limits)).await;
    // Nothing, a preface, and half of a head.
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    let half = [0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82];
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    for words in
        [vec![], [&preface[..], &settings].concat(), [&preface[..], &settings, &half].concat()]
    {
        let mut stream = server.connect(&identity.der, "h2").await;
        stream.write_all(&words).await.unwrap();
        let ended = timeout(MOMENT, stream.read_to_end(&mut Vec::new())).await;
        let _ = ended.expect("the server closes");
    }
    let (client, connection) = connect(&server, &identity).await;
    // Longer than the limit, but not idle.
    assert_eq!(call(&client, 2, &wait(1_000)).await.0, 200);
    let ended = timeout(MOMENT, connection).await.expect("the server says goodbye").unwrap();
    assert!(ended.is_ok(), "{ended:?}");
}

#[tokio::test]
async fn a_client_that_takes_nothing_of_its_replies_is_closed() {
    let identity = Identity::new();
    let limits = Limits::new()
        .header_read_timeout(Duration::from_millis(400))
        .write_timeout(Duration::from_millis(400));
    let server = serve(&identity, |server| server.limits(limits)).await;
    let stream = server.connect(&identity.der, "h2").await;
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(0);
    let (client, connection) = builder.handshake::<_, Bytes>(stream).await.unwrap();
    let connection = tokio::spawn(connection);
    let mut replies = Vec::new();
    for _ in 0..5 {
        replies.push(begin(&client, head(&path(4)), r#"{"input_parameters":[]}"#).await);
    }
    let ended = timeout(MOMENT, connection).await;
    let _ = ended.expect("the server closes");
}

#[tokio::test]
async fn a_reader_that_is_slow_but_steady_gets_all_of_a_reply() {
    let identity = Identity::new();
    let limits = Limits::new()
        .header_read_timeout(Duration::from_millis(500))
        .write_timeout(Duration::from_millis(500));
    let server = serve(&identity, |server| server.limits(limits)).await;
    let (client, _) = connect(&server, &identity).await;
    let response = begin(&client, head(&path(4)), r#"{"input_parameters":[]}"#).await;
    let (_, mut body) = response.await.unwrap().into_parts();
    let mut length = 0;
    while let Some(part) = body.data().await {
        let part = part.unwrap();
        length += part.len();
        // 16 KiB in 40 ms: 2.6 s in all, five times the limit.
        sleep(Duration::from_millis(40)).await;
        body.flow_control().release_capacity(part.len()).unwrap();
    }
    assert!(length > 1 << 20, "{length}");
}

#[tokio::test]
async fn a_stopping_server_says_goodbye_and_ends_what_it_has_begun() {
    let identity = Identity::new();
    let mut server = serve(&identity, |server| server).await;
    let (client, connection) = connect(&server, &identity).await;
    let mut slow = Vec::new();
    for _ in 0..10 {
        slow.push(begin(&client, head(&path(2)), &wait(1_000)).await);
    }
    until(|| server.runs.begun() == 10).await;
    server.stop();
    for response in slow {
        assert_eq!(end(response).await.unwrap().0, 200);
    }
    timeout(MOMENT, connection).await.expect("goodbye").unwrap().unwrap();
    timeout(MOMENT, server.stopped()).await.unwrap();
}

/// Calls until the server has stopped; the number of those that were lost.
async fn call_on(server: &Running, identity: &Identity) -> (usize, usize) {
    let (client, _) = connect(server, identity).await;
    let (mut answered, mut lost) = (0, 0);
    loop {
        let Ok(mut ready) = client.clone().ready().await else {
            return (answered, lost);
        };
        let Ok((response, mut sent)) = ready.send_request(head(&path(1)), false) else {
            return (answered, lost);
        };
        let _ = sent.send_data(Bytes::from_static(ADD.as_bytes()), true);
        match end(response).await {
            Ok((status, ..)) if status == 200 => answered += 1,
            // Beyond the last request that the server announced to answer: safe to send again.
            Err(error)
                if error.is_go_away() || error.reason() == Some(h2::Reason::REFUSED_STREAM) =>
            {
                return (answered, lost);
            }
            _ => lost += 1,
        }
        if lost > 0 {
            return (answered, lost);
        }
    }
}

async fn stops(times: usize) {
    let identity = Identity::new();
    let mut all = 0;
    for _ in 0..times {
        let mut server = serve(&identity, |server| server).await;
        let stopper = server.stopper();
        let later = tokio::spawn(async move {
            sleep(Duration::from_millis(150)).await;
            drop(stopper);
        });
        let (one, other) = tokio::join!(call_on(&server, &identity), call_on(&server, &identity));
        assert_eq!(one.1 + other.1, 0, "lost");
        all += one.0 + other.0;
        later.await.unwrap();
        server.stopped().await;
    }
    println!("{all} calls, {times} stops");
    assert!(all > times);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_is_lost_when_a_server_stops() {
    stops(3).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute: 100 stops"]
async fn no_call_is_lost_in_a_hundred_stops() {
    stops(100).await;
}

#[tokio::test]
async fn tools_end_with_their_request_or_do_not_as_they_say() {
    let identity = Identity::new();
    let server = serve(&identity, |server| server).await;
    let (client, _) = connect(&server, &identity).await;
    for (tool, ended) in [(3, 0), (2, 1)] {
        let begun = server.runs.begun();
        let response = begin(&client, head(&path(tool)), &wait(300)).await;
        until(|| server.runs.begun() > begun).await;
        // Reset: the connection stays.
        drop(response);
        sleep(Duration::from_millis(800)).await;
        assert_eq!(server.runs.ended(), ended, "{tool}");
    }
    assert_eq!(call(&client, 1, ADD).await.0, 200);
}

/// Opens requests and takes each back at once (CVE-2023-44487), until the server has enough of it.
async fn reset(server: &Running, identity: &Identity, requests: usize) -> usize {
    let (client, connection) = connect(server, identity).await;
    for sent in 0..requests {
        let Ok(mut ready) = client.clone().ready().await else {
            let _ = connection.await;
            return sent;
        };
        let Ok((_, mut stream)) = ready.send_request(head(&path(2)), false) else {
            return sent;
        };
        stream.send_reset(h2::Reason::CANCEL);
        if sent % 10 == 0 {
            tokio::task::yield_now().await;
        }
    }
    requests
}

async fn resets(requests: usize) {
    let identity = Identity::new();
    let server = serve(&identity, |server| server).await;
    let (good, _) = connect(&server, &identity).await;
    let mut sent = 0;
    while sent < requests {
        let (flood, answered) =
            tokio::join!(reset(&server, &identity, requests - sent), call(&good, 1, ADD));
        sent += flood;
        assert_eq!(answered.0, 200);
    }
    assert_eq!(server.runs.begun(), 0, "no tool runs for a request without a body");
    assert_eq!(call(&good, 1, ADD).await.0, 200);
}

#[tokio::test]
async fn requests_that_are_taken_back_shut_no_client_out() {
    resets(5_000).await;
}

#[tokio::test]
#[ignore = "takes a minute: 200,000 requests"]
async fn requests_that_are_taken_back_shut_no_client_out_however_many() {
    resets(200_000).await;
}

/// Frames that a client may send as often as it likes, and a server must not.
fn frames() -> [(&'static str, Vec<u8>); 4] {
    let frame = |kind: u8, flags: u8, stream: u8, payload: &[u8]| {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags, 0, 0, 0, stream], payload].concat()
    };
    let continued = [frame(1, 0, 1, &[0x82]), frame(9, 0, 1, &[0x40; 16_000])].concat();
    [
        // One head, in frames without an end (CVE-2024-27316).
        ("continuation", continued),
        ("ping", frame(6, 0, 0, &[0; 8])),
        ("settings", frame(4, 0, 0, &[0, 3, 0, 0, 0, 9])),
        ("empty data", frame(0, 0, 1, &[])),
    ]
}

#[tokio::test]
async fn floods_of_frames_shut_no_client_out() {
    let identity = Identity::new();
    let limits = Limits::new()
        .header_read_timeout(Duration::from_millis(500))
        .write_timeout(Duration::from_millis(500));
    let server = serve(&identity, |server| server.limits(limits)).await;
    for (name, frame) in frames() {
        let mut stream = server.connect(&identity.der, "h2").await;
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
        let flood = async {
            let mut again = frame.clone();
            if name == "continuation" {
                stream.write_all(&frame[..10]).await?;
                again = frame[10..].to_vec();
            }
            let many = again.repeat(100_000 / again.len() + 1);
            for _ in 0..200 {
                stream.write_all(&many).await?;
            }
            stream.flush().await?;
            stream.read_to_end(&mut Vec::new()).await
        };
        let good = async {
            let (good, _) = connect(&server, &identity).await;
            assert_eq!(call(&good, 1, ADD).await.0, 200, "{name}");
        };
        let (ended, ()) = tokio::join!(timeout(MOMENT, flood), good);
        let _ = ended.unwrap_or_else(|_| panic!("{name}: the server closes"));
    }
}

#[tokio::test]
async fn a_head_beyond_the_limit_is_refused() {
    let identity = Identity::new();
    let server =
        serve(&identity, |server| server.limits(Limits::new().max_header_bytes(8 * 1024))).await;
    let (client, _) = connect(&server, &identity).await;
    let mut large = head(&path(1));
    large.headers_mut().insert("x-large", "x".repeat(20_000).parse().unwrap());
    let answered = end(begin(&client, large, ADD).await).await;
    assert!(answered.as_ref().map_or(true, |(status, ..)| *status == 431), "{answered:?}");
    let (again, _) = connect(&server, &identity).await;
    assert_eq!(call(&again, 1, ADD).await.0, 200);
}

#[tokio::test]
async fn a_limit_on_requests_of_one_connection_holds_in_every_server() {
    for built in BUILT {
        let identity = Identity::new();
        let server = Running::built(built, |setting| {
            setting.limits = Limits::new().max_concurrent_streams(1);
            setting.tls = Some(identity.certificates());
        })
        .await;
        let (client, _) = connect(&server, &identity).await;
        // The first request waits for the settings of the server.
        end(begin(&client, head(&built.path(1)), ADD).await).await.unwrap();
        let first = begin(&client, head(&built.path(2)), &wait(60_000)).await;
        until(|| server.runs.begun() == 1).await;
        let second = timeout(Duration::from_millis(300), async {
            end(begin(&client, head(&built.path(1)), ADD).await).await
        });
        assert!(second.await.is_err(), "{built:?}");
        drop(first);
    }
}
