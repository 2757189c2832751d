//! Documents of vendors that do not use this toolkit: what is passed by, what is derived, and what is a mistake.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::sample::{input, mistakes, read, with};
use a2t_core::Code;
use a2t_core::catalog;
use a2t_core::signature::{Hints, InputType, parse_value};
use a2t_core::wire::page::page;
use a2t_core::wire::rejected::sort;
use serde_json::{Value, json};

fn remarks(document: &Value) -> Vec<(Code, String, String)> {
    let parsed = parse_value(document, "").unwrap_or_else(|found| panic!("{document}: {found}"));
    let remarks = parsed.unknown.iter();
    remarks.map(|found| (found.code, found.pointer.clone(), found.to_string())).collect()
}

fn set(pointer: &str, value: Value) -> Value {
    with(|tool| {
        let (parent, member) = pointer.rsplit_once('/').unwrap();
        match tool.pointer_mut(parent).unwrap() {
            Value::Array(items) => items[member.parse::<usize>().unwrap()] = value,
            members => members[member] = value,
        }
    })
}

fn values(of: &[Value]) -> Vec<Value> {
    let others =
        [json!(true), json!(7), json!(1.5), json!("?\u{202e}"), json!([7]), json!({"x": 1})];
    others.into_iter().chain(of.iter().cloned()).collect()
}

/// Every member that the protocol does not define and a2t reads: its location, the reading, and content that is not it.
fn extensions() -> Vec<(&'static str, &'static str, Vec<Value>)> {
    let deprecated = [
        json!("use version 2"),
        json!([]),
        json!({"since": "2026-11-01"}),
        json!({"since": 2026, "note": "Use 2."}),
        json!({"since": "2026-02-29", "note": "Use 2."}),
        json!({"since": "2026-11-01", "note": " "}),
        json!({"since": "2026-11-01", "note": "Use \u{202e}2."}),
    ];
    let hints = [
        json!([]),
        json!({"readOnlyHint": "yes"}),
        json!({"destructiveHint": 1}),
        json!({"readOnlyHint": true, "destructiveHint": true}),
    ];
    let title = [json!(" "), json!("a\nb"), json!("a".repeat(255)), json!([])];
    let without = |values: Vec<Value>, fits: fn(&Value) -> bool| -> Vec<Value> {
        values.into_iter().filter(|value| !fits(value)).collect()
    };
    let is_object = |value: &Value| value.is_object();
    vec![
        ("/title", "AMB-42", values(&title)),
        ("/deprecated", "AMB-36", values(&deprecated)),
        // Members that MCP adds are passed by on their own.
        ("/annotations", "AMB-41", without(values(&hints), |value| *value == json!({"x": 1}))),
        ("/preconditions", "AMB-49", values(&[json!([]), json!({"scopes": "fees"})])),
        ("/errors", "AMB-48", values(&[json!({}), json!([{"name": "lost"}])])),
        ("/input_parameters/0/max-length", "AMB-4", {
            without(values(&[json!("80"), json!(-1)]), |value| *value == json!(7))
        }),
        ("/input_parameters/0/format", "AMB-49", values(&[json!("")])),
        ("/input_parameters/0/min", "AMB-4", values(&[json!("1")])),
        ("/output_parameters/0/schema", "AMB-46", without(values(&[]), is_object)),
    ]
}

#[test]
fn no_tool_is_left_out_for_the_content_of_an_extension() {
    for (pointer, reading, values) in extensions() {
        let plain = read(&with(|_| ()));
        for value in values {
            let reported = remarks(&set(pointer, value.clone()));
            assert_eq!(reported.len(), 1, "{pointer} {value}: {reported:?}");
            assert!(reported[0].1.starts_with(pointer), "{reported:?}");
            let cited = format!("(spec note {reading})");
            assert!(reported[0].2.contains(&cited), "{value}: {reported:?}");
            let mut signature = read(&set(pointer, value));
            // Preconditions that are not understood are unknown.
            signature.preconditions.clone_from(&plain.preconditions);
            assert_eq!(signature, plain, "{pointer}");
        }
    }
}

#[test]
fn bounds_of_other_types_and_of_other_spellings() {
    let int = |more: Value| {
        with(|tool| {
            tool["input_parameters"][0] = input(json!({"type": "int"}));
            let members = tool["input_parameters"][0].as_object_mut().unwrap();
            members.extend(more.as_object().unwrap().clone());
        })
    };
    for min in [json!("1"), json!(1.5), json!([]), json!(1.0e300)] {
        let document = int(json!({"min": min}));
        let reported = remarks(&document);
        assert!(reported[0].2.contains("(spec note AMB-4)") && reported.len() == 1, "{reported:?}");
        let InputType::Int { min, .. } = read(&document).input_parameters[0].kind else { panic!() };
        assert_eq!(min, None);
    }
    let document = int(json!({"min": 1.0, "max": 120.0, "max-length": 3}));
    let InputType::Int { min, max } = read(&document).input_parameters[0].kind else { panic!() };
    assert_eq!((min, max), (Some(1), 120));
    let codes: Vec<_> = remarks(&document).into_iter().map(|found| found.0).collect();
    assert_eq!(codes, [Code::ConstraintOnWrongType, Code::OtherSpelling, Code::OtherSpelling]);
}

/// The draft's members under other names, at each level of a signature: what is absent and what is there for it.
#[test]
fn a_decisive_member_under_another_name_is_a_mistake() {
    let parameters = json!([input(json!({}))]);
    let tool = [
        ("input_parameters", "inputParameters", parameters.clone()),
        ("input_parameters", "InputParameters", parameters.clone()),
        ("input_parameters", "inputs", parameters.clone()),
        ("input_parameters", "input", parameters.clone()),
        ("input_parameters", "parameters", parameters.clone()),
        ("input_parameters", "input-parameters", parameters.clone()),
        ("input_parameters", "input_parameter", parameters.clone()),
        ("input_parameters", "inputSchema", json!({"type": "object"})),
        ("output_parameters", "outputParameters", parameters.clone()),
        ("output_parameters", "outputs", parameters.clone()),
        ("output_parameters", "output_paramters", parameters.clone()),
        ("currentVersion", "current_version", json!(3)),
        ("currentVersion", "latestVersion", json!(3)),
    ];
    let at = "/input_parameters/0";
    let parameter = [
        ("id", "Id", json!("city")),
        ("type", "Type", json!("int")),
        ("type", "dataType", json!("int")),
        ("type", "typ", json!("int")),
        ("required", "Required", json!(false)),
        ("required", "optional", json!(true)),
        ("required", "requird", json!(false)),
        ("allowed-values", "allowed_values", json!(["A"])),
        ("allowed-values", "allowedValues", json!(["A"])),
        ("allowed-values", "enum", json!(["A"])),
    ];
    let rows = tool.into_iter().map(|row| ("", row)).chain(parameter.map(|row| (at, row)));
    for (at, (meant, stranger, value)) in rows {
        let document = with(|tool| {
            let members = tool.pointer_mut(at).unwrap().as_object_mut().unwrap();
            members.remove(meant);
            members.insert(stranger.to_owned(), value);
        });
        let found = parse_value(&document, "").unwrap_err();
        assert_eq!(found.len(), 1, "{found}");
        let found = &found.as_slice()[0];
        assert_eq!(
            (found.code, &*found.pointer),
            (Code::UnknownMember, &*format!("{at}/{stranger}"))
        );
        assert_eq!(found.did_you_mean.as_deref(), Some(meant));
        // Without content, nothing is lost; next to the member itself, it is another vendor's.
        for empty in [json!(null), json!([]), json!({})] {
            let document = with(|tool| {
                let members = tool.pointer_mut(at).unwrap().as_object_mut().unwrap();
                members.remove(meant);
                members.insert(stranger.to_owned(), empty);
            });
            assert_eq!(mistakes(&document), [], "{document}");
        }
        let mut beside = with(|_| ());
        if beside.pointer(at).unwrap().get(meant).is_some() {
            beside.pointer_mut(at).unwrap()[stranger] = json!([1]);
            assert_eq!(mistakes(&beside), [], "{beside}");
        }
    }
    // `max` decides something of integers only.
    for (kind, found) in [("int", 1), ("string", 0)] {
        let of = input(json!({"type": kind, "maximum": 9}));
        assert_eq!(mistakes(&set(at, of)).len(), found, "{kind}");
    }
    let choices =
        input(json!({"type": "enum", "allowedValues": [{"name": "A", "description": ""}]}));
    assert_eq!(mistakes(&set(at, choices)).len(), 1);
}

#[test]
fn members_that_are_null_are_absent_and_not_remarked() {
    let document = with(|tool| {
        for member in ["img", "deprecated", "annotations", "inputs", "min"] {
            tool[member] = json!(null);
        }
        tool["output_parameters"][0]["required"] = json!(null);
        tool["output_parameters"][0]["max"] = json!(null);
        tool["input_parameters"][0]["allowed_values"] = json!(null);
    });
    assert_eq!(remarks(&document), []);
}

/// What the draft leaves open and can mean one thing only is read, with a remark that cites the reading.
#[test]
fn what_can_mean_one_thing_only_is_read_with_a_remark() {
    let at = "/input_parameters/0";
    let choice = |values: Value| set(at, input(json!({"type": "enum", "allowed-values": values})));
    let of = |more: Value| set(at, input(more));
    let without = |pointer: &str, member: &str| {
        with(|tool| {
            drop(tool.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(member))
        })
    };
    let second = json!([{"name": "2ND", "description": "Second."}]);
    let cases = [
        (without("", "currentVersion"), "/currentVersion", "AMB-50"),
        (set("/currentVersion", json!(null)), "/currentVersion", "AMB-50"),
        (without(at, "id"), "/input_parameters/0/id", "AMB-50"),
        (set("/output_parameters/0/id", json!(null)), "/output_parameters/0/id", "AMB-50"),
        (set("/input_parameters/0/id", json!(12)), "/input_parameters/0/id", "AMB-51"),
        (of(json!({"type": "int", "max": 120.0})), "/input_parameters/0/max", "AMB-51"),
        (set("/version", json!(1.0)), "/version", "AMB-51"),
        (choice(second), "/input_parameters/0/allowed-values/0/name", "AMB-52"),
        (choice(json!(["A"])), "/input_parameters/0/allowed-values/0", "AMB-2"),
        (of(json!({"max": 0})), "/input_parameters/0/max", "AMB-53"),
        (of(json!({"type": "boolean", "max": 65_535})), "/input_parameters/0/max", "AMB-53"),
        (
            of(json!({"type": "int", "allowed-values": []})),
            "/input_parameters/0/allowed-values",
            "AMB-53",
        ),
        (
            set("/output_parameters/0/allowed-values", json!([])),
            "/output_parameters/0/allowed-values",
            "AMB-53",
        ),
        (set("/toolId", json!("0479A45Dad0a49d494db75edf00d2ca4")), "/toolId", "AMB-18"),
        (
            set("/toolId", json!("urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4")),
            "/toolId",
            "AMB-18",
        ),
        (set("/description", json!("a\tb")), "/description", "AMB-40"),
        (without("", "description"), "/description", "AMB-58"),
        (set("/description", json!(null)), "/description", "AMB-58"),
        (
            with(|tool| {
                tool.as_object_mut().unwrap().remove("description");
                tool["summary"] = json!(null);
            }),
            "/description",
            "AMB-58",
        ),
        (without(at, "description"), "/input_parameters/0/description", "AMB-58"),
        (
            without("/output_parameters/0", "description"),
            "/output_parameters/0/description",
            "AMB-58",
        ),
        (
            choice(json!([{"name": "A"}])),
            "/input_parameters/0/allowed-values/0/description",
            "AMB-58",
        ),
        (set("/max", json!(3)), "/max", "A2T-W409"),
    ];
    for (document, pointer, reading) in cases {
        let reported = remarks(&document);
        assert_eq!(reported.len(), 1, "{document}: {reported:?}");
        assert_eq!((&*reported[0].1, reported[0].0.id()), (pointer, reading));
        assert!(reported[0].2.contains(&format!("[{reading}]")), "{reported:?}");
        // The same in the canonical document, without a remark, except for names that are as they are.
        let signature = read(&document);
        let again = parse_value(&serde_json::to_value(&signature).unwrap(), "").unwrap();
        assert_eq!(again.signature, signature);
        assert_eq!(again.unknown.is_empty(), reading != "AMB-52");
    }
    assert_eq!(read(&without(at, "id")).input_parameters[0].id, "City");
    assert_eq!(read(&set("/input_parameters/0/id", json!(12))).input_parameters[0].id, "12");
}

/// Neighbours of those, of which a meaning would be lost.
#[test]
fn what_could_mean_two_things_stays_a_mistake() {
    let at = "/input_parameters/0";
    let of = |more: Value| set(at, input(more));
    let value = |name: &str| {
        let values = json!([{"name": name, "description": ""}]);
        of(json!({"type": "enum", "allowed-values": values}))
    };
    for document in [
        of(json!({"max": 3})),
        of(json!({"type": "int", "max": 1.5})),
        of(json!({"type": "int", "max": "120"})),
        of(json!({"type": "boolean", "allowed-values": ["A"]})),
        of(json!({"id": 1.5})),
        of(json!({"id": {}})),
        of(json!({"type": "integer"})),
        of(json!({"type": "str"})),
        with(|tool| {
            let tool = tool.as_object_mut().unwrap();
            let description = tool.remove("description").unwrap();
            tool.insert("summary".to_owned(), description);
        }),
        with(|tool| {
            tool["summary"] = json!("Forecasts the weather.");
            tool["description"] = json!(null);
        }),
        value("2nd"),
        value("_2ND"),
        value("2__D"),
        set("/version", json!(1.5)),
        set("/toolId", json!("{0479a45d-ad0a-49d4-94db-75edf00d2ca4}")),
        set("/toolId", json!("0479a45dad0a49d494db75edf00d2ca")),
    ] {
        assert_eq!(mistakes(&document).len(), 1, "{document}: {:?}", mistakes(&document));
    }
}

#[test]
fn authors_are_held_to_what_readers_pass_by() {
    let second = json!([{"name": "2ND", "description": "Second."}]);
    let read =
        read(&set("/input_parameters/0", input(json!({"type": "enum", "allowed-values": second}))));
    assert_eq!(read.check().as_slice()[0].code, Code::BadAllowedValueName);
    let hints = Hints { read_only: true, destructive: Some(true), ..Hints::NONE };
    let found = a2t_core::ToolSignature { hints, ..read }.check();
    assert_eq!(found.as_slice()[0].code, Code::ContradictingHints);
}

#[test]
fn versions_without_current_version_have_that_of_the_newest() {
    let version = |number: u32| {
        with(|tool| {
            tool["version"] = json!(number);
            tool.as_object_mut().unwrap().remove("currentVersion");
        })
    };
    let list = catalog::read(&json!({"items": [version(3), version(2), version(1)]})).unwrap();
    let current: Vec<_> = list.tools.iter().map(|tool| tool.current_version).collect();
    assert_eq!(current, [3, 3, 3]);
}

#[test]
fn the_tools_of_a_snapshot_are_read_where_they_are() {
    let snapshot = |tool: &Value| json!({"a2t": "snapshot", "tools": [tool, with(|_| {})]});
    let invalid = with(|tool| tool["version"] = json!(0));
    let found = catalog::read(&snapshot(&invalid)).unwrap_err();
    assert_eq!(found.as_slice()[0].pointer, "/tools/0/version");
    let unknown = with(|tool| tool["tag"] = json!([]));
    let found = catalog::unknown_members(&snapshot(&unknown));
    assert_eq!(found.as_slice()[0].pointer, "/tools/0/tag");
    let other = json!({"a2t": "mcp-snapshot", "tools": [with(|_| {})]});
    assert!(catalog::read(&other).is_err(), "another document with tools");
}

/// A list whose cursor is not `paging.next`: is it reported that there is more?
#[test]
fn a_list_that_goes_on_in_another_style_is_reported() {
    let styles = [
        (json!({"pagination": {"nextCursor": "x"}}), Some("/pagination/nextCursor")),
        (json!({"pagination": {"next": "/tools?page=2", "total": 3}}), Some("/pagination/next")),
        (json!({"pagination": {"total": 8, "limit": 3}}), Some("/pagination/total")),
        (json!({"pagination": {"page": 1, "pages": 3}}), Some("/pagination/pages")),
        (json!({"paging": {"nextCursor": "x"}}), Some("/paging/nextCursor")),
        (json!({"paging": {"Next": "x"}}), Some("/paging/Next")),
        (json!({"paging": {"has_more": true}}), Some("/paging/has_more")),
        (json!({"next": "https://api.example.com/tools?pageCursor=x"}), Some("/next")),
        (json!({"next": {"href": "/tools?page=2"}}), Some("/next")),
        (json!({"nextPageToken": "x"}), Some("/nextPageToken")),
        (json!({"next_page": 2}), Some("/next_page")),
        (json!({"hasNextPage": true}), Some("/hasNextPage")),
        (json!({"@odata.nextLink": "x"}), Some("/@odata.nextLink")),
        (json!({"_links": {"next": {"href": "x"}}}), Some("/_links/next")),
        (
            json!({"page_info": {"has_next_page": true, "end_cursor": "x"}}),
            Some("/page_info/has_next_page"),
        ),
        (json!({"meta": {"pagination": {"total_pages": 2}}}), Some("/meta/pagination/total_pages")),
        (json!({"total_count": 8}), Some("/total_count")),
        // Ends, in all these styles.
        (json!({}), None),
        (json!({"total": 1, "page": 1, "size": 50}), None),
        (json!({"pagination": {"nextCursor": null, "total": 1, "pages": 1}}), None),
        (json!({"next": "", "has_more": false, "next_page": 0}), None),
        (json!({"links": {"next": {"href": null}, "self": {"href": "x"}}}), None),
        (json!({"context": "x", "nextcheck": "soon", "updated": true}), None),
        // The protocol's own cursor decides.
        (json!({"paging": {"next": "y", "nextCursor": "x"}, "total": 9}), None),
    ];
    for (style, pointer) in styles {
        let mut document = style.clone();
        document["items"] = json!([with(|_| ())]);
        let mut read = page(&document).unwrap();
        let strangers = read.unknown.len();
        let further = read.take_further(1, 1);
        assert_eq!(further.as_ref().map(|found| &*found.pointer), pointer, "{style}");
        if let Some(remark) = further {
            assert!(remark.to_string().contains("the list may go on"), "{remark}");
            assert!(remark.to_string().ends_with("(spec note AMB-9) [AMB-9]"), "{remark}");
            assert_eq!(
                catalog::read(&document)
                    .unwrap()
                    .unknown
                    .iter()
                    .filter(|one| one.code == Code::MayGoOn)
                    .count(),
                1
            );
            assert!(
                read.unknown.len() < strangers || strangers == 0,
                "one mistake is reported once: {}",
                read.unknown
            );
        }
        // Numbers mean the whole list.
        let mut last = page(&document).unwrap();
        let counts = style.to_string();
        if counts.contains("total") || counts.contains("pages") {
            assert!(
                last.take_further(9, 9).is_none_or(|found| found.pointer.contains("next")),
                "{style}"
            );
        }
    }
    // Tools that are left out count.
    let document = json!({"items": [with(|_| ()), {"name": "broken"}], "total": 2});
    let mut sorted = sort(&document).unwrap();
    assert_eq!(sorted.page.take_further(1, 2), None);
}

#[test]
fn a_cursor_may_be_a_number_and_a_list_has_its_items_under_their_name() {
    let read = page(&json!({"items": [], "paging": {"next": 2}})).unwrap();
    assert_eq!(read.next.as_deref(), Some("2"));
    let remark = read.unknown.as_slice()[0].to_string();
    assert!(remark.contains("sent as `2` (spec note AMB-51)"), "{remark}");
    for bad in [json!(0), json!(-1), json!(2.5), json!(true), json!([])] {
        assert!(page(&json!({"items": [], "paging": {"next": bad}})).is_err(), "{bad}");
    }
    for name in ["tools", "Items", "item", "data", "results"] {
        let found = page(&json!({name: [], "paging": {}})).unwrap_err().to_string();
        assert!(
            found.starts_with(&format!("/items: expected the member `items`, got `{name}`")),
            "{found}"
        );
    }
}
