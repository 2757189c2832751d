//! Tools that stand elsewhere and that the provider calls: servers, APIs, functions, agents.

use serde_json::Value;

use super::{Extras, Secret, options};
use crate::{Result, Selection, Show};

options! {
    /// The tools of a server of the Model Context Protocol, which the provider calls. The label
    /// names the server in the provider's messages.
    RemoteMcp(label: String, url: String) {
        /// Purpose of the server (OpenAI).
        one description: String,
        /// The only tools that the model sees. A provider that cannot be kept to them refuses.
        many allowed_tools: String,
        /// An OAuth token for the server.
        one authorization: Secret,
        /// Headers of the requests to the server.
        pairs headers: Secret,
        /// Calls that are to be approved first. A provider that never asks refuses.
        one approval: Approval,
    }
}

/// Calls of an MCP server's tools that the program is asked to approve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Approval {
    /// None.
    Never,
    /// All.
    Always,
    /// Those of these tools.
    Tools(Vec<String>),
}

options! {
    /// The operations of an HTTP API, which the provider calls. The specification is OpenAPI 3.
    OpenApi(name: String, spec: Value) {
        /// Purpose of the API.
        one description: String,
        /// Authentication of the provider (Azure); anonymous by default.
        one auth: OpenApiAuth,
        /// The Lambda function that calls the API (Bedrock); without one, the program is asked.
        one lambda: String,
    }
}

/// Azure's authentication at an API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenApiAuth {
    /// Not at all.
    #[default]
    Anonymous,
    /// With what the connection of this id holds.
    Connection(String),
    /// As itself, for this audience.
    ManagedIdentity(String),
}

options! {
    /// A workflow of Azure Logic Apps, by the OpenAPI specification of its trigger.
    LogicApp(name: String, spec: Value) {
        /// Purpose of the workflow.
        one description: String,
        /// Authentication of the provider; anonymous (by the signature in the address) by default.
        one auth: OpenApiAuth,
    }
}

impl From<LogicApp> for OpenApi {
    fn from(workflow: LogicApp) -> Self {
        let mut tool = Self::new(workflow.name, workflow.spec);
        tool.description = Some(
            workflow.description.unwrap_or_else(|| "A workflow of Azure Logic Apps".to_owned()),
        );
        tool.auth = workflow.auth;
        tool.extras = workflow.extras;
        tool
    }
}

options! {
    /// A data agent of Microsoft Fabric, by the id of its connection.
    Fabric(connection: String) {}
}

options! {
    /// The storage queues between an agent of Azure and its functions.
    Queues(endpoint: String, input: String, output: String) {}
}

/// Functions that run in the provider's cloud and keep state between calls: the tools of a
/// selection, run by a Lambda function or behind Azure's storage queues.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StatefulFunction {
    pub(crate) name: String,
    pub(crate) functions: Selection,
    pub(crate) queues: Option<Queues>,
    pub(crate) lambda: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) extras: Extras,
}

impl StatefulFunction {
    /// Creates a group of these functions with this name.
    ///
    /// # Errors
    /// A signature that cannot be read.
    pub fn new(name: impl Into<String>, functions: &impl Show) -> Result<Self> {
        Ok(Self {
            name: name.into(),
            functions: functions.shown()?.into_owned(),
            queues: None,
            lambda: None,
            description: None,
            extras: Vec::new(),
        })
    }

    /// Sets the purpose of the group, in at most 200 characters (Bedrock).
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the queues that an Azure Function listens and answers on (Azure: needed).
    #[must_use]
    pub fn queues(mut self, queues: Queues) -> Self {
        self.queues = Some(queues);
        self
    }

    /// Sets the resource name (ARN) of the Lambda function (Bedrock: needed).
    #[must_use]
    pub fn lambda(mut self, arn: impl Into<String>) -> Self {
        self.lambda = Some(arn.into());
        self
    }
}
