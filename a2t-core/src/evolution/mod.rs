//! Changes between two signatures: one differ, the rules it applies, and its report.
//!
//! A version that is out is frozen except for `currentVersion`; a later version adds optional inputs
//! and outputs and leaves the rest as it was (draft sections 5.4 and 6.1).

mod change;
mod differ;
mod document;
mod errors;
mod fingerprint;
mod gate;
mod help;
mod history;
mod inputs;
mod message;
mod outputs;
mod pairing;
mod preconditions;
mod renamed;
mod report;
mod scalars;
mod shape_path;
mod shapes;
mod text;
mod tool;
mod values;
mod witness;

use crate::rule;

pub use crate::rule::{Class, Profile, Rule, Severity, Verdict};
pub use change::{Change, Member, Path, Quoted, Side};
pub use differ::changes;
pub use document::{DiffError, diff_documents, diff_values};
pub use fingerprint::{Fingerprint, described};
pub use gate::{
    error_at, new_error, new_output, refused, refused_error, refused_new_input, refused_output,
    refused_type,
};
pub use history::{Comparison, History, diff_chain, diff_lists};
pub use message::{Bounds, Subject, message};
pub use renamed::{pairs, renamed};
pub use report::{CheckedChange, Report, diff};
pub use shape_path::ShapePath;
pub use witness::{Sample, Shows, Witness};
