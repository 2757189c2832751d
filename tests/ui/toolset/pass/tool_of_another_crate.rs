use a2t::Tool;
use a2t::testing::TestClient;
use a2t_ui_vendor::{Library, Shelf, lend_book, renew};
use serde_json::json;

/// Counts the shelves.
///
/// # Returns
/// How many there are.
#[a2t::tool(version = 1)]
fn count_shelves() -> u32 {
    12
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(count_shelves(), 12);
    assert_eq!(lend_book("Emma".into(), Shelf::Novels).title, "Emma");
    assert_eq!(lend_book::SIGNATURE.name, "lend_book");
    let toolset: a2t::Toolset<std::sync::Arc<Library>> = a2t::toolset![
        count_shelves,
        lend_book,
        a2t_ui_vendor::returns::return_book,
        Library
    ];
    let names: Vec<_> = toolset.signatures().map(|tool| &*tool.name).collect();
    assert_eq!(
        names,
        ["count_shelves", "lend_book", "open_today", "return_book"]
    );
    let renewals: a2t::Toolset<()> = a2t::toolset![a2t_ui_vendor::RenewTool];
    assert_eq!(renewals.len(), 1);
    assert_eq!(renew(7), 7);
    let client = TestClient::with_state(toolset, Default::default());
    let arguments = json!({ "title": "Emma", "days": 3 });
    assert_eq!(
        client.call("return_book", arguments).await.unwrap()["result"],
        30
    );
    assert_eq!(
        client.call("open_today", json!({})).await.unwrap()["result"],
        false
    );
}
