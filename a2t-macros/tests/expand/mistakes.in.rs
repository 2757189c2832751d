#[a2t::tool(version = 0)]
fn add(a: i32) -> i32 {
    a + 1
}

#[derive(a2t::Enum)]
enum Units {
    Celsius,
}
