//! Inputs stand in the order of their declaration in every dialect: models fill them in as they
//! read them.

use a2t_dialect::{Dialect, Selection};
use serde_json::{Value, json};

use super::CASES;

/// The names of the first object whose members are all of these, in its own order.
fn members(value: &Value, names: &[String]) -> Option<Vec<String>> {
    match value {
        Value::Object(members) => {
            let own: Vec<_> = members.keys().cloned().collect();
            let is_all = own.len() == names.len() && names.iter().all(|name| own.contains(name));
            if is_all {
                return Some(own);
            }
            members.values().find_map(|member| self::members(member, names))
        }
        Value::Array(items) => items.iter().find_map(|item| members(item, names)),
        // A skill has its schema in its description.
        Value::String(text) => {
            let schema = text.split_once("JSON schema: ")?.1;
            members(&serde_json::from_str(schema).ok()?, names)
        }
        _ => None,
    }
}

fn hold(dialect: Dialect, tools: &Selection, label: &str) {
    let tool = tools.iter().next().unwrap().signature();
    let names = dialect.input_names(tool.unwrap());
    for value in [dialect.tools(tools), dialect.strict_tools(tools)] {
        let value = value.unwrap();
        let found = members(&value, &names);
        assert_eq!(found.as_ref(), Some(&names), "{dialect}: {label}: {value}");
        // Programs put definitions into requests, and requests into text.
        let request = json!({"model": "m", "tools": value}).to_string();
        let request: Value = serde_json::from_str(&request).unwrap();
        assert_eq!(members(&request, &names), Some(names.clone()), "{dialect}: {label}");
    }
}

#[test]
fn inputs_stand_in_the_order_of_their_declaration() {
    let input = |name: &str| json!({"id": name, "name": name, "description": "It."});
    let inputs: Vec<_> = ["to", "amount", "from", "currency"].map(input).into();
    let tool = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "transfer_funds", "description": "It.",
        "version": 1, "currentVersion": 1, "input_parameters": inputs});
    let tool = a2t_core::signature::parse_value(&tool, "").unwrap().signature;
    let tools = Selection::approved([tool]);
    for dialect in Dialect::ALL {
        hold(*dialect, &tools, "transfer_funds");
        let several = |case: &&super::Case| case.signature.input_parameters.len() > 1;
        for case in CASES.iter().filter(several) {
            hold(*dialect, &case.selection(), &case.label);
        }
    }
}
