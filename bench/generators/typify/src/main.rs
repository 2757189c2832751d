//! `generator-typify SCHEMA OUTPUT`: the types of typify, as its documentation has it in a build script.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (schema, output) =
        arguments.next().zip(arguments.next()).ok_or("usage: generator-typify SCHEMA OUTPUT")?;
    let schema: schemars::schema::RootSchema =
        serde_json::from_str(&std::fs::read_to_string(schema)?)?;
    let mut types = typify::TypeSpace::default();
    types.add_root_schema(schema)?;
    let text = prettyplease::unparse(&syn::parse2(types.to_stream())?);
    Ok(std::fs::write(output, text)?)
}
