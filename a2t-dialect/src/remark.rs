//! A table of remarks becomes an enum: for each an id, a name, a meaning and what to do about it.

macro_rules! remarks {
    (
        $(#[doc = $about:literal])+
        enum $table:ident;

        $($(#[doc = $doc:literal])+ $variant:ident = $rule:literal, $slug:literal, $hint:literal;)*
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $table {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl $table {
            /// Every remark there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The id, such as `A2T-P501` or `A2T-F714`.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$variant => $rule,)* }
            }

            /// The stable name, such as `provider-tool-name` or `import-number`.
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc, " "),+).trim_ascii(),)* }
            }

            /// What to do about it.
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$variant => $hint,)* }
            }
        }
    };
}

pub(crate) use remarks;
