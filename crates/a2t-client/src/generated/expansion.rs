//! Macros for the code that all generated clients share: the generator writes only what
//! differs.
//!
//! Enums have short hand-written impls, because each function body costs rustc time, and those of
//! `derive` are longer.
//!
//! Each item and each of its parts begins with exactly one attribute, its doc comment, which is matched as one token tree
//! (`#$doc:tt`). If a list of attributes were matched instead, rustc could not know whether the surrounding list has ended,
//! and would copy everything that it has read of the invocation: an enum of 1,000 values took ten times as long.

/// Expands to: the texts of an enum, of inputs or of outputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_choice_text {
    ($name:ident) => {
        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::Choice::debug(self, f)
            }
        }
        impl $name {
            /// Returns the name on the wire.
            pub fn as_str(&self) -> &str {
                $crate::Choice::wire_name(self)
            }
        }
        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// Expands to: the enums of inputs, each a Rust name and the name on the wire for every value.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_choices {
    ($(
        #$first:tt $(#$meta:tt)*
        pub enum $name:ident { $(#$doc:tt $(#$attribute:tt)* $variant:ident = $wire:literal,)* }
    )*) => {$(
        // Derived, because only then can constants of the enum be used in patterns.
        #[derive(::core::cmp::PartialEq)]
        #$first $(#$meta)*
        pub enum $name { $(#$doc $(#$attribute)* $variant,)* }
        impl ::core::marker::Copy for $name {}
        impl ::core::clone::Clone for $name {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl ::core::cmp::Eq for $name {}
        impl ::core::hash::Hash for $name {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                state.write_usize(*self as usize)
            }
        }
        impl $crate::Choice for $name {
            const NAMES: &'static [(&'static str, Self)] = &[$(($wire, Self::$variant)),*];
        }
        impl ::core::str::FromStr for $name {
            type Err = $crate::UnknownChoice;
            fn from_str(name: &str) -> ::core::result::Result<Self, $crate::UnknownChoice> {
                $crate::Choice::parse(name)
            }
        }
        $crate::__a2t_choice_text! { $name }
    )*};
}

/// Expands to: the enums of outputs, which have one more variant after those that are listed.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_open_choices {
    ($(
        #$first:tt $(#$meta:tt)*
        pub enum $name:ident {
            $(#$of_unknown:tt)*
            Unknown($text:ty),
            $(#$doc:tt $(#$attribute:tt)* $variant:ident = $wire:literal,)*
        }
    )*) => {$(
        #[derive(::core::clone::Clone)]
        #$first $(#$meta)*
        #[non_exhaustive]
        pub enum $name {
            $(#$doc $(#$attribute)* $variant,)*
            $(#$of_unknown)*
            Unknown($text),
        }
        impl ::core::cmp::Eq for $name {}
        impl ::core::cmp::PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $crate::OpenChoice::same(self, other)
            }
        }
        impl ::core::hash::Hash for $name {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                $crate::OpenChoice::mix(self, state)
            }
        }
        impl $crate::Choice for $name {
            const NAMES: &'static [(&'static str, Self)] = &[$(($wire, Self::$variant)),*];
            fn unlisted(&self) -> ::core::option::Option<&str> {
                match self {
                    Self::Unknown(name) => ::core::option::Option::Some(name),
                    _ => ::core::option::Option::None,
                }
            }
        }
        impl $crate::OpenChoice for $name {
            fn unknown(name: $text) -> Self {
                Self::Unknown(name)
            }
        }
        $crate::__a2t_choice_text! { $name }
    )*};
}

/// Expands to: the conversions between an enum of outputs and the enum of inputs with the same values.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_same_choices {
    ($(impl From<$input:path> for $output:path {})*) => {$(
        impl ::core::convert::From<$input> for $output {
            fn from(value: $input) -> Self {
                $crate::OpenChoice::listed(&value)
            }
        }
        impl ::core::convert::TryFrom<$output> for $input {
            type Error = $crate::UnknownChoice;
            fn try_from(
                value: $output,
            ) -> ::core::result::Result<Self, $crate::UnknownChoice> {
                $crate::Choice::from_choice(&value)
            }
        }
    )*};
}

/// Expands to: the calls in the module `call`, each with a method for every optional input.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_calls {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident {
            $(#$doc:tt $(#$attribute:tt)* $input:ident: $given:ty = $set:ident($index:literal),)*
        }
    )*) => {$(
        #$first $(#$meta)*
        #[must_use = "a call does nothing until it is sent"]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        pub struct $name(pub(super) $crate::Call);
        impl $name {
            $(
                #$doc $(#$attribute)*
                pub fn $input(self, $input: $given) -> Self {
                    Self(self.0.$set($index, $input))
                }
            )*
            /// Sends the call when it is awaited, with a retry policy, a time limit or an
            /// idempotency key for this call; without those, `.await` sends it directly.
            pub fn send(self) -> $crate::Sending<super::reply::$name> {
                self.0.send::<super::Calls, super::reply::$name>()
            }
        }
        impl ::core::future::IntoFuture for $name {
            type Output = $crate::Result<super::reply::$name>;
            type IntoFuture = $crate::Sending<super::reply::$name>;
            fn into_future(self) -> $crate::Sending<super::reply::$name> {
                self.send()
            }
        }
    )*};
}

/// Expands to: records in outputs. Members that a newer server adds are ignored.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_records {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident {
            $(#$doc:tt $(#$attribute:tt)* pub $field:ident: $type:ty = $wire:literal,)*
        }
    )*) => {$(
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #$first $(#$meta)*
        pub struct $name { $(#$doc $(#$attribute)* pub $field: $type,)* }
        impl $crate::typed::Read for $name {
            fn read(
                value: $crate::typed::Value,
                reader: &mut $crate::typed::Reader,
            ) -> ::core::option::Option<Self> {
                let mut _members = $crate::typed::Members::from_value(value, reader)?;
                ::core::option::Option::Some($name { $($field: _members.take($wire, reader)?,)* })
            }
        }
    )*};
}

/// Expands to: records that are also written: those in errors, because a fake fails with them, and those of
/// outputs that become inputs. `or_null` follows a member that is `null` if there is no value.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_members {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident {
            $(
                #$doc:tt $(#$attribute:tt)*
                pub $field:ident: $type:ty = $wire:literal $($or_null:ident)?,
            )*
        }
    )*) => {
        $crate::__a2t_records! {$(
            #$first $(#$meta)*
            pub struct $name { $(#$doc $(#$attribute)* pub $field: $type = $wire,)* }
        )*}
        $(
            impl $crate::typed::Write for $name {
                fn write(&self) -> ::core::option::Option<$crate::typed::Value> {
                    let mut members = $crate::typed::Members::default();
                    $(members.put($wire, &self.$field); $(members.$or_null($wire);)?)*
                    ::core::option::Option::Some(members.into_value())
                }
            }
        )*
    };
}

/// Expands to: the enums in the module `error`. In each, the position of its tool follows
/// `Unknown`.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_errors {
    ($(
        #$first:tt $(#$meta:tt)*
        pub enum $name:ident {
            $(#$of_unknown:tt)*
            Unknown = $tool:literal,
            $(
                #$doc:tt $(#$attribute:tt)*
                $variant:ident
                $({
                    $(#$about:tt $(#$more:tt)* $member:ident: $type:ty = $wire:literal,)*
                })?
                = $error:literal,
            )*
        }
    )*) => {$(
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #$first $(#$meta)*
        #[non_exhaustive]
        pub enum $name {
            $(
                #$doc $(#$attribute)*
                $variant $({ $(#$about $(#$more)* $member: $type,)* })?,
            )*
            $(#$of_unknown)*
            Unknown($crate::Problem),
        }
        impl $crate::Declared for $name {
            type Calls = super::Calls;
            type Reply = super::reply::$name;
            fn listed() -> ::core::option::Option<(
                &'static [$crate::typed::ProblemType],
                $crate::typed::ToolId,
            )> {
                <super::Calls as $crate::Generated>::errors($tool)
            }
            fn unknown(problem: $crate::Problem) -> Self {
                Self::Unknown(problem)
            }
            fn read(
                error: &str,
                _members: &mut $crate::typed::Members,
                _reader: &mut $crate::typed::Reader,
            ) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(match error {
                    $($error => Self::$variant $({
                        $($member: _members.take($wire, _reader)?,)*
                    })?,)*
                    _ => return ::core::option::Option::None,
                })
            }
            fn write(
                &self,
                _members: &mut $crate::typed::Members,
            ) -> ::core::result::Result<&'static str, &$crate::Problem> {
                ::core::result::Result::Ok(match self {
                    $(Self::$variant $({ $($member,)* })? => {
                        $({ $(_members.put($wire, $member);)* })?
                        $error
                    })*
                    Self::Unknown(problem) => return ::core::result::Result::Err(problem),
                })
            }
        }
        impl ::core::convert::From<$name> for $crate::fake::Failure {
            fn from(error: $name) -> Self {
                Self::with($crate::Declared::problem(&error))
            }
        }
        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&$crate::Declared::problem(self), f)
            }
        }
        impl ::core::error::Error for $name {}
    )*};
}

/// Expands to: the replies in the module `reply`, whose fields are the outputs in their order.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_replies {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident { $(#$doc:tt $(#$attribute:tt)* pub $field:ident: $output:ty,)* }
    )*) => {$(
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug,
            ::core::default::Default, ::core::cmp::PartialEq,
        )]
        #$first $(#$meta)*
        pub struct $name { $(#$doc $(#$attribute)* pub $field: $output,)* }
        impl $crate::Reply<super::Calls> for $name {
            fn read(_outputs: &mut $crate::__private::Outputs) -> $crate::typed::Reading<Self> {
                ::core::result::Result::Ok($name { $($field: _outputs.take(),)* })
            }
        }
    )*};
}
