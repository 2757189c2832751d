use std::sync::Arc;

mod lamps {
    /// The lamps of a house.
    #[derive(Default)]
    pub(crate) struct Lamps {
        pub(crate) lit: bool,
    }

    #[a2t::tools]
    impl Lamps {
        /// Tells whether the lamps are on.
        ///
        /// # Returns
        /// Whether they are.
        #[tool(version = 1)]
        pub(crate) fn are_on(&self) -> bool {
            self.lit
        }
    }
}

/// Adds two numbers.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
fn add(
    /// First addend.
    a: i32,
    /// Second addend.
    b: i32,
) -> i32 {
    a + b
}

pub(crate) fn main() {
    let lamps = Arc::new(lamps::Lamps::default());
    assert!(!lamps.are_on());
    assert_eq!(add(1, 2), 3);
    let toolset: a2t::Toolset<Arc<lamps::Lamps>> = a2t::toolset![add, lamps::Lamps];
    assert_eq!(toolset.len(), 2);
}
