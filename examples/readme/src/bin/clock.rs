a2t::client!("approved/time.json");

#[tokio::main]
async fn main() -> a2t::mcp::client::Result<()> {
    let clock = time::Client::command("uvx", ["mcp-server-time", "--local-timezone", "UTC"]);
    let now = clock.get_current_time("Europe/London").send().await?;
    println!("{}, {}", now.day_of_week, now.datetime);
    Ok(())
}
