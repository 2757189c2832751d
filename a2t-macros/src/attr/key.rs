//! The keys of all attributes, and the targets where each may be.

use a2t_core::error::nearest;

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `text`
    Alone,
    /// `max = 5`
    Value,
    /// `destructive`, or `destructive = false`.
    Either,
    /// `errors(NotFound)`
    Brackets,
}

macro_rules! keys {
    ($($key:ident $name:literal $form:ident,)+) => {
        /// A key of an attribute.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(clippy::enum_variant_names, reason = "`idempotency_key` is one")]
        pub(crate) enum Key {
            $($key,)+
        }

        impl Key {
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$key => $name,)+
                }
            }

            pub(super) const fn form(self) -> Form {
                match self {
                    $(Self::$key => Form::$form,)+
                }
            }
        }
    };
}

keys! {
    Concurrency "concurrency" Value,
    Context "context" Alone,
    Crate "crate" Value,
    Default "default" Value,
    Deprecated "deprecated" Brackets,
    Destructive "destructive" Either,
    Detail "detail" Value,
    Display "display" Alone,
    Errors "errors" Brackets,
    Example "example" Value,
    Expected "expected" Value,
    Format "format" Value,
    Id "id" Value,
    Idempotent "idempotent" Alone,
    IdempotencyKey "idempotency_key" Value,
    Img "img" Value,
    Internal "internal" Alone,
    LongRunning "long_running" Alone,
    Marker "marker" Value,
    Max "max" Value,
    MaxLength "max_length" Value,
    Min "min" Value,
    Name "name" Value,
    Note "note" Value,
    OnDisconnect "on_disconnect" Value,
    Quick "quick" Alone,
    ReadOnly "read_only" Alone,
    Scopes "scopes" Value,
    Serde "serde" Alone,
    Since "since" Value,
    Status "status" Value,
    Tags "tags" Value,
    Text "text" Alone,
    Timeout "timeout" Value,
    Title "title" Value,
    Transparent "transparent" Alone,
    Type "type" Value,
    Version "version" Value,
}

impl Key {
    pub(super) const fn takes_list(self) -> bool {
        matches!(self, Self::Scopes | Self::Tags)
    }
}

/// A target of an attribute: what it is called in messages, and the keys there. The first is the most usual.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(super) what: &'static str,
    pub(super) keys: &'static [Key],
}

impl Target {
    pub(crate) const TOOL: Self = Self {
        what: "a tool",
        keys: &[
            Key::Version,
            Key::Name,
            Key::Title,
            Key::Id,
            Key::Tags,
            Key::Img,
            Key::ReadOnly,
            Key::Idempotent,
            Key::Destructive,
            Key::LongRunning,
            Key::Quick,
            Key::OnDisconnect,
            Key::Timeout,
            Key::Concurrency,
            Key::IdempotencyKey,
            Key::Scopes,
            Key::Deprecated,
            Key::Errors,
            Key::Marker,
            Key::Crate,
        ],
    };
    pub(crate) const BLOCK: Self =
        Self { what: "an `impl` block", keys: &[Key::Crate, Key::Marker] };
    pub(super) const DEPRECATED: Self =
        Self { what: "`deprecated`", keys: &[Key::Version, Key::Since, Key::Note] };
    pub(super) const PARAMETER: Self = Self {
        what: "a parameter",
        keys: &[
            Key::Name,
            Key::Id,
            Key::Min,
            Key::Max,
            Key::MaxLength,
            Key::Default,
            Key::Text,
            Key::Expected,
            Key::Example,
            Key::Format,
            Key::Context,
        ],
    };
    pub(super) const ONE_VALUE: Self = Self {
        what: "a type around one value",
        keys: &[
            Key::Text,
            Key::Min,
            Key::Max,
            Key::MaxLength,
            Key::Expected,
            Key::Example,
            Key::Format,
            Key::Crate,
        ],
    };
    pub(super) const ENUM: Self = Self { what: "a type", keys: &[Key::Serde, Key::Crate] };
    pub(super) const STRUCT: Self = Self { what: "a type", keys: &[Key::Crate] };
    pub(super) const OUTPUT: Self =
        Self { what: "an output", keys: &[Key::Name, Key::Id, Key::Text] };
    pub(super) const ALLOWED_VALUE: Self = Self { what: "an allowed value", keys: &[Key::Name] };
    pub(super) const ERRORS: Self =
        Self { what: "an enum of errors", keys: &[Key::Display, Key::Crate] };
    pub(crate) const ERROR: Self = Self {
        what: "an error",
        keys: &[Key::Status, Key::Type, Key::Name, Key::Detail, Key::Transparent, Key::Internal],
    };
    pub(super) const MEMBER: Self =
        Self { what: "a member of an error", keys: &[Key::Name, Key::Text] };

    pub(super) fn has(self, key: Key) -> bool {
        self.keys.contains(&key)
    }

    /// Returns the key of this name.
    pub(crate) fn key(self, name: &str) -> Option<Key> {
        self.keys.iter().copied().find(|key| key.name() == name)
    }

    /// Returns the key that a misspelt name resembles.
    pub(super) fn nearest(self, name: &str) -> Option<Key> {
        self.key(nearest(name, self.keys.iter().map(|key| key.name()))?)
    }

    /// Returns a sentence that lists the keys.
    pub(super) fn listed(self) -> String {
        match self.keys {
            [key] => format!("the only key is `{}`", key.name()),
            keys => {
                let quoted: Vec<_> = keys.iter().map(|key| format!("`{}`", key.name())).collect();
                format!("the keys are {}", quoted.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The reference of the macros, which the facade has.
    fn reference(file: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src").join(file);
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn the_reference_names_every_key() {
        let (tools, types) = (reference("macros/mod.rs"), reference("macros/types.rs"));
        let of_tools = [Target::TOOL, Target::BLOCK, Target::DEPRECATED, Target::PARAMETER];
        let of_types = [
            Target::ONE_VALUE,
            Target::ENUM,
            Target::STRUCT,
            Target::OUTPUT,
            Target::ALLOWED_VALUE,
            Target::ERRORS,
            Target::ERROR,
            Target::MEMBER,
        ];
        let targets = of_tools.map(|target| (target, &tools)).into_iter();
        for (target, text) in targets.chain(of_types.map(|target| (target, &types))) {
            for key in target.keys {
                let name = key.name();
                let mut shown = [
                    format!("`{name}`"),
                    format!("{name} = "),
                    format!("{name}("),
                    format!("a2t({name}"),
                ]
                .into_iter();
                assert!(shown.any(|one| text.contains(&one)), "`{name}` of {}", target.what);
            }
        }
    }
}
