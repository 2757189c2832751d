//! Caches between: replies that depend on the caller belong to that caller only, and tags
//! distinguish them.

use serde_json::json;

use crate::rig::{get, id, known, request, send, toolset};

#[tokio::test]
async fn replies_that_depend_on_the_caller_say_so() {
    let (id, router) = (id(&toolset(), "read_weather"), known(toolset().into_router()));
    for token in ["", "alice/r"] {
        for path in [
            "/tools".to_owned(),
            format!("/tools/{id}"),
            format!("/tools/{id}/versions"),
            "/tools/x".to_owned(),
            "/tools?pageLimit=x".to_owned(),
            format!("/tools/{id}:invoke"),
        ] {
            let reply = get(&router, &path, token).await;
            assert_eq!(reply.header("cache-control"), "private", "{path}");
            assert_eq!(reply.header("vary"), "authorization", "{path}");
        }
    }
}

#[tokio::test]
async fn callers_who_see_the_same_share_a_tag() {
    let router = known(toolset().into_router());
    let tag =
        async |path: &str, token: &str| get(&router, path, token).await.header("etag").to_owned();
    let reader = tag("/tools", "alice/r").await;
    assert_eq!(tag("/tools", "bob/ro").await, reader);
    assert_eq!(tag("/tools?pageLimit=1", "bob/r").await, reader);
    assert_ne!(tag("/tools", "alice/rw").await, reader);
    assert_eq!(tag("/tools", "").await, tag("/tools", "alice/w").await);
    // A caller that gains a scope must not be answered that nothing changed.
    let mut ask = request("GET", "/tools", "alice/r", json!(null));
    ask.headers_mut().insert("if-none-match", reader.parse().unwrap());
    let same = send(&router, ask).await;
    assert_eq!((same.status.as_u16(), same.body.len()), (304, 0));
    assert_eq!((same.header("cache-control"), same.header("vary")), ("private", "authorization"));
    let mut ask = request("GET", "/tools", "alice/rw", json!(null));
    ask.headers_mut().insert("if-none-match", reader.parse().unwrap());
    assert_eq!(send(&router, ask).await.status, 200);
    // One tool is the same to all who see it.
    let path = format!("/tools/{}", id(&toolset(), "greet"));
    assert_eq!(tag(&path, "").await, tag(&path, "alice/rw").await);
}

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// First addend.
    a: i32,
) -> i32 {
    a
}

#[tokio::test]
async fn a_toolset_that_is_the_same_to_everybody_says_nothing_of_callers() {
    let router = known(a2t::toolset![add].into_router());
    let [one, other] = [get(&router, "/tools", "").await, get(&router, "/tools", "alice/r").await];
    assert_eq!(one.headers, other.headers);
    assert!(!one.headers.contains_key("vary") && !one.headers.contains_key("cache-control"));
    let all = known(a2t::toolset![add].visible(|_, _| true).into_router());
    assert_eq!(get(&all, "/tools", "").await.body, one.body);
    assert_ne!(get(&all, "/tools", "").await.header("etag"), "");
}
