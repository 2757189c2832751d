use a2t::{Server, Toolset, mcp};

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1, read_only)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn tools() -> Toolset<()> {
    a2t::toolset![add]
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().any(|argument| argument == "--mcp-stdio") {
        return Ok(mcp::serve_stdio(tools(), ()).await?);
    }
    let server = Server::new(tools(), ()).mcp("/mcp").allow_host("tools.example.com");
    Ok(server.bind("127.0.0.1:8080").await?.serve().await?)
}
