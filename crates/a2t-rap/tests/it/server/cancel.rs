//! Cancelled calls and closed threads.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use a2t::ToolError;
use a2t::rap::{Call, Server};
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde_json::json;
use tower::ServiceExt;

use super::results::Bench;
use super::rig::{PATIENCE, Runtime, Vendor, set, stores};

/// Works until it is cancelled, then cleans up.
///
/// # Returns
/// Nothing that anybody reads.
#[a2t::tool(version = 1)]
async fn labour(
    #[a2t(context)] call: Call,
    #[a2t(context)] State(bench): State<Arc<Bench>>,
) -> Result<bool, ToolError> {
    bench.runs.fetch_add(1, Ordering::SeqCst);
    call.cancelled().await;
    bench.gate.0.add_permits(1);
    Ok(true)
}

fn server(bench: &Arc<Bench>) -> Server<Arc<Bench>> {
    set(Server::new(a2t::toolset![labour], Arc::clone(bench)))
}

async fn begun(bench: &Bench, runs: usize) {
    let begun = async {
        while bench.runs.load(Ordering::SeqCst) < runs {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, begun).await.unwrap();
}

#[tokio::test]
async fn cb_032_a_cancelled_call_cleans_up_and_ends_in_an_error() {
    for (name, store) in stores("cancel").await {
        let (runtime, bench) = (Runtime::start().await, Arc::<Bench>::default());
        let vendor = Vendor::start(server(&bench).store(store)).await;
        vendor.invoke(&runtime.invocation("labour", "call_1", json!({}))).await;
        begun(&bench, 1).await;
        let cancel = json!({"thread_id": "thread_1", "tool_call_id": "call_1"});
        for _ in 0..2 {
            assert_eq!(vendor.post("/cancel_tool_call", &cancel).await.status, 200, "{name}");
        }
        assert_eq!(runtime.one().await["text"], "Error: the call was cancelled");
        bench.gate.0.acquire().await.unwrap().forget();
        vendor.stop().await;
        assert_eq!(runtime.all().len(), 1);
    }
}

#[tokio::test]
async fn cb_147_a_closed_thread_takes_its_calls_with_it_and_no_others() {
    for (name, store) in stores("close").await {
        let (runtime, bench) = (Runtime::start().await, Arc::<Bench>::default());
        let vendor = Vendor::start(server(&bench).store(store)).await;
        for number in 0..6 {
            let mut call = runtime.invocation("labour", &format!("call_{number}"), json!({}));
            call["group_id"] = json!(format!("thread_{}", number % 2));
            vendor.invoke(&call).await;
        }
        begun(&bench, 6).await;
        assert_eq!(
            vendor.post("/close_thread", &json!({"thread_id": "thread_1"})).await.status,
            200
        );
        for posted in runtime.wait(3).await {
            assert_eq!(posted.body["group_id"], "thread_1", "{name}");
        }
        bench.gate.0.acquire_many(3).await.unwrap().forget();
        assert_eq!(bench.gate.0.available_permits(), 0);
        vendor.post("/close_thread", &json!({"thread_id": "thread_0"})).await;
        assert_eq!(runtime.wait(6).await.len(), 6);
        vendor.stop().await;
    }
}

#[tokio::test]
async fn cb_145_cb_146_cb_151_closing_and_cancelling_are_always_200_and_empty() {
    let vendor = Vendor::start(server(&Arc::default())).await;
    let long = "x".repeat(100 * 1024);
    let bodies = [
        r#"{"thread_id": "unknown", "tool_call_id": "unknown"}"#,
        r#"{"thread_id": "../../etc/passwd", "tool_call_id": "'; DROP TABLE a2t_call; --"}"#,
        r#"{"thread_id": "\u0000", "tool_call_id": ""}"#,
        r#"{"thread_id": 7}"#,
        "[]",
        "{",
        "",
        &long,
    ];
    for path in ["/close_thread", "/cancel_tool_call"] {
        for body in bodies {
            let headers = [("content-type", "application/json")];
            let reply = vendor.send("POST", path, &headers, body.to_owned()).await;
            assert_eq!((reply.status, &*reply.text), (200, ""), "{path} {}", body.len());
        }
        assert_eq!(vendor.send("POST", path, &[], "x".to_owned()).await.status, 200);
    }
}

async fn guarded(request: Request, next: Next) -> Response {
    match request.headers().get("authorization") {
        Some(value) if value == "Bearer t0ken" => next.run(request).await,
        _ => StatusCode::UNAUTHORIZED.into_response(),
    }
}

#[tokio::test]
async fn cb_150_a_layer_authenticates_every_request() {
    let server = server(&Arc::default()).migration(async |_| Ok(()));
    let (router, _workers) = server.into_router::<()>().unwrap();
    let router = router.layer(middleware::from_fn(guarded));
    let paths =
        ["/invoke", "/close_thread", "/cancel_tool_call", "/migrate", "/user_choice_response/x"];
    for path in paths {
        let request = |token: &str| {
            http::Request::post(path)
                .header("authorization", format!("Bearer {token}"))
                .header("content-type", "application/json")
                .body(axum::body::Body::from("{}"))
                .unwrap()
        };
        let status = async |token| router.clone().oneshot(request(token)).await.unwrap().status();
        assert_eq!(status("wrong").await, 401, "{path}");
        assert_ne!(status("t0ken").await, 401, "{path}");
    }
}
