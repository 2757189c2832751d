//! The one table of everything that can be wrong: a row for each kind of violation, change and
//! diagnostic, with its id, slug, family, severity, verdicts, hint and meaning.
//!
//! [`Code`], [`Rule`] and their like are views of it, so that each crate has a type with only the
//! rules that can occur there.

mod change;
mod command;
mod dialect;
mod schema;
mod violation;

use std::fmt;

pub use change::Rule;
pub use command::{Approval, Procedure, Publication, Suspicion};
pub use dialect::{Limit, Loss};
pub use schema::SchemaChange;
pub use violation::Code;

/// Everything that is known of one rule, in each place where it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// Stable id, such as `A2T-I112`. Kinds of violations cite a requirement of the draft, `A2T-14`, or
    /// a reading of it, `AMB-35`, which several of them may share.
    pub id: &'static str,
    /// Stable name, such as `input-max-lowered`; no two rows have the same.
    pub slug: &'static str,
    /// Name of the same rule on the wire, where reports of changes have another one.
    pub alias: Option<&'static str>,
    /// Those who apply it, and what it is about.
    pub family: Family,
    /// Severity by default; a profile may raise or lower it.
    pub severity: Severity,
    /// For changes of a signature: the verdict of the protocol's letter, and that of the wire.
    pub verdicts: Option<(Verdict, Verdict)>,
    /// Help, in the imperative.
    pub hint: &'static str,
}

/// Those who apply a rule, and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Documents, invocations and replies, each by itself.
    Document,
    /// Signatures and tools, compared with earlier ones.
    Change(Class),
    /// Providers of models and frameworks: [`Limit`].
    Provider,
    /// Foreign definitions: [`Loss`].
    Import,
    /// Texts that address the model: [`Suspicion`].
    Suspicion,
    /// Files of versions that are out: [`Publication`].
    Publication,
    /// Procedures that name tools: [`Procedure`].
    Procedure,
    /// Approved catalogs and the ones that are served: [`Approval`].
    Approval,
    /// Tools that JSON Schema describes, each by itself.
    Schema,
}

/// Verdict on a promise after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The promise holds.
    Compatible,
    /// The promise is broken.
    Breaking,
}

/// Urgency of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information.
    Note,
    /// Look at it.
    Warning,
    /// Refused.
    Error,
}

/// Strictness about the letter of the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Texts of old parameters may be reworded in a new version, with a warning.
    #[default]
    Default,
    /// Everything that the letter forbids is an error.
    Letter,
}

/// Subject of a rule of evolution; it decides which lineage rule a change of a published version breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Tool ids, version numbers and lists of versions.
    Lineage,
    /// Contents of calls and replies.
    Contract,
    /// Meaning of a parameter or choice, in words.
    Text,
    /// The order of parameters or choices, which is no contract.
    Order,
    /// Name, title, description, tags and picture of the tool.
    Metadata,
    /// What a call needs in addition to its inputs. A later signature may only need less, also in the same version.
    Preconditions,
    /// Effects of a call on the world. A later signature may only be safer, also in the same version.
    Hints,
    /// Form of a signature by itself.
    WellFormed,
    /// Names that are the same in generated code.
    Codegen,
}

/// Rows become a view: an enum with a variant for each, and `ROWS` in the same order.
macro_rules! rules {
    ($(#[$about:meta])* enum $view:ident: $family:ident $severity:ident;
        $($(#[doc = $doc:literal])+ $variant:ident = $row:tt;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(clippy::enum_variant_names)]
        pub enum $view {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl $view {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            const ROWS: &'static [Row] = &[$(row!($family $severity $row),)*];

            /// Returns the row of this rule in the table.
            #[expect(clippy::indexing_slicing, reason = "a row for each variant, by the macro")]
            pub const fn row(self) -> &'static Row {
                &Self::ROWS[self as usize]
            }

            /// Returns the stable id, such as `A2T-I112`.
            pub const fn id(self) -> &'static str {
                self.row().id
            }

            /// Returns the stable name, such as `input-max-lowered`.
            pub const fn slug(self) -> &'static str {
                self.row().slug
            }

            /// Returns the default severity.
            pub const fn severity(self) -> Severity {
                self.row().severity
            }

            /// Returns the help, in the imperative.
            pub const fn hint(self) -> &'static str {
                self.row().hint
            }

            /// Returns the meaning, in a sentence.
            pub const fn meaning(self) -> &'static str {
                const MEANINGS: &[&str] = &[$(concat!($($doc, " "),+).trim_ascii(),)*];
                #[expect(clippy::indexing_slicing, reason = "one for each variant, by the macro")]
                MEANINGS[self as usize]
            }
        }

        impl std::fmt::Display for $view {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }

        impl From<$view> for &'static Row {
            fn from(rule: $view) -> Self {
                rule.row()
            }
        }
    };
}

/// One row: alone, with a severity, with the facts of a rule of evolution, or that of another view.
macro_rules! row {
    ($family:ident $severity:ident ($id:literal, $slug:literal, $hint:expr)) => {
        Row {
            id: $id,
            slug: $slug,
            alias: None,
            family: Family::$family,
            severity: Severity::$severity,
            verdicts: None,
            hint: $hint,
        }
    };
    ($family:ident $_:ident ($id:literal, $slug:literal, $severity:ident, $hint:expr)) => {
        row!($family $severity ($id, $slug, $hint))
    };
    ($_:ident $severity:ident (Schema: $($rest:tt)+)) => {
        row!(Schema $severity ($($rest)+))
    };
    ($_:ident $__:ident ($id:literal, $slug:literal,
        $class:ident, $severity:ident, $letter:ident, $wire:ident, $hint:literal)) => {
        Row {
            id: $id,
            slug: $slug,
            alias: None,
            family: Family::Change(Class::$class),
            severity: Severity::$severity,
            verdicts: Some((Verdict::$letter, Verdict::$wire)),
            hint: $hint,
        }
    };
    ($_:ident $__:ident ($view:ident::$variant:ident, $slug:literal, $hint:literal)) => {
        Row {
            slug: $slug,
            alias: Some($view::$variant.slug()),
            hint: $hint,
            ..*$view::$variant.row()
        }
    };
    ($_:ident $__:ident ($($other:tt)+)) => {
        *$($other)+.row()
    };
}

use {row, rules};

impl Row {
    /// Returns every row with its meaning, each once: by family, in the order of the ids within
    /// each.
    pub fn all() -> impl Iterator<Item = (&'static Self, &'static str)> {
        macro_rules! rows {
            ($view:ident) => {
                $view::ALL.iter().map(|rule| (rule.row(), rule.meaning()))
            };
        }
        // Rules of well-formed signatures are rows of `Code`, too.
        let is_shared = |row: &Self| row.family == Family::Change(Class::WellFormed);
        rows!(Rule)
            .chain(rows!(SchemaChange))
            .chain(rows!(Limit))
            .chain(rows!(Suspicion))
            .chain(rows!(Loss))
            .chain(rows!(Publication))
            .chain(rows!(Procedure))
            .chain(rows!(Approval))
            .chain(rows!(Code).filter(move |(row, _)| !is_shared(row)))
    }

    /// Returns the help as a sentence.
    pub fn help(&self) -> String {
        if self.hint.ends_with(['.', ')']) && self.hint.contains('.') {
            return self.hint.to_owned();
        }
        let mut letters = self.hint.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).chain(['.']).collect()
    }

    /// Returns whether this is its id, with or without `A2T-`, or its slug; in either case.
    pub fn is_called(&self, text: &str) -> bool {
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        let is_alias = self.alias.is_some_and(is);
        is(self.id) || is(self.slug) || is_alias || self.id.strip_prefix("A2T-").is_some_and(is)
    }
}

impl Verdict {
    /// Returns `compatible` or `breaking`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Breaking => "breaking",
        }
    }
}

impl Severity {
    /// Returns `note`, `warn` or `error`, as in the documents of `cargo a2t diff`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warn",
            Self::Error => "error",
        }
    }

    /// Returns `note`, `warning` or `error`, as compilers spell it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            other => other.name(),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
