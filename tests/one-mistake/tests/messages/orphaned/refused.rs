compile_error!("refused");

fn main() {}
