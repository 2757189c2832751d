//! Proxies of the environment: none by default, and what is checked of a URL that goes to one.
//!
//! Variables of a process are set for a child, which is the same test again.

use std::env::var;
use std::process::Command;

use a2t_webhook::egress::{Error, Guard, HeaderMap, Lookup, LookupFuture, Policy, Reason};

use super::listeners::Listeners;

/// Every name has a private address.
struct Private;

impl Lookup for Private {
    fn lookup(&self, _: &str) -> LookupFuture {
        Box::pin(std::future::ready(Ok(vec!["10.0.0.7".parse().unwrap()])))
    }
}

/// The port of the server on this machine, in the child.
fn port() -> Option<String> {
    var("A2T_EGRESS_TEST_PORT").ok()
}

/// Runs the test of this name in a child whose environment names a proxy: connections to the proxy,
/// and to the server.
async fn with_proxy(name: &'static str) -> (usize, usize) {
    let proxy = Listeners::at(&["127.0.0.1"], "HTTP/1.1 203 Proxy\r\n\r\n").await;
    let server = Listeners::at(&["127.0.0.1"], "HTTP/1.1 204 No Content\r\n\r\n").await;
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", &format!("proxies::{name}")]);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]
    {
        child.env(name, format!("http://localhost:{}", proxy.port));
    }
    child.env("A2T_EGRESS_TEST_PORT", server.port.to_string());
    child.env("NO_PROXY", "direct.invalid").env_remove("no_proxy").env_remove("REQUEST_METHOD");
    let output = tokio::task::spawn_blocking(move || child.output()).await.unwrap().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    (proxy.connections(), server.connections())
}

async fn get(guard: &Guard, url: &str) -> Result<u16, Error> {
    guard.get(url, HeaderMap::new()).await.map(|reply| reply.status().as_u16())
}

fn is_private(error: &Error) -> bool {
    matches!(error, Error::Refused(refusal) if matches!(refusal.reason, Reason::Address { .. }))
}

#[tokio::test]
async fn by_default_none_is_used() {
    let Some(port) = port() else {
        assert_eq!(with_proxy("by_default_none_is_used").await, (0, 1));
        return;
    };
    let policy = Policy::default().allow_loopback().allow_http();
    let guard = Guard::with_lookup(policy, Private).unwrap();
    assert_eq!(get(&guard, &format!("http://127.0.0.1:{port}/")).await.unwrap(), 204);
    for url in ["http://agent.invalid:443/", "https://agent.invalid/"] {
        let error = get(&guard, url).await.unwrap_err();
        assert!(is_private(&error), "{url}: {error}");
    }
}

#[tokio::test]
async fn a_policy_that_asks_for_them_goes_by_them_and_checks_the_url() {
    let Some(port) = port() else {
        let name = "a_policy_that_asks_for_them_goes_by_them_and_checks_the_url";
        assert_eq!(with_proxy(name).await, (2, 3));
        return;
    };
    let policy = Policy::default().allow_loopback().allow_http().allow_port(80).proxy_from_env();
    let guard = Guard::with_lookup(policy, Private).unwrap();
    // The proxy looks the name up, so the guard does not.
    guard.check("http://agent.invalid/").await.unwrap();
    assert_eq!(get(&guard, "http://agent.invalid/").await.unwrap(), 203);
    // It would read credentials.
    let mut headers = HeaderMap::new();
    headers.insert("authorization", "Bearer s3cret".parse().unwrap());
    let mut sensitive = HeaderMap::new();
    let mut value: http::HeaderValue = "s3cret".parse().unwrap();
    value.set_sensitive(true);
    sensitive.insert("x-key", value);
    for headers in [headers, sensitive] {
        let error = guard.get("http://agent.invalid/", headers.clone()).await.err().unwrap();
        let is_it = matches!(&error, Error::Refused(refusal) if matches!(refusal.reason, Reason::ReadByProxy(_)));
        assert!(is_it && error.to_string().contains("NO_PROXY"), "{error}");
        // On this machine no proxy reads them.
        let here = guard.get(&format!("http://127.0.0.1:{port}/"), headers).await.unwrap();
        assert_eq!(here.status().as_u16(), 204);
    }
    // A tunnel, which this proxy does not make.
    let error = get(&guard, "https://agent.invalid/").await.unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    // This machine is not asked for elsewhere.
    assert_eq!(get(&guard, &format!("http://127.0.0.1:{port}/")).await.unwrap(), 204);
    for url in [
        "http://10.0.0.1/",
        "http://0xa9fea9fe/latest/meta-data",
        "http://[::ffff:10.0.0.1]/",
        // Excepted by `NO_PROXY`, so it is looked up here.
        "http://direct.invalid/",
    ] {
        for error in [get(&guard, url).await.unwrap_err(), guard.check(url).await.unwrap_err()] {
            assert!(is_private(&error), "{url}: {error}");
        }
    }
}
