//! Names and texts in, whether a dialect's rule accepts them.

/// Names that are accepted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Name {
    /// The pattern as its provider writes it.
    pub pattern: &'static str,
    /// Maximum number of characters.
    pub max: usize,
    first: Set,
    rest: Set,
    /// No two marks in a row.
    single: bool,
    /// No mark at the end.
    bare_end: bool,
    reserved: &'static [&'static str],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    digits: bool,
    capitals: bool,
    marks: &'static str,
}

/// Texts that are accepted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Text {
    /// An empty one is refused.
    pub required: bool,
    /// Maximum number of characters.
    pub max: Option<usize>,
}

impl Name {
    pub(super) const fn new(pattern: &'static str, max: usize, first: Set, rest: Set) -> Self {
        Self { pattern, max, first, rest, single: false, bare_end: false, reserved: &[] }
    }

    /// Returns `true` for a name whose characters are accepted at their places. Its length is not checked.
    ///
    /// ```
    /// let gemini = a2t_dialect::limits::find("gemini").unwrap().tool_name.unwrap();
    /// assert!(gemini.accepts("weather.lookup") && !gemini.accepts("2nd_lookup"));
    /// ```
    pub fn accepts(&self, name: &str) -> bool {
        let mut characters = name.chars();
        let first = characters.next().is_some_and(|first| self.first.has(first));
        let doubled = || {
            let mark = |character: &char| !character.is_ascii_alphanumeric();
            let pairs = name.chars().zip(name.chars().skip(1));
            pairs.into_iter().any(|(a, b)| mark(&a) && mark(&b))
        };
        first
            && characters.all(|next| self.rest.has(next))
            && !(self.single && doubled())
            && !self.reserved.contains(&name)
            && !(self.bare_end && name.ends_with(|last: char| !last.is_ascii_alphanumeric()))
    }
}

impl Set {
    pub(super) const fn new(marks: &'static str) -> Self {
        Self { digits: true, capitals: true, marks }
    }

    pub(super) const fn without_capitals(mut self) -> Self {
        self.capitals = false;
        self
    }

    pub(super) const fn without_digits(mut self) -> Self {
        self.digits = false;
        self
    }

    fn has(self, character: char) -> bool {
        character.is_ascii_lowercase()
            || character.is_ascii_uppercase() && self.capitals
            || character.is_ascii_digit() && self.digits
            || self.marks.contains(character)
    }
}

impl Text {
    pub(super) const FREE: Self = Self { required: false, max: None };
    pub(super) const REQUIRED: Self = Self { required: true, max: None };

    pub(crate) const fn to(max: usize) -> Self {
        Self { required: true, max: Some(max) }
    }
}

pub(super) const WORD: Set = Set::new("_-");
/// OpenAI's, which several others apply.
pub(super) const OPENAI: Name = Name::new("[a-zA-Z0-9_-]{1,64}", 64, WORD, WORD);
pub(super) const BEDROCK_AGENTS: Name =
    Name { single: true, ..Name::new("([0-9a-zA-Z][_-]?){1,100}", 100, Set::new(""), WORD) };
pub(super) const CREWAI: Name = Name {
    single: true,
    bare_end: true,
    ..Name::new(
        "[a-z0-9]+(_[a-z0-9]+)*",
        64,
        Set::new("").without_capitals(),
        Set::new("_").without_capitals(),
    )
};
/// Anthropic's API refuses the whole request for one other key.
pub(super) const ANTHROPIC_KEY: Name =
    Name::new("^[a-zA-Z0-9_.-]{1,64}$", 64, Set::new("_.-"), Set::new("_.-"));
/// Names that every model behind a framework takes, and the languages that frameworks are written in:
/// Python's models of data refuse an underscore in front, JavaScript loses `__proto__`.
pub(super) const FRAMEWORK_KEY: Name = Name {
    reserved: MEMBERS,
    ..Name::new("^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}$", 64, Set::new(""), Set::new("_.-"))
};
/// Members that every object has in JavaScript, and every pydantic model in Python.
const MEMBERS: &[&str] = &[
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "model_computed_fields",
    "model_config",
    "model_construct",
    "model_copy",
    "model_dump",
    "model_dump_json",
    "model_extra",
    "model_fields",
    "model_fields_set",
    "model_json_schema",
    "model_parametrized_name",
    "model_post_init",
    "model_rebuild",
    "model_validate",
    "model_validate_json",
    "model_validate_strings",
];
pub(super) const START: Set = Set::new("_").without_digits();
