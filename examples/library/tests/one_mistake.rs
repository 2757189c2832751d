//! One mistake, one error, in this program as it is published and as if it were not.

use a2t_one_mistake::{Program, arguments, sample, whole};

const ARGUMENTS: &[&str] = arguments!();

fn programs() -> [Program; 2] {
    let program = Program::package(env!("CARGO_MANIFEST_DIR"), env!("CARGO_PKG_NAME"));
    [program.unpublished(), program]
}

#[test]
fn a_sample_of_mistakes_is_one_error_each() {
    sample(ARGUMENTS, &programs(), 12);
}

#[test]
#[ignore = "all mistakes"]
fn every_mistake_is_one_error() {
    whole(ARGUMENTS, &programs());
}
