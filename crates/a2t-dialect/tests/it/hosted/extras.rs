//! What is written by hand is added to what options write, and never replaces it.

use a2t_dialect::hosted::{
    CodeInterpreter, Computer, Fragment, HostedTool, ImageGeneration, OpenApi, RemoteMcp, Search,
    SearchMode, TextEditor, WebSearch,
};
use a2t_dialect::{Dialect, Error};
use serde_json::{Map, Value, json};

use super::samples::spec;

/// A tool with a member that is written by hand.
type Write<'a> = &'a dyn Fn(Dialect, Option<(&str, Value)>) -> HostedTool;

/// Every value that is neither a list nor an object, with its place.
fn leaves(value: &Value, at: &str, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            leaves(value, &format!("{at}/{}", name.replace('/', "~1")), found)
        }),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, value)| leaves(value, &format!("{at}/{index}"), found)),
        other => found.push((at.to_owned(), other.clone())),
    }
}

fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.extend(members.keys().cloned());
            members.values().for_each(|value| names(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

macro_rules! written {
    ($tool:expr) => {
        &|dialect, extra| match extra {
            Some((member, value)) => $tool.extra(dialect, member, value).into(),
            None => $tool.into(),
        }
    };
}

#[test]
fn an_extra_never_replaces_what_an_option_wrote() {
    let search = || Search::new().max_results(5).mode(SearchMode::Hybrid);
    let api = || OpenApi::new("weather", spec("https://weather.example.com")).description("It.");
    let tools: [Write<'_>; 9] = [
        written!(search().stores(["s"])),
        written!(search().stores(["fileSearchStores/s"])),
        written!(WebSearch::new()),
        written!(WebSearch::new().allowed_domains(["example.com"])),
        written!(RemoteMcp::new("docs", "https://mcp.example.com").authorization("t")),
        written!(CodeInterpreter::new()),
        written!(Computer::new(1, 2)),
        written!(TextEditor::new().max_characters(9)),
        written!(api()),
    ];
    let mut refused = 0;
    for (dialect, tool) in
        Dialect::ALL.iter().flat_map(|dialect| tools.map(|tool| (*dialect, tool)))
    {
        let part = |extra| Fragment::new(dialect).hosted(tool(dialect, extra));
        let Ok(plain) = part(None) else { continue };
        let (mut before, mut members) = (Vec::new(), Vec::new());
        leaves(&plain.body(), "", &mut before);
        names(&plain.body(), &mut members);
        for member in &members {
            for value in [json!("other"), json!({"other": 1}), json!(["other"])] {
                match part(Some((member, value.clone()))) {
                    Ok(part) => {
                        let body = part.body();
                        for (at, value) in &before {
                            assert_eq!(
                                body.pointer(at),
                                Some(value),
                                "{dialect}: {member}: {body}"
                            );
                        }
                    }
                    Err(Error::Extra { member: found, .. }) => {
                        assert!(found.starts_with(member.as_str()), "{found}");
                        refused += 1;
                    }
                    // Two tools of one name.
                    Err(Error::Clash { .. } | Error::DuplicateName { .. }) => {}
                    Err(other) => panic!("{dialect}: {member}: {other}"),
                }
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn an_extra_is_merged_into_an_object_that_an_option_wrote() {
    let reranked = json!({"vectorSearchConfiguration": {"rerankingConfiguration": {"type": "BEDROCK_RERANKING_MODEL"}}});
    let tool = |extra: &Value| {
        let tool = Search::new().stores(["KB12345678"]).max_results(5);
        let tool = tool.extra(Dialect::BedrockAgents, "retrievalConfiguration", extra.clone());
        Fragment::new(Dialect::BedrockAgents).hosted(tool)
    };
    let body = tool(&reranked).unwrap().body();
    assert_eq!(
        body["knowledgeBases"][0]["retrievalConfiguration"],
        json!({"vectorSearchConfiguration": {
            "numberOfResults": 5, "rerankingConfiguration": {"type": "BEDROCK_RERANKING_MODEL"},
        }})
    );
    let other = json!({"vectorSearchConfiguration": {"numberOfResults": 9}});
    assert_eq!(
        tool(&other).unwrap_err().to_string(),
        "bedrock-agents: search and retrieval: `extra` and another option write \
         `retrievalConfiguration/vectorSearchConfiguration/numberOfResults`: keep one of them"
    );
    let image = ImageGeneration::new().extra(Dialect::OpenaiResponses, "size", "auto");
    let image = image.extra(Dialect::OpenaiResponses, "size", "1024x1024");
    let twice = Fragment::new(Dialect::OpenaiResponses).hosted(image);
    assert!(matches!(twice, Err(Error::Extra { .. })), "{twice:?}");
    let none: Map<String, Value> = Map::new();
    assert!(tool(&none.into()).is_ok());
}
