//! The test of a tool. When `A2T_PUBLISHED` asks for it, it compares the tool, and with it the
//! package, with the published versions, or gives `cargo a2t` the tool's signature.

mod executable;
mod package;
mod published;

use std::env::{self, VarError};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use a2t_core::error::inert;
use a2t_core::published::{FOLDER, Mark};
use a2t_core::{ToolId, ToolSignature};
use serde_json::json;

use crate::Key;
use crate::bounds::ToolsWithoutMarker;

/// Expands to: the test of the tool with this index of `$ty`, and its mark in the executable.
///
/// A test must stand in a module, and a tool may stand in a function's body, which the macro cannot
/// know. There the module below does not see the constant next to it, has its own of the same name,
/// and is never run.
///
/// `$ty` is named in what looks like a derived `Clone`, because rustc takes anything that a test
/// names elsewhere for used, and would no longer warn of a tool that no toolset lists.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_gate {
    ($name:ident, $ty:ty, $item:ty, $index:expr, $id:expr, $version:expr, $line:expr) => {
        #[allow(non_upper_case_globals)]
        const $name: $crate::__private::Mark = $crate::__private::declared(
            $id,
            $version,
            // Cargo sets it only for integration tests and benchmarks: their tools are not the
            // package's.
            ::core::option_env!("CARGO_TARGET_TMPDIR").is_some(),
        );
        #[automatically_derived]
        impl ::core::clone::Clone for $name::Of {
            fn clone(&self) -> Self {
                $name::Of(::core::option::Option::Some($crate::__private::Gate::new::<$ty>(
                    $index,
                    ::core::stringify!($item),
                    (::core::option_env!("CARGO_MANIFEST_DIR"), ::core::file!(), $line),
                )))
            }
        }
        #[allow(non_snake_case, unnameable_test_items)]
        mod $name {
            pub struct Of(pub ::core::option::Option<$crate::__private::Gate>);
            #[allow(non_upper_case_globals)]
            const $name: $crate::__private::Mark = $crate::__private::Mark::NONE;
            #[used]
            static MARK: $crate::__private::Mark = {
                use super::*;
                $name
            };
            #[::core::prelude::v1::test]
            fn gate() -> impl ::std::process::Termination {
                let of = ::core::clone::Clone::clone(&Of(::core::option::Option::None));
                $crate::__private::gate_of(of.0, MARK)
            }
        }
    };
}

/// Returns the mark of a tool that `cargo a2t` looks for.
pub const fn declared(id: u128, version: u32, integration_test: bool) -> Mark {
    if integration_test {
        return Mark::NONE;
    }
    Mark::declared(id, version)
}

#[derive(Debug)]
pub struct Gate {
    key: &'static Key,
    /// Item by which a toolset lists it.
    item: &'static str,
    location: SourceLocation,
}

/// The package's folder when it was compiled, the source file, the line.
type SourceLocation = (Option<&'static str>, &'static str, u32);

/// Runs the test of a tool that has this mark.
///
/// # Errors
/// The tool is not published, differs from its published form, or is in no toolset; or a published
/// one is gone; or the published files cannot be read.
pub fn gate_of(gate: Option<Gate>, mark: Mark) -> Result<(), GateError> {
    let Some(gate) = gate.filter(|_| mark != Mark::NONE) else {
        return Ok(());
    };
    match env::var("A2T_PUBLISHED") {
        Err(VarError::NotPresent) => Ok(()),
        Ok(task) => match (task.as_str(), task.strip_prefix("write:")) {
            ("", _) => Ok(()),
            ("check", _) => gate.check(),
            (_, Some(folder)) => gate.write(Path::new(folder)),
            _ => Err(unknown_task(&task)),
        },
        Err(VarError::NotUnicode(task)) => Err(unknown_task(&task.to_string_lossy())),
    }
}

impl Gate {
    // The index comes from the macro.
    #[allow(clippy::indexing_slicing)]
    pub fn new<T: ToolsWithoutMarker>(
        index: usize,
        item: &'static str,
        location: SourceLocation,
    ) -> Self {
        let key = &T::KEYS[index];
        Self { key, item, location }
    }

    fn signature(&self) -> &'static ToolSignature {
        (self.key.signature)()
    }

    fn version(&self) -> (ToolId, u32) {
        (ToolId::from_u128(self.key.id), self.key.version)
    }

    fn check(&self) -> Result<(), GateError> {
        if env::var_os("A2T_PUBLISHED_DIR").is_none() {
            package::of_this(self.location.0)?;
        }
        let root = folder(self.location.0)?;
        let mut refused = match published::check(self.signature(), &root) {
            Ok(()) => self.in_no_toolset().into_iter().collect(),
            Err(GateError(reason)) => vec![reason],
        };
        refused.extend(package::missing(self.version(), self.location.0, &root)?);
        if refused.is_empty() { Ok(()) } else { Err(GateError(refused.join("\n"))) }
    }

    /// Refusal of a version that no toolset lists, because it could not be called.
    fn in_no_toolset(&self) -> Option<String> {
        let (marks, own) = (executable::marks()?, self.version());
        let unknown = !marks.declared.contains(&own);
        if unknown || marks.listed.contains(&own) || self.may_be_listed() != Some(false) {
            return None;
        }
        let (name, version, item) = (inert(self.key.name), self.key.version, inert(self.item));
        Some(format!(
            "`{name}` version {version} is published, and no toolset lists it; list it, \
             `a2t::toolset![{item}]`, or record that it is gone for good: `cargo a2t \
             publish --retire {name}@{version} --reason \"…\"`. A library whose tools another \
             crate lists needs a toolset, if only in a test"
        ))
    }

    /// Returns whether a toolset of another target, or behind a feature, may list the tool.
    fn may_be_listed(&self) -> Option<bool> {
        let path = self.item.split('<').next()?;
        let item = path.rsplit("::").next()?.trim();
        Some(package::names(self.location.0)?.may_list(item))
    }

    /// Writes the signature to the folder that was named.
    fn write(&self, folder: &Path) -> Result<(), GateError> {
        static WRITTEN: AtomicU32 = AtomicU32::new(0);
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}.json", process::id()));
        let (package, file, line) = self.location;
        let record = json!({
            "signature": self.signature(),
            "package": package,
            "file": file,
            "line": line,
            "item": self.item,
            "mayBeListed": self.may_be_listed().unwrap_or(true),
        });
        fs::write(&path, record.to_string()).map_err(|error| GateError::file(&path, &error))
    }
}

/// Reason why the test fails, as it is printed.
pub struct GateError(String);

impl fmt::Debug for GateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl GateError {
    fn file(path: &Path, error: &io::Error) -> Self {
        Self(format!("{}: {error}", inert(&path.display().to_string())))
    }
}

fn unknown_task(task: &str) -> GateError {
    GateError(format!("A2T_PUBLISHED is `{}`: expected `check`, or nothing", inert(task)))
}

fn folder(compiled_in: Option<&str>) -> Result<PathBuf, GateError> {
    if let Some(folder) = env::var_os("A2T_PUBLISHED_DIR") {
        return Ok(folder.into());
    }
    let package = package::folder(compiled_in).ok_or_else(|| {
        GateError(format!(
            "the place of `{FOLDER}` is not known: set A2T_PUBLISHED_DIR to its absolute path"
        ))
    })?;
    Ok(package.join(FOLDER))
}
