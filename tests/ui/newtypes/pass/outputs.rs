use std::fmt;
use std::net::Ipv4Addr;

use a2t::testing::TestClient;
use a2t::{OutputType, Tool};
use serde_json::{Value, json};

/// An id, in and out.
#[derive(a2t::Input, a2t::Output)]
#[a2t(min = 1)]
struct ReaderId(u32);

/// A code, in and out.
#[derive(a2t::Input, a2t::Output)]
#[a2t(text, max_length = 4, example = "AB")]
struct Code {
    letters: String,
}

impl std::str::FromStr for Code {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { letters: text.to_lowercase() })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters.to_uppercase())
    }
}

/// State of a loan.
#[derive(a2t::Enum, Clone, Copy, Debug, PartialEq)]
#[a2t(serde)]
enum State {
    /// On the shelf.
    OnShelf,
    /// With a reader.
    #[a2t(name = "LENT")]
    Out,
}

#[derive(a2t::Output)]
struct Loan {
    /// The reader.
    reader: ReaderId,
    /// The one before.
    before: Option<ReaderId>,
    /// The code.
    code: Code,
    /// The address.
    #[a2t(text)]
    at: Ipv4Addr,
    /// The next address.
    #[a2t(text, name = "Next Address")]
    next: Option<Ipv4Addr>,
    /// All states.
    states: a2t::Json<Vec<State>>,
}

/// Reads a loan.
#[a2t::tool(version = 1)]
fn read_loan(
    /// The reader.
    reader: ReaderId,
    /// The code.
    code: Code,
) -> Loan {
    let states = a2t::Json(vec![State::OnShelf, State::Out]);
    Loan { reader, before: None, code, at: Ipv4Addr::LOCALHOST, next: None, states }
}

/// Tells the code.
///
/// # Returns
/// The code.
#[a2t::tool(version = 1)]
fn tell_code() -> Option<Code> {
    Some(Code { letters: "xy".to_owned() })
}

struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

#[derive(a2t::Output)]
struct Unwritable {
    /// Something.
    #[a2t(text)]
    something: Broken,
}

/// Fails.
#[a2t::tool(version = 1)]
fn fail() -> Unwritable {
    Unwritable { something: Broken }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let kinds = read_loan::SIGNATURE.output_parameters.iter().map(|output| &output.kind);
    let (int, string) = (&OutputType::Int, &OutputType::String);
    assert_eq!(kinds.collect::<Vec<_>>(), [int, int, string, string, string, &OutputType::Json]);
    let client = TestClient::new(a2t::toolset![read_loan, tell_code, fail]);
    let loan = client.call("read_loan", json!({"reader": 7, "code": "ab"})).await.unwrap();
    let expected = json!({"reader": 7, "code": "AB", "at": "127.0.0.1", "states": ["ON_SHELF", "LENT"]});
    assert_eq!(Value::from(serde_json::Map::from_iter(loan)), expected);
    assert_eq!(client.call("tell_code", json!({})).await.unwrap()["result"], "XY");
    let fault = client.call("fail", json!({})).await.unwrap_err().to_string();
    assert!(fault.contains("500"), "{fault}");

    assert_eq!(serde_json::from_value::<State>(json!("LENT")).unwrap(), State::Out);
    let wrong = serde_json::from_value::<State>(json!("Out")).unwrap_err().to_string();
    assert!(wrong.contains("expected one of `ON_SHELF`, `LENT`"), "{wrong}");
}
