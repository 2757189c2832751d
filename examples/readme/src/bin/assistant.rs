a2t::include_client!("weather");

use a2t::Value;
use a2t::dialect::{Anthropic, Dialect, Executor};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let weather = weather::Client::new("http://127.0.0.1:8080")?;
    let executor = Executor::new(&weather)?;
    let tools = Anthropic::tools(executor.tools())?; // approved signatures only
    let mut messages = vec![json!({"role": "user", "content": "Do I need an umbrella in Omaha?"})];
    loop {
        let reply = ask(&json!({"model": "claude", "messages": messages, "tools": tools}))?;
        let said = json!({"role": "assistant", "content": reply.get("content")});
        match executor.answer(Dialect::Anthropic, &reply).await? {
            Some(results) => messages.extend([said, results]),
            None => break println!("{said}"),
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
