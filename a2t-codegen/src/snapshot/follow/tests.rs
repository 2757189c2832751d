use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::*;
use crate::names::{choice, kind, tool};
use crate::snapshot::{self, Snapshot, renames};

/// The parameters of a tool, and the values of each: those without are strings.
type Parameters = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// One tool as it is at some time.
#[derive(Clone, Debug)]
struct Tool {
    name: &'static str,
    inputs: Parameters,
    outputs: Parameters,
}

fn signature(number: u128, version: u32, tool: &Tool) -> ToolSignature {
    let parameter = |(id, values): (&&str, &BTreeSet<&str>)| {
        let mut value =
            json!({"id": id, "name": id, "description": "x", "required": false, "type": "string"});
        if !values.is_empty() {
            let values = values.iter().map(|value| json!({"name": value, "description": "x"}));
            value["type"] = "enum".into();
            value["allowed-values"] = values.collect();
        }
        value
    };
    let inputs: Vec<_> = tool.inputs.iter().map(parameter).collect();
    let mut outputs: Vec<_> = tool.outputs.iter().map(parameter).collect();
    for output in &mut outputs {
        output.as_object_mut().unwrap().remove("required");
    }
    let value = json!({"toolId": ToolId::from_u128(number).to_string(), "name": tool.name,
        "description": "x", "version": version, "currentVersion": version,
        "input_parameters": inputs, "output_parameters": outputs});
    a2t_core::signature::parse_value(&value, "").unwrap().signature
}

fn snapshot(tools: &BTreeMap<u128, (u32, Tool)>) -> Snapshot {
    let tools = tools.iter().map(|(id, (version, tool))| signature(*id, *version, tool));
    Snapshot::new("https://x", tools.collect())
}

fn table_of(snapshot: &Snapshot) -> Table {
    table(&planned(&snapshot.tools, &snapshot.names))
}

fn parameters() -> impl Strategy<Value = Parameters> {
    let id = select(vec!["units", "Units", "service", "ser-vice", "new"]);
    let values = btree_set(select(vec!["A", "B", "C", "A1", "A_1", "B_2"]), 0..4);
    btree_map(id, values, 0..3)
}

fn any_tool() -> impl Strategy<Value = Tool> {
    let names = [
        "get_weather",
        "getWeather",
        "GetWeather",
        "get weather",
        "rate",
        "Rate",
        "get_2_days",
        "get2_days",
        "ship",
        "new",
    ];
    (select(names.to_vec()), parameters(), parameters()).prop_map(|(name, inputs, outputs)| Tool {
        name,
        inputs,
        outputs,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// A catalog grows step by step: a tool comes, changes or goes.
    #[test]
    fn one_tool_changes_no_name_of_another(steps in vec((1_u128..7, option::weighted(0.8, any_tool())), 2..12)) {
        let mut tools = BTreeMap::new();
        let mut approved = snapshot(&tools);
        for (version, (id, tool)) in (1..).zip(steps) {
            let before = table_of(&approved);
            match tool {
                Some(tool) => _ = tools.insert(id, (version, tool)),
                None => _ = tools.remove(&id),
            }
            approved = snapshot(&tools).following(&approved);
            // What is on the disk says the same.
            approved = snapshot::read(approved.render().as_bytes()).unwrap();

            let now = table_of(&approved);
            let changed = ToolId::from_u128(id).to_string();
            for (path, name) in before.iter().filter(|(path, _)| !path.starts_with(&changed)) {
                prop_assert_eq!(now.get(path), Some(name), "{}", path);
            }
            let all: BTreeSet<_> = now.iter().filter(|(path, _)| !path.contains('/')).collect();
            let names: BTreeSet<_> = all.iter().map(|(_, name)| *name).collect();
            prop_assert_eq!(all.len(), names.len());
        }
    }

    /// Which part of a snapshot a program uses changes no name in it.
    #[test]
    fn a_selection_has_the_names_of_the_whole(tools in vec(any_tool(), 2..6), picked in 0_usize..6) {
        let tools: Vec<_> = (1..).zip(&tools).map(|(id, tool)| signature(id, 1, tool)).collect();
        let whole = table(&planned(&tools, &Table::new()));
        let picked = &tools[picked % tools.len()..][..1];
        let part = Catalog { all: &tools, picked, memory: Memory::NONE };
        let part = table(&plan::plan(part, &mut Applied::default()));
        prop_assert!(part.iter().all(|(path, name)| whole.get(path) == Some(name)));
        prop_assert!(part.keys().all(|path| path.starts_with(&picked[0].tool_id.to_string())));
    }
}

fn with(name: &'static str, id: &'static str, values: &[&'static str]) -> Tool {
    Tool {
        name,
        inputs: [(id, values.iter().copied().collect())].into(),
        outputs: Parameters::new(),
    }
}

fn enum_of(snapshot: &Snapshot, number: u128) -> String {
    table_of(snapshot)[&choice(ToolId::from_u128(number), Side::Inputs, "service")].clone()
}

#[test]
fn a_new_tool_with_other_values_gets_a_type_of_its_own() {
    let rate = (1, with("rate", "service", &["A", "B"]));
    let first = snapshot(&[(1, rate.clone())].into());
    assert_eq!(enum_of(&first, 1), "Service");

    let ship = (1, with("ship", "service", &["A", "C"]));
    let grown = snapshot(&[(1, rate), (2, ship.clone())].into()).following(&first);
    assert_eq!((&*enum_of(&grown, 1), &*enum_of(&grown, 2)), ("Service", "ShipService"));
    assert_eq!(renames(&first, &grown), []);

    // The older one gone, the names are still not given away.
    let shrunk = snapshot(&[(2, ship)].into()).following(&grown);
    assert_eq!(enum_of(&shrunk, 2), "ShipService");
}

#[test]
fn of_tools_that_share_a_type_the_one_that_changed_gets_another_and_it_is_told() {
    let rate = (1, with("rate", "service", &["A", "B"]));
    let ship = (1, with("ship", "service", &["A", "B"]));
    let first = snapshot(&[(1, rate), (2, ship.clone())].into());
    assert_eq!((&*enum_of(&first, 1), &*enum_of(&first, 2)), ("Service", "Service"));

    let rate = (2, with("rate", "service", &["A", "B", "C"]));
    let now = snapshot(&[(1, rate), (2, ship)].into()).following(&first);
    assert_eq!((&*enum_of(&now, 1), &*enum_of(&now, 2)), ("RateService", "Service"));
    let told: Vec<_> = renames(&first, &now).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "generated for `rate.inputs.service.enum`: `RateService`, until now `Service`; rename it in your code"
        ]
    );
}

#[test]
fn a_name_is_readable_and_stays_when_its_plain_twin_comes() {
    let named = |name| (1, with(name, "city", &[]));
    let names = |snapshot: &Snapshot| -> Vec<_> {
        let mut names = table_of(snapshot);
        names.retain(|path, _| !path.contains("/inputs") && !path.contains("/type"));
        names.into_values().collect()
    };
    let first = [(1, named("getWeather")), (2, named("get_top_10")), (3, named("verify_2fa"))];
    let first = snapshot(&first.into());
    assert_eq!(names(&first), ["get_weather", "get_top_10", "verify_2fa"]);
    assert!(first.following(&snapshot(&BTreeMap::new())).names.is_empty());

    let first = snapshot(&[(1, named("getWeather"))].into());
    let grown = snapshot(&[(1, named("getWeather")), (2, named("get_weather"))].into());
    let digest = |names: Vec<String>| names.iter().position(|name| name != "get_weather");
    // Without a past the plain name goes to the tool that is spelt so.
    assert_eq!(digest(names(&grown)), Some(0));
    assert_eq!(digest(names(&grown.following(&first))), Some(1));
}

#[test]
fn a_name_that_is_not_rust_goes_no_further() {
    let mut edited = snapshot(&[(1, (1, with("rate", "service", &["A"])))].into());
    let id = ToolId::from_u128(1);
    for name in ["fn", "a;b", "", "Ünits", "0", "String", "new", "a-b"] {
        for path in [tool(id), kind(id), choice(id, Side::Inputs, "service")] {
            edited.names = [(path, name.to_owned())].into();
            let table = table_of(&edited);
            assert!(table.values().all(|found| found != name), "{name}");
        }
    }
}
