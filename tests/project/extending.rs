//! `docs/extending.md` names files that are there, and has a list for each kind of addition.

use std::path::Path;

use a2t::testing::TestClient;
use a2t::{DynamicInputs, DynamicTool, Toolset};
use serde_json::json;

const PAGE: &str = include_str!("../../docs/extending.md");

/// Code spans that name a file or a folder.
fn paths(text: &str) -> Vec<&str> {
    // A program between fences stands where a span would, and has lines.
    let spans = text.split('`').skip(1).step_by(2).filter(|span| !span.contains('\n'));
    spans
        .filter(|span| span.contains('/') || span.ends_with(".md") || span.ends_with(".toml"))
        .collect()
}

fn sections(page: &str) -> Vec<(&str, &str)> {
    let sections = page.split("\n## ").skip(1);
    sections.map(|section| section.split_once('\n').unwrap()).collect()
}

#[test]
fn every_path_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in paths(PAGE) {
        // Links are relative to `docs/`, the rest to the repository.
        let there = root.join(path).exists() || root.join("docs").join(path).exists();
        assert!(there, "docs/extending.md names `{path}`, which is not there");
    }
}

#[test]
fn each_kind_of_addition_has_its_list() {
    let kinds = [
        "An input type",
        "An output type of your own program",
        "A rule",
        "A scenario of `cargo a2t conformance`",
        "A dialect",
        "A subcommand",
        "A protocol",
        "A store",
    ];
    let sections = sections(PAGE);
    let titles: Vec<_> = sections.iter().map(|(title, _)| *title).collect();
    assert_eq!(titles, kinds);
    for (title, text) in sections {
        assert!(paths(text).len() >= 3, "{title}: {:?}", paths(text));
    }
}

/// The program of the page, word for word.
#[expect(unreachable_pub, reason = "a program of the page is a library's")]
mod page {
    /// A place, from a crate that knows nothing of tools; its type parameter keeps the derives away.
    pub struct Point<T> {
        pub x: T,
        pub y: T,
    }

    /// A place on the map.
    #[derive(a2t::Record)]
    pub struct Place {
        /// Metres to the east.
        pub x: f64,
        /// Metres to the north.
        pub y: f64,
    }

    impl From<Point<f64>> for Place {
        fn from(Point { x, y }: Point<f64>) -> Self {
            Self { x, y }
        }
    }

    /// Finds the places of a route.
    ///
    /// # Returns
    /// The places, in the order of the route.
    #[a2t::tool(version = 1)]
    pub fn find_route() -> Vec<Place> {
        vec![Point { x: 1.5, y: 2.0 }.into()]
    }
}

#[test]
fn the_program_of_the_page_is_the_one_tested_here() {
    let program = PAGE.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    let indent = |line: &str| if line.is_empty() { "\n".into() } else { format!("    {line}\n") };
    let indented: String = program.lines().map(indent).collect();
    assert!(include_str!("extending.rs").contains(&indented), "{program}");
}

#[tokio::test]
async fn a_type_that_no_derive_reaches_goes_by_a_struct_that_one_does() {
    let client = TestClient::new(a2t::toolset![page::find_route]);
    let reply = client.call("find_route", json!({})).await.unwrap();
    assert_eq!(reply["result"], json!([{ "x": 1.5, "y": 2.0 }]));
}

#[tokio::test]
async fn a_schema_by_hand_is_what_replies_are_checked_by() {
    let signature = |name: &str, id: &str| {
        json!({"toolId": id, "name": name, "description": "Finds a place.", "version": 1,
            "currentVersion": 1, "input_parameters": [], "output_parameters": [{"id": "place",
            "name": "place", "type": "json", "description": "The place.", "schema": {"type": "object",
            "properties": {"x": {"type": "number"}}, "required": ["x"]}}]})
    };
    let right = async |_: DynamicInputs| Ok([("place", json!({ "x": 1.5 }))]);
    let wrong = async |_: DynamicInputs| Ok([("place", json!({ "x": "1.5" }))]);
    let ids = ["0479a45d-ad0a-49d4-94db-75edf00d2ca1", "0479a45d-ad0a-49d4-94db-75edf00d2ca2"];
    let tools = [
        DynamicTool::parse(signature("right", ids[0]).to_string(), right).unwrap(),
        DynamicTool::parse(signature("wrong", ids[1]).to_string(), wrong).unwrap(),
    ];
    let client = TestClient::new(Toolset::default().extend(tools).unwrap());
    let reply = client.call("right", json!({})).await.unwrap();
    assert_eq!(reply["place"], json!({ "x": 1.5 }));
    assert_eq!(client.call("wrong", json!({})).await.unwrap_err().status(), 500);
}
