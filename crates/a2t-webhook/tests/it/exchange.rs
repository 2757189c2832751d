//! Exchanges with a hostile host: redirects, bodies without end, silence, and the content of
//! errors.

use std::time::{Duration, Instant};

use a2t_webhook::egress::{Error, Guard, HeaderMap, Policy};

use super::listeners::{HOLD, Listeners};

const SECRET: &str = "s3cret";

fn policy() -> Policy {
    Policy::default().allow_loopback().timeout(Duration::from_millis(500))
}

fn url(listeners: &Listeners) -> String {
    format!("http://127.0.0.1:{}/{SECRET}?token={SECRET}", listeners.port)
}

async fn post(policy: Policy, url: &str) -> Result<a2t_webhook::egress::Reply, Error> {
    Guard::new(policy).unwrap().post(url, HeaderMap::new(), "{}").await
}

#[tokio::test]
async fn redirects_are_replies_that_no_client_follows() {
    let elsewhere = Listeners::at(&["127.0.0.3"], "HTTP/1.1 200 OK\r\n\r\n").await;
    for status in [301, 302, 303, 307, 308] {
        let reply = format!(
            "HTTP/1.1 {status} Moved\r\nLocation: http://127.0.0.3:{}/\r\nRefresh: 0; \
             url=http://127.0.0.3:{}/\r\nContent-Length: 0\r\n\r\n",
            elsewhere.port, elsewhere.port
        );
        let listeners = Listeners::at(&["127.0.0.1"], reply).await;
        let reply = post(policy(), &url(&listeners)).await.unwrap();
        assert_eq!(reply.status(), status);
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test]
async fn a_body_is_read_up_to_the_limit() {
    for (length, limit, whole) in [(100, 100, true), (101, 100, false), (1 << 20, 1 << 16, false)] {
        for header in [format!("Content-Length: {length}"), "Connection: close".to_owned()] {
            let reply = format!("HTTP/1.1 200 OK\r\n{header}\r\n\r\n{}", "x".repeat(length));
            let listeners = Listeners::at(&["127.0.0.1"], reply).await;
            let reply = post(policy().max_reply_bytes(limit), &url(&listeners)).await.unwrap();
            let body = reply.body().await;
            assert_eq!(body.is_ok(), whole, "{length} of {limit}, {header}");
            if let Err(error) = body {
                assert!(matches!(error, Error::TooLarge { max, .. } if max == limit), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn silence_ends_in_time() {
    let guard = Guard::new(policy()).unwrap();
    for response in ["", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"]
    {
        let listeners = Listeners::at(&["127.0.0.1"], format!("{response}{HOLD}")).await;
        let began = Instant::now();
        let error = match guard.post(&url(&listeners), HeaderMap::new(), "{}").await {
            Ok(reply) => reply.body().await.unwrap_err(),
            Err(error) => error,
        };
        assert!(matches!(error, Error::TimedOut { .. }), "{response:?}: {error}");
        assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_reply_that_breaks_off_differs_from_a_whole_one() {
    let reply = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx";
    let listeners = Listeners::at(&["127.0.0.1"], reply).await;
    let reply = post(policy(), &url(&listeners)).await.unwrap();
    assert_eq!(reply.status(), 200);
    assert!(matches!(reply.body().await, Err(Error::Unreachable { .. })));
}

#[tokio::test]
async fn no_error_has_path_query_or_password() {
    let broken = Listeners::at(&["127.0.0.1"], "nonsense\r\n\r\n").await;
    let silent = Listeners::at(&["127.0.0.1"], HOLD).await;
    let https = url(&broken).replace("http:", "https:");
    for (what, address) in [
        ("nonsense", url(&broken)),
        ("silence", url(&silent)),
        ("TLS", https),
        ("nobody", format!("http://127.0.0.9:1/{SECRET}")),
        ("address", format!("https://10.0.0.1/{SECRET}?{SECRET}#{SECRET}")),
        ("credentials", format!("https://{SECRET}:{SECRET}@agent.example/")),
        ("scheme", format!("ftp://agent.example/{SECRET}")),
        ("port", format!("https://agent.example:22/{SECRET}")),
        ("not a URL", format!("https://[{SECRET}]/{SECRET}")),
        ("long", format!("https://agent.example/{}", SECRET.repeat(2000))),
        ("no such name", format!("https://nobody.invalid/{SECRET}")),
    ] {
        let error = post(policy(), &address).await.unwrap_err();
        let words = format!("{error} {error:?}");
        assert!(!words.contains(SECRET), "{what}: {words}");
        let source = std::error::Error::source(&error).map(ToString::to_string);
        assert_eq!(source, None, "{what}");
    }
    let target = policy().check(&url(&silent)).unwrap();
    assert!(!format!("{target} {target:?}").contains(SECRET));
    assert!(target.as_str().contains(SECRET));
}

#[test]
fn refusals_name_the_setting_that_allows_it() {
    for (url, setting) in [
        ("http://agent.example/", "Policy::allow_http"),
        ("https://agent.example:9443/", "Policy::allow_port"),
        ("https://127.0.0.1/", "Policy::allow_loopback"),
        ("https://[::1]/", "Policy::allow_loopback"),
        ("https://10.0.0.1/", "Policy::allow_network"),
        ("https://[fd00::1]/", "Policy::allow_network"),
    ] {
        let words = Policy::default().check(url).unwrap_err().to_string();
        assert!(words.contains(setting), "{url}: {words}");
    }
    let long = format!("https://agent.example/{}", "x".repeat(8192));
    let words = Policy::default().check(&long).unwrap_err().to_string();
    assert!(words.contains("Policy::max_url_bytes"), "{words}");
    assert!(Policy::default().max_url_bytes(9000).check(&long).is_ok());
}
