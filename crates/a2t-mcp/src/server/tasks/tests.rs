//! The SDK's own client against the server, on a program's standard input and output.

use std::sync::Arc;
use std::time::Duration;

use a2t_store::Memory;
use a2t_tool::channel::{Channel, Question};
use axum::Extension;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, ClientConfig, DetailedTask,
    ElicitRequestParams, ElicitResult, ElicitationAction, GetTaskParams, Implementation,
    ProtocolVersion, TaskPayload, TaskStatus, UpdateTaskParams,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RunningService};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::json;
use tokio::io::{duplex, split};

use crate::server::{Service, Tasks};

/// Deletes a file, if the user agrees.
///
/// # Returns
/// The answer.
#[a2t::tool(version = 1, long_running)]
async fn delete_file(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    let answer = channel.choose(Question::new("Delete it?", ["Yes", "No"])).await;
    format!("{answer:?}")
}

/// The client, whose user agrees.
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let able = ClientCapabilities::builder().enable_elicitation().enable_tasks().build();
        ClientConfig::new(able, Implementation::new("tests", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        assert!(matches!(request, ElicitRequestParams::FormElicitationParams { .. }));
        let answer = ElicitResult::new(ElicitationAction::Accept);
        Ok(answer.with_content(json!({ "choice": "Yes" })))
    }
}

async fn client(service: Service<()>) -> RunningService<RoleClient, Client> {
    let (near, far) = duplex(1 << 20);
    let (input, output) = split(far);
    tokio::spawn(service.serve_on(input, output));
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let mode = ClientLifecycleMode::Discover { preferred_versions };
    Client.serve_with_lifecycle(split(near), mode).await.unwrap()
}

fn service() -> Service<()> {
    Service::new(a2t::toolset![delete_file], ())
}

async fn until(
    client: &RunningService<RoleClient, Client>,
    id: &str,
    status: TaskStatus,
) -> DetailedTask {
    let wait = async {
        loop {
            let task = client.get_task(GetTaskParams::new(id)).await.unwrap().task;
            if task.status() == status {
                return task;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect("the status")
}

#[tokio::test]
async fn the_sdks_client_answers_a_question_and_calls_again() {
    let client = client(service()).await;
    let result = client.call_tool(CallToolRequestParams::new("delete_file")).await.unwrap();
    assert_eq!(result.structured_content, Some(json!({ "result": "Ok(0)" })));
}

#[tokio::test]
async fn the_sdks_client_follows_a_task() {
    let client = client(service().tasks(Tasks::new(Memory::default()))).await;
    let call = CallToolRequestParams::new("delete_file");
    let CallToolResponse::Task(created) = client.call_tool_once(call).await.unwrap() else {
        panic!("a task")
    };
    let id = created.task.task_id;
    let task = until(&client, &id, TaskStatus::InputRequired).await;
    let TaskPayload::InputRequired { input_requests } = task.payload else { panic!("a question") };
    let no = json!({ "action": "accept", "content": { "choice": "No" } });
    let answers = input_requests.into_keys().map(|name| (name, no.clone())).collect();
    client.update_task(UpdateTaskParams::new(&*id, answers)).await.unwrap();
    let task = until(&client, &id, TaskStatus::Completed).await;
    let TaskPayload::Completed { result } = task.payload else { panic!("a result") };
    assert_eq!(result["structuredContent"], json!({ "result": "Ok(1)" }));
}
