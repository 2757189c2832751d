//! The approved tools that a generated client carries, read when they are first used.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use crate::{ToolSignature, ValidationError, Violations, signature};

/// The tools of a generated client, as they were approved: what its `TOOLS` is. The tools of a client of
/// A2T are signatures, those of a client of MCP or RAP are described by JSON Schema.
///
/// Only generated code creates one. A function that takes `&Approved`, or the [`ApprovedTool`]s in it,
/// therefore never gets text that a server sent while the program ran: to pass a [`ToolSignature`] is a
/// type error.
///
/// ```
/// use a2t_core::{Approved, ApprovedTool, GeneratedFileError};
///
/// /// What a model reads: approved text, and nothing else.
/// fn menu(tools: &Approved) -> Result<String, GeneratedFileError> {
///     let line = |tool: Result<ApprovedTool<'_>, GeneratedFileError>| Ok(format!("{}\n", tool?.description));
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
pub struct Approved<T = ToolSignature> {
    /// Canonical texts; a generated call names its tool by position.
    texts: &'static [&'static str],
    read: OnceLock<Read<T>>,
}

type Read<T> = Box<[OnceLock<Box<Result<T, ValidationError>>>]>;

/// A tool that is approved as a text.
#[doc(hidden)]
pub trait ApprovedText: Sized {
    /// Reads the text that a generated client carries.
    ///
    /// # Errors
    /// Text that is not such a tool.
    fn read_approved(text: &str) -> Result<Self, ValidationError>;

    /// Returns the name on the wire.
    fn name(&self) -> &str;
}

impl ApprovedText for ToolSignature {
    fn read_approved(text: &str) -> Result<Self, ValidationError> {
        signature::parse(text.as_bytes()).map(|parsed| parsed.signature)
    }

    fn name(&self) -> &str {
        &self.name
    }
}

impl<T> Approved<T> {
    #[doc(hidden)]
    pub const fn new(texts: &'static [&'static str]) -> Self {
        Self { texts, read: OnceLock::new() }
    }

    /// Returns the number of tools.
    pub const fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether there is no tool.
    pub const fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

impl<T: ApprovedText> Approved<T> {
    /// Returns every tool, by name, and of one tool the newest version first.
    ///
    /// # Errors
    /// Each item fails on its own where the generated file was edited by hand and holds no valid tool.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = Result<ApprovedTool<'_, T>, GeneratedFileError>> {
        (0..self.len()).map(|index| self.at(index).map(ApprovedTool))
    }

    /// Returns the tool with this name on the wire, if there is one; of several versions the newest.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    pub fn get(&self, name: &str) -> Result<Option<ApprovedTool<'_, T>>, GeneratedFileError> {
        self.find(|tool| tool.name() == name)
    }

    fn find(
        &self,
        is: impl Fn(&T) -> bool,
    ) -> Result<Option<ApprovedTool<'_, T>>, GeneratedFileError> {
        for tool in self.iter() {
            let tool = tool?;
            if is(tool.0) {
                return Ok(Some(tool));
            }
        }
        Ok(None)
    }

    /// Returns the tool at `index`, of which a generated call knows its own.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    #[doc(hidden)]
    pub fn at(&self, index: usize) -> Result<&T, GeneratedFileError> {
        match self.read(index) {
            Some(Ok(tool)) => Ok(tool),
            Some(Err(invalid)) => Err(GeneratedFileError(invalid.clone())),
            None => Err(GeneratedFileError(Violations::default().into())),
        }
    }

    fn read(&self, index: usize) -> Option<&Result<T, ValidationError>> {
        let cells = self.read.get_or_init(|| self.texts.iter().map(|_| OnceLock::new()).collect());
        let text = self.texts.get(index)?;
        cells.get(index).map(|cell| &**cell.get_or_init(|| Box::new(T::read_approved(text))))
    }
}

impl Approved {
    /// Returns this version of the tool with this name on the wire, if the client calls it.
    ///
    /// # Errors
    /// Those of [`Approved::iter`].
    pub fn version(
        &self,
        name: &str,
        version: u32,
    ) -> Result<Option<ApprovedTool<'_>>, GeneratedFileError> {
        self.find(|tool| tool.name == name && tool.version == version)
    }
}

impl<T> fmt::Debug for Approved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Approved").field("tools", &self.len()).finish_non_exhaustive()
    }
}

/// One tool of [`Approved`]; it reads like the [`ToolSignature`], or other tool, that it is.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ApprovedTool<'a, T = ToolSignature>(&'a T);

impl<'a, T> ApprovedTool<'a, T> {
    /// Returns the tool, which lives as long as the table.
    pub const fn tool(self) -> &'a T {
        self.0
    }
}

// A derive would ask for a `T` that is `Copy`.
impl<T> Clone for ApprovedTool<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ApprovedTool<'_, T> {}

impl<T> Deref for ApprovedTool<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

/// A tool in a generated file that is not valid, because the file was edited by hand: generated
/// texts are canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFileError(pub ValidationError);

impl fmt::Display for GeneratedFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the generated client is damaged, generate it again: {}", self.0)
    }
}

impl std::error::Error for GeneratedFileError {}
