//! Server-sent events (HTML Standard, section 9.2): chunks of bytes in, the data of events out.

use std::time::Duration;

/// Reader of one stream. What it holds is bounded by what it is given.
#[derive(Debug, Default)]
pub(super) struct Events {
    line: Vec<u8>,
    /// Whether the last byte was a carriage return, to which a following line feed belongs.
    returned: bool,
    data: Option<Vec<u8>>,
    /// Type of the event, which is empty for `message`.
    kind: String,
    /// Beginning of the last event that was passed by, for errors.
    pub(super) skipped: Option<String>,
    /// The id of the last event, by which a stream is resumed.
    pub(super) last_id: Option<String>,
    /// The wait before a resumption that the server asks for.
    pub(super) retry: Option<Duration>,
}

impl Events {
    /// Takes a chunk, and hands out the data of each message that it completes. Events of other types, such as `ping`,
    /// are passed by, as comments are.
    pub(super) fn take(&mut self, chunk: &[u8]) -> Vec<Vec<u8>> {
        let mut events = Vec::new();
        for byte in chunk {
            match byte {
                b'\n' if std::mem::take(&mut self.returned) => {}
                b'\n' | b'\r' => {
                    self.returned = *byte == b'\r';
                    events.extend(self.end_of_line());
                }
                other => {
                    self.returned = false;
                    self.line.push(*other);
                }
            }
        }
        events
    }

    fn end_of_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            let (kind, data) = (std::mem::take(&mut self.kind), self.data.take());
            if kind.is_empty() || kind == "message" {
                return data;
            }
            self.skip(&kind, &data.unwrap_or_default());
            return None;
        }
        let text = String::from_utf8_lossy(&line);
        let (field, value) = text.split_once(':').unwrap_or((&text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field.trim_start_matches('\u{feff}') {
            "data" => self.add(value),
            "event" => value.clone_into(&mut self.kind),
            "id" if !value.contains('\0') => self.last_id = Some(value.to_owned()),
            "retry" => self.retry = value.parse().ok().map(Duration::from_millis),
            _ => {}
        }
        None
    }

    /// Remembers an event that is no message.
    pub(super) fn skip(&mut self, kind: &str, data: &[u8]) {
        let start = String::from_utf8_lossy(data.get(..SHOWN).unwrap_or(data)).into_owned();
        let kind = if kind.is_empty() { "message" } else { kind };
        self.skipped = Some(format!("{}: {start}", kind.chars().take(SHOWN).collect::<String>()));
    }

    /// The fault of a stream that ended without the answer.
    pub(super) fn ended(&self) -> String {
        let fault = "the stream ended before the answer";
        match &self.skipped {
            Some(skipped) => format!("{fault}; its last event that is no message is `{skipped}`"),
            None => fault.to_owned(),
        }
    }

    fn add(&mut self, value: &str) {
        match &mut self.data {
            Some(data) => {
                data.push(b'\n');
                data.extend_from_slice(value.as_bytes());
            }
            None => self.data = Some(value.as_bytes().to_vec()),
        }
    }
}

/// Bytes of an event that errors show.
const SHOWN: usize = 80;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunks: &[&str]) -> (Vec<String>, Events) {
        let mut events = Events::default();
        let found: Vec<_> = chunks.iter().flat_map(|chunk| events.take(chunk.as_bytes())).collect();
        let found = found.into_iter().map(|data| String::from_utf8(data).unwrap());
        (found.collect(), events)
    }

    #[test]
    fn an_event_is_whole_however_it_is_cut() {
        let text =
            "id: 7\r\nretry: 250\r\ndata: {\"a\":\r\ndata:1}\r\n\r\n: comment\n\ndata: é\n\n";
        let (whole, events) = read(&[text]);
        assert_eq!(whole, ["{\"a\":\n1}", "é"]);
        assert_eq!(events.last_id.as_deref(), Some("7"));
        assert_eq!(events.retry, Some(Duration::from_millis(250)));
        let mut one_by_one = Events::default();
        let found: Vec<_> = text.bytes().flat_map(|byte| one_by_one.take(&[byte])).collect();
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn events_of_other_types_and_comments_are_passed_by() {
        let noise = ": ping\n\n:\n\nevent: ping\ndata: 2026-01-01\n\nevent: keepalive\n\nevent:endpoint\r\ndata: /m\r\n\r\n";
        for kind in ["", "event: message\n", "event\n", "event:message\r\n"] {
            let (found, events) = read(&[&format!("{noise}{kind}data: 1\n\n")]);
            assert_eq!(found, ["1"], "{kind}");
            assert_eq!(events.skipped.as_deref(), Some("endpoint: /m"));
        }
    }

    #[test]
    fn an_event_without_its_empty_line_is_not_one() {
        assert!(read(&["data: 1\n"]).0.is_empty());
        assert!(read(&["event: message\n\n"]).0.is_empty());
    }
}
