//! Interoperation of `a2t-rap` with the published runtime side of RAP (`rap-client`) and its types (`rap-protocol`), in `tests`:
//! `cargo test --manifest-path crates/a2t-rap/interop/Cargo.toml` from the root of the repository.
