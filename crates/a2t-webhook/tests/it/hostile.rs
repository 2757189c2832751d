//! Callback URLs of attackers, and listeners that none of them may reach.

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Mutex;
use std::time::Duration;

use a2t_webhook::egress::{Error, Guard, HeaderMap, Lookup, LookupFuture, Policy};

use super::listeners::Listeners;

const ALIASES: [&str; 8] = [
    "127.0.0.1",
    "127.0.0.2",
    "127.0.0.53",
    "127.1.2.3",
    "127.127.127.127",
    "127.255.255.254",
    "127.0.1.1",
    "::1",
];

/// The aliases, and the addresses that `tests/namespace.sh` gives to its network.
fn listened() -> Vec<String> {
    let more = std::env::var("A2T_ALIASES").unwrap_or_default();
    let more: Vec<_> = more.split(',').filter(|address| !address.is_empty()).collect();
    println!("listeners also at {more:?}; tests/namespace.sh has them at private addresses");
    ALIASES.into_iter().chain(more).map(str::to_owned).collect()
}

/// Addresses of IPv4 that are never public addresses of the internet; each is written in every
/// form.
const ADDRESSES: [[u8; 4]; 16] = [
    [127, 0, 0, 1],
    [127, 0, 0, 2],
    [127, 1, 2, 3],
    [127, 255, 255, 254],
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [10, 0, 0, 1],
    [100, 100, 100, 200],
    [168, 63, 129, 16],
    [169, 254, 169, 254],
    [172, 16, 0, 1],
    [172, 31, 255, 255],
    [192, 0, 0, 192],
    [192, 168, 1, 1],
    [224, 0, 0, 1],
    [255, 255, 255, 255],
];

/// URLs that no form of those addresses makes; `PORT` is the listeners' port.
const SPELLED: &[&str] = &[
    // This machine by name, and every spelling that folds to that name.
    "http://localhost:PORT/",
    "http://localhost.:PORT/",
    "http://LOCALHOST:PORT/",
    "http://LocalHost:PORT/",
    "http://%6c%6f%63%61%6c%68%6f%73%74:PORT/",
    "http://\u{24db}\u{24de}\u{24d2}\u{24d0}\u{24db}\u{24d7}\u{24de}\u{24e2}\u{24e3}:PORT/",
    "http://\u{ff4c}ocalhost:PORT/",
    "http://local\u{ad}host:PORT/",
    "http://\u{1d4f5}ocalhost:PORT/",
    "https://localhost:PORT/",
    // IPv6 by number.
    "http://[::1]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/",
    "http://[::0001]:PORT/",
    "http://[::]:PORT/",
    "http://[0::0]:PORT/",
    "http://[::0.0.0.1]:PORT/",
    "http://[::1%25lo]:PORT/",
    "http://[::1%lo]:PORT/",
    "http://[fe80::1]:PORT/",
    "http://[fe80::1%25eth0]:PORT/",
    "http://[fe80::1%eth0]:PORT/",
    "http://[febf::1]:PORT/",
    "http://[fec0::1]:PORT/",
    "http://[fc00::1]:PORT/",
    "http://[fd00:ec2::254]:PORT/",
    "http://[fdff::1]:PORT/",
    "http://[ff02::1]:PORT/",
    "http://[ff0e::1]:PORT/",
    "http://[100::1]:PORT/",
    "http://[2001:db8::1]:PORT/",
    "http://[3fff::1]:PORT/",
    "http://[5f00::1]:PORT/",
    "http://[4000::1]:PORT/",
    "http://[8000::1]:PORT/",
    "http://[v1.127]:PORT/",
    // Users and passwords, which make a host look like another.
    "http://ada@127.0.0.1:PORT/",
    "http://agent.example@127.0.0.1:PORT/",
    "http://agent.example:443@127.0.0.1:PORT/",
    "http://ada:secret@agent.example:PORT/",
    "http://@127.0.0.1:PORT/",
    "http://:@127.0.0.1:PORT/",
    "http://@agent.example:PORT/",
    "http://agent.example%40127.0.0.1:PORT/",
    "http://127.0.0.1:PORT@agent.example/",
    "http://127.0.0.1:PORT%40agent.example/",
    "http://agent.example#@127.0.0.1:PORT/",
    // Readers of URLs disagree about these.
    "http:\\\\127.0.0.1:PORT\\",
    "http://127.0.0.1:PORT\\@agent.example/",
    "http://agent.example\\@127.0.0.1:PORT/",
    "http:127.0.0.1:PORT/",
    "http:/127.0.0.1:PORT/",
    "http:///127.0.0.1:PORT/",
    "http:////127.0.0.1:PORT/",
    " http://127.0.0.1:PORT/",
    "http://127.0.0.1:PORT/ ",
    "ht\ttp://127.0.0.1:PORT/",
    "http://127.0\n.0.1:PORT/",
    "http://127.0.0.1\r\n:PORT/",
    "http://127.0.0.1\u{0}:PORT/",
    "http://127.0.0.1%00.agent.example:PORT/",
    "http://127.0.0.1%0d%0a:PORT/",
    "http://127.0.0.1%20:PORT/",
    "http://127.0.0.1,agent.example:PORT/",
    "http://127.0.0.1;agent.example:PORT/",
    "http://[127.0.0.1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT:443/",
    "http://127.0.0.1::PORT/",
    "http://127\u{3002}0\u{3002}0\u{3002}1:PORT/",
    "http://127\u{ff0e}0\u{ff0e}0\u{ff0e}1:PORT/",
    "http://127\u{ff61}0\u{ff61}0\u{ff61}1:PORT/",
    "http://\u{2460}\u{2461}\u{2466}.0.0.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://127.0.0.1..:PORT/",
    "http://0x7f.1:PORT/",
    "http://0X7F.0X0.0X0.0X1:PORT/",
    "http://0x7f.0.0.0x1:PORT/",
    "http://0177.0x0.0.01:PORT/",
    "http://00000177.0.0.1:PORT/",
    "http://0x000000007f000001:PORT/",
    "http://127.0.0.256:PORT/",
    "http://127.0.0.1.1:PORT/",
    "http://4294967296:PORT/",
    "http://4429185025:PORT/",
    "http://0:PORT/",
    "http://0x:PORT/",
    "http://0x0:PORT/",
    "http://00:PORT/",
    // Other schemes.
    "ftp://127.0.0.1:PORT/",
    "ws://127.0.0.1:PORT/",
    "wss://127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/_x",
    "dict://127.0.0.1:PORT/info",
    "ldap://127.0.0.1:PORT/",
    "tftp://127.0.0.1:PORT/",
    "file:///etc/passwd",
    "file://127.0.0.1/etc/passwd",
    "jar:http://127.0.0.1:PORT/!/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "unix:///var/run/docker.sock",
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/",
    "blob:http://127.0.0.1:PORT/x",
    "about:blank",
    "view-source:http://127.0.0.1:PORT/",
    "//127.0.0.1:PORT/",
    "127.0.0.1:PORT/",
    "/callback",
    "",
    "http://",
    "http://:PORT/",
    "http://?",
    "http://#",
    "https://",
    // Names that lead to places like those; see `Names`.
    "http://loopback.example:PORT/",
    "http://loopback.example.:PORT/",
    "http://LOOPBACK.EXAMPLE:PORT/",
    "https://loopback.example:PORT/",
    "http://alias.example:PORT/",
    "http://six.example:PORT/",
    "http://zero.example:PORT/",
    "http://unspecified.example:PORT/",
    "http://mapped.example:PORT/",
    "http://compatible.example:PORT/",
    "http://nat64.example:PORT/",
    "http://sixtofour.example:PORT/",
    "http://metadata.example:PORT/",
    "http://private.example:PORT/",
    "http://unique-local.example:PORT/",
    "http://link-local.example:PORT/",
    "http://first-public.example:PORT/",
    "http://last-public.example:PORT/",
    "http://mixed-families.example:PORT/",
    "http://127.0.0.1.nip.example:PORT/",
    "http://xn--bcher-kva.example:PORT/",
    "http://b\u{fc}cher.example:PORT/",
];

/// Answers that an attacker's name server gives.
struct Names;

impl Lookup for Names {
    fn lookup(&self, name: &str) -> LookupFuture {
        let addresses: &[&str] = match name.trim_end_matches('.') {
            "localhost" | "loopback.example" | "127.0.0.1.nip.example" => &["127.0.0.1"],
            "xn--bcher-kva.example" | "agent.example" => &["127.0.0.1"],
            "alias.example" => &["127.1.2.3"],
            "six.example" => &["::1"],
            "zero.example" => &["0.0.0.0"],
            "unspecified.example" => &["::"],
            "mapped.example" => &["::ffff:127.0.0.1"],
            "compatible.example" => &["::127.0.0.1"],
            "nat64.example" => &["64:ff9b::7f00:1"],
            "sixtofour.example" => &["2002:7f00:1::1"],
            "metadata.example" => &["169.254.169.254"],
            "private.example" => &["10.0.0.1"],
            "unique-local.example" => &["fd00::1"],
            "link-local.example" => &["fe80::1"],
            "first-public.example" => &["9.9.9.9", "127.0.0.1"],
            "last-public.example" => &["127.0.0.1", "9.9.9.9"],
            "mixed-families.example" => &["2620:fe::fe", "127.0.0.1"],
            other => panic!("nobody may look up `{other}`"),
        };
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

/// An address of IPv4 in every form that some reader takes for it.
fn forms(address: [u8; 4]) -> Vec<String> {
    let [a, b, c, d] = address;
    let number = u32::from_be_bytes(address);
    let wide = |text: String| -> String {
        let digit = |one: char| one.to_digit(10).and_then(|digit| char::from_u32(0xff10 + digit));
        text.chars().map(|one| digit(one).unwrap_or(one)).collect()
    };
    let (high, low) = (number >> 16, number & 0xffff);
    let teredo = !number;
    let percent = format!("{a}.{b}.{c}.{d}").bytes().map(|byte| format!("%{byte:02x}")).collect();
    let dotted = Ipv4Addr::from(address);
    vec![
        dotted.to_string(),
        number.to_string(),
        format!("{number:#x}"),
        format!("0{number:o}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("{a}.{}", number & 0xff_ffff),
        format!("{a}.{b}.{low}"),
        wide(dotted.to_string()),
        percent,
        format!("[{}]", dotted.to_ipv6_mapped()),
        format!("[::ffff:{high:x}:{low:x}]"),
        format!("[::{high:x}:{low:x}]"),
        format!("[::ffff:0:{high:x}:{low:x}]"),
        format!("[64:ff9b::{high:x}:{low:x}]"),
        format!("[64:ff9b:1::{high:x}:{low:x}]"),
        format!("[2002:{high:x}:{low:x}::1]"),
        format!("[2001:0:4136:e378:0:0:{:x}:{:x}]", teredo >> 16, teredo & 0xffff),
    ]
}

fn table(port: u16) -> Vec<String> {
    let formed = ADDRESSES.into_iter().flat_map(forms).map(|host| format!("http://{host}:PORT/"));
    let all = formed.chain(SPELLED.iter().map(|url| (*url).to_owned()));
    all.map(|url| url.replace("PORT", &port.to_string())).collect()
}

/// Everything is allowed but addresses, so that nothing else hides a hole in that rule.
fn addresses_alone() -> Policy {
    Policy::default().allow_http().allow_any_port().timeout(Duration::from_secs(2))
}

#[tokio::test]
async fn no_hostile_url_reaches_a_listener() {
    let addresses = listened();
    let addresses: Vec<_> = addresses.iter().map(String::as_str).collect();
    let listeners = Listeners::at(&addresses, "HTTP/1.1 200 OK\r\n\r\n").await;
    let urls = table(listeners.port);
    let distinct: BTreeSet<_> = urls.iter().collect();
    assert!(distinct.len() >= 400, "{} URLs", distinct.len());
    println!("{} URLs, {} listeners", distinct.len(), addresses.len());
    for policy in [Policy::default(), addresses_alone()] {
        let guard = Guard::with_lookup(policy, Names).unwrap();
        for url in &urls {
            match guard.post(url, HeaderMap::new(), "{}").await {
                Err(Error::Refused(_)) => {}
                other => panic!("{url:?}: {other:?}"),
            }
            let checked = guard.check(url).await;
            assert!(matches!(checked, Err(Error::Refused(_))), "{url:?}: {checked:?}");
        }
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(listeners.connections(), 0);
}

/// The same URLs reach those listeners when loopback is allowed, or the test above proves nothing.
#[tokio::test]
async fn the_listeners_are_reached_by_a_policy_that_allows_them() {
    let listeners = Listeners::at(&ALIASES, "HTTP/1.1 200 OK\r\n\r\n").await;
    let everything = addresses_alone()
        .allow_network("127.0.0.0/8".parse().unwrap())
        .allow_network("::/0".parse().unwrap())
        .allow_network("0.0.0.0/8".parse().unwrap());
    let guard = Guard::with_lookup(everything, Names).unwrap();
    let more = std::env::var("A2T_ALIASES").unwrap_or_default();
    for address in more.split(',').filter(|address| !address.is_empty()) {
        let listeners = Listeners::at(&[address], "HTTP/1.1 200 OK\r\n\r\n").await;
        let all = addresses_alone().allow_network("0.0.0.0/0".parse().unwrap());
        let guard = Guard::new(all.allow_network("::/0".parse().unwrap())).unwrap();
        let host = if address.contains(':') { format!("[{address}]") } else { address.to_owned() };
        let url = format!("http://{host}:{}/", listeners.port);
        assert!(guard.post(&url, HeaderMap::new(), "{}").await.is_ok(), "{address}");
    }
    let reach = |url: &&String| {
        let forms = ["127.", "2130706433", "0x7f", "0177", "017700000001", "[::1]", "localhost"];
        forms.iter().any(|form| url.starts_with(&format!("http://{form}")))
    };
    let mut reached = 0;
    for url in table(listeners.port).iter().filter(reach) {
        reached += usize::from(guard.post(url, HeaderMap::new(), "{}").await.is_ok());
    }
    assert!(reached >= 30, "{reached} were answered");
    assert!(listeners.connections() >= 30, "{} connections", listeners.connections());
}

#[tokio::test]
async fn a_port_that_is_not_listed_is_refused() {
    let policy = Policy::default().allow_network("127.0.0.0/8".parse().unwrap());
    for (port, reached) in [("", true), (":443", true), (":8443", true), (":22", false)] {
        let checked = policy.check(&format!("https://127.0.0.1{port}/"));
        assert_eq!(checked.is_ok(), reached, "{port}: {checked:?}");
    }
    for port in [":0", ":1", ":80", ":444", ":6379", ":65535"] {
        assert!(policy.check(&format!("https://127.0.0.1{port}/")).is_err(), "{port}");
        let any = policy.clone().allow_any_port();
        assert!(any.check(&format!("https://127.0.0.1{port}/")).is_ok(), "{port}");
    }
    assert!(policy.allow_port(6379).check("https://127.0.0.1:6379/").is_ok());
}

/// A name server that gives another answer each time.
struct Rebinding(Mutex<Vec<IpAddr>>);

impl Lookup for Rebinding {
    fn lookup(&self, _: &str) -> LookupFuture {
        let next = self.0.lock().unwrap().pop().ok_or_else(|| io::Error::other("asked once more"));
        Box::pin(std::future::ready(next.map(|address| vec![address])))
    }
}

#[tokio::test]
async fn a_name_that_is_rebound_after_the_check_is_refused_when_it_is_dialled() {
    let listeners = Listeners::at(&["127.0.0.1"], "HTTP/1.1 200 OK\r\n\r\n").await;
    let url = format!("http://rebound.example:{}/", listeners.port);
    let answers = ["127.0.0.1", "9.9.9.9"].map(|address| address.parse().unwrap());
    let lookup = Rebinding(Mutex::new(answers.to_vec()));
    let guard = Guard::with_lookup(addresses_alone(), lookup).unwrap();
    assert!(guard.check(&url).await.is_ok());
    let sent = guard.post(&url, HeaderMap::new(), "{}").await;
    assert!(matches!(sent, Err(Error::Refused(_))), "{sent:?}");
    assert_eq!(listeners.connections(), 0);
}

#[tokio::test]
async fn the_vetted_address_is_dialled_without_a_second_look_up() {
    let listeners = Listeners::at(&["127.0.0.2"], "HTTP/1.1 200 OK\r\n\r\n").await;
    let url = format!("http://once.example:{}/", listeners.port);
    let policy = addresses_alone().allow_network("127.0.0.2/32".parse().unwrap());
    let lookup = Rebinding(Mutex::new(vec!["127.0.0.2".parse().unwrap()]));
    let guard = Guard::with_lookup(policy, lookup).unwrap();
    assert_eq!(guard.post(&url, HeaderMap::new(), "{}").await.unwrap().status(), 200);
    assert_eq!(listeners.connections(), 1);
}

#[tokio::test]
async fn loopback_is_allowed_without_tls_and_names_of_it_lead_nowhere_else() {
    let listeners = Listeners::at(&["127.0.0.1"], "HTTP/1.1 200 OK\r\n\r\n").await;
    let lookup = Rebinding(Mutex::new(vec!["9.9.9.9".parse().unwrap()]));
    let guard = Guard::with_lookup(Policy::default().allow_loopback(), lookup).unwrap();
    let here = format!("http://127.0.0.1:{}/", listeners.port);
    assert_eq!(guard.post(&here, HeaderMap::new(), "{}").await.unwrap().status(), 200);
    let away = guard.post("http://tool.localhost:9000/", HeaderMap::new(), "{}").await;
    let words = away.unwrap_err().to_string();
    assert!(words.contains("9.9.9.9 is not loopback"), "{words}");
    for refused in ["http://agent.example/", "http://10.0.0.1/", "http://[::ffff:127.0.0.1]/"] {
        assert!(guard.policy().check(refused).is_err(), "{refused}");
    }
}

#[test]
fn every_address_outside_of_the_global_range_of_ipv6_is_refused() {
    let policy = Policy::default();
    for first in 0..=u16::MAX {
        let address = Ipv6Addr::new(first, 0x7fff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff);
        let vetted = policy.vet(address.into());
        assert!(vetted.is_err() || (0x2000..0x4000).contains(&first), "{address}");
    }
}
