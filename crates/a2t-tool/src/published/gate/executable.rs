//! Versions that the tests' own executable declares and lists.

use std::sync::OnceLock;
use std::{env, fs};

use a2t_core::published::Marks;

/// The marks of this executable; `None` where a machine does not let a program read itself.
pub(super) fn marks() -> Option<&'static Marks> {
    static MARKS: OnceLock<Option<Marks>> = OnceLock::new();
    let marks = MARKS.get_or_init(|| {
        let bytes = fs::read(env::current_exe().ok()?).ok()?;
        Some(Marks::from_executable(&bytes))
    });
    marks.as_ref()
}
