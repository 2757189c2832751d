//! Every option is written or named in every dialect, and only safe tools are called by code.

use serde_json::{Value, json};

use super::*;
use crate::hosted::Fragment;
use crate::{Dialect, Error, Export, Gemini, Selection};

fn tool(name: &str, read_only: bool, id: u128) -> a2t_core::ToolSignature {
    let tool = json!({
        "toolId": a2t_core::ToolId::from_u128(id).to_string(), "name": name, "description": "It. For all.", "version": 1,
        "currentVersion": 1, "annotations": {"readOnlyHint": read_only},
        "input_parameters": [{"id": "City", "name": "City Name", "description": ""}],
        "output_parameters": [{"id": "n", "name": "n", "description": "", "type": "int"}],
    });
    a2t_core::signature::parse_value(&tool, "").unwrap().signature
}

fn tools() -> Selection {
    let tools = Selection::approved([tool("find", true, 1), tool("book", false, 2)]);
    let tools = tools.example("find", json!({"City Name": "Omaha"})).unwrap();
    let tools = tools.example("book", json!({"City Name": "Rome"})).unwrap();
    tools.catalog("agency", "Travel.")
}

fn export(dialect: Dialect, options: &ToolOptions) -> Export {
    dialect.export_with(&tools(), options).unwrap()
}

/// Each option by a word of its note.
fn options() -> Vec<(ToolOptions, &'static str)> {
    let new = ToolOptions::new;
    vec![
        (new().output_schemas(), "schema of outputs"),
        (new().callers(Callers::Both), "programmatic calls"),
        (new().defer_loading(), "deferred loading"),
        (new().asynchronous(), "asynchronous calls"),
        (new().examples(), "example calls"),
        (new().eager_input(), "streaming of inputs"),
        (new().cache(CacheTime::OneHour), "breakpoint of the cache"),
        (new().namespace("travel", "Travel."), "a namespace"),
        (new().namespaces(), "a namespace"),
        (new().needs_approval(), "an approval"),
    ]
}

#[test]
fn every_option_is_written_or_named_in_every_dialect() {
    for dialect in Dialect::ALL {
        let plain = export(*dialect, &ToolOptions::new());
        for (options, note) in options() {
            let found = export(*dialect, &options);
            let is_named = found.notes.iter().any(|found| found.words.contains(note));
            // These write the schema of outputs always.
            let always =
                note == "schema of outputs" && ["mcp", "vercel-ai"].contains(&dialect.id());
            let is_written = found.value != plain.value || always;
            assert!(is_named != is_written, "{dialect}: {note}: {}", found.value);
        }
    }
}

#[test]
fn openai_has_the_members_of_its_function_tools() {
    let options = ToolOptions::new()
        .output_schemas()
        .callers(Callers::Program)
        .defer_loading()
        .asynchronous()
        .namespace("Travel Agency", "Travel.");
    for dialect in [Dialect::OpenaiResponses, Dialect::AzureFoundryV2] {
        let export = export(dialect, &options);
        let group = &export.value[0];
        assert_eq!(export.value.as_array().map(Vec::len), Some(1));
        assert_eq!(
            (&group["type"], &group["name"]),
            (&json!("namespace"), &json!("travel_agency"))
        );
        assert_eq!(group["description"], "Travel.");
        let find = &group["tools"][0];
        assert_eq!(find["output_schema"]["properties"]["n"]["type"], "integer");
        assert_eq!(find["allowed_callers"], json!(["programmatic"]));
        assert_eq!((&find["defer_loading"], &find["async"]), (&json!(true), &json!(true)));
        assert_eq!(group["tools"][1]["allowed_callers"], json!(["direct"]));
    }
}

#[test]
fn each_catalog_is_a_namespace() {
    let one = |name: &str, id| Selection::approved([tool(name, true, id)]);
    let travel = one("find", 1).catalog("Travel Agency", "Travel.");
    let more = one("book", 2).catalog("Travel Agency", "Travel.");
    let bank = one("pay", 3).catalog("bank", "Money.").prefix("bank_");
    let all =
        travel.and(&bank).and_then(|all| all.and(&more)).and_then(|all| all.and(&one("now", 4)));
    let all = all.unwrap();
    let names = |options: &ToolOptions| {
        let value = Dialect::OpenaiResponses.export_with(&all, options).unwrap().value;
        let entries = value.as_array().unwrap().iter().map(|entry| {
            let tools = entry["tools"].as_array().into_iter().flatten();
            let tools: Vec<_> = tools.map(|tool| tool["name"].as_str().unwrap()).collect();
            format!("{} {}", entry["name"].as_str().unwrap(), tools.join(" "))
        });
        entries.collect::<Vec<_>>()
    };
    let groups = ["travel_agency find book", "bank bank_pay", "now "];
    assert_eq!(names(&ToolOptions::new().namespaces()), groups);
    let others = ToolOptions::new().namespaces().namespace("other", "The others.");
    assert_eq!(names(&others), ["travel_agency find book", "bank bank_pay", "other now"]);
    assert_eq!(names(&ToolOptions::new()), ["find ", "bank_pay ", "book ", "now "]);
    let request = Fragment::new(Dialect::OpenaiResponses);
    let request = request.tools_with(&all, &ToolOptions::new().namespaces()).unwrap();
    assert!(request.tool_choice(ToolChoice::Tool("book".to_owned())).is_ok());
}

#[test]
fn anthropic_has_the_members_of_its_tools() {
    let options = ToolOptions::new().callers(Callers::Both).examples().eager_input();
    let export = export(Dialect::Anthropic, &options.clone().cache(CacheTime::FiveMinutes));
    let (find, book) = (&export.value[0], &export.value[1]);
    assert_eq!(find["allowed_callers"], json!(["direct", "code_execution_20250825"]));
    assert_eq!(find["input_examples"], json!([{"city_name": "Omaha"}]));
    assert_eq!(find["eager_input_streaming"], true);
    assert_eq!(find.get("cache_control"), None);
    assert_eq!(book["cache_control"], json!({"type": "ephemeral", "ttl": "5m"}));
    assert_eq!(book["allowed_callers"], json!(["direct"]));
    let later = options.defer_loading().cache(CacheTime::OneHour);
    let later = Dialect::Anthropic.export_with(&tools(), &later).unwrap();
    assert_eq!(later.value[1].get("cache_control"), None);
    assert!(later.notes.iter().any(|note| note.words.contains("no breakpoint of the cache")));
}

#[test]
fn other_providers_and_frameworks_have_their_members() {
    let all = ToolOptions::new()
        .callers(Callers::Both)
        .defer_loading()
        .examples()
        .needs_approval()
        .output_schemas();
    let vercel = export(Dialect::VercelAi, &all).value;
    let anthropic =
        json!({"deferLoading": true, "allowedCallers": ["direct", "code_execution_20250825"]});
    assert_eq!(vercel["find"]["providerOptions"]["anthropic"], anthropic);
    assert_eq!(vercel["find"]["inputExamples"], json!([{"input": {"city_name": "Omaha"}}]));
    assert_eq!(vercel["find"].get("needsApproval"), None);
    assert_eq!(vercel["book"]["needsApproval"], true);
    let langchain = export(Dialect::Langchain, &all).value;
    assert_eq!(langchain[0]["extras"]["defer_loading"], true);
    assert_eq!(langchain[0]["extras"]["input_examples"], json!([{"city_name": "Omaha"}]));
    let bedrock = export(Dialect::BedrockAgents, &all).value;
    assert_eq!(bedrock["functions"][0].get("requireConfirmation"), None);
    assert_eq!(bedrock["functions"][1]["requireConfirmation"], "ENABLED");
    let converse = export(Dialect::BedrockConverse, &ToolOptions::new().cache(CacheTime::OneHour));
    assert_eq!(converse.value[2], json!({"cachePoint": {"type": "default", "ttl": "1h"}}));
    let gemini = &export(Dialect::Gemini, &all).value[0]["functionDeclarations"][0];
    assert_eq!(gemini["responseJsonSchema"]["properties"]["n"]["type"], "integer");
    // Its names of inputs are others.
    let interactions = Gemini::interactions_with(&tools(), &all).unwrap();
    assert_eq!(interactions.value[0]["defer_loading"], true);
    assert_eq!(interactions.value[0]["short_description"], "It.");
    assert!(interactions.notes.iter().any(|note| note.words.contains("schema of outputs")));
}

#[test]
fn code_calls_only_what_is_approved_as_read_only() {
    for dialect in Dialect::ALL {
        for callers in [Callers::Program, Callers::Both] {
            let options = ToolOptions::new().callers(callers);
            let tools = Selection::approved([tool("book", false, 2)]);
            let text = dialect.export_with(&tools, &options).unwrap().value.to_string();
            let words = ["programmatic", "code_execution"];
            assert!(words.iter().all(|word| !text.contains(word)), "{dialect}: {text}");
            let text = dialect.export_with(&tools, &options.programmatic_writes()).unwrap();
            let text = text.value.to_string();
            let takes =
                ["anthropic", "azure-foundry-v2", "langchain", "openai-responses", "vercel-ai"];
            let has = words.iter().any(|word| text.contains(word));
            assert_eq!(has, takes.contains(&dialect.id()), "{dialect}: {text}");
        }
    }
}

#[test]
fn a_tool_that_code_may_call_is_not_strict_where_the_provider_takes_no_such_tool() {
    let options = ToolOptions::from(Mode::Strict).callers(Callers::Both);
    let found = export(Dialect::Anthropic, &options);
    assert_eq!((found.value[0].get("strict"), &found.value[1]["strict"]), (None, &json!(true)));
    let note = "`find`: is left open, not strict: code may call no strict tool of this provider";
    assert!(found.notes.iter().any(|found| found.to_string() == note), "{:?}", found.notes);
    assert_eq!(export(Dialect::OpenaiResponses, &options).value[0]["strict"], true);
}

#[test]
fn an_example_is_a_whole_call_that_the_tool_takes() {
    let tools = Selection::approved([tool("find", true, 1)]);
    let error = |arguments: Value| tools.example("find", arguments).unwrap_err();
    assert!(matches!(error(json!({})), Error::Example(_)));
    assert!(matches!(error(json!({"City Name": "a", "x": 1})), Error::Example(_)));
    let list = error(json!(["a"])).to_string();
    assert!(list.contains("expected an object, got") && list.contains("City Name"), "{list}");
    let Error::Example(all) = error(json!({"x": 1, "y": 2})) else { panic!("no example") };
    assert!(all.violations().is_some_and(|violations| violations.iter().count() > 1), "{all}");
    let lines = error(json!({"x": 1, "y": 2})).to_string();
    assert!(lines.matches("\n- ").count() > 1 && !lines.contains(r"\n"), "{lines}");
    assert!(tools.example("fnd", json!({})).unwrap_err().to_string().contains("`find`"));
    // Providers take no spaces in a name.
    let found = tools.example("find", json!({"City Name": "a"})).unwrap();
    let shown = found.iter().next().unwrap().examples_in(Dialect::Gemini);
    assert_eq!(json!(shown), json!([{"city_name": "a"}]));
    // Without an example of each required input there is none.
    let none = export_of(&tools);
    assert_eq!(none.value[0].get("input_examples"), None);
    assert!(none.notes.iter().any(|note| note.words.starts_with("has no example call")));
    let valued = tools.with_values(|_| vec![("City Name".to_owned(), json!("Omaha"))]);
    assert_eq!(export_of(&valued).value[0]["input_examples"], json!([{"city_name": "Omaha"}]));
}

fn export_of(tools: &Selection) -> Export {
    Dialect::Anthropic.export_with(tools, &ToolOptions::new().examples()).unwrap()
}

#[test]
fn examples_of_a_json_schema_are_an_example_call() {
    let tool = json!({"name": "find", "inputSchema": {"type": "object", "required": ["city", "unit"], "properties": {
        "city": {"type": "string", "examples": ["Omaha", "Rome"]}, "unit": {"enum": ["C", "F"]},
        "days": {"type": "integer", "default": 3}, "lang": {"type": "string", "examples": ["en"]}}}});
    let tools = Selection::approved_schemas([a2t_schema::Tool::read(&tool, "").unwrap()]);
    let expected = json!([{"city": "Omaha", "unit": "C", "lang": "en"}]);
    assert_eq!(export_of(&tools).value[0]["input_examples"], expected);
}

fn choices() -> [ToolChoice; 5] {
    let find = || "find".to_owned();
    [
        ToolChoice::Auto,
        ToolChoice::Required,
        ToolChoice::Never,
        ToolChoice::Tool(find()),
        ToolChoice::Only(vec![find()]),
    ]
}

fn fragment(dialect: Dialect) -> Fragment {
    Fragment::new(dialect).tools(&tools()).unwrap()
}

#[test]
fn a_choice_is_written_or_refused_in_every_dialect() {
    for dialect in Dialect::ALL {
        let plain = fragment(*dialect).body();
        for choice in choices() {
            match fragment(*dialect).tool_choice(choice.clone()) {
                Ok(fragment) => assert_ne!(fragment.body(), plain, "{dialect}: {choice:?}"),
                Err(Error::RequestOption { option: "tool_choice", instead, .. }) => {
                    assert!(!instead.is_empty(), "{dialect}: {choice:?}");
                }
                Err(other) => panic!("{dialect}: {choice:?}: {other}"),
            }
        }
        match fragment(*dialect).parallel_calls(false) {
            Ok(fragment) => assert_ne!(fragment.body(), plain, "{dialect}"),
            Err(error) => {
                assert!(matches!(error, Error::RequestOption { .. }), "{dialect}: {error}")
            }
        }
        // Most call in parallel without a word.
        assert!(fragment(*dialect).parallel_calls(true).is_ok(), "{dialect}");
    }
}

#[test]
fn choices_are_in_the_words_of_each_provider() {
    let body = |dialect, index: usize| {
        let fragment = fragment(dialect).tool_choice(choices()[index].clone()).unwrap();
        fragment.body()
    };
    let anthropic = |index| body(Dialect::Anthropic, index)["tool_choice"].clone();
    assert_eq!(anthropic(1), json!({"type": "any"}));
    assert_eq!(anthropic(3), json!({"type": "tool", "name": "find"}));
    let responses = |index| body(Dialect::OpenaiResponses, index)["tool_choice"].clone();
    assert_eq!(
        (responses(0), responses(1), responses(2)),
        (json!("auto"), json!("required"), json!("none"))
    );
    assert_eq!(responses(3), json!({"type": "function", "name": "find"}));
    let only = json!({"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "find"}]});
    assert_eq!(responses(4), only);
    let chat = |index| body(Dialect::OpenaiChat, index)["tool_choice"].clone();
    assert_eq!(chat(3), json!({"type": "function", "function": {"name": "find"}}));
    assert_eq!(chat(4)["allowed_tools"]["tools"][0]["function"]["name"], "find");
    let gemini =
        |index| body(Dialect::Gemini, index)["toolConfig"]["functionCallingConfig"].clone();
    assert_eq!(gemini(1), json!({"mode": "ANY"}));
    assert_eq!(gemini(3), json!({"mode": "ANY", "allowedFunctionNames": ["find"]}));
    assert_eq!(gemini(4), json!({"mode": "VALIDATED", "allowedFunctionNames": ["find"]}));
    let converse = body(Dialect::BedrockConverse, 3);
    assert_eq!(converse["toolConfig"]["toolChoice"], json!({"tool": {"name": "find"}}));
    assert_eq!(converse["toolConfig"]["tools"].as_array().map(Vec::len), Some(2));
    assert_eq!(body(Dialect::VercelAi, 4)["activeTools"], json!(["find"]));
    assert_eq!(
        body(Dialect::VercelAi, 3)["toolChoice"],
        json!({"type": "tool", "toolName": "find"})
    );
    assert_eq!(body(Dialect::Langchain, 1)["tool_choice"], "any");
}

#[test]
fn a_choice_among_no_tools_is_none() {
    for dialect in Dialect::ALL {
        let body = |choice| {
            let fragment = fragment(*dialect).tool_choice(choice);
            fragment.map(|fragment| fragment.body()).map_err(|error| error.to_string())
        };
        assert_eq!(body(ToolChoice::Only(Vec::new())), body(ToolChoice::Never), "{dialect}");
    }
    let none = fragment(Dialect::Gemini).tool_choice(ToolChoice::Only(Vec::new())).unwrap().body();
    assert_eq!(none["toolConfig"]["functionCallingConfig"], json!({"mode": "NONE"}));
}

#[test]
fn options_of_a_request_go_together() {
    let anthropic = fragment(Dialect::Anthropic).parallel_calls(false).unwrap();
    let auto = json!({"type": "auto", "disable_parallel_tool_use": true});
    assert_eq!(anthropic.body()["tool_choice"], auto);
    let required = anthropic.tool_choice(ToolChoice::Required).unwrap().body();
    assert_eq!(required["tool_choice"], json!({"type": "any", "disable_parallel_tool_use": true}));
    let strict = Fragment::new(Dialect::Gemini).strict_tools(&tools()).unwrap();
    let mode = |fragment: &Fragment| {
        fragment.body()["toolConfig"]["functionCallingConfig"]["mode"].clone()
    };
    assert_eq!(mode(&strict), "VALIDATED");
    assert_eq!(mode(&strict.clone().tool_choice(ToolChoice::Auto).unwrap()), "VALIDATED");
    assert_eq!(mode(&strict.tool_choice(ToolChoice::Required).unwrap()), "ANY");
    let unknown = fragment(Dialect::Anthropic).tool_choice(ToolChoice::Tool("fnd".to_owned()));
    assert!(unknown.unwrap_err().to_string().contains("did you mean `find`?"));
    let calls = fragment(Dialect::OpenaiResponses).max_hosted_calls(3).unwrap();
    assert_eq!(calls.body()["max_tool_calls"], 3);
    let refused = fragment(Dialect::Anthropic).max_hosted_calls(3).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "anthropic: `max_hosted_calls` has no place in a request; set `max_uses` of each hosted tool"
    );
    let steps = Fragment::new(Dialect::Crewai).tools(&tools()).unwrap().max_steps(4).unwrap();
    assert_eq!(steps.body()["max_iter"], 4);
    assert!(fragment(Dialect::OpenaiChat).max_steps(4).is_err());
}

#[test]
fn the_tool_that_runs_programs_is_added_once() {
    let options = ToolOptions::new().callers(Callers::Both);
    let other = Selection::approved([tool("other", true, 3)]);
    let fragment = |options: &ToolOptions| {
        let fragment = Fragment::new(Dialect::OpenaiResponses).tools_with(&tools(), options);
        fragment.and_then(|fragment| fragment.tools_with(&other, options)).unwrap().body()
    };
    let programs = |body: &Value| {
        let tools = body["tools"].as_array().unwrap().iter();
        tools.filter(|tool| tool["type"] == "programmatic_tool_calling").count()
    };
    assert_eq!(programs(&fragment(&options)), 1);
    assert_eq!(programs(&fragment(&ToolOptions::new().callers(Callers::Model))), 0);
}

#[test]
fn tools_of_one_namespace_are_one_group() {
    let other = Selection::approved([tool("other", true, 3)]);
    let of = |description| ToolOptions::new().namespace("travel", description);
    let fragment = Fragment::new(Dialect::OpenaiResponses).tools_with(&tools(), &of("Trips."));
    let fragment = fragment.unwrap();
    let both = fragment.clone().tools_with(&other, &of("Trips.")).unwrap().body();
    let groups = both["tools"].as_array().unwrap();
    let names: Vec<_> =
        groups[0]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!((groups.len(), json!(names)), (1, json!(["find", "book", "other"])));
    let clash = fragment.clone().tools_with(&other, &of("Others.")).unwrap_err();
    assert!(
        matches!(&clash, Error::Clash { member, .. } if member == "namespace travel"),
        "{clash}"
    );
    let known = tools().only(["find"]).unwrap();
    let twice = fragment.tools_with(&known, &of("Trips.")).unwrap_err();
    assert!(matches!(twice, Error::DuplicateName { .. }), "{twice}");
}

#[test]
fn the_last_of_equal_breakpoints_of_the_cache_stays() {
    let other = Selection::approved([tool("other", true, 3)]);
    let cached = |time| ToolOptions::new().cache(time);
    let new = || Fragment::new(Dialect::BedrockConverse);
    let one = new().tools_with(&tools(), &cached(CacheTime::OneHour)).unwrap();
    let points = |fragment: Fragment| {
        let body = fragment.body();
        let tools = body["toolConfig"]["tools"].as_array().unwrap().clone();
        tools.iter().map(|tool| tool.get("cachePoint").is_some()).collect::<Vec<_>>()
    };
    let same = one.clone().tools_with(&other, &cached(CacheTime::OneHour)).unwrap();
    assert_eq!(points(same), [false, false, false, true]);
    let shorter = one.tools_with(&other, &cached(CacheTime::FiveMinutes)).unwrap();
    assert_eq!(points(shorter), [false, false, true, false, true]);
}
