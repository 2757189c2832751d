/// A harbour.
pub struct Harbour;

#[a2t::tools]
impl Harbour {
    /// Books a berth.
    ///
    /// # Returns
    /// The number.
    pub fn book(
        &self,
        /// The ship.
        ship: String,
    ) -> u32 {
        let _ = ship;
        1
    }
}

fn main() {}
