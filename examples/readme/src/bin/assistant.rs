a2t::include_client!("weather");

use a2t::Value;
use a2t::dialect::{Anthropic, ConverseLimits, Conversed, Decision, Dialect, Executor};
use serde_json::json;

type Error = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let weather = weather::Client::new("http://127.0.0.1:8080")?;
    let executor = Executor::new(&weather)?;
    let tools = Anthropic::tools(executor.tools())?; // approved signatures only
    let ask = |messages| {
        send(json!({"model": "claude", "max_tokens": 1_000, "messages": messages, "tools": tools}))
    };
    let mut messages = vec![json!({"role": "user", "content": "Do I need an umbrella in Omaha?"})];
    loop {
        let limits = ConverseLimits::default();
        match executor.converse(Dialect::Anthropic, &mut messages, limits, ask).await? {
            Conversed::Finished(text) => break println!("{text}"),
            Conversed::Paused(paused) => {
                let mut decisions = Vec::new();
                for call in paused.calls() {
                    println!("May it call {call}? (yes or no)");
                    decisions.push((
                        call.id(),
                        match line()?.trim() {
                            "yes" => Decision::Approve,
                            _ => Decision::Deny("the user does not want it".to_owned()),
                        },
                    ));
                }
                messages.push(executor.resume(&paused, decisions).await?);
            }
            // A reply that was cut off, or a refusal.
            Conversed::Stopped(turn) => return Err(turn.to_string().into()),
        }
    }
    Ok(())
}

/// Your HTTP call; here requests go to standard output, and a reply is a line of standard input.
async fn send(request: Value) -> Result<Value, Error> {
    println!("{request}");
    Ok(serde_json::from_str(&line()?)?)
}

fn line() -> Result<String, Error> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(line)
}
