//! The approved signatures that a generated client carries, read when they are first used.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use crate::{Invalid, ToolSignature, Violations, signature};

/// The signatures of a generated client, as they were approved: what its `TOOLS` is.
///
/// Only generated code makes one, so that a function which takes `&Approved`, or the [`Approved`
/// signatures](ApprovedTool) in it, never sees what a server said while the program ran: to hand it
/// a [`ToolSignature`] is a type error.
///
/// ```
/// use a2t_core::{Approved, ApprovedTool, Damaged};
///
/// /// What a model is told: approved text, and nothing else.
/// fn menu(tools: &Approved) -> Result<String, Damaged> {
///     let line = |tool: Result<ApprovedTool<'_>, Damaged>| Ok(format!("{}\n", tool?.description));
///     tools.iter().map(line).collect()
/// }
/// ```
///
/// A server's listing at run time is not approved:
///
/// ```compile_fail,E0308
/// # use a2t_core::{Approved, ToolSignature};
/// # fn menu(tools: &Approved) {}
/// # fn run(listed: Vec<ToolSignature>) {
/// menu(&listed);
/// # }
/// ```
pub struct Approved {
    /// Canonical signatures; a generated call names its tool by position.
    texts: &'static [&'static str],
    read: OnceLock<Box<[OnceLock<Box<Read>>]>>,
}

type Read = Result<ToolSignature, Invalid>;

impl Approved {
    #[doc(hidden)]
    pub const fn new(texts: &'static [&'static str]) -> Self {
        Self { texts, read: OnceLock::new() }
    }

    /// Number of tools.
    pub const fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether there is no tool.
    pub const fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Every tool, by name, and of one tool the newest version first.
    ///
    /// # Errors
    /// Each item fails on its own where the generated file was edited by hand and holds no valid
    /// signature.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<ApprovedTool<'_>, Damaged>> {
        (0..self.len()).map(|index| self.at(index).map(ApprovedTool))
    }

    /// The tool with this name on the wire, if there is one; of several versions the newest.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    pub fn get(&self, name: &str) -> Result<Option<ApprovedTool<'_>>, Damaged> {
        for tool in self.iter() {
            let tool = tool?;
            if tool.name == name {
                return Ok(Some(tool));
            }
        }
        Ok(None)
    }

    /// This version of the tool with this name on the wire, if the client calls it.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    pub fn version(&self, name: &str, version: u32) -> Result<Option<ApprovedTool<'_>>, Damaged> {
        for tool in self.iter() {
            let tool = tool?;
            if tool.name == name && tool.version == version {
                return Ok(Some(tool));
            }
        }
        Ok(None)
    }

    /// The signature at `index`, of which a generated call knows its own.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    #[doc(hidden)]
    pub fn at(&self, index: usize) -> Result<&ToolSignature, Damaged> {
        match self.read(index) {
            Some(Ok(signature)) => Ok(signature),
            Some(Err(invalid)) => Err(Damaged(invalid.clone())),
            None => Err(Damaged(Violations::default().into())),
        }
    }

    fn read(&self, index: usize) -> Option<&Read> {
        let cells = self.read.get_or_init(|| self.texts.iter().map(|_| OnceLock::new()).collect());
        let text = self.texts.get(index)?;
        let read = || Box::new(signature::parse(text.as_bytes()).map(|parsed| parsed.signature));
        cells.get(index).map(|cell| &**cell.get_or_init(read))
    }
}

impl fmt::Debug for Approved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Approved").field("tools", &self.len()).finish_non_exhaustive()
    }
}

/// One signature of [`Approved`]; it reads like the [`ToolSignature`] that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ApprovedTool<'a>(&'a ToolSignature);

impl<'a> ApprovedTool<'a> {
    /// The signature, which lives as long as the table.
    pub const fn signature(self) -> &'a ToolSignature {
        self.0
    }
}

impl Deref for ApprovedTool<'_> {
    type Target = ToolSignature;

    fn deref(&self) -> &ToolSignature {
        self.0
    }
}

/// A signature in a generated file that is not valid, because the file was edited by hand: generated
/// texts are canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged(pub Invalid);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the generated client is damaged, generate it again: {}", self.0)
    }
}

impl std::error::Error for Damaged {}
