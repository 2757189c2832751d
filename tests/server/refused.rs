//! Inputs that a tool refuses for its own reasons: the location in the call, the name in its version,
//! and what the vendor learns of a name that is not there.

use a2t::testing::{TestClient, TestResponse};
use a2t::{Code, InputErrors, Tool, ToolError, Toolset};
use a2t_core::wire::problem::Problem;
use serde_json::{Value, json};

use crate::tools::assert_problem;
use crate::versions::{older, with_older};

/// Books a room.
///
/// # Returns
/// The nights.
#[a2t::tool(version = 2)]
async fn book(
    /// Day of arrival.
    #[a2t(name = "Arrival", id = "from")]
    from: i32,
    /// Day of departure.
    to: Option<i32>,
    /// Guests.
    #[a2t(default = 1)]
    guests: u8,
) -> Result<i32, ToolError> {
    tokio::task::yield_now().await;
    let to = to.unwrap_or(0);
    let mut invalid = InputErrors::new();
    if from > to {
        invalid.push("Arrival", "is after `to`");
    }
    if to > 1_000 {
        invalid.push("to", "is later than `Arrival`\u{202e} can be");
    }
    if guests != 1 {
        invalid.push("guests", "come alone");
    }
    invalid.into_result()?;
    match from {
        -1 => Err(ToolError::invalid("from", "is the day before the opening")),
        -2 => Err(ToolError::invalid("guests", "come later than this")),
        -3 => Err(ToolError::invalid("Arival", "is long before the opening")),
        -4 => Err(ToolError::invalid("`x`\n", "is nowhere")),
        _ => Ok(to - from),
    }
}

/// Version 1 had no guests, and another name for the day of departure.
fn published() -> Value {
    json!({
        "toolId": book::SIGNATURE.tool_id.to_string(), "name": "book", "version": 1,
        "description": "Books.", "currentVersion": 1,
        "input_parameters": [
            {"id": "to", "name": "Departure", "description": "Day.", "type": "int",
             "max": 2_147_483_647, "min": -2_147_483_648, "required": false},
            {"id": "from", "name": "Arrival", "description": "Day.", "type": "int",
             "max": 2_147_483_647, "min": -2_147_483_648},
        ],
        "output_parameters": [
            {"id": "result", "name": "result", "description": "Nights.", "type": "int"},
        ],
    })
}

async fn invoke(client: &TestClient, version: u32, pairs: &str) -> TestResponse {
    let path = format!("/tools/{}/versions/{version}:invoke", book::SIGNATURE.tool_id);
    client.post(&path, format!(r#"{{"input_parameters":{pairs}}}"#)).await
}

fn client() -> TestClient {
    let older = vec![older(&published())];
    TestClient::new(Toolset::from_entries([with_older::<book, (), _>(older)]))
}

/// Place, parameter and message of each violation, all by the tool.
fn violations_of(response: &TestResponse) -> Vec<(String, String, String)> {
    assert_problem(response, 400, "invalid-invocation");
    let violations = Problem::parse(400, &response.body).violations;
    assert!(violations.iter().all(|violation| violation.code == Code::RefusedInput));
    let violations = violations.into_iter().map(|violation| {
        let message = violation.message();
        (violation.pointer, violation.parameter.unwrap_or_default(), message)
    });
    violations.collect()
}

fn at(pointer: &str, parameter: &str, message: &str) -> (String, String, String) {
    (pointer.to_owned(), parameter.to_owned(), message.to_owned())
}

#[tokio::test]
async fn inputs_that_a_tool_refuses_have_their_places_in_the_body() {
    let client = client();
    let refused = invoke(
        &client,
        2,
        r#"[{"value":9,"name":"guests"},{"name":"to","value":1001},{"name":"Arri\u0076al","value":2e3}]"#,
    )
    .await;
    assert!(refused.fault.is_none());
    let expected = [
        at("/input_parameters/2/value", "Arrival", "`Arrival`: is after `to`"),
        at("/input_parameters/1/value", "to", "`to`: is later than `Arrival`\\u{202e} can be"),
        at("/input_parameters/0/value", "guests", "`guests`: come alone"),
    ];
    assert_eq!(violations_of(&refused), expected);
    let reasons = refused.json()["errors"][0].clone();
    assert_eq!((&reasons["reason"], &reasons["rule"]), (&json!("is after `to`"), &json!("AMB-13")));
    // Absent, and given as absent.
    for (pairs, pointer) in [
        (r#"[{"name":"Arrival","value":-2}]"#, "/input_parameters"),
        (
            r#"[{"name":"guests","value":null},{"name":"Arrival","value":-2}]"#,
            "/input_parameters/0/value",
        ),
    ] {
        let refused = invoke(&client, 2, pairs).await;
        assert_eq!(
            violations_of(&refused),
            [at(pointer, "guests", "`guests`: come later than this")]
        );
    }
    // By the id.
    let refused = invoke(&client, 2, r#"[{"name":"Arrival","value":-1}]"#).await;
    let message = "`Arrival`: is the day before the opening";
    assert_eq!(violations_of(&refused), [at("/input_parameters/0/value", "Arrival", message)]);
}

#[tokio::test]
async fn callers_of_an_old_version_read_the_names_that_it_has() {
    let client = client();
    let pairs = r#"[{"name":"Arrival","value":2000},{"name":"Departure","value":1001}]"#;
    let refused = invoke(&client, 1, pairs).await;
    let expected = [
        at("/input_parameters/0/value", "Arrival", "`Arrival`: is after `Departure`"),
        at(
            "/input_parameters/1/value",
            "Departure",
            "`Departure`: is later than `Arrival`\\u{202e} can be",
        ),
    ];
    assert_eq!(violations_of(&refused), expected);
    // An input that came later is no fault, and nothing that this caller could point to.
    let refused = invoke(&client, 1, r#"[{"name":"Arrival","value":-2}]"#).await;
    assert!(refused.fault.is_none());
    let expected = at("/input_parameters", "", "`guests` come later than this");
    assert_eq!(violations_of(&refused), [expected]);
}

#[tokio::test]
async fn a_name_that_the_tool_does_not_have_is_reported_to_the_vendor() {
    let client = client();
    for (day, message, fault) in [
        (
            -3,
            "`Arival` is long before the opening",
            "it refuses `Arival`, which is not an input of it; did you mean `Arrival`?",
        ),
        (
            -4,
            "``x`\\n` is nowhere",
            "it refuses ``x`\\n`, which is not an input of it; its inputs are `Arrival`, `to`, `guests`",
        ),
    ] {
        for version in [1, 2] {
            let pairs = format!(r#"[{{"name":"Arrival","value":{day}}}]"#);
            let refused = invoke(&client, version, &pairs).await;
            assert_eq!(violations_of(&refused), [at("/input_parameters", "", message)]);
            let report = refused.fault.unwrap().to_string();
            assert_eq!(report, format!("tool `book` version {version}: {fault}"));
        }
    }
    let error = client.call("book", json!({"Arrival": -3})).await.unwrap_err().to_string();
    assert!(error.contains("did you mean `Arrival`?") && error.contains("opening"), "{error}");
}

struct Hotel;

#[a2t::tools]
impl Hotel {
    /// Returns whether there is room.
    ///
    /// # Returns
    /// True.
    #[a2t::tool(version = 1)]
    fn has_room(
        &self,
        /// Guests.
        guests: u8,
    ) -> Result<bool, ToolError> {
        Err(ToolError::invalid("guests", format!("are {guests} too many")))
    }
}

#[tokio::test]
async fn methods_refuse_inputs_as_functions_do() {
    let client = TestClient::with_state(a2t::toolset![Hotel], std::sync::Arc::new(Hotel));
    let error = client.call("has_room", json!({"guests": 3})).await.unwrap_err();
    let [violation] = error.violations().as_slice() else { panic!("{error}") };
    let at = (&*violation.pointer, violation.parameter.as_deref());
    assert_eq!(at, ("/input_parameters/0/value", Some("guests")));
    assert_eq!(violation.reason, "are 3 too many");
}

/// Lends a book.
///
/// # Returns
/// True.
#[a2t::tool(version = 1)]
async fn lend(
    /// Way to be refused.
    way: u8,
) -> Result<bool, ToolError> {
    const LENT: &str = "https://library.example/problems/already-lent";
    Err(match way {
        0 => ToolError::conflict("lent").of_type(LENT).with_member("until", "2026-12-01"),
        1 => ToolError::not_found("lost")
            .of_type("urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4#lost"),
        2 => ToolError::refused("torn").with_member("pages", &[1, 2]),
        // No words for callers, and none that would be taken for others.
        3 => ToolError::internal("secret").of_type(LENT).with_member("secret", &1),
        4 => ToolError::unavailable("closed").of_type(LENT).with_member("until", &1),
        5 => ToolError::invalid("way", "is wrong").of_type(LENT).with_member("until", &1),
        6 => ToolError::refused("torn").of_type("already-lent"),
        7 => ToolError::refused("torn").with_member("status", &1),
        8 => ToolError::refused("torn").of_type("urn:a2t:problem:not-found"),
        _ => ToolError::refused("torn").with_member("until", &f64::NAN),
    })
}

#[tokio::test]
async fn problems_have_types_and_members_of_the_vendors_own() {
    let client = TestClient::new(a2t::toolset![lend]);
    let path = format!("/tools/{}:invoke", lend::SIGNATURE.tool_id);
    for (way, status, kind, member, fault) in [
        (
            0,
            409,
            "https://library.example/problems/already-lent",
            json!({"until": "2026-12-01"}),
            "",
        ),
        (1, 404, "urn:uuid:0479a45d-ad0a-49d4-94db-75edf00d2ca4#lost", json!({}), ""),
        (2, 422, "urn:a2t:problem:tool-refused", json!({"pages": [1, 2]}), ""),
        (3, 500, "urn:a2t:problem:internal", json!({}), "secret"),
        (4, 503, "urn:a2t:problem:unavailable", json!({}), ""),
        (5, 400, "urn:a2t:problem:invalid-invocation", json!({}), ""),
        (6, 500, "urn:a2t:problem:internal", json!({}), "\"already-lent\" is not an absolute URI"),
        (
            7,
            500,
            "urn:a2t:problem:internal",
            json!({}),
            "`status` is a member that every problem has",
        ),
        (
            8,
            500,
            "urn:a2t:problem:internal",
            json!({}),
            "\"urn:a2t:problem:not-found\" is not the vendor's own URI",
        ),
        (
            9,
            500,
            "urn:a2t:problem:internal",
            json!({}),
            "the member `until` of a problem: NaN is not",
        ),
    ] {
        let body = json!({"input_parameters": [{"name": "way", "value": way}]}).to_string();
        let refused = client.post(&path, body).await;
        let problem = Problem::parse(refused.status.as_u16(), &refused.body);
        assert_eq!((problem.status, &*problem.type_uri()), (status, kind));
        assert_eq!(problem.members::<Value>(), Some(member), "{way}");
        let report = refused.fault.map(|fault| fault.to_string()).unwrap_or_default();
        assert!(report.contains(fault) && report.is_empty() == fault.is_empty(), "{way}: {report}");
    }
}

#[test]
fn the_error_of_a_function_that_is_called_directly_has_its_violations() {
    let error = ToolError::invalid("from", "is after `to`");
    assert_eq!((error.status(), error.message()), (400, "`from`: is after `to`"));
    let violations = error.violations().unwrap();
    assert_eq!(violations.as_slice()[0].parameter.as_deref(), Some("from"));
    assert!(ToolError::refused("no").violations().is_none());
    assert!(InputErrors::new().into_result().is_ok());
}
