//! Azure AI Foundry's two APIs: the first in the layout of Assistants, the second in that of
//! Responses, both with tools of Azure's own.

use serde_json::{Value, json};

use super::{Context, Object, Part, assistants, openai};
use crate::hosted::tool::{
    AzureIndex, CodeInterpreter, Computer, DataSource, Environment, Fabric, HostedTool, OpenApi,
    OpenApiAuth, RemoteMcp, Search, StatefulFunction, WebSearch,
};
use crate::{Dialect, Result};

pub(super) fn part(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    let first = context.dialect == Dialect::AzureFoundry;
    match tool {
        HostedTool::Fabric(tool) => Ok(fabric(tool, first, context)),
        HostedTool::OpenApi(tool) => open_api(tool, first, context),
        HostedTool::LogicApp(tool) => open_api(&tool.clone().into(), first, context),
        HostedTool::StatefulFunction(tool) => functions(tool, context),
        HostedTool::Search(tool) => search(tool, first, context),
        HostedTool::WebSearch(tool) if first || tool.bing.is_some() => bing(tool, first, context),
        HostedTool::CodeInterpreter(tool) if first => Ok(code(tool, context)),
        HostedTool::RemoteMcp(tool) if first => Ok(mcp(tool, context)),
        HostedTool::Computer(tool) if first => computer(tool, context),
        HostedTool::ImageGeneration(_) | HostedTool::TextEditor(_) | HostedTool::ToolSearch(_)
            if first =>
        {
            Err(context.refuse())
        }
        other => openai::responses(other, context),
    }
}

fn code(tool: &CodeInterpreter, context: &Context<'_>) -> Part {
    let source = |source: &DataSource| match source {
        DataSource::Uri(uri) => json!({ "type": "uri_asset", "uri": uri }),
        DataSource::Id(id) => json!({ "type": "id_asset", "uri": id }),
    };
    let sources: Vec<_> = tool.data_sources.iter().map(source).collect();
    let sources = (!sources.is_empty()).then_some(sources);
    let files = Object::new().list("file_ids", &tool.files);
    assistants::code(tool, files.some("data_sources", sources), context)
}

/// Vector stores and indexes are two tools.
fn search(tool: &Search, first: bool, context: &Context<'_>) -> Result<Part> {
    let indexes = tool.azure_indexes.iter();
    let indexes: Vec<_> = indexes.map(|one| index(one, tool.max_results, first, context)).collect();
    let stores = Search { azure_indexes: Vec::new(), ..tool.clone() };
    let stores = match (tool.stores.is_empty() && !indexes.is_empty(), first) {
        (true, _) => Part::default()
            .leaving_out("description", tool.description.is_some())
            .leaving_out("mode", tool.mode.is_some()),
        (false, true) => assistants::search(&stores, context)?,
        (false, false) => openai::search(&stores, context)?,
    };
    if indexes.is_empty() {
        return Ok(stores);
    }
    let found = json!({ "indexes": indexes });
    let object = context.typed("azure_ai_search");
    let part = if first {
        let part = context.tool(object);
        part.member("tool_resources", Some(json!({ "azure_ai_search": found })))
    } else {
        context.tool(object.with("azure_ai_search", found))
    };
    Ok(joined(stores, part))
}

fn index(index: &AzureIndex, max: Option<u32>, first: bool, context: &Context<'_>) -> Value {
    let connection = if first { "index_connection_id" } else { "project_connection_id" };
    Object::new()
        .with(connection, index.connection.as_str())
        .with("index_name", index.index.as_str())
        .text("query_type", &index.query_type)
        .some("top_k", index.top_k.or(max))
        .text("filter", &index.filter)
        .with_extras(&index.extras, context)
        .into()
}

fn joined(mut part: Part, more: Part) -> Part {
    for (member, value) in more.body {
        match (part.body.get_mut(&member), value) {
            (Some(Value::Array(there)), Value::Array(more)) => there.extend(more),
            (Some(Value::Object(there)), Value::Object(more)) => there.extend(more),
            (_, value) => {
                part.body.insert(member, value);
            }
        }
    }
    part.left_out.extend(more.left_out);
    part
}

fn bing(tool: &WebSearch, first: bool, context: &Context<'_>) -> Result<Part> {
    let bing = context.need("bing", tool.bing.as_ref())?;
    let instead = "use the dialect `azure-foundry-v2`, without `bing`";
    let domains =
        [("allowed_domains", &tool.allowed_domains), ("blocked_domains", &tool.blocked_domains)];
    for (option, domains) in domains {
        context.limit(option, !domains.is_empty(), instead)?;
    }
    openai::no_count(tool, context)?;
    let connection = if first { "connection_id" } else { "project_connection_id" };
    let search = Object::new().with(connection, bing.connection.as_str()).bing(bing, context);
    let object = context.typed("bing_grounding");
    let searches = json!({ "search_configurations": [Value::from(search)] });
    let part = context.tool(object.with("bing_grounding", searches));
    let part = part.leaving_out("location", tool.location.is_some());
    Ok(part.leaving_out("context", tool.context.is_some()))
}

/// Credentials and approvals stand next to the tools.
fn mcp(tool: &RemoteMcp, context: &Context<'_>) -> Part {
    let object = context
        .typed("mcp")
        .with("server_label", tool.label.as_str())
        .with("server_url", tool.url.as_str())
        .list("allowed_tools", &tool.allowed_tools);
    let token = tool.authorization.iter();
    let token = token.map(|token| {
        let bearer = format!("Bearer {}", token.reveal());
        ("Authorization".to_owned(), bearer)
    });
    let headers = tool.headers.iter();
    let headers = headers.map(|(name, value)| (name.clone(), value.reveal().to_owned()));
    let headers: Vec<_> = headers.chain(token).collect();
    let part = context.tool(object);
    let part = part.leaving_out("description", tool.description.is_some());
    if headers.is_empty() && tool.approval.is_none() {
        return part;
    }
    let approval = tool.approval.as_ref().map(openai::approval);
    let server = Object::new()
        .with("server_label", tool.label.as_str())
        .with("headers", Value::from_iter(headers))
        .some("require_approval", approval);
    part.member("tool_resources", Some(json!({ "mcp": [Value::from(server)] })))
}

fn computer(tool: &Computer, context: &Context<'_>) -> Result<Part> {
    let environment = match tool.environment {
        Some(Environment::Ubuntu) => "linux",
        _ => openai::environment(tool, context)?,
    };
    let screen = Object::new()
        .with("display_width", tool.width)
        .with("display_height", tool.height)
        .with("environment", environment);
    let object = context.typed("computer_use_preview");
    let part = context.tool(object.with("computer_use_preview", Value::from(screen)));
    Ok(part.leaving_out("display", tool.display.is_some()))
}

fn open_api(tool: &OpenApi, first: bool, context: &Context<'_>) -> Result<Part> {
    let instead = "let the specification name the server, and set `auth`";
    context.limit("lambda", tool.lambda.is_some(), instead)?;
    let auth = match tool.auth.clone().unwrap_or_default() {
        OpenApiAuth::Anonymous => json!({ "type": "anonymous" }),
        OpenApiAuth::Connection(id) if first => json!({
            "type": "connection", "security_scheme": { "connection_id": id },
        }),
        OpenApiAuth::Connection(id) => json!({
            "type": "project_connection", "security_scheme": { "project_connection_id": id },
        }),
        OpenApiAuth::ManagedIdentity(audience) => json!({
            "type": "managed_identity", "security_scheme": { "audience": audience },
        }),
    };
    let api = Object::new()
        .with("name", tool.name.as_str())
        .text("description", &tool.description)
        .with("auth", auth)
        .with("spec", tool.spec.clone());
    let object = context.typed("openapi");
    Ok(context.tool(object.with("openapi", Value::from(api))))
}

/// A tool for each function, all behind the same queues.
fn functions(tool: &StatefulFunction, context: &Context<'_>) -> Result<Part> {
    let queues = context.need("queues", tool.queues.as_ref())?;
    let binding = |queue: &str| {
        json!({ "type": "storage_queue", "storage_queue": {
            "queue_service_endpoint": queues.endpoint, "queue_name": queue,
        } })
    };
    let definitions = context.dialect.tools(&tool.functions)?;
    let definitions = definitions.as_array().cloned().unwrap_or_default();
    let tools = definitions.into_iter().map(|definition| {
        let function = match definition.get("function") {
            Some(function) => function,
            None => &definition,
        };
        let function = Object::new()
            .with("name", function["name"].clone())
            .with("description", function["description"].clone())
            .with("parameters", function["parameters"].clone());
        let function = json!({
            "function": Value::from(function),
            "input_binding": binding(&queues.input),
            "output_binding": binding(&queues.output),
        });
        let object = context.typed("azure_function");
        context.finish(object.with("azure_function", function))
    });
    let part = Part::from(json!({ "tools": tools.collect::<Vec<_>>() }));
    Ok(part.leaving_out("description", tool.description.is_some()))
}

/// The two APIs have their own words for one thing.
fn fabric(tool: &Fabric, first: bool, context: &Context<'_>) -> Part {
    let id = tool.connection.as_str();
    let (kind, agents) = if first {
        let agents = json!({ "connections": [{ "connection_id": id }] });
        ("fabric_dataagent", agents)
    } else {
        let agents = json!({ "project_connections": [{ "project_connection_id": id }] });
        ("fabric_dataagent_preview", agents)
    };
    context.tool(context.typed(kind).with(kind, agents))
}
