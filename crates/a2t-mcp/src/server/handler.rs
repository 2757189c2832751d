//! The server as the SDK knows it: `tools/list` and `tools/call`, and nothing else.

use std::sync::Arc;

use a2t_tool::Caller;
use http::Extensions;
use http::request::Parts;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, JsonObject, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerConfig, ServerResult, Tool,
};
#[cfg(feature = "tasks")]
use rmcp::model::{CancelTaskParams, GetTaskParams, GetTaskResult, UpdateTaskParams};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use crate::server::answer;
use crate::server::asked::{Asked, Client};
use crate::server::gap::Gap;
use crate::server::inner::Inner;
use crate::server::round::answers;

/// Methods of requests that have a meaning here, whose parameters may still be wrong.
const METHODS: [&str; 3] = ["server/discover", "tools/call", "tools/list"];

#[cfg(feature = "tasks")]
const TASKS: [&str; 3] = ["tasks/cancel", "tasks/get", "tasks/update"];

tokio::task_local! {
    /// Caller of the request that is handled, since the SDK looks a tool up without its request.
    pub(crate) static CALLER: Option<Caller>;
}

pub(crate) struct Handler<S: 'static> {
    pub(crate) inner: Arc<Inner<S>>,
    /// Caller that tools are looked up for before the call.
    pub(crate) caller: Option<Caller>,
    /// It notifies the host that the list has changed, which takes a connection that stays.
    pub(crate) announces: bool,
}

impl<S> Handler<S> {
    pub(crate) fn for_request(inner: Arc<Inner<S>>) -> Self {
        let caller = CALLER.try_with(Clone::clone).unwrap_or_default();
        Self { inner, caller, announces: false }
    }
}

pub(crate) type Http<S> = StreamableHttpService<Handler<S>, NeverSessionManager>;

/// Returns the service of the SDK, which checks these hosts (if any) and these origins.
pub(crate) fn http<S: Clone + Send + Sync + 'static>(
    inner: &Arc<Inner<S>>,
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
) -> Http<S> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        // The body was read within its limit before the SDK reads it.
        .with_max_request_body_bytes(usize::MAX)
        .with_allowed_origins(origins);
    let config = match hosts {
        Some(hosts) => config.with_allowed_hosts(hosts),
        None => config.disable_allowed_hosts(),
    };
    let inner = Arc::clone(inner);
    let factory = move || Ok(Handler::for_request(Arc::clone(&inner)));
    StreamableHttpService::new(factory, Arc::default(), config)
}

impl<S: Clone + Send + Sync + 'static> Handler<S> {
    /// Caller of a request: of that over HTTP, or the one that the program names on stdio.
    fn caller<'a>(&'a self, context: &'a RequestContext<RoleServer>) -> Option<&'a Caller> {
        let parts =
            context.extensions.get::<Parts>().unwrap_or(&self.inner.settings.request_template);
        parts.extensions.get()
    }

    /// Carries a call out, within the bound on calls that come without a request of HTTP, which has
    /// been counted already.
    async fn call(
        &self,
        name: &str,
        arguments: Value,
        answers: JsonObject,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let is_stateless = is_stateless(&context);
        let client = client(&context);
        let parts = context.extensions.remove::<Parts>();
        let own = self.inner.shares(&Extensions::new());
        let _permit = match (&parts, own.in_flight.try_acquire()) {
            (None, Err(_)) => {
                return Ok(answer::overloaded().into());
            }
            (None, permit) => permit.ok(),
            (Some(_), _) => None,
        };
        let parts = parts.unwrap_or_else(|| self.inner.settings.request_template.clone());
        let asked = Asked { client, answers, name, arguments, meta: &context.meta.0.0, parts };
        let answer = self.inner.call(asked, context.ct.cancelled()).await?;
        let meta = is_stateless.then(|| self.inner.identity.meta.clone());
        Ok(answer.into_response(meta))
    }
}

/// Returns `true` since revision 2026-07-28, where each result names its server, and is marked as
/// complete.
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

/// Abilities of the client. Before revision 2026-07-28 there are neither tasks nor questions without a
/// session.
fn client(context: &RequestContext<RoleServer>) -> Client {
    let declared = context.client_capabilities().filter(|_| is_stateless(context));
    declared.as_ref().map(Client::new).unwrap_or_default()
}

impl<S: Clone + Send + Sync + 'static> ServerHandler for Handler<S> {
    fn get_info(&self) -> ServerConfig {
        self.inner.settings.config(self.announces)
    }

    async fn discover(
        &self,
        _context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let mut result = DiscoverResult::from_server_info(versions, self.get_info());
        result.ttl_ms = self.inner.fresh_ms();
        result.cache_scope = CacheScope::Public;
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let catalog = self.inner.catalog.now();
        let page = catalog.page(cursor.as_deref(), self.caller(&context));
        let page = page.map_err(|words| ErrorData::invalid_params(words, None))?;
        let parts = context.extensions.get::<Parts>();
        let tools = match parts.and_then(|parts| parts.extensions.get::<Gap>()) {
            Some(gap) => gap.fill(page.text()),
            None => page.tools(),
        };
        let mut result = ListToolsResult::with_all_items(tools);
        result.ttl_ms = Some(self.inner.fresh_ms());
        result.cache_scope =
            Some(if page.is_public { CacheScope::Public } else { CacheScope::Private });
        result.next_cursor = page.next;
        if is_stateless(&context) {
            result.meta = Some(self.inner.identity.meta.clone());
        }
        Ok(result)
    }

    // In a box, because the SDK moves the future of every method, as large as the largest, several
    // times.
    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send {
        Box::pin(async move {
            let answers = answers(&request);
            let arguments = request.arguments.map_or(Value::Null, Value::Object);
            self.call(&request.name, arguments, answers, context).await
        })
    }

    #[cfg(feature = "tasks")]
    fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<GetTaskResult, ErrorData>> + Send {
        Box::pin(async move {
            let caller = self.caller(&context);
            self.inner.task(self.tasks()?, &request.task_id, caller).await
        })
    }

    #[cfg(feature = "tasks")]
    fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        Box::pin(async move {
            let (tasks, caller) = (self.tasks()?, self.caller(&context));
            tasks.update(&request.task_id, caller, request.input_responses).await
        })
    }

    #[cfg(feature = "tasks")]
    fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<(), ErrorData>> + Send {
        Box::pin(async move {
            let caller = self.caller(&context);
            self.tasks()?.cancel(&request.task_id, caller).await
        })
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.inner.catalog.now().shown(name, self.caller.as_ref())
    }

    /// Requests that the SDK could not read: an unknown method, or parameters that are not those of
    /// a known one. Arguments that are not an object are a model's mistake, which it gets as a
    /// result.
    fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CustomResult, ErrorData>> + Send {
        Box::pin(self.custom(request, context))
    }
}

#[cfg(feature = "tasks")]
impl<S> Handler<S> {
    fn tasks(&self) -> Result<&Arc<crate::server::tasks::State>, ErrorData> {
        let tasks = self.inner.tasks.as_ref();
        tasks.ok_or_else(|| ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "no such method", None))
    }
}

impl<S: Clone + Send + Sync + 'static> Handler<S> {
    async fn custom(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        let is_handshake = method == "initialize" && !is_stateless(&context);
        #[cfg(feature = "tasks")]
        let is_task = self.inner.tasks.is_some() && TASKS.contains(&&*method);
        #[cfg(not(feature = "tasks"))]
        let is_task = false;
        if !METHODS.contains(&&*method) && !is_handshake && !is_task {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "no such method", None));
        }
        let mut params = match params {
            Some(Value::Object(params)) => params,
            _ => JsonObject::new(),
        };
        let arguments = params.remove("arguments").unwrap_or(Value::Null);
        match params.get("name") {
            Some(Value::String(name)) if method == "tools/call" => {
                let response = self.call(name, arguments, JsonObject::new(), context).await?;
                let result = serde_json::to_value(ServerResult::from(response));
                Ok(CustomResult::new(result.unwrap_or_default()))
            }
            _ => {
                let words = format!("the parameters are not those of `{method}`");
                Err(ErrorData::invalid_params(words, None))
            }
        }
    }
}
