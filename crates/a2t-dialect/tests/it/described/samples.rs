//! Schemas as servers write them, with arguments that they take and that they refuse.

use serde_json::{Value, json};

pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) schema: Value,
    /// Strict modes can express it.
    pub(crate) strict: bool,
    pub(crate) good: Vec<Value>,
    pub(crate) bad: Vec<Value>,
}

fn sample(name: &'static str, strict: bool, schema: Value, good: Value, bad: Value) -> Sample {
    let list = |value: Value| value.as_array().unwrap().clone();
    Sample { name, schema, strict, good: list(good), bad: list(bad) }
}

pub(crate) fn all() -> Vec<Sample> {
    [scalars(), nested(), referred(), unions(), free()].into_iter().flatten().collect()
}

fn scalars() -> Vec<Sample> {
    vec![
        sample(
            "scalars",
            true,
            json!({"type": "object", "required": ["path", "n"], "additionalProperties": false, "properties": {
                "path": {"type": "string", "minLength": 1, "maxLength": 9, "description": "A path"},
                "n": {"type": "integer", "minimum": 1, "exclusiveMaximum": 10},
                "ratio": {"type": "number", "multipleOf": 0.5},
                "deep": {"type": "boolean", "default": false},
                "mode": {"enum": ["fast", "SLOW"], "description": "How."},
                "level": {"enum": [1, 2, 3]},
                "when": {"type": "string", "format": "date-time"},
                "link": {"type": "string", "format": "uri", "pattern": "^https://"},
            }}),
            json!([{"path": "a", "n": 1}, {"path": "a", "n": 9, "ratio": 1.5, "mode": "fast", "level": 3}]),
            json!([{"n": 1}, {"path": "", "n": 1}, {"path": "a", "n": 10}, {"path": "a", "n": 1, "level": 4},
                {"path": "a", "n": 1, "link": "http://x"}, {"path": "a", "n": 1, "more": 1}]),
        ),
        sample(
            "nothing",
            true,
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
            json!([{}]),
            json!([{"a": 1}]),
        ),
        sample(
            "nullable",
            true,
            json!({"type": "object", "properties": {
                "a": {"type": ["string", "null"], "default": null},
                "b": {"anyOf": [{"type": "integer"}, {"type": "null"}], "title": "B"},
                "c": {"const": "x"},
            }}),
            json!([{}, {"a": null, "b": null}, {"a": "t", "b": 1, "c": "x"}]),
            json!([{"b": true}, {"c": "y"}]),
        ),
    ]
}

fn nested() -> Vec<Sample> {
    vec![
        sample(
            "edits",
            true,
            json!({"type": "object", "required": ["edits"], "properties": {
                "edits": {"type": "array", "minItems": 1, "maxItems": 9, "items": {"type": "object", "required": ["old"],
                    "additionalProperties": false, "properties": {
                        "old": {"type": "string"}, "all": {"type": "boolean"}}}},
                "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "uniqueItems": true},
            }}),
            json!([{"edits": [{"old": "a"}]}, {"edits": [{"old": "a", "all": true}], "tags": ["a"]}]),
            json!([{"edits": []}, {"edits": [{}]}, {"edits": [{"old": 1}]}, {"edits": [{"old": "a", "x": 1}]},
                {"edits": [{"old": "a"}], "tags": ["c"]}]),
        ),
        sample(
            "tuple",
            false,
            json!({"type": "object", "properties": {
                "point": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false}}}),
            json!([{"point": [1, 2]}]),
            json!([{"point": ["a", 2]}]),
        ),
    ]
}

fn referred() -> Vec<Sample> {
    vec![
        sample(
            "references",
            true,
            json!({"type": "object", "required": ["at"], "$defs": {
                    "Place": {"type": "object", "title": "Place", "required": ["lat"], "properties": {
                        "lat": {"$ref": "#/$defs/Degrees"}, "lon": {"$ref": "#/$defs/Degrees"}}},
                    "Degrees": {"type": "number", "minimum": -180, "maximum": 180}},
                "properties": {"at": {"$ref": "#/$defs/Place", "description": "Where."},
                    "via": {"type": "array", "items": {"$ref": "#/$defs/Place"}}}}),
            json!([{"at": {"lat": 1}}, {"at": {"lat": 1, "lon": 2}, "via": [{"lat": 3}]}]),
            json!([{"at": {}}, {"at": {"lat": 181}}, {"at": {"lat": 1}, "via": [{"lon": 1}]}]),
        ),
        sample(
            "recursion",
            false,
            json!({"type": "object", "required": ["tree"], "$defs": {"Node": {"type": "object", "properties": {
                    "label": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}},
                "properties": {"tree": {"$ref": "#/$defs/Node"}}}),
            json!([{"tree": {"label": "a", "children": [{"label": "b", "children": []}]}}]),
            json!([{"tree": {"children": [{"label": 1}]}}]),
        ),
    ]
}

fn unions() -> Vec<Sample> {
    vec![
        sample(
            "union",
            true,
            json!({"type": "object", "required": ["id"], "properties": {
                "id": {"oneOf": [{"type": "string"}, {"type": "integer"}], "description": "An id."},
                "kind": {"type": ["string", "boolean"]},
                "both": {"allOf": [{"type": "string"}, {"minLength": 2}]}}}),
            json!([{"id": "a"}, {"id": 1, "kind": true, "both": "ab"}]),
            json!([{"id": []}, {"id": 1, "both": "a"}]),
        ),
        sample(
            "alternatives",
            true,
            json!({"type": "object", "anyOf": [
                {"properties": {"url": {"type": "string"}}, "required": ["url"]},
                {"properties": {"file": {"type": "string"}}, "required": ["file"]}]}),
            json!([{"url": "a"}, {"file": "b"}]),
            json!([{}, {"url": 1}]),
        ),
    ]
}

fn free() -> Vec<Sample> {
    vec![
        sample(
            "metadata",
            false,
            json!({"type": "object", "required": ["data"], "properties": {
                "data": {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1},
                "any": {"description": "Anything."}}}),
            json!([{"data": {"a": "b"}}, {"data": {"a": "b"}, "any": [1, {"x": null}]}]),
            json!([{"data": {}}, {"data": {"a": 1}}]),
        ),
        sample(
            "all free",
            false,
            json!({"type": "object", "additionalProperties": true}),
            json!([{}, {"a": 1}]),
            json!([]),
        ),
    ]
}
