/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

#[tokio::main]
async fn main() -> Result<(), a2t::ServeError> {
    a2t::serve("127.0.0.1:8080", a2t::toolset![add], ()).await
}
