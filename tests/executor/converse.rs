//! The loop: asks a model, runs its calls, asks again, and stops at an answer, a decision or a limit.

use std::collections::VecDeque;
use std::future::{pending, ready};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::Value;
use a2t::client::Arguments;
use a2t::dialect::{
    AgentTool, Consent, ConsentRequest, ConverseError, ConverseLimits, Conversed, Decision,
    Described, Dialect, Executor, Invoke, Invoking, Outcome, Turn,
};
use serde_json::json;

use super::{message, tool_use, weather_tools};

/// A vendor that counts its calls.
#[derive(Clone, Default)]
struct Vendor(Arc<Mutex<u32>>);

impl Invoke for Vendor {
    fn invoke<'a>(&'a self, _: Described<'a>, _: &'a Arguments) -> Invoking<'a> {
        *self.0.lock().unwrap() += 1;
        Box::pin(ready(Ok(Outcome::Text("sunny".to_owned()))))
    }
}

fn executor(consent: Consent) -> (Executor, Vendor) {
    let vendor = Vendor::default();
    let builder = Executor::builder().tools(weather_tools().unwrap(), vendor.clone());
    (builder.consent(move |_| consent.clone()).build().unwrap(), vendor)
}

/// A model that replies with these, one after the other, and the messages that it was sent.
#[derive(Clone)]
struct Model(Arc<Mutex<(VecDeque<Value>, Vec<Value>)>>);

impl Model {
    fn new(replies: impl IntoIterator<Item = Value>) -> Self {
        Self(Arc::new(Mutex::new((replies.into_iter().collect(), Vec::new()))))
    }

    fn ask(&self, messages: Value) -> std::future::Ready<Result<Value, String>> {
        let mut model = self.0.lock().unwrap();
        model.1.push(messages);
        ready(model.0.pop_front().ok_or_else(|| "the model is away".to_owned()))
    }

    fn asked(&self) -> Vec<Value> {
        self.0.lock().unwrap().1.clone()
    }
}

fn question() -> Vec<Value> {
    vec![json!({"role": "user", "content": "Is it sunny?"})]
}

fn calls(ids: &[&str]) -> Value {
    let calls = ids.iter().map(|id| tool_use(id, json!({"city": "Rome"})));
    let mut reply = message(calls);
    reply["stop_reason"] = json!("tool_use");
    reply["usage"] = json!({"output_tokens": 7});
    reply
}

fn says(stop: &str, text: &str) -> Value {
    json!({"role": "assistant", "stop_reason": stop, "content": [{"type": "text", "text": text}]})
}

async fn converse(
    executor: &Executor,
    model: &Model,
    messages: &mut Vec<Value>,
    limits: ConverseLimits,
) -> Result<Conversed, ConverseError<String>> {
    executor.converse(Dialect::Anthropic, messages, limits, |asked| model.ask(asked)).await
}

#[tokio::test]
async fn calls_are_run_until_the_model_answers() {
    let (executor, vendor) = executor(Consent::Allow);
    let cut = json!({"role": "assistant", "stop_reason": "malformed_tool_use", "content": []});
    let replies = [
        calls(&["1", "2"]),
        says("pause_turn", "Well."),
        cut,
        calls(&["3"]),
        says("end_turn", "Yes."),
    ];
    let (model, mut messages) = (Model::new(replies), question());
    let limits = ConverseLimits::default();
    let ended = converse(&executor, &model, &mut messages, limits).await.unwrap();
    assert_eq!(ended, Conversed::Finished("Yes.".to_owned()));
    assert_eq!(*vendor.0.lock().unwrap(), 3);
    let asked = model.asked();
    let counts: Vec<_> = asked.iter().map(|messages| messages.as_array().unwrap().len()).collect();
    assert_eq!(counts, [1, 3, 4, 4, 6]);
    assert_eq!(messages.len(), 7);
    assert_eq!(messages[1], json!({"role": "assistant", "content": calls(&["1", "2"])["content"]}));
    let ids =
        [&messages[2]["content"][0]["tool_use_id"], &messages[2]["content"][1]["tool_use_id"]];
    assert_eq!(ids, ["1", "2"]);
    assert_eq!(json!(messages[..6]), asked[4]);
}

#[tokio::test]
async fn a_list_of_results_is_sent_as_messages() {
    let (executor, _) = executor(Consent::Allow);
    let call = |id: &str| {
        json!({"id": id, "type": "function",
            "function": {"name": "lookup_weather_by_city", "arguments": r#"{"city": "Rome"}"#}})
    };
    let reply = |finish: &str, message: Value| json!({"choices": [{"index": 0, "finish_reason": finish, "message": message}]});
    let called =
        json!({"role": "assistant", "content": null, "tool_calls": [call("1"), call("2")]});
    let answer = json!({"role": "assistant", "content": "Yes."});
    let model = Model::new([reply("tool_calls", called), reply("stop", answer)]);
    let (mut messages, limits) = (question(), ConverseLimits::default());
    let ask = |asked| model.ask(asked);
    let ended = executor.converse(Dialect::OpenaiChat, &mut messages, limits, ask).await.unwrap();
    assert_eq!(ended, Conversed::Finished("Yes.".to_owned()));
    let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "tool", "tool", "assistant"]);
}

#[tokio::test]
async fn a_conversation_pauses_for_a_decision_and_goes_on() {
    let (executor, vendor) = executor(Consent::Ask);
    let (model, mut messages) = (Model::new([calls(&["1"]), says("end_turn", "Yes.")]), question());
    let limits = ConverseLimits::default();
    let ended = converse(&executor, &model, &mut messages, limits).await.unwrap();
    let Conversed::Paused(paused) = ended else { panic!("{ended:?}") };
    assert_eq!((messages.len(), *vendor.0.lock().unwrap()), (2, 0));
    messages.push(executor.resume(&paused, [("1", Decision::Approve)]).await.unwrap());
    let ended = converse(&executor, &model, &mut messages, limits).await.unwrap();
    assert_eq!(ended, Conversed::Finished("Yes.".to_owned()));
    assert_eq!((messages.len(), *vendor.0.lock().unwrap()), (4, 1));
}

#[tokio::test(start_paused = true)]
async fn each_limit_ends_a_conversation() {
    let (executor, vendor) = executor(Consent::Allow);
    let endless = || Model::new((0..50).map(|id| calls(&[&id.to_string()])));
    let (mut messages, limits) = (question(), ConverseLimits::default());
    let ended = converse(&executor, &endless(), &mut messages, limits).await;
    assert!(matches!(ended, Err(ConverseError::Steps(20))), "{ended:?}");
    assert_eq!((messages.len(), *vendor.0.lock().unwrap()), (41, 20));

    let many = Model::new([calls(&["1", "2"]), calls(&["3", "4", "5"])]);
    let (mut messages, limits) = (question(), limits.calls(4));
    let ended = converse(&executor, &many, &mut messages, limits).await;
    assert!(matches!(ended, Err(ConverseError::Calls(4))), "{ended:?}");
    // No call of the second reply ran, and it is not in the messages.
    assert_eq!((messages.len(), *vendor.0.lock().unwrap()), (3, 22));

    let (mut messages, second) = (question(), Duration::from_secs(1));
    let limits = limits.time(second);
    let silent = |_| pending::<Result<Value, String>>();
    let ended = executor.converse(Dialect::Anthropic, &mut messages, limits, silent).await;
    assert!(matches!(ended, Err(ConverseError::Time(time)) if time == second), "{ended:?}");

    let (model, limits) = (endless(), limits.time(Duration::ZERO));
    let ended = converse(&executor, &model, &mut messages, limits).await;
    assert!(matches!(ended, Err(ConverseError::Time(Duration::ZERO))), "{ended:?}");
    assert!(model.asked().is_empty());
}

#[tokio::test]
async fn what_is_no_answer_stops_a_conversation_and_is_not_appended() {
    let (executor, vendor) = executor(Consent::Allow);
    let mut cut = calls(&["1"]);
    cut["stop_reason"] = json!("max_tokens");
    for (reply, turn) in [
        (cut, Turn::CutOff("max_tokens".to_owned())),
        (says("refusal", "No."), Turn::Refused("refusal".to_owned())),
    ] {
        let (model, mut messages) = (Model::new([reply]), question());
        let ended = converse(&executor, &model, &mut messages, ConverseLimits::default()).await;
        assert_eq!(ended.unwrap(), Conversed::Stopped(turn));
        assert_eq!(messages, question());
    }
    let (model, mut messages) = (Model::new([]), question());
    let ended = converse(&executor, &model, &mut messages, ConverseLimits::default()).await;
    assert!(matches!(&ended, Err(ConverseError::Ask(error)) if error == "the model is away"));
    let model = Model::new([json!("hello")]);
    let ended = converse(&executor, &model, &mut messages, ConverseLimits::default()).await;
    assert!(matches!(ended, Err(ConverseError::Reply(_))), "{ended:?}");
    assert_eq!(*vendor.0.lock().unwrap(), 0);
}

/// Programs spawn their agents.
#[tokio::test]
async fn a_conversation_can_be_spawned() {
    let (executor, _) = executor(Consent::Allow);
    let model = Model::new([says("end_turn", "Yes.")]);
    let ended = tokio::spawn(async move {
        converse(&executor, &model, &mut question(), ConverseLimits::default()).await
    });
    assert_eq!(ended.await.unwrap().unwrap(), Conversed::Finished("Yes.".to_owned()));
}

/// A vendor that never replies.
struct Silent;

impl Invoke for Silent {
    fn invoke<'a>(&'a self, _: Described<'a>, _: &'a Arguments) -> Invoking<'a> {
        Box::pin(pending())
    }
}

#[tokio::test(start_paused = true)]
async fn a_conversation_that_is_given_up_leaves_no_call_without_a_result() {
    let executor = Executor::builder().tools(weather_tools().unwrap(), Silent);
    let executor = executor.consent(|_| Consent::Allow).build().unwrap();
    let (model, mut messages) = (Model::new([calls(&["1"])]), question());
    let conversation = converse(&executor, &model, &mut messages, ConverseLimits::default());
    let ended = tokio::time::timeout(Duration::from_secs(1), conversation).await;
    assert!(ended.is_err(), "{ended:?}");
    assert_eq!(messages, question());
}

#[tokio::test]
async fn approvals_of_the_provider_count_among_the_calls() {
    let (executor, _) = executor(Consent::Allow);
    let request = |id: &str| {
        json!({"type": "mcp_approval_request", "id": id, "server_label": "bank", "name": "pay",
            "arguments": "{}"})
    };
    let output = [request("1"), request("2")];
    let reply = json!({"object": "response", "status": "completed", "output": output});
    let (model, mut messages) = (Model::new([reply]), question());
    let (ask, limits) = (|asked| model.ask(asked), ConverseLimits::default().calls(1));
    let ended = executor.converse(Dialect::OpenaiResponses, &mut messages, limits, ask).await;
    assert!(matches!(ended, Err(ConverseError::Calls(1))), "{ended:?}");
    assert_eq!(messages, question());
}

/// An executor whose only tool asks an agent with this executor and these replies.
fn asking(agent: &Executor, model: &Model) -> Executor {
    let model = model.clone();
    let limits = ConverseLimits::default().steps(3);
    let ask = move |messages| model.ask(messages);
    let tool = agent.as_tool("ask_agent", "Knows the weather.", Dialect::Anthropic, limits, ask);
    let tool = tool.unwrap();
    let builder = Executor::builder().tools(tool.clone(), tool);
    builder.consent(|_| Consent::Allow).build().unwrap()
}

async fn asked_for(executor: &Executor, task: &str) -> (bool, String) {
    let used = json!({"type": "tool_use", "id": "a", "name": "ask_agent", "input": {"task": task}});
    let result = executor.run(Dialect::Anthropic.calls(&used).unwrap().remove(0)).await;
    let is_error = result["is_error"].as_bool().unwrap();
    (is_error, result["content"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn an_agent_is_a_tool_of_another_one() {
    let (agent, vendor) = executor(Consent::Allow);
    let model = Model::new([calls(&["1"]), says("end_turn", "It is sunny.")]);
    let answer = asked_for(&asking(&agent, &model), "Is it sunny in Rome?").await;
    assert_eq!(answer, (false, r#"{"answer":"It is sunny."}"#.to_owned()));
    assert_eq!(*vendor.0.lock().unwrap(), 1);
    let asked = model.asked();
    assert_eq!(asked[0], json!([{"role": "user", "content": "Is it sunny in Rome?"}]));
    // Each call has its own conversation.
    let model = Model::new([says("end_turn", "One."), says("end_turn", "Two.")]);
    let executor = asking(&agent, &model);
    let (one, two) = tokio::join!(asked_for(&executor, "a"), asked_for(&executor, "b"));
    assert_eq!((one.1.as_str(), two.1.as_str()), (r#"{"answer":"One."}"#, r#"{"answer":"Two."}"#));
    assert!(model.asked().iter().all(|messages| messages.as_array().unwrap().len() == 1));
}

#[tokio::test]
async fn an_agent_that_does_not_answer_is_a_tool_that_fails() {
    let (agent, vendor) = executor(Consent::Ask);
    let fails = async |model: Model| asked_for(&asking(&agent, &model), "Is it sunny?").await;
    let (is_error, words) = fails(Model::new([calls(&["1"])])).await;
    assert!(is_error && words.contains("it may not call `lookup_weather_by_city`"), "{words}");
    assert_eq!(*vendor.0.lock().unwrap(), 0);
    let (is_error, words) = fails(Model::new([])).await;
    assert!(is_error && words.contains("cannot be asked at the moment"), "{words}");
    assert!(!words.contains("the model is away"), "errors of a client are not for models: {words}");
    let paused = || says("pause_turn", "Well.");
    let (is_error, words) = fails(Model::new([paused(), paused(), paused()])).await;
    assert!(is_error && words.contains("did not answer in 3 replies"), "{words}");
    let (is_error, words) = fails(Model::new([says("refusal", "No.")])).await;
    assert!(is_error && words.contains("gave no answer"), "{words}");
}

#[tokio::test]
async fn a_failure_of_an_agent_reports_that_its_tools_may_have_run() {
    let may_have_run = "; its tools may have run all the same: ";
    let once = "call it again only if that does no harm";
    let (agent, vendor) = executor(Consent::Allow);
    let failed = asked_for(&asking(&agent, &Model::new([calls(&["1"])])), "Is it sunny?").await;
    assert_eq!(*vendor.0.lock().unwrap(), 1);
    let message = "Error: the agent's model cannot be asked at the moment";
    assert_eq!(failed, (true, format!("{message}{may_have_run}{once}")));
    // No call before it, and calls of which none ran.
    for model in [Model::new([]), Model::new([calls(&["1", "2", "3", "4"])])] {
        let limits = ConverseLimits::default().calls(3);
        let ask = move |messages| model.ask(messages);
        let tool = agent.as_tool("ask_agent", "It.", Dialect::Anthropic, limits, ask).unwrap();
        let builder = Executor::builder().tools(tool.clone(), tool);
        let executor = builder.consent(|_| Consent::Allow).build().unwrap();
        let (is_error, message) = asked_for(&executor, "Is it sunny?").await;
        assert!(is_error && !message.contains(may_have_run), "{message}");
    }
    // A pause: before it nothing ran, or another call did.
    let (agent, _) = executor(Consent::Ask);
    let (_, message) = asked_for(&asking(&agent, &Model::new([calls(&["1"])])), "a").await;
    assert!(message.contains("may not call") && !message.contains(may_have_run), "{message}");
    let rule = |request: &ConsentRequest<'_>| match request.call.id() {
        Some("1") => Consent::Allow,
        _ => Consent::Ask,
    };
    let builder = Executor::builder().tools(weather_tools().unwrap(), Vendor::default());
    let agent = builder.consent(rule).build().unwrap();
    for replies in [vec![calls(&["1", "2"])], vec![calls(&["1"]), calls(&["2"])]] {
        let (_, message) = asked_for(&asking(&agent, &Model::new(replies)), "a").await;
        assert!(message.ends_with(&format!("{may_have_run}{once}")), "{message}");
    }
}

#[test]
fn an_agent_is_read_only_if_the_program_declares_it() {
    let limits = ConverseLimits::default();
    let ask = |_| ready(Err::<Value, _>("no".to_owned()));
    let agent = Executor::builder().build().unwrap();
    let tool = agent.as_tool("ask_agent", "It.", Dialect::Anthropic, limits, ask).unwrap();
    let read_only = |tool: AgentTool| {
        let executor = Executor::builder().tools(tool.clone(), tool).build().unwrap();
        executor.tools().iter().next().unwrap().hints().read_only
    };
    // The provider may run tools that the executor does not have.
    assert!(!read_only(tool.clone()));
    assert!(read_only(tool.read_only()));
}

#[tokio::test]
async fn an_agent_that_changes_nothing_can_be_asked_again() {
    let (agent, _) = executor(Consent::Allow);
    let model = Model::new([calls(&["1"])]);
    let ask = move |messages| model.ask(messages);
    let limits = ConverseLimits::default();
    let tool = agent.as_tool("ask_agent", "It.", Dialect::Anthropic, limits, ask).unwrap();
    let tool = tool.read_only();
    let executor = Executor::builder().tools(tool.clone(), tool).build().unwrap();
    let (is_error, message) = asked_for(&executor, "Is it sunny?").await;
    assert!(is_error && message.ends_with(": to call it again does no harm"), "{message}");
}

#[test]
fn an_agent_needs_a_name_and_a_conversation() {
    let limits = ConverseLimits::default();
    let ask = |_| ready(Err::<Value, _>("no".to_owned()));
    let agent = Executor::builder().build().unwrap();
    let wrong = agent.as_tool("", "It.", Dialect::Anthropic, limits, ask);
    assert!(wrong.unwrap_err().to_string().contains("name"));
    let wrong = agent.as_tool("ask_agent", "It.", Dialect::Mcp, limits, ask);
    assert!(wrong.unwrap_err().to_string().contains("`user_message` has no place"));
}
