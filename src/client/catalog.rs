//! The approved signatures that a generated client carries, read when they are first used.

use std::sync::OnceLock;

use a2t_core::{Invalid, ToolSignature, signature};

/// Canonical signatures as a static table; a generated call names its tool by position.
#[doc(hidden)]
pub struct Catalog {
    texts: &'static [&'static str],
    read: OnceLock<Box<[OnceLock<Box<Read>>]>>,
}

type Read = Result<ToolSignature, Invalid>;

impl Catalog {
    /// A table of these signatures.
    pub const fn new(texts: &'static [&'static str]) -> Self {
        Self {
            texts,
            read: OnceLock::new(),
        }
    }

    /// The signature at `index`; `None` beyond the table.
    ///
    /// The texts are canonical, so that `Err` means a generated file that was edited by hand.
    pub(super) fn get(&'static self, index: usize) -> Option<&'static Read> {
        let cells = self
            .read
            .get_or_init(|| self.texts.iter().map(|_| OnceLock::new()).collect());
        let text = self.texts.get(index)?;
        let read = || Box::new(signature::parse(text.as_bytes()).map(|parsed| parsed.signature));
        cells.get(index).map(|cell| &**cell.get_or_init(read))
    }
}
