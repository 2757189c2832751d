//! A library that lends books through tools.
#![deny(missing_docs, unused, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery)]

mod renew;

pub use renew::{RenewTool, renew};

/// A shelf of the library.
#[derive(Clone, Copy, Debug, a2t::Enum)]
pub enum Shelf {
    /// Stories.
    Novels,
    /// Maps and atlases.
    Maps,
}

/// A book on loan.
#[derive(Clone, Debug, a2t::Output)]
pub struct Loan {
    /// The title of the book.
    pub title: String,
    /// The shelf it belongs to.
    pub shelf: Shelf,
}

/// Lends a book.
#[must_use]
#[a2t::tool(version = 1)]
pub const fn lend_book(
    /// The title.
    #[a2t(max_length = 200)]
    title: String,
    /// The shelf it stands on.
    shelf: Shelf,
) -> Loan {
    Loan { title, shelf }
}

/// The desk where books come back.
pub mod returns {
    /// Takes a book back.
    ///
    /// # Returns
    /// The fine in cents.
    ///
    /// # Errors
    /// A book that was never lent.
    #[a2t::tool(version = 1)]
    #[expect(clippy::unused_async, reason = "a remote desk would be awaited")]
    pub async fn return_book(
        /// The title.
        title: String,
        /// How many days late it is.
        #[a2t(default = 0)]
        days: u32,
    ) -> Result<u32, a2t::ToolError> {
        if title.is_empty() {
            return Err(a2t::ToolError::not_found("never lent"));
        }
        Ok(days.saturating_mul(10))
    }
}

/// The library itself.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Whether it is open.
    pub open: bool,
}

#[a2t::tools]
impl Library {
    /// Tells whether the library is open today.
    ///
    /// # Returns
    /// Whether it is.
    #[must_use]
    #[tool(version = 1)]
    pub const fn open_today(&self) -> bool {
        self.open
    }
}
