//! `toolset!` with its reference.

/// Lists the tools that a server offers: a [`Toolset`](crate::Toolset).
///
/// It takes paths of functions with [`#[a2t::tool]`](macro@crate::tool) and of types with an
/// [`#[a2t::tools]`](macro@crate::tools) impl. Two tools with one name, one id, or the same version
/// do not compile (draft section 6.1); several versions of one tool may stand side by side. The
/// state that the tools run with follows from where the toolset is used: `a2t::serve`, a router's
/// `with_state`, a return type. If nothing says it, the program does: `let tools: a2t::Toolset<()>`
/// for tools that need no state.
///
/// `#[cfg(…)]` may stand before a path: `toolset![add, #[cfg(unix)] list_ports]`. Toolsets of several modules
/// are merged with [`Toolset::and`](crate::Toolset::and).
///
/// ```
/// mod math {
///     /// Adds two numbers.
///     ///
///     /// # Returns
///     /// The sum.
///     #[a2t::tool(version = 1)]
///     pub fn add(/** First. */ a: i32, /** Second. */ b: i32) -> i32 {
///         a + b
///     }
/// }
///
/// let tools: a2t::Toolset<()> = a2t::toolset![math::add];
/// assert_eq!(tools.len(), 1);
/// ```
#[macro_export]
macro_rules! toolset {
    // Here, because rustc names the macro that an error comes from.
    () => {
        ::core::compile_error!(
            "this toolset has no tools\n\
             help: list their paths: `a2t::toolset![add, weather::lookup, Station]`"
        )
    };
    ($($paths:tt)*) => {
        $crate::__private::toolset!(($crate) $($paths)*)
    };
}
