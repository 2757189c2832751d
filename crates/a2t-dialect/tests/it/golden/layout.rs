//! JSON as people read it: what fits on a line is one, and a container of a single value takes no
//! separate line.

use std::fmt::Write;

use serde_json::Value;

const WIDTH: usize = 160;

pub(crate) fn text(value: &Value) -> String {
    let mut text = String::new();
    put(value, 0, &mut text);
    text.push('\n');
    text
}

fn put(value: &Value, indent: usize, text: &mut String) {
    let line = inline(value);
    let fits = indent + line.chars().count() <= WIDTH;
    match value {
        Value::Array(items) if !fits => {
            let items = items.iter().map(|item| (String::new(), item));
            block("[]", items.collect(), indent, text);
        }
        Value::Object(members) if !fits => {
            let members = members.iter();
            let members = members.map(|(name, member)| (format!("{}: ", quoted(name)), member));
            block("{}", members.collect(), indent, text);
        }
        _ => text.push_str(&line),
    }
}

fn block(brackets: &str, items: Vec<(String, &Value)>, indent: usize, text: &mut String) {
    let (open, close) = brackets.split_at(1);
    text.push_str(open);
    if let [(label, item)] = items.as_slice() {
        text.push_str(label);
        put(item, indent, text);
    } else {
        for (index, (label, item)) in items.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(text, "{comma}\n{:1$}{label}", "", indent + 2).unwrap();
            put(item, indent + 2, text);
        }
        write!(text, "\n{:1$}", "", indent).unwrap();
    }
    text.push_str(close);
}

fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let member =
                |(name, member): (&String, &Value)| format!("{}: {}", quoted(name), inline(member));
            let members: Vec<_> = members.iter().map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
        other => other.to_string(),
    }
}

fn quoted(name: &str) -> String {
    Value::from(name).to_string()
}
