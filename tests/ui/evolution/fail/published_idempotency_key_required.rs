#![allow(unused)]

/// Lists the fines of a reader.
///
/// # Returns
/// The fines.
#[a2t::tool(version = 1, read_only, idempotency_key = "required", id = "f1190000-0000-4000-8000-000000000007")]
pub fn list_fines(
    /// The reader.
    reader: String,
    /// The year; this one if absent.
    year: Option<u16>,
) -> String {
    unimplemented!()
}

fn main() {}
