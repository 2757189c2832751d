//! The fast path of [`canonical`](super::canonical): the same bytes without a serializer. Build scripts are not
//! optimised and write thousands of signatures: it moves the row "generating a client of 1000 tools" of
//! `docs/performance.md`.

use super::problem_type::Listed;
use super::{
    AllowedValue, Constraints, Hints, InputParameter, OutputParameter, OutputType, Preconditions,
    ToolSignature,
};

pub(super) fn write(tool: &ToolSignature) -> String {
    let mut out = Json::default();
    out.raw("{\"toolId\":\"");
    out.raw(&tool.tool_id.to_string());
    out.text("\",\"name\":\"", &tool.name);
    if let Some(title) = &tool.title {
        out.text("\",\"title\":\"", title);
    }
    out.text("\",\"description\":\"", &tool.description);
    if let Some(img) = &tool.img {
        out.text("\",\"img\":\"", img);
    }
    out.integer("\",\"version\":", i64::from(tool.version));
    out.integer(",\"currentVersion\":", i64::from(tool.current_version));
    if let Some(deprecated) = &tool.deprecated {
        out.text(",\"deprecated\":{\"since\":\"", &deprecated.since);
        out.text("\",\"note\":\"", &deprecated.note);
        out.raw("\"}");
    }
    hints(&mut out, tool.hints);
    preconditions(&mut out, tool.preconditions.as_ref());
    if !tool.errors.is_empty() {
        out.raw(",\"errors\":");
        let listed = Listed { tool: tool.tool_id, errors: &tool.errors };
        out.raw(&serde_json::to_string(&listed).unwrap_or_default());
    }
    out.list(",\"tags\":[", &tool.tags, |out, tag| {
        out.text("\"", tag);
        out.raw("\"");
    });
    out.list(",\"input_parameters\":[", &tool.input_parameters, input);
    out.list(",\"output_parameters\":[", &tool.output_parameters, output);
    out.raw("}");
    out.text
}

fn hints(out: &mut Json, hints: Hints) {
    let mut before = ",\"annotations\":{\"";
    for (name, hint) in hints.iter() {
        out.raw(before);
        out.raw(name);
        out.raw(if hint { "\":true" } else { "\":false" });
        before = ",\"";
    }
    if !hints.is_none() {
        out.raw("}");
    }
}

fn preconditions(out: &mut Json, preconditions: Option<&Preconditions>) {
    let Some(preconditions) = preconditions else {
        out.raw(",\"preconditions\":null");
        return;
    };
    if !preconditions.is_none() {
        out.raw(",\"preconditions\":");
        // Few tools have any.
        out.raw(&serde_json::to_string(preconditions).unwrap_or_default());
    }
}

fn input(out: &mut Json, input: &InputParameter) {
    out.parameter([&input.id, &input.name, input.kind.name(), &input.description]);
    out.raw(if input.required { "\",\"required\":true" } else { "\",\"required\":false" });
    let Constraints { min, max, max_length, allowed_values } = input.kind.constraints();
    if let Some(min) = min {
        out.integer(",\"min\":", min);
    }
    if let Some(max) = max {
        out.integer(",\"max\":", max);
    }
    if let Some(max) = max_length {
        out.raw(",\"max-length\":");
        out.raw(&max.to_string());
    }
    if let Some(values) = allowed_values {
        out.list(VALUES, values, value);
    }
    if let Some(format) = &input.format {
        out.text(",\"format\":\"", format);
        out.raw("\"");
    }
    out.raw("}");
}

fn output(out: &mut Json, output: &OutputParameter) {
    out.parameter([&output.id, &output.name, output.kind.name(), &output.description]);
    out.raw("\"");
    if let OutputType::Enum { allowed_values } = &output.kind
        && !allowed_values.is_empty()
    {
        out.list(VALUES, allowed_values, value);
    }
    if let OutputType::Described { shape } = &output.kind {
        out.raw(",\"schema\":");
        // Few outputs have one, and a schema has no second writer.
        out.raw(&serde_json::to_string(shape.get()).unwrap_or_default());
    }
    out.raw("}");
}

const VALUES: &str = ",\"allowed-values\":[";

fn value(out: &mut Json, value: &AllowedValue) {
    out.text("{\"name\":\"", &value.name);
    out.text("\",\"description\":\"", &value.description);
    out.raw("\"}");
}

#[derive(Default)]
struct Json {
    text: String,
}

impl Json {
    fn raw(&mut self, json: &str) {
        self.text.push_str(json);
    }

    fn integer(&mut self, before: &str, number: i64) {
        self.raw(before);
        self.raw(&number.to_string());
    }

    fn parameter(&mut self, [id, name, kind, description]: [&str; 4]) {
        self.text("{\"id\":\"", id);
        self.text("\",\"name\":\"", name);
        self.text("\",\"type\":\"", kind);
        self.text("\",\"description\":\"", description);
    }

    fn list<T>(&mut self, before: &str, items: &[T], item: impl Fn(&mut Self, &T)) {
        self.raw(before);
        let mut comma = false;
        for each in items {
            if std::mem::replace(&mut comma, true) {
                self.raw(",");
            }
            item(self, each);
        }
        self.raw("]");
    }

    /// The inside of a string, escaped as little as JSON allows.
    fn text(&mut self, before: &str, text: &str) {
        self.raw(before);
        let (mut from, mut at) = (0, 0);
        for &byte in text.as_bytes() {
            if byte < b' ' || byte == b'"' || byte == b'\\' {
                self.raw(text.get(from..at).unwrap_or_default());
                self.escape(byte);
                from = at + 1;
            }
            at += 1;
        }
        self.raw(text.get(from..).unwrap_or_default());
    }

    fn escape(&mut self, byte: u8) {
        match byte {
            b'"' => self.raw("\\\""),
            b'\\' => self.raw("\\\\"),
            b'\n' => self.raw("\\n"),
            b'\r' => self.raw("\\r"),
            b'\t' => self.raw("\\t"),
            0x08 => self.raw("\\b"),
            0x0c => self.raw("\\f"),
            other => self.raw(&format!("\\u{other:04x}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::signature::{Deprecated, InputType};

    proptest! {
        #[test]
        fn a_signature_is_written_as_its_serializer_writes_it(
            mut tool in crate::arbitrary::signature(),
            wild in proptest::collection::vec(any::<String>(), 4),
            number in any::<u64>(),
        ) {
            prop_assert_eq!(write(&tool), serde_json::to_string(&tool).unwrap());
            // Also what no rule lets through, every control character among it.
            let mut texts = wild.into_iter().map(std::borrow::Cow::Owned);
            tool.name = texts.next().unwrap();
            tool.img = texts.next();
            tool.title = tool.img.clone();
            tool.tags = vec![texts.next().unwrap(), "\u{0}\u{8}\t\n\u{b}\u{c}\r\u{1f}\u{7f}\"\\/".into()].into();
            tool.deprecated = texts.next().map(|note| Deprecated { since: "".into(), note });
            for input in tool.input_parameters.to_mut() {
                if let InputType::String { max_length } = &mut input.kind {
                    *max_length = Some(number);
                }
            }
            prop_assert_eq!(write(&tool), serde_json::to_string(&tool).unwrap());
        }
    }
}
