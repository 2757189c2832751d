a2t::include_client!("weather");

use a2t::Value;
use a2t::dialect::{Anthropic, Dialect, Executor, Turn};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let weather = weather::Client::new("http://127.0.0.1:8080")?;
    let executor = Executor::new(&weather)?;
    let tools = Anthropic::tools(executor.tools())?; // approved signatures only
    let mut messages = vec![json!({"role": "user", "content": "Do I need an umbrella in Omaha?"})];
    let mut limit = 1_000;
    loop {
        let reply = ask(&json!({
            "model": "claude", "max_tokens": limit, "messages": messages, "tools": tools
        }))?;
        let message = json!({"role": "assistant", "content": reply.get("content")});
        match executor.answer(Dialect::Anthropic, &reply).await? {
            Turn::Called(results) => messages.extend([message, results]),
            Turn::Finished => break println!("{message}"),
            Turn::Paused(_) => messages.push(message), // the provider's own tools go on
            Turn::CutOff(_) => limit *= 2,             // nothing was run
            Turn::Malformed(_) => {}                   // ask again
            // A piece of a stream, a call that waits for a user's consent, a refusal.
            other => return Err(other.to_string().into()),
        }
    }
    Ok(())
}

/// Your HTTP call; here requests go to standard output, and a reply is a line of standard input.
fn ask(request: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    println!("{request}");
    let mut reply = String::new();
    std::io::stdin().read_line(&mut reply)?;
    Ok(serde_json::from_str(&reply)?)
}
