//! One mistake, one error: mistakes are inserted into programs that compile, published or not. `cargo test -p a2t-ui --test
//! one_mistake -- --ignored` inserts all of them; the default is a sample with a seed.

use std::path::Path;

use a2t_one_mistake::{Program, arguments, sample, whole};

const ARGUMENTS: &[&str] = arguments!();

/// The sources of what is published in this package, each published and not.
fn programs() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let published = root.join("published");
    let sources =
        ["find_flights_2", "forecast_days_1", "lend_copy_1", "reserve_seat_1", "tell_gate_2"];
    let program = |name: &&str| {
        let path = root.join(format!("evolution/sources/{name}.rs"));
        let program = Program::file(&path, "a2t-ui", Some(&published));
        [program.unpublished(), program]
    };
    sources.iter().flat_map(program).collect()
}

#[test]
fn a_sample_of_mistakes_is_one_error_each() {
    sample(ARGUMENTS, &programs(), 60);
}

#[test]
#[ignore = "all mistakes"]
fn every_mistake_is_one_error() {
    whole(ARGUMENTS, &programs());
}
