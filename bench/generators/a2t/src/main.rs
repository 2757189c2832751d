//! `generator-a2t CATALOG… OUTPUT`: the clients of this project, as its build script would write them, one for each
//! catalog, in one file.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let (output, catalogs) =
        arguments.split_last().ok_or("usage: generator-a2t CATALOG… OUTPUT")?;
    let mut text = String::new();
    for catalog in catalogs {
        text += &a2t_codegen::Builder::new(catalog).source()?;
    }
    Ok(std::fs::write(output, text)?)
}
