//! Which tools a model sees, and as what: the explicit list that everything else starts from.

use std::borrow::Cow;
use std::sync::Arc;

use a2t_core::ToolSignature;

use crate::Result;

/// The tools that a model sees: chosen one by one, and named apart across vendors.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    tools: Vec<Selected>,
}

/// One tool of a [`Selection`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    prefix: String,
    signature: Arc<ToolSignature>,
}

/// What may be shown to a model: a [`Selection`], and the approved signatures of a generated client.
///
/// Nothing else: text that a server sent while the program ran is not approved, and to show it is
/// a type error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not approved for models to see",
    label = "expected a `Selection`, or the `tools()` of a generated client",
    note = "approve what a vendor offers with `cargo a2t fetch`, generate a client from it, and show its `tools()`"
)]
pub trait Show {
    /// The tools to show.
    ///
    /// # Errors
    /// A signature that cannot be read, in a generated file that was edited by hand.
    fn shown(&self) -> Result<Cow<'_, Selection>>;
}

impl Show for Selection {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        Ok(Cow::Borrowed(self))
    }
}

impl<T: Show + ?Sized> Show for &T {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        (**self).shown()
    }
}

impl Selection {
    /// The selection of these signatures, whoever vouches for them.
    #[doc(hidden)]
    pub fn approved(signatures: impl IntoIterator<Item = ToolSignature>) -> Self {
        let select = |signature| Selected {
            prefix: String::new(),
            signature: Arc::new(signature),
        };
        Self {
            tools: signatures.into_iter().map(select).collect(),
        }
    }

    /// The tools, in the order in which a model is told of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Selected> {
        self.tools.iter()
    }
}

impl Selected {
    /// The approved signature.
    pub fn signature(&self) -> &ToolSignature {
        &self.signature
    }

    /// What stands before the tool's name; empty where nothing does.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The tool's name behind its prefix, before a dialect's limits.
    pub fn full_name(&self) -> String {
        format!("{}{}", self.prefix, self.signature.name)
    }
}
