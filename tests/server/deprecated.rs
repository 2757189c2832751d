//! Versions that callers should leave: in the catalog, in a header of every reply, and nowhere else.

use std::collections::BTreeMap;

use a2t::__private::{self, Entry, Older};
use a2t::testing::{TestClient, TestResponse};
use a2t::{Tool, Toolset};
use a2t_core::published;
use serde_json::{Value, json};

use crate::tools::assert_problem;

/// Rolls a die.
///
/// # Returns
/// What it shows.
#[a2t::tool(
    version = 3,
    deprecated(version = 1, since = "2026-11-01", note = "use version 3"),
    deprecated(version = 2, since = "2027-01-01", note = "use \"version 3\"")
)]
fn roll(
    /// How many sides it has.
    #[a2t(max = 20, default = 6)]
    sides: u8,
) -> Result<u8, a2t::ToolError> {
    match sides {
        0 => Err(a2t::ToolError::refused("a die has sides")),
        13 => panic!("unlucky"),
        sides => Ok(sides),
    }
}

/// Rolls a die with six sides.
///
/// # Returns
/// What it shows.
#[a2t::tool(name = "roll", version = 2)]
fn roll_v2() -> u8 {
    2
}

/// Tosses a coin.
///
/// # Returns
/// Whether it shows heads.
#[a2t::tool(version = 1, deprecated(since = "1969-12-31", note = "roll a die"))]
fn toss() -> bool {
    true
}

/// The tools, `roll` also in the published version 1.
fn client() -> TestClient {
    let first = json!({
        "toolId": roll::SIGNATURE.tool_id.to_string(), "name": "roll", "version": 1, "currentVersion": 1,
        "description": "Rolls.", "output_parameters": [{"id": "result", "name": "result", "type": "int",
            "description": "It."}],
    });
    let first = a2t_core::signature::parse(first.to_string().as_bytes()).unwrap();
    let text = published::text(&first.signature).leak();
    let older = Box::leak(Box::new([Older { version: 1, text }]));
    let [written] = <roll as __private::RunsWith<(), _, _>>::ENTRIES else {
        panic!("one tool");
    };
    let entry = Entry::new(written.signature, written.call).older(older);
    let entry: &Entry<()> = Box::leak(Box::new(entry.deprecated(written.deprecated)));
    let others = [
        <roll_v2 as __private::RunsWith<(), _, _>>::ENTRIES,
        <toss as __private::RunsWith<(), _, _>>::ENTRIES,
    ];
    TestClient::new(Toolset::from_entries(others.into_iter().flatten().chain([entry])))
}

fn path(below: &str) -> String {
    format!("/tools/{}{below}", roll::SIGNATURE.tool_id)
}

async fn invoke(version: u32, sides: Option<u8>) -> TestResponse {
    let pairs = sides.map(|sides| json!({"name": "sides", "value": sides}));
    let body = json!({"input_parameters": Vec::from_iter(pairs)}).to_string();
    client().post(&path(&format!("/versions/{version}:invoke")), body).await
}

fn header(response: &TestResponse) -> Option<&str> {
    response.headers.get("deprecation").map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_catalog_says_since_when_and_what_to_do() {
    let client = client();
    let page = client.get(&path("/versions")).await;
    assert_eq!(header(&page), None, "a list is no version");
    let items = page.json()["items"].clone();
    assert_eq!(items[0].get("deprecated"), None);
    let remark = |since: &str, note: &str| json!({"since": since, "note": note});
    assert_eq!(items[1]["deprecated"], remark("2027-01-01", "use \"version 3\""));
    assert_eq!(items[2]["deprecated"], remark("2026-11-01", "use version 3"));
    let tools = client.get("/tools").await.json();
    assert_eq!(tools["items"][0], items[0]);
    assert_eq!(tools["items"][1]["deprecated"], remark("1969-12-31", "roll a die"));
    for version in [1, 2, 3] {
        let one = client.get(&path(&format!("/versions/{version}"))).await;
        assert_eq!(one.json(), items[3 - version]);
    }
}

#[tokio::test]
async fn replies_of_the_version_have_the_header_and_others_do_not() {
    let client = client();
    for (version, since) in [(1, Some("@1793491200")), (2, Some("@1798761600")), (3, None)] {
        let read = client.get(&path(&format!("/versions/{version}"))).await;
        let invoked = invoke(version, None).await;
        assert_eq!((read.status.as_u16(), header(&read)), (200, since));
        assert_eq!((invoked.status.as_u16(), header(&invoked)), (200, since));
    }
    let current = client.post(&path(":invoke"), r#"{"input_parameters":[]}"#).await;
    assert_eq!((current.status.as_u16(), header(&current)), (200, None));
    let coin = toss::SIGNATURE.tool_id;
    let tossed = client.post(&format!("/tools/{coin}:invoke"), r#"{"input_parameters":[]}"#).await;
    assert_eq!(header(&tossed), Some("@-86400"));
    assert_eq!(header(&client.get(&format!("/tools/{coin}")).await), Some("@-86400"));
}

#[tokio::test]
async fn error_replies_have_the_header_too() {
    let refused = invoke(1, Some(6)).await;
    assert_problem(&refused, 400, "invalid-invocation");
    assert_eq!(header(&refused), Some("@1793491200"));
    let request = axum::extract::Request::post(path("/versions/2:invoke"));
    let refused = client().request(request.body("{}".into()).unwrap()).await;
    assert_problem(&refused, 415, "unsupported-media-type");
    assert_eq!(header(&refused), Some("@1798761600"));
    for (sides, status, kind) in
        [(0, 422, "tool-refused"), (13, 500, "internal"), (21, 400, "invalid-invocation")]
    {
        let current = invoke(3, Some(sides)).await;
        assert_problem(&current, status, kind);
        assert_eq!(header(&current), None);
    }
}

#[tokio::test]
async fn the_openapi_document_marks_what_callers_should_leave() {
    let document = client().get("/tools/openapi.json").await.json();
    let operations = document["paths"].as_object().unwrap().values();
    let of_calls = operations.filter_map(|path| path.get("post"));
    let marked = |operation: &Value| {
        let text = operation["description"].as_str().unwrap();
        let remark = text.split("\n\n").last().filter(|text| text.starts_with("Deprecated"));
        assert_eq!(operation.get("deprecated").is_some(), remark.is_some());
        let header = operation.pointer("/responses/200/headers/Deprecation");
        assert_eq!(header.is_some(), remark.is_some());
        Some((operation["operationId"].as_str()?.to_owned(), remark?.to_owned()))
    };
    let marked: BTreeMap<_, _> = of_calls.filter_map(marked).collect();
    let remarks = marked.iter().map(|(name, remark)| (&**name, &**remark));
    let expected = [
        ("invokeVersion1_roll", "Deprecated since 2026-11-01: use version 3"),
        ("invokeVersion1_toss", "Deprecated since 1969-12-31: roll a die"),
        ("invokeVersion2_roll", "Deprecated since 2027-01-01: use \"version 3\""),
        ("invoke_toss", "Deprecated since 1969-12-31: roll a die"),
    ];
    assert_eq!(remarks.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_version_stays_what_it_was_when_it_is_deprecated() {
    let mut served = client().get(&path("/versions/1")).await.json();
    let members = served.as_object_mut().unwrap();
    assert!(members.remove("deprecated").is_some());
    let plain: Value = served.clone();
    let signature = a2t_core::signature::parse(plain.to_string().as_bytes()).unwrap().signature;
    assert!(!published::text(&signature).contains("deprecated"));
    let deprecated = toss::SIGNATURE.deprecated.as_ref().unwrap();
    assert_eq!((&*deprecated.since, &*deprecated.note), ("1969-12-31", "roll a die"));
    assert!(!published::text(toss::SIGNATURE).contains("deprecated"));
    assert_eq!(roll::SIGNATURE.deprecated, None);
}
