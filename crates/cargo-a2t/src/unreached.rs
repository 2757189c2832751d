//! Advice for servers that TLS does not reach, by rustls's error.

use std::path::Path;
use std::{env, fs};

/// Text to stand behind the reason: a line, or nothing.
pub(crate) fn advice(reason: &str) -> String {
    // The latter of an authority of the same name with another key.
    if reason.contains("UnknownIssuer") || reason.contains("certificate: BadSignature") {
        return format!(
            "\nthe system does not know who signed the server's certificate; {}",
            trust()
        );
    }
    let line = if reason.contains("CaUsedAsEndEntity") {
        "the server shows the certificate of an authority; give it a separate one that the authority \
         signed (`basicConstraints = CA:FALSE`)"
    } else if reason.contains("InvalidContentType") {
        "the server does not answer with TLS; is its address `http://…`, or another port?"
    } else {
        return String::new();
    };
    format!("\n{line}")
}

fn trust() -> String {
    if cfg!(any(target_vendor = "apple", windows, target_os = "android")) {
        return "have it trust that authority".to_owned();
    }
    let now = env::var_os("SSL_CERT_FILE").filter(|file| !file.is_empty());
    let now = now.map_or_else(String::new, |file| as_it_is(Path::new(&file)));
    format!(
        "set SSL_CERT_FILE to a file with the certificate of that authority in PEM, which is \
         trusted in place of the system's{now}"
    )
}

/// Fault of the file that is set.
fn as_it_is(file: &Path) -> String {
    let shown = file.display();
    match fs::read(file) {
        Err(error) => format!("; now it is `{shown}`, which cannot be read: {error}"),
        Ok(pem) if !String::from_utf8_lossy(&pem).contains("-----BEGIN CERTIFICATE-----") => {
            format!("; now it is `{shown}`, which has no certificate in PEM")
        }
        Ok(_) => format!("; now it is `{shown}`, which has others"),
    }
}
