use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::*;
use crate::Selection;
use crate::names::{choice, kind, tool};
use crate::snapshot::{self, Snapshot, following, renames};

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
    table(&planned(snapshot, &snapshot.names))
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
            approved = following(snapshot(&tools), &approved);
            // The file on the disk has the same content.
            approved = snapshot::read(approved.to_text().as_bytes()).unwrap();

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
        let id = tools[picked % tools.len()].tool_id.to_string();
        let snapshot = Snapshot::new("https://x", tools);
        let whole = table_of(&snapshot);
        let Snapshot { tools, selection, names, .. } = &snapshot;
        let part = Selection::default().tool(&id);
        let part = called::of(tools, Some(selection), Some(names), &part).unwrap();
        let part = table(&plan::plan(part, Memory::NONE, &mut Applied::default()));
        prop_assert!(part.iter().all(|(path, name)| whole.get(path) == Some(name)));
        prop_assert!(part.keys().all(|path| path.starts_with(&id)));
    }
}

/// The versions of each tool that a snapshot was approved at, the newest of which may be followed.
fn side_by_side(
    tools: &[(&'static str, Vec<Tool>)],
    chosen: &[(BTreeSet<usize>, bool)],
) -> Snapshot {
    let (mut approved, mut selection) = (Vec::new(), Selection::default());
    for (index, ((name, versions), (numbers, followed))) in tools.iter().zip(chosen).enumerate() {
        let id = index as u128 + 1;
        for number in numbers {
            let tool = Tool { name, ..versions[*number].clone() };
            // Numbers as large as any, in steps.
            approved.push(signature(id, NEWEST - 3 + *number as u32, &tool));
        }
        let newest = numbers.last().copied().filter(|_| *followed);
        let id = ToolId::from_u128(id).to_string();
        for number in numbers.iter().filter(|number| Some(**number) != newest) {
            selection = selection.tool(format!("{id}@{}", NEWEST - 3 + *number as u32));
        }
        if newest.is_some() {
            selection = selection.tool(id);
        }
    }
    Snapshot::new("https://x", approved).selected(selection)
}

const NEWEST: u32 = i32::MAX as u32;

/// Methods, types and enums of each version.
fn versions(snapshot: &Snapshot) -> BTreeMap<(ToolId, u32), Vec<String>> {
    let plan = planned(snapshot, &snapshot.names);
    let named = plan.tools.iter().map(|tool| {
        let names = [&tool.name.method, &tool.name.kind].into_iter();
        let inputs =
            tool.inputs.iter().flat_map(|input| [Some(&input.name), input.choice.as_ref()]);
        let outputs =
            tool.outputs.iter().flat_map(|output| [Some(&output.name), output.choice.as_ref()]);
        let names = names.chain(inputs.chain(outputs).flatten()).map(ToString::to_string);
        ((tool.signature.tool_id, tool.signature.version), names.collect())
    });
    named.collect()
}

fn chosen() -> impl Strategy<Value = Vec<(BTreeSet<usize>, bool)>> {
    vec((btree_set(0..4_usize, 0..4), any::<bool>()), 4)
}

proptest! {
    /// A version keeps its names when other versions come and go, also if the names are nearly
    /// those of other tools.
    #[test]
    fn a_version_keeps_its_names_whatever_stands_beside_it(
        shapes in vec(vec(any_tool(), 4), 4),
        steps in vec(chosen(), 2..5),
    ) {
        let last = format!("x_v{NEWEST}");
        let names: [&'static str; 4] = ["x", "X", last.leak(), "XV2147483646"];
        let tools: Vec<_> = names.into_iter().zip(shapes).collect();
        let mut before = side_by_side(&tools, &steps[0]);
        for step in &steps {
            let now = following(side_by_side(&tools, step), &before);
            let (had, has) = (versions(&before), versions(&now));
            for (version, names) in &has {
                prop_assert!(had.get(version).is_none_or(|had| had == names), "{:?} {:?}", had, has);
            }
            for index in [0, 1] {
                let all: BTreeSet<_> = has.values().map(|names| &names[index]).collect();
                prop_assert_eq!(all.len(), has.len(), "{:?}", has);
            }
            before = now;
        }
    }
}

fn methods(snapshot: &Snapshot) -> Vec<String> {
    let plan = planned(snapshot, &snapshot.names);
    let shown = plan.tools.iter();
    shown.map(|tool| format!("{} {}", tool.name.method, tool.signature.version)).collect()
}

#[test]
fn a_version_that_comes_gets_its_number_and_the_older_one_keeps_the_name() {
    let tool = with("lookup", "city", &[]);
    let at = |versions: &[u32], selection: &[&str]| {
        let tools = versions.iter().map(|version| signature(1, *version, &tool)).collect();
        let selection = selection.iter().fold(Selection::default(), |all, text| all.tool(*text));
        Snapshot::new("https://x", tools).selected(selection)
    };
    let first = at(&[1], &[]);
    let both = following(at(&[2, 1], &["lookup@1", "lookup@2"]), &first);
    assert_eq!(methods(&both), ["lookup_v2 2", "lookup 1"]);
    assert!(both.names.is_empty() && renames(&first, &both).is_empty());

    // The newest is followed now, and is not the one with the plain name.
    let followed = following(at(&[3, 1], &["lookup@1", "lookup"]), &both);
    assert_eq!(methods(&followed), ["lookup_v3 3", "lookup 1"]);
    // Without a past it is.
    assert_eq!(methods(&at(&[3, 1], &["lookup@1", "lookup"])), ["lookup 3", "lookup_v1 1"]);

    // What was called by a number keeps it when it is alone, and the next one has the plain name.
    let alone = following(at(&[2], &["lookup@2"]), &both);
    assert_eq!(methods(&alone), ["lookup_v2 2"]);
    assert_eq!(renames(&both, &alone), []);
    let next = following(at(&[4], &["lookup"]), &alone);
    assert_eq!(methods(&next), ["lookup 4"]);
    let found: Vec<_> = renames(&alone, &next).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["generated for `lookup`: `lookup`, until now `lookup_v2`; rename it in your code"]
    );
    // A plain name goes on to the version that comes for another.
    assert_eq!(methods(&following(at(&[5], &[]), &next)), ["lookup 5"]);
}

fn with(name: &'static str, id: &'static str, values: &[&'static str]) -> Tool {
    Tool {
        name,
        inputs: [(id, values.iter().copied().collect())].into(),
        outputs: Parameters::new(),
    }
}

fn key(number: u128) -> Key {
    Key { id: ToolId::from_u128(number), number: None }
}

fn enum_of(snapshot: &Snapshot, number: u128) -> String {
    table_of(snapshot)[&choice(key(number), Side::Inputs, "service")].clone()
}

#[test]
fn a_new_tool_with_other_values_gets_a_type_of_its_own() {
    let rate = (1, with("rate", "service", &["A", "B"]));
    let first = snapshot(&[(1, rate.clone())].into());
    assert_eq!(enum_of(&first, 1), "Service");

    let ship = (1, with("ship", "service", &["A", "C"]));
    let grown = following(snapshot(&[(1, rate), (2, ship.clone())].into()), &first);
    assert_eq!((&*enum_of(&grown, 1), &*enum_of(&grown, 2)), ("Service", "ShipService"));
    assert_eq!(renames(&first, &grown), []);

    // The older one gone, the names are still not given away.
    let shrunk = following(snapshot(&[(2, ship)].into()), &grown);
    assert_eq!(enum_of(&shrunk, 2), "ShipService");
}

fn refusing(errors: &[(&str, &[&str])]) -> Snapshot {
    let error = |(name, members): &(&str, &[&str])| {
        let members: BTreeMap<_, _> = members.iter().map(|name| (name, json!({}))).collect();
        json!({"name": name, "status": 409, "description": "x",
               "schema": {"type": "object", "properties": members}})
    };
    let errors: Vec<_> = errors.iter().map(error).collect();
    let tool = json!({"toolId": ToolId::from_u128(1).to_string(), "name": "lend", "description": "x",
                      "version": 1, "currentVersion": 1, "errors": errors});
    let parsed = a2t_core::signature::parse(tool.to_string().as_bytes()).unwrap();
    assert!(parsed.unknown.is_empty());
    Snapshot::new("https://x", vec![parsed.signature])
}

#[test]
fn an_error_that_comes_takes_no_name_from_another() {
    let first = refusing(&[("A_12", &["a-b"])]);
    let grown = following(refusing(&[("A12", &[]), ("A_12", &["a-b", "a_b"])]), &first);
    assert_eq!(renames(&first, &grown), []);
    let table = table_of(&grown);
    let own = |path: &str| table[&format!("{}/errors/{path}", key(1))].clone();
    assert_eq!([own("A_12"), own("A_12/a-b")], ["A12", "a_b"]);
    assert!(own("A12").starts_with("A12X") && own("A_12/a_b").starts_with("a_b_"));

    // The older ones gone, the names are still not given away.
    let shrunk = following(refusing(&[("A12", &[]), ("A_12", &["a_b"])]), &grown);
    assert_eq!(renames(&grown, &shrunk), []);
    let found = renames(&first, &refusing(&[("A12", &[]), ("A_12", &["a-b", "a_b"])]));
    let found: Vec<_> = found.iter().map(|rename| &*rename.path).collect();
    assert_eq!(found, ["lend.errors.A_12", "lend.errors.A_12.a-b"]);
}

#[test]
fn of_tools_that_share_a_type_the_one_that_changed_gets_another_and_it_is_reported() {
    let rate = (1, with("rate", "service", &["A", "B"]));
    let ship = (1, with("ship", "service", &["A", "B"]));
    let first = snapshot(&[(1, rate), (2, ship.clone())].into());
    assert_eq!((&*enum_of(&first, 1), &*enum_of(&first, 2)), ("Service", "Service"));

    let rate = (2, with("rate", "service", &["A", "B", "C"]));
    let now = following(snapshot(&[(1, rate), (2, ship)].into()), &first);
    assert_eq!((&*enum_of(&now, 1), &*enum_of(&now, 2)), ("RateService", "Service"));
    let found: Vec<_> = renames(&first, &now).iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "generated for `rate.inputs.service.enum`: `RateService`, until now `Service`; rename it in your code"
        ]
    );
}

#[test]
fn a_name_is_readable_and_stays_when_the_plain_one_comes() {
    let named = |name| (1, with(name, "city", &[]));
    let names = |snapshot: &Snapshot| -> Vec<_> {
        let mut names = table_of(snapshot);
        names.retain(|path, _| !path.contains("/inputs") && !path.contains("/type"));
        names.into_values().collect()
    };
    let first = [(1, named("getWeather")), (2, named("get_top_10")), (3, named("verify_2fa"))];
    let first = snapshot(&first.into());
    assert_eq!(names(&first), ["get_weather", "get_top_10", "verify_2fa"]);
    assert!(following(first, &snapshot(&BTreeMap::new())).names.is_empty());

    let first = snapshot(&[(1, named("getWeather"))].into());
    let grown = snapshot(&[(1, named("getWeather")), (2, named("get_weather"))].into());
    let digest = |names: Vec<String>| names.iter().position(|name| name != "get_weather");
    // Without a past the plain name goes to the tool that is spelt so.
    assert_eq!(digest(names(&grown)), Some(0));
    assert_eq!(digest(names(&following(grown, &first))), Some(1));
}

#[test]
fn a_name_that_is_not_rust_goes_no_further() {
    let mut edited = snapshot(&[(1, (1, with("rate", "service", &["A"])))].into());
    let id = key(1);
    for name in ["fn", "a;b", "", "Ünits", "0", "String", "new", "a-b"] {
        for path in [tool(id), kind(id), choice(id, Side::Inputs, "service")] {
            edited.names = [(path, name.to_owned())].into();
            let table = table_of(&edited);
            assert!(table.values().all(|found| found != name), "{name}");
        }
    }
}
