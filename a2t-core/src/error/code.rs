//! The table of everything that can be wrong: one code, one rule, one remedy each.

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $slug:literal, $rule:literal, $hint:literal;)*) => {
        /// What kind of mistake a [`Violation`](super::Violation) is; [`Code::slug`] is stable across releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable name of the mistake, such as `missing-input`.
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)* }
            }

            /// The requirement or rule that is broken, such as `A2T-14` or `A2T-W401`.
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$variant => $rule,)* }
            }

            /// What kind of mistake it is, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii(),)* }
            }

            /// What to do about it.
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$variant => $hint,)* }
            }
        }
    };
}

codes! {
    /// A member has another JSON type than the protocol gives it.
    WrongMemberType = "wrong-member-type", "A2T-2", "give the member the JSON type the protocol defines";
    /// A member that is always present is absent.
    MissingMember = "missing-member", "A2T-2", "add the member";
    /// A member that the protocol does not define.
    UnknownMember = "unknown-member", "A2T-W409", "remove it, or correct its spelling";
    /// `toolId` is not a UUID.
    BadToolId = "bad-tool-id", "A2T-13", "use a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4";
    /// A name is empty.
    EmptyName = "empty-name", "A2T-14", "give it a name";
    /// A name is too long.
    NameTooLong = "name-too-long", "A2T-14", "shorten the name";
    /// A name does not follow the convention for names of its kind.
    BadName = "bad-name", "A2T-16", "use the snake case of the protocol";
    /// A description is empty.
    EmptyDescription = "empty-description", "A2T-19", "say what it does";
    /// A description is too long.
    DescriptionTooLong = "description-too-long", "A2T-19", "shorten the description";
    /// A text has a character that is invisible, reorders what is read, or controls a terminal.
    ForbiddenCharacter = "forbidden-character", "AMB-35", "remove the character";
    /// A description has a tab or a carriage return, which is read as a blank.
    BlankedCharacter = "blanked-character", "AMB-40", "write a blank, or a line feed where a line ends";
    /// Two names of one side are written differently and look the same.
    LookAlike = "look-alike", "AMB-35", "write the names in one script, or give one another name";
    /// A version is not a positive integer.
    BadVersion = "bad-version", "A2T-W407", "versions are integers from 1";
    /// An item of `GET /tools` is not its tool's newest version.
    NotCurrent = "not-current", "A2T-11", "list the newest version of each tool";
    /// Two documents of one server say different things of one published version.
    BrokenPromise = "broken-promise", "A2T-28", "say of a published version the same everywhere";
    /// `deprecated` does not say since which day, or what to do instead.
    BadDeprecation = "bad-deprecation", "AMB-36", "say since which day, such as 2026-11-01, and what to do instead";
    /// A parameter type that the protocol does not have.
    BadType = "bad-type", "A2T-W408", "inputs are string, int, boolean or enum; outputs also json";
    /// Two parameters of one side have one id.
    DuplicateId = "duplicate-id", "A2T-W401", "give each parameter of a side its own id";
    /// Two parameters of one side have one name.
    DuplicateName = "duplicate-name", "A2T-W402", "give each parameter of a side its own name";
    /// `min` is above `max`.
    EmptyRange = "empty-range", "A2T-W403", "min must not exceed max (an absent max is 65535)";
    /// An enum without values.
    EmptyEnum = "empty-enum", "A2T-W404", "list at least one allowed value";
    /// Two allowed values have one name.
    DuplicateAllowedValue = "duplicate-allowed-value", "A2T-W405", "remove the second entry";
    /// The name of an allowed value is not capitalised snake case, or too long.
    BadAllowedValueName = "bad-allowed-value-name", "A2T-37", "use capitalised snake case such as PREMIUM_ECONOMY";
    /// A constraint that belongs to another type.
    ConstraintOnWrongType = "constraint-on-wrong-type", "A2T-W406",
        "min and max belong to int, max-length to string, allowed-values to enum";
    /// `max-length` is not an integer from 0.
    BadMaxLength = "bad-max-length", "A2T-W410", "max-length is an integer from 0";
    /// `min` or `max` is not an integer.
    BadBound = "bad-bound", "A2T-35", "bounds are integers that fit 64 bits";
    /// More parameters or choices than any model can use.
    TooMany = "too-many", "AMB-35", "split the tool, or the catalog";
    /// Two tools of one catalog have one id or one name.
    DuplicateTool = "duplicate-tool", "A2T-15", "names and ids are unique on a server";
    /// The body names another tool than the path.
    WrongTool = "wrong-tool", "A2T-58", "send the name of the tool that the path identifies";
    /// A required input is absent.
    MissingInput = "missing-input", "A2T-42", "add the input";
    /// An input that the signature does not have.
    UnknownInput = "unknown-input", "A2T-58", "remove it, or correct its spelling";
    /// One input given twice.
    DuplicateInput = "duplicate-input", "A2T-58", "give each input once";
    /// One output given twice.
    DuplicateOutput = "duplicate-output", "A2T-60", "give each output once";
    /// A required output is absent.
    MissingOutput = "missing-output", "A2T-60", "return every declared output";
    /// An output that the signature does not have.
    UnknownOutput = "unknown-output", "A2T-60", "remove it, or correct its spelling";
    /// A value of another type than the signature says.
    WrongType = "wrong-type", "A2T-34", "send a value of the declared type";
    /// An integer outside the range.
    OutOfRange = "out-of-range", "A2T-35", "send a value inside the range";
    /// A string with more characters than allowed.
    TooLong = "too-long", "A2T-44", "send a shorter string";
    /// A value that the enum does not list.
    NotAllowed = "not-allowed", "A2T-36", "send one of the allowed values";
    /// `pageLimit` is not a positive integer.
    BadPageLimit = "bad-page-limit", "A2T-53", "pageLimit is an integer from 1";
    /// `pageCursor` is not one that this list gave out, or the list has changed since.
    BadCursor = "bad-cursor", "A2T-56", "send paging.next as it came, or start again without pageCursor";
    /// A query parameter that cannot be decoded, or is given twice.
    BadQuery = "bad-query", "AMB-8", "percent-encode the value as UTF-8 and give it once";
    /// A reply is something other than JSON, such as a web page.
    NotJson = "not-json", "A2T-2", "send JSON, and say so: `Content-Type: application/json`";
    /// A document with more bytes than are read.
    DocumentTooLarge = "document-too-large", "AMB-35", "fetch the catalog in pages";
}

impl Code {
    /// The code of this [`Code::slug`].
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.slug() == slug)
    }
}
