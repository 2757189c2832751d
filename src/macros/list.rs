//! The macro `toolset!` with its reference.

/// Lists the tools that a server offers: a [`Toolset`](crate::Toolset).
///
/// It takes paths of functions with [`#[a2t::tool]`](macro@crate::tool) and of types with an
/// [`#[a2t::tools]`](macro@crate::tools) impl. Two tools with the same name or the same id do not compile, nor does
/// the same version twice (draft section 6.1). A toolset can have several versions of one tool; a published version
/// of a renamed tool keeps its name. The state that the tools run with follows from where you use the toolset:
/// `a2t::serve`, a router's `with_state`, a return type. If nothing determines it, write the type:
/// `let tools: a2t::Toolset<()>` for tools that need no state.
///
/// A path can have a `#[cfg(…)]`: `toolset![add, #[cfg(unix)] list_ports]`. To merge the toolsets of several modules,
/// use [`Toolset::and`](crate::Toolset::and).
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
    // The macro is defined here because rustc names the macro that an error comes from.
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
