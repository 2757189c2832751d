//! Prints the client for a catalog: `cargo run -p a2t-codegen --example render -- FILE`.

fn main() -> Result<(), a2t_codegen::Error> {
    let path = std::env::args().nth(1).unwrap_or_default();
    print!("{}", a2t_codegen::Builder::new(path).source()?);
    Ok(())
}
