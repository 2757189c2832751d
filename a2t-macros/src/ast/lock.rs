//! What is published of a tool, as its constant compares it.

use std::path::PathBuf;

use a2t_core::evolution::Fingerprint;
use a2t_core::{InputParameter, OutputParameter, ProblemType};
use proc_macro2::TokenStream;

pub(crate) struct Lock {
    /// The newest version; 0 if there is none.
    pub(crate) newest: u32,
    pub(crate) next: u32,
    /// Forms that each input of the code had, and the version that lacks it.
    pub(crate) inputs: Vec<WasInput>,
    pub(crate) outputs: Vec<(Origin, OutputParameter)>,
    pub(crate) errors: Vec<(Origin, ProblemType)>,
    pub(crate) own: Option<String>,
    pub(crate) misdescribed: Option<String>,
    pub(crate) described: u128,
    pub(crate) older: Vec<(u32, PathBuf)>,
    pub(crate) tracked: Vec<PathBuf>,
    pub(crate) overridden: bool,
}

#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) version: u32,
    pub(crate) location: String,
    pub(crate) fingerprint: Fingerprint,
    /// Whether the version records which texts have a format.
    pub(crate) formats: bool,
}

#[derive(Default)]
pub(crate) struct WasInput {
    /// Tokens at fault: the key that differs, else the type.
    pub(crate) location: TokenStream,
    /// The key of a second change: `max`, where there is a `min` to differ as well.
    pub(crate) second: Option<TokenStream>,
    /// Spelt as if it differed: compared in a separate constant, so that its error is reported
    /// together with others.
    pub(crate) suspect: bool,
    pub(crate) forms: Vec<(Origin, InputParameter)>,
    /// The newest version that lacks it, and its file, where an input of the code could be wrong
    /// because of that.
    pub(crate) lacking: Option<(u32, String)>,
}
