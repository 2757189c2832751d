//! Shapes of schemas as servers write them, and each value that a schema takes fits its shape.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::random::{Random, cases, changed, instance, root, seed, value};
use a2t_schema::shape::{Object, Reason, Rest};
use a2t_schema::{Schema, Shape};
use serde_json::{Value, json};

fn shape(schema: &Value) -> Shape {
    Schema::read(schema, "").unwrap().shape()
}

fn object(schema: &Value) -> Object {
    let Shape::Object(object) = shape(schema) else { panic!("{schema}") };
    object
}

#[test]
fn scalars_keep_their_bounds() {
    let integer = |schema: Value| {
        let Shape::Integer(integer) = shape(&schema) else { panic!("{schema}") };
        (integer.min, integer.max)
    };
    assert_eq!(integer(json!({"type": "integer"})), (None, None));
    assert_eq!(
        integer(json!({"type": "integer", "minimum": 0.5, "maximum": 2.5})),
        (Some(1), Some(2))
    );
    let zod =
        json!({"type": "integer", "exclusiveMinimum": 0, "maximum": 9_007_199_254_740_991_i64});
    assert_eq!(integer(zod), (Some(1), Some(9_007_199_254_740_991)));
    let wide = json!({"type": "integer", "minimum": -1e300, "maximum": u64::MAX});
    assert_eq!(integer(wide), (None, None));
    let Shape::Number(number) =
        shape(&json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}))
    else {
        panic!()
    };
    assert_eq!((number.min, number.above_min, number.max), (Some(0.0), true, Some(1.0)));
    let Shape::String(text) = shape(
        &json!({"type": "string", "minLength": 1, "maxLength": 9.0, "format": "uri", "pattern": "(a+)+$"}),
    ) else {
        panic!()
    };
    assert_eq!((text.min_length, text.max_length), (Some(1), Some(9)));
    assert_eq!((text.format.as_deref(), text.pattern.as_deref()), (Some("uri"), Some("(a+)+$")));
}

#[test]
fn null_is_reported_in_every_spelling() {
    let string = shape(&json!({"type": "string"}));
    for schema in [
        json!({"type": ["string", "null"]}),
        json!({"type": ["null", "string"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null, "title": "City"}),
        json!({"oneOf": [{"const": null}, {"type": "string"}]}),
        json!({"allOf": [{"anyOf": [{"type": "null"}, {"type": "string"}]}]}),
    ] {
        assert_eq!(shape(&schema).without_null(), (&string, true), "{schema}");
    }
    assert_eq!(shape(&json!({"type": "null"})), Shape::Null);
    assert_eq!(shape(&json!({"enum": [null]})), Shape::Null);
}

#[test]
fn values_are_reported_in_every_spelling() {
    for schema in [
        json!({"enum": ["C", "F"]}),
        json!({"type": "string", "enum": ["C", "F", "C"]}),
        json!({"oneOf": [{"const": "C", "title": "Celsius"}, {"type": "string", "const": "F"}]}),
        json!({"anyOf": [{"const": "C"}, {"const": "F"}]}),
    ] {
        assert_eq!(shape(&schema).texts(), Some(vec!["C", "F"]), "{schema}");
    }
    let Shape::Nullable(inner) = shape(&json!({"enum": ["C", null]})) else { panic!() };
    assert_eq!(inner.texts(), Some(vec!["C"]));
    assert_eq!(shape(&json!({"const": 7})), Shape::Const(json!(7)));
    assert_eq!(shape(&json!({"enum": [1, "a"]})).texts(), None);
}

#[test]
fn objects_keep_order_names_and_what_is_said_of_others() {
    let pydantic = json!({
        "$defs": {"Place": {
            "properties": {"lat": {"type": "number"}}, "required": ["lat"], "title": "A place", "type": "object"
        }},
        "properties": {
            "zeta": {"type": "string", "title": "Zeta"},
            "at": {"$ref": "#/$defs/Place"},
            "maybe": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}], "default": null},
            "alpha": {"allOf": [{"$ref": "#/$defs/Place"}], "description": "Where."}
        },
        "required": ["zeta", "unnamed", "alpha"], "title": "Arguments", "type": "object"
    });
    let found = object(&pydantic);
    let names: Vec<_> =
        found.properties.iter().map(|one| (one.name.as_str(), one.required)).collect();
    let order =
        [("zeta", true), ("unnamed", true), ("alpha", true), ("at", false), ("maybe", false)];
    assert_eq!(names, order);
    let Shape::Object(place) = &found.property("at").unwrap().shape else { panic!() };
    assert_eq!(place.name.as_deref(), Some("Place"));
    let (inner, has_null) = found.property("maybe").unwrap().shape.without_null();
    assert!(
        has_null && matches!(inner, Shape::Object(place) if place.name.as_deref() == Some("Place"))
    );
    assert_eq!(found.property("alpha").unwrap().description.as_deref(), Some("Where."));
    assert_eq!(found.property("unnamed").unwrap().shape, Shape::Any(Reason::Unspecified));
    assert_eq!(found.rest, Rest::Unspecified);
    assert!(object(&json!({"type": "object", "additionalProperties": false})).is_closed());
    let map = object(&json!({"type": "object", "additionalProperties": {"type": "integer"}}));
    assert_eq!(map.rest, Rest::Each(Box::new(Shape::integer(None, None))));
}

#[test]
fn what_a_shape_cannot_say_has_a_reason() {
    for (schema, reason) in [
        (json!({}), Reason::Unspecified),
        (json!(true), Reason::Unspecified),
        (json!({"description": "Anything."}), Reason::Unspecified),
        (json!(false), Reason::Nothing),
        (json!({"type": ["string", "integer"]}), Reason::Union),
        (json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), Reason::Union),
        (json!({"allOf": [{"type": "string"}, {"maxLength": 3}]}), Reason::Combination),
        (json!({"not": {"type": "null"}}), Reason::Combination),
        (json!({"$dynamicRef": "#x"}), Reason::Reference),
    ] {
        if let Ok(read) = Schema::read(&schema, "") {
            assert_eq!(read.shape(), Shape::Any(reason), "{schema}");
        }
    }
    let Shape::Array(tuple) = shape(&json!({"type": "array", "prefixItems": [{}]})) else {
        panic!()
    };
    assert_eq!(tuple.items, Shape::Any(Reason::Tuple));
    // A condition next to a type takes nothing from the type.
    let condition =
        json!({"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["a"]}]});
    assert_eq!(object(&condition).properties.len(), 1);
}

fn circle(kind: &Value) -> Value {
    json!({"type": "object", "properties": {"kind": kind, "radius": {"type": "number"}}, "required": ["radius", "kind"]})
}

fn square(kind: &Value) -> Value {
    json!({"type": "object", "properties": {"kind": kind, "side": {"type": "number"}}, "required": ["kind"]})
}

#[test]
fn objects_that_a_property_distinguishes_are_a_union() {
    let circle = circle(&json!({"const": "circle"}));
    let square = square(&json!({"type": "string", "enum": ["square"]}));
    for schema in [
        json!({"oneOf": [circle, square]}),
        json!({"anyOf": [circle, square], "description": "A shape."}),
        json!({"type": "object", "oneOf": [circle, square], "discriminator": {"propertyName": "kind"}}),
        json!({"oneOf": [{"$ref": "#/$defs/c"}, {"allOf": [{"$ref": "#/$defs/s"}]}], "$defs": {"c": circle, "s": square}}),
        json!({"anyOf": [circle, {"type": "null"}, square]}),
    ] {
        let found = shape(&schema);
        let (Shape::Union(union), has_null) = found.without_null() else { panic!("{found:?}") };
        assert_eq!(has_null, schema["anyOf"][1]["type"] == "null");
        let values: Vec<_> = union.variants.iter().map(|one| &*one.value).collect();
        assert_eq!((&*union.tag, values), ("kind", vec!["circle", "square"]));
        let properties: Vec<_> =
            union.variants.iter().map(|one| one.object.properties.len()).collect();
        assert_eq!(properties, [2, 2]);
    }
}

#[test]
fn the_tag_is_the_discriminator_or_the_first_that_distinguishes() {
    let object = |a: Value, b: Value| json!({"type": "object", "properties": {"a": a, "b": b}, "required": ["b", "a"]});
    let tag = |ways: [Value; 2], discriminator: Option<&str>| {
        let mut schema = json!({"oneOf": ways});
        if let Some(name) = discriminator {
            schema["discriminator"] = json!({"propertyName": name});
        }
        match shape(&schema) {
            Shape::Union(union) => Some(union.tag),
            _ => None,
        }
    };
    let [x, y, any] = [json!({"const": "x"}), json!({"const": "y"}), json!({"type": "string"})];
    let both = [object(x.clone(), x.clone()), object(y.clone(), y.clone())];
    assert_eq!(tag(both.clone(), None).as_deref(), Some("a"));
    assert_eq!(tag(both.clone(), Some("b")).as_deref(), Some("b"));
    assert_eq!(tag(both, Some("c")), None);
    let same = [object(x.clone(), x.clone()), object(x.clone(), y.clone())];
    assert_eq!(tag(same.clone(), None).as_deref(), Some("b"));
    assert_eq!(tag(same, Some("a")), None);
    assert_eq!(tag([object(x, any.clone()), object(any, y)], None), None);
}

#[test]
fn alternatives_that_no_property_distinguishes_are_no_union() {
    let optional = json!({"type": "object", "properties": {"kind": {"const": "square"}}});
    let [circle, square] =
        [circle(&json!({"const": "circle"})), square(&json!({"const": "square"}))];
    let with = |kind: &Value| self::square(kind);
    for other in [
        with(&json!({"const": "circle"})),
        with(&json!({"const": 1})),
        with(&json!({"enum": ["square", "rectangle"]})),
        with(&json!({"type": "string"})),
        optional,
        json!({"type": "string"}),
        json!(true),
        json!({"type": ["object", "null"], "properties": {"kind": {"const": "square"}}, "required": ["kind"]}),
        json!({"anyOf": [circle.clone(), square]}),
    ] {
        let schema = json!({"oneOf": [circle, other]});
        assert_eq!(shape(&schema), Shape::Any(Reason::Union), "{schema}");
    }
}

#[test]
fn a_union_that_leads_back_to_itself_ends() {
    let to = json!({"$ref": "#/$defs/e"});
    let literal =
        json!({"type": "object", "properties": {"op": {"const": "literal"}}, "required": ["op"]});
    let add = json!({"type": "object", "properties": {"op": {"const": "add"}, "of": to}, "required": ["op"]});
    let schema = json!({"$defs": {"e": {"oneOf": [literal, add]}}, "type": "object", "properties": {"e": to}});
    let found = object(&schema);
    let Shape::Union(union) = &found.properties[0].shape else { panic!() };
    let of = &union.variants[1].object.property("of").unwrap().shape;
    assert_eq!(*of, Shape::Any(Reason::Recursion));
}

/// The work is that of the largest shape, for all alternatives.
#[test]
fn unions_of_unions_end() {
    let to = |level: usize| json!({"$ref": format!("#/$defs/d{level}")});
    let definition = |level: usize| {
        let way = |kind: &str| {
            json!({"type": "object", "required": ["kind"],
                "properties": {"kind": {"const": kind}, "a": to(level + 1), "b": to(level + 1)}})
        };
        (format!("d{level}"), json!({"oneOf": [way("x"), way("y")]}))
    };
    let mut definitions: serde_json::Map<_, _> = (0..30).map(definition).collect();
    definitions.insert("d30".to_owned(), json!({"oneOf": [{"type": "string"}, to(31)]}));
    definitions.insert("d31".to_owned(), json!({"type": "object"}));
    let schema = json!({"type": "object", "properties": {"d": to(0)}, "$defs": definitions});
    assert_eq!(object(&schema).properties.len(), 1);
}

/// Returns whether a value is one of those that a shape speaks of.
fn fits(shape: &Shape, value: &Value) -> bool {
    match (shape, value) {
        (Shape::Any(_), _) | (Shape::Null, Value::Null) | (Shape::Nullable(_), Value::Null) => true,
        (Shape::Nullable(inner), value) => fits(inner, value),
        (Shape::Boolean, value) => value.is_boolean(),
        (Shape::Integer(bounds), Value::Number(number)) => number.as_f64().is_some_and(|found| {
            found.fract() == 0.0
                && bounds.min.is_none_or(|min| found >= min as f64)
                && bounds.max.is_none_or(|max| found <= max as f64)
        }),
        (Shape::Number(bounds), Value::Number(number)) => number.as_f64().is_some_and(|found| {
            bounds.min.is_none_or(|min| found > min || found == min && !bounds.above_min)
                && bounds.max.is_none_or(|max| found < max || found == max && !bounds.below_max)
        }),
        (Shape::String(text), Value::String(found)) => {
            let length = found.chars().count() as u64;
            text.min_length.is_none_or(|min| length >= min)
                && text.max_length.is_none_or(|max| length <= max)
        }
        (Shape::Enum(values), value) => values.contains(value),
        (Shape::Const(only), value) => only == value,
        (Shape::Array(array), Value::Array(items)) => {
            let count = items.len() as u64;
            items.iter().all(|item| fits(&array.items, item))
                && array.min_items.is_none_or(|min| count >= min)
                && array.max_items.is_none_or(|max| count <= max)
        }
        (Shape::Union(union), value) => {
            let tag = value.get(&union.tag).and_then(Value::as_str);
            let variant = union.variants.iter().find(|variant| Some(&*variant.value) == tag);
            variant.is_some_and(|variant| fits(&Shape::Object(variant.object.clone()), value))
        }
        (Shape::Object(object), Value::Object(members)) => {
            let required = object.properties.iter().filter(|property| property.required);
            required.into_iter().all(|property| members.contains_key(&property.name))
                && members.iter().all(|(name, value)| match object.property(name) {
                    Some(property) => fits(&property.shape, value),
                    None => match &object.rest {
                        Rest::None => false,
                        Rest::Unspecified => true,
                        Rest::Each(rest) => fits(rest, value),
                        other => panic!("{other:?}"),
                    },
                })
        }
        _ => false,
    }
}

#[test]
fn each_value_that_a_schema_takes_fits_its_shape() {
    let seed = seed();
    println!("A2T_SEED={seed}");
    let (mut checked, mut described) = (0, 0);
    for case in 0..cases(1_000) {
        let mut random = Random(seed.wrapping_mul(7_919).wrapping_add(case as u64));
        let first = root(&mut random);
        let schema = changed(&mut random, &first);
        let Ok(read) = Schema::read(&schema, "") else { continue };
        let shape = read.shape();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        for _ in 0..30 {
            let value = if random.one_in(9) {
                value(&mut random)
            } else {
                instance(&mut random, &schema, &schema, 6)
            };
            if validator.is_valid(&value) {
                checked += 1;
                assert!(
                    fits(&shape, &value),
                    "A2T_SEED={seed}, case {case}: {schema}\n{shape:?}\n{value}"
                );
            } else {
                described += usize::from(!fits(&shape, &value));
            }
        }
    }
    println!("{checked} values, {described} refused by the shape alone");
    assert!(checked > 1_000 && described > 1_000, "{checked} {described}");
}

/// `true` and `{}` next to named properties mean the same as their absence.
#[test]
fn other_members_that_may_be_anything_leave_an_object_typed() {
    for rest in [json!(true), json!({}), json!({"description": "More."})] {
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            let mut schema = json!({"type": "object", "properties": {"k": {"type": "string"}}});
            let absent = object(&schema);
            schema[keyword] = rest.clone();
            assert_eq!(object(&schema), absent, "{schema}");
            schema["properties"] = json!({});
            assert!(matches!(object(&schema).rest, Rest::Each(_)), "{schema}");
        }
    }
    let typed = json!({"type": "object", "properties": {"k": {}}, "additionalProperties": {"type": "integer"}});
    assert!(matches!(object(&typed).rest, Rest::Each(_)));
}

/// `unevaluatedProperties` holds only for members that no schema next to it evaluates.
#[test]
fn unevaluated_members_have_a_type_if_nothing_else_evaluates_members() {
    let schema = json!({"type": "object", "unevaluatedProperties": {"type": "string"}});
    let Rest::Each(values) = object(&schema).rest else { panic!() };
    assert!(matches!(*values, Shape::String(_)));
    let mut other = schema;
    other["dependentSchemas"] = json!({"a": {"properties": {"a": {"type": "integer"}}}});
    assert_eq!(object(&other).rest, Rest::Each(Box::new(Shape::Any(Reason::Combination))));
}
