//! Reads a page, and returns its valid signatures and, apart from them, the items that break a
//! rule: one bad tool does not hide the others of its vendor.

use serde_json::{Map, Value};

use super::page::{Page, page, too_many};
use crate::error::Violations;
use crate::signature::parse_value;

/// A page with the items that obey every rule, and those that do not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sorted {
    /// The page without the items that were left out.
    pub page: Page,
    /// Position of each item of `page` on the page that was sent.
    pub indices: Vec<usize>,
    /// The items that break a rule.
    pub rejected: Vec<Rejected>,
}

/// An item that breaks a rule, with its own name and id: untrusted text that was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// Position on the page, from 0.
    pub index: usize,
    /// Its `name`, if that is a string.
    pub name: Option<String>,
    /// Its `toolId`, if that is a string.
    pub id: Option<String>,
    /// Its `version`, if that is one.
    pub version: Option<u32>,
    /// Those of its `tags` that are strings.
    pub tags: Vec<String>,
    /// Violations, with pointers such as `/items/3/name`.
    pub violations: Violations,
}

impl Rejected {
    /// Creates an item that breaks these rules.
    pub fn new(index: usize, item: &Value, violations: Violations) -> Self {
        let text = |name| item.get(name).and_then(Value::as_str).map(str::to_owned);
        let version = item.get("version").and_then(Value::as_u64);
        let tags = item.get("tags").and_then(Value::as_array);
        let tags = tags.into_iter().flatten().filter_map(Value::as_str);
        Self {
            index,
            name: text("name"),
            id: text("toolId"),
            version: version.and_then(|version| u32::try_from(version).ok()),
            tags: tags.map(str::to_owned).collect(),
            violations,
        }
    }
}

/// Reads a page as [`page`] does, except for items that break rules, which are left out.
///
/// ```
/// let page = serde_json::json!({"items": [
///     {"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "description": "Adds.",
///      "version": 1, "currentVersion": 1},
///     {"name": "subtract"},
/// ]});
/// let sorted = a2t_core::wire::rejected::sort(&page).unwrap();
/// assert_eq!(&*sorted.page.items[0].signature.name, "add");
/// assert_eq!(sorted.rejected[0].name.as_deref(), Some("subtract"));
/// ```
///
/// # Errors
/// Violations of the page itself, more than 10,000 items among it.
pub fn sort(document: &Value) -> Result<Sorted, Violations> {
    let items = document.get("items").and_then(Value::as_array);
    let mut page = page(&shell(document))?;
    if let Some(violation) = too_many(items.map_or(0, Vec::len), "/items") {
        return Err(violation.into());
    }
    let mut sorted = (Vec::new(), Vec::new());
    for (index, item) in items.into_iter().flatten().enumerate() {
        match parse_value(item, &format!("/items/{index}")) {
            Ok(parsed) => {
                page.items.push(parsed);
                sorted.0.push(index);
            }
            Err(violations) => sorted.1.push(Rejected::new(index, item, violations)),
        }
    }
    let (indices, rejected) = sorted;
    Ok(Sorted { page, indices, rejected })
}

fn shell(document: &Value) -> Value {
    let Value::Object(members) = document else {
        return document.clone();
    };
    let member = |(name, value): (&String, &Value)| match (name.as_str(), value) {
        ("items", Value::Array(_)) => (name.clone(), Value::Array(Vec::new())),
        _ => (name.clone(), value.clone()),
    };
    Value::Object(members.iter().map(member).collect::<Map<_, _>>())
}
