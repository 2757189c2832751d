/// Colours.
#[derive(a2t::Enum)]
pub enum Colour {
    /// As grass.
    #[a2t(nmae = "GREEN")]
    Grün,
}

fn main() {}
