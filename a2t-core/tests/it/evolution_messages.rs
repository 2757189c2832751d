//! The words of each kind of change: everything that a message quotes, on one line and no longer than it may be.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use a2t_core::ToolSignature;
use a2t_core::evolution::{Bounds, Rule, Subject, changes};
use serde_json::{Value, json};

fn document() -> Value {
    let input = |id: &str, more: Value| {
        let mut input = json!({"id": id, "name": id, "description": "An input."});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    };
    json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "book", "description": "Books.",
        "version": 1, "currentVersion": 1, "tags": ["air", "sea"],
        "input_parameters": [
            input("name", json!({"max-length": 200_000})),
            input("seats", json!({"type": "int", "min": -10, "max": 9})),
            input("stops", json!({"type": "int", "max": 5})),
            input("bags", json!({"type": "boolean", "required": false})),
        ],
        "output_parameters": [
            {"id": "price", "name": "price", "type": "int", "description": "The price."},
            {"id": "sky", "name": "sky", "type": "enum", "description": "The sky.", "allowed-values": values(2)},
        ],
    })
}

fn values(count: usize) -> Value {
    let value = |number| json!({"name": format!("V{number}"), "description": "A value."});
    (1..=count).map(value).collect()
}

fn read(document: &Value) -> ToolSignature {
    a2t_core::signature::parse_value(document, "").unwrap().signature
}

/// The message about the change that this edit of the later document is.
fn message(rule: Rule, edit: impl FnOnce(&mut Value)) -> String {
    let mut later = document();
    later["version"] = json!(2);
    later["currentVersion"] = json!(2);
    edit(&mut later);
    let (old, new) = (read(&document()), read(&later));
    message_between(rule, &old, &new)
}

fn message_between(rule: Rule, published: &ToolSignature, code: &ToolSignature) -> String {
    let changes = changes(published, code);
    let change = changes.iter().find(|change| change.rule == rule);
    let subject = Subject {
        tool: &code.name,
        code: code.version,
        published: published.version,
        location: "",
        next: code.version + 1,
        newest: published.version,
        bounds: Bounds::Changed,
    };
    a2t_core::evolution::message(change.unwrap_or_else(|| panic!("{rule:?}")), subject).to_string()
}

/// Path, both sides and the proof.
fn assert_says(rule: Rule, edit: impl FnOnce(&mut Value), [path, old, new, broken]: [&str; 4]) {
    let message = message(rule, edit);
    let mut expected = format!(
        "`book` version 2 breaks published version 1 at {path}\n  published: {old}\n  the code:  {new}\n  rule {} ",
        rule.id()
    );
    assert!(message.starts_with(&expected), "{message}\nis not\n{expected}");
    if broken.is_empty() {
        assert!(!message.contains("\n  broken: "), "{message}");
    } else {
        expected = format!("\n  broken: {broken}\n  help: ");
        assert!(message.contains(&expected), "{message}\nlacks{expected}");
    }
    assert!(message.ends_with(&format!("\n  more: cargo a2t explain {}", rule.id())));
}

fn inputs(tool: &mut Value) -> &mut Vec<Value> {
    tool["input_parameters"].as_array_mut().unwrap()
}

#[test]
fn what_a_tool_says_of_itself_is_quoted() {
    let other = "11111111-2222-4333-8444-5555aaaaffff";
    assert_says(
        Rule::ToolIdChanged,
        |tool| tool["toolId"] = json!(other),
        [
            "toolId",
            "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
            other,
            "every call of the tool 0479a45d-ad0a-49d4-94db-75edf00d2ca4",
        ],
    );
    let tags = |tags: Value| move |tool: &mut Value| tool["tags"] = tags;
    let none = ["tags", r#""air", "sea""#, "no tags", ""];
    assert_says(Rule::TagsChanged, tags(json!([])), none);
    let one = ["tags", r#""air", "sea""#, r#""land""#, ""];
    assert_says(Rule::TagsChanged, tags(json!(["land"])), one);
}

#[test]
fn parameters_are_quoted_by_what_callers_know_of_them() {
    assert_says(
        Rule::InputRemoved,
        |tool| drop(inputs(tool).pop()),
        [
            "inputs[bags]",
            r#"an optional input of type boolean, "bags""#,
            "nothing",
            r#"a call with "bags": true was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::InputAddedRequired,
        |tool| {
            let mut new = inputs(tool)[1].clone();
            new["id"] = json!("legs");
            new["name"] = json!("legs");
            inputs(tool).push(new);
        },
        [
            "inputs[legs]",
            "nothing",
            r#"a required input of type int, "legs""#,
            r#"a call without "legs" was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::OutputRemoved,
        |tool| drop(tool["output_parameters"].as_array_mut().unwrap().remove(0)),
        [
            "outputs[price]",
            r#"an output of type int, "price""#,
            "nothing",
            r#"a reader of the output "price""#,
        ],
    );
    assert_says(
        Rule::InputsReordered,
        |tool| inputs(tool).swap(0, 1),
        ["inputs", "another order", "another order", ""],
    );
}

#[test]
fn what_an_input_takes_is_quoted_with_a_call_that_breaks() {
    let set = |index: usize, member: &'static str, value: Value| {
        move |tool: &mut Value| inputs(tool)[index][member] = value
    };
    assert_says(
        Rule::InputMinRaised,
        set(1, "min", json!(0)),
        [
            "inputs[seats].min",
            "-10",
            "0",
            r#"a call with "seats": -10 was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::InputMinRaised,
        set(2, "min", json!(0)),
        [
            "inputs[stops].min",
            "nothing",
            "0",
            r#"a call with "stops": -1 was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::InputMaxLengthLowered,
        set(0, "max-length", json!(150_000)),
        [
            "inputs[name].max-length",
            "200000",
            "150000",
            r#"a call with "name": a string of 150001 characters was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::InputBecameRequired,
        set(3, "required", json!(true)),
        [
            "inputs[bags].required",
            "false",
            "true",
            r#"a call without "bags" was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::InputTypeChanged,
        set(3, "type", json!("int")),
        [
            "inputs[bags].type",
            "boolean",
            "int",
            r#"a call with "bags": true was valid in version 1 and would be refused"#,
        ],
    );
    assert_says(
        Rule::InputIdChanged,
        set(0, "id", json!("who")),
        [
            "inputs[name].id",
            r#""name""#,
            r#""who""#,
            r#"a caller that knows the parameter by the id "name""#,
        ],
    );
}

#[test]
fn names_that_change_places_would_reach_another_input() {
    assert_says(
        Rule::InputRenamed,
        |tool| {
            inputs(tool)[0]["name"] = json!("bags");
            inputs(tool)[3]["name"] = json!("name");
        },
        [
            "inputs[name].name",
            r#""name""#,
            r#""bags""#,
            r#"a call with "name": "x" would reach another input"#,
        ],
    );
}

#[test]
fn an_output_shows_a_value_that_its_readers_do_not_expect() {
    let typed = |kind: &'static str| {
        move |tool: &mut Value| tool["output_parameters"][0]["type"] = json!(kind)
    };
    assert_says(
        Rule::OutputTypeChanged,
        typed("string"),
        ["outputs[price].type", "int", "string", r#"a reader is not prepared for "price": "x""#],
    );
    assert_says(
        Rule::OutputTypeWidened,
        typed("json"),
        ["outputs[price].type", "int", "json", r#"a reader is not prepared for "price": null"#],
    );
}

#[test]
fn a_long_text_is_cut_on_one_line() {
    let text = format!("Books\n\n{}", "é".repeat(200));
    let message = message(Rule::ToolDescriptionChanged, |tool| {
        tool["description"] = json!(text);
    });
    // 80 bytes would end inside a character.
    let quoted = format!("\n  the code:  \"Books  {}…\"\n", "é".repeat(36));
    assert!(message.contains(&quoted), "{message}");
}

#[test]
fn a_message_says_what_was_published_what_the_code_says_and_what_to_do() {
    let people = |version: u32, max: u32| {
        read(&json!({
            "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "flight_search", "description": "Searches.",
            "version": version, "currentVersion": version, "input_parameters": [
                {"id": "i2", "name": "people", "type": "int", "description": "", "min": 1, "max": max}],
        }))
    };
    let (published, later, edited) = (people(1, 9), people(2, 6), people(1, 6));
    let message = |code| message_between(Rule::InputMaxLowered, &published, code);
    assert_eq!(
        message(&later),
        "`flight_search` version 2 breaks published version 1 at inputs[i2].max\n\
         \x20 published: 9\n\
         \x20 the code:  6\n\
         \x20 rule A2T-I112 input-max-lowered\n\
         \x20 broken: a call with \"people\": 9 was valid in version 1 and would be refused\n\
         \x20 help: Restore the max: `#[a2t(max = 9)]`. To refuse large values, return `a2t::ToolError::refused(…)` from the function.\n\
         \x20 more: cargo a2t explain A2T-I112"
    );
    assert_eq!(
        message(&edited),
        "`flight_search` version 1 is published, and the code differs at inputs[i2].max\n\
         \x20 published: 9\n\
         \x20 the code:  6\n\
         \x20 rule A2T-I112 input-max-lowered: a published version never changes (A2T-L002)\n\
         \x20 broken: a call with \"people\": 9 was valid in version 1 and would be refused\n\
         \x20 help: Restore the max: `#[a2t(max = 9)]`. To refuse large values, return `a2t::ToolError::refused(…)` from the function.\n\
         \x20 more: cargo a2t explain A2T-I112"
    );
}

#[test]
fn help_names_what_was_published_and_the_version_that_can_have_more() {
    let help = |rule, version: u32, edit: &dyn Fn(&mut Value)| {
        let mut code = document();
        code["version"] = json!(version);
        code["currentVersion"] = json!(version);
        edit(&mut code);
        let message = message_between(rule, &read(&document()), &read(&code));
        let (_, help) = message.split_once("\n  help: ").unwrap();
        help.split_once("\n  more: ").unwrap().0.to_owned()
    };
    let wider = |tool: &mut Value| inputs(tool)[1]["max"] = json!(12);
    assert_eq!(
        help(Rule::InputMaxRaised, 1, &wider),
        "Restore the max: `#[a2t(max = 9)]`. For another range, set `version = 2`, leave this input as it is, and add an \
         optional input."
    );
    assert_eq!(
        help(Rule::InputMaxRaised, 2, &wider),
        "Restore the max: `#[a2t(max = 9)]`. For another range, leave this input as it is, and add an optional input."
    );
    assert_eq!(
        help(Rule::InputRemoved, 1, &|tool| drop(inputs(tool).pop())),
        "Keep the parameter, even if the function ignores it. If you only renamed the parameter in the code, keep its \
         published name: `#[a2t(id = \"bags\", name = \"bags\")]`."
    );
    assert_eq!(
        help(Rule::OutputEnumValueRemoved, 2, &|tool| {
            tool["output_parameters"][1]["allowed-values"] = values(1);
        }),
        "Keep the value, even if it is never returned. If you only renamed the variant in the code, keep its published \
         name: `#[a2t(name = \"V2\")]`."
    );
    let added = |tool: &mut Value| {
        let new = json!({"id": "legs", "name": "legs", "description": "Legs."});
        inputs(tool).push(new);
    };
    let optional = "ake it an `Option`, or give it a default: `#[a2t(default = …)]`.";
    assert_eq!(help(Rule::InputAddedRequired, 2, &added), format!("M{optional}"));
    assert_eq!(
        help(Rule::InputAddedRequired, 1, &added),
        format!("Remove the input, or set `version = 2`. In a new version, m{optional}")
    );
    assert_eq!(
        help(Rule::ToolRenamed, 1, &|tool| tool["name"] = json!("look")),
        "Restore the name, or set `version = 2` to change it."
    );
}

#[test]
fn long_texts_are_quoted_from_shortly_before_their_difference() {
    let quoted = |old: &str, new: &str| {
        let described = |text: &str| {
            let mut tool = document();
            tool["description"] = json!(text);
            read(&tool)
        };
        let (old, new) = (described(old), described(new));
        let message = message_between(Rule::ToolDescriptionChanged, &old, &new);
        let line = |start| {
            let line = message.lines().find_map(|line| line.trim_start().strip_prefix(start));
            line.unwrap().trim().to_owned()
        };
        [line("published:"), line("the code:")]
    };
    let start = "Looks up the stations of a country, the nearest first, ";
    assert_eq!(
        quoted(&format!("{start}by its name."), &format!("{start}by its code.")),
        [r#""…by its name.""#, r#""…by its code.""#]
    );
    assert_eq!(quoted("By its name.", "By its code."), [r#""By its name.""#, r#""By its code.""#]);
    // Without words near the difference.
    let url = format!("https://example.com/{}", "a".repeat(100));
    let shown = |end: &str| format!(r#""…{}{end}""#, "a".repeat(20));
    assert_eq!(quoted(&format!("{url}1"), &format!("{url}2")), [shown("1"), shown("2")]);
    let chinese = "查询国家的气象站".repeat(5);
    assert_eq!(
        quoted(&format!("{chinese}名称"), &format!("{chinese}代码")),
        [r#""…询国家的气象站名称""#, r#""…询国家的气象站代码""#]
    );
    let long = "é".repeat(100);
    let cut = format!("\"{}…\"", "é".repeat(40));
    assert_eq!(quoted(&long, "Short."), [cut, r#""Short.""#.to_owned()]);
}
