//! Text that may hold a secret, as errors, reports, logs and approved snapshots have it.
//!
//! The rules are heuristics: what looks like a secret is hidden, and what does not stays. A program that
//! knows which part is secret names an environment variable in its place (`${API_KEY}`), which is never
//! hidden because it holds nothing.

mod command;

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

/// Those of them that are often followed by something else, such as `--auth none` or `--sort-key name`.
const AMBIGUOUS: &[&str] = &["auth", "key", "pass", "pat", "sig", "signature"];

/// Words before `key` with which it is a secret.
const KEY_OF: &[&str] =
    &["access", "account", "api", "auth", "encryption", "master", "private", "secret", "signing"];

/// Words at the end of a name whose value is a commit, a digest or another id in hexadecimal digits.
const HASHES: &[&str] = &[
    "archive", "blob", "checksum", "commit", "digest", "hash", "id", "raw", "ref", "rev",
    "revision", "sha", "sha1", "sha256", "sha512", "tree",
];

/// Beginnings of keys that vendors give out.
const PREFIXES: &[&str] = &[
    "AIza", "AKIA", "ASIA", "Basic ", "Bearer ", "eyJ", "gh", "glpat-", "npm_", "pat-", "sk-",
    "sk_", "whsec_", "xox",
];

/// Length from which an unbroken run of letters and digits of both cases is taken for a key.
const RANDOM_MIN: usize = 20;
/// Length from which a value of an ambiguous name is taken for a secret, if it has a digit.
const AMBIGUOUS_MIN: usize = 8;
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

/// Returns a command as it may be shown, with the arguments hidden that look like secrets: values
/// of flags, variables, headers and members with a name such as `--api-key` or `DB_PASSWORD=`, what
/// follows `Bearer`, passwords in URLs, `user:secret`, and keys by the look of them. Names and the
/// rest of a URL stay.
///
/// ```
/// use a2t_core::secret;
/// let shown = secret::hide_in_command(["serve", "--api-key", "s3cret", "postgres://ada:s3cret@db/x"]);
/// assert_eq!(shown, ["serve", "--api-key", "\u{2026}", "postgres://\u{2026}@db/x"]);
/// ```
pub fn hide_in_command<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Vec<String> {
    command::hidden(words, true)
}

/// Returns a command as a file may keep it: as [`hide_in_command`], but `user:secret` stays,
/// because it looks like the name and the tag of an image or a model.
///
/// ```
/// use a2t_core::secret;
/// let kept = secret::hide_in_kept_command(["run", "ollama:mistral", "--api-key", "s3cret"]);
/// assert_eq!(kept, ["run", "ollama:mistral", "--api-key", "\u{2026}"]);
/// ```
pub fn hide_in_kept_command<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Vec<String> {
    command::hidden(words, false)
}

/// Returns a text with each of these secrets hidden; those of fewer than 6 characters stay, because
/// they occur by chance.
pub fn hide(text: &str, secrets: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut secrets: Vec<_> = secrets.into_iter().collect();
    // One that is a part of another would leave the rest of that.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.as_ref().len()));
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
    let is_key = || looks_like_key(value) && !(is_hex(value) && is_hash_name(name));
    !is_empty && (is_secret_name(name, value) || is_key())
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
    // A password may have a slash that is not escaped: no port has letters.
    let is_password = |after: &str| !after.bytes().all(|byte| byte.is_ascii_digit());
    let is_cut = !authority.contains(['@', '['])
        && authority.split_once(':').is_some_and(|(_, after)| is_password(after));
    let end = path.rfind('@').filter(|_| is_cut).map_or(0, |at| {
        path.get(at..).and_then(|path| path.find('/')).map_or(path.len(), |slash| at + slash)
    });
    let (authority, path) =
        rest.split_at_checked(authority.len() + end).unwrap_or((authority, path));
    match authority.rsplit_once('@') {
        // A user without a password is a name, unless it looks like a key.
        Some((user, host)) if user.contains(':') || looks_like_key(user) || hides("", user) => {
            out.push_str(HIDDEN);
            out.push('@');
            out.push_str(host);
        }
        _ => out.push_str(authority),
    }
    let mut before = "";
    for (index, segment) in path.split('/').enumerate() {
        out.push_str(if index == 0 { "" } else { "/" });
        let is_key = looks_like_key(segment) && !(is_hex(segment) && is_hash_name(before));
        out.push_str(if is_key { HIDDEN } else { segment });
        before = segment;
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

/// Names of variables (`${NAME}`) in place of a secret, alone or after the scheme of a header.
fn is_variable(value: &str) -> bool {
    let (first, after) = value.trim().split_once(' ').unwrap_or(("", value));
    let value = if command::is_scheme(first) { after } else { value };
    let mut parts = value.split("${");
    let is_text = |part: &str| part.contains(|sign: char| sign.is_alphanumeric());
    let starts = parts.next().is_some_and(|start| !is_text(start));
    let mut count = 0;
    let all = parts.all(|part| {
        count += 1;
        let is_name =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        part.split_once('}').is_some_and(|(name, after)| is_name(name) && !is_text(after))
    });
    starts && all && count > 0
}

/// Returns whether the last word of a name is one of a secret, and the value may be one.
fn is_secret_name(name: &str, value: &str) -> bool {
    let words = words(name);
    let mut words = words.split_whitespace().rev();
    let Some(last) = words.next() else { return false };
    let is_certain = !AMBIGUOUS.contains(&last)
        || last == "key" && words.next().is_some_and(|word| KEY_OF.contains(&word));
    let has_digit = || value.bytes().any(|byte| byte.is_ascii_digit());
    NAMES.contains(&last) && (is_certain || value.len() >= AMBIGUOUS_MIN && has_digit())
}

fn is_hash_name(name: &str) -> bool {
    words(name).split_whitespace().next_back().is_some_and(|last| HASHES.contains(&last))
}

/// The words of a name in lower case.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut was_lower = false;
    for character in name.chars() {
        if character.is_ascii_uppercase() && was_lower {
            words.push(' ');
        }
        was_lower = character.is_ascii_lowercase();
        words.push(if character.is_ascii_alphanumeric() { character } else { ' ' });
    }
    words.make_ascii_lowercase();
    words
}

fn is_hex(value: &str) -> bool {
    value.len() >= HEX_MIN && value.bytes().all(|byte| byte.is_ascii_hexdigit())
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
    let is_random = bytes.len() >= RANDOM_MIN
        && all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'=' | b'_'))
        && any(u8::is_ascii_digit)
        && any(u8::is_ascii_lowercase)
        && any(u8::is_ascii_uppercase);
    known || is_hex(value) || is_random
}

#[cfg(test)]
mod tests;
