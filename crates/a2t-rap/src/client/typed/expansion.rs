//! Macros of generated clients that differ from those of clients of MCP servers.

/// Expands to: the calls in the module `call`, each with a method for every optional input.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_rap_calls {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident {
            $(#$doc:tt $(#$said:tt)* $input:ident: $type:ty = $wire:literal,)*
        }
    )*) => {$(
        #$first $(#$meta)*
        #[must_use = "a call does nothing until it is sent"]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        pub struct $name(pub(super) $crate::client::typed::Call);
        impl $name {
            $(
                #$doc $(#$said)*
                pub fn $input(self, $input: impl ::core::convert::Into<$type>) -> Self {
                    Self(self.0.set::<$type>($wire, $input))
                }
            )*
            /// Sends the call when it is awaited, and waits for its answer, up to its own deadline
            /// if `total_timeout` sets one; without that, you only need `.await`.
            pub fn send(self) -> $crate::client::typed::Sending<super::reply::$name> {
                self.0.send::<super::Calls, super::reply::$name>()
            }
            /// Sends the call when it is awaited, for its answer and the events that follow it.
            pub fn subscribe(self) -> $crate::client::typed::Subscribing<super::reply::$name> {
                $crate::client::typed::subscribe::<super::Calls, super::reply::$name>(self.0)
            }
        }
        impl ::core::future::IntoFuture for $name {
            type Output = $crate::client::Result<super::reply::$name>;
            type IntoFuture = $crate::client::typed::Sending<super::reply::$name>;
            fn into_future(self) -> $crate::client::typed::Sending<super::reply::$name> {
                self.send()
            }
        }
    )*};
}
