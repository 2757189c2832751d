//! The mapping of an error type holds on every way into the reply, also of one that is an `Error`.

use std::error::Error;
use std::fmt;

use a2t::{IntoToolError, ToolError};

#[derive(Debug)]
struct NoSuchLamp(u8);

impl fmt::Display for NoSuchLamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no lamp {}", self.0)
    }
}

impl Error for NoSuchLamp {}

impl IntoToolError for NoSuchLamp {
    fn into_tool_error(self) -> ToolError {
        ToolError::not_found(self.to_string())
    }
}

/// An error mapped by the standard library's trait alone.
#[derive(Debug)]
struct Locked;

impl From<Locked> for ToolError {
    fn from(_: Locked) -> Self {
        Self::conflict("somebody else is at the switch")
    }
}

fn find(number: u8) -> Result<u8, NoSuchLamp> {
    Err(NoSuchLamp(number))
}

fn find_for_tools(number: u8) -> Result<u8, ToolError> {
    Ok(find(number)?)
}

fn boxed(number: u8) -> Result<u8, Box<dyn Error + Send + Sync>> {
    Ok(find_for_tools(number)?)
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn by_question_mark(
    /// Its number.
    number: u8,
) -> Result<u8, ToolError> {
    Ok(find(number)?)
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn through_a_function(
    /// Its number.
    number: u8,
) -> Result<u8, ToolError> {
    let found = find_for_tools(number)?;
    Ok(found)
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn as_it_is(
    /// Its number.
    number: u8,
) -> Result<u8, NoSuchLamp> {
    find(number)
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn by_from(
    /// Its number.
    number: u8,
) -> Result<u8, ToolError> {
    if number > 0 {
        Err(Locked)?;
    }
    Ok(number)
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn from_as_it_is(
    /// Its number.
    number: u8,
) -> Result<u8, Locked> {
    if number > 0 { Err(Locked) } else { Ok(number) }
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn as_a_fault(
    /// Its number.
    number: u8,
) -> Result<u8, ToolError> {
    boxed(number).map_err(ToolError::internal)
}

/// Switches a lamp on.
///
/// # Returns
/// Its number.
#[a2t::tool(version = 1)]
fn of_the_standard_library(
    /// Its number.
    number: u8,
) -> Result<u8, ToolError> {
    Ok(std::fs::read("/there/is/no/such/lamp").map(|_| number)?)
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    let client = a2t::testing::TestClient::new(a2t::toolset![
        by_question_mark,
        through_a_function,
        as_it_is,
        by_from,
        from_as_it_is,
        as_a_fault,
        of_the_standard_library,
    ]);
    for (tool, status, expected, kept) in [
        ("by_question_mark", 404, "no lamp 7", None),
        ("through_a_function", 404, "no lamp 7", None),
        ("as_it_is", 404, "no lamp 7", None),
        ("by_from", 409, "somebody else is at the switch", None),
        ("from_as_it_is", 409, "somebody else is at the switch", None),
        ("as_a_fault", 500, "", Some("no lamp 7")),
        ("of_the_standard_library", 500, "", Some("No such file")),
    ] {
        let call = client.call(tool, serde_json::json!({ "number": 7 }));
        let error = call.await.unwrap_err();
        assert_eq!(error.status(), status, "{tool}: {error}");
        assert!(error.detail().contains(expected), "{tool}: {error}");
        let fault = error.fault().map(ToString::to_string);
        match kept {
            Some(kept) => assert!(fault.is_some_and(|fault| fault.contains(kept)), "{error}"),
            None => assert_eq!(fault, None, "{tool}"),
        }
    }
    let back = boxed(7).unwrap_err().downcast::<ToolError>().unwrap();
    assert_eq!((back.status(), back.to_string()), (404, "no lamp 7".into()));
}
