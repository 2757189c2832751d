compile_error!("one message");

fn main() {}
