/// Degrees.
#[derive(a2t::Output, a2t::Record)]
struct Degrees(i32);

/// Measures.
///
/// # Returns
/// The degrees of each hour.
#[a2t::tool(version = 1)]
fn measure() -> Vec<Degrees> {
    vec![Degrees(1)]
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![measure];
}
