//! Macros for all that items of a generated client have in common: the generator writes what
//! differs.

/// Expands to: the enums of inputs, as clients of A2T have them, and what makes an input of each.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_choices {
    ($( #$first:tt $(#$meta:tt)* pub enum $name:ident $values:tt )*) => {
        $crate::__private::choices! {
            $( #$first $(#$meta)* pub enum $name $values )*
        }
        $(
            impl $crate::schema::typed::Write for $name {
                fn write(self) -> $crate::typed::Value {
                    $crate::schema::typed::write_choice(&self)
                }
            }
            impl $crate::schema::typed::Declared for $name {}
        )*
    };
}

/// Expands to: the enums of outputs, as clients of A2T have them; a test's reply has the first value.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_open_choices {
    ($( #$first:tt $(#$meta:tt)* pub enum $name:ident $values:tt )*) => {
        $crate::__private::open_choices! {
            $( #$first $(#$meta)* pub enum $name $values )*
        }
        $(
            impl ::core::default::Default for $name {
                fn default() -> Self {
                    $crate::schema::typed::first_choice()
                }
            }
        )*
    };
}

/// Expands to: the objects of inputs, each made of its required members and given the others.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_objects {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident($($needed:ident: $need:ty = $key:literal),* $(,)?) {
            $(#$doc:tt $(#$attribute:tt)* $member:ident: $type:ty = $wire:literal,)*
        }
    )*) => {$(
        #$first $(#$meta)*
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        pub struct $name($crate::schema::typed::Object);
        impl $name {
            /// Creates an object with its required members.
            pub fn new($($needed: impl ::core::convert::Into<$need>),*) -> Self {
                Self(
                    <$crate::schema::typed::Object as ::core::default::Default>::default()
                        $(.set::<$need>($key, $needed))*
                )
            }
            $(
                #$doc $(#$attribute)*
                #[must_use]
                pub fn $member(self, $member: impl ::core::convert::Into<$type>) -> Self {
                    Self(self.0.set::<$type>($wire, $member))
                }
            )*
        }
        impl $crate::schema::typed::Write for $name {
            fn write(self) -> $crate::typed::Value {
                self.0.write()
            }
        }
        impl $crate::schema::typed::Declared for $name {}
    )*};
}

/// Expands to: the unions of inputs, an enum of objects each. The tag of an object is written with it.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_unions {
    ($(
        #$first:tt $(#$meta:tt)*
        pub enum $name:ident($tag:literal) {
            $(#$doc:tt $(#$attribute:tt)* $variant:ident: $object:ty = $wire:literal,)*
        }
    )*) => {$(
        #$first $(#$meta)*
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        pub enum $name { $(#$doc $(#$attribute)* $variant($object),)* }
        impl $crate::schema::typed::Write for $name {
            fn write(self) -> $crate::typed::Value {
                match self { $(Self::$variant(object) => object.0.tagged($tag, $wire),)* }
            }
        }
        impl $crate::schema::typed::Declared for $name {}
        $(
            impl ::core::convert::From<$object> for $name {
                fn from(object: $object) -> Self {
                    Self::$variant(object)
                }
            }
        )*
    )*};
}

/// Expands to: the calls in the module `call`, each with a method for every optional input.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_calls {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident {
            $(#$doc:tt $(#$attribute:tt)* $input:ident: $type:ty = $wire:literal,)*
        }
    )*) => {$(
        #$first $(#$meta)*
        #[must_use = "a call does nothing until it is sent"]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        pub struct $name(pub(super) $crate::schema::typed::Call);
        impl $name {
            $(
                #$doc $(#$attribute)*
                pub fn $input(self, $input: impl ::core::convert::Into<$type>) -> Self {
                    Self(self.0.set::<$type>($wire, $input))
                }
            )*
            /// Sends the call when it is awaited, with a retry policy, a time limit or an idempotency key
            /// of its own; without those, `.await` sends it.
            pub fn send(self) -> $crate::schema::typed::Sending<super::reply::$name> {
                self.0.send::<super::Calls, super::reply::$name>()
            }
        }
        impl ::core::future::IntoFuture for $name {
            type Output = $crate::schema::Result<super::reply::$name>;
            type IntoFuture = $crate::schema::typed::Sending<super::reply::$name>;
            fn into_future(self) -> $crate::schema::typed::Sending<super::reply::$name> {
                self.send()
            }
        }
    )*};
}

/// Expands to: objects of outputs, as clients of A2T have them; a test says the fields that matter.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_records {
    ($( #$first:tt $(#$meta:tt)* pub struct $name:ident $fields:tt )*) => {
        $crate::__private::records! {$(
            #$first #[derive(::core::default::Default)] $(#$meta)*
            pub struct $name $fields
        )*}
    };
}

/// Expands to: the unions of outputs, an enum of objects each, with one more variant for objects of a newer server.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_open_unions {
    ($(
        #$first:tt $(#$meta:tt)*
        pub enum $name:ident($tag:literal) {
            $(#$of_unknown:tt)*
            Unknown($value:ty),
            $(#$doc:tt $(#$attribute:tt)* $variant:ident: $object:ty = $wire:literal,)*
        }
    )*) => {$(
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #$first $(#$meta)*
        #[non_exhaustive]
        pub enum $name {
            $(#$doc $(#$attribute)* $variant($object),)*
            $(#$of_unknown)*
            Unknown($value),
        }
        impl ::core::default::Default for $name {
            #[allow(unreachable_code)]
            fn default() -> Self {
                $(return Self::$variant(::core::default::Default::default());)*
                Self::Unknown(::core::default::Default::default())
            }
        }
        impl $crate::typed::Read for $name {
            fn read(
                value: $value,
                reader: &mut $crate::schema::typed::Reader,
            ) -> ::core::option::Option<Self> {
                let (tag, value) = $crate::schema::typed::Members::tagged($tag, value, reader)?;
                match &*tag {
                    $($wire => $crate::typed::Read::read(value, reader)
                        .map(Self::$variant),)*
                    _ => ::core::option::Option::Some(Self::Unknown(value)),
                }
            }
        }
    )*};
}

/// Expands to: unions of outputs that become members of objects of inputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_written_unions {
    ($(
        #$first:tt $(#$meta:tt)*
        pub enum $name:ident($tag:literal) {
            $(#$of_unknown:tt)*
            Unknown($value:ty),
            $(#$doc:tt $(#$attribute:tt)* $variant:ident: $object:ty = $wire:literal,)*
        }
    )*) => {
        $crate::__a2t_schema_open_unions! {$(
            #$first $(#$meta)*
            pub enum $name($tag) {
                $(#$of_unknown)*
                Unknown($value),
                $(#$doc $(#$attribute)* $variant: $object = $wire,)*
            }
        )*}
        $(
            impl $crate::typed::Write for $name {
                fn write(&self) -> ::core::option::Option<$value> {
                    ::core::option::Option::Some(match self {
                        $(Self::$variant(object) => {
                            $crate::schema::typed::Object::from_outputs(object).tagged($tag, $wire)
                        })*
                        Self::Unknown(value) => ::core::clone::Clone::clone(value),
                    })
                }
            }
        )*
    };
}

/// Expands to: objects of outputs that become objects of inputs.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_members {
    ($( #$first:tt $(#$meta:tt)* pub struct $name:ident $fields:tt )*) => {
        $crate::__private::members! {$(
            #$first #[derive(::core::default::Default)] $(#$meta)*
            pub struct $name $fields
        )*}
    };
}

/// Expands to: what an object of outputs becomes as the one of inputs with its members.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_same_objects {
    ($(impl From<$output:path> for $input:ident {})*) => {$(
        impl ::core::convert::From<$output> for $input {
            fn from(value: $output) -> Self {
                Self($crate::schema::typed::Object::from_outputs(&value))
            }
        }
    )*};
}

/// Expands to: the replies in the module `reply`, of tools whose outputs a schema describes.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_replies {
    ($( #$first:tt $(#$meta:tt)* pub struct $name:ident $fields:tt )*) => {
        $crate::__a2t_schema_records! {
            $( #$first $(#$meta)* pub struct $name $fields )*
        }
        $(
            impl $crate::Reply<super::Calls> for $name {
                fn read(reply: &mut $crate::schema::Reply) -> $crate::typed::Reading<Self> {
                    $crate::schema::typed::structured(reply)
                }
            }
        )*
    };
}

/// Expands to: replies that are one value, which is not an object with known members.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_values {
    ($(
        #$first:tt $(#$meta:tt)*
        pub struct $name:ident { $(#$attribute:tt)* pub value: $type:ty }
    )*) => {$(
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug,
            ::core::default::Default, ::core::cmp::PartialEq,
        )]
        #$first $(#$meta)*
        pub struct $name { $(#$attribute)* pub value: $type }
        impl $crate::Reply<super::Calls> for $name {
            fn read(reply: &mut $crate::schema::Reply) -> $crate::typed::Reading<Self> {
                let value = $crate::schema::typed::structured(reply)?;
                ::core::result::Result::Ok($name { value })
            }
        }
    )*};
}

/// Expands to: replies of tools without a schema of outputs, which are content.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_schema_contents {
    ($( #$first:tt $(#$meta:tt)* pub struct $name:ident; )*) => {$(
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug,
            ::core::default::Default, ::core::cmp::PartialEq,
        )]
        #$first $(#$meta)*
        pub struct $name {
            /// The text of the reply: that of its blocks of text, with line feeds between them.
            pub text: ::std::string::String,
            /// The blocks of the reply, images and links among them.
            pub content: ::std::vec::Vec<$crate::schema::Content>,
        }
        impl $crate::Reply<super::Calls> for $name {
            fn read(reply: &mut $crate::schema::Reply) -> $crate::typed::Reading<Self> {
                let (text, content) = $crate::schema::typed::content(reply);
                ::core::result::Result::Ok($name { text, content })
            }
        }
        impl<T: ::core::convert::Into<::std::string::String>> ::core::convert::From<T> for $name {
            fn from(text: T) -> Self {
                let (text, content) = $crate::schema::typed::content(&mut $crate::schema::typed::text(text.into()));
                $name { text, content }
            }
        }
    )*};
}
