use std::rc::Rc;

/// Reads an instrument.
///
/// # Returns
/// The reading.
#[a2t::tool(version = 1)]
pub async fn read_instrument(
    /// The number of the instrument.
    number: u32,
) -> u32 {
    let shared = Rc::new(number);
    std::future::ready(()).await;
    *shared
}

fn main() {
    let _: a2t::Toolset<()> = a2t::toolset![read_instrument];
}
