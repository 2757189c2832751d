//! One mistake, one error, in the examples with published tools, as they are published and as if they were not.

use std::path::Path;

use a2t_one_mistake::{Program, arguments, sample, whole};

const ARGUMENTS: &[&str] = arguments!();

/// The sources of both examples, each published and not.
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
