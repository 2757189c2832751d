//! Anthropic's Messages API: dated types among the `tools`, and a separate list of MCP servers.

use serde_json::{Map, Value, json};

use super::{Context, Object, Part, SEARCH, search_input};
use crate::Result;
use crate::hosted::event::TOOL_SEARCH;
use crate::hosted::tool::{
    Approval, CodeInterpreter, Computer, HostedTool, RemoteMcp, SearchMethod, TextEditor,
    ToolSearch, WebSearch,
};
use crate::hosted::versions::AnthropicMcp;

pub(super) fn part(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    match tool {
        HostedTool::CodeInterpreter(tool) => code(tool, context),
        HostedTool::WebSearch(tool) => web_search(tool, context),
        HostedTool::RemoteMcp(tool) => mcp(tool, context),
        HostedTool::Computer(tool) => Ok(computer(tool, context)),
        HostedTool::TextEditor(tool) => Ok(editor(tool, context)),
        HostedTool::ToolSearch(tool) => Ok(tool_search(tool, context)),
        _ => Err(context.refuse()),
    }
}

fn code(tool: &CodeInterpreter, context: &Context<'_>) -> Result<Part> {
    let instead = "upload them to the container with `container_upload` blocks of a message";
    context.limit("files", !tool.files.is_empty(), instead)?;
    context.limit("data_sources", !tool.data_sources.is_empty(), instead)?;
    let object =
        context.typed(&context.versions.anthropic_code_execution).with("name", "code_execution");
    let part = context.tool(object);
    let part = part.member("container", tool.container.as_deref().map(Value::from));
    Ok(part.leaving_out("memory", tool.memory.is_some()))
}

fn web_search(tool: &WebSearch, context: &Context<'_>) -> Result<Part> {
    let both = !tool.allowed_domains.is_empty() && !tool.blocked_domains.is_empty();
    if both {
        let why = "it excludes `allowed_domains`";
        return Err(context.not_supported(Some("blocked_domains"), why, "keep one of them"));
    }
    let location = tool.location.as_ref().map(|location| {
        let object = Object::new().with("type", "approximate");
        Value::from(object.location(location, context))
    });
    let object = context
        .typed(&context.versions.anthropic_web_search)
        .with("name", "web_search")
        .list("allowed_domains", &tool.allowed_domains)
        .list("blocked_domains", &tool.blocked_domains)
        .some("max_uses", tool.max_uses)
        .some("user_location", location);
    let part = context.tool(object);
    let part = part.leaving_out("context", tool.context.is_some());
    Ok(part.leaving_out("bing", tool.bing.is_some()))
}

fn mcp(tool: &RemoteMcp, context: &Context<'_>) -> Result<Part> {
    let instead = "give the token as `authorization`";
    context.limit("headers", !tool.headers.is_empty(), instead)?;
    let asks = !matches!(tool.approval, None | Some(Approval::Never));
    let instead = "name harmless tools as `allowed_tools`, or call the server from the program";
    context.limit("approval", asks, instead)?;
    let token = tool.authorization.as_ref().map(|token| token.reveal());
    let server = Object::new()
        .with("type", "url")
        .with("url", tool.url.as_str())
        .with("name", tool.label.as_str())
        .some("authorization_token", token);
    let part = match context.versions.anthropic_mcp {
        AnthropicMcp::Toolset => {
            let set = context.typed("mcp_toolset").with("mcp_server_name", tool.label.as_str());
            let set = only(set, &tool.allowed_tools);
            context
                .tool(set)
                .member("mcp_servers", Some(json!([Value::from(server)])))
                .beta(Some("mcp-client-2025-11-20"))
        }
        AnthropicMcp::Configuration => {
            let tools =
                Object::new().with("enabled", true).list("allowed_tools", &tool.allowed_tools);
            let server = server.with("tool_configuration", Value::from(tools));
            Part::from(json!({ "mcp_servers": [context.finish(server)] }))
                .beta(Some("mcp-client-2025-04-04"))
        }
    };
    Ok(part.leaving_out("description", tool.description.is_some()))
}

fn only(set: Object, allowed: &[String]) -> Object {
    if allowed.is_empty() {
        return set;
    }
    let on = allowed.iter().map(|tool| (tool.clone(), json!({ "enabled": true })));
    set.with("default_config", json!({ "enabled": false }))
        .with("configs", on.collect::<Map<_, _>>())
}

fn computer(tool: &Computer, context: &Context<'_>) -> Part {
    let version = &context.versions.anthropic_computer;
    let environment = tool.environment.is_some();
    if version.starts_with("computer_toolset") {
        return context
            .tool(context.typed(version))
            .leaving_out("width", true)
            .leaving_out("height", true)
            .leaving_out("display", tool.display.is_some())
            .leaving_out("environment", environment);
    }
    let object = context
        .typed(version)
        .with("name", "computer")
        .with("display_width_px", tool.width)
        .with("display_height_px", tool.height)
        .some("display_number", tool.display);
    let beta = match version.as_ref() {
        "computer_20241022" => Some("computer-use-2024-10-22"),
        "computer_20250124" => Some("computer-use-2025-01-24"),
        "computer_20251124" => Some("computer-use-2025-11-24"),
        _ => None,
    };
    let part = context.tool(object).beta(beta);
    part.leaving_out("environment", environment)
}

fn editor(tool: &TextEditor, context: &Context<'_>) -> Part {
    let version = context.versions.anthropic_text_editor.as_ref();
    let old = ["text_editor_20241022", "text_editor_20250124"].contains(&version);
    let name = if old { "str_replace_editor" } else { "str_replace_based_edit_tool" };
    // Earlier versions show files whole.
    let shown = if old || version == "text_editor_20250429" { None } else { tool.max_characters };
    let object = context.typed(version).with("name", name);
    let part = context.tool(object.some("max_characters", shown));
    let hidden = tool.max_characters.is_some() && shown.is_none();
    part.leaving_out("max_characters", hidden)
        .beta((version == "text_editor_20241022").then_some("computer-use-2024-10-22"))
}

fn tool_search(tool: &ToolSearch, context: &Context<'_>) -> Part {
    let described = tool.description.is_some();
    let (kind, name) = match tool.method {
        Some(SearchMethod::Program) => {
            let object = Object::new()
                .with("name", TOOL_SEARCH)
                .with("description", tool.description.as_deref().unwrap_or(SEARCH))
                .with("input_schema", search_input());
            return context.tool(object);
        }
        Some(SearchMethod::Pattern) => ("regex", "tool_search_tool_regex"),
        _ => ("bm25", "tool_search_tool_bm25"),
    };
    let date = &context.versions.anthropic_tool_search;
    let object = context.typed(&format!("tool_search_tool_{kind}_{date}")).with("name", name);
    context.tool(object).leaving_out("description", described)
}
