//! Macros of generated clients that differ from those of clients of MCP servers.

/// Expands to: the calls in the module `call`, which can be subscribed to.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_rap_calls {
    ($( #$first:tt $(#$meta:tt)* pub struct $name:ident $inputs:tt )*) => {
        $crate::client::__private::schema_calls! {
            $( #$first $(#$meta)* pub struct $name $inputs )*
        }
        $(
            impl $name {
                /// Sends the call when it is awaited, for its answer and the events that follow it.
                pub fn subscribe(self) -> $crate::client::typed::Subscribing<super::reply::$name> {
                    $crate::client::typed::subscribe::<super::Calls, super::reply::$name>(self.0)
                }
            }
        )*
    };
}
