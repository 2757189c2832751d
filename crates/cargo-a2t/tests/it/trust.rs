//! `SSL_CERT_FILE`: servers of each kind whose certificate an authority signed that no system knows.
#![cfg(all(unix, not(target_vendor = "apple")))]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use crate::vendor::{Request, Vendor, json_reply, run, run_with, scratch, weather};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, KeyUsagePurpose};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};

/// TLS before a vendor, as `localhost`: its address, and the certificate of its authority in PEM.
fn encrypted(vendor: &Vendor) -> (String, String) {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let own = own.signed_by(&key, &authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = Arc::new(config.with_single_cert(vec![own.der().clone()], key).unwrap());

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let plain = vendor.root.trim_start_matches("http://").to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().take(100).flatten() {
            // A client without trusted certificates hangs up.
            let _ = relay(stream, config.clone(), &plain);
        }
    });
    (url, authority.pem())
}

/// One request, whose end is not looked for: the vendor knows it, and closes.
fn relay(outer: TcpStream, config: Arc<ServerConfig>, plain: &str) -> io::Result<()> {
    let tls = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut outer = StreamOwned::new(tls, outer);
    let (mut request, mut part) = (Vec::new(), [0; 4096]);
    while !is_whole(&request) {
        let read = outer.read(&mut part)?;
        request.extend_from_slice(part.get(..read).unwrap_or_default());
        if read == 0 {
            break;
        }
    }
    let mut inner = TcpStream::connect(plain)?;
    inner.write_all(&request)?;
    let mut reply = Vec::new();
    inner.read_to_end(&mut reply)?;
    outer.write_all(&reply)?;
    outer.conn.send_close_notify();
    outer.flush()
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().unwrap())
}

/// Tools as MCP and RAP list them.
fn tools() -> Value {
    json!([{"name": "report", "description": "Reports.", "inputSchema": {"type": "object"}}])
}

fn mcp(request: &Request) -> String {
    let asked: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let result = match asked["method"].as_str() {
        Some("tools/list") => json!({"resultType": "complete", "ttlMs": 0,
            "cacheScope": "private", "tools": tools()}),
        _ => json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}}, "ttlMs": 0, "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "shelf", "version": "1.2"}}}),
    };
    json_reply(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}).to_string())
}

fn rap(_: &Request) -> String {
    let manifest = json!({"name": "shelf", "description": "Old reports.",
        "endpoint": "https://tools.example/invoke", "tools": tools()});
    json_reply(&manifest.to_string())
}

#[test]
fn an_authority_that_the_file_names_is_trusted_and_without_it_the_error_says_so() {
    let folder = scratch("trust");
    for (kind, vendor) in [
        (None, Vendor::of(&[weather()])),
        (Some("--mcp"), Vendor::new(mcp)),
        (Some("--rap"), Vendor::new(rap)),
    ] {
        let (url, authority) = encrypted(&vendor);
        fs::write(folder.join("authority.pem"), authority).unwrap();
        let file = format!("{}.json", kind.unwrap_or("--a2t").trim_start_matches('-'));
        let command = ["fetch"].into_iter().chain(kind).chain([&*url, "-o", &file]);
        let command: Vec<_> = command.collect();
        let expected = [&*url, "certificate", "set SSL_CERT_FILE to a file"];
        run_with(&folder, &command, &[]).assert(2, &[], &expected);
        let other =
            CertificateParams::default().self_signed(&KeyPair::generate().unwrap()).unwrap();
        fs::write(folder.join("other.pem"), other.pem()).unwrap();
        fs::write(folder.join("none.pem"), "none").unwrap();
        for (file, wrong) in [
            ("missing.pem", "missing.pem`, which cannot be read"),
            ("none.pem", "none.pem`, which has no certificate in PEM"),
            ("other.pem", "other.pem`, which has others"),
        ] {
            let file = folder.join(file);
            let set = [("SSL_CERT_FILE", file.to_str().unwrap())];
            run_with(&folder, &command, &set).assert(2, &[], &["certificate", wrong]);
        }
        assert_eq!(vendor.seen().len(), 0, "{kind:?}");
        assert!(!folder.join(&file).exists());

        let file = folder.join("authority.pem");
        let trusting = [("SSL_CERT_FILE", file.to_str().unwrap())];
        run_with(&folder, &command, &trusting).assert(0, &[".json: "], &[]);
        assert!(!vendor.seen().is_empty(), "{kind:?}");
    }
}

#[test]
fn a_server_that_does_not_speak_tls_is_reported_as_one() {
    let folder = scratch("trust-plain");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().take(100).flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
        }
    });
    let expected = [&*url, "the server does not answer with TLS; is its address `http://…`"];
    for kind in [&["fetch"] as &[_], &["fetch", "--mcp"], &["fetch", "--rap"]] {
        run(&folder, &[kind, &[&*url, "-o", "w.json"]].concat()).assert(2, &[], &expected);
    }
}
