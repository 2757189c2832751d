/// Implements `Debug` for types that hold requests, values of callers or code: it shows their names and nothing in them.
///
/// ```
/// struct Call<S>(S);
/// a2t_core::opaque! {
///     [S] "Call" Call<S>;
/// }
/// assert_eq!(format!("{:?}", Call("token")), "Call { .. }");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! opaque {
    ($([$($generic:tt)*] $name:literal $type:ty;)*) => {$(
        impl<$($generic)*> ::core::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    )*};
}
