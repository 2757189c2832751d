/// The answer.
#[a2t::tool(version = 1)]
pub const ANSWER: i32 = 42;

fn main() {}
