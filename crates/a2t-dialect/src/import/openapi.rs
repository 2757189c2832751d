//! The operations of an OpenAPI 3 description: parameters in path, query and header, flat JSON
//! bodies, and the first JSON response of the two hundreds.

use std::sync::LazyLock;

use a2t_core::Hints;
use a2t_core::error::inert;
use serde_json::{Value, json};

use super::node::{Node, PendingLoss};
use super::report::{Effect, Loss};
use super::tool::{Foreign, Member, Reader};
use super::view::View;
use super::{ImportError, bounded};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const IGNORED: [&str; 3] = ["accept", "content-type", "authorization"];

pub(super) fn read<'a>(reader: &mut Reader<'a>, document: &'a Value) -> Result<(), ImportError> {
    let root = Node::new(document, "");
    let version = root.text("openapi").unwrap_or_default();
    if !version.starts_with("3.") {
        let found = document.get("openapi").map(a2t_core::json::shown);
        let message = format!(
            "expected OpenAPI 3.0 or 3.1, got {}",
            found.unwrap_or_else(|| "nothing".to_owned())
        );
        return Err(ImportError::new("/openapi", message));
    }
    let Some(paths) = root.member("paths") else {
        return Err(ImportError::new("", "expected `paths` with operations, got nothing"));
    };
    let names = paths.object().map(|paths| paths.keys()).into_iter().flatten();
    let items: Vec<_> = names
        .filter(|name| name.starts_with('/'))
        .filter_map(|name| Some((&**name, paths.member(name)?)))
        .collect();
    let mut count = 0;
    for (path, item) in items {
        let at = item.at.clone();
        let item = match reader.resolver.resolve(item) {
            Ok(item) => item,
            Err(loss) => {
                reader.note_document(Effect::ToolDropped, loss);
                continue;
            }
        };
        for method in METHODS {
            if let Some(mut operation) = item.member(method) {
                count += 1;
                bounded(count, &at)?;
                if operation.object().is_none() {
                    operation.at = item.at.clone();
                }
                self::operation(reader, path, method, &item, &operation)?;
            }
        }
    }
    Ok(())
}

fn operation<'a>(
    reader: &mut Reader<'a>,
    path: &'a str,
    method: &str,
    item: &Node<'a>,
    operation: &Node<'a>,
) -> Result<(), ImportError> {
    let at = &*operation.at;
    let given = operation.text("operationId");
    let name = given.map_or_else(|| derived(method, path), str::to_owned);
    reader.begin(&name);
    if given.is_none() {
        let message = format!("named for `{} {path}`", method.to_uppercase());
        reader.note(Effect::Text, PendingLoss::new(Loss::NameDerived, at, message));
    }
    if operation
        .object()
        .is_some_and(|members| members.get("deprecated") == Some(&Value::Bool(true)))
    {
        let message = "the operation is deprecated";
        reader.note(Effect::Text, PendingLoss::new(Loss::Deprecated, at, message));
    }
    let mut members = parameters(reader, item, operation);
    members.extend(undeclared(reader, path, item, operation));
    members.extend(body(reader, operation));
    let tags = operation.member("tags");
    let tags = tags.iter().flat_map(Node::items);
    let foreign = Foreign {
        at: at.to_owned(),
        name,
        description: (format!("{at}/description"), description(item, operation)),
        title: None,
        hints: Hints::NONE,
        img: None,
        tags: tags.filter_map(|tag| tag.value.as_str()).collect(),
        members,
        result: response(reader, operation),
    };
    reader.tool(foreign)
}

/// Summary and description, whichever there are; those of the path where the operation has none.
fn description(item: &Node<'_>, operation: &Node<'_>) -> String {
    for node in [operation, item] {
        let (summary, text) = (node.text("summary"), node.text("description"));
        let texts = [summary, text].into_iter().flatten().map(str::trim);
        let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
        match *texts.as_slice() {
            [] => {}
            [only] => return only.to_owned(),
            [summary, text, ..] if text.starts_with(summary) => return text.to_owned(),
            [summary, text, ..] => return format!("{summary}\n\n{text}"),
        }
    }
    String::new()
}

/// `get_pets_by_pet_id` for `GET /pets/{petId}`.
fn derived(method: &str, path: &str) -> String {
    let mut words = vec![method.to_owned()];
    for segment in path.split('/').filter(|segment| !segment.is_empty()).take(16) {
        let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        words.extend(name.map(|_| "by".to_owned()));
        words.push(snake(name.unwrap_or(segment)));
    }
    words.retain(|word| !word.is_empty());
    words.join("_")
}

/// Words in lower case with `_` between them; words of camel case are words.
fn snake(text: &str) -> String {
    let mut found = String::new();
    let mut ended = false;
    for character in text.chars().take(100) {
        if !character.is_ascii_alphanumeric() {
            ended = true;
            continue;
        }
        let lower = found.ends_with(|last: char| !last.is_ascii_uppercase() && last != '_');
        if !found.is_empty() && (ended || lower && character.is_ascii_uppercase()) {
            found.push('_');
        }
        ended = false;
        found.push(character);
    }
    found.to_ascii_lowercase()
}

fn parameters<'a>(
    reader: &mut Reader<'a>,
    item: &Node<'a>,
    operation: &Node<'a>,
) -> Vec<Member<'a>> {
    let mut found: Vec<Node<'a>> = Vec::new();
    for holder in [operation, item] {
        for node in holder.member("parameters").iter().flat_map(Node::items) {
            reader.resolver.work(1 + found.len());
            match reader.resolver.resolve(node) {
                Ok(node) if found.iter().any(|known| is_same(known, &node)) => {}
                Ok(node) => found.push(node),
                Err(loss) => reader.note(Effect::ToolDropped, loss),
            }
            if reader.resolver.is_exhausted() {
                return Vec::new();
            }
        }
    }
    found.iter().filter_map(|node| parameter(reader, node)).collect()
}

/// The parts of a path in braces that no parameter declares: texts, since a path is one.
fn undeclared<'a>(
    reader: &mut Reader<'a>,
    path: &'a str,
    item: &Node<'a>,
    operation: &Node<'a>,
) -> Vec<Member<'a>> {
    static TEXT: LazyLock<Value> = LazyLock::new(|| json!({"type": "string"}));
    let mut found: Vec<Member<'a>> = Vec::new();
    for part in path.split('{').skip(1).filter_map(|part| part.split_once('}')).take(16) {
        let (name, _) = part;
        if found.iter().any(|known| known.name == name) || declares(reader, item, operation, name) {
            continue;
        }
        let message =
            format!("no parameter declares `{{{}}}` of the path: a required text", inert(name));
        reader.note(Effect::Widened, PendingLoss::new(Loss::Undeclared, &operation.at, message));
        let schema = Node::new(&TEXT, operation.at.clone());
        found.push(Member { name, schema, description: None, required: true, in_body: false });
    }
    found
}

/// Returns whether a parameter of the operation or of its path stands for this part of the path. One that leads nowhere
/// is reported as that.
fn declares<'a>(
    reader: &mut Reader<'a>,
    item: &Node<'a>,
    operation: &Node<'a>,
    name: &str,
) -> bool {
    let holders = [operation.member("parameters"), item.member("parameters")];
    let nodes: Vec<_> = holders.iter().flatten().flat_map(Node::items).collect();
    reader.resolver.work(nodes.len());
    nodes.into_iter().any(|node| match reader.resolver.resolve(node) {
        Ok(node) => node.text("in") == Some("path") && node.text("name") == Some(name),
        Err(_) => true,
    })
}

fn is_same(a: &Node<'_>, b: &Node<'_>) -> bool {
    a.text("name") == b.text("name") && a.text("in") == b.text("in")
}

fn parameter<'a>(reader: &mut Reader<'a>, node: &Node<'a>) -> Option<Member<'a>> {
    let Some(name) = node.text("name") else {
        reader.refuse(Loss::NotATool, &node.at, "a parameter without `name`");
        return None;
    };
    let required = node.value.get("required") == Some(&Value::Bool(true));
    let location = node.text("in").unwrap_or_default();
    if location == "header" && IGNORED.contains(&&*name.to_ascii_lowercase()) {
        return None;
    }
    let schema = node.member("schema");
    let loss = match (location, schema) {
        ("path" | "query" | "header", Some(schema)) => {
            return Some(Member {
                name,
                schema,
                description: node.text("description"),
                required: required || location == "path",
                in_body: false,
            });
        }
        ("path" | "query" | "header", None) => "its value is text in a media type".to_owned(),
        (other, _) => format!("it travels in `{other}`"),
    };
    let loss = PendingLoss::new(Loss::Location, &node.at, loss);
    reader.lose(required, name, loss);
    None
}

fn body<'a>(reader: &mut Reader<'a>, operation: &Node<'a>) -> Vec<Member<'a>> {
    let Some(node) = operation.member("requestBody") else {
        return Vec::new();
    };
    let node = match reader.resolver.resolve(node) {
        Ok(node) => node,
        Err(loss) => {
            reader.note(Effect::ToolDropped, loss);
            return Vec::new();
        }
    };
    let required = node.value.get("required") == Some(&Value::Bool(true));
    let Some(schema) = json_schema(&node) else {
        let loss = PendingLoss::new(
            Loss::Body,
            &node.at,
            "no body of type application/json with a schema",
        );
        return without_body(reader, loss);
    };
    let view = View::new(&schema, &mut reader.resolver);
    let flat = view.is_ok_and(|view| !view.properties.is_empty() || !view.union.is_empty());
    if !flat {
        let loss =
            PendingLoss::new(Loss::Body, &schema.at, "the body is not an object with members");
        return without_body(reader, loss);
    }
    let mut members = reader.members(&schema);
    members.iter_mut().for_each(|member| member.in_body = true);
    if !required && members.iter().any(|member| member.required) {
        let message = "the body may be left out, but if it is sent, it needs its required members";
        let loss = PendingLoss::new(Loss::OptionalBody, &node.at, message);
        reader.note(Effect::Widened, loss);
        members.iter_mut().for_each(|member| member.required = false);
    }
    members
}

/// A body that cannot be expressed takes its operation along, also where it may be left out:
/// without it the tool would not be recognizable.
fn without_body<'a>(reader: &mut Reader<'a>, loss: PendingLoss) -> Vec<Member<'a>> {
    reader.note(Effect::ToolDropped, loss);
    Vec::new()
}

fn json_schema<'a>(node: &Node<'a>) -> Option<Node<'a>> {
    let content = node.member("content")?;
    let names = content.object()?.keys();
    let is_json = |name: &&String| {
        let kind = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        kind == "application/json" || kind.ends_with("+json")
    };
    let name = names.filter(is_json).min()?;
    content.member(name)?.member("schema")
}

/// The schema of the first good response that has one; references in it are to the document.
fn response<'a>(reader: &mut Reader<'a>, operation: &Node<'a>) -> Option<(Node<'a>, Node<'a>)> {
    let responses = operation.member("responses")?;
    let codes = responses.object()?.keys().filter(|code| code.starts_with('2'));
    let mut codes: Vec<_> = codes.collect();
    codes.sort();
    for code in codes.into_iter().take(16) {
        let Ok(node) = reader.resolver.resolve(responses.member(code)?) else {
            continue;
        };
        if let Some(schema) = json_schema(&node) {
            return Some((reader.resolver.root(), schema));
        }
    }
    None
}
