/// Adds two numbers.
#[a2t::tools]
pub fn add() -> i32 {
    1
}

fn main() {}
