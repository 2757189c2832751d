//! `docs/conformance.md`: the failure and the scenario that it shows are real, and its numbers are those of the code.

use super::{Asked, Reply, VICTIM, ours, scenarios, wrong};
use crate::vendor::{run, scratch};
use serde_json::Value;

const PAGE: &str = include_str!("../../../../../docs/conformance.md");
const SERVER: &str =
    include_str!("../../../../../examples/other-languages/standard-library/server.py");

fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    PAGE.split(&start).nth(1).unwrap().split("```").next().unwrap()
}

#[test]
fn its_failure_is_printed_so() {
    let after = |asked: &Asked, reply: &mut Reply| {
        if asked.is_tool(VICTIM) {
            reply.body["description"] = "Counts cities.".into();
        }
    };
    let server = wrong(&ours(), |_| {}, after);
    let ran = run(&scratch("conformance_page"), &["conformance", &server.root]);
    assert!(ran.stdout.starts_with(block("text")), "{ran:#?}");
}

#[test]
fn its_scenario_is_one_of_the_package() {
    let shown: Value = serde_json::from_str(block("json")).unwrap();
    assert!(scenarios().contains(&shown), "{shown:#}");
}

#[test]
fn the_reference_has_as_many_lines_as_the_page_states() {
    let lines = SERVER.lines().count();
    let rounded = (lines + 5) / 10 * 10;
    assert!(PAGE.contains(&format!("in {rounded} lines of Python")), "{lines}");
}
