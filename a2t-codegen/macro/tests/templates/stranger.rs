#![allow(dead_code, unused_imports)]

#[path = "../../../src/docs.rs"]
mod docs;
#[path = "../../../src/emit/mod.rs"]
mod emit;
#[path = "../../../src/ident/mod.rs"]
mod ident;

use emit::{Rust, code, rust};

struct Own;

impl emit::Fragment for Own {}

fn main() {
    let name = String::from("name() {} fn another");
    let mut out = Rust::default();
    rust!(out, "fn {name}() {{}}");
    code!("{name}");
    rust!(out, "fn {name}() {{}}"; name);
    rust!(out, "fn {name}() {{}}"; name = "name");
    code!("{name}"; name = format_args!("{name}"));
}
