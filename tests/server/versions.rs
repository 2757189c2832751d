//! Older versions, served by the code of the newest: listed, read and called as they were published.

use a2t::__private::{self, Entry, OfFunction, Older};
use a2t::testing::{TestClient, TestResponse};
use a2t::{Limits, Tool, ToolSignature, Toolset};
use a2t_core::published;
use serde_json::{Value, json};

use crate::tools::assert_problem;

/// Temperature scale.
#[derive(Clone, Copy, a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// What version 3 returns: in another order, and more.
#[derive(a2t::Output)]
struct Weather {
    /// What the wind does.
    wind: Option<String>,
    /// The station's own report.
    report: a2t::Json<Value>,
    /// The temperature.
    #[a2t(name = "Temperature", id = "temp")]
    temperature: i64,
}

/// Looks up the weather.
#[a2t::tool(version = 3)]
async fn lookup(
    /// Days ahead.
    #[a2t(max = 14, default = 7)]
    days: u8,
    /// Temperature scale.
    units: Option<Units>,
    /// The city.
    #[a2t(name = "City", max_length = 8)]
    city: String,
    /// Whether to report the wind.
    #[a2t(default = true)]
    wind: bool,
) -> Result<Weather, a2t::ToolError> {
    if city == "Atlantis" {
        return Err(a2t::ToolError::not_found("there is no such city"));
    }
    let scale = if let Some(Units::Celsius) = units { "C" } else { "F" };
    Ok(Weather {
        wind: wind.then(|| "calm".to_owned()),
        report: a2t::Json(json!([city, days, scale])),
        temperature: 80,
    })
}

/// Looks up the weather, always in Fahrenheit.
///
/// # Returns
/// The temperature.
#[a2t::tool(name = "lookup", version = 1)]
fn lookup_v1(
    /// The city.
    #[a2t(name = "City", id = "city")]
    _town: String,
) -> i64 {
    1
}

/// Version 1 took a city; version 2 also units.
fn published_version(version: u32) -> Value {
    let mut inputs =
        vec![json!({"id": "city", "name": "City", "description": "The city.", "max-length": 8})];
    if version > 1 {
        inputs.insert(
            0,
            json!({"id": "units", "name": "units", "description": "Scale.", "type": "enum",
            "required": false, "allowed-values": [{"name": "CELSIUS", "description": "C."}]}),
        );
    }
    let mut outputs =
        vec![json!({"id": "temp", "name": "Temperature", "description": "It.", "type": "int"})];
    if version > 1 {
        outputs
            .push(json!({"id": "report", "name": "report", "description": "It.", "type": "json"}));
    }
    json!({
        "toolId": lookup::SIGNATURE.tool_id.to_string(), "name": "lookup", "version": version,
        "description": format!("As it was in version {version}."), "currentVersion": version,
        "input_parameters": inputs, "output_parameters": outputs,
    })
}

fn parsed(signature: &Value) -> ToolSignature {
    a2t_core::signature::parse(signature.to_string().as_bytes()).unwrap().signature
}

pub(crate) fn older(signature: &Value) -> Older {
    let signature = parsed(signature);
    Older { version: signature.version, text: published::text(&signature).leak() }
}

/// What the macro would list of a tool with these published versions.
pub(crate) fn with_older<T, S: 'static, M>(older: Vec<Older>) -> &'static Entry<S>
where
    T: Tool + __private::RunsWith<S, M, OfFunction>,
{
    let [entry] = <T as __private::RunsWith<S, M, OfFunction>>::ENTRIES else {
        panic!("one tool");
    };
    Box::leak(Box::new(Entry::new(entry.signature, entry.call).older(older.leak())))
}

fn published() -> Vec<Older> {
    vec![older(&published_version(1)), older(&published_version(2))]
}

fn client() -> TestClient {
    TestClient::new(Toolset::from_entries([with_older::<lookup, (), _>(published())]))
}

#[tokio::test]
async fn a_catalog_has_one_etag_whatever_ends_the_lines_of_its_files() {
    let windows = published()
        .into_iter()
        .map(|Older { version, text }| Older { version, text: text.replace('\n', "\r\n").leak() });
    let windows = Toolset::from_entries([with_older::<lookup, (), _>(windows.collect())]);
    let (windows, here) = (TestClient::new(windows), client());
    let id = lookup::SIGNATURE.tool_id;
    for path in ["/tools".to_owned(), format!("/tools/{id}"), format!("/tools/{id}/versions/1")] {
        let (there, here) = (windows.get(&path).await, here.get(&path).await);
        assert_eq!(there.headers["etag"], here.headers["etag"], "{path}");
        assert_eq!(there.json(), here.json(), "{path}");
    }
}

#[tokio::test]
async fn the_openapi_document_has_every_version_as_it_was_published() {
    let document = client().get("/tools/openapi.json").await.json();
    let names = |version: u32| -> Vec<Value> {
        let schema = format!("/components/schemas/lookup.v{version}.Invocation");
        let pairs = document.pointer(&format!("{schema}/properties/input_parameters/items/oneOf"));
        let pairs = pairs.unwrap().as_array().unwrap().iter();
        pairs.map(|pair| pair["properties"]["name"]["const"].clone()).collect()
    };
    assert_eq!(names(1), ["City"]);
    assert_eq!(names(2), ["units", "City"]);
    assert_eq!(names(3), ["days", "units", "City", "wind"]);
    let body = |below: &str| {
        let operation = &document["paths"][path(below)]["post"];
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].clone()
    };
    assert_eq!(body(":invoke"), "#/components/schemas/lookup.v3.Invocation");
    assert_eq!(body("/versions/1:invoke"), "#/components/schemas/lookup.v1.Invocation");
}

fn path(below: &str) -> String {
    format!("/tools/{}{below}", lookup::SIGNATURE.tool_id)
}

async fn invoke(client: &TestClient, version: u32, pairs: Value) -> TestResponse {
    let body = json!({"name": "lookup", "input_parameters": pairs}).to_string();
    client.post(&path(&format!("/versions/{version}:invoke")), body).await
}

#[tokio::test]
async fn versions_are_listed_newest_first_with_the_current_one() {
    let client = client();
    let page = client.get(&path("/versions")).await;
    let items = page.json()["items"].clone();
    let numbers = |member: &str| -> Vec<u64> {
        let items = items.as_array().unwrap().iter();
        items.map(|item| item[member].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers("version"), [3, 2, 1]);
    assert_eq!(numbers("currentVersion"), [3, 3, 3]);
    assert_eq!(items[2]["description"], "As it was in version 1.");
    for version in [1, 2, 3] {
        let one = client.get(&path(&format!("/versions/{version}"))).await;
        assert_eq!(one.json(), items[3 - version]);
        assert_eq!(one.headers["etag"], page.headers["etag"]);
    }
    let tools = client.get("/tools").await.json();
    assert_eq!(tools["items"], json!([items[0]]));
    assert_eq!(client.get(&path("")).await.json(), items[0]);
}

#[tokio::test]
async fn pages_of_versions_neither_skip_nor_repeat() {
    let client = client();
    let mut next = String::new();
    for version in [3, 2, 1] {
        let page = client.get(&path(&format!("/versions?pageLimit=1{next}"))).await.json();
        assert_eq!(page["items"][0]["version"], version);
        let cursor = page["paging"]["next"].as_str();
        next = cursor.map(|cursor| format!("&pageCursor={cursor}")).unwrap_or_default();
    }
    assert_eq!(next, "");
}

#[tokio::test]
async fn an_old_version_has_a_current_version_and_names_preconditions_only_if_there_are_some() {
    let mut served = client().get(&path("/versions/1")).await.json();
    let mut file: Value = serde_json::from_str(older(&published_version(1)).text).unwrap();
    assert_eq!(file.as_object_mut().unwrap().remove("preconditions"), Some(json!({})));
    assert_eq!(served.as_object_mut().unwrap().remove("currentVersion"), Some(3.into()));
    assert_eq!(served, file);
}

#[tokio::test]
async fn an_old_call_runs_the_newest_code_without_what_came_later() {
    let client = client();
    let city = json!([{"name": "City", "value": "Rome"}]);
    let reply = invoke(&client, 1, city.clone()).await;
    assert_eq!(reply.status, 200);
    let expected = json!({"output_parameters": [{"name": "Temperature", "value": 80}]});
    assert_eq!(reply.json(), expected);

    let both = json!([{"name": "units", "value": "CELSIUS"}, {"name": "City", "value": "Rome"}]);
    let reply = invoke(&client, 2, both).await.json();
    // The default of `days`; the inputs by id, in any order.
    let report = json!({"name": "report", "value": ["Rome", 7, "C"]});
    let expected = json!({"output_parameters": [report, {"name": "Temperature", "value": 80}]});
    assert_eq!(reply, expected);

    let reply = invoke(&client, 3, city).await.json();
    assert_eq!(reply["output_parameters"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn the_bare_path_runs_the_newest_version() {
    let pairs = json!([{"name": "City", "value": "Rome"}, {"name": "days", "value": 2}]);
    let body = json!({"input_parameters": pairs}).to_string();
    let reply = client().post(&path(":invoke"), body).await.json();
    assert_eq!(reply["output_parameters"][1]["value"], json!(["Rome", 2, "F"]));
}

#[tokio::test]
async fn an_old_call_is_checked_by_its_own_version() {
    let client = client();
    for (version, pair, code) in [
        (1, json!({"name": "days", "value": 3}), "unknown-input"),
        (1, json!({"name": "City", "value": "Winnemucca"}), "too-long"),
        (1, json!({"name": "City", "value": 7}), "wrong-type"),
        (2, json!({"name": "wind", "value": true}), "unknown-input"),
        (2, json!({"name": "units", "value": "FAHRENHEIT"}), "not-allowed"),
        (3, json!({"name": "days", "value": 15}), "out-of-range"),
    ] {
        let mut pairs = vec![pair.clone()];
        if pair["name"] != "City" {
            pairs.push(json!({"name": "City", "value": "Rome"}));
        }
        let refused = invoke(&client, version, json!(pairs)).await;
        assert_problem(&refused, 400, "invalid-invocation");
        let problem = refused.json();
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{problem}");
        assert_eq!(errors[0]["code"], code, "{version}");
    }
    let refused = invoke(&client, 1, json!([])).await.json();
    assert_eq!(refused["errors"][0]["code"], "missing-input");
}

#[tokio::test]
async fn what_the_code_refuses_is_refused_in_every_version() {
    let client = client();
    for version in [1, 2, 3] {
        let refused =
            invoke(&client, version, json!([{"name": "City", "value": "Atlantis"}])).await;
        assert_problem(&refused, 404, "tool-not-found");
    }
}

#[tokio::test]
async fn a_version_that_was_never_published_or_is_retired_is_404() {
    // Version 1 is retired: the macro lists no text of it.
    let tools = [with_older::<lookup, (), _>(vec![older(&published_version(2))])];
    let client = TestClient::new(Toolset::from_entries(tools));
    let versions = client.get(&path("/versions")).await.json();
    assert_eq!(versions["items"].as_array().unwrap().len(), 2);
    for version in [1, 4] {
        let gone = client.get(&path(&format!("/versions/{version}"))).await;
        assert_problem(&gone, 404, "unknown-version");
        let gone = invoke(&client, version, json!([])).await;
        assert_problem(&gone, 404, "unknown-version");
    }
}

#[tokio::test]
async fn a_version_with_a_function_of_its_own_is_answered_by_that() {
    let entries =
        [with_older::<lookup, (), _>(published()), with_older::<lookup_v1, (), _>(vec![])];
    let reversed = [entries[1], entries[0]];
    for entries in [entries, reversed] {
        let toolset = Toolset::from_entries(entries);
        let versions: Vec<_> = toolset.versions(lookup::SIGNATURE.tool_id).collect();
        assert_eq!((toolset.len(), versions), (1, vec![3, 2, 1]));
        let client = TestClient::new(toolset);
        let city = json!([{"name": "City", "value": "Rome"}]);
        let outputs = |reply: TestResponse| reply.json()["output_parameters"].clone();
        let one = outputs(invoke(&client, 1, city.clone()).await);
        assert_eq!(one, json!([{"name": "result", "value": 1}]));
        let two = outputs(invoke(&client, 2, city).await);
        assert_eq!(two.as_array().unwrap().len(), 2);
        let listed = client.get(&path("/versions/1")).await.json();
        assert_eq!(listed["description"], "Looks up the weather, always in Fahrenheit.");
        assert_eq!(listed["currentVersion"], 3);
        let all = client.get(&path("/versions")).await.json();
        assert_eq!(all["items"][2], listed);
    }
}

#[tokio::test]
async fn a_text_that_cannot_be_read_is_a_fault_and_leaves_the_others_alone() {
    let mut renumbered = published_version(1);
    renumbered["version"] = 2.into();
    let mut foreign = published_version(1);
    foreign["toolId"] = json!(crate::tools::UNKNOWN);
    let mut with_lost = published_version(1);
    with_lost["input_parameters"][0]["id"] = "town".into();
    let text = |signature: &Value| older(signature).text;
    for (broken, words) in [
        ("not json", "not valid JSON"),
        (text(&renumbered), "it is version 2 of"),
        (text(&foreign), "it is version 1 of ffffffff"),
        (text(&with_lost), "no input with the id `town`"),
        (text(&published_version(1)).trim(), "edited"),
    ] {
        let one = Older { version: 1, text: broken };
        let older = vec![one, older(&published_version(2))];
        let toolset = Toolset::from_entries([with_older::<lookup, (), _>(older)]);
        let client = TestClient::from_router(toolset.into_router_with(Limits::new()));
        let city = json!([{"name": "City", "value": "Rome"}]);
        for response in [
            client.get(&path("/versions/1")).await,
            client.get(&path("/versions")).await,
            invoke(&client, 1, city.clone()).await,
        ] {
            assert_problem(&response, 500, "internal");
            let fault = response.fault.unwrap();
            assert!(fault.to_string().starts_with("tool `lookup` version 1: "), "{fault}");
            assert!(fault.to_string().contains(words), "{fault}");
            assert_eq!(fault.signature().version, 3);
        }
        for version in [2, 3] {
            assert_eq!(invoke(&client, version, city.clone()).await.status, 200);
            let one = client.get(&path(&format!("/versions/{version}"))).await;
            assert_eq!(one.json()["currentVersion"], 3);
        }
        assert_eq!(client.get("/tools").await.status, 200);
    }
}

#[tokio::test]
async fn another_published_text_makes_another_etag() {
    let etag = async |description: &str| {
        let mut first = published_version(1);
        first["description"] = description.into();
        let entry = with_older::<lookup, (), _>(vec![older(&first)]);
        let client = TestClient::new(Toolset::from_entries([entry]));
        client.get("/tools").await.headers["etag"].clone()
    };
    assert_eq!(etag("One.").await, etag("One.").await);
    assert_ne!(etag("One.").await, etag("Two.").await);
}
