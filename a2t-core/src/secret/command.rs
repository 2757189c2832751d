//! Secrets in the words of a command: values after their names, in headers, scripts and JSON.

use super::{
    HIDDEN, hide_in_url, is_hash_name, is_hex, is_secret_name, is_variable, looks_like_key,
    looks_secret,
};

pub(super) fn hidden<T: AsRef<str>>(
    words: impl IntoIterator<Item = T>,
    pairs: bool,
) -> Vec<String> {
    let mut flag: Option<String> = None;
    words.into_iter().map(|word| next(word.as_ref(), &mut flag, pairs)).collect()
}

/// The next word of a command, after a flag or the name of a value.
fn next(word: &str, name: &mut Option<String>, pairs: bool) -> String {
    let before = name.take();
    if word.starts_with('-') && !word.contains(|sign| is_end(sign) || matches!(sign, '=' | ':')) {
        *name = Some(word.to_owned());
        return word.to_owned();
    }
    match before {
        Some(name) if hides(&name, word) => HIDDEN.to_owned(),
        Some(name) if is_hex(word) && is_hash_name(&name) => word.to_owned(),
        _ => argument(word, pairs),
    }
}

/// One argument: `NAME=value`, `Name: value`, a text with several of them, a URL, or a value.
fn argument(word: &str, pairs: bool) -> String {
    if let Some((start, value)) = named(word) {
        let name = start.trim_end().trim_end_matches(['=', ':']);
        if hides(name, value) && (!start.ends_with(':') || is_header(name, value)) {
            return format!("{start}{HIDDEN}");
        }
        if pairs && is_pair(word) {
            return HIDDEN.to_owned();
        }
        if value.contains(|sign| is_end(sign) || matches!(sign, '=' | ':')) {
            return format!("{start}{}", argument(value, false));
        }
        return word.to_owned();
    }
    if word.contains(is_end) {
        return text(word, pairs);
    }
    if word.contains("://") {
        return hide_in_url(word);
    }
    let is_hidden = looks_like_key(word) || pairs && is_pair(word);
    if is_hidden { HIDDEN.to_owned() } else { word.to_owned() }
}

/// A word up to its first `=` or `:`, where that ends a name, and the value after it.
fn named(word: &str) -> Option<(&str, &str)> {
    let (start, value) = word.split_at_checked(word.find(['=', ':'])? + 1)?;
    let name = start.get(..start.len() - 1)?;
    let last = name.rsplit([';', ',', '{', '(']).next()?;
    let is_name = !last.is_empty() && last.bytes().all(|byte| is_word(byte) || byte == b'@');
    if !is_name || start.ends_with(':') && value.starts_with("//") {
        return None;
    }
    let blanks = value.len() - value.trim_start().len();
    word.split_at_checked(start.len() + blanks)
}

/// `Authorization:value`, but not `image:tag`.
fn is_header(name: &str, value: &str) -> bool {
    if is_secret_name(name, value) { !is_tag(value) } else { !is_hex(value) }
}

fn hides(name: &str, value: &str) -> bool {
    looks_secret(name, value) && !is_url(value)
}

fn is_url(value: &str) -> bool {
    let scheme = value.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.bytes().all(|byte| is_word(byte) || byte == b'+'))
}

/// A text with several words, such as a script or JSON.
fn text(text: &str, pairs: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut name, mut last, mut is_token) = (None, "", false);
    let mut rest = text;
    while !rest.is_empty() {
        let blank = rest.find(|sign| !is_end(sign)).unwrap_or(rest.len());
        let (ends, after) = rest.split_at_checked(blank).unwrap_or((rest, ""));
        out.push_str(ends);
        let (word, after) = after
            .split_at_checked(after.find(is_end).unwrap_or(after.len()))
            .unwrap_or((after, ""));
        rest = after;
        if !word.contains(|sign: char| sign.is_alphanumeric() || sign == '\u{2026}') {
            // `:` between a name and its value.
            let is_sign = [":", "=", ":["].iter().any(|sign| word.ends_with(sign));
            name = if is_sign {
                Some(last.to_owned())
            } else if word.is_empty() {
                name
            } else {
                None
            };
            out.push_str(word);
        } else if std::mem::take(&mut is_token) {
            out.push_str(if is_variable(word) { word } else { HIDDEN });
            name = None;
        } else if is_scheme(word) {
            is_token = true;
            out.push_str(word);
        } else if let Some((before, "")) = named(word) {
            name = Some(before.to_owned());
            out.push_str(word);
        } else {
            // `Authorization:Bearer` or `{Authorization=Bearer`: the token follows.
            is_token = named(word).is_some_and(|(_, value)| is_scheme(value));
            let shown = next(word, &mut name, pairs);
            out.push_str(if is_token { word } else { &shown });
        }
        last = word;
    }
    out
}

/// Ends a word of a text.
fn is_end(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '"' | '\'' | '`' | '\\')
}

/// A scheme of authentication, after which a secret stands.
pub(super) fn is_scheme(word: &str) -> bool {
    ["Basic", "Bearer"].iter().any(|scheme| scheme.eq_ignore_ascii_case(word))
}

/// `user:secret`, but not `image:tag`, `host:8080`, a path, or `npm:@scope/name`.
fn is_pair(word: &str) -> bool {
    let Some((user, secret)) = word.split_once(':') else { return false };
    let is_user = user.len() > 1 && user.bytes().all(|byte| is_word(byte) || byte == b'@');
    let is_secret = secret.len() >= 6 && secret.bytes().all(|byte| byte.is_ascii_graphic());
    let is_digest = is_hex(secret) && is_hash_name(user);
    is_user && is_secret && !is_tag(secret) && !is_digest && !secret.contains(['/', '\\', '@'])
}

/// The version or the tag of an image.
fn is_tag(value: &str) -> bool {
    let is_version = value.starts_with(|first: char| first.is_ascii_digit())
        && value.bytes().all(|byte| is_word(byte) || byte == b':');
    is_version || ["latest", "stable", "alpine", "nightly"].iter().any(|tag| value.contains(tag))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}
