//! The tables agree with the providers' SDKs as they were on the day that they carry:
//! `tests/sdks/facts.json`, which `tests/sdks/moved.py` compares with the SDKs of today.

use std::fs;

use a2t_dialect::hosted::{
    self, CodeInterpreter, Computer, Fragment, TextEditor, ToolSearch, WebSearch,
};
use a2t_dialect::{
    CacheTime, Callers, Dialect, Mode, Outcome, Part, Selection, ToolOptions, Turn, limits,
};
use serde_json::{Value, json};

fn facts() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/sdks/facts.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn words(fact: &str) -> Vec<String> {
    let facts = facts();
    let words = facts["facts"][fact].as_array();
    let words = words.unwrap_or_else(|| panic!("no fact `{fact}`")).iter();
    words.map(|word| word.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_tables_carry_the_day_of_the_facts() {
    let facts = facts();
    assert_eq!(facts["checked"], hosted::CHECKED);
    for limits in limits::ALL {
        assert_eq!(facts["checked"], limits.checked, "{}", limits.id);
    }
}

/// A message that ends with a word.
type Write<'a> = &'a dyn Fn(&str) -> Value;

/// Words that mean no more than another reason.
const OTHER: &[&str] =
    &["OTHER", "unknown", "FINISH_REASON_UNSPECIFIED", "BLOCKED_REASON_UNSPECIFIED", "steered"];

#[test]
fn every_word_with_which_a_message_ends_has_a_meaning() {
    let candidate = |word: &str| json!({"candidates": [{"finishReason": word}]});
    let ends: [(&str, Dialect, Write<'_>); 9] = [
        (
            "anthropic stop_reason",
            Dialect::Anthropic,
            &|word| json!({"stop_reason": word, "content": []}),
        ),
        (
            "autogen finish_reason",
            Dialect::Autogen,
            &|word| json!({"finish_reason": word, "content": "It."}),
        ),
        (
            "bedrock stopReason",
            Dialect::BedrockConverse,
            &|word| json!({"stopReason": word, "output": {"message": {"content": []}}}),
        ),
        (
            "gemini blockReason",
            Dialect::Gemini,
            &|word| json!({"promptFeedback": {"blockReason": word}}),
        ),
        ("gemini finishReason", Dialect::Gemini, &candidate),
        (
            "gemini interaction status",
            Dialect::Gemini,
            &|word| json!({"status": word, "steps": []}),
        ),
        (
            "openai finish_reason",
            Dialect::OpenaiChat,
            &|word| json!({"choices": [{"finish_reason": word, "message": {"role": "assistant"}}]}),
        ),
        (
            "openai incomplete reason",
            Dialect::OpenaiResponses,
            &|word| json!({"status": "incomplete", "incomplete_details": {"reason": word}, "output": []}),
        ),
        (
            "openai response status",
            Dialect::OpenaiResponses,
            &|word| json!({"status": word, "output": []}),
        ),
    ];
    for (fact, dialect, message) in ends {
        for word in words(fact) {
            let turn = dialect.turn(&message(&word)).unwrap();
            let is_known = !matches!(turn, Turn::Unknown(_));
            assert_eq!(is_known, !OTHER.contains(&&*word), "{fact}: {word}: {turn:?}");
        }
    }
}

#[test]
fn the_default_versions_of_hosted_tools_are_in_the_sdks() {
    let types = |dialect: Dialect| {
        let fragment = Fragment::new(dialect).hosted(CodeInterpreter::new()).unwrap();
        let fragment = fragment.hosted(WebSearch::new()).unwrap();
        let fragment = fragment.hosted(Computer::new(800, 600)).unwrap();
        let fragment = fragment.hosted(ToolSearch::new()).unwrap();
        match dialect {
            Dialect::Anthropic => fragment.hosted(TextEditor::new()).unwrap().body(),
            _ => fragment.body(),
        }
    };
    for (fact, dialect) in [
        ("anthropic tool types", Dialect::Anthropic),
        ("openai tool types", Dialect::OpenaiResponses),
    ] {
        let known = words(fact);
        for tool in types(dialect)["tools"].as_array().unwrap() {
            let kind = tool["type"].as_str().unwrap();
            assert!(known.iter().any(|known| known == kind), "{dialect}: {kind}");
        }
    }
    assert!(words("gemini function calling modes").contains(&"VALIDATED".to_owned()));
}

#[test]
fn names_and_numbers_are_those_of_the_models() {
    let facts = facts();
    let converse = limits::find("bedrock-converse").unwrap().tool_name.unwrap();
    assert_eq!(facts["facts"]["bedrock tool name"]["max"], converse.max);
    assert_eq!(facts["facts"]["bedrock tool name"]["pattern"], converse.pattern);
    let agents = limits::find("bedrock-agents").unwrap().tool_name.unwrap();
    assert_eq!(facts["facts"]["bedrock agents name"]["pattern"], agents.pattern);
}

/// What an export of LangChain's is for: no reader of it loses an input.
#[test]
fn langchain_keeps_the_inputs() {
    for reader in ["bind_tools", "StructuredTool"] {
        assert_eq!(words(&format!("langchain {reader} keeps")), ["City"]);
    }
}

fn reads() -> Selection {
    let tool = json!({"toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "find", "description": "It.", "version": 1,
        "currentVersion": 1, "annotations": {"readOnlyHint": true},
        "input_parameters": [{"id": "city", "name": "city", "description": ""}]});
    let tool = a2t_core::signature::parse_value(&tool, "").unwrap().signature;
    Selection::approved([tool]).example("find", json!({"city": "Omaha"})).unwrap()
}

/// The members of a tool with all options.
fn members(tool: &Value) -> Vec<String> {
    tool.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn every_option_of_a_tool_is_a_member_of_the_sdk_of_its_provider() {
    let all = ToolOptions::from(Mode::Strict)
        .output_schemas()
        .defer_loading()
        .asynchronous()
        .examples()
        .eager_input()
        .needs_approval();
    let both = all.clone().callers(Callers::Both).cache(CacheTime::OneHour);
    let at = |dialect: Dialect, options: &ToolOptions, pointer: &str| {
        let value = dialect.export_with(&reads(), options).unwrap().value;
        members(value.pointer(pointer).unwrap())
    };
    let known = |fact: &str, found: Vec<String>| {
        let known = words(fact);
        for member in found {
            assert!(known.contains(&member), "{fact}: {member}");
        }
    };
    known("anthropic tool members", at(Dialect::Anthropic, &all, "/0"));
    known("anthropic tool members", at(Dialect::Anthropic, &both, "/0"));
    known("openai function tool members", at(Dialect::OpenaiResponses, &both, "/0"));
    let grouped = both.clone().namespace("travel", "Travel.");
    known("openai namespace members", at(Dialect::OpenaiResponses, &grouped, "/0"));
    known("openai function tool members", at(Dialect::OpenaiResponses, &grouped, "/0/tools/0"));
    let gemini = at(Dialect::Gemini, &both, "/0/functionDeclarations/0");
    known("gemini function declaration members", gemini);
    known("bedrock tool config entries", at(Dialect::BedrockConverse, &both, "/1"));
    known("bedrock agents function members", at(Dialect::BedrockAgents, &both, "/functions/0"));
    let vercel = at(Dialect::VercelAi, &both, "/find").into_iter();
    let plain = ["description", "inputSchema"];
    known("ai sdk tool members", vercel.filter(|name| !plain.contains(&&**name)).collect());
    assert!(words("langchain tool members").contains(&"extras".to_owned()));
    let value = Dialect::Anthropic.export_with(&reads(), &both).unwrap().value;
    for caller in value[0]["allowed_callers"].as_array().unwrap() {
        let caller = caller.as_str().unwrap().to_owned();
        assert!(words("anthropic allowed callers").contains(&caller), "{caller}");
    }
    for member in ["async", "caller", "namespace"] {
        assert!(words("openai function call members").contains(&member.to_owned()), "{member}");
    }
}

#[test]
fn every_part_of_a_result_is_one_of_the_sdk_of_its_provider() {
    let parts = |call: Value, dialect: Dialect, pointer: &str| {
        let files = [
            Part::Text("A chart.".to_owned()),
            Part::file("image/gif", "R0lGODlh", None),
            Part::file("image/jpg", "/9j/4AAQ", None),
            Part::file("image/png", "iVBORw0KGgo=", None),
            Part::file("image/webp", "UklGRgAA", None),
            Part::file("application/pdf", "JVBERi0xLjcK", None),
            Part::file("text/markdown", "AAAA", None),
            Part::file("application/zip", "UEsDBAAA", None),
        ];
        let call = &dialect.calls(&call).unwrap()[0];
        let result = call.result(&Outcome::Parts(files.into()));
        result.pointer(pointer).and_then(Value::as_array).unwrap().clone()
    };
    let at = |parts: &[Value], pointer: &str| {
        parts.iter().filter_map(|part| part.pointer(pointer)).cloned().collect::<Vec<_>>()
    };
    let all = |fact: &str, found: Vec<Value>, least: usize| {
        let known = words(fact);
        for word in &found {
            assert!(known.iter().any(|known| word == known), "{fact}: {word}");
        }
        assert!(found.len() >= least, "{fact}: {found:?}");
    };
    let named =
        |parts: &[Value]| parts.iter().flat_map(members).map(Value::from).collect::<Vec<_>>();

    let used = json!({"type": "tool_use", "id": "t", "name": "draw", "input": {}});
    let anthropic = parts(used, Dialect::Anthropic, "/content");
    all("anthropic result parts", at(&anthropic, "/type"), 8);
    let pictures: Vec<_> =
        anthropic.iter().filter(|part| part["type"] == "image").cloned().collect();
    all("anthropic picture types", at(&pictures, "/source/media_type"), 4);
    let item =
        json!([{"type": "function_call", "call_id": "c", "name": "draw", "arguments": "{}"}]);
    let openai = parts(item, Dialect::OpenaiResponses, "/output");
    all("openai result parts", at(&openai, "/type"), 8);
    let call = json!({"role": "model", "parts": [{"functionCall": {"name": "draw"}}]});
    all(
        "gemini result members",
        named(&parts(call, Dialect::Gemini, "/functionResponse/parts")),
        5,
    );
    let used = json!({"role": "assistant", "content": [{"toolUse": {"toolUseId": "t", "name": "draw", "input": {}}}]});
    let bedrock = parts(used, Dialect::BedrockConverse, "/toolResult/content");
    all("bedrock result members", named(&bedrock), 8);
    all("bedrock picture formats", at(&bedrock, "/image/format"), 4);
    all("bedrock document formats", at(&bedrock, "/document/format"), 2);
    let part = json!({"type": "tool-call", "toolCallId": "c", "toolName": "draw", "input": {}});
    let vercel =
        parts(json!({"role": "assistant", "content": [part]}), Dialect::VercelAi, "/output/value");
    all("ai sdk types of parts", at(&vercel, "/type"), 8);
}
