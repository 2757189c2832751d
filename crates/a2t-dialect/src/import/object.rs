//! The schema of an object becomes the inputs or the outputs that its members are.

use a2t_core::error::inert;
use a2t_core::json::{kind, shown};
use a2t_core::signature::rule::{self, PARAMETERS_MAX};
use a2t_core::{AllowedValue, OutputParameter, OutputType};
use serde_json::Value;

use super::choice::{self, Values};
use super::node::{Node, PendingLoss, below};
use super::report::{Effect, Loss};
use super::text::OTHER_MAX;
use super::tool::{Member, Reader};
use super::view::{Sort, View};

const COMBINATIONS: &[&str] =
    &["not", "if", "dependentRequired", "dependentSchemas", "minProperties", "propertyNames"];

impl<'a> Reader<'a> {
    pub(super) fn members(&mut self, schema: &Node<'a>) -> Vec<Member<'a>> {
        match View::new(schema, &mut self.resolver) {
            Err(loss) => {
                self.note(Effect::ToolDropped, loss);
                Vec::new()
            }
            Ok(view) => {
                self.strays(schema, &view);
                self.members_of(&view)
            }
        }
    }

    /// Members of an object's schema that are no keywords of JSON Schema but look like inputs: the
    /// author forgot `properties`, or the schema is inside.
    fn strays(&mut self, schema: &Node<'a>, view: &View<'a>) {
        if let Some(node) = schema.member("properties").filter(|node| node.object().is_none()) {
            let message = format!("expected an object of inputs, got {}", shown(node.value));
            self.refuse(Loss::NotAnObject, &node.at, message);
        }
        let words = schema.object().into_iter().flatten();
        let stray = words.filter(|(word, value)| is_stray(word, value));
        for (word, _) in stray.take(PARAMETERS_MAX) {
            let at = below(&schema.at, word);
            let name = inert(word);
            if view.properties.is_empty() {
                let message =
                    format!("`{name}` stands where `properties` should, and its inputs are lost");
                self.refuse(Loss::NotAnObject, &at, message);
                return;
            }
            let message = "it stands next to `properties`, not in it";
            self.lose(
                view.required.contains(&&**word),
                word,
                PendingLoss::new(Loss::NotAnObject, &at, message),
            );
        }
    }

    fn members_of(&mut self, view: &View<'a>) -> Vec<Member<'a>> {
        let is_object = match view.sort() {
            Sort::Object | Sort::Any => true,
            Sort::Mixed => view.word("type").is_none(),
            _ => false,
        };
        if !is_object {
            let declared = view.word("type").map(|node| shown(node.value));
            let message = format!("expected an object, got {}", declared.unwrap_or_default());
            self.refuse(Loss::NotAnObject, &view.at, message);
            return Vec::new();
        }
        self.openness(view);
        self.combinations(view);
        for name in &view.required {
            if !view.properties.contains_key(name) {
                let at = format!("{}/required", view.at);
                let loss = PendingLoss::new(Loss::Untyped, &at, "it has no schema");
                self.lose(true, name, loss);
            }
        }
        ordered(view)
            .map(|(name, node)| Member {
                name,
                schema: node.clone(),
                description: None,
                required: view.required.contains(&name),
                in_body: false,
            })
            .collect()
    }

    fn openness(&mut self, view: &View<'a>) {
        let more = view.word("additionalProperties");
        let more = more.filter(|node| *node.value != Value::Bool(false));
        if let Some(node) = more.or(view.word("patternProperties")) {
            let message = "the object takes members that it does not name";
            let loss = PendingLoss::new(Loss::Open, &node.at, message);
            self.note(Effect::Narrowed, loss);
        }
    }

    /// A union whose parts have members does not give one list of inputs.
    fn combinations(&mut self, view: &View<'a>) {
        let mut hidden = false;
        for part in &view.union {
            let part = View::new(part, &mut self.resolver);
            hidden |= part.is_ok_and(|part| {
                let mut names = part.properties.keys();
                names.any(|name| !view.properties.contains_key(name))
            });
        }
        if hidden {
            let message = "the inputs are those of one of several schemas";
            self.refuse(Loss::Union, &view.at, message);
            return;
        }
        let mut words: Vec<_> = COMBINATIONS.iter().filter_map(|word| view.word(word)).collect();
        words.extend(view.union.first());
        if let Some(node) = words.first() {
            let message = "which inputs go together cannot be expressed";
            let loss = PendingLoss::new(Loss::Combination, &node.at, message);
            self.note(Effect::Widened, loss);
        }
    }

    /// The outputs that the members of a result are; one of type `json` where it is not flat.
    pub(super) fn outputs(&mut self, result: Option<(Node<'a>, Node<'a>)>) -> Vec<OutputParameter> {
        let Some((root, schema)) = result else {
            return vec![whole(String::new())];
        };
        self.resolver.enter(root);
        let view = match View::new(&schema, &mut self.resolver) {
            Ok(view) => view,
            Err(loss) => return vec![self.unflat(&schema.at, &loss.message, "")],
        };
        let text = view.text("description").unwrap_or_default();
        let is_object = view.sort() == Sort::Object || view.sort() == Sort::Any;
        let proper = |name: &&str| rule::parameter_name(name).is_ok();
        if view.sort() == Sort::Any && view.properties.is_empty() {
            return vec![whole(self.describe(&view.at, text, &[], OTHER_MAX))];
        }
        if !is_object || view.properties.is_empty() || !view.properties.keys().all(proper) {
            return vec![self.unflat(&view.at, "a result that is not a flat object", text)];
        }
        if view.properties.len() > PARAMETERS_MAX {
            let message = format!("a result of more than {PARAMETERS_MAX} members");
            return vec![self.unflat(&view.at, &message, text)];
        }
        ordered(&view).filter_map(|(name, node)| self.output(name, node)).collect()
    }

    fn unflat(&mut self, at: &str, message: &str, text: &str) -> OutputParameter {
        let loss = PendingLoss::new(Loss::Output, at, message);
        self.note(Effect::Text, loss);
        whole(self.describe(at, text, &[], OTHER_MAX))
    }

    fn output(&mut self, name: &str, node: &Node<'a>) -> Option<OutputParameter> {
        let read = View::new(node, &mut self.resolver);
        let is_read = read.is_ok();
        let view = read.unwrap_or_default();
        if view.is_true("writeOnly") {
            return None;
        }
        let kind = match choice::of(&view, &mut self.resolver) {
            Ok(Some(choices)) => chosen(choices.values),
            _ if is_read => sorted(&view),
            _ => None,
        };
        let kind = kind.unwrap_or_else(|| {
            let (name, found) = (inert(name), word_for(&view, node));
            let message = format!("output `{name}` becomes json: {found}");
            let loss = PendingLoss::new(Loss::Output, &node.at, message);
            self.note(Effect::Text, loss);
            OutputType::Json
        });
        let text = view.text("description").or(view.text("title"));
        let description = self.describe(&node.at, text.unwrap_or_default(), &[], OTHER_MAX);
        Some(OutputParameter {
            id: name.to_owned().into(),
            name: name.to_owned().into(),
            kind,
            description: description.into(),
        })
    }
}

fn is_stray(word: &str, value: &Value) -> bool {
    const WORDS: &[&str] = &[
        "$defs",
        "additionalProperties",
        "contains",
        "contentSchema",
        "default",
        "definitions",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "example",
        "examples",
        "if",
        "items",
        "not",
        "patternProperties",
        "properties",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
        "xml",
        "discriminator",
        "externalDocs",
    ];
    let is_extension = word.starts_with("x-") || word.starts_with(['$', '_']);
    let has = |word| value.get(word).is_some();
    let is_schema = ["type", "properties", "$ref", "anyOf", "oneOf", "enum"].into_iter().any(has);
    !WORDS.contains(&word) && !is_extension && is_schema
}

/// The members in the order of `required`, and then in that of the document: in JSON the order of
/// members has no meaning, but models fill them in as they read them.
fn ordered<'v, 'a>(view: &'v View<'a>) -> impl Iterator<Item = (&'a str, &'v Node<'a>)> {
    let required = view.required.iter();
    let required = required.filter_map(|name| Some((*name, view.properties.get(name)?)));
    let others = view.names.iter().filter(|name| !view.required.contains(name));
    required.chain(others.filter_map(|name| Some((*name, view.properties.get(name)?))))
}

fn whole(description: String) -> OutputParameter {
    let text =
        if description.is_empty() { "What the tool returns.".to_owned() } else { description };
    OutputParameter {
        id: "result".into(),
        name: "result".into(),
        kind: OutputType::Json,
        description: text.into(),
    }
}

fn chosen(values: Values<'_>) -> Option<OutputType> {
    match values {
        Values::Names(names) if names.iter().all(choice::Name::is_proper) => {
            let value = |value: choice::Name<'_>| AllowedValue {
                name: value.name.to_owned().into(),
                description: value.description.into(),
            };
            let allowed_values: Vec<_> = names.into_iter().map(value).collect();
            Some(OutputType::Enum { allowed_values: allowed_values.into() })
        }
        Values::Names(_) => Some(OutputType::String),
        Values::Integers(_) => Some(OutputType::Int),
        Values::Booleans { .. } => Some(OutputType::Boolean),
        Values::Mixed => None,
    }
}

fn sorted(view: &View<'_>) -> Option<OutputType> {
    match view.sort() {
        Sort::String => Some(OutputType::String),
        Sort::Integer => Some(OutputType::Int),
        Sort::Boolean => Some(OutputType::Boolean),
        Sort::Any => Some(OutputType::Json),
        Sort::Mixed if is_anything(view) => Some(OutputType::Json),
        _ => None,
    }
}

fn is_anything(view: &View<'_>) -> bool {
    let names = view.word("type").and_then(|node| node.value.as_array());
    let has = |name: &&str| names.is_some_and(|names| names.iter().any(|known| known == name));
    ["array", "boolean", "number", "object", "string"].iter().all(has)
}

fn word_for(view: &View<'_>, node: &Node<'_>) -> String {
    match view.word("type") {
        Some(word) => shown(word.value),
        None => kind(node.value).to_owned(),
    }
}
