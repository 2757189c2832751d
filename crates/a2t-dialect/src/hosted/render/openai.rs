//! OpenAI's Chat Completions, which has web search next to its tools, and Responses, which has most
//! tools among them.

use serde_json::{Value, json};

use super::{Context, Object, Part, SEARCH, search_input};
use crate::Result;
use crate::hosted::tool::{
    Approval, CodeInterpreter, Computer, ContextSize, Environment, HostedTool, ImageGeneration,
    RemoteMcp, Search, SearchMethod, ToolSearch, WebSearch,
};

pub(super) fn chat(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    let HostedTool::WebSearch(tool) = tool else {
        return Err(context.refuse());
    };
    let instead = "use the dialect `openai-responses`, which can be kept to domains";
    context.limit("allowed_domains", !tool.allowed_domains.is_empty(), instead)?;
    let instead = "name the `allowed_domains` in the dialect `openai-responses`";
    context.limit("blocked_domains", !tool.blocked_domains.is_empty(), instead)?;
    no_count(tool, context)?;
    let location = tool.location.as_ref().map(|location| {
        let location = Object::new().location(location, context);
        json!({ "type": "approximate", "approximate": Value::from(location) })
    });
    let options = Object::new()
        .some("search_context_size", tool.context.map(size))
        .some("user_location", location);
    let part = Part::from(json!({ "web_search_options": context.finish(options) }));
    Ok(part.leaving_out("bing", tool.bing.is_some()))
}

pub(super) fn responses(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    match tool {
        HostedTool::CodeInterpreter(tool) => code(tool, context),
        HostedTool::Search(tool) => search(tool, context),
        HostedTool::WebSearch(tool) => web_search(tool, context),
        HostedTool::RemoteMcp(tool) => Ok(mcp(tool, context)),
        HostedTool::Computer(tool) => computer(tool, context),
        HostedTool::ImageGeneration(tool) => Ok(image(tool, context)),
        HostedTool::ToolSearch(tool) => Ok(tool_search(tool, context)),
        _ => Err(context.refuse()),
    }
}

fn tool_search(tool: &ToolSearch, context: &Context<'_>) -> Part {
    let object = context.typed("tool_search");
    if tool.method == Some(SearchMethod::Program) {
        let description = tool.description.as_deref().unwrap_or(SEARCH);
        let object = object.with("execution", "client").with("description", description);
        return context.tool(object.with("parameters", search_input()));
    }
    let part = context.tool(object).leaving_out("description", tool.description.is_some());
    part.leaving_out("method", tool.method.is_some())
}

pub(super) fn code(tool: &CodeInterpreter, context: &Context<'_>) -> Result<Part> {
    let instead = "upload the files, and list their ids as `files`";
    context.limit("data_sources", !tool.data_sources.is_empty(), instead)?;
    let container = match &tool.container {
        Some(id) => {
            let instead = "put the files into the container, or let a new one be made";
            context.limit("files", !tool.files.is_empty(), instead)?;
            json!(id)
        }
        None => Object::new()
            .with("type", "auto")
            .list("file_ids", &tool.files)
            .text("memory_limit", &tool.memory)
            .into(),
    };
    let object = context.typed("code_interpreter");
    Ok(context.tool(object.with("container", container)))
}

pub(super) fn search(tool: &Search, context: &Context<'_>) -> Result<Part> {
    if tool.stores.is_empty() {
        context.need::<()>("stores", None)?;
    }
    let instead = "use the dialect `azure-foundry`, or a vector store";
    context.limit("azure_indexes", !tool.azure_indexes.is_empty(), instead)?;
    let object = context
        .typed("file_search")
        .list("vector_store_ids", &tool.stores)
        .some("max_num_results", tool.max_results);
    let part = context.tool(object);
    let part = part.leaving_out("description", tool.description.is_some());
    Ok(part.leaving_out("mode", tool.mode.is_some()))
}

pub(super) fn web_search(tool: &WebSearch, context: &Context<'_>) -> Result<Part> {
    let kind = &context.versions.openai_web_search;
    let instead = "name the `allowed_domains` instead";
    context.limit("blocked_domains", !tool.blocked_domains.is_empty(), instead)?;
    no_count(tool, context)?;
    let domains = !tool.allowed_domains.is_empty();
    if kind.starts_with("web_search_preview") {
        let instead = "use the version `web_search`, which can be kept to domains";
        context.limit("allowed_domains", domains, instead)?;
    }
    let location = tool.location.as_ref().map(|location| {
        let object = Object::new().with("type", "approximate");
        Value::from(object.location(location, context))
    });
    let filters = domains.then(|| json!({ "allowed_domains": tool.allowed_domains }));
    let object = context
        .typed(kind)
        .some("filters", filters)
        .some("search_context_size", tool.context.map(size))
        .some("user_location", location);
    let part = context.tool(object);
    Ok(part.leaving_out("bing", tool.bing.is_some()))
}

pub(super) fn no_count(tool: &WebSearch, context: &Context<'_>) -> Result<()> {
    let instead = "count the searches in the replies, or limit the calls of all tools";
    context.limit("max_uses", tool.max_uses.is_some(), instead)
}

fn size(size: ContextSize) -> &'static str {
    match size {
        ContextSize::Low => "low",
        ContextSize::Medium => "medium",
        ContextSize::High => "high",
    }
}

pub(super) fn mcp(tool: &RemoteMcp, context: &Context<'_>) -> Part {
    let headers = tool.headers.iter();
    let headers: Vec<_> = headers.map(|(name, value)| (name.clone(), value.reveal())).collect();
    let headers = (!headers.is_empty()).then(|| Value::from_iter(headers));
    let token = tool.authorization.as_ref().map(|token| token.reveal());
    let object = context
        .typed("mcp")
        .with("server_label", tool.label.as_str())
        .with("server_url", tool.url.as_str())
        .text("server_description", &tool.description)
        .list("allowed_tools", &tool.allowed_tools)
        .some("authorization", token)
        .some("headers", headers)
        .some("require_approval", tool.approval.as_ref().map(approval));
    context.tool(object)
}

pub(super) fn approval(approval: &Approval) -> Value {
    match approval {
        Approval::Never => json!("never"),
        Approval::Always => json!("always"),
        Approval::Tools(tools) => json!({ "always": { "tool_names": tools } }),
    }
}

pub(super) fn computer(tool: &Computer, context: &Context<'_>) -> Result<Part> {
    let kind = &context.versions.openai_computer;
    let display = tool.display.is_some();
    if kind == "computer" {
        return Ok(context
            .tool(context.typed(kind))
            .leaving_out("width", true)
            .leaving_out("height", true)
            .leaving_out("display", display)
            .leaving_out("environment", tool.environment.is_some()));
    }
    let environment = environment(tool, context)?;
    let object = context
        .typed(kind)
        .with("display_width", tool.width)
        .with("display_height", tool.height)
        .with("environment", environment);
    Ok(context.tool(object).leaving_out("display", display))
}

pub(super) fn environment(tool: &Computer, context: &Context<'_>) -> Result<&'static str> {
    Ok(match tool.environment.unwrap_or_default() {
        Environment::Browser => "browser",
        Environment::Windows => "windows",
        Environment::Mac => "mac",
        Environment::Linux => "linux",
        Environment::Ubuntu => "ubuntu",
        Environment::Mobile => {
            let why = "there are browsers and desktops";
            let instead = "use the dialect `gemini`, or show the telephone in a browser";
            return Err(context.not_supported(Some("environment"), why, instead));
        }
    })
}

pub(super) fn image(tool: &ImageGeneration, context: &Context<'_>) -> Part {
    let object = context
        .typed("image_generation")
        .text("model", &tool.model)
        .text("size", &tool.size)
        .text("quality", &tool.quality)
        .text("output_format", &tool.format)
        .text("background", &tool.background);
    context.tool(object)
}
