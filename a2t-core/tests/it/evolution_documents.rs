//! What holds of every two documents, checked by a separate validator. proptest prints the seed of
//! a failure; `PROPTEST_CASES` asks for another number of cases, `-- --ignored` for very many.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[allow(
    dead_code,
    reason = "chains of versions are generated in `tests/server/evolution.rs` of the facade"
)]
mod document;
mod mutate;
mod reference;
mod rules;
mod schema;
mod spelling;

use a2t_core::evolution::{
    CheckedChange, Profile, Report, Rule, Verdict, diff_documents, diff_values, refused_output,
};
use a2t_core::signature::parse_value;
use document::{document, next, pair, steps};
use mutate::mutations;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use reference::{Call, breaks, gives, loses_members, parameters, takes};
use serde_json::{Value, json};
use spelling::{Dice, meaning, spell, with_defaults};

fn report(old: &Value, new: &Value) -> Report {
    diff_values(old, new, Profile::Default).unwrap()
}

/// Whether anything is reported; a document that cannot be compared is refused.
fn differs(old: &Value, new: &Value, says: fn(&CheckedChange) -> bool) -> bool {
    match diff_values(old, new, Profile::Default) {
        Ok(report) => report.changes().iter().any(says),
        Err(_) => true,
    }
}

fn some(count: u32) -> Config {
    Config { cases: count, ..Config::default() }
}

proptest! {
    #![proptest_config(some(24))]

    #[test]
    fn any_one_change_of_a_document_is_found_and_nothing_else_is(tool in document()) {
        for (pointer, other) in mutations(&tool) {
            let same = meaning(&tool) == meaning(&other);
            prop_assert_eq!(differs(&tool, &other, |_| true), !same, "{} in {}", pointer, tool);
            prop_assert_eq!(differs(&other, &tool, |_| true), !same, "back from {} in {}", pointer, tool);
        }
    }

    #[test]
    fn any_one_change_is_found_in_a_later_version_too(tool in document()) {
        let changes = |change: &CheckedChange| change.rule != Rule::VersionWithoutChange;
        for (pointer, other) in mutations(&tool) {
            if other["version"] != 1 {
                continue;
            }
            let same = meaning(&tool) == meaning(&other);
            prop_assert_eq!(differs(&tool, &next(other), changes), !same, "{} in {}", pointer, tool);
        }
    }
}

proptest! {
    #[test]
    fn a_document_has_many_spellings_and_one_meaning(tool in document(), seed in any::<u64>()) {
        let dice = &mut Dice::new(seed);
        let spelt = spell(&with_defaults(&tool, dice), dice);
        let again = spell(&with_defaults(&tool, dice), dice);
        let found = diff_documents(spelt.as_bytes(), again.as_bytes(), Profile::Letter).unwrap();
        prop_assert_eq!(found.changes(), &[], "{}\n{}", spelt, again);
    }

    #[test]
    fn the_wire_breaks_exactly_when_a_validator_refuses_some_call_or_reply((old, new) in pair()) {
        wire_is_the_search((old, new))?;
    }

    #[test]
    fn the_letter_keeps_every_parameter_as_it_was((old, new) in pair()) {
        letter_is_equality((old, new))?;
    }

    #[test]
    fn a_step_of_a_schema_meets_its_rule_and_no_other(tool in document()) {
        each_step_has_its_rule(&tool)?;
    }

    #[test]
    fn each_witness_printed_is_taken_by_the_old_and_refused_by_the_new((old, new) in pair()) {
        witnesses_are_true((old, new))?;
    }
}

fn wire_is_the_search((old, new): (Value, Value)) -> Result<(), TestCaseError> {
    let found = breaks(&old, &new);
    let report = report(&old, &new);
    let expected = found.is_some();
    prop_assert_eq!(report.wire() == Verdict::Breaking, expected, "{:?}\n{:#?}", found, report);
    Ok(())
}

/// Each parameter of `old`, order apart, as `new` has it; what is new and an input is optional.
fn each_step_has_its_rule(tool: &Value) -> Result<(), TestCaseError> {
    for (index, output) in parameters(tool, "output_parameters").into_iter().enumerate() {
        for (rule, after) in steps(output) {
            let mut new = next(tool.clone());
            new["output_parameters"][index] = after;
            let report = report(tool, &new);
            let rules: Vec<_> = report.changes().iter().map(|change| change.rule.id()).collect();
            prop_assert_eq!(rules, [rule], "{}\n{}", output, new["output_parameters"][index]);
            prop_assert_eq!(report.has_errors(), !schema::ALLOWED.contains(&rule), "{}", rule);
            // What a compiler asks is the same.
            let [old, new] = [tool, &new].map(|it| parse_value(it, "").unwrap().signature);
            let kept = Some(&new.output_parameters[index]);
            let refused = refused_output(&old.output_parameters[index], kept, false);
            prop_assert_eq!(refused.is_some(), report.has_errors(), "{}", rule);
        }
    }
    Ok(())
}

fn letter_is_equality((old, new): (Value, Value)) -> Result<(), TestCaseError> {
    let (before, after) = (meaning(&old), meaning(&new));
    let mut kept = true;
    for side in ["input_parameters", "output_parameters"] {
        let (before, after) = (ordered(&before, side), ordered(&after, side));
        kept &= before.iter().all(|one| after.iter().any(|later| carries(one, later)));
        let known = |later: &&Value| !before.iter().any(|one| carries(one, later));
        let added = after.iter().filter(known);
        kept &= side != "input_parameters" || added.clone().all(|one| one["required"] == false);
    }
    let report = report(&old, &new);
    prop_assert_eq!(report.letter() == Verdict::Compatible, kept, "{:#?}", report);
    Ok(())
}

/// Whether a parameter is in the later version as it was, or with more in its records.
fn carries(old: &Value, new: &Value) -> bool {
    let without = |parameter: &Value| {
        let mut parameter = parameter.clone();
        let schema = parameter.as_object_mut().unwrap().remove("schema");
        (parameter, schema.unwrap_or(json!({})))
    };
    let ((old, before), (new, after)) = (without(old), without(new));
    old == new && schema::only_adds(&before, &after)
}

/// The parameters of a side, the choices of each in one order.
fn ordered(tool: &Value, side: &str) -> Vec<Value> {
    let mut list: Vec<_> = parameters(tool, side).into_iter().cloned().collect();
    for parameter in &mut list {
        if let Some(values) = parameter["allowed-values"].as_array_mut() {
            values.sort_by_key(ToString::to_string);
        }
        parameter.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    }
    list
}

fn witnesses_are_true((old, new): (Value, Value)) -> Result<(), TestCaseError> {
    let report = report(&old, &new);
    let renamed = |f: &CheckedChange| matches!(f.rule, Rule::InputRenamed | Rule::OutputRenamed);
    let renamed = report.changes().iter().any(renamed);
    for change in report.changes() {
        let shown = change.wire == Verdict::Breaking;
        // A name that moved may take the call that would have shown another break.
        prop_assert!(change.witness.is_some() == shown || renamed, "{:?}", change);
        let Some(witness) = &change.witness else {
            continue;
        };
        prop_assert!(holds(witness, &old, &new, renamed), "{:?}", change);
    }
    Ok(())
}

/// Whether the witness shows a break to one who asks the reference.
fn holds(witness: &Value, old: &Value, new: &Value, renamed: bool) -> bool {
    let mut members: Vec<_> = witness.as_object().unwrap().keys().map(String::as_str).collect();
    members.sort_unstable();
    match members.as_slice() {
        ["call"] => {
            let call: &Call = witness["call"].as_object().unwrap();
            takes(old, call) && !takes(new, call)
        }
        ["call", "means", "meant"] => {
            takes(old, witness["call"].as_object().unwrap()) && witness["meant"] != witness["means"]
        }
        ["lacks", "reply"] => {
            let name = &witness["lacks"];
            let has =
                |tool| parameters(tool, "output_parameters").iter().any(|o| o["name"] == *name);
            has(old) && (!has(new) || renamed)
        }
        ["reply"] => {
            let (name, value) = witness["reply"].as_object().unwrap().iter().next().unwrap();
            let output = |tool| output(tool, name);
            let lost = output(old).zip(output(new)).is_some_and(|(a, b)| loses_members(a, b));
            gives(new, name, value) && (!gives(old, name, value) || renamed || lost)
        }
        ["id"] => {
            let ids = |tool| {
                ["input_parameters", "output_parameters"].map(|side| {
                    parameters(tool, side).iter().filter(|p| p["id"] == witness["id"]).count()
                })
            };
            ids(old) != ids(new)
        }
        other => panic!("{other:?}"),
    }
}

fn output<'a>(tool: &'a Value, name: &str) -> Option<&'a Value> {
    parameters(tool, "output_parameters").into_iter().find(|output| output["name"] == name)
}

#[test]
fn only_a_pointer_that_moves_back_is_noted() {
    let mut runner = TestRunner::deterministic();
    let tool = next(document().new_tree(&mut runner).unwrap().current());
    for (to, expected) in [(1, vec!["A2T-L008"]), (2, vec![]), (9, vec![])] {
        let mut other = tool.clone();
        other["currentVersion"] = json!(to);
        let report = report(&tool, &other);
        let rules: Vec<_> = report.changes().iter().map(|f| f.rule.id()).collect();
        assert_eq!(rules, expected, "{to}");
    }
}

#[test]
#[ignore = "ninety thousand cases: minutes"]
fn many_pairs_agree_with_the_reference() {
    let config = || some(30_000);
    TestRunner::new(config()).run(&pair(), wire_is_the_search).unwrap();
    TestRunner::new(config()).run(&pair(), letter_is_equality).unwrap();
    TestRunner::new(config()).run(&pair(), witnesses_are_true).unwrap();
}

fn tool(version: u32, inputs: Value) -> Value {
    json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "add", "description": "Adds.",
        "version": version, "currentVersion": version, "input_parameters": inputs,
        "output_parameters": [{"id": "sum", "name": "sum", "type": "int", "description": "The sum."}],
    })
}

/// Two inputs of these types.
fn two(first: &str, second: &str) -> Value {
    let input =
        |name: &str, kind: &str| json!({"id": name, "name": name, "type": kind, "description": ""});
    json!([input("a", first), input("b", second)])
}

#[test]
fn what_is_wrong_in_one_document_is_not_taken_for_what_is_wrong_in_the_other() {
    let (old, new) = (tool(1, two("float", "int")), tool(2, two("int", "float")));
    let report = diff_values(&old, &new, Profile::Default).unwrap();
    let unknown = report.changes().iter().filter(|f| f.rule.id() == "A2T-W408");
    let unknown: Vec<_> = unknown.map(|f| (&*f.path, &f.old, &f.new)).collect();
    let float = json!("float");
    let expected =
        [("inputs[b].type", &Value::Null, &float), ("inputs[a].type", &float, &Value::Null)];
    assert_eq!(unknown, expected);
}

#[test]
fn a_version_that_is_not_a_number_is_neither_higher_nor_lower() {
    let old = tool(3, json!([]));
    let mut new = old.clone();
    for version in [json!("two"), json!(0), json!(-1)] {
        new["version"] = version;
        let report = diff_values(&old, &new, Profile::Default).unwrap();
        let rules: Vec<_> = report.changes().iter().map(|f| f.rule.id()).collect();
        assert_eq!(rules, ["A2T-W407"]);
    }
}

#[test]
fn a_break_for_callers_comes_with_the_call_that_breaks() {
    let first = |old: Value, new: Value| {
        let report = diff_values(&tool(1, old), &tool(2, new), Profile::Default).unwrap();
        let first = &report.changes()[0];
        (first.rule.id(), first.witness.clone().unwrap_or_default())
    };
    let only = |kind| json!([two(kind, "int")[0]]);
    let both = json!({"call": {"a": 65535, "b": 65535}});
    assert_eq!(first(two("int", "int"), only("int")), ("A2T-I103", both));
    let without = json!({"call": {"a": true}});
    assert_eq!(first(only("boolean"), two("boolean", "int")), ("A2T-I102", without));
    let text = json!({"call": {"a": "x"}});
    assert_eq!(first(only("string"), only("int")), ("A2T-I106", text));
    // A call that both take, or that neither does, would show nothing.
    let mut wider = only("int");
    wider[0]["max"] = json!(70_000);
    assert_eq!(first(only("int"), wider), ("A2T-I113", Value::Null));
}
