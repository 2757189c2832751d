//! One tool of each kind, bare and with every option that a provider takes.

use a2t_dialect::hosted::{
    Approval, AzureIndex, Bing, CodeInterpreter, Computer, ContextSize, DataSource, Environment,
    Fabric, HostedTool, ImageGeneration, Kind, Location, LogicApp, OpenApi, OpenApiAuth, Queues,
    RemoteMcp, Search, SearchMethod, SearchMode, StatefulFunction, TextEditor, ToolSearch,
    WebSearch,
};
use a2t_dialect::{Dialect, Selection};
use serde_json::{Value, json};

pub(crate) fn weather() -> Selection {
    selection("get_weather", "city")
}

pub(crate) fn selection(tool: &str, input: &str) -> Selection {
    let signature = json!({
        "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
        "name": tool,
        "description": "Get the weather forecast for a city.",
        "version": 1,
        "currentVersion": 1,
        "input_parameters": [{
            "id": "city",
            "name": input,
            "description": "City name, e.g. Paris",
            "required": true,
            "type": "string",
        }],
    });
    let read = a2t_core::signature::parse(signature.to_string().as_bytes());
    Selection::approved([read.unwrap().signature])
}

pub(crate) fn spec(server: &str) -> Value {
    json!({
        "openapi": "3.0.0",
        "info": { "title": "Weather", "version": "1.0.0" },
        "servers": [{ "url": server }],
        "paths": { "/weather": { "get": {
            "operationId": "get_weather",
            "description": "Get the weather forecast for a city.",
            "parameters": [{
                "name": "city", "in": "query", "required": true, "schema": { "type": "string" },
            }],
            "responses": { "200": { "description": "The forecast" } },
        } } },
    })
}

pub(crate) const LAMBDA: &str = "arn:aws:lambda:us-east-1:123456789012:function:get-weather";

fn store(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::BedrockAgents => "KB12345678",
        Dialect::Gemini => {
            "projects/p/locations/global/collections/default_collection/dataStores/d"
        }
        _ => "vs_1",
    }
}

/// With no more than every provider needs.
pub(crate) fn bare(kind: Kind, dialect: Dialect) -> HostedTool {
    let azure = dialect.id() == "azure-foundry";
    match kind {
        Kind::CodeInterpreter => CodeInterpreter::new().into(),
        Kind::Search => Search::new().stores([store(dialect)]).into(),
        Kind::WebSearch if azure => WebSearch::new().bing(Bing::new("c")).into(),
        Kind::WebSearch => WebSearch::new().into(),
        Kind::RemoteMcp => RemoteMcp::new("docs", "https://mcp.example.com/mcp").into(),
        Kind::Computer => Computer::new(1024, 768).into(),
        Kind::OpenApi => OpenApi::new("weather", spec("https://weather.example.com")).into(),
        Kind::StatefulFunction => {
            let tool = StatefulFunction::new("weather", &weather()).unwrap();
            let queues = Queues::new("https://x.queue.core.windows.net", "in", "out");
            tool.queues(queues).lambda(LAMBDA).into()
        }
        Kind::TextEditor => TextEditor::new().into(),
        Kind::LogicApp => {
            LogicApp::new("weather", spec("https://prod-1.westus.logic.azure.com")).into()
        }
        Kind::Fabric => Fabric::new("c").into(),
        Kind::ImageGeneration => ImageGeneration::new().into(),
        Kind::ToolSearch => ToolSearch::new().into(),
        other => panic!("{other:?}"),
    }
}

fn location() -> Location {
    Location::new().city("Paris").region("IDF").country("FR").timezone("Europe/Paris")
}

/// With every option that this provider takes; nothing where the bare tool has them all.
pub(crate) fn full(kind: Kind, dialect: Dialect) -> Option<HostedTool> {
    let id = dialect.id();
    Some(match (kind, id) {
        (Kind::CodeInterpreter, "anthropic") => CodeInterpreter::new().container("c_1").into(),
        (Kind::CodeInterpreter, "azure-foundry") => {
            let sources =
                [DataSource::Uri("azureml://x".to_owned()), DataSource::Id("asset_1".to_owned())];
            let tool = CodeInterpreter::new().files(["file-1"]);
            tool.data_sources(sources).into()
        }
        (Kind::CodeInterpreter, "openai-assistants") => {
            CodeInterpreter::new().files(["file-1"]).into()
        }
        (Kind::CodeInterpreter, "openai-responses" | "azure-foundry-v2") => {
            let tool = CodeInterpreter::new().files(["file-1", "file-2"]);
            tool.memory("4g").into()
        }
        (Kind::Search, "azure-foundry" | "azure-foundry-v2") => {
            let index = AzureIndex::new("c", "i").query_type("simple").top_k(3);
            let tool = Search::new().stores(["vs_1"]).max_results(5);
            tool.azure_indexes([index.filter("a eq 1"), AzureIndex::new("c", "j")]).into()
        }
        (Kind::Search, "gemini") => {
            let stores = ["fileSearchStores/s", "fileSearchStores/t"];
            Search::new().stores(stores).max_results(5).into()
        }
        (Kind::Search, "bedrock-agents") => {
            let tool = Search::new().stores(["KB12345678", "KB87654321"]);
            let tool = tool.description("Weather of all days.").max_results(5);
            tool.mode(SearchMode::Hybrid).into()
        }
        (Kind::Search, _) => Search::new().stores(["vs_1"]).max_results(5).into(),
        (Kind::WebSearch, _) => web_search(id)?,
        (Kind::RemoteMcp, _) => mcp(id),
        (Kind::Computer, "anthropic" | "bedrock-agents") => {
            Computer::new(1024, 768).display(1).into()
        }
        (Kind::Computer, "gemini") => {
            let tool = Computer::new(1024, 768);
            tool.environment(Environment::Mobile).into()
        }
        (Kind::Computer, _) => {
            let tool = Computer::new(1024, 768);
            tool.environment(Environment::Linux).into()
        }
        (Kind::OpenApi, "azure-foundry" | "azure-foundry-v2") => {
            let tool = OpenApi::new("weather", spec("https://weather.example.com"));
            let tool = tool.description("Weather.");
            tool.auth(OpenApiAuth::Connection("c".to_owned())).into()
        }
        (Kind::OpenApi, _) => {
            let tool = OpenApi::new("weather", spec("https://weather.example.com"));
            tool.description("Weather.").lambda(LAMBDA).into()
        }
        (Kind::LogicApp, _) => {
            let spec = spec("https://prod-1.westus.logic.azure.com");
            let tool = LogicApp::new("weather", spec).description("Weather by Logic Apps");
            tool.auth(OpenApiAuth::ManagedIdentity("api://x".to_owned())).into()
        }
        (Kind::TextEditor, "anthropic") => TextEditor::new().max_characters(9_000).into(),
        (Kind::ImageGeneration, _) => {
            let tool = ImageGeneration::new().model("gpt-image-2").size("auto");
            let tool = tool.quality("high").format("webp");
            tool.background("opaque").into()
        }
        (Kind::ToolSearch, _) => {
            let tool = ToolSearch::new().method(SearchMethod::Program);
            tool.description("Finds tools of the travel agency.").into()
        }
        _ => return None,
    })
}

fn web_search(id: &str) -> Option<HostedTool> {
    let bing = Bing::new("c").market("en-US").language("en").count(5);
    Some(match id {
        "anthropic" => {
            let tool = WebSearch::new().blocked_domains(["example.com"]);
            tool.max_uses(5).location(location()).into()
        }
        "azure-foundry-v2" => {
            let tool = WebSearch::new().allowed_domains(["example.com"]);
            let tool = tool.context(ContextSize::Low);
            tool.location(location()).into()
        }
        "azure-foundry" => WebSearch::new().bing(bing.freshness("Day")).into(),
        "gemini" => WebSearch::new().blocked_domains(["example.com"]).into(),
        "openai-chat" => {
            let tool = WebSearch::new().context(ContextSize::High);
            tool.location(location()).into()
        }
        "openai-responses" => {
            let tool = WebSearch::new().allowed_domains(["example.com"]);
            let tool = tool.context(ContextSize::Medium);
            tool.location(location()).into()
        }
        _ => return None,
    })
}

fn mcp(id: &str) -> HostedTool {
    let tool = RemoteMcp::new("docs", "https://mcp.example.com/mcp").authorization("t");
    let only = tool.clone().allowed_tools(["search", "read"]);
    match id {
        "anthropic" => only.approval(Approval::Never).into(),
        "gemini" => tool.headers([("X-Team", "weather")]).into(),
        _ => {
            let tool = only.headers([("X-Team", "weather")]);
            let tool = tool.approval(Approval::Tools(vec!["read".to_owned()]));
            if id == "openai-responses" {
                return tool.description("The documents.").into();
            }
            tool.into()
        }
    }
}
