//! Toolsets: whole or not at all, from one place, without clashes.

use a2t_rap::client::{CallError, HeaderMap, Headers, LoadError};
use a2t_store::Memory;
use serde_json::{Value, json};

use super::stand::{Stand, answer, runtime, tool, year};

#[tokio::test]
async fn cb_79_94_a_manifest_comes_from_its_path_and_calls_go_to_its_endpoint() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    let manifest = runtime.load(&format!("{}/", stand.base)).await.unwrap();
    assert_eq!(manifest.name, "stand");
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    let invocation = stand.next("/invoke").await;
    assert_eq!(answer(&invocation, "mild").await, 200);
    assert_eq!(pending.result().await.unwrap().text.unwrap(), "mild");
    for bad in
        ["", "tools.example", "file:///etc/passwd", "https://tools.example/?a=b", "https://a/#b"]
    {
        assert!(matches!(runtime.load(bad).await, Err(LoadError::InvalidUrl)), "{bad}");
    }
}

#[tokio::test]
async fn cb_97_98_an_invalid_manifest_is_reported_and_none_of_its_tools_is_there() {
    let nameless =
        json!({"name": "two words", "description": "", "inputSchema": {"type": "object"}});
    let wrong = [
        json!([]),
        json!([tool("report"), nameless]),
        json!([tool("report"), tool("report")]),
        json!([tool("report"), {"name": "other", "description": ""}]),
        json!([tool("report"), {"name": "other", "inputSchema": {"type": "object"}}]),
        json!([tool("report"), {"name": "other", "description": "", "inputSchema": true}]),
        json!("no list"),
    ];
    let runtime = runtime(Memory::default(), |builder| builder).await;
    for tools in wrong {
        let stand = Stand::with(tools.clone()).await;
        let error = runtime.load(&stand.base).await.unwrap_err();
        assert!(matches!(error, LoadError::Manifest { .. }), "{tools}: {error}");
        let called = runtime.call("thread", "report", year(2014)).await.unwrap_err();
        assert!(matches!(called, CallError::UnknownTool(_)), "{called}");
    }
    assert!(runtime.toolsets().is_empty());
}

#[tokio::test]
async fn cb_60_95_96_a_manifest_is_kept_and_loaded_afresh() {
    let stand = Stand::with(json!([tool("report")])).await;
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&stand.base).await.unwrap();
    stand.serves(json!([tool("other")]));
    assert_eq!(runtime.toolsets()[0].tools[0].name, "report");
    assert_eq!(runtime.load(&stand.base).await.unwrap().tools[0].name, "other");
    stand.serves(Value::Null);
    assert_eq!(runtime.load(&stand.base).await.unwrap().tools[0].name, "other");
    let fresh = super::stand::runtime(Memory::default(), |builder| builder).await;
    let error = fresh.load(&stand.base).await.unwrap_err();
    assert!(matches!(error, LoadError::Status { status: 503, .. }), "{error}");
}

#[tokio::test]
async fn cb_92_93_of_two_tools_with_one_name_neither_is_called() {
    let (one, other) =
        (json!([tool("report"), tool("one")]), json!([tool("report"), tool("other")]));
    let (one, other) = (Stand::with(one).await, Stand::with(other).await);
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load(&one.base).await.unwrap();
    runtime.load(&other.base).await.unwrap();
    let error = runtime.call("thread", "report", year(2014)).await.unwrap_err();
    assert!(matches!(&error, CallError::Clash { toolsets, .. } if toolsets.len() == 2), "{error}");
    for rest in ["one", "other"] {
        runtime.call("thread", rest, year(2014)).await.unwrap();
    }
    // The clash ends with its cause.
    other.serves(json!([tool("other")]));
    runtime.load(&other.base).await.unwrap();
    runtime.call("thread", "report", year(2014)).await.unwrap();
}

#[tokio::test]
async fn headers_stay_with_the_origin_that_they_were_given_for() {
    let (stand, mut other) =
        (Stand::with(json!([tool("report")])).await, Stand::with(json!([])).await);
    let token = || {
        let mut map = HeaderMap::new();
        map.insert("authorization", "Bearer s3cret".parse().unwrap());
        Headers::new(map)
    };
    let runtime = runtime(Memory::default(), |builder| builder).await;
    runtime.load_with(&stand.base, token()).await.unwrap();
    let pending = runtime.call("thread", "report", year(2014)).await.unwrap();
    drop(pending);
    // The manifest moves the calls to another server.
    let endpoint = format!("{}/invoke", other.base);
    stand.sends_to(&endpoint);
    let error = runtime.load_with(&stand.base, token()).await.unwrap_err();
    assert!(matches!(error, LoadError::OtherOrigin { .. }), "{error}");
    let option = format!("`Headers::allow_origin(\"{}\")`", other.base);
    assert!(error.to_string().contains(&option), "{error}");
    assert!(!format!("{error}{error:?}{:?}", token()).contains("s3cret"));
    // Without headers there is nothing to protect.
    runtime.load(&stand.base).await.unwrap();
    runtime.call("thread", "report", year(2014)).await.unwrap();
    other.next("/invoke").await;
    assert!(other.tokens().is_empty());
    runtime.load_with(&stand.base, token().allow_origin(&other.base)).await.unwrap();
    runtime.call("thread", "report", year(2014)).await.unwrap();
    other.next("/invoke").await;
    assert_eq!(other.tokens(), ["Bearer s3cret"]);
}

#[tokio::test]
async fn a_server_on_the_inside_is_never_asked() {
    let mut stand = Stand::with(json!([tool("report")])).await;
    let closed = |builder: a2t_rap::client::Builder| {
        builder.egress_policy(a2t_webhook::egress::Policy::default())
    };
    let runtime = runtime(Memory::default(), closed).await;
    let error = runtime.load(&stand.base).await.unwrap_err();
    assert!(matches!(error, LoadError::Unreachable(_)), "{error}");
    assert!(stand.sent.try_recv().is_err());
}
