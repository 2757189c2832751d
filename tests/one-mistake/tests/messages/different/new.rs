compile_error!("without messages yet");

fn main() {}
