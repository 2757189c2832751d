fn main() -> Result<(), a2t_codegen::Error> {
    a2t_codegen::Builder::new("flights.json").generate()?;
    a2t_codegen::Builder::new("list.json").generate()
}
