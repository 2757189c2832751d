//! A change that is called compatible breaks no caller, checked by a validator of JSON Schema.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use crate::random::{Random, cases, changed, instance, root, seed};
use a2t_schema::evolution::{Report, compare_tools};
use a2t_schema::{Schema, Tool};
use jsonschema::Validator;
use serde_json::Value;

use a2t_core::rule::Verdict;

fn tool(input: &Value, output: &Value) -> Tool {
    let mut tool = Tool::new("t", Schema::read(input, "").unwrap());
    tool.output = Some(Schema::read(output, "").unwrap());
    tool
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

/// Returns whether a value has a member that its schema neither names nor invites, as far as `properties` and
/// `items` lead.
fn is_uninvited(schema: &Value, root: &Value, value: &Value, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.trim_start_matches('#')).unwrap();
        return is_uninvited(target, root, value, depth - 1);
    }
    let alternatives = ["anyOf", "oneOf", "allOf"].into_iter();
    let alternatives = alternatives.filter_map(|of| schema.get(of)?.as_array()).flatten();
    let inner = alternatives.map(|inner| is_uninvited(inner, root, value, depth - 1));
    if inner.into_iter().any(|uninvited| uninvited) {
        return true;
    }
    match value {
        Value::Object(members) => {
            let speaks = ["properties", "required", "patternProperties"];
            let object = schema.get("type").is_some_and(|kind| kind.to_string().contains("object"))
                || speaks.iter().any(|name| schema.get(name).is_some());
            members.iter().any(|(name, value)| {
                let property = schema.get("properties").and_then(|named| named.get(name));
                match property.or(schema.get("additionalProperties")) {
                    Some(Value::Bool(false)) => true,
                    Some(schema) => is_uninvited(schema, root, value, depth - 1),
                    None => object,
                }
            })
        }
        Value::Array(items) => {
            let schema = |index: usize| {
                schema.get("prefixItems").and_then(|first| first.get(index)).or(schema.get("items"))
            };
            items.iter().enumerate().any(|(index, value)| {
                schema(index).is_some_and(|schema| is_uninvited(schema, root, value, depth - 1))
            })
        }
        _ => false,
    }
}

struct Tally {
    compatible: usize,
    checked: usize,
    refuted: usize,
}

/// Checks what was called compatible with values that are valid before (of inputs) or after (of
/// outputs).
fn verify(
    random: &mut Random,
    tally: &mut Tally,
    label: &str,
    report: &Report,
    pair: [&Value; 2],
    approved: &Value,
) {
    let [promised, kept] = pair;
    let (before, after) = (validator(promised), validator(kept));
    let (letter, wire) = (report.letter(), report.wire());
    tally.compatible += usize::from(letter == Verdict::Compatible);
    let mut refuted = false;
    for index in 0..60 {
        let schema = pair[index % 2];
        let value = instance(random, schema, schema, 6);
        if !before.is_valid(&value) {
            continue;
        }
        tally.checked += 1;
        if after.is_valid(&value) {
            continue;
        }
        refuted = true;
        let story = || format!("{label}\nfrom {promised}\nto {kept}\nvalue {value}\n{report:#?}");
        assert_eq!(letter, Verdict::Breaking, "letter: {}", story());
        // Callers send what the schema from before names, and readers read no more than that.
        let sent = !is_uninvited(approved, approved, &value, 8);
        assert!(!sent || wire == Verdict::Breaking, "wire: {}", story());
    }
    tally.refuted += usize::from(refuted);
}

#[test]
fn what_is_called_compatible_breaks_no_call_and_no_reader() {
    let seed = seed();
    println!("A2T_SEED={seed}");
    let (mut inputs, mut outputs) = (tally(), tally());
    for case in 0..cases(600) {
        let label = format!("A2T_SEED={seed}, case {case}");
        let mut random = Random(seed.wrapping_mul(1_000_003).wrapping_add(case as u64));
        let (old, same) = (root(&mut random), root(&mut random));
        let new = changed(&mut random, &old);
        if Schema::read(&old, "").is_err() || Schema::read(&new, "").is_err() {
            // References in a circle.
            continue;
        }
        let Ok(_) = Schema::read(&same, "") else { continue };
        let report = compare_tools(&tool(&old, &same), &tool(&new, &same));
        assert_eq!(report.is_empty(), old == new, "{label}: {old}\n{new}");
        verify(&mut random, &mut inputs, &label, &report, [&old, &new], &old);
        let report = compare_tools(&tool(&same, &old), &tool(&same, &new));
        verify(&mut random, &mut outputs, &label, &report, [&new, &old], &old);
    }
    for tally in [inputs, outputs] {
        println!(
            "{} compatible, {} values, {} refuted",
            tally.compatible, tally.checked, tally.refuted
        );
        assert!(tally.compatible > 0 && tally.checked > 0 && tally.refuted > 0);
    }
}

fn tally() -> Tally {
    Tally { compatible: 0, checked: 0, refuted: 0 }
}
