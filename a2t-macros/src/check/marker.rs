//! Checks that the marker type of a tool does not hide another item with its name.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use crate::ast::{Receiver, Tool};
use crate::ctxt::Ctxt;
use crate::source::Function;

const PRIMITIVES: &[&str] = &[
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str",
    "u8", "u16", "u32", "u64", "u128", "usize",
];

pub(super) fn check(tool: &Tool, ctxt: &Ctxt) {
    match (&tool.receiver, &tool.marker) {
        (Receiver::None, None) if is_primitive(tool) => {
            let name = &tool.ident;
            let wrong = format!("the marker type of this tool would hide the type `{name}`");
            let help = format!(
                "give the marker another name, `marker = \"{}\"`, and list that in the toolset",
                proposed(&name.to_string())
            );
            ctxt.error(name, wrong, help);
        }
        (Receiver::Associated(_) | Receiver::Shared(_), Some(marker)) => {
            let help = "remove it: a toolset lists the type of the `impl` block";
            ctxt.error(marker, "a method cannot have a marker type", help);
        }
        _ => {}
    }
}

/// Reports a path in the body that means a crate or a module but resolves to the marker.
pub(crate) fn hidden(tool: &Tool, function: &Function, ctxt: &Ctxt) -> bool {
    if tool.marker.is_some() {
        return false;
    }
    let name = tool.ident.to_string();
    let Some(path) = function.path_through(&name) else {
        return false;
    };
    let wrong = format!("`{name}::` is the marker type of this tool here, not the crate or module");
    let help = format!(
        "give the marker another name, `marker = \"{}\"`, and list that in the toolset; or begin the \
         path at its root, as in `::{name}::…`",
        proposed(&name)
    );
    ctxt.error(path, wrong, help);
    true
}

/// Returns `true` for a function with the name of a primitive type.
pub(crate) fn is_primitive(tool: &Tool) -> bool {
    let name = tool.ident.to_string();
    PRIMITIVES.contains(&&*name)
}

/// Names of the primitive types whose tools were refused in this compilation.
static REFUSED: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Remembers that a tool with the name of a primitive type was refused, so that a toolset which lists it does not
/// report the primitive type.
pub(crate) fn refuse_primitive(tool: &Tool) {
    let mut refused = REFUSED.lock().unwrap_or_else(PoisonError::into_inner);
    refused.get_or_insert_default().insert(tool.ident.to_string());
}

pub(crate) fn is_refused_primitive(name: &str) -> bool {
    let refused = REFUSED.lock().unwrap_or_else(PoisonError::into_inner);
    refused.as_ref().is_some_and(|refused| refused.contains(name))
}

/// Returns a proposed name, such as `UuidTool` for `uuid`.
fn proposed(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut chars = word.chars();
        let first = chars.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    });
    words.chain(["Tool".to_owned()]).collect()
}
