//! A new case of a choice within records: a separate member has it, so that a caller of an older
//! version meets no name that the version does not list (spec note AMB-46).

use a2t::__private::{self, Entry, Older};
use a2t::testing::TestClient;
use a2t::{Tool, ToolSignature, Toolset};
use a2t_core::invocation::check_result;
use a2t_core::published;
use serde_json::{Value, json};

/// The sky.
#[derive(a2t::Enum)]
enum Sky {
    /// No cloud.
    Clear,
    /// Clouds.
    Overcast,
}

/// The sky in more words.
#[derive(a2t::Enum)]
enum Cover {
    /// No cloud.
    Clear,
    /// Fog, which version 1 had no name for.
    Fog,
}

impl From<&Cover> for Sky {
    fn from(cover: &Cover) -> Self {
        match cover {
            Cover::Clear => Self::Clear,
            Cover::Fog => Self::Overcast,
        }
    }
}

/// An hour.
#[derive(a2t::Record)]
struct Hour {
    /// The sky.
    sky: Sky,
    /// The sky in more words.
    cover: Cover,
}

/// A day.
#[derive(a2t::Record)]
struct Day {
    /// Its hours.
    hours: Vec<Hour>,
    /// The sky at night, where somebody looked.
    night: Option<Sky>,
    /// The sky at night in more words.
    night_cover: Option<Cover>,
}

/// Forecasts.
///
/// # Returns
/// The days.
#[a2t::tool(version = 2)]
fn forecast() -> Vec<Day> {
    let hour = |cover: Cover| Hour { sky: Sky::from(&cover), cover };
    let hours = [Cover::Clear, Cover::Fog].map(hour);
    vec![Day { hours: hours.into(), night: Some(Sky::Overcast), night_cover: Some(Cover::Fog) }]
}

/// What version 1 was published with: the choices of today's `Sky`, and nothing of `Cover`.
fn first() -> ToolSignature {
    let sky = json!({"type": "string", "oneOf": [
        {"const": "CLEAR", "description": "No cloud."}, {"const": "OVERCAST", "description": "Clouds."}]});
    let hour = json!({"type": "object", "properties": {"sky": sky}, "required": ["sky"]});
    let day = json!({"type": "object", "required": ["hours"],
        "properties": {"hours": {"type": "array", "items": hour}, "night": sky}});
    let first = json!({
        "toolId": forecast::SIGNATURE.tool_id.to_string(), "name": "forecast", "version": 1,
        "currentVersion": 1, "description": "Forecasts.",
        "output_parameters": [{"id": "result", "name": "result", "type": "json",
            "description": "The days.", "schema": {"type": "array", "items": day}}],
    });
    let first = a2t_core::signature::parse(first.to_string().as_bytes()).unwrap();
    assert!(first.unknown.is_empty(), "{}", first.unknown);
    first.signature
}

fn client() -> TestClient {
    let older: &[Older] = vec![Older { version: 1, text: published::text(&first()).leak() }].leak();
    let [written] = <forecast as __private::RunsWith<(), _, _>>::ENTRIES else {
        panic!("one tool")
    };
    let entry: &Entry<()> =
        Box::leak(Box::new(Entry::new(written.signature, written.call).older(older)));
    TestClient::new(Toolset::from_entries([entry]))
}

async fn reply(version: u32) -> Vec<u8> {
    let path = format!("/tools/{}/versions/{version}:invoke", forecast::SIGNATURE.tool_id);
    let response = client().post(&path, r#"{"input_parameters": []}"#).await;
    assert_eq!(response.status, 200, "{:?}", response.body);
    response.body.to_vec()
}

#[tokio::test]
async fn callers_of_an_older_version_meet_the_names_that_it_says() {
    let body = reply(1).await;
    let value: Value = serde_json::from_slice(&body).unwrap();
    let expected = json!([{"hours": [{"sky": "CLEAR"}, {"sky": "OVERCAST"}], "night": "OVERCAST"}]);
    assert_eq!(value["output_parameters"][0]["value"], expected);
    assert!(check_result(&first(), &body).is_ok());
}

#[tokio::test]
async fn callers_of_the_newest_version_get_the_new_case_beside_the_old_one() {
    let body = reply(2).await;
    let value: Value = serde_json::from_slice(&body).unwrap();
    let day = &value["output_parameters"][0]["value"][0];
    assert_eq!(day["hours"][1], json!({"sky": "OVERCAST", "cover": "FOG"}));
    assert_eq!((&day["night"], &day["night_cover"]), (&json!("OVERCAST"), &json!("FOG")));
    assert!(check_result(forecast::SIGNATURE, &body).is_ok());
    // The reply of this version is not one of the other: its names would be strangers there.
    assert!(check_result(&first(), &body).is_err());
}

#[test]
fn the_newest_version_only_adds_to_the_first() {
    use a2t_core::evolution::{Profile, Verdict, diff};
    let report = diff(&first(), forecast::SIGNATURE, Profile::Default);
    assert_eq!(report.wire(), Verdict::Compatible, "{report:?}");
    assert!(!report.has_errors(), "{report:?}");
}
