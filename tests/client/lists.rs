//! Lists of servers that others wrote, as a client reads them: links, redirects, and cursors in other places.

use a2t::client::{Client, Kind};

use super::vendor::{Vendor, reply};

const TOOL: &str = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","description":"Adds.","version":1,"currentVersion":1}"#;
const OTHER: &str = r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca5","name":"subtract","description":"Subtracts.","version":1}"#;

fn page(tool: &str, more: &str) -> String {
    format!(r#"{{"items":[{tool}]{more}}}"#)
}

#[tokio::test]
async fn a_link_to_the_next_page_of_the_same_list_is_followed() {
    let linked = |link: &str| reply("200 OK", &format!("link: {link}\r\n"), &page(TOOL, ""));
    let last = reply("200 OK", "", &page(OTHER, r#","total":2"#));
    let vendor = Vendor::raw([linked("</tools?page=2>; rel=\"next\""), last.clone()]).await;
    assert_eq!(Client::new(&vendor.url).unwrap().tools().await.unwrap().len(), 2);
    assert!(
        vendor.requests()[1].starts_with("GET /tools?page=2 HTTP/1.1"),
        "{:?}",
        vendor.requests()
    );
    // No other server and no other path is asked.
    for elsewhere in ["<http://elsewhere.example/tools?page=2>", "</admin>"] {
        let vendor = Vendor::raw([linked(&format!("{elsewhere}; rel=next")), last.clone()]).await;
        assert_eq!(Client::new(&vendor.url).unwrap().tools().await.unwrap().len(), 1);
        assert_eq!(vendor.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_redirect_that_adds_a_slash_is_followed_by_what_only_reads() {
    let moved = |location: &str| reply("308 X", &format!("location: {location}\r\n"), "");
    let last = reply("200 OK", "", &page(TOOL, ""));
    let vendor = Vendor::raw([moved("/tools/"), last.clone()]).await;
    assert_eq!(Client::new(&vendor.url).unwrap().tools().await.unwrap().len(), 1);
    assert!(vendor.requests()[1].starts_with("GET /tools/ HTTP/1.1"), "{:?}", vendor.requests());
    let vendor = Vendor::raw([moved("/login"), last]).await;
    let error = Client::new(&vendor.url).unwrap().tools().await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Redirected { .. }), "{error}");
}

#[tokio::test]
async fn a_list_that_may_go_on_is_not_all_tools() {
    for more in [
        r#","pagination":{"nextCursor":"x"}"#,
        r#","paging":{"nextCursor":"x"}"#,
        r#","next":"/tools?page=2""#,
        r#","total":8"#,
    ] {
        let vendor = Vendor::ok([page(TOOL, more)]).await;
        let error = Client::new(&vendor.url).unwrap().tools().await.unwrap_err();
        assert!(error.to_string().contains("the list may go on"), "{error}");
    }
}

#[tokio::test]
async fn a_cursor_is_sent_without_a_limit() {
    let vendor = Vendor::ok([page(TOOL, r#","paging":{"next":7}"#), page(OTHER, "")]).await;
    let tools = Client::new(&vendor.url).unwrap().tools().await.unwrap();
    assert_eq!(tools.iter().map(|tool| tool.current_version).collect::<Vec<_>>(), [1, 1]);
    assert!(
        vendor.requests()[1].starts_with("GET /tools?pageCursor=7 HTTP/1.1"),
        "{:?}",
        vendor.requests()
    );
}
