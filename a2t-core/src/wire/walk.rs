//! A walk over the pages of a list, which ends for every sequence of replies.

use std::collections::HashSet;
use std::fmt;

use super::page::{CURSOR_MAX, DOCUMENT_MAX, PAGES_MAX};
use crate::signature::rule::TOOLS_MAX;

/// Pages of one list as far as they were read (draft section 6.4).
///
/// ```
/// use a2t_core::wire::walk::{Endless, Walk};
///
/// let mut walk = Walk::default();
/// let next = walk.read(100, 40_000, Some("a".to_owned()))?;
/// assert_eq!(next.as_deref(), Some("a"));
/// let looped = walk.read(100, 40_000, Some("a".to_owned())).unwrap_err();
/// assert_eq!(looped.to_string(), "a page cursor came back");
/// # Ok::<_, Endless>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    bounds: Bounds,
    cursors: HashSet<String>,
    read: Bounds,
}

/// Numbers of a walk: the most that are read, or those that were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Pages.
    pub pages: usize,
    /// Tools of all pages.
    pub tools: usize,
    /// Bytes of all pages.
    pub bytes: usize,
}

/// Reason why a list has no end, as far as a client goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endless {
    /// More tools or bytes than the bounds allow.
    TooLarge {
        /// Bounds of the walk.
        bounds: Bounds,
    },
    /// A cursor that was followed before.
    Loop {
        /// The cursor.
        cursor: String,
        /// Number of the page that has it, from 1.
        page: usize,
    },
    /// A cursor of more than [`CURSOR_MAX`] bytes.
    Cursor,
    /// More pages than the bounds allow.
    Pages {
        /// Maximum number of pages of the walk.
        most: usize,
    },
}

impl Bounds {
    /// Bounds of a client: [`PAGES_MAX`], [`TOOLS_MAX`], [`DOCUMENT_MAX`].
    pub const DEFAULT: Self = Self { pages: PAGES_MAX, tools: TOOLS_MAX, bytes: DOCUMENT_MAX };
}

impl Default for Walk {
    fn default() -> Self {
        Self::new(Bounds::DEFAULT)
    }
}

impl Walk {
    /// Creates a walk that reads no more than this.
    pub fn new(bounds: Bounds) -> Self {
        let (cursors, read) = (HashSet::new(), Bounds { pages: 0, tools: 0, bytes: 0 });
        Self { bounds, cursors, read }
    }

    /// Returns the pages, tools and bytes that were read so far.
    pub fn so_far(&self) -> Bounds {
        self.read
    }

    /// Counts a page of so many tools and bytes; the cursor of the page after it, if there is one.
    ///
    /// # Errors
    /// The list is longer than the bounds, or comes back to where it was.
    pub fn read(
        &mut self,
        tools: usize,
        bytes: usize,
        next: Option<String>,
    ) -> Result<Option<String>, Endless> {
        let (read, bounds) = (&mut self.read, self.bounds);
        read.pages += 1;
        read.tools = read.tools.saturating_add(tools);
        read.bytes = read.bytes.saturating_add(bytes);
        if read.tools > bounds.tools || read.bytes > bounds.bytes {
            return Err(Endless::TooLarge { bounds });
        }
        let Some(cursor) = next else {
            return Ok(None);
        };
        let page = read.pages;
        if cursor.len() > CURSOR_MAX {
            return Err(Endless::Cursor);
        }
        if !self.cursors.insert(cursor.clone()) {
            return Err(Endless::Loop { cursor, page });
        }
        if page >= bounds.pages {
            let most = bounds.pages;
            return Err(Endless::Pages { most });
        }
        Ok(Some(cursor))
    }
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { bounds } => {
                write!(f, "more than {} tools or {} bytes", bounds.tools, bounds.bytes)
            }
            Self::Loop { .. } => f.write_str("a page cursor came back"),
            Self::Cursor => write!(f, "a cursor of more than {CURSOR_MAX} bytes"),
            Self::Pages { most } => write!(f, "more than {most} pages"),
        }
    }
}

impl std::error::Error for Endless {}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Bounds = Bounds { pages: 2, tools: 3, bytes: 10 };

    fn walked(pages: &[(usize, usize, Option<&str>)]) -> Result<Option<String>, Endless> {
        let mut walk = Walk::new(SMALL);
        let mut last = Ok(None);
        for (tools, bytes, next) in pages {
            last = walk.read(*tools, *bytes, next.map(str::to_owned));
        }
        last
    }

    #[test]
    fn a_walk_ends_at_each_of_its_bounds() {
        let bounds = SMALL;
        assert_eq!(walked(&[(3, 10, None)]), Ok(None));
        assert_eq!(walked(&[(2, 1, None), (2, 1, None)]), Err(Endless::TooLarge { bounds }));
        assert_eq!(walked(&[(1, 6, None), (1, 5, None)]), Err(Endless::TooLarge { bounds }));
        assert_eq!(walked(&[(1, 1, Some("a")), (1, 1, None)]), Ok(None));
        assert_eq!(
            walked(&[(1, 1, Some("a")), (1, 1, Some("b"))]),
            Err(Endless::Pages { most: 2 })
        );
        let (cursor, page) = ("a".to_owned(), 2);
        assert_eq!(
            walked(&[(1, 1, Some("a")), (1, 1, Some("a"))]),
            Err(Endless::Loop { cursor, page })
        );
        let longest = "c".repeat(CURSOR_MAX);
        assert_eq!(walked(&[(1, 1, Some(&longest))]), Ok(Some(longest.clone())));
        assert_eq!(walked(&[(1, 1, Some(&(longest + "c")))]), Err(Endless::Cursor));
    }
}
