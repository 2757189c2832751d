//! `generator-proto prepare TOOLS FILE` writes descriptors as protoc would; `generator-proto prost|tonic
//! FILE FOLDER` generates from them.

mod descriptors;

use prost::Message;
use prost_types::FileDescriptorSet;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["prepare", tools, file] => {
            Ok(std::fs::write(file, descriptors::of(tools.parse()?).encode_to_vec())?)
        }
        ["prost", file, folder] => {
            Ok(prost_build::Config::new().out_dir(folder).compile_fds(read(file)?)?)
        }
        ["tonic", file, folder] => {
            let tonic = tonic_prost_build::configure().build_server(false).out_dir(folder);
            Ok(tonic.compile_fds(read(file)?)?)
        }
        _ => {
            Err("usage: generator-proto prepare TOOLS FILE | prost FILE FOLDER | tonic FILE FOLDER"
                .into())
        }
    }
}

fn read(file: &str) -> Result<FileDescriptorSet, Box<dyn std::error::Error>> {
    Ok(FileDescriptorSet::decode(&*std::fs::read(file)?)?)
}
