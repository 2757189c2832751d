//! Google's Gemini: a tool object with one member for each hosted tool.

use serde_json::{Value, json};

use super::{Context, Object, Part};
use crate::Result;
use crate::hosted::tool::{
    Approval, CodeInterpreter, Computer, Environment, HostedTool, RemoteMcp, Search, WebSearch,
};

pub(super) fn part(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    match tool {
        HostedTool::CodeInterpreter(tool) => code(tool, context),
        HostedTool::Search(tool) => search(tool, context),
        HostedTool::WebSearch(tool) => web_search(tool, context),
        HostedTool::RemoteMcp(tool) => mcp(tool, context),
        HostedTool::Computer(tool) => computer(tool, context),
        _ => Err(context.refuse()),
    }
}

fn member(name: &str, object: Object, context: &Context<'_>) -> Part {
    let tool = Object::new().with(name, context.finish(object));
    Part::from(json!({ "tools": [Value::from(tool)] }))
}

fn code(tool: &CodeInterpreter, context: &Context<'_>) -> Result<Part> {
    let instead = "send them as parts of the message";
    context.limit("files", !tool.files.is_empty(), instead)?;
    context.limit("data_sources", !tool.data_sources.is_empty(), instead)?;
    Ok(member("codeExecution", Object::new(), context)
        .leaving_out("container", tool.container.is_some())
        .leaving_out("memory", tool.memory.is_some()))
}

/// The kind of a store follows from its name; each is a tool, but file search stores are one.
fn search(tool: &Search, context: &Context<'_>) -> Result<Part> {
    if tool.stores.is_empty() {
        context.need::<()>("stores", None)?;
    }
    let instead = "use the dialect `azure-foundry`, or a data store";
    context.limit("azure_indexes", !tool.azure_indexes.is_empty(), instead)?;
    let (files, others): (Vec<_>, Vec<_>) =
        tool.stores.iter().cloned().partition(|store| store.starts_with("fileSearchStores/"));
    if !files.is_empty() && !others.is_empty() {
        let why = "file search stores belong to the Developer API, all others to Vertex AI";
        return Err(context.not_supported(Some("stores"), why, "keep those of one API"));
    }
    let mut tools = Vec::new();
    if !files.is_empty() {
        let search =
            Object::new().list("fileSearchStoreNames", &files).some("topK", tool.max_results);
        tools.push(json!({ "fileSearch": context.finish(search) }));
    }
    for store in &others {
        let retrieval = retrieval(store, tool.max_results);
        tools.push(json!({ "retrieval": context.finish(retrieval) }));
    }
    let part = Part::from(json!({ "tools": tools }));
    let part = part.leaving_out("description", tool.description.is_some());
    Ok(part.leaving_out("mode", tool.mode.is_some()))
}

fn retrieval(store: &str, max: Option<u32>) -> Object {
    if store.contains("/ragCorpora/") {
        let config = max.map(|max| json!({ "topK": max }));
        let rag = Object::new()
            .with("ragResources", json!([{ "ragCorpus": store }]))
            .some("ragRetrievalConfig", config);
        return Object::new().with("vertexRagStore", Value::from(rag));
    }
    let member = if store.contains("/engines/") { "engine" } else { "datastore" };
    let search = Object::new().with(member, store).some("maxResults", max);
    Object::new().with("vertexAiSearch", Value::from(search))
}

fn web_search(tool: &WebSearch, context: &Context<'_>) -> Result<Part> {
    let instead = "name `blocked_domains` (Vertex AI), or use another provider";
    context.limit("allowed_domains", !tool.allowed_domains.is_empty(), instead)?;
    let instead = "count the searches in the replies' `groundingMetadata`";
    context.limit("max_uses", tool.max_uses.is_some(), instead)?;
    let search = Object::new().list("excludeDomains", &tool.blocked_domains);
    Ok(member("googleSearch", search, context)
        .leaving_out("location", tool.location.is_some())
        .leaving_out("context", tool.context.is_some())
        .leaving_out("bing", tool.bing.is_some()))
}

fn mcp(tool: &RemoteMcp, context: &Context<'_>) -> Result<Part> {
    let instead = "offer a server that has these tools only";
    context.limit("allowed_tools", !tool.allowed_tools.is_empty(), instead)?;
    let asks = !matches!(tool.approval, None | Some(Approval::Never));
    let instead = "call the server from the program";
    context.limit("approval", asks, instead)?;
    let token = tool.authorization.iter();
    let token = token.map(|token| {
        let bearer = format!("Bearer {}", token.reveal());
        ("Authorization".to_owned(), bearer)
    });
    let headers = tool.headers.iter();
    let headers = headers.map(|(name, value)| (name.clone(), value.reveal().to_owned()));
    let headers: Vec<_> = headers.chain(token).collect();
    let headers = (!headers.is_empty()).then(|| Value::from_iter(headers));
    let transport = Object::new().with("url", tool.url.as_str()).some("headers", headers);
    let server = Object::new()
        .with("name", tool.label.as_str())
        .with("streamableHttpTransport", Value::from(transport));
    let part = Part::from(json!({ "tools": [{ "mcpServers": [context.finish(server)] }] }));
    Ok(part.leaving_out("description", tool.description.is_some()))
}

fn computer(tool: &Computer, context: &Context<'_>) -> Result<Part> {
    let environment = match tool.environment.unwrap_or_default() {
        Environment::Browser => "ENVIRONMENT_BROWSER",
        Environment::Mobile => "ENVIRONMENT_MOBILE",
        Environment::Windows | Environment::Mac | Environment::Linux | Environment::Ubuntu => {
            "ENVIRONMENT_DESKTOP"
        }
    };
    let screen = Object::new().with("environment", environment);
    // Coordinates are thousandths of the screen.
    Ok(member("computerUse", screen, context)
        .leaving_out("width", true)
        .leaving_out("height", true)
        .leaving_out("display", tool.display.is_some()))
}
