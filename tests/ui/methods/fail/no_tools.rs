/// A weather station.
pub struct Station;

#[a2t::tools]
impl Station {
    /// Reads the thermometer.
    pub fn read(&self) -> i32 {
        1
    }
}

fn main() {}
