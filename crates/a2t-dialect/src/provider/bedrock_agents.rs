//! Amazon Bedrock Agents: returned control, or the event of a Lambda function in; the session
//! state with the results, or the function's response out.
//!
//! There is no strict mode, and a function's parameters have no constraints. `tools` is the value
//! of `functionSchema`. A wrong call is answered with `REPROMPT`, for the model to try again, a
//! failed tool with `FAILURE`, which ends the agent's turn.

use a2t_core::json::parse;
use serde_json::{Map, Value, json};

use super::node::Node;
use super::write::{grouped, one_or_all, set, take_list};
use super::{Definition, Dialect, Shape};
use crate::call::{Call, Given};
use crate::style::Style;
use crate::{Outcome, Result, hosted};

pub(super) struct ActionGroups;

impl Shape for ActionGroups {
    fn style(&self, _strict: bool) -> Style {
        Style::FLAT
    }

    fn definition(&self, tool: &Definition<'_>) -> Value {
        let required = tool.inputs.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
        let properties = tool.inputs.get("properties").and_then(Value::as_object);
        let parameter = |(name, property): (&String, &Value)| {
            let mut parameter = property.clone();
            if let Value::Object(members) = &mut parameter {
                members.insert("required".to_owned(), json!(is_required(name)));
            }
            (name.clone(), parameter)
        };
        let parameters: Map<_, _> = properties.into_iter().flatten().map(parameter).collect();
        json!({
            "name": tool.name,
            "description": tool.description,
            "parameters": parameters,
        })
    }

    fn tools(&self, definitions: Vec<Value>) -> Value {
        json!({ "functions": definitions })
    }

    fn calls(&self, message: &Value) -> Result<Vec<Call>> {
        let message = Node::root(Dialect::BedrockAgents, message);
        let message = message.get("returnControl").unwrap_or(message);
        if message.get("messageVersion").is_some() {
            return Ok(vec![call(&message, &message, None)?]);
        }
        let (id, members) = match message.get("invocationInputs") {
            Some(members) => (Some(message.text("invocationId")?), members.items()?),
            None => (None, message.items_or_self()),
        };
        // A computer and an editor have their own events.
        let hosted = |member: &&Node<'_>| hosted::bedrock_program(member.value()).is_some();
        let members = members.iter().filter(|member| !hosted(member));
        let members = members.filter(|member| asks(member).is_none());
        let calls = members.map(|member| {
            let invocation =
                member.get("functionInvocationInput").or_else(|| member.get("apiInvocationInput"));
            match invocation {
                Some(invocation) => call(member, &invocation, id.clone()),
                None => Err(member.lacks("functionInvocationInput", "an object")),
            }
        });
        calls.collect()
    }

    fn unconfirmed(&self, message: &Value) -> Option<String> {
        let message = message.get("returnControl").unwrap_or(message);
        let members = message.get("invocationInputs").unwrap_or(message);
        let members = match members {
            Value::Array(members) => members.as_slice(),
            member => std::slice::from_ref(member),
        };
        let root = |member| Node::root(Dialect::BedrockAgents, member);
        members.iter().find_map(|member| asks(&root(member)))
    }

    /// An invocation has one for all of its calls.
    fn ids_are_of_calls(&self) -> bool {
        false
    }

    fn result(&self, call: &Call, outcome: &Outcome) -> Value {
        let raw = call.raw();
        let of_lambda = raw.get("messageVersion").is_some();
        let member = match (raw.get("functionInvocationInput"), raw.get("apiInvocationInput")) {
            (Some(invocation), _) => function_result(invocation, outcome),
            (None, Some(invocation)) => api_result(invocation, outcome),
            (None, None) if raw.get("apiPath").is_some() => lambda_api(raw, outcome),
            (None, None) => lambda_function(raw, outcome),
        };
        match call.id() {
            _ if of_lambda => json!({ "messageVersion": "1.0", "response": member }),
            Some(id) => json!({ "invocationId": id, "returnControlInvocationResults": [member] }),
            None => member,
        }
    }

    fn message(&self, results: Vec<Value>) -> Value {
        let states = grouped(results, |state| state.get("invocationId").cloned());
        let states = states.into_iter().filter_map(|mut states| {
            let all = states.iter_mut().flat_map(|state| take_list(state, RESULTS));
            let all: Vec<_> = all.collect();
            let mut state = states.into_iter().next()?;
            if !all.is_empty() {
                set(&mut state, "returnControlInvocationResults", all);
            }
            Some(state)
        });
        one_or_all(states.collect())
    }
}

const RESULTS: &str = "/returnControlInvocationResults";

/// The question of a member that needs the user's consent: it is the program that asks its user,
/// and answers with a `confirmationState`.
fn asks(member: &Node<'_>) -> Option<String> {
    let kinds = ["functionInvocationInput", "apiInvocationInput"];
    let invocation = kinds.iter().find_map(|kind| member.get(kind))?;
    let kind = invocation.get("actionInvocationType")?;
    let tool = match invocation.name("function") {
        function if function.is_empty() => invocation.name("apiPath"),
        function => function,
    };
    (kind.value() != "RESULT").then(|| {
        format!("`{tool}` waits for the user's consent, a `confirmationState` that is the program's to give")
    })
}

/// The call of an invocation, which `whole` answers for.
fn call(whole: &Node<'_>, invocation: &Node<'_>, id: Option<String>) -> Result<Call> {
    let name = match invocation.get("apiPath") {
        // Operations have no name here.
        Some(_) => format!("{} {}", invocation.text("httpMethod")?, invocation.text("apiPath")?),
        None => invocation.name("function"),
    };
    let body = ["requestBody", "content", "application/json", "properties"];
    let body = body.iter().try_fold(invocation.clone(), |node, member| node.get(member));
    let mut arguments = Map::new();
    for list in [invocation.get("parameters"), body].into_iter().flatten() {
        for parameter in list.items()? {
            let name = parameter.text("name")?;
            arguments.insert(name, value(&parameter)?);
        }
    }
    Ok(whole.call(id, name, Given::Object(arguments)))
}

/// The value of a parameter, which is text for every type; text that is none of its type stays.
fn value(parameter: &Node<'_>) -> Result<Value> {
    let text = parameter.text("value")?;
    let kind = parameter.optional_text("type")?;
    let parsed = match kind.as_deref() {
        Some("integer" | "number" | "boolean" | "array") => parse(text.as_bytes()).ok(),
        _ => None,
    };
    let is_text = |value: &Value| value.is_string() || value.is_object();
    let parsed = parsed.filter(|value| !is_text(value));
    Ok(parsed.unwrap_or(Value::String(text)))
}

fn function_result(invocation: &Value, outcome: &Outcome) -> Value {
    let mut result = body("TEXT", outcome);
    copy(&["actionGroup", "agentId", "function"], invocation, &mut result);
    json!({ "functionResult": result })
}

fn api_result(invocation: &Value, outcome: &Outcome) -> Value {
    let mut result = body("application/json", outcome);
    let members = ["actionGroup", "agentId", "apiPath", "httpMethod"];
    copy(&members, invocation, &mut result);
    json!({ "apiResult": result })
}

fn lambda_function(event: &Value, outcome: &Outcome) -> Value {
    let mut response = Map::new();
    copy(&["actionGroup", "function"], event, &mut response);
    let result = Value::Object(body("TEXT", outcome));
    response.insert("functionResponse".to_owned(), result);
    Value::Object(response)
}

fn lambda_api(event: &Value, outcome: &Outcome) -> Value {
    let mut response = body("application/json", outcome);
    let code = match response.shift_remove("responseState").as_ref().and_then(Value::as_str) {
        None => 200,
        Some("REPROMPT") => 400,
        Some(_) => 500,
    };
    response.insert("httpStatusCode".to_owned(), json!(code));
    copy(&["actionGroup", "apiPath", "httpMethod"], event, &mut response);
    Value::Object(response)
}

/// The body of a response in this form, and its state where it is no success.
fn body(form: &str, outcome: &Outcome) -> Map<String, Value> {
    let text = json!({ form: { "body": outcome.text() } });
    let mut response = Map::from_iter([("responseBody".to_owned(), text)]);
    let state = match outcome {
        Outcome::Done(_) | Outcome::Text(_) | Outcome::Parts(_) => return response,
        // A failure would end the turn.
        Outcome::Refused(_) | Outcome::Denied(_) => "REPROMPT",
        Outcome::Failed(_) => "FAILURE",
    };
    response.insert("responseState".to_owned(), json!(state));
    response
}

fn copy(names: &[&str], from: &Value, to: &mut Map<String, Value>) {
    for name in names {
        if let Some(value) = from.get(name) {
            to.insert((*name).to_owned(), value.clone());
        }
    }
}
