//! A foreign schema becomes the type of an input, or the reason why it cannot.

use a2t_core::error::inert;
use a2t_core::json::{kind, shown};
use a2t_core::signature::{SAFE_MAX, Text};
use a2t_core::{AllowedValue, InputType};
use serde_json::Value;

use super::choice::{self, Choices};
use super::node::{Node, PendingLoss, Resolver};
use super::report::{Effect, Loss};
use super::text;
use super::view::{Sort, View};

#[derive(Debug)]
pub(super) struct Typed {
    pub(super) kind: InputType,
    pub(super) remarks: Vec<String>,
    pub(super) notes: Vec<(Effect, PendingLoss)>,
}

impl Typed {
    fn new(kind: InputType) -> Self {
        Self { kind, remarks: Vec::new(), notes: Vec::new() }
    }

    fn note(&mut self, effect: Effect, rule: Loss, at: &str, message: impl Into<String>) {
        self.notes.push((effect, PendingLoss::new(rule, at, message)));
    }

    fn constraint(&mut self, node: &Node<'_>, remark: String) {
        let word = node.at.rsplit('/').next().unwrap_or_default();
        let message = format!("`{}` has no place in a signature: {remark}", inert(word));
        self.note(Effect::Widened, Loss::Constraint, &node.at, message);
        self.remarks.push(remark);
    }
}

pub(super) fn typed<'a>(
    view: &View<'a>,
    resolver: &mut Resolver<'a>,
) -> Result<Typed, PendingLoss> {
    let mut typed = match choice::of(view, resolver)? {
        Some(choices) => chosen(choices, view)?,
        None => by_sort(view)?,
    };
    default(view, &mut typed);
    Ok(typed)
}

pub(super) fn reshaped(view: &View<'_>, loss: &PendingLoss) -> Option<Typed> {
    let what = &loss.message;
    let (mut typed, message) = match loss.rule {
        Loss::Number => {
            let message = format!("{what}: a whole number");
            (integer(view).ok()?, message)
        }
        Loss::Array | Loss::Nested | Loss::FreeForm | Loss::Union | Loss::Untyped => {
            let mut typed = Typed::new(InputType::String { max_length: None });
            typed.remarks.push(format!("JSON as text: {what}"));
            (typed, format!("{what}: JSON as text"))
        }
        _ => return None,
    };
    typed.note(Effect::Reshaped, loss.rule, &loss.at, message);
    default(view, &mut typed);
    Some(typed)
}

fn by_sort(view: &View<'_>) -> Result<Typed, PendingLoss> {
    let at = &*view.at;
    let loss = |rule, message: &str| Err(PendingLoss::new(rule, at, message));
    match view.sort() {
        Sort::String => Ok(string(view)),
        Sort::Integer => integer(view),
        Sort::Boolean => Ok(Typed::new(InputType::Boolean)),
        Sort::Number if is_whole(view) => integer(view),
        Sort::Number => loss(Loss::Number, "a number that need not be whole"),
        Sort::Array => loss(Loss::Array, "an array"),
        Sort::Object if view.properties.is_empty() => {
            loss(Loss::FreeForm, "an object whose members are not declared")
        }
        Sort::Object => {
            let names: Vec<_> = view.properties.keys().take(5).map(|name| inert(name)).collect();
            let message = format!("an object with the members {}", names.join(", "));
            loss(Loss::Nested, &message)
        }
        Sort::Null => loss(Loss::NoSchema, "nothing but null"),
        Sort::Mixed => union(view),
        Sort::Any => loss(Loss::Untyped, "the schema has no type"),
    }
}

/// A union of schemas of one sort would still need a type that has both their constraints.
fn union(view: &View<'_>) -> Result<Typed, PendingLoss> {
    if let Some(node) = view.word("type") {
        let names = node.value.as_array().into_iter().flatten();
        let names: Vec<_> = names.take(8).map(shown).collect();
        let message = format!("several types: {}", names.join(", "));
        return Err(PendingLoss::new(Loss::Union, &node.at, message));
    }
    let sort = |node: &Node<'_>| {
        let declared = node.value.get("type").or(node.value.get("$ref"));
        declared.map_or_else(|| kind(node.value).to_owned(), shown)
    };
    let sorts: Vec<_> = view.union.iter().take(8).map(sort).collect();
    let message = format!("one of several schemas: {}", sorts.join(", "));
    Err(PendingLoss::new(Loss::Union, &view.at, message))
}

fn is_whole(view: &View<'_>) -> bool {
    let factor = view.word("multipleOf").map(|node| node.value);
    factor.is_some_and(|factor| whole(factor).is_some_and(|factor| factor > 0))
}

/// An integer that JSON may write with a fraction of nothing, or with more digits than a signature has.
fn wide(value: &Value) -> Option<i128> {
    let short = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    short.or_else(|| {
        let float = value.as_f64()?;
        (float.fract() == 0.0).then_some(float as i128)
    })
}

fn whole(value: &Value) -> Option<i64> {
    wide(value).and_then(|integer| i64::try_from(integer).ok())
}

fn string(view: &View<'_>) -> Typed {
    let most = view.word("maxLength").map(|node| node.value);
    let max_length = most.and_then(whole).and_then(|most| u64::try_from(most).ok());
    let mut typed = Typed::new(InputType::String { max_length });
    let fewest = view.word("minLength");
    if let Some((node, least)) = fewest.and_then(|node| Some((node, whole(node.value)?)))
        && least > 0
    {
        let noun = if least == 1 { "character" } else { "characters" };
        typed.constraint(node, format!("at least {least} {noun}"));
    }
    for (word, label) in [
        ("format", "format"),
        ("pattern", "pattern"),
        ("contentEncoding", "encoding"),
        ("contentMediaType", "media type"),
    ] {
        if let Some(node) = view.word(word)
            && let Some(value) = node.value.as_str()
        {
            typed.constraint(node, format!("{label}: `{}`", inert(value)));
        }
    }
    typed
}

fn integer(view: &View<'_>) -> Result<Typed, PendingLoss> {
    let (low, high) = formatted(view);
    let least = edge(view, "minimum", "exclusiveMinimum", 1).or(low);
    let most = edge(view, "maximum", "exclusiveMaximum", -1).or(high);
    let (first, last) = (i128::from(i64::MIN), i128::from(i64::MAX));
    // What is above 2^53 from the start has a bound there only by the type.
    let open =
        if least.is_some_and(|least| least > SAFE_MAX.into()) { last } else { SAFE_MAX.into() };
    let top = most.unwrap_or(open);
    if least.is_some_and(|least| least > top.min(last)) || top < first {
        let message = "no integer of 64 bits is in its bounds";
        return Err(PendingLoss::new(Loss::NoSchema, &view.at, message));
    }
    let min = least.and_then(|least| i64::try_from(least).ok());
    let max = i64::try_from(top).unwrap_or(i64::MAX);
    let mut typed = Typed::new(InputType::Int { min, max });
    if top > last || least.is_some_and(|least| least < first) {
        let message = "integers beyond 64 bits with sign cannot be sent";
        typed.note(Effect::Narrowed, Loss::Range, &view.at, message);
    } else if most.is_none() {
        let kept = if max == SAFE_MAX { ", which JSON keeps exactly" } else { "" };
        let message = format!("an integer without a maximum: at most {max}{kept}");
        typed.note(Effect::Text, Loss::Range, &view.at, message);
    }
    let factor = view.word("multipleOf").map(|node| (node, whole(node.value)));
    if let Some((node, Some(factor))) = factor
        && factor > 1
    {
        typed.constraint(node, format!("a multiple of {factor}"));
    }
    Ok(typed)
}

/// The bounds that a format means (OpenAPI's registry of formats). The lowest integer of 64 bits is none.
fn formatted(view: &View<'_>) -> (Option<i128>, Option<i128>) {
    let between = |least: i64, most: i64| (Some(least.into()), Some(most.into()));
    match view.text("format") {
        Some("int8") => between(i8::MIN.into(), i8::MAX.into()),
        Some("int16") => between(i16::MIN.into(), i16::MAX.into()),
        Some("int32") => between(i32::MIN.into(), i32::MAX.into()),
        Some("int64") => (None, Some(i64::MAX.into())),
        Some("uint8") => between(0, u8::MAX.into()),
        Some("uint16") => between(0, u16::MAX.into()),
        Some("uint32") => between(0, u32::MAX.into()),
        Some("uint64") => (Some(0), Some(u64::MAX.into())),
        Some("uint") => (Some(0), None),
        _ => (None, None),
    }
}

/// A bound, made inclusive; both ways to write an exclusive one (a number, or `true` next to it).
fn edge(view: &View<'_>, inclusive: &str, exclusive: &str, inward: i128) -> Option<i128> {
    let rounded = |node: &Node<'_>| {
        wide(node.value).or_else(|| {
            let float = node.value.as_f64()?;
            Some(if inward > 0 { float.ceil() } else { float.floor() } as i128)
        })
    };
    let strict = view.word(exclusive);
    let given = view.word(inclusive).and_then(rounded);
    let beyond = |bound: i128| bound.saturating_add(inward);
    match strict.map(|node| node.value) {
        Some(Value::Bool(true)) => given.map(beyond),
        Some(Value::Number(_)) => {
            let whole = strict.and_then(|node| wide(node.value));
            // Past a fraction, the next integer is inside already.
            let strict = whole.map(beyond).or_else(|| strict.and_then(rounded));
            match (given, strict) {
                (Some(a), Some(b)) if inward > 0 => Some(a.max(b)),
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        _ => given,
    }
}

fn chosen(choices: Choices<'_>, view: &View<'_>) -> Result<Typed, PendingLoss> {
    let at = choices.at;
    match choices.values {
        choice::Values::Names(names) => Ok(names_or_string(names, &at)),
        choice::Values::Integers(mut integers) => {
            integers.sort_unstable();
            integers.dedup();
            let (Some(min), Some(max)) = (integers.first(), integers.last()) else {
                return Err(PendingLoss::new(Loss::NoSchema, &at, "an enum of nothing"));
            };
            let mut typed = Typed::new(InputType::Int { min: Some(*min), max: *max });
            let gaps = max.checked_sub(*min).and_then(|span| usize::try_from(span).ok())
                != Some(integers.len() - 1);
            if gaps {
                let texts: Vec<_> = integers.iter().map(i64::to_string).collect();
                let remark = text::one_of(texts.iter().map(String::as_str));
                typed.constraint(&Node::new(&Value::Null, &*at), remark);
            }
            Ok(typed)
        }
        choice::Values::Booleans { only } => {
            let mut typed = Typed::new(InputType::Boolean);
            if let Some(only) = only {
                let remark = format!("always {only}");
                typed.constraint(&Node::new(&Value::Null, &*at), remark);
            }
            Ok(typed)
        }
        choice::Values::Mixed => {
            let message = "values of several types";
            Err(PendingLoss::new(Loss::Union, &view.at, message))
        }
    }
}

/// An enum, if each name is one of the protocol; else a string whose values stand in its
/// description, so that what is sent is what the tool takes.
fn names_or_string(names: Vec<choice::Name<'_>>, at: &str) -> Typed {
    let odd = names.iter().find(|value| !value.is_proper());
    let Some(odd) = odd.map(|value| inert(value.name)) else {
        let value = |value: choice::Name<'_>| AllowedValue {
            name: Text::from(value.name.to_owned()),
            description: value.description.into(),
        };
        let allowed_values: Vec<_> = names.into_iter().map(value).collect();
        return Typed::new(InputType::Enum { allowed_values: allowed_values.into() });
    };
    let longest = names.iter().map(|value| value.name.chars().count()).max();
    let mut typed = Typed::new(InputType::String {
        max_length: longest.and_then(|most| u64::try_from(most).ok()),
    });
    let message = format!(
        "an enum with `{odd}`, which is not capitalised snake case: a string, its values in the description"
    );
    typed.note(Effect::Widened, Loss::EnumNames, at, message);
    typed.remarks.push(text::one_of(names.iter().map(|value| value.name)));
    typed
}

fn default(view: &View<'_>, typed: &mut Typed) {
    let Some(node) = view.word("default").filter(|node| !node.value.is_null()) else {
        return;
    };
    let value = match node.value {
        Value::String(text) => format!("`{}`", inert(text)),
        other => shown(other),
    };
    typed.remarks.push(format!("default {value}"));
    let message = format!("the default {value} stands in the description");
    typed.note(Effect::Text, Loss::Default, &node.at, message);
}
