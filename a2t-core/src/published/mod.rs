//! Files of the versions that are out, `published/<tool>/v<N>.json`. Names become
//! paths, signatures become texts, and the files of a tool become its versions or worded violations.
//!
//! ```
//! # let signature = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
//! #   "name":"add","description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
//! use a2t_core::published::{self, FileName};
//! let path = format!("published/{}/{}", published::folder(&signature.name), FileName::Version(1));
//! assert_eq!(path, "published/add/v1.json");
//!
//! let text = published::text(&signature);
//! let published = published::read([(path.as_str(), text.as_bytes())]).into_result().unwrap();
//! assert_eq!(published.versions, [signature]);
//! ```

mod fast;
mod limit;
mod mark;
mod names;
mod path;
mod read;
mod source;
mod standing;
mod sums;
#[cfg(test)]
mod tests;
mod text;
mod violation;

pub use limit::{FILE_MAX, refusal};
pub use mark::{Mark, Marks};
pub use names::Names;
pub use path::{FOLDER, FileName, SUMS, folder, folder_of, tool};
pub use read::{Published, Reading, completed, read, read_tombstone, read_version};
pub use standing::{Standing, says_the_same, with_facts_of};
pub use sums::Sums;
pub use text::{Tombstone, lines, text};
pub use violation::{FileViolation, Reason};
