//! Structures at the edges of what the draft allows: widths, values, versions, enums that are
//! alike and enums that are nearly alike.

use serde_json::{Value, json};

use crate::{input, output, parameter, tool};

/// Values of one enum each whose names meet when they are made Rust, or mean something there.
const VALUES: &[&[&str]] = &[
    &["A", "A1", "A_1", "A1_2", "A12", "A_12", "A_1_2"],
    &["SELF", "SUPER", "CRATE", "TYPE", "STATIC", "ASYNC", "GEN", "TRY"],
    &["UNKNOWN", "UNKNOWN_1", "OTHER", "DEFAULT", "NONE", "SOME", "OK", "ERR"],
    &["STRING", "OPTION", "RESULT", "BOX", "VEC", "INTO", "SENDING", "NAMES"],
    &["AB", "A_B", "A_B_C", "AB_C", "ABC"],
    &["Z9_9", "Z99", "Z_99", "Z_9_9"],
    &["TRUE", "FALSE", "NULL", "NAN", "CON", "NUL"],
    &["FN", "MAIN", "TEST", "UNSAFE", "EXTERN", "USE"],
];

pub(crate) fn catalogs() -> Vec<Vec<Value>> {
    let mut catalogs: Vec<_> = VALUES.iter().map(|values| one_enum(values)).collect();
    catalogs.extend([
        Vec::new(),
        vec![tool(1, "nothing", "", Vec::new(), Vec::new())],
        wide(),
        many_values(),
        long_values(),
        shared_enums(),
        nearly_shared_enums(),
        ranges(),
        lengths(),
        versions(),
        mandatory_and_not(),
        crossed(),
        many_tools(),
        long_parameter_texts(),
    ]);
    catalogs
}

fn values(names: &[&str]) -> Value {
    let value = |name: &&str| json!({"name": name, "description": format!("Means {name}.")});
    names.iter().map(value).collect()
}

fn enumerated(id: &str, names: &[&str]) -> Value {
    json!({"id": id, "name": id, "type": "enum", "description": "", "allowed-values": values(names)})
}

fn one_enum(names: &[&str]) -> Vec<Value> {
    let reversed: Vec<_> = names.iter().rev().copied().collect();
    let inputs = vec![enumerated("kind", names), enumerated("client", names)];
    let outputs = vec![enumerated("kind", names), enumerated("unknown", &reversed)];
    vec![
        tool(1, "look_up", "", inputs, outputs),
        tool(2, "look", "", vec![enumerated("kind", &reversed)], Vec::new()),
    ]
}

/// As many inputs and outputs as are read.
fn wide() -> Vec<Value> {
    let inputs = (0..64).map(|index| input(index, &format!("p{index}"), "One of many."));
    let outputs = (0..64).map(|index| output(index, &format!("p{index}"), "One of many."));
    vec![tool(1, "wide", "", inputs.collect(), outputs.collect())]
}

/// As many values as are read.
fn many_values() -> Vec<Value> {
    let names: Vec<_> = (0..1_000).map(|index| format!("V{index}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let parameter = enumerated("value", &names);
    vec![tool(1, "many", "", vec![parameter.clone()], vec![parameter])]
}

fn long_values() -> Vec<Value> {
    let names = ["A".repeat(255), format!("{}B", "A".repeat(254)), "A_".repeat(127) + "A"];
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    one_enum(&names)
}

/// One parameter in many tools.
fn shared_enums() -> Vec<Value> {
    let parameter = enumerated("units", &["CELSIUS", "FAHRENHEIT"]);
    let one = |number: u8| {
        let name = format!("look_up_{}", char::from(b'a' + number));
        let parameters = || vec![parameter.clone()];
        tool(number.into(), &name, "", parameters(), parameters())
    };
    (0..9).map(one).collect()
}

/// One name for enums with other values in each tool.
fn nearly_shared_enums() -> Vec<Value> {
    let names = ["CELSIUS", "FAHRENHEIT", "KELVIN", "RANKINE", "UNKNOWN"];
    let one = |number: usize| {
        let some: Vec<_> =
            names.iter().copied().cycle().skip(number).take(2 + number % 3).collect();
        let parameters = vec![enumerated("units", &some), enumerated("Units", &names)];
        let name = ["look", "look_up", "look_units", "Look Units", "lookUnits"];
        let name = name.get(number).copied().unwrap_or("units");
        tool(number, name, "", parameters.clone(), parameters)
    };
    (0..5).map(one).collect()
}

fn ranges() -> Vec<Value> {
    let bounds = [
        json!({}),
        json!({"max": 0}),
        json!({"min": 0, "max": 0}),
        json!({"min": -9_007_199_254_740_991_i64, "max": 9_007_199_254_740_991_i64}),
        json!({"min": -1, "max": -1}),
        json!({"max": 65_535}),
        json!({"max": -5}),
    ];
    let one = |(index, bound): (usize, Value)| {
        let mut value = parameter(1, 4, &format!("n{index}"), "");
        for (name, number) in bound.as_object().into_iter().flatten() {
            value[name] = number.clone();
        }
        value
    };
    vec![tool(1, "ranges", "", bounds.into_iter().enumerate().map(one).collect(), Vec::new())]
}

fn lengths() -> Vec<Value> {
    let one = |(index, length): (usize, u64)| {
        let mut value = parameter(0, 4, &format!("s{index}"), "");
        value["max-length"] = json!(length);
        value
    };
    let lengths = [0, 1, 100, 1 << 20, 9_007_199_254_740_991];
    vec![tool(1, "lengths", "", lengths.into_iter().enumerate().map(one).collect(), Vec::new())]
}

fn versions() -> Vec<Value> {
    let numbers = [1, 2, 65_536, u32::MAX];
    let one = |(number, version): (usize, u32)| {
        let mut value = tool(number, &format!("v{version}"), "", Vec::new(), Vec::new());
        value["version"] = json!(version);
        value["currentVersion"] = json!(version);
        value
    };
    numbers.into_iter().enumerate().map(one).collect()
}

/// Every order of required and optional for each type.
fn mandatory_and_not() -> Vec<Value> {
    let one = |bits: usize| {
        let inputs = (0..4).map(|index| {
            let mut value = parameter(index, 4, &format!("p{index}"), "Text.");
            value["required"] = json!(bits >> index & 1 == 1);
            value
        });
        let name = format!("bits_{}", char::from(b'a' + u8::try_from(bits).unwrap_or(0)));
        tool(bits, &name, "", inputs.collect(), Vec::new())
    };
    (0..16).map(one).collect()
}

/// Ids and names that are each other's.
fn crossed() -> Vec<Value> {
    let cross = |mut value: Value, name: &str| {
        value["name"] = json!(name);
        value
    };
    let inputs = vec![
        cross(input(0, "city", ""), "units"),
        cross(input(6, "units", ""), "city"),
        cross(input(2, "self", ""), "Self"),
    ];
    let outputs =
        vec![cross(output(0, "city", ""), "units"), cross(output(3, "units", ""), "city")];
    vec![tool(1, "crossed", "", inputs, outputs)]
}

fn many_tools() -> Vec<Value> {
    let name = |number: usize| match number % 3 {
        0 => format!("tool_{number}"),
        1 => format!("Tool {number}"),
        _ => format!("tool-{number}"),
    };
    (0..60).map(|number| tool(number, &name(number), "", Vec::new(), Vec::new())).collect()
}

/// The draft limits the description of a tool, not that of a parameter.
fn long_parameter_texts() -> Vec<Value> {
    let text = "`<long> [text]` *of* a _parameter_. ".repeat(270);
    vec![tool(
        1,
        "long",
        "",
        vec![input(0, "a", &text), input(1, "b", &text)],
        vec![output(0, "a", &text)],
    )]
}
