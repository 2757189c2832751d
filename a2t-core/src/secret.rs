//! Text that may hold a secret, as errors, reports, logs and approved snapshots have it.
//!
//! The rules are heuristics: what looks like a secret is hidden, and what does not stays. A program that
//! knows which part is secret names an environment variable in its place (`${API_KEY}`), which is never
//! hidden because it holds nothing.

/// The text that stands where a secret was.
pub const HIDDEN: &str = "\u{2026}";

/// Words at the end of a name whose value is a secret.
const NAMES: &[&str] = &[
    "apikey",
    "auth",
    "authorization",
    "bearer",
    "connectionstring",
    "cookie",
    "credential",
    "credentials",
    "dsn",
    "jwt",
    "key",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "pat",
    "pwd",
    "secret",
    "sig",
    "signature",
    "token",
];

/// Beginnings of keys that vendors give out.
const PREFIXES: &[&str] = &[
    "AIza", "AKIA", "ASIA", "Basic ", "Bearer ", "eyJ", "gh", "glpat-", "npm_", "pat-", "sk-",
    "sk_", "whsec_", "xox",
];

/// Length from which an unbroken run of letters and digits of both cases is taken for a key.
const RANDOM_MIN: usize = 20;
/// Length from which an unbroken run of hexadecimal digits is taken for a key.
const HEX_MIN: usize = 32;

/// Returns a URL as it may be shown: without user, password and fragment, and without the values of
/// its query.
///
/// ```
/// use a2t_core::secret;
/// let shown = secret::url("https://ada:s3cret@tools.example/mcp?api_key=s3cret&x=1#top");
/// assert_eq!(shown, "https://\u{2026}@tools.example/mcp?api_key=\u{2026}&x=\u{2026}#\u{2026}");
/// ```
pub fn url(text: &str) -> String {
    redacted(text, |_, value| !value.is_empty() && !is_variable(value))
}

/// Returns a URL with what looks like a secret hidden; other parts of its query stay.
///
/// ```
/// use a2t_core::secret;
/// let kept = secret::hide_in_url("https://tools.example/mcp?api_key=s3cret&toolset=git");
/// assert_eq!(kept, "https://tools.example/mcp?api_key=\u{2026}&toolset=git");
/// ```
pub fn hide_in_url(text: &str) -> String {
    redacted(text, looks_secret)
}

/// Returns a URL without the pairs of its query that are hidden, look like secrets or name a variable,
/// for generated code.
///
/// ```
/// use a2t_core::secret;
/// let url = secret::without_secrets("https://tools.example/mcp?api_key=${KEY}&toolset=git");
/// assert_eq!(url, "https://tools.example/mcp?toolset=git");
/// ```
pub fn without_secrets(text: &str) -> String {
    let hidden = hide_in_url(text);
    let (address, query) = hidden.split_once('?').unwrap_or((&*hidden, ""));
    let address = address.split('#').next().unwrap_or_default();
    let address = address.replace(&format!("{HIDDEN}@"), "");
    let query = query.split('#').next().unwrap_or_default();
    let is_plain = |pair: &&str| !pair.contains(HIDDEN) && !pair.contains("${") && !pair.is_empty();
    let pairs: Vec<_> = query.split('&').filter(is_plain).collect();
    if pairs.is_empty() { address } else { format!("{address}?{}", pairs.join("&")) }
}

/// Returns a command with the arguments hidden that look like secrets: values of flags and variables
/// whose name says so (`--api-key`, `DB_PASSWORD=`), passwords in URLs, `user:secret`, and keys by the
/// look of them. Names and the rest of a URL stay.
///
/// ```
/// use a2t_core::secret;
/// let shown = secret::hide_in_command(["serve", "--api-key", "s3cret", "postgres://ada:s3cret@db/x"]);
/// assert_eq!(shown, ["serve", "--api-key", "\u{2026}", "postgres://\u{2026}@db/x"]);
/// ```
pub fn hide_in_command<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut flag: Option<String> = None;
    let hide = |word: T| {
        let word = word.as_ref();
        let before = flag.take();
        if word.starts_with('-') && !word.contains(['=', ' ']) {
            flag = Some(word.to_owned());
            return word.to_owned();
        }
        match before {
            Some(name) if looks_secret(&name, word) => HIDDEN.to_owned(),
            _ => argument(word),
        }
    };
    words.into_iter().map(hide).collect()
}

/// Returns a text with each of these secrets hidden; those of fewer than 6 characters stay, because
/// they occur by chance.
pub fn hide(text: &str, secrets: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = text.to_owned();
    for secret in secrets {
        let secret = secret.as_ref().trim();
        if secret.len() >= 6 && text.contains(secret) {
            text = text.replace(secret, HIDDEN);
        }
    }
    text
}

/// Returns whether a value of this name is taken for a secret.
pub fn looks_secret(name: &str, value: &str) -> bool {
    let is_empty = value.is_empty() || value == HIDDEN || is_variable(value);
    !is_empty && (is_secret_name(name) || looks_like_key(value))
}

/// One argument: `NAME=value`, `Name: value`, a URL, or a value.
fn argument(word: &str) -> String {
    if word.contains("://") {
        let (name, url) = match word.split_once('=') {
            Some((name, url)) if !name.contains("://") => (format!("{name}="), url),
            _ => (String::new(), word),
        };
        return format!("{name}{}", hide_in_url(url));
    }
    for separator in ["=", ": "] {
        if let Some((name, value)) = word.split_once(separator)
            && looks_secret(name, value)
        {
            return format!("{name}{separator}{HIDDEN}");
        }
    }
    if looks_like_key(word) || is_pair(word) { HIDDEN.to_owned() } else { word.to_owned() }
}

/// The URL with what stands before its host, its fragment, and the values that `hides` hidden.
fn redacted(text: &str, hides: impl Fn(&str, &str) -> bool) -> String {
    let (text, fragment) = text.split_once('#').map_or((text, None), |(a, b)| (a, Some(b)));
    let (address, query) = text.split_once('?').map_or((text, None), |(a, b)| (a, Some(b)));
    let mut out = String::with_capacity(text.len());
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, address),
    };
    if let Some(scheme) = scheme {
        out.push_str(scheme);
        out.push_str("://");
    }
    let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    match authority.rsplit_once('@') {
        // A user without a password is a name, unless it looks like a key.
        Some((user, host)) if user.contains(':') || looks_like_key(user) || hides("", user) => {
            out.push_str(HIDDEN);
            out.push('@');
            out.push_str(host);
        }
        _ => out.push_str(authority),
    }
    for (index, segment) in path.split('/').enumerate() {
        out.push_str(if index == 0 { "" } else { "/" });
        out.push_str(if looks_like_key(segment) { HIDDEN } else { segment });
    }
    let pairs = query.map(|query| query.split('&').map(|pair| hidden_pair(pair, &hides)));
    if let Some(pairs) = pairs {
        out.push('?');
        out.push_str(&pairs.collect::<Vec<_>>().join("&"));
    }
    if fragment.is_some_and(|fragment| !fragment.is_empty()) {
        out.push('#');
        out.push_str(HIDDEN);
    }
    out
}

fn hidden_pair(pair: &str, hides: impl Fn(&str, &str) -> bool) -> String {
    match pair.split_once('=') {
        Some((name, value)) if hides(name, value) => format!("{name}={HIDDEN}"),
        None if hides("", pair) => HIDDEN.to_owned(),
        _ => pair.to_owned(),
    }
}

/// `${NAME}` alone or within a text: the name of a variable in place of a secret.
fn is_variable(value: &str) -> bool {
    value.split_once("${").is_some_and(|(_, rest)| rest.contains('}'))
}

/// Returns whether the last word of a name is one of a secret.
fn is_secret_name(name: &str) -> bool {
    let mut words = String::with_capacity(name.len() + 4);
    let mut was_lower = false;
    for character in name.chars() {
        if character.is_ascii_uppercase() && was_lower {
            words.push(' ');
        }
        was_lower = character.is_ascii_lowercase();
        words.push(if character.is_ascii_alphanumeric() { character } else { ' ' });
    }
    let words = words.to_ascii_lowercase();
    words.split_whitespace().next_back().is_some_and(|last| NAMES.contains(&last))
}

/// Returns whether a value is a key by the look of it.
fn looks_like_key(value: &str) -> bool {
    let value = value.trim();
    let known = PREFIXES.iter().any(|prefix| {
        let rest = value.strip_prefix(prefix);
        rest.is_some_and(|rest| match *prefix {
            // `gho_`, `ghp_`, …
            "gh" => rest.get(1..2) == Some("_") && rest.len() >= 12,
            "Basic " | "Bearer " => !rest.is_empty(),
            _ => rest.len() >= 12 && rest.bytes().any(|byte| byte.is_ascii_digit()),
        })
    });
    let bytes = value.as_bytes();
    let all = |is: fn(&u8) -> bool| bytes.iter().all(is);
    let any = |is: fn(&u8) -> bool| bytes.iter().any(is);
    let is_hex = bytes.len() >= HEX_MIN && all(u8::is_ascii_hexdigit);
    let is_random = bytes.len() >= RANDOM_MIN
        && all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'=' | b'_'))
        && any(u8::is_ascii_digit)
        && any(u8::is_ascii_lowercase)
        && any(u8::is_ascii_uppercase);
    known || is_hex || is_random
}

/// `user:secret`, but not `image:tag`, `host:8080`, a path, or `npm:@scope/name`.
fn is_pair(word: &str) -> bool {
    let Some((user, secret)) = word.split_once(':') else { return false };
    let is_user = user.len() > 1 && user.bytes().all(|byte| is_word(byte) || byte == b'@');
    let is_secret = secret.len() >= 6 && secret.bytes().all(|byte| byte.is_ascii_graphic());
    let is_version = secret.starts_with(|first: char| first.is_ascii_digit())
        && secret.bytes().all(|byte| is_word(byte) || byte == b':');
    let is_tag = ["latest", "stable", "alpine", "nightly"].iter().any(|tag| secret.contains(tag));
    is_user && is_secret && !is_version && !is_tag && !secret.contains(['/', '\\', '@'])
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_secret_is_hidden_in_a_command() {
        for (word, shown) in [
            ("--api-key=s3cret", "--api-key=…"),
            ("--apiKey=s3cret", "--apiKey=…"),
            ("GITHUB_TOKEN=s3cret", "GITHUB_TOKEN=…"),
            ("Authorization: Bearer s3cret", "Authorization: …"),
            ("x-api-key: s3cret", "x-api-key: …"),
            ("user:s3cret", "…"),
            ("postgres://ada:s3cret@db.example/x", "postgres://…@db.example/x"),
            ("--dsn=postgres://ada:s3cret@db.example/x", "--dsn=postgres://…@db.example/x"),
            (
                "https://mcp.example/mcp?api_key=s3cret&t=git",
                "https://mcp.example/mcp?api_key=…&t=git",
            ),
            ("https://mcp.example/s/Zk3Jd92kLmQpX7vB1nTq/mcp", "https://mcp.example/s/…/mcp"),
            ("ghp_0123456789abcdefABCDEF", "…"),
            ("sk-proj-0123456789abcdef", "…"),
            ("0123456789abcdef0123456789abcdef", "…"),
        ] {
            assert_eq!(hide_in_command([word]), [shown], "{word}");
        }
        assert_eq!(hide_in_command(["--token", "s3cret", "next"]), ["--token", "…", "next"]);
        assert_eq!(hide_in_command(["--token", "--verbose"]), ["--token", "--verbose"]);
    }

    #[test]
    fn what_does_not_look_like_one_stays() {
        for word in [
            "npx",
            "-y",
            "@modelcontextprotocol/server-filesystem",
            "/home/ada/projects",
            "mcp/git:1.2.3-alpine",
            "postgres:latest",
            "localhost:8080",
            "--port=8080",
            "--token-limit=100",
            "--author=ada",
            "0479a45d-7a0b-4c1e-9e3c-1f6d2f5b8a11",
            "https://tools.example/mcp?toolset=git",
            "ssh://git@github.com/a/b",
            "--api-key=${API_KEY}",
            "C:\\Users\\ada",
            "",
        ] {
            assert_eq!(hide_in_command([word]), [word]);
        }
    }

    #[test]
    fn hiding_twice_is_hiding_once() {
        for word in ["--key=s3cret", "postgres://a:b@c/d?password=e", "user:s3cret", "x"] {
            let once = hide_in_command([word]);
            assert_eq!(hide_in_command(&once), once);
        }
    }

    #[test]
    fn a_shown_url_has_no_value_of_its_query() {
        for (given, shown) in [
            ("https://tools.example/mcp", "https://tools.example/mcp"),
            ("https://tools.example?s3cret", "https://tools.example?…"),
            ("https://tools.example/?a=1&b=", "https://tools.example/?a=…&b="),
            ("https://s3cret@tools.example/", "https://…@tools.example/"),
            ("tools.example", "tools.example"),
        ] {
            assert_eq!(url(given), shown);
        }
    }

    #[test]
    fn known_secrets_are_hidden_wherever_they_stand() {
        assert_eq!(hide("bad key `s3cret!`, cat", ["s3cret!", "cat", ""]), "bad key `…`, cat");
    }
}
