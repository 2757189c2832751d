//! Interoperation of `a2t-rap-wire` with the published types of RAP (`rap-protocol`), in `tests`:
//! `cargo test --manifest-path crates/a2t-rap-wire/judges/Cargo.toml` from the root of the repository.
