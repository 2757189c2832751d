#[derive(a2t::Error)]
pub struct Lent;

#[derive(a2t::Error)]
pub enum Never {}

#[derive(a2t::Error)]
pub enum Generic<T> {
    /// Lent.
    #[a2t(status = 409)]
    Lent {
        /// The day.
        until: T,
    },
}

#[derive(a2t::Error)]
#[a2t(dispaly)]
pub enum Conditional {
    /// Lent.
    #[a2t(status = 409)]
    #[cfg(not(doc))]
    Lent,
}

fn main() {}
