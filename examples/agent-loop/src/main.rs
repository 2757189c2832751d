//! Prints what the two agents called, what they were told, and what they answer.

#[tokio::main]
async fn main() -> agent_loop::Result<()> {
    print!("{}", agent_loop::transcript().await?);
    Ok(())
}
