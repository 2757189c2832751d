use a2t::Tool;
use a2t::testing::TestClient;

/// Takes whatever a generated body might call its own.
///
/// # Returns
/// Their sum.
#[a2t::tool(version = 1)]
#[allow(clippy::too_many_arguments)]
async fn take(
    /// One.
    call: u8,
    /// Two.
    state: u8,
    /// Three.
    parts: u8,
    /// Four.
    body: u8,
    /// Five.
    signature: u8,
    /// Six.
    arguments: u8,
    /// Seven.
    bound: u8,
    /// Eight.
    result: u8,
    /// Nine.
    take: u8,
    /// Ten.
    a2t: u8,
) -> u8 {
    call + state + parts + body + signature + arguments + bound + result + take + a2t
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(take::SIGNATURE.input_parameters.len(), 10);
    let _: a2t::Toolset<()> = a2t::toolset![take];
    let arguments: serde_json::Map<_, _> = take::SIGNATURE
        .input_parameters
        .iter()
        .map(|input| (input.name.to_string(), 1.into()))
        .collect();
    let client = TestClient::new(a2t::toolset![take]);
    let outputs = client.call("take", arguments.into()).await.unwrap();
    assert_eq!(outputs["result"], 10);
}
