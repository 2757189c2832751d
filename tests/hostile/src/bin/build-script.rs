//! What a build script does, as a separate program: a client of the catalog that the first argument
//! names, written to the folder that the second one names.

use a2t_codegen::Builder;

fn main() -> Result<(), a2t_codegen::Error> {
    let mut arguments = std::env::args_os().skip(1);
    let catalog = arguments.next().unwrap_or_default();
    let out_dir = arguments.next().unwrap_or_default();
    Builder::new(std::path::Path::new(&catalog)).module("client").out_dir(out_dir).generate()
}
