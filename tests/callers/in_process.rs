//! Tools of the same program: an executor and a contract are callers too.

use a2t::Caller;
use a2t::dialect::{Dialect, InProcess, Invoke, Selection};
use a2t::testing::{Contract, TestClient, contract};
use a2t_core::invocation::Arguments;

use crate::rig::toolset;

fn names(selection: &Selection) -> Vec<String> {
    selection.names_in(Dialect::Mcp)
}

fn reader() -> Caller {
    Caller::new("agent").with_scopes(["weather:read"])
}

#[tokio::test]
async fn an_executor_shows_and_calls_what_its_caller_sees() {
    let mut request = http::Request::new(());
    request.extensions_mut().insert(reader());
    let strangers = InProcess::new(toolset(), ());
    assert_eq!(names(&Selection::from_tools(&strangers).unwrap()), ["greet", "tell_caller"]);
    let readers = InProcess::new(toolset(), ()).request_template(request);
    let selection = Selection::from_tools(&readers).unwrap();
    assert_eq!(names(&selection), ["greet", "read_weather", "tell_caller"]);
    let tools = toolset();
    let tool = tools.signatures().find(|tool| tool.name == "read_weather").unwrap();
    assert!(readers.invoke(tool.into(), &Arguments::default()).await.is_ok());
    let refused =
        strangers.invoke(tool.into(), &Arguments::default()).await.unwrap_err().to_string();
    assert!(refused.contains("is not offered any more"), "{refused}");
    let lacking = InProcess::new(toolset().step_up(), ());
    let refused = lacking.invoke(tool.into(), &Arguments::default()).await.unwrap_err().to_string();
    assert!(refused.contains("not allowed"), "{refused}");
}

#[tokio::test]
async fn a_contract_is_checked_by_a_caller_with_all_scopes_and_misses_no_tool() {
    let kept = contract(toolset(), ()).await.unwrap();
    assert_eq!((kept.tools, kept.versions), (4, 5));
    let hidden = || toolset().visible(|caller, _| caller.is_some_and(|c| c.id() == "agent"));
    let broken = contract(hidden(), ()).await.unwrap_err().to_string();
    assert!(broken.contains("`GET /tools` does not list it"), "{broken}");
    let client = TestClient::new(hidden()).caller(reader());
    assert_eq!(Contract::new(client).check().await.unwrap().tools, 3);
}
