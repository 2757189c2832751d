//! The keywords of JSON Schema, by the form of their values.

use a2t_core::json::segment;
use serde_json::Value;

/// Form of a keyword's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A schema of the same value: `not`.
    Same,
    /// A schema of a part of the value: `additionalProperties`.
    Part,
    /// Schemas of the same value: `anyOf`.
    SameList,
    /// Schemas of parts: `prefixItems`.
    PartList,
    /// A schema of parts, or several: `items`.
    Items,
    /// Properties by name, which count.
    Properties,
    /// Schemas of the same value by name: `dependentSchemas`.
    SameNamed,
    /// Schemas by name that are elsewhere referred to: `$defs`.
    Definitions,
    /// Schemas of the same value, or lists of names, by name: `dependencies`.
    Dependencies,
    /// `type`.
    Type,
    /// `enum`.
    Values,
    /// A list of names: `required`.
    Names,
    /// Lists of names by name: `dependentRequired`.
    NamesNamed,
    /// Any number: `minimum`.
    Number,
    /// A number above 0: `multipleOf`.
    Positive,
    /// An integer from 0: `maxLength`.
    Count,
    /// `true` or `false`.
    Flag,
    /// A text.
    Text,
    /// `pattern`.
    Pattern,
    /// `$ref`.
    Reference,
}

const KEYWORDS: &[(&str, Form)] = &[
    ("$anchor", Form::Text),
    ("$comment", Form::Text),
    ("$defs", Form::Definitions),
    ("$dynamicRef", Form::Reference),
    ("$id", Form::Text),
    ("$recursiveRef", Form::Reference),
    ("$ref", Form::Reference),
    ("$schema", Form::Text),
    ("additionalItems", Form::Part),
    ("additionalProperties", Form::Part),
    ("allOf", Form::SameList),
    ("anyOf", Form::SameList),
    ("contains", Form::Part),
    ("contentEncoding", Form::Text),
    ("contentMediaType", Form::Text),
    ("contentSchema", Form::Part),
    ("definitions", Form::Definitions),
    ("dependencies", Form::Dependencies),
    ("dependentRequired", Form::NamesNamed),
    ("dependentSchemas", Form::SameNamed),
    ("deprecated", Form::Flag),
    ("description", Form::Text),
    ("else", Form::Same),
    ("enum", Form::Values),
    ("exclusiveMaximum", Form::Number),
    ("exclusiveMinimum", Form::Number),
    ("format", Form::Text),
    ("if", Form::Same),
    ("items", Form::Items),
    ("maxContains", Form::Count),
    ("maxItems", Form::Count),
    ("maxLength", Form::Count),
    ("maxProperties", Form::Count),
    ("maximum", Form::Number),
    ("minContains", Form::Count),
    ("minItems", Form::Count),
    ("minLength", Form::Count),
    ("minProperties", Form::Count),
    ("minimum", Form::Number),
    ("multipleOf", Form::Positive),
    ("not", Form::Same),
    ("oneOf", Form::SameList),
    ("pattern", Form::Pattern),
    ("patternProperties", Form::Properties),
    ("prefixItems", Form::PartList),
    ("properties", Form::Properties),
    ("propertyNames", Form::Part),
    ("readOnly", Form::Flag),
    ("required", Form::Names),
    ("then", Form::Same),
    ("title", Form::Text),
    ("type", Form::Type),
    ("unevaluatedItems", Form::Part),
    ("unevaluatedProperties", Form::Part),
    ("uniqueItems", Form::Flag),
    ("writeOnly", Form::Flag),
];

/// The form of a keyword that is known.
pub(crate) fn form(keyword: &str) -> Option<Form> {
    let at = KEYWORDS.binary_search_by_key(&keyword, |(name, _)| name).ok()?;
    KEYWORDS.get(at).map(|(_, form)| *form)
}

/// One schema inside of another.
pub(crate) struct Child<'v> {
    /// JSON pointer from the outer schema.
    pub(crate) pointer: String,
    pub(crate) schema: &'v Value,
    /// Whether it speaks of the value itself, not of a part of it.
    pub(crate) is_same: bool,
}

/// The schemas directly inside of a schema.
pub(crate) fn children(schema: &Value) -> Vec<Child<'_>> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let Some(form) = form(keyword) else {
            continue;
        };
        let at = format!("/{}", segment(keyword));
        let is_same =
            matches!(form, Form::Same | Form::SameList | Form::SameNamed | Form::Dependencies);
        let mut add = |pointer: String, schema| found.push(Child { pointer, schema, is_same });
        match (form, value) {
            (Form::Same | Form::Part, schema) => add(at, schema),
            (Form::Items, schema) if !schema.is_array() => add(at, schema),
            (Form::SameList | Form::PartList | Form::Items, Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    add(format!("{at}/{index}"), schema);
                }
            }
            (
                Form::Properties | Form::SameNamed | Form::Definitions | Form::Dependencies,
                Value::Object(schemas),
            ) => {
                for (name, schema) in schemas {
                    if form != Form::Dependencies || !schema.is_array() {
                        add(format!("{at}/{}", segment(name)), schema);
                    }
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted_so_that_each_is_found() {
        assert!(KEYWORDS.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(KEYWORDS.iter().all(|(name, found)| form(name) == Some(*found)));
        assert_eq!(form("x-mcp-header"), None);
    }
}
