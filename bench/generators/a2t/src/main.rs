//! `generator-a2t CATALOG OUTPUT`: the client of this project, as its build script would write it.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (catalog, output) = arguments
        .next()
        .zip(arguments.next())
        .ok_or("usage: generator-a2t CATALOG OUTPUT")?;
    let text = a2t_codegen::Builder::new(catalog).source()?;
    Ok(std::fs::write(output, text)?)
}
