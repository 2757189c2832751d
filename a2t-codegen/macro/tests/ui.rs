//! Compiler messages: `fail` has a mistake in a catalog or a call of `client!` in each file, `templates` what
//! is not part of a template of the generator, a stranger's text.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use a2t_codegen::snapshot::Snapshot;
use a2t_one_mistake::{Messages, arguments};

const CLOCK: &str = include_str!("../../../tests/codegen/catalogs/mcp_time.json");
const TOOL: &str = include_str!("../../../tests/codegen/catalogs/draft_weather.json");

const ARGUMENTS: &[&str] = arguments!();

#[test]
fn mistakes_are_explained_on_the_path_and_texts_are_no_templates() {
    // Catalogs are relative to the package.
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages");
    let folder = package.join("approved");
    fs::create_dir_all(&folder).unwrap();
    let tool = a2t_core::signature::parse(TOOL.as_bytes()).unwrap().signature;
    let url = "https://api.weather.example";
    let snapshot = Snapshot::new(url, vec![tool]).to_text();
    let broken = "{\n  \"toolId\": \"0479a45d\",\n  \"name\": \"add\",\n  \"description\": \"a\\u001b[2J\",\n  \"version\": 0,\n  \"currentVersion\": 1\n}\n";
    for (name, text) in [
        ("weather", &*snapshot),
        ("9-lives", TOOL),
        ("edited", &snapshot.replace("given city", "any city")),
        ("clock", CLOCK),
        ("clock_edited", &CLOCK.replace("Tells the time", "Tells any time")),
        ("clock_broken", &CLOCK.replace("\"type\": \"object\"", "\"type\": \"object")),
        ("broken", broken),
        ("syntax", "[\n  {,}\n]\n"),
    ] {
        fs::write(folder.join(name).with_extension("json"), text).unwrap();
    }
    let messages =
        Messages::new(ARGUMENTS, Path::new(env!("CARGO_MANIFEST_DIR")), "a2t-client-macro");
    // The templates are the generator's own source, because its dependencies are here already.
    let folders = ["tests/fail", "tests/templates"].map(str::to_owned);
    messages.env("CARGO_MANIFEST_DIR", &package).check(&folders);
}
