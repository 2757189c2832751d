/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    #[tool(version = 1)]
    pub fn is_open(&self) -> bool {
        true
    }
}

fn main() {}
