//! Callbacks on their way: attempts, order, signatures, and addresses that are never dialled.

use std::net::TcpListener;
use std::time::Duration;

use a2t::rap::webhook::{Secret, Signed, Signer, Verifier};
use a2t::rap::{Policy, Schedule, Server};
use serde_json::{Value, json};

use super::rig::{Runtime, Vendor, set, stores};

/// Says something back.
///
/// # Returns
/// The same.
#[a2t::tool(version = 1)]
async fn echo(
    /// Anything.
    text: String,
) -> String {
    text
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![echo], ()))
}

fn invocation(runtime: &Runtime, id: &str) -> Value {
    runtime.invocation("echo", id, json!({"text": "an argument that nobody logs"}))
}

#[tokio::test]
async fn cb_015_a_callback_is_tried_again_under_one_id_until_it_is_received() {
    for (_, store) in stores("retries").await {
        let (runtime, vendor) =
            (Runtime::start().await, Vendor::start(server().store(store)).await);
        runtime.reply([(503, None), (500, None), (429, Some("0"))]);
        vendor.invoke(&invocation(&runtime, "call_1")).await;
        let all = runtime.wait(4).await;
        let ids: Vec<_> = all.iter().map(|posted| posted.headers["webhook-id"].clone()).collect();
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        assert!(all.iter().all(|posted| posted.text == all[0].text));
        // Another message has another id, and comes after it.
        vendor.invoke(&invocation(&runtime, "call_2")).await;
        let all = runtime.wait(5).await;
        assert_ne!(all[4].headers["webhook-id"], ids[0]);
        vendor.stop().await;
    }
}

#[tokio::test]
async fn cb_016_a_callback_that_is_refused_is_not_tried_again() {
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server()).await);
    let refusals = [410, 404, 400, 302];
    runtime.reply(refusals.map(|status| (status, None)));
    for number in 0..=refusals.len() {
        vendor.invoke(&invocation(&runtime, &number.to_string())).await;
        // One after the other, so that each gets its reply.
        let all = runtime.wait(number + 1).await;
        assert_eq!(all[number].body["id"], number.to_string(), "{all:#?}");
    }
}

#[tokio::test]
async fn a_receiver_that_does_not_answer_is_tried_again() {
    let runtime = Runtime::start().await;
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let policy = Policy::default().allow_loopback().timeout(Duration::from_millis(200));
    let vendor = Vendor::start(server().egress_policy(policy)).await;
    let mut call = invocation(&runtime, "call_1");
    call["callback_url"] = json!(format!("http://{address}/"));
    vendor.invoke(&call).await;
    let accept = move || [silent.accept().unwrap(), silent.accept().unwrap()].len();
    let attempts = tokio::task::spawn_blocking(accept);
    assert_eq!(tokio::time::timeout(super::rig::PATIENCE, attempts).await.unwrap().unwrap(), 2);
}

#[tokio::test]
async fn messages_of_one_group_stay_in_order_and_other_groups_do_not_wait_for_them() {
    for (_, store) in stores("order").await {
        let runtime = Runtime::start().await;
        let waits = Schedule::new(vec![Duration::from_millis(100); 8]);
        let vendor = Vendor::start(server().store(store).schedule(waits)).await;
        runtime.reply([(503, None)]);
        vendor.invoke(&invocation(&runtime, "call_0")).await;
        runtime.wait(1).await;
        for number in 1..8 {
            vendor.invoke(&invocation(&runtime, &format!("call_{number}"))).await;
        }
        let mut other = invocation(&runtime, "other");
        other["group_id"] = json!("thread_2");
        vendor.invoke(&other).await;
        let all = runtime.wait(10).await;
        let of = |group: &str| {
            let found = all.iter().skip(1).filter(|posted| posted.body["group_id"] == group);
            found.map(|posted| posted.body["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        // Calls run side by side, so that only the first is sure to be first.
        assert_eq!(of("thread_1")[0], "call_0");
        assert_eq!((of("thread_1").len(), of("thread_2")), (8, vec!["other".to_owned()]));
        vendor.stop().await;
    }
}

#[tokio::test]
async fn callbacks_are_signed_for_those_who_have_the_key() {
    let secret: Secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".parse().unwrap();
    let runtime = Runtime::start().await;
    let vendor = Vendor::start(server().signer(Signer::new(secret.clone()))).await;
    runtime.reply([(503, None)]);
    vendor.invoke(&invocation(&runtime, "call_1")).await;
    for posted in runtime.wait(2).await {
        let header = |name: &str| posted.headers.get(name).and_then(|value| value.to_str().ok());
        let signed = Signed::from_headers(header).unwrap();
        let now = signed.timestamp.parse().unwrap();
        let verifier = Verifier::new(secret.clone());
        verifier.verify(&signed, posted.text.as_bytes(), now).unwrap();
        assert!(verifier.verify(&signed, b"{}", now).is_err());
    }
}

/// URLs that lead to this machine, in a spelling each, with a port that is listened on.
fn hostile(port: u16) -> Vec<String> {
    let hosts = [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[::]",
        "0.0.0.0",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "１２７.０.０.１",
        "169.254.169.254",
        "10.0.0.1",
        "192.168.0.1",
        "172.16.0.1",
        "100.64.0.1",
        "224.0.0.1",
        "[fe80::1]",
        "[fc00::1]",
        "user@127.0.0.1",
        "agent.example@127.0.0.1",
    ];
    let urls = hosts
        .iter()
        .flat_map(|host| ["http", "https"].map(|scheme| format!("{scheme}://{host}:{port}/hook")));
    let others = [
        "ftp://agent.example/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "http://agent.example/",
        "https://agent.example:22/",
        "https://a\\@b/",
        "//agent.example/",
        "https://",
        "javascript:1",
    ];
    urls.chain(others.map(str::to_owned)).collect()
}

#[tokio::test]
async fn cba_026_hostile_callback_urls_are_refused_before_acceptance_and_never_dialled() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    listener.set_nonblocking(true).unwrap();
    let (runtime, vendor) =
        (Runtime::start().await, Vendor::start(server().egress_policy(Policy::default())).await);
    let urls = hostile(port);
    for (number, url) in urls.iter().enumerate() {
        let mut call = invocation(&runtime, &number.to_string());
        call["callback_url"] = json!(url);
        let reply = vendor.post("/invoke", &call).await;
        // A name is looked up when it is dialled, and its addresses are refused then.
        let is_name = url.to_lowercase().contains("localhost");
        assert!(matches!(reply.status, 400 | 403) || is_name, "{url}: {}", reply.status);
        assert!(!reply.text.contains("/hook"), "{}", reply.text);
    }
    // Those of the names were accepted, tried and given up.
    vendor.stop().await;
    assert!(listener.accept().is_err(), "something was dialled");
}
