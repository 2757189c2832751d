//! Enumeration (draft sections 6.1 to 6.4): shapes, pages, filters, versions, ETags.

use std::collections::BTreeSet;

use a2t::testing::TestClient;
use axum::extract::Request;
use http::StatusCode;
use serde_json::{Value, json};

use crate::tools::{
    LOOKUP, Probe, UNKNOWN, assert_problem, client, first_version, in_two_versions, numbered,
};

fn many() -> TestClient {
    TestClient::with_state(numbered(25), Probe::default())
}

/// Walks a list from a first query to its last page.
async fn walk(client: &TestClient, path: &str, query: &str) -> Vec<Value> {
    let mut items = Vec::new();
    let mut cursor = String::new();
    for _ in 0..1_000 {
        let response = client.get(&format!("{path}?{query}{cursor}")).await;
        assert_eq!(response.status, 200, "{:?}", response.body);
        let page = response.json();
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["paging"].get("next") {
            Some(next) => cursor = format!("&pageCursor={}", next.as_str().unwrap()),
            None => return items,
        }
    }
    panic!("the list does not end");
}

fn names(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_list_has_the_newest_version_of_each_tool_by_name() {
    let response = client().get("/tools").await;
    assert_eq!(response.headers["content-type"], "application/json");
    let page = response.json();
    let items = page["items"].as_array().unwrap();
    assert_eq!(names(items), ["fail", "lookup", "panic", "reject", "wait"]);
    for item in items {
        assert_eq!(item["version"], item["currentVersion"]);
    }
    assert!(page["paging"]["pageLimit"].is_u64());
    assert!(page["paging"].get("next").is_none());
}

#[tokio::test]
async fn tools_whose_ids_fold_to_one_word_are_kept_apart() {
    // The two halves of an id, each the other way round.
    let tools = [
        ("00000000-0000-0002-0000-000000000001", "two"),
        ("00000000-0000-0001-0000-000000000002", "one"),
        ("00000000-0000-0003-0000-000000000000", "three"),
    ];
    let toolset = in_two_versions(&tools);
    assert_eq!(toolset.len(), 3);
    let in_order: Vec<_> = toolset.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(in_order, ["one", "three", "two"]);
    let client = TestClient::with_state(toolset, Probe::default());
    for (id, name) in tools {
        for version in [1, 2] {
            let path = format!("/tools/{id}/versions/{version}");
            let found = client.get(&path).await.json();
            assert_eq!((&found["name"], &found["version"]), (&json!(name), &json!(version)));
        }
        let versions = walk(&client, &format!("/tools/{id}/versions"), "").await;
        assert_eq!(names(&versions), [name, name]);
    }
    for unknown in ["0000-0003-0000-000000000003", "0000-0000-0000-000000000003"] {
        let missing = client.get(&format!("/tools/00000000-{unknown}")).await;
        assert_problem(&missing, 404, "unknown-tool");
    }
}

#[tokio::test]
async fn every_page_size_yields_every_tool_once_in_one_order() {
    let client = many();
    let whole = client.get("/tools").await.json();
    let whole = whole["items"].as_array().unwrap();
    assert_eq!(whole.len(), 25);
    for size in 1..=27 {
        let walked = walk(&client, "/tools", &format!("pageLimit={size}")).await;
        assert_eq!(&walked, whole, "pages of {size}");
    }
}

#[tokio::test]
async fn the_page_size_may_change_on_the_way() {
    let client = many();
    let first = client.get("/tools?pageLimit=4").await.json();
    let next = first["paging"]["next"].as_str().unwrap();
    let second = client.get(&format!("/tools?pageLimit=9&pageCursor={next}")).await.json();
    assert_eq!(second["items"][0]["name"], "numbered_004");
    assert_eq!(second["items"].as_array().unwrap().len(), 9);
    assert_eq!(second["paging"]["pageLimit"], 9);
}

#[tokio::test]
async fn concurrent_walks_do_not_disturb_each_other() {
    let client = many();
    let walks = [1, 2, 3, 5, 8].map(|size| {
        let client = client.clone();
        tokio::spawn(async move { walk(&client, "/tools", &format!("pageLimit={size}")).await })
    });
    for walk in walks {
        let items = walk.await.unwrap();
        assert_eq!(names(&items).iter().collect::<BTreeSet<_>>().len(), 25);
        assert_eq!(items.len(), 25);
    }
}

#[tokio::test]
async fn the_server_says_which_page_size_it_applies() {
    let page = many().get("/tools?pageLimit=999999999999999999999").await.json();
    assert_eq!(page["paging"]["pageLimit"], 1_000);
    let page = many().get("/tools").await.json();
    assert_eq!(page["paging"]["pageLimit"], 100);
}

#[tokio::test]
async fn a_page_that_cannot_be_is_refused_with_its_parameter() {
    let client = many();
    for query in [
        "pageLimit=0",
        "pageLimit=-1",
        "pageLimit=ten",
        "pageLimit=1.5",
        "pageCursor=nonsense",
        "pageCursor=%ff",
        "pageLimit=1&pageLimit=2",
    ] {
        let response = client.get(&format!("/tools?{query}")).await;
        assert_problem(&response, 400, "invalid-page");
        let parameter = response.json()["errors"][0]["parameter"].clone();
        assert!(query.starts_with(parameter.as_str().unwrap()), "{query}");
    }
}

#[tokio::test]
async fn tag_and_name_filter_the_list_across_pages() {
    let client = many();
    let third = walk(&client, "/tools", "pageLimit=2&tag=third").await;
    assert_eq!(third.len(), 9);
    let tens = walk(&client, "/tools", "pageLimit=3&name=BERED_01").await;
    assert_eq!(names(&tens)[0], "numbered_010");
    assert_eq!(tens.len(), 10);
    let both = walk(&client, "/tools", "name=_01&tag=third").await;
    assert_eq!(names(&both), ["numbered_012", "numbered_015", "numbered_018"]);
    assert!(walk(&client, "/tools", "tag=third&tag=fourth").await.is_empty());
}

#[tokio::test]
async fn unknown_query_parameters_are_ignored() {
    let page = many().get("/tools?sort=up&pageLimit=2&x").await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_tool_is_its_bare_current_signature() {
    let tool = client().get(&format!("/tools/{LOOKUP}")).await.json();
    assert_eq!(tool["toolId"], LOOKUP);
    assert_eq!((&tool["version"], &tool["currentVersion"]), (&2.into(), &2.into()));
    assert!(tool.get("items").is_none());
}

#[tokio::test]
async fn versions_come_newest_first_across_pages() {
    for query in ["pageLimit=1", "pageLimit=5", "tag=ignored&name=ignored"] {
        let versions = walk(&client(), &format!("/tools/{LOOKUP}/versions"), query).await;
        let numbers: Vec<_> = versions.iter().map(|tool| &tool["version"]).collect();
        assert_eq!(numbers, [2, 1]);
        assert!(versions.iter().all(|tool| tool["currentVersion"] == 2));
    }
}

#[tokio::test]
async fn an_old_version_differs_from_itself_only_in_its_current_version() {
    let path = format!("/tools/{LOOKUP}/versions/1");
    let before = TestClient::with_state(first_version(), Probe::default());
    let mut before = before.get(&path).await.json();
    assert_eq!(before["currentVersion"], 1);
    before["currentVersion"] = 2.into();
    assert_eq!(client().get(&path).await.json(), before);
}

#[tokio::test]
async fn an_upper_case_id_is_the_same_id() {
    let upper = format!("/tools/{}", LOOKUP.to_uppercase());
    let tool = client().get(&upper).await.json();
    assert_eq!(tool["toolId"], LOOKUP);
}

#[tokio::test]
async fn what_does_not_exist_is_named() {
    let client = client();
    for (path, kind) in [
        (format!("/tools/{UNKNOWN}"), "unknown-tool"),
        (format!("/tools/{UNKNOWN}/versions"), "unknown-tool"),
        (format!("/tools/{UNKNOWN}/versions/1"), "unknown-tool"),
        (format!("/tools/{LOOKUP}/versions/3"), "unknown-version"),
        (format!("/tools/{LOOKUP}/versions/0"), "not-found"),
        (format!("/tools/{LOOKUP}/versions/01"), "not-found"),
        (format!("/tools/{LOOKUP}/version/1"), "not-found"),
        (format!("/tools/{LOOKUP}/"), "not-found"),
        (format!("/tools/{{{LOOKUP}}}"), "not-found"),
        (format!("/tools/%2e%2e/{LOOKUP}"), "not-found"),
        ("/tools/9999999999".to_owned(), "not-found"),
    ] {
        assert_problem(&client.get(&path).await, 404, kind);
    }
}

#[tokio::test]
async fn a_name_where_an_id_belongs_is_answered_with_the_id() {
    let response = client().get("/tools/lookup:invoke").await;
    let detail = response.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains(LOOKUP), "{detail}");
}

#[tokio::test]
async fn head_answers_as_get_without_the_body() {
    let client = client();
    let versions = format!("/tools/{LOOKUP}/versions");
    for path in ["/tools", "/tools?pageLimit=1", &versions, "/tools/none"] {
        let get = client.get(path).await;
        let head = client.request(Request::head(path).body("".into()).unwrap()).await;
        assert_eq!((head.status, head.body.len()), (get.status, 0));
        assert_eq!(head.headers["content-type"], get.headers["content-type"]);
        assert_eq!(head.headers.get("etag"), get.headers.get("etag"));
        assert_eq!(head.headers["content-length"], get.body.len().to_string());
    }
}

#[tokio::test]
async fn a_client_that_has_the_catalog_gets_no_second_copy() {
    let client = client();
    let version = format!("/tools/{LOOKUP}/versions/1");
    for path in ["/tools", "/tools?pageLimit=1", &version] {
        let etag = client.get(path).await.headers["etag"].clone();
        let known = etag.to_str().unwrap();
        for (sent, status) in [
            (known.to_owned(), StatusCode::NOT_MODIFIED),
            (known.trim_start_matches("W/").to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", {known}"), StatusCode::NOT_MODIFIED),
            ("*".to_owned(), StatusCode::NOT_MODIFIED),
            ("\"other\"".to_owned(), StatusCode::OK),
        ] {
            let request = Request::get(path).header("if-none-match", &sent);
            let response = client.request(request.body("".into()).unwrap()).await;
            assert_eq!(response.status, status, "{sent}");
            assert_eq!(response.headers["etag"], etag);
            assert_eq!(response.body.is_empty(), status == StatusCode::NOT_MODIFIED);
        }
    }
}

#[tokio::test]
async fn another_catalog_has_another_etag() {
    let etag = async |count| {
        let client = TestClient::with_state(numbered(count), Probe::default());
        client.get("/tools").await.headers["etag"].clone()
    };
    assert_eq!(etag(3).await, etag(3).await);
    assert_ne!(etag(3).await, etag(4).await);
}

#[tokio::test]
async fn a_condition_does_not_hide_an_error() {
    let request = Request::get("/tools?pageLimit=0").header("if-none-match", "*");
    let response = client().request(request.body("".into()).unwrap()).await;
    assert_problem(&response, 400, "invalid-page");
}
