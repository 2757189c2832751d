//! One mistake, one error, in the examples with published tools, both with and without the published files.

use std::path::Path;

use a2t_one_mistake::{Program, arguments, sample, whole};

const ARGUMENTS: &[&str] = arguments!();

/// Returns the sources of both examples, each with and without published files.
fn programs() -> Vec<Program> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let program = |name: &&str| {
        let program = Program::package(&examples.join(name), name);
        [program.unpublished(), program]
    };
    ["library", "weather-vendor"].iter().flat_map(program).collect()
}

#[test]
fn a_sample_of_mistakes_is_one_error_each() {
    sample(ARGUMENTS, &programs(), 24);
}

#[test]
#[ignore = "all mistakes"]
fn every_mistake_is_one_error() {
    whole(ARGUMENTS, &programs());
}
