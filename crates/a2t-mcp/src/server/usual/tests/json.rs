//! JSON that keeps its spelling: the order of members, duplicate members, and the escapes of strings.

use std::fmt;

use super::seeded::Seeded;

/// Values that take the place of others.
const VALUES: [&str; 48] = [
    "null",
    "true",
    "0",
    "-0",
    "5",
    "\"5\"",
    "1.0",
    "1.5",
    "1e2",
    "-7",
    "1e999",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999",
    "01",
    "NaN",
    "\"\"",
    "\"a\"",
    "\"caf\u{e9} \u{1f600}\"",
    "\"\\u00e9\\n\\\"\"",
    "\"\\ud800\"",
    "\"\u{1}\"",
    "\"2.0\"",
    "\"1.0\"",
    "\"tools/call\"",
    "\"tools/list\"",
    "\"tools/calls\"",
    "\"initialize\"",
    "\"ping\"",
    "\"server/discover\"",
    "\"lookup_weather\"",
    "\"lookup_weather_v1\"",
    "\"fail\"",
    "\"2024-11-05\"",
    "\"2025-06-18\"",
    "\"2026-07-28\"",
    "\"2099-01-01\"",
    "\"4294967295:tell_head\"",
    "\"4294967295:copy_99\"",
    "\"=?base64?bG9va3VwX3dlYXRoZXI=?=\"",
    "{}",
    "[]",
    "[1,\"a\"]",
    "{\"a\":1,\"a\":2}",
    "{\"elicitation\":{}}",
    "{\"elicitation\":{\"url\":{}},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}",
];

/// Names that take the place of others.
const NAMES: [&str; 27] = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "name",
    "arguments",
    "cursor",
    "_meta",
    "result",
    "error",
    "requestState",
    "inputResponses",
    "task",
    "city",
    "days",
    "way",
    "x",
    "",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
    "progressToken",
    "dev.a2t/version",
    "dev.a2t/idempotencyKey",
    "fastmcp",
    "traceparent",
];

#[derive(Clone, Debug)]
pub(super) enum Json {
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
    /// As it was written; a string with its quotes.
    Other(String),
}

impl Json {
    /// Reads a text that is valid.
    pub(super) fn read(text: &str) -> Self {
        let mut rest = text;
        value(&mut rest)
    }

    /// Changes one place.
    pub(super) fn mutate(&mut self, seeded: &mut Seeded) {
        let mut left = seeded.below(self.count());
        let place = self.place(&mut left).unwrap();
        let any = Self::Other(pick(seeded, &VALUES).to_owned());
        let any_name = format!("\"{}\"", pick(seeded, &NAMES));
        let (kind, number) = (seeded.below(8), seeded.next() as usize);
        match (kind, place) {
            (0, Self::Object(members)) if !members.is_empty() => {
                members.remove(number % members.len());
            }
            (1, Self::Object(members)) if !members.is_empty() => {
                let (name, value) = members[number % members.len()].clone();
                members.push((name, if seeded.below(2) == 0 { value } else { any }));
            }
            (2, Self::Object(members)) if !members.is_empty() => {
                let first = number % members.len();
                members.rotate_left(first);
            }
            (3, Self::Object(members)) => members.push((any_name, any)),
            (4, Self::Object(members)) if !members.is_empty() => {
                let member = number % members.len();
                members[member].0 = any_name;
            }
            (5, Self::Object(members)) if !members.is_empty() => {
                let member = number % members.len();
                escape(&mut members[member].0, seeded);
            }
            (5, Self::Other(text)) if text.starts_with('"') => escape(text, seeded),
            (6, place) => {
                let depth = 25 + number % 8;
                *place = Self::Other(format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
            }
            (_, place) => *place = any,
        }
    }

    fn count(&self) -> u64 {
        1 + match self {
            Self::Object(members) => members.iter().map(|(_, value)| value.count()).sum(),
            Self::Array(items) => items.iter().map(Self::count).sum(),
            Self::Other(_) => 0,
        }
    }

    /// The value at this place, counted from the outside.
    fn place(&mut self, left: &mut u64) -> Option<&mut Self> {
        if *left == 0 {
            return Some(self);
        }
        *left -= 1;
        match self {
            Self::Object(members) => members.iter_mut().find_map(|(_, value)| value.place(left)),
            Self::Array(items) => items.iter_mut().find_map(|item| item.place(left)),
            Self::Other(_) => None,
        }
    }
}

pub(super) fn pick<'a>(seeded: &mut Seeded, from: &[&'a str]) -> &'a str {
    from[seeded.below(from.len() as u64) as usize]
}

/// Spells one character of a string by its number.
fn escape(text: &mut String, seeded: &mut Seeded) {
    let plain: Vec<_> = text.char_indices().filter(|(_, char)| char.is_alphanumeric()).collect();
    if plain.is_empty() || text.contains('\\') {
        return;
    }
    let (at, char) = plain[seeded.below(plain.len() as u64) as usize];
    if let Ok(unit) = u16::try_from(u32::from(char)) {
        text.replace_range(at..at + char.len_utf8(), &format!("\\u{unit:04x}"));
    }
}

fn value(rest: &mut &str) -> Json {
    *rest = rest.trim_start();
    match rest.as_bytes()[0] {
        b'{' => {
            let mut members = Vec::new();
            items(rest, ['{', '}'], |rest| {
                let name = token(rest);
                *rest = rest.trim_start().strip_prefix(':').unwrap();
                members.push((name, value(rest)));
            });
            Json::Object(members)
        }
        b'[' => {
            let mut found = Vec::new();
            items(rest, ['[', ']'], |rest| found.push(value(rest)));
            Json::Array(found)
        }
        _ => Json::Other(token(rest)),
    }
}

/// Reads what stands between these two characters.
fn items(rest: &mut &str, [begin, end]: [char; 2], mut item: impl FnMut(&mut &str)) {
    *rest = rest.strip_prefix(begin).unwrap().trim_start();
    while !rest.starts_with(end) {
        item(rest);
        *rest = rest.trim_start();
        *rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    *rest = rest.strip_prefix(end).unwrap();
}

/// A string, or everything up to the end of another scalar.
fn token(rest: &mut &str) -> String {
    *rest = rest.trim_start();
    let end = if let Some(string) = rest.strip_prefix('"') {
        let mut escaped = false;
        let end = string.find(|char| {
            let ends = char == '"' && !escaped;
            escaped = char == '\\' && !escaped;
            ends
        });
        end.unwrap() + 2
    } else {
        rest.find([',', '}', ']', ' ', '\n']).unwrap_or(rest.len())
    };
    let (token, after) = rest.split_at(end);
    *rest = after;
    token.to_owned()
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name}:{value}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
            Self::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Other(text) => f.write_str(text),
        }
    }
}
