//! Keys that other libraries have, and what they are called here.

use super::key::{Key, Target};

pub(super) struct Alias {
    pub(super) means: Option<Means>,
    pub(super) help: &'static str,
}

#[derive(Clone, Copy)]
pub(super) enum Means {
    Key(Key),
    /// A description, which is a doc comment and no key.
    Description,
}

const DOC: Alias = Alias {
    means: Some(Means::Description),
    help: "a description is a doc comment: write `/// …` above it",
};
const OPTION: Alias = Alias {
    means: None,
    help: "the type decides: `Option<T>` is optional, as is any input with `default = …`; every \
             other input is required",
};
const CONTEXT: Alias = Alias {
    means: Some(Means::Key(Key::Context)),
    help: "what comes with the request or from the state is marked `#[a2t(context)]`",
};
const CHOICE: Alias = Alias {
    means: None,
    help: "allowed values are the variants of an enum with `#[derive(a2t::Enum)]`",
};
const CHECKED: Alias = Alias {
    means: None,
    help: "the protocol has no such constraint: describe it in the doc comment, and check it in the \
             function, `a2t::ToolError::invalid(\"input\", \"reason\")`, or by a type that `FromStr` reads, \
             `#[a2t(text)]`",
};
const SHORTEST: Alias = Alias {
    means: None,
    help: "the protocol has no minimum length: refuse a shorter text in the function, \
             `a2t::ToolError::invalid(\"input\", \"is empty\")`, or by a type that `FromStr` reads, \
             `#[a2t(text)]`, and state it in the doc comment",
};
const TITLE: Alias = Alias {
    means: None,
    help: "people and models read the doc comment: remove the key; `name = \"…\"` sets the name for callers",
};
const HINTS: Alias = Alias {
    means: None,
    help: "each hint is a separate key: `read_only`, `idempotent`, `destructive` or `destructive = false`",
};
const META: Alias = Alias {
    means: None,
    help: "a signature has no other data: texts for people and models belong in the doc comment, labels in \
             `tags = [\"…\"]`",
};
const TRANSPARENT: Alias = Alias {
    means: None,
    help: "a struct around one value has the same name and id as that value: remove the key",
};

/// Returns what a key means that the target does not have.
pub(super) fn of(key: &str, target: Target) -> Option<Alias> {
    let alias = match key {
        "description" | "desc" | "doc" | "docs" | "about" | "help" | "summary" => DOC,
        "required" | "optional" | "nullable" => OPTION,
        "ctx" | "state" | "extract" | "extractor" | "inject" | "skip" => CONTEXT,
        "minimum" | "ge" | "gte" => same(Key::Min, "set the minimum of an integer with `min = …`"),
        "maximum" | "le" | "lte" => same(Key::Max, "set the maximum of an integer with `max = …`"),
        "len" | "length" | "max_len" | "maxLength" => {
            same(Key::MaxLength, "set the maximum length with `max_length = …`, in characters")
        }
        "min_length" | "min_len" | "minLength" | "non_empty" | "not_empty" => SHORTEST,
        "returns" | "output" | "result" => Alias {
            means: None,
            help: "the outputs are what the function returns, described by the section \
                     `/// # Returns` or by the fields of a struct with `#[derive(a2t::Output)]`",
        },
        "range" => Alias { means: None, help: "a range is two keys: `min = …, max = …`" },
        "title" => TITLE,
        "annotations" | "hints" => HINTS,
        "meta" | "_meta" | "metadata" => META,
        "reason" | "instead" => same(Key::Note, "what callers do instead is `note = \"…\"`"),
        "error" | "message" | "text" => {
            same(Key::Detail, "what callers read is the doc comment, or `detail = \"…\"`")
        }
        "rename" | "tool_name" => same(Key::Name, "the name for callers is `name = \"…\"`"),
        "read_only_hint" | "readOnlyHint" | "readOnly" | "safe" | "pure" => {
            same(Key::ReadOnly, "a tool that changes nothing is `read_only`")
        }
        "idempotent_hint" | "idempotentHint" => {
            same(Key::Idempotent, "a tool that may be called twice without harm is `idempotent`")
        }
        "destructive_hint" | "destructiveHint" => same(
            Key::Destructive,
            "a tool that overwrites or deletes is `destructive`, one that only adds is \
             `destructive = false`",
        ),
        "long_running_hint" | "longRunningHint" | "longRunning" | "background" | "slow"
        | "task" => same(Key::LongRunning, "a tool whose calls take a while is `long_running`"),
        "scope" | "permissions" | "roles" | "requires" | "auth" => {
            same(Key::Scopes, "scopes that a caller needs are `scopes = [\"…\"]`")
        }
        "icon" | "image" | "icons" => same(Key::Img, "the URL of a picture is `img = \"…\"`"),
        "values" | "enum" | "choices" | "allowed_values" => CHOICE,
        "pattern" | "regex" | "format" | "email" | "url" | "contains" | "custom" | "validate" => {
            CHECKED
        }
        "transparent" | "newtype" | "wrapper" => TRANSPARENT,
        "from_str" | "parse" | "parsed" | "display" | "string" | "with" => {
            same(Key::Text, "a type that `FromStr` reads from a text has the key `text`")
        }
        _ => return None,
    };
    let is_here = match alias.means {
        Some(Means::Key(key)) => target.has(key),
        Some(Means::Description) | None => true,
    };
    is_here.then_some(alias)
}

const fn same(key: Key, help: &'static str) -> Alias {
    Alias { means: Some(Means::Key(key)), help }
}
