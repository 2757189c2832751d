//! One fault of a server for each scenario.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Asked, Reply, VICTIM, WEATHER, conformance, ended, ours, scenarios, wrong};
use serde_json::{Value, json};

/// What a wrong server changes, and the scenarios that fail: that of the fault, and those that cannot hold with it.
struct Fault {
    fails: &'static [&'static str],
    before: fn(&mut Asked),
    after: fn(&Asked, &mut Reply),
}

const fn reply(fails: &'static [&'static str], after: fn(&Asked, &mut Reply)) -> Fault {
    Fault { fails, before: |_| {}, after }
}

const fn request(fails: &'static [&'static str], before: fn(&mut Asked)) -> Fault {
    Fault { fails, before, after: |_, _| {} }
}

/// Changes a signature wherever it stands.
macro_rules! signature {
    ($scenario:literal, $edit:expr) => {
        reply(&[$scenario], |_, reply| reply.each(VICTIM, $edit))
    };
}

/// Changes the reply to the calls, at this end of a path.
macro_rules! result {
    ($scenario:literal, $end:literal, $edit:expr) => {
        reply(&[$scenario], |asked, reply| {
            if asked.is_call($end) {
                let edit: fn(&mut Reply) = $edit;
                edit(reply);
            }
        })
    };
}

fn output(reply: &mut Reply, name: &str, value: Value) {
    for pair in reply.body["output_parameters"].as_array_mut().unwrap() {
        if pair["name"] == name {
            pair["value"] = value.clone();
        }
    }
}

fn all_pages(asked: &mut Asked) {
    if asked.path.ends_with("/versions") {
        asked.query.clear();
    }
}

/// Changes the list of versions of the tool, whatever page is asked for.
const fn versions(fails: &'static [&'static str], after: fn(&Asked, &mut Reply)) -> Fault {
    Fault { fails, before: all_pages, after }
}

fn items(reply: &mut Reply) -> &mut Vec<Value> {
    reply.body["items"].as_array_mut().unwrap()
}

static LISTS: AtomicUsize = AtomicUsize::new(0);

const ALIAS: &str = "count-cities-0000";

fn faults() -> Vec<&'static Fault> {
    [LIST, FORM, ONE_TOOL, VERSIONS, CALLS].into_iter().flatten().collect()
}

const LIST: &[Fault] = &[
    reply(&["list"], |asked, reply| {
        if asked.is_whole_list() {
            reply.refuse(500);
        }
    }),
    reply(&["list-json"], |asked, reply| {
        if asked.is_whole_list() {
            reply.text = Some("{\"items\": [".to_owned());
        }
    }),
    reply(&["list-media-type"], |asked, reply| {
        if asked.is_whole_list() {
            "text/plain".clone_into(&mut reply.media_type);
        }
    }),
    reply(&["list-items"], |asked, reply| {
        if asked.is_whole_list() {
            reply.body = json!({"tools": [], "paging": {"pageLimit": 100}});
        }
    }),
    reply(&["list-paging"], |asked, reply| {
        if asked.is_whole_list() {
            reply.body.as_object_mut().unwrap().remove("paging");
        }
    }),
    reply(&["list-limit"], |asked, reply| {
        if asked.is_whole_list() {
            reply.body["paging"] = json!({});
        }
    }),
    reply(&["list-limit-applied"], |asked, reply| {
        if asked.is_whole_list() {
            reply.body["paging"]["pageLimit"] = json!(1);
        }
    }),
    reply(&["list-walk"], |asked, reply| {
        if asked.is_list() && asked.query == "pageCursor=again" {
            reply.is(200, json!({"items": [], "paging": {"pageLimit": 100}}));
        }
        if asked.is_list() && ["", "pageCursor=again"].contains(&&*asked.query) {
            reply.body["paging"]["next"] = json!("again");
        }
    }),
    request(&["page-limit"], |asked| {
        if asked.is_list() && asked.query == "pageLimit=1" {
            asked.query.clear();
        }
    }),
    reply(&["pages-complete"], |asked, reply| {
        if asked.is_list() && asked.query.contains("pageLimit=1&pageCursor") {
            reply.body = json!({"items": [], "paging": {"pageLimit": 1}});
        }
    }),
    reply(&["pages-once"], |asked, reply| {
        if asked.is_list() && asked.query.contains("pageLimit=1&pageCursor") {
            let again = items(reply)[0].clone();
            items(reply).push(again);
        }
    }),
    request(&["page-limit-wrong"], |asked| {
        if asked.query == "pageLimit=0" {
            asked.query.clear();
        }
    }),
    request(&["cursor-unknown"], |asked| {
        if asked.query.starts_with("pageCursor=~no") {
            asked.query.clear();
        }
    }),
    reply(&["query-unknown"], |asked, reply| {
        if asked.query.contains("a2tConformance") {
            reply.refuse(400);
        }
    }),
    reply(&["list-stable"], |asked, reply| {
        if asked.is_whole_list() && LISTS.fetch_add(1, Ordering::Relaxed) > 0 {
            items(reply).reverse();
        }
    }),
];

const FORM: &[Fault] = &[
    Fault {
        fails: &["tool-id"],
        before: |asked| {
            let upper = ALIAS.to_uppercase();
            asked.path = asked.path.replace(ALIAS, VICTIM).replace(&upper, VICTIM);
        },
        after: |_, reply| reply.each(VICTIM, |tool| tool["toolId"] = json!(ALIAS)),
    },
    reply(&["tool-id-unique", "name-unique"], |asked, reply| {
        if asked.is_whole_list() {
            let again = items(reply)[0].clone();
            items(reply).push(again);
        }
    }),
    signature!("name", |tool| tool["name"] = json!("a".repeat(255))),
    signature!("name-unique", |tool| tool["name"] = json!("describe_sky")),
    signature!("name-snake-case", |tool| tool["name"] = json!("Count Cities()")),
    signature!("description", |tool| tool["description"] = json!("a".repeat(2000))),
    signature!("img", |tool| tool["img"] = json!(7)),
    signature!("tags", |tool| tool["tags"] = json!("geography")),
    signature!("member-names", |tool| {
        let inputs = tool.as_object_mut().unwrap().remove("input_parameters").unwrap();
        tool["inputParameters"] = inputs;
    }),
    signature!("version", |tool| {
        tool.as_object_mut().unwrap().remove("version");
    }),
    signature!("current-version", |tool| {
        tool.as_object_mut().unwrap().remove("currentVersion");
    }),
    reply(&["list-latest"], |asked, reply| {
        if asked.is_list() {
            reply.each(VICTIM, |tool| tool["version"] = json!(3));
        }
    }),
    signature!("inputs", |tool| {
        tool["input_parameters"][0].as_object_mut().unwrap().remove("id");
    }),
    signature!("input-type", |tool| tool["input_parameters"][0]["type"] = json!("json")),
    signature!("int-max", |tool| tool["input_parameters"][2]["max"] = json!("9")),
    signature!("enum-values", |tool| {
        tool["input_parameters"][1].as_object_mut().unwrap().remove("allowed-values");
    }),
    signature!("value-name", |tool| {
        tool["input_parameters"][1]["allowed-values"][0]["name"] = json!("Large");
    }),
    signature!("value-description", |tool| {
        let text = json!("a".repeat(2001));
        tool["input_parameters"][1]["allowed-values"][0]["description"] = text;
    }),
    signature!("input-id-unique", |tool| tool["input_parameters"][0]["id"] = json!("kind")),
    signature!("input-name-unique", |tool| tool["input_parameters"][0]["name"] = json!("kind")),
    signature!("required", |tool| tool["input_parameters"][0]["required"] = json!("yes")),
    signature!("outputs", |tool| tool["output_parameters"] = json!([])),
    signature!("output-type", |tool| tool["output_parameters"][0]["type"] = json!("float")),
    signature!("output-name-unique", |tool| {
        let again = tool["output_parameters"][0].clone();
        tool["output_parameters"].as_array_mut().unwrap().push(again);
    }),
];

const ONE_TOOL: &[Fault] = &[
    reply(&["tool"], |asked, reply| {
        if asked.is_tool(VICTIM) {
            reply.refuse(404);
        }
    }),
    reply(&["tool-bare"], |asked, reply| {
        if asked.is_tool(VICTIM) {
            reply.body["toolId"] = json!(WEATHER);
        }
    }),
    reply(&["tool-bare", "tool-same"], |asked, reply| {
        if asked.is_tool(VICTIM) {
            reply.body = json!({"items": [reply.body]});
        }
    }),
    reply(&["tool-current"], |asked, reply| {
        if asked.is_tool(VICTIM) {
            reply.body["version"] = json!(7);
        }
    }),
    reply(&["tool-same"], |asked, reply| {
        if asked.is_tool(VICTIM) {
            reply.body["description"] = json!("Counts cities.");
        }
    }),
    reply(&["tool-id-case"], |asked, reply| {
        if asked.method == "GET" && asked.path.chars().any(|letter| letter.is_ascii_uppercase()) {
            reply.refuse(404);
        }
    }),
    reply(&["tool-unknown"], |asked, reply| {
        if asked.path == "/tools/00000000-0000-4000-8000-000000000000" {
            reply.is(200, json!({}));
        }
    }),
    reply(&["problem-details"], |asked, reply| {
        if asked.path == "/tools/00000000-0000-4000-8000-000000000000" {
            "application/json".clone_into(&mut reply.media_type);
        }
    }),
];

const VERSIONS: &[Fault] = &[
    reply(&["versions"], |asked, reply| {
        if asked.is_versions(VICTIM) {
            reply.refuse(404);
        }
    }),
    reply(&["versions-paging"], |asked, reply| {
        if asked.is_versions(VICTIM) {
            reply.body.as_object_mut().unwrap().remove("paging");
        }
    }),
    reply(&["versions-pages"], |asked, reply| {
        if asked.is_versions(WEATHER) && asked.query.contains("pageCursor") {
            items(reply).clear();
        }
    }),
    versions(&["versions-order"], |asked, reply| {
        if asked.is_versions(WEATHER) {
            items(reply).reverse();
        }
    }),
    versions(&["versions-distinct"], |asked, reply| {
        if asked.is_versions(VICTIM) {
            let again = items(reply)[0].clone();
            items(reply).push(again);
        }
    }),
    versions(&["versions-from-1"], |asked, reply| {
        if asked.is_versions(WEATHER) {
            items(reply).truncate(1);
        }
    }),
    versions(&["versions-newest"], |asked, reply| {
        if asked.is_versions(WEATHER) {
            items(reply).remove(0);
        }
    }),
    versions(&["versions-current"], |asked, reply| {
        if asked.is_versions(WEATHER) {
            items(reply)[1]["currentVersion"] = json!(1);
        }
    }),
    versions(&["versions-of-tool"], |asked, reply| {
        if asked.is_versions(WEATHER) {
            items(reply)[1]["toolId"] = json!(VICTIM);
        }
    }),
    reply(&["versions-same"], |asked, reply| {
        if asked.path.contains("/versions") {
            reply.each(VICTIM, |tool| tool["description"] = json!("Counts cities."));
        }
    }),
    reply(&["compatible"], |_, reply| {
        reply.each(WEATHER, |tool| {
                if tool["version"] == 1 {
                    let wind = json!({"id": "wind", "name": "Wind", "type": "int", "description": "The wind."});
                    tool["output_parameters"].as_array_mut().unwrap().push(wind);
                }
            });
    }),
    reply(&["numbered"], |asked, reply| {
        if asked.is_version(VICTIM, 1) {
            reply.refuse(404);
        }
    }),
    reply(&["numbered-same"], |asked, reply| {
        if asked.is_version(WEATHER, 1) {
            reply.body["description"] = json!("Looks up the weather.");
        }
    }),
    reply(&["numbered-current"], |asked, reply| {
        if asked.is_version(WEATHER, 1) {
            reply.body["currentVersion"] = json!(1);
        }
    }),
    reply(&["numbered-unknown"], |asked, reply| {
        if asked.path.ends_with("/versions/999999999") {
            reply.is(200, json!({}));
        }
    }),
];

const INVOKE: &str = ":invoke";

const CALLS: &[Fault] = &[
    reply(&["invoke-unknown"], |asked, reply| {
        if asked.path.starts_with("/tools/00000000") && asked.path.ends_with(INVOKE) {
            reply.is(200, json!({"output_parameters": []}));
        }
    }),
    result!("invoke", ":invoke", |reply| reply.refuse(500)),
    result!("invoke-result", ":invoke", |reply| reply.body = json!({"outputs": []})),
    result!("result-names", ":invoke", |reply| {
        reply.body["output_parameters"][0]["name"] = json!("Other");
    }),
    result!("result-int", ":invoke", |reply| output(reply, "Temperature", json!("21"))),
    result!("result-boolean", ":invoke", |reply| output(reply, "Rain", json!(0))),
    result!("result-string", ":invoke", |reply| output(reply, "text", json!(null))),
    result!("result-enum", ":invoke", |reply| output(reply, "colour", json!(["BLACK"]))),
    result!("invoke-version", "/versions/2:invoke", |reply| reply.refuse(404)),
    result!("invoke-old-version", "/versions/1:invoke", |reply| {
        // Another tool has only this version.
        if reply.body["output_parameters"][0]["name"] == "Temperature" {
            reply.refuse(404);
        }
    }),
    result!("old-version-outputs", "/versions/1:invoke", |reply| {
        // The same call with a later input is refused.
        if let Some(pairs) = reply.body["output_parameters"].as_array_mut() {
            pairs.push(json!({"name": "Rain", "value": true}));
        }
    }),
    request(&["old-version-inputs"], |asked| {
        if asked.path.ends_with("/versions/1:invoke") {
            asked.pairs(|pairs| pairs.retain(|pair| pair["name"] != "Units"));
        }
    }),
    reply(&["invoke-version-unknown"], |asked, reply| {
        if asked.path.ends_with("/versions/999999999:invoke") {
            reply.is(200, json!({"output_parameters": []}));
        }
    }),
    reply(&["invoke-encoded"], |asked, reply| {
        if asked.path.contains("%3A") {
            reply.refuse(404);
        }
    }),
    request(&["input-missing"], |asked| {
        if asked.path.contains(WEATHER) {
            asked.pairs(|pairs| {
                if !pairs.iter().any(|pair| pair["name"] == "City") {
                    pairs.push(json!({"name": "City", "value": "Omaha"}));
                }
            });
        }
    }),
    request(&["input-type-kept"], |asked| {
        asked.pairs(|pairs| {
            let empty = json!({});
            let of = pairs.iter_mut().filter(|pair| pair["name"] == "City");
            of.filter(|pair| pair["value"] == empty)
                .for_each(|pair| pair["value"] = json!("Omaha"));
        });
    }),
    request(&["enum-kept"], |asked| {
        asked.body = asked.body.replace("A2T_NO_SUCH_VALUE", "CELSIUS");
    }),
    request(&["int-max-kept"], |asked| {
        asked.pairs(|pairs| {
            let above = pairs.iter_mut().filter(|pair| pair["value"] == 15);
            above.for_each(|pair| pair["value"] = json!(14));
        });
    }),
    reply(&["input-null"], |asked, reply| {
        if asked.body.contains("\"value\":null") {
            reply.refuse(400);
        }
    }),
    request(&["input-by-id"], |asked| {
        asked.pairs(|pairs| {
            for pair in pairs {
                if pair["name"] == "city" {
                    pair["name"] = json!("City");
                }
            }
        });
    }),
    request(&["input-unknown"], |asked| {
        asked.pairs(|pairs| pairs.retain(|pair| pair["name"] != "a2t_no_such_input"));
    }),
    request(&["input-twice"], |asked| {
        asked.pairs(|pairs| {
            let mut known = BTreeSet::new();
            pairs.retain(|pair| known.insert(pair["name"].to_string()));
        });
    }),
    request(&["invoke-name"], |asked| {
        let name =
            if asked.path.contains(WEATHER) { "lookup_weather_by_city" } else { "describe_sky" };
        asked.body = asked.body.replace("a2t_another_tool", name);
    }),
    reply(&["invoke-not-json"], |asked, reply| {
        if asked.method == "POST" && serde_json::from_str::<Value>(&asked.body).is_err() {
            reply.is(200, json!({"output_parameters": []}));
        }
    }),
    reply(&["invoke-no-array"], |asked, reply| {
        if asked.body.contains("\"input_parameters\":\"a2t\"") {
            reply.is(200, json!({"output_parameters": []}));
        }
    }),
];

#[test]
fn each_scenario_has_a_fault() {
    let known: BTreeSet<_> = faults().iter().map(|fault| fault.fails[0].to_owned()).collect();
    let all = scenarios().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(known, all);
}

#[test]
fn a_fault_fails_its_scenario_and_no_other() {
    let host = ours();
    let left = Mutex::new(faults());
    let wrongs = Mutex::new(Vec::new());
    let run = || {
        loop {
            let Some(fault) = left.lock().unwrap().pop() else { return };
            let expected: BTreeSet<_> = fault.fails.iter().map(|id| (*id).to_owned()).collect();
            let server = wrong(&host, fault.before, fault.after);
            let port = server.root.rsplit(':').next().unwrap().to_owned();
            let ran = conformance(&format!("conformance_fault_{port}"), &server.root);
            let failed = ended(&ran, "failed");
            let is_error = scenarios().iter().any(|one| {
                one["level"] == "MUST" && expected.contains(one["id"].as_str().unwrap())
            });
            if failed != expected || ran.status != i32::from(is_error) {
                let json = ran.json();
                let of = json["scenarios"].as_array().unwrap().iter();
                let of: Vec<_> = of.filter(|one| one["result"] == "failed").cloned().collect();
                let text = format!("{expected:?}, status {}: {:#}", ran.status, Value::from(of));
                wrongs.lock().unwrap().push(text);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(run);
        }
    });
    let wrongs = wrongs.into_inner().unwrap();
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n\n"));
}
