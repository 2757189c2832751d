use std::fmt;

/// Why a lamp is dark.
#[derive(Debug)]
enum Dark {
    Broken,
    NoPower,
}

impl a2t::IntoToolError for Dark {
    fn into_tool_error(self) -> a2t::ToolError {
        match self {
            Self::Broken => a2t::ToolError::refused("the lamp is broken"),
            Self::NoPower => a2t::ToolError::unavailable("there is no power"),
        }
    }
}

impl fmt::Display for Dark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dark")
    }
}

/// Switches a lamp on.
///
/// # Returns
/// Whether it was off.
#[a2t::tool(version = 1)]
fn switch_on(
    /// Its number.
    number: u8,
) -> Result<bool, Dark> {
    match number {
        0 => Err(Dark::Broken),
        1 => Err(Dark::NoPower),
        _ => Ok(true),
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    use a2t::testing::TestClient;
    use a2t::{IntoToolError, Tool};
    use serde_json::json;
    assert_eq!(switch_on(0).unwrap_err().into_tool_error().status(), 422);
    assert_eq!(switch_on(1).unwrap_err().into_tool_error().status(), 503);
    assert_eq!(
        switch_on::SIGNATURE.output_parameters[0].kind.name(),
        "boolean"
    );
    let _: a2t::Toolset<()> = a2t::toolset![switch_on];
    let client = TestClient::new(a2t::toolset![switch_on]);
    let error = client
        .call("switch_on", json!({ "number": 0 }))
        .await
        .unwrap_err();
    assert_eq!(
        (error.status(), error.detail()),
        (422, "the lamp is broken")
    );
}
