//! Fetching against scripted vendors on loopback: every limit holds and every refusal is typed.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use a2t_codegen::fetch::{self, Endpoint, Error, Limits};

/// A vendor that answers each request by its target, until a test's requests are used up.
fn vendor(requests: usize, answer: impl Fn(&str) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().take(requests) {
            let mut stream = stream.unwrap();
            let target = target(&stream);
            // The client may hang up as soon as it has read enough.
            let _ = stream.write_all(answer(&target).as_bytes());
        }
    });
    root
}

fn target(stream: &TcpStream) -> String {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    first.split(' ').nth(1).unwrap_or_default().to_owned()
}

fn json(body: &str) -> String {
    reply("200 OK\r\ncontent-type: application/json", body)
}

fn reply(head: &str, body: &str) -> String {
    format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

fn tool(number: u32) -> String {
    format!(
        r#"{{"toolId":"0479a45d-ad0a-49d4-94db-75ed{number:08x}","name":"tool_{number}","description":"A tool.","version":1,"currentVersion":1}}"#
    )
}

fn fetched(root: &str, limits: impl FnOnce(&mut Limits)) -> Result<fetch::Catalog, Error> {
    let mut chosen = Limits::default();
    limits(&mut chosen);
    fetch::catalog(&Endpoint::new(root).unwrap().limits(chosen))
}

#[test]
fn every_page_is_read_and_cursors_are_percent_encoded() {
    let root = vendor(3, |target| match target {
        "/api/tools" => {
            json(&format!(r#"{{"items":[{}],"paging":{{"next":"a&b=/ é"}}}}"#, tool(1)))
        }
        "/api/tools?pageCursor=a%26b%3D%2F+%C3%A9" => {
            json(r#"{"items":[],"paging":{"pageLimit":1,"next":"c"},"total":2}"#)
        }
        "/api/tools?pageCursor=c" => {
            json(&format!(r#"{{"items":[{}],"paging":{{"next":null}}}}"#, tool(2)))
        }
        other => panic!("asked for {other}"),
    });
    let catalog = fetched(&format!("{root}/api/"), |_| {}).unwrap();
    let names: Vec<_> = catalog.tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!((names, catalog.pages), (vec!["tool_1", "tool_2"], 3));
    assert_eq!(catalog.url, format!("{root}/api"));
    assert_eq!(catalog.warnings.len(), 1);
    assert!(catalog.warnings[0].to_string().starts_with("page 2, 1:"), "{}", catalog.warnings[0]);
}

#[test]
fn cursors_that_go_round_are_refused() {
    let page = |next: &str| json(&format!(r#"{{"items":[],"paging":{{"next":"{next}"}}}}"#));
    let root = vendor(3, move |target| page(if target.ends_with("=a") { "b" } else { "a" }));
    let error = fetched(&root, |_| {}).unwrap_err();
    assert!(matches!(&error, Error::Loop { cursor, page: 3, .. } if cursor == "a"), "{error}");
}

#[test]
fn ever_new_cursors_end_at_the_limit() {
    let root = vendor(7, |target| {
        let number: u32 = target.rsplit('=').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        json(&format!(r#"{{"items":[{}],"paging":{{"next":"{}"}}}}"#, tool(number), number + 1))
    });
    let error = fetched(&root, |limits| limits.pages = 5).unwrap_err();
    assert!(matches!(&error, Error::TooLarge { limit, .. } if limit == "5 pages"), "{error}");
    let error = fetched(&root, |limits| limits.tools = 1).unwrap_err();
    assert!(matches!(&error, Error::TooLarge { limit, .. } if limit == "1 tools"), "{error}");
}

#[test]
fn the_limit_on_bytes_counts_all_pages_and_chunked_bodies() {
    let page = format!(r#"{{"items":[],"paging":{{"next":"N"}},"pad":"{}"}}"#, "x".repeat(500));
    let root = vendor(3, move |target| json(&page.replace('N', &target.len().to_string())));
    let error = fetched(&root, |limits| limits.document = 1_200).unwrap_err();
    assert!(matches!(&error, Error::TooLarge { limit, .. } if limit == "1200 bytes"), "{error}");
    let root = vendor(1, |_| {
        let chunk = format!("400\r\n{}\r\n", "x".repeat(0x400));
        format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{}", chunk.repeat(64))
    });
    let error = fetched(&root, |limits| limits.document = 32 << 10).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error}");
}

#[test]
fn a_vendor_that_drips_or_says_nothing_runs_into_the_timeout() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        target(&stream);
        let head = "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n";
        let _ = stream.write_all(head.as_bytes());
        for _ in 0..200 {
            if stream.write_all(b" ").is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    });
    let error = fetched(&root, |limits| limits.attempt = Duration::from_millis(200)).unwrap_err();
    assert!(matches!(error, Error::Timeout { after, .. } if after.as_millis() == 200), "{error}");
}

#[test]
fn the_total_limit_bounds_the_whole_catalog() {
    let root = vendor(50, |target| {
        thread::sleep(Duration::from_millis(50));
        json(&format!(r#"{{"items":[],"paging":{{"next":"{}"}}}}"#, target.len()))
    });
    let error = fetched(&root, |limits| limits.total = Duration::from_millis(20)).unwrap_err();
    assert!(matches!(error, Error::Timeout { after, .. } if after.as_millis() == 20), "{error}");
}

#[test]
fn every_mistake_of_every_page_is_reported_at_once() {
    let bad =
        tool(2).replace("\"version\":1,", "\"version\":0,").replace("A tool.", "bell \\u0007");
    let root = vendor(2, move |target| {
        if target.contains('?') {
            return json(&format!("{{\"items\": [\n  {},\n  {}\n]}}", tool(1), tool(1)));
        }
        json(&format!("{{\"items\": [{},\n{bad}], \"paging\": {{\"next\": \"p\"}}}}", tool(1)))
    });
    let error = fetched(&root, |_| {}).unwrap_err();
    let Error::Invalid { diagnostics, more: 0, .. } = &error else { panic!("{error}") };
    let locations: Vec<_> =
        diagnostics.iter().map(|found| (found.page, found.diagnostic.line)).collect();
    let duplicates = [(2, 2), (2, 2), (2, 3), (2, 3)];
    assert_eq!(locations, [&[(1, 2), (1, 2)], &duplicates[..]].concat(), "{error}");
    let text = error.to_string();
    assert!(text.contains("6 mistakes") && text.contains("`tool_2`: /version"), "{text}");
    assert!(text.contains("page 2, 3:") && text.contains("`tool_1`: /name"), "{text}");
}

#[test]
fn what_is_no_catalog_is_distinguished() {
    let case = |answer: String| {
        let root = vendor(1, move |_| answer.clone());
        fetched(&root, |_| {}).unwrap_err()
    };
    let page = case(reply("200 OK\r\ncontent-type: text/html", "<html>"));
    assert!(
        matches!(&page, Error::NotJson { media_type, .. } if media_type == "text/html"),
        "{page}"
    );
    let moved = case(reply("302 Found\r\nlocation: http://127.0.0.1:1/", ""));
    assert!(
        matches!(&moved, Error::Redirect { location, .. } if location.ends_with(":1/")),
        "{moved}"
    );
    let refused = case(reply("403 Forbidden", r#"{"title":"no","detail":"no key\u001b[2J"}"#));
    assert_eq!(
        refused.to_string().matches("no key\\u{1b}[2J; send the credentials").count(),
        1,
        "{refused}"
    );
    let broken = case(json("{\"items\": [\n  {\"a\": 1,}\n]}"));
    assert!(broken.to_string().contains("page 1, 2:"), "{broken}");
    let array = case(json("[]"));
    assert!(array.to_string().contains("expected an object, got an array"), "{array}");
}

#[test]
fn a_closed_port_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let root = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = fetched(&root, |_| {}).unwrap_err();
    assert!(
        matches!(&error, Error::Unreachable { reason, .. } if reason.contains("refused")),
        "{error}"
    );
}

#[test]
fn addresses_and_headers_that_leak_are_refused() {
    for (root, part) in [
        ("", "expected an address such as"),
        ("api.weather.example", "did you mean `https://api.weather.example`?"),
        ("ftp://api.weather.example", "not http or https; expected an address"),
        ("https://me:secret@api.weather.example", "send credentials in a header"),
        ("https://api.weather.example/?key=secret", "the root of the API"),
        ("https://api.weather.example/#secret", "the root of the API"),
        ("ftp://me:secret@api.weather.example", "not http or https"),
        ("me:secret@api.weather.example", "not http or https"),
        ("api.weather.example?key=secret", "did you mean `https://api.weather.example?key=…`?"),
    ] {
        let error = Endpoint::new(root).unwrap_err().to_string();
        assert!(error.contains(part) && !error.contains("secret"), "{root}: {error}");
    }
    let remote = Endpoint::new("http://api.weather.example").unwrap();
    let error = remote.header("authorization", "Bearer secret").unwrap_err().to_string();
    assert!(error.contains("unencrypted") && !error.contains("secret"), "{error}");
    let local = Endpoint::new("http://[::1]:80").unwrap();
    assert!(local.header("authorization", "Bearer secret").is_ok());
}

#[test]
fn it_works_from_inside_a_runtime() {
    let root = vendor(1, |_| json(&format!(r#"{{"items":[{}]}}"#, tool(1))));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let catalog = runtime.block_on(async { fetched(&root, |_| {}) }).unwrap();
    assert_eq!(catalog.tools.len(), 1);
}
