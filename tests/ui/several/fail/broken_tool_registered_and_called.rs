/// Adds two numbers.
#[a2t::tool(version = 1)]
pub fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

fn main() {
    assert_eq!(add(1, 2), 3);
    let _: a2t::Toolset<()> = a2t::toolset![add];
}
