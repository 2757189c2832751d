//! `generator-progenitor OPENAPI OUTPUT`: the client of progenitor, as its documentation has it in a build script.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (document, output) = arguments
        .next()
        .zip(arguments.next())
        .ok_or("usage: generator-progenitor OPENAPI OUTPUT")?;
    let document: openapiv3::OpenAPI = serde_json::from_str(&std::fs::read_to_string(document)?)?;
    let tokens = progenitor_impl::Generator::default().generate_tokens(&document)?;
    let text = prettyplease::unparse(&syn::parse2(tokens)?);
    Ok(std::fs::write(output, text)?)
}
