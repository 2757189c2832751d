//! What providers do not offer is refused with advice on what to do; limits are never dropped.

use a2t_dialect::hosted::{
    Approval, Bing, CodeInterpreter, Computer, Environment, Fabric, Fragment, HostedTool, LogicApp,
    OpenApi, OpenApiAuth, Raw, RemoteMcp, Search, StatefulFunction, WebSearch,
};
use a2t_dialect::{Dialect, Error};
use serde_json::json;

use super::samples::{selection, spec, weather};

fn refused(tool: impl Into<HostedTool>, dialect: &str) -> String {
    let dialect = super::dialect(dialect);
    let found = Fragment::new(dialect).hosted(tool);
    found.expect_err("refused").to_string()
}

#[test]
fn a_refusal_says_what_to_do_instead() {
    let workflow = || LogicApp::new("w", spec("https://x.logic.azure.com"));
    assert_eq!(
        refused(workflow(), "openai-responses"),
        "openai-responses: Logic Apps is not supported: the provider does not offer it; an OpenAPI \
         tool or a function tool that calls the workflow's HTTP trigger"
    );
    assert_eq!(
        refused(Fabric::new("c"), "anthropic"),
        "anthropic: Microsoft Fabric is not supported: the provider does not offer it; a function \
         tool that asks the data agent over its API"
    );
    assert_eq!(
        refused(CodeInterpreter::new(), "openai-chat"),
        "openai-chat: code interpreter is not supported: the API has no tools but functions, and \
         web search; use the dialect `openai-responses`"
    );
    let langchain = refused(WebSearch::new(), "langchain");
    assert!(langchain.ends_with("bind the fragment of that provider's dialect"), "{langchain}");
}

/// Each of these would let the model do more than the program allowed.
#[test]
fn a_limit_without_a_place_is_refused_and_never_dropped() {
    let server = || RemoteMcp::new("docs", "https://mcp.example.com");
    let only = WebSearch::new().allowed_domains(["example.com"]);
    let not = WebSearch::new().blocked_domains(["example.com"]);
    let thrice = WebSearch::new().max_uses(3);
    let cases: Vec<(HostedTool, &str, &str)> = vec![
        (only.clone().into(), "gemini", "allowed_domains"),
        (only.clone().into(), "openai-chat", "allowed_domains"),
        (only.clone().into(), "bedrock-converse", "allowed_domains"),
        (only.bing(Bing::new("c")).into(), "azure-foundry", "allowed_domains"),
        (not.clone().into(), "openai-responses", "blocked_domains"),
        (not.clone().into(), "openai-chat", "blocked_domains"),
        (not.bing(Bing::new("c")).into(), "azure-foundry", "blocked_domains"),
        (thrice.clone().into(), "openai-responses", "max_uses"),
        (thrice.clone().into(), "gemini", "max_uses"),
        (thrice.into(), "bedrock-converse", "max_uses"),
        (server().allowed_tools(["a"]).into(), "gemini", "allowed_tools"),
        (server().approval(Approval::Always).into(), "gemini", "approval"),
        (server().approval(Approval::Always).into(), "anthropic", "approval"),
        (server().headers([("a", "b")]).into(), "anthropic", "headers"),
    ];
    for (tool, dialect, option) in cases {
        let found = Fragment::new(super::dialect(dialect)).hosted(tool);
        match found {
            Err(Error::NotSupported(refusal)) => {
                assert_eq!(refusal.option, Some(option), "{refusal}");
                let words = refusal.to_string();
                assert!(words.contains(&format!("`{option}` is not supported")), "{words}");
            }
            other => panic!("{dialect} {option}: {other:?}"),
        }
    }
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    let both = WebSearch::new().allowed_domains(["a"]).blocked_domains(["b"]);
    assert!(refused(both, "anthropic").contains("it excludes `allowed_domains`"));
    let both = Search::new().stores(["fileSearchStores/a", "projects/p/dataStores/b"]);
    assert!(refused(both, "gemini").contains("keep those of one API"));
    let both = CodeInterpreter::new().container("c").files(["f"]);
    assert!(refused(both, "openai-responses").contains("`files`"));
    let phone = Computer::new(1, 1).environment(Environment::Mobile);
    assert!(refused(phone, "azure-foundry").contains("`environment`"));
    let api = OpenApi::new("a", spec("https://a.example.com"))
        .auth(OpenApiAuth::Connection("c".to_owned()));
    assert!(refused(api, "bedrock-agents").contains("let the Lambda function authenticate"));
}

#[test]
fn what_a_provider_needs_is_asked_for() {
    let set = |tool: HostedTool, dialect| match Fragment::new(super::dialect(dialect)).hosted(tool)
    {
        Err(Error::Incomplete { option, .. }) => option,
        other => panic!("{other:?}"),
    };
    let function = || StatefulFunction::new("weather", &weather()).unwrap();
    assert_eq!(set(WebSearch::new().into(), "azure-foundry"), "bing");
    assert_eq!(set(function().into(), "azure-foundry"), "queues");
    assert_eq!(set(function().into(), "bedrock-agents"), "lambda");
    for dialect in ["openai-responses", "openai-assistants", "gemini", "bedrock-agents"] {
        assert_eq!(set(Search::new().into(), dialect), "stores");
    }
    assert_eq!(
        refused(function(), "bedrock-agents"),
        "bedrock-agents: stateful function: set `lambda`, which the provider needs"
    );
}

#[test]
fn a_raw_tool_stays_in_its_dialect() {
    let raw = Raw::tool(Dialect::Anthropic, json!({ "type": "memory_20250818", "name": "memory" }));
    assert!(refused(raw, "gemini").contains("it is written for another dialect"));
}

/// The kind of a store follows from its name.
#[test]
fn gemini_searches_what_the_name_of_a_store_says() {
    let rag = "projects/p/locations/l/ragCorpora/r";
    let engine = "projects/p/locations/l/collections/c/engines/e";
    let search = Search::new().stores([rag, engine]).max_results(5);
    let fragment = Fragment::new(Dialect::Gemini).hosted(search).unwrap();
    let rag = json!({ "vertexRagStore": {
        "ragResources": [{ "ragCorpus": rag }], "ragRetrievalConfig": { "topK": 5 },
    } });
    let engine = json!({ "vertexAiSearch": { "engine": engine, "maxResults": 5 } });
    assert_eq!(
        fragment.body(),
        json!({ "tools": [{ "retrieval": rag }, { "retrieval": engine }] })
    );
}

#[test]
fn a_function_may_not_be_named_and_shaped_like_a_hosted_tool() {
    for (name, input) in [("computer", "action"), ("str_replace_editor", "command")] {
        let error = Dialect::Anthropic.tools(&selection(name, input)).unwrap_err();
        assert!(matches!(error, Error::Reserved { .. }), "{error}");
        assert!(error.to_string().contains("give the tools of its vendor a prefix"));
    }
    assert!(Dialect::Anthropic.tools(&selection("computer", "part")).is_ok());
    assert!(Dialect::Mcp.tools(&selection("computer", "action")).is_ok());
}
