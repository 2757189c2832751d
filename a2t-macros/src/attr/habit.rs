//! Keys that other libraries have, and what they are called here.

pub(super) struct Habit {
    pub(super) means: Option<&'static str>,
    pub(super) remedy: &'static str,
}

/// Key of a description; no key of ours has the name.
pub(super) const DESCRIPTION: &str = "description";

const DOC: Habit = Habit {
    means: Some(DESCRIPTION),
    remedy: "a description is a doc comment: write `/// …` above it",
};
const OPTION: Habit = Habit {
    means: None,
    remedy: "the type says it: `Option<T>` is optional, as is any input with `default = …`; every \
             other input is required",
};
const CONTEXT: Habit = Habit {
    means: Some("context"),
    remedy: "what comes with the request or from the state is marked `#[a2t(context)]`",
};
const CHOICE: Habit = Habit {
    means: None,
    remedy: "allowed values are the variants of an enum with `#[derive(a2t::Enum)]`",
};
const CHECKED: Habit = Habit {
    means: None,
    remedy: "the protocol has no such constraint: say it in the doc comment, and check it in the \
             function, `a2t::ToolError::invalid(\"input\", \"reason\")`, or by a type that `FromStr` reads, \
             `#[a2t(text)]`",
};
const SHORTEST: Habit = Habit {
    means: None,
    remedy: "the protocol has no least length: refuse a shorter text in the function, \
             `a2t::ToolError::invalid(\"input\", \"is empty\")`, or by a type that `FromStr` reads, \
             `#[a2t(text)]`, and say it in the doc comment",
};
const TITLE: Habit = Habit {
    means: None,
    remedy: "people and models read the doc comment: remove the key; a name for callers is `name = \"…\"`",
};
const HINTS: Habit = Habit {
    means: None,
    remedy: "each hint is a key of its own: `read_only`, `idempotent`, `destructive` or `destructive = false`",
};
const META: Habit = Habit {
    means: None,
    remedy: "a signature has no other data: words for people and models are the doc comment, labels are \
             `tags = [\"…\"]`",
};
const TRANSPARENT: Habit = Habit {
    means: None,
    remedy: "a struct around one value stands for that value as it is: remove the key",
};

/// The habit behind a key that `known`, the keys of the place, does not have.
pub(super) fn of(key: &str, known: &[&str]) -> Option<Habit> {
    let habit = match key {
        "description" | "desc" | "doc" | "docs" | "about" | "help" | "summary" => DOC,
        "required" | "optional" | "nullable" => OPTION,
        "ctx" | "state" | "extract" | "extractor" | "inject" | "skip" => CONTEXT,
        "minimum" | "ge" | "gte" => same("min", "an integer's smallest value is `min = …`"),
        "maximum" | "le" | "lte" => same("max", "an integer's largest value is `max = …`"),
        "len" | "length" | "max_len" | "maxLength" => {
            same("max_length", "the longest text is `max_length = …`, in characters")
        }
        "min_length" | "min_len" | "minLength" | "non_empty" | "not_empty" => SHORTEST,
        "returns" | "output" | "result" => Habit {
            means: None,
            remedy: "the outputs are what the function returns, described by the section \
                     `/// # Returns` or by the fields of a struct with `#[derive(a2t::Output)]`",
        },
        "range" => Habit { means: None, remedy: "a range is two keys: `min = …, max = …`" },
        "title" => TITLE,
        "annotations" | "hints" => HINTS,
        "meta" | "_meta" | "metadata" => META,
        "reason" | "instead" => same("note", "what callers do instead is `note = \"…\"`"),
        "error" | "message" | "text" => {
            same("detail", "what callers read is the doc comment, or `detail = \"…\"`")
        }
        "rename" | "tool_name" => same("name", "the name for callers is `name = \"…\"`"),
        "read_only_hint" | "readOnlyHint" | "readOnly" | "safe" | "pure" => {
            same("read_only", "a tool that changes nothing is `read_only`")
        }
        "idempotent_hint" | "idempotentHint" => {
            same("idempotent", "a tool that may be called twice without harm is `idempotent`")
        }
        "destructive_hint" | "destructiveHint" => same(
            "destructive",
            "a tool that overwrites or deletes is `destructive`, one that only adds is \
             `destructive = false`",
        ),
        "long_running_hint" | "longRunningHint" | "longRunning" | "background" | "slow"
        | "task" => same("long_running", "a tool whose calls take a while is `long_running`"),
        "scope" | "permissions" | "roles" | "requires" | "auth" => {
            same("scopes", "scopes that a caller needs are `scopes = [\"…\"]`")
        }
        "icon" | "image" | "icons" => same("img", "the URL of a picture is `img = \"…\"`"),
        "values" | "enum" | "choices" | "allowed_values" => CHOICE,
        "pattern" | "regex" | "format" | "email" | "url" | "contains" | "custom" | "validate" => {
            CHECKED
        }
        "transparent" | "newtype" | "wrapper" => TRANSPARENT,
        "from_str" | "parse" | "parsed" | "display" | "string" | "with" => {
            same("text", "a type that is read from a text by `FromStr` says `text`")
        }
        _ => return None,
    };
    let here = |means| known.contains(&means) || means == DESCRIPTION;
    habit.means.is_none_or(here).then_some(habit)
}

const fn same(key: &'static str, remedy: &'static str) -> Habit {
    Habit { means: Some(key), remedy }
}
