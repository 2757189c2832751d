//! A whole conversation without a vendor and without a model: the vendor replies from a recording,
//! the model from its script. `RECORD=1 cargo test -p trip-agent --test recorded` records again,
//! from the vendor in `examples/weather-vendor`.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;

use a2t::Value;
use a2t::client::{Builder, Client};
use a2t::dialect::{Batch, Consent, Dialect, Executor, Turn};
use a2t::testing::{Recorder, Replay};
use serde_json::json;
use trip_agent::{plan, weather};
use weather_vendor::observations::Observations;

const RECORD: &str = "RECORD=1 cargo test -p trip-agent --test recorded";

/// Lets `talk` go on with a client that replays the recording `name`, or records it again if asked
/// to.
async fn recorded(name: &str, talk: impl AsyncFnOnce(weather::Client)) {
    let client = |builder: Builder| weather::Client::with(builder.build().unwrap());
    let path = Path::new("tests/recorded").join(name);
    if std::env::var_os("RECORD").is_none() {
        let replay = Replay::open(&path).unwrap();
        talk(client(Client::builder("https://weather.example").replay(&replay))).await;
        return replay.assert_complete();
    }
    let observations = Arc::new(Observations::noaa().unwrap());
    let vendor = a2t::Server::new(weather_vendor::toolset(), observations);
    let vendor = vendor.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", vendor.local_addr());
    let recorder = Recorder::new().command(RECORD);
    tokio::select! {
        served = vendor.serve() => panic!("the vendor stopped: {served:?}"),
        () = talk(client(Client::builder(url).record(&recorder))) => {}
    }
    recorder.save(&path).unwrap();
}

#[tokio::test]
async fn the_plan_is_that_of_the_day_when_it_was_recorded() {
    recorded("plan.ndjson", async |vendor| {
        let answer = plan(&vendor, 2014, 7).await.unwrap().to_string();
        assert!(answer.ends_with("its first fair days were 2014-07-01, 2014-07-02, 2014-07-03."));
    })
    .await;
}

/// Calls of the model, one message each; its last message is its answer.
fn model() -> Vec<Value> {
    let summary = |id: &str, city: &str| {
        json!({"type": "tool_use", "id": id, "name": "summarize_weather_of_month",
               "input": {"city": city, "year": 2014, "month": 7}})
    };
    let message = |stop: &str, content: Value| json!({"role": "assistant", "stop_reason": stop, "content": content});
    let find = json!({"type": "tool_use", "id": "toolu_4", "name": "lookup_weather_of_day",
                      "input": {"city": "SEATTLE", "date": "2016-07-01"}});
    vec![
        message("tool_use", json!([summary("toolu_1", "SEATTLE"), summary("toolu_2", "Boston")])),
        message("tool_use", json!([summary("toolu_3", "NEW_YORK")])),
        message("tool_use", json!([find])),
        message("end_turn", json!([{"type": "text", "text": "Seattle, by far."}])),
    ]
}

/// The loop of an agent: all that the model gets, and its answer.
async fn converse(executor: &Executor, replies: Vec<Value>) -> Vec<Value> {
    let mut messages = Vec::new();
    for message in replies {
        let turn = executor.answer(Dialect::Anthropic, &message).await.unwrap();
        messages.push(message);
        match turn {
            Turn::Called(Batch::Done(results)) => messages.push(results),
            Turn::Finished => return messages,
            other => panic!("{other}"),
        }
    }
    messages
}

#[tokio::test]
async fn the_model_gets_what_the_vendor_once_replied() {
    recorded("conversation.ndjson", async |vendor| {
        // The old versions of the tools have no hints.
        let builder = Executor::builder().client(&vendor).consent(|_| Consent::Allow);
        let executor = builder.build().unwrap();
        let messages = converse(&executor, model()).await;
        let content = |pointer: &str| {
            let text = json!(messages).pointer(pointer).cloned().unwrap_or_default();
            text.as_str().unwrap_or_default().to_owned()
        };
        assert!(content("/1/content/0/content").contains(r#""precipitation_tenths_mm":196"#));
        // Refused by the approved signature: no vendor was asked, so none was recorded.
        assert!(content("/1/content/1/content").contains("expected one of SEATTLE, NEW_YORK"));
        assert!(content("/3/content/0/content").contains(r#""precipitation_tenths_mm":1229"#));
        // The vendor's own refusal, as it was recorded.
        assert!(
            content("/5/content/0/content").starts_with("Error: "),
            "{}",
            content("/5/content/0/content")
        );
        assert_eq!(content("/6/content/0/text"), "Seattle, by far.");
    })
    .await;
}
