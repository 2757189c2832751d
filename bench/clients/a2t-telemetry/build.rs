fn main() -> Result<(), a2t_codegen::Error> {
    a2t_codegen::Builder::new("../a2t/flights.json").generate()
}
