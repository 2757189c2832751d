//! Tools that a selection picks, holds that it keeps, messages that it returns.

use serde_json::json;

use super::*;

fn tool(number: u128, name: &str, version: u32, tags: &[&str]) -> ToolSignature {
    let value = json!({"toolId": ToolId::from_u128(number).to_string(), "name": name, "description": "",
        "version": version, "currentVersion": 3, "tags": tags});
    a2t_core::signature::parse_value(&value, "").unwrap().signature
}

fn tools() -> Vec<ToolSignature> {
    vec![
        tool(1, "add", 3, &["math"]),
        tool(2, "sky", 3, &["weather", "light"]),
        tool(2, "sky", 2, &["weather"]),
        tool(3, "storm@2", 3, &["weather"]),
    ]
}

fn picked(selection: &Selection) -> Result<Vec<String>, Vec<String>> {
    let shown = |tool: &ToolSignature| format!("{} {}", tool.name, tool.version);
    Ok(selection.pick(&tools())?.iter().map(shown).collect())
}

#[test]
fn tools_are_picked_by_name_id_version_and_tag() {
    let all = Selection::default();
    let cases = [
        (all.clone(), &["add 3", "sky 3", "sky 2", "storm@2 3"] as &[_]),
        (all.clone().tool("add"), &["add 3"]),
        (all.clone().tool(ToolId::from_u128(1).to_string()), &["add 3"]),
        (all.clone().tool(format!("{}@2", ToolId::from_u128(2)).to_uppercase()), &["sky 2"]),
        // A name that looks like a pin is a name first.
        (all.clone().tool("storm@2"), &["storm@2 3"]),
        (all.clone().tag("light"), &["sky 3", "sky 2"]),
        (all.clone().tag("math").tag("light").tool("sky@3"), &["add 3", "sky 3"]),
    ];
    for (selection, wanted) in cases {
        assert_eq!(picked(&selection).unwrap(), wanted, "{selection:?}");
    }
}

#[test]
fn what_means_nothing_is_reported_all_at_once_with_what_was_meant() {
    let selection = Selection::default().tool("ad").tag("wether").tool("sky@7");
    let errors = picked(&selection.tool("storm@2@1")).unwrap_err();
    assert_eq!(
        errors,
        [
            "no tool has the tag `wether`; did you mean `weather`? `cargo a2t show` lists the tags of a tool",
            "no tool is called `ad`; did you mean `add`? `cargo a2t list` shows what there is",
            "`sky` has no version 7 here; expected 3, 2",
            "`storm@2` has no version 1 here; expected 3",
        ]
    );
}

#[test]
fn versions_stand_side_by_side() {
    let all = Selection::default();
    let called = |selection: &Selection| {
        let shown = |tool: &ToolSignature| format!("{} {}", tool.name, tool.version);
        selection.called(&tools()).map(|tools| tools.iter().map(shown).collect::<Vec<_>>())
    };
    let cases = [
        (all.clone(), &["add 3", "sky 3", "storm@2 3"] as &[_]),
        (all.clone().all_versions(), &["add 3", "sky 3", "sky 2", "storm@2 3"]),
        (all.clone().tool("sky@2").tool("sky@3"), &["sky 3", "sky 2"]),
        (all.clone().tool("sky@2").tool("sky"), &["sky 3", "sky 2"]),
        (all.clone().tool("sky@2").tag("weather"), &["sky 2", "storm@2 3"]),
        (all.clone().hold("sky@2"), &["add 3", "sky 2", "storm@2 3"]),
        (all.clone().hold("sky@2").hold("sky@3"), &["add 3", "sky 3", "sky 2", "storm@2 3"]),
        (all.clone().tool("sky").hold("sky@2"), &["sky 2"]),
        (
            all.clone().hold("storm@2@3").tag("math").tag("weather"),
            &["add 3", "sky 3", "storm@2 3"],
        ),
    ];
    for (selection, wanted) in cases {
        assert_eq!(called(&selection).unwrap(), wanted, "{selection:?}");
    }
    for (selection, wanted) in [
        (all.clone().hold("sky"), "`sky` cannot be held without a version; write `sky@3`"),
        (all.clone().hold("ski"), "did you mean `sky`?"),
        (all.clone().hold("sky@7"), "`sky` has no version 7 here; expected 3, 2"),
        (all.clone().hold("ski@2"), "did you mean `sky`?"),
        (all.clone().tool("add").hold("sky@2"), "held but not selected"),
        (all.clone().tool("sky@3").hold("sky@2"), "leave one of the two"),
    ] {
        let errors = called(&selection).unwrap_err();
        assert!(errors.len() == 1 && errors[0].contains(wanted), "{errors:?}");
    }
}

#[test]
fn holds_outlive_another_selection_of_their_tools() {
    let id = ToolId::from_u128(2);
    let old = Selection::default().hold("add@3").hold(format!("{id}@2"));
    let kept = |new: Selection| new.holding_as(&old, &tools()).holds().to_vec();
    assert_eq!(kept(Selection::default().tag("weather")), [format!("{id}@2")]);
    assert_eq!(kept(Selection::default().tool("sky").tool("add@3")), [format!("{id}@2")]);
    let released = old.clone().release("sky", &tools());
    assert_eq!(released.holds(), ["add@3"]);
    assert!(released.release("add", &[]).is_everything());
}

#[test]
fn a_tool_that_was_renamed_is_still_the_one_that_was_approved() {
    let renamed = [tool(2, "heaven", 3, &[])];
    let selection = Selection::default().tool("sky@2");
    let (wanted, unmatched) = selection.among(&renamed, &tools());
    let id = ToolId::from_u128(2);
    let pinned = Wanted { id, pins: [2].into(), newest: false };
    assert_eq!((wanted, unmatched.len()), (vec![pinned], 0));
}

#[test]
fn a_selection_is_read_back_as_it_was_written() {
    let selection = Selection::default().tool("b@2").tool("a").tag("c").hold("a@1");
    let value = serde_json::to_value(&selection).unwrap();
    assert_eq!(value, json!({"tools": ["a", "b@2"], "tags": ["c"], "holds": ["a@1"]}));
    assert_eq!(Selection::from_json(&value), Some(selection));
    let all = Selection::default().all_versions();
    let value = serde_json::to_value(&all).unwrap();
    assert_eq!(Selection::from_json(&value), Some(all));
    for other in [
        json!({}),
        json!([]),
        json!({"tools": []}),
        json!({"tools": [1]}),
        json!({"tags": ["a"], "x": 1}),
        json!({"tools": ["b", "a"], "versions": true}),
    ] {
        assert_eq!(Selection::from_json(&other), None, "{other}");
    }
}
