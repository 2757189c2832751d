//! Each type that a record may hold, under names that the prelude has.

use std::borrow::Cow;

use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// A choice.
#[derive(a2t::Enum)]
pub(crate) enum Choice {
    /// The only one.
    Only,
}

/// Inside.
#[derive(a2t::Record)]
pub(crate) struct Inner {
    /// A text.
    pub text: &'static str,
}

type Alias = Vec<Option<Inner>>;

/// Everything.
#[derive(a2t::Record)]
pub(crate) struct Everything {
    /// A text.
    pub r#type: String,
    /// A text.
    pub writer: Cow<'static, str>,
    /// A number.
    pub f32: f32,
    /// A number.
    pub f64: f64,
    /// An integer.
    pub u64: u64,
    /// An integer.
    pub i128: i128,
    /// An integer.
    pub non_zero: std::num::NonZeroU64,
    /// A text.
    #[a2t(text)]
    pub shown: std::net::IpAddr,
    /// A boolean.
    pub flag: bool,
    /// A choice.
    pub choice: Option<Choice>,
    /// A list.
    pub inner: Alias,
    /// A list of lists.
    pub lists: Vec<Vec<bool>>,
    /// Anything.
    #[a2t(name = "any thing")]
    pub any: a2t::Json<a2t::Value>,
}

/// Outputs.
#[derive(a2t::Output)]
pub(crate) struct Outputs {
    /// One.
    pub one: Everything,
    /// Perhaps.
    pub perhaps: Option<Everything>,
    /// Many.
    pub many: Option<Vec<Everything>>,
}

fn everything() -> Everything {
    Everything {
        r#type: "type".to_owned(),
        writer: Cow::Borrowed("writer"),
        f32: 0.5,
        f64: 1.0,
        u64: 1,
        i128: -1,
        non_zero: std::num::NonZeroU64::MIN,
        shown: std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
        flag: true,
        choice: Some(Choice::Only),
        inner: vec![Some(Inner { text: "inner" }), None],
        lists: vec![vec![true], Vec::new()],
        any: a2t::Json(a2t::Value::Null),
    }
}

/// Reports.
#[a2t::tool(version = 1)]
pub(crate) fn report() -> Outputs {
    Outputs { one: everything(), perhaps: None, many: Some(vec![everything()]) }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let signature = report::SIGNATURE;
    assert!(signature.check().is_empty(), "{}", signature.check());
    assert_eq!(signature.output_parameters[1].kind, signature.output_parameters[0].kind);

    let tools = TestClient::new(a2t::toolset![report]);
    let reply = tools.call("report", json!({})).await.unwrap();
    let one = json!({
        "type": "type", "writer": "writer", "f32": 0.5, "f64": 1.0, "u64": 1, "i128": -1, "non_zero": 1,
        "shown": "127.0.0.1", "flag": true, "choice": "ONLY", "inner": [{"text": "inner"}, null],
        "lists": [[true], []], "any thing": null,
    });
    assert_eq!(a2t::Value::Object(reply), json!({"one": one, "many": [one]}));
}
