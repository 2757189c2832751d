//! What is written for each provider, as `golden/` has it.

use a2t_dialect::hosted::{
    AnthropicMcp, BedrockAgent, CodeInterpreter, Computer, Fragment, HostedTool, Kind, Raw,
    RemoteMcp, Search, Support, TextEditor, Versions, WebSearch, support,
};
use a2t_dialect::{Dialect, Error, ToolChoice};
use serde_json::{Map, Value, json};

use super::samples::{bare, full, weather};
use super::{assert_golden, dialect, samples};

/// The newest version of everything.
fn newest() -> Versions {
    Versions::new()
        .anthropic_code_execution("code_execution_20260521")
        .anthropic_web_search("web_search_20260318")
        .anthropic_computer("computer_toolset_20260801")
        .openai_computer("computer")
        .openai_web_search("web_search_2025_08_26")
}

/// The oldest version of everything.
fn oldest() -> Versions {
    Versions::new()
        .anthropic_code_execution("code_execution_20250522")
        .anthropic_text_editor("text_editor_20250124")
        .anthropic_computer("computer_20241022")
        .anthropic_mcp(AnthropicMcp::Configuration)
        .openai_computer("computer_use_preview")
        .openai_web_search("web_search_preview")
}

/// What is written in which versions, by the label behind the dialect's id.
fn versions(dialect: Dialect) -> Vec<(&'static str, Versions)> {
    let mut all = vec![("", Versions::new())];
    all.extend(match dialect.id() {
        "anthropic" | "openai-responses" => vec![("newest", newest()), ("oldest", oldest())],
        "bedrock-agents" => vec![("created", Versions::new().bedrock(BedrockAgent::Created))],
        _ => Vec::new(),
    });
    all
}

fn supported(dialect: Dialect) -> impl Iterator<Item = Kind> {
    let all = Kind::ALL.iter().copied();
    all.filter(move |kind| matches!(support(*kind, dialect), Support::Yes { .. }))
}

/// Whether an error reports that this version, or an option in it, has no place.
fn of_version(error: &Error, label: &str) -> bool {
    let Error::NotSupported(refusal) = error else {
        return false;
    };
    label == "oldest" && refusal.option == Some("allowed_domains")
}

fn written(tool: HostedTool, dialect: Dialect, versions: &Versions, label: &str) -> Option<Value> {
    match Fragment::with(dialect, versions.clone()).hosted(tool) {
        Ok(fragment) => Some(fragment.body()),
        Err(error) if of_version(&error, label) => None,
        Err(error) => panic!("{dialect}: {error}"),
    }
}

#[test]
fn every_supported_tool_is_written_in_every_version() {
    for dialect in Dialect::ALL {
        let mut golden = Map::new();
        for (label, versions) in versions(*dialect) {
            let (mut some, mut all) = (Map::new(), Map::new());
            for kind in supported(*dialect) {
                let tool = bare(kind, *dialect);
                if let Some(body) = written(tool, *dialect, &versions, label) {
                    some.insert(kind.id().to_owned(), body);
                }
                let tool = full(kind, *dialect);
                let body = tool.and_then(|tool| written(tool, *dialect, &versions, label));
                if let Some(body) = body {
                    all.insert(kind.id().to_owned(), body);
                }
            }
            let sharp = if label.is_empty() { "" } else { "#" };
            let full = if label.is_empty() { "#full" } else { "-full" };
            golden.insert(format!("{dialect}{sharp}{label}"), Value::Object(some));
            golden.insert(format!("{dialect}{sharp}{label}{full}"), Value::Object(all));
        }
        golden.retain(|_, tools| tools.as_object().is_some_and(|tools| !tools.is_empty()));
        if !golden.is_empty() {
            assert_golden(&format!("{dialect}.json"), &Value::Object(golden));
        }
    }
}

/// Hosted tools and function tools in one request, for every dialect that has any.
#[test]
fn hosted_tools_and_functions_merge_into_one_fragment() {
    let hosts = Dialect::ALL.iter();
    for dialect in hosts.filter(|dialect| supported(**dialect).next().is_some()) {
        let mut golden = Map::new();
        for (label, versions) in versions(*dialect) {
            let mut fragment = Fragment::with(*dialect, versions).tools(&weather()).unwrap();
            for kind in supported(*dialect) {
                // It is defined under the name of the function tool that is there already.
                if kind == Kind::StatefulFunction || kind == Kind::OpenApi {
                    continue;
                }
                match fragment.clone().hosted(bare(kind, *dialect)) {
                    Ok(more) => fragment = more,
                    Err(error) if of_version(&error, label) => {}
                    Err(error) => panic!("{dialect}: {error}"),
                }
            }
            golden.insert(format!("{dialect}#{label}"), fragment.body());
        }
        assert_golden(&format!("{dialect}.merged.json"), &Value::Object(golden));
    }
}

#[test]
fn a_raw_tool_is_written_as_it_is() {
    let memory = json!({ "type": "memory_20250818", "name": "memory" });
    let fragment = Fragment::new(Dialect::Anthropic)
        .hosted(Raw::tool(Dialect::Anthropic, memory.clone()))
        .unwrap();
    assert_eq!(fragment.body(), json!({ "tools": [memory] }));
    // The program answers its calls, which read like those of functions.
    let reply = json!({ "role": "assistant", "content": [
        { "type": "tool_use", "id": "toolu_1", "name": "memory", "input": { "command": "view" } },
    ] });
    assert!(fragment.calls(&reply).unwrap().is_empty());
    assert_eq!(fragment.events(&reply)[0].id(), Some("toolu_1"));
}

#[test]
fn a_member_that_these_types_lack_is_written_for_its_dialect_only() {
    let search = WebSearch::new()
        .extra(Dialect::Anthropic, "cache_control", json!({ "type": "ephemeral" }))
        .extra(Dialect::Gemini, "searchTypes", json!({ "webSearch": {} }));
    let body = |dialect| Fragment::new(dialect).hosted(search.clone()).unwrap().body();
    let anthropic = body(Dialect::Anthropic);
    assert_eq!(anthropic["tools"][0]["cache_control"]["type"], "ephemeral");
    assert_eq!(anthropic["tools"][0].get("searchTypes"), None);
    let google = json!({ "tools": [{ "googleSearch": { "searchTypes": { "webSearch": {} } } }] });
    assert_eq!(body(Dialect::Gemini), google);
}

#[test]
fn beta_programmes_are_named_once() {
    let versions = Versions::new().anthropic_computer("computer_20251124");
    let fragment = Fragment::with(Dialect::Anthropic, versions)
        .hosted(Computer::new(1, 1))
        .and_then(|fragment| fragment.hosted(RemoteMcp::new("a", "https://a.example.com")))
        .and_then(|fragment| fragment.hosted(RemoteMcp::new("b", "https://b.example.com")))
        .unwrap();
    let betas = ["computer-use-2025-11-24", "mcp-client-2025-11-20"];
    assert_eq!(fragment.betas(), betas);
    let editor = Fragment::new(Dialect::Anthropic).hosted(TextEditor::new());
    assert!(editor.unwrap().betas().is_empty());
}

#[test]
fn a_hint_without_a_place_is_left_out_and_noted() {
    let search = WebSearch::new().location(samples_location());
    let fragment = Fragment::new(Dialect::Gemini).hosted(search).unwrap();
    let left_out = fragment.left_out();
    assert_eq!(left_out.len(), 1);
    assert_eq!((left_out[0].tool, left_out[0].option), (Kind::WebSearch, "location"));
}

fn samples_location() -> a2t_dialect::hosted::Location {
    a2t_dialect::hosted::Location::new().city("Paris")
}

#[test]
fn tokens_do_not_show_in_debug_output() {
    let server = RemoteMcp::new("docs", "https://mcp.example.com")
        .authorization("hunter2")
        .headers([("X-Key", "hunter2")]);
    let fragment = Fragment::new(Dialect::Gemini).hosted(server.clone()).unwrap();
    assert!(!format!("{server:?} {fragment:?}").contains("hunter2"));
    assert!(fragment.body().to_string().contains("Bearer hunter2"));
}

#[test]
fn an_option_and_a_raw_part_that_write_one_member_are_refused() {
    let raw =
        |choice: &str| Raw::new(Dialect::OpenaiChat, [("tool_choice".to_owned(), json!(choice))]);
    let new = || Fragment::new(Dialect::OpenaiChat);
    let first = new().hosted(raw("auto")).unwrap().tool_choice(ToolChoice::Required);
    assert!(matches!(first, Err(Error::Clash { .. })), "{first:?}");
    let last = new().tool_choice(ToolChoice::Required).unwrap().hosted(raw("auto"));
    assert!(matches!(last, Err(Error::Clash { .. })), "{last:?}");
    let same = new().hosted(raw("required")).unwrap().tool_choice(ToolChoice::Required).unwrap();
    assert_eq!(same.body(), json!({"tool_choice": "required"}));
}

#[test]
fn two_tools_that_cannot_stand_together_are_refused() {
    let code = || CodeInterpreter::new();
    let twice = Fragment::new(Dialect::Anthropic).hosted(code()).unwrap();
    assert!(matches!(twice.hosted(code()), Err(Error::Clash { .. })));
    let one = Search::new().stores(["vs_1"]);
    let two = Search::new().stores(["vs_1"]).max_results(3);
    let both = Fragment::new(dialect("openai-assistants")).hosted(one).unwrap();
    assert!(matches!(both.hosted(two), Err(Error::Clash { .. })));
    let server = |url: &str| RemoteMcp::new("docs", url);
    let only = server("https://b.example.com").extra(Dialect::Anthropic, "x", 1);
    for dialect in [Dialect::Anthropic, Dialect::Gemini] {
        let first = Fragment::new(dialect).hosted(server("https://a.example.com"));
        let error = first.unwrap().hosted(only.clone()).unwrap_err();
        assert!(error.to_string().contains("two tools or options write `server docs`"), "{error}");
    }
    // A function tool may not be called like a hosted one.
    let tools = samples::selection("web_search", "query");
    let named = Fragment::new(Dialect::Anthropic).tools(&tools).unwrap();
    let error = named.hosted(WebSearch::new()).unwrap_err();
    assert!(matches!(error, Error::DuplicateName { .. }), "{error}");
}

/// Gemini has its strict mode in the request, next to the tools.
#[test]
fn a_strict_fragment_of_gemini_asks_for_validated_calls() {
    let tools = samples::selection("now", "city");
    let mode = |fragment: Fragment| {
        let body = fragment.body();
        body.pointer("/toolConfig/functionCallingConfig/mode").cloned()
    };
    let strict = Fragment::new(Dialect::Gemini).strict_tools(&tools).unwrap();
    assert_eq!(mode(strict), Some(json!("VALIDATED")));
    let open = Fragment::new(Dialect::Gemini).tools(&tools).unwrap();
    assert_eq!(mode(open), None);
}
