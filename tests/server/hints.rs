//! Hints in the catalog: those of the function that runs, for each version.

use a2t::__private::{self, Entry, Older};
use a2t::testing::TestClient;
use a2t::{Tool, Toolset};
use a2t_core::published;
use serde_json::{Value, json};

/// Clears the board.
///
/// # Returns
/// How many notes are left.
#[a2t::tool(version = 3, title = "Clear the board", destructive, idempotent)]
fn clear() -> u8 {
    0
}

/// Clears the board, one note at a time.
///
/// # Returns
/// How many notes are left.
#[a2t::tool(name = "clear", version = 2, destructive)]
fn clear_v2() -> u8 {
    1
}

/// Reads the board.
///
/// # Returns
/// Its notes.
#[a2t::tool(version = 1)]
fn read_board() -> String {
    String::new()
}

/// The tools, `clear` also in the published version 1.
fn client() -> TestClient {
    // The file as an earlier release published it.
    let first = a2t::ToolSignature {
        version: 1,
        current_version: 1,
        preconditions: None,
        ..clear::SIGNATURE.clone()
    };
    let text = published::text(&first).leak();
    assert!(!text.contains("annotations") && text.contains("\"title\": \"Clear the board\""));
    let older = Box::leak(Box::new([Older { version: 1, text }]));
    let [written] = <clear as __private::RunsWith<(), _, _>>::ENTRIES else {
        panic!("one tool");
    };
    let entry: &Entry<()> =
        Box::leak(Box::new(Entry::new(written.signature, written.call).older(older)));
    let others = [
        <clear_v2 as __private::RunsWith<(), _, _>>::ENTRIES,
        <read_board as __private::RunsWith<(), _, _>>::ENTRIES,
    ];
    TestClient::new(Toolset::from_entries(others.into_iter().flatten().chain([entry])))
}

async fn get(path: &str) -> Value {
    client().get(path).await.json()
}

#[tokio::test]
async fn each_version_has_the_hints_of_the_function_that_answers_for_it() {
    let both = json!({"idempotentHint": true, "destructiveHint": true});
    let id = clear::SIGNATURE.tool_id;
    let versions = get(&format!("/tools/{id}/versions")).await;
    let hints: Vec<_> = versions["items"].as_array().unwrap().iter().collect();
    let hints: Vec<_> = hints.iter().map(|version| &version["annotations"]).collect();
    assert_eq!(hints, [&both, &json!({"destructiveHint": true}), &both]);
    assert_eq!(get(&format!("/tools/{id}")).await["annotations"], both);
    assert_eq!(get(&format!("/tools/{id}")).await["title"], "Clear the board");
    assert_eq!(get(&format!("/tools/{id}/versions/1")).await["annotations"], both);
}

#[tokio::test]
async fn a_tool_that_says_nothing_is_written_as_it_was() {
    let tools = get("/tools").await;
    let silent = &tools["items"][1];
    assert_eq!(silent["name"], "read_board");
    assert!(silent.get("annotations").is_none() && silent.get("title").is_none(), "{silent}");
}
