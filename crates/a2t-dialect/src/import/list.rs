//! Lists of tools that carry a JSON schema each: those of MCP servers, Anthropic and OpenAI.

use a2t_core::Hints;
use a2t_core::signature::rule;
use serde_json::Value;

use super::kind::list;
use super::node::{Node, PendingLoss};
use super::report::{Effect, Loss};
use super::tool::{Foreign, Reader};
use super::{ImportError, Kind, hint};

pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    document: &'a Value,
    kind: Kind,
) -> Result<(), ImportError> {
    let list = list(document)?;
    super::bounded(list.items().count(), &list.at)?;
    let holder = Node::new(document, "");
    let holder = holder.member("result").unwrap_or(holder);
    for entry in list.items() {
        match kind {
            Kind::Mcp => mcp(reader, &entry)?,
            Kind::Anthropic => anthropic(reader, &entry)?,
            _ => openai(reader, &entry)?,
        }
    }
    let next = holder.member("nextCursor");
    if let Some(next) = next.filter(|next| kind == Kind::Mcp && *next.value != "") {
        let message = "the server has more tools than this page";
        let loss = PendingLoss::new(Loss::MorePages, &next.at, message);
        reader.note_document(Effect::ToolDropped, loss);
    }
    Ok(())
}

/// `name`, `title`, `description`, `inputSchema`, `outputSchema`, `icons`, `annotations`.
fn mcp<'a>(reader: &mut Reader<'a>, entry: &Node<'a>) -> Result<(), ImportError> {
    let Some(name) = named(reader, entry) else {
        return Ok(());
    };
    let Some(schema) = entry.member("inputSchema") else {
        reader.refuse(Loss::NotATool, &entry.at, "it has no `inputSchema`");
        reader.drop_tool();
        return Ok(());
    };
    let icon = entry.member("icons").and_then(|icons| icons.items().next());
    let img = icon.and_then(|icon| icon.text("src"));
    let annotations = entry.member("annotations");
    let older = || annotations.as_ref().and_then(|annotations| annotations.text("title"));
    let title = entry.text("title").or_else(older);
    let result = entry.member("outputSchema");
    let foreign = foreign(reader, entry, name, Some(schema));
    reader.tool(Foreign {
        // Pictures that stand in the document itself are no URL to show.
        // One that is too long or has hidden characters is for people, and calls do without.
        title: title.filter(|title| rule::title(title).is_ok()),
        hints: hint::read(entry),
        img: img.filter(|url| url.starts_with("https://") && url.len() < 2_000),
        result: result.map(|schema| (schema.clone(), schema)),
        ..foreign
    })
}

/// `name`, `description`, `input_schema`; tools of the provider itself have a `type`.
fn anthropic<'a>(reader: &mut Reader<'a>, entry: &Node<'a>) -> Result<(), ImportError> {
    let Some(name) = named(reader, entry) else {
        return Ok(());
    };
    let hosted = entry.text("type").filter(|kind| *kind != "custom");
    if let Some(kind) = hosted {
        return hosted_tool(reader, entry, kind);
    }
    let Some(schema) = entry.member("input_schema") else {
        reader.refuse(Loss::NotATool, &entry.at, "it has no `input_schema`");
        reader.drop_tool();
        return Ok(());
    };
    let foreign = foreign(reader, entry, name, Some(schema));
    reader.tool(foreign)
}

/// `name`, `description`, `parameters`: inside `function`, or next to `type`.
fn openai<'a>(reader: &mut Reader<'a>, entry: &Node<'a>) -> Result<(), ImportError> {
    let inside = entry.member("function");
    let node = inside.as_ref().unwrap_or(entry);
    let hosted = entry.text("type").filter(|kind| *kind != "function");
    if let Some(kind) = hosted {
        reader.begin(entry.text("name").unwrap_or(kind));
        return hosted_tool(reader, entry, kind);
    }
    let Some(name) = named(reader, node) else {
        return Ok(());
    };
    let schema = node.member("parameters");
    let others = ["inputSchema", "input_schema", "args_schema", "schema"];
    let other = others.iter().find_map(|word| node.member(word));
    if let (None, Some(other)) = (&schema, other) {
        let message = "it has no `parameters`, but a schema next to them: its inputs are lost";
        reader.refuse(Loss::NotATool, &other.at, message);
        reader.drop_tool();
        return Ok(());
    }
    let foreign = foreign(reader, node, name, schema);
    reader.tool(foreign)
}

fn hosted_tool(reader: &mut Reader<'_>, entry: &Node<'_>, kind: &str) -> Result<(), ImportError> {
    let message = format!("`{kind}` runs at the provider");
    reader.refuse(Loss::HostedTool, &format!("{}/type", entry.at), message);
    reader.drop_tool();
    Ok(())
}

fn named<'a>(reader: &mut Reader<'a>, entry: &Node<'a>) -> Option<&'a str> {
    let name = entry.text("name");
    match name {
        Some(name) => reader.begin(name),
        None => {
            let loss = PendingLoss::new(Loss::NotATool, &entry.at, "it has no `name`");
            reader.note_document(Effect::ToolDropped, loss);
        }
    }
    name
}

fn foreign<'a>(
    reader: &mut Reader<'a>,
    entry: &Node<'a>,
    name: &str,
    schema: Option<Node<'a>>,
) -> Foreign<'a> {
    let members = match schema {
        Some(schema) => {
            reader.resolver.enter(schema.clone());
            reader.members(&schema)
        }
        None => Vec::new(),
    };
    let text = entry.text("description").or(entry.text("title"));
    Foreign {
        at: entry.at.clone(),
        name: name.to_owned(),
        description: (format!("{}/description", entry.at), text.unwrap_or_default().to_owned()),
        title: None,
        hints: Hints::NONE,
        img: None,
        tags: Vec::new(),
        members,
        result: None,
    }
}
