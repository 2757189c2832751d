//! Calls and listings as they are recorded, and their ends as they are replayed.

use std::future::ready;

use a2t_client::record::{Asked, End, Object, RecordMode, Recorder, Replay, failed, failure};
use a2t_core::json::parse_document;
use a2t_schema::validate::Validator;
use serde_json::{Value, json};

use crate::client::error::protocol;
use crate::client::problem;
use crate::client::result::finished;
use a2t_client::schema::{Content, Reply};
use a2t_client::{Kind, Result};

/// The request that lists tools, in the place of a path of A2T.
const LISTING: &str = "tools/list";

/// Recording or replay between a client and its connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording(RecordMode);

impl Recording {
    /// Returns the mode of the client whose connections are used.
    pub(crate) fn new(client: &a2t_client::Client) -> Self {
        Self(client.record_mode())
    }

    pub(crate) fn record(recorder: &Recorder) -> Self {
        Self(RecordMode::Recording(recorder.clone()))
    }

    pub(crate) fn replay(replay: &Replay) -> Self {
        Self(RecordMode::Replaying(replay.clone()))
    }

    /// Sends a call over the wire, or answers it.
    pub(crate) async fn call(
        &self,
        tool: &str,
        arguments: &Value,
        output: Option<&Validator>,
        wire: impl Future<Output = Result<Reply>>,
    ) -> Result<Reply> {
        let replayed = |end| async {
            match end {
                End::Result(result) => finished(result, output, None).await,
                end => Err(failed(end)),
            }
        };
        self.0.pass(|| Asked::tool(tool, arguments), wire, answer, replayed).await
    }

    /// Asks for the list over the wire, or answers from the recording.
    pub(crate) async fn list(
        &self,
        wire: impl Future<Output = Result<Vec<String>>>,
    ) -> Result<Vec<String>> {
        let end = |listed: &Result<Vec<String>>| match listed {
            Ok(tools) => Some(page(tools)),
            Err(error) => failure(error),
        };
        let replayed = |end| ready(listed(end));
        self.0.pass(|| Asked::Get(LISTING.to_owned()), wire, end, replayed).await
    }
}

/// End of a call, if it came to one that can be repeated.
fn answer(result: &Result<Reply>) -> Option<End> {
    let result = match result {
        Ok(reply) => written(reply),
        Err(error) => match error.kind() {
            Kind::Output { reply, .. } => written(reply),
            Kind::Tool { reply } => {
                let mut result = written(reply);
                result.insert("isError".to_owned(), true.into());
                result
            }
            Kind::InputRequired { questions } => {
                let questions = questions.iter().map(|name| (name.clone(), json!({})));
                object([
                    ("resultType", "input_required".into()),
                    ("inputRequests", questions.collect()),
                ])
            }
            Kind::Task { id } => {
                object([("resultType", "task".into()), ("taskId", id.clone().into())])
            }
            _ => return failure(error),
        },
    };
    Some(End::Result(result))
}

/// Returns a list as it is recorded: without tools that cannot be read, as every list.
fn page(tools: &[String]) -> End {
    let tools = tools.iter().filter_map(|tool| parse_document(tool.as_bytes()).ok());
    End::Page(json!({"tools": tools.collect::<Value>()}))
}

fn listed(end: End) -> Result<Vec<String>> {
    match end {
        End::Page(Value::Object(mut page)) => match page.remove("tools") {
            Some(Value::Array(tools)) => Ok(tools.iter().map(Value::to_string).collect()),
            _ => Err(protocol("the recorded page has no array `tools`")),
        },
        end => Err(failed(end)),
    }
}

/// The result that is read as this reply; what a reply does not have, no program got.
fn written(reply: &Reply) -> Object {
    let content = reply.content.iter().map(Content::to_value).collect();
    let mut result = object([("content", content)]);
    let structured = reply.structured.clone();
    result.extend(structured.map(|structured| ("structuredContent".to_owned(), structured)));
    let problem = reply.problem.as_deref().map(problem::meta);
    result.extend(problem.map(|problem| ("_meta".to_owned(), problem)));
    result
}

fn object<const MEMBERS: usize>(members: [(&str, Value); MEMBERS]) -> Object {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
