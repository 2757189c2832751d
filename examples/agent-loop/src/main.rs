//! Prints what the two agents called, the results they got, and what they answer.

#[tokio::main]
async fn main() -> agent_loop::Result<()> {
    print!("{}", agent_loop::transcript().await?);
    Ok(())
}
