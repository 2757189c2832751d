//! OpenAI's Assistants: bare tools, and next to them the files and stores that they use. Azure's
//! first API has the same layout.

use serde_json::{Value, json};

use super::{Context, Object, Part};
use crate::Result;
use crate::hosted::tool::{CodeInterpreter, HostedTool, Search};

pub(super) fn part(tool: &HostedTool, context: &Context<'_>) -> Result<Part> {
    match tool {
        HostedTool::CodeInterpreter(tool) => {
            let instead = "upload the files, and list their ids as `files`";
            context.limit("data_sources", !tool.data_sources.is_empty(), instead)?;
            let files = Object::new().list("file_ids", &tool.files);
            Ok(code(tool, files, context))
        }
        HostedTool::Search(tool) => {
            let instead = "use the dialect `azure-foundry`, or a vector store";
            context.limit("azure_indexes", !tool.azure_indexes.is_empty(), instead)?;
            search(tool, context)
        }
        _ => Err(context.refuse()),
    }
}

pub(super) fn code(tool: &CodeInterpreter, files: Object, context: &Context<'_>) -> Part {
    let part = context.tool(context.typed("code_interpreter"));
    with_resources(part, "code_interpreter", files)
        .leaving_out("container", tool.container.is_some())
        .leaving_out("memory", tool.memory.is_some())
}

pub(super) fn search(tool: &Search, context: &Context<'_>) -> Result<Part> {
    if tool.stores.is_empty() {
        context.need::<()>("stores", None)?;
    }
    let results = tool.max_results.map(|max| json!({ "max_num_results": max }));
    let object = context.typed("file_search").some("file_search", results);
    let stores = Object::new().list("vector_store_ids", &tool.stores);
    let part = with_resources(context.tool(object), "file_search", stores);
    let part = part.leaving_out("description", tool.description.is_some());
    Ok(part.leaving_out("mode", tool.mode.is_some()))
}

pub(super) fn with_resources(part: Part, tool: &str, resources: Object) -> Part {
    if resources.is_empty() {
        return part;
    }
    let resources = Object::new().with(tool, Value::from(resources));
    part.member("tool_resources", Some(resources.into()))
}
