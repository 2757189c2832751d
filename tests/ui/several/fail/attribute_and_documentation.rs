#[a2t::tool(verison = 1)]
pub fn negate(number: i32) -> i32 {
    -number
}

fn main() {}
