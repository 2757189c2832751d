//! The client of the approved catalog, written into `OUT_DIR`; no network.

fn main() -> Result<(), a2t_codegen::Error> {
    a2t_codegen::Builder::new("approved/accounts.json").generate()
}
