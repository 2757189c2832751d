//! Rules that documents, invocations and replies break. Rows that cite a requirement of the
//! draft share its id; those of well-formed signatures are rules of evolution as well.

use super::{Class, Family, Row, Severity, Verdict, row, rules};

rules! {
    /// The rule that a [`Violation`](crate::Violation) breaks; [`Code::slug`] is stable across
    /// releases, and its name on the wire.
    #[non_exhaustive]
    enum Code: Document Error;

    /// A member has another JSON type than the protocol gives it.
    WrongMemberType = ("A2T-2", "wrong-member-type",
        "give the member the JSON type the protocol defines");
    /// A member that is always present is absent.
    MissingMember = ("A2T-2", "missing-member", "add the member");
    /// A member that the protocol does not define.
    UnknownMember = ("A2T-W409", "unknown-member", WellFormed, Error, Breaking, Breaking,
        "remove it, or correct its spelling");
    /// `toolId` is not a UUID.
    BadToolId = ("A2T-13", "bad-tool-id",
        "use a UUID such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4");
    /// A name is empty.
    EmptyName = ("A2T-14", "empty-name", "give it a name");
    /// A name is too long.
    NameTooLong = ("A2T-14", "name-too-long", "shorten the name");
    /// A name does not follow the convention for names of its kind.
    BadName = ("A2T-16", "bad-name", "use the snake case of the protocol");
    /// A description is empty.
    EmptyDescription = ("A2T-19", "empty-description", "describe what it does");
    /// A description is too long.
    DescriptionTooLong = ("A2T-19", "description-too-long", "shorten the description");
    /// A text has a character that is invisible, reorders what is read, or controls a terminal.
    ForbiddenCharacter = ("AMB-35", "forbidden-character", "remove the character");
    /// A description has a tab or a carriage return, which is read as a blank.
    BlankedCharacter = ("AMB-40", "blanked-character",
        "write a blank, or a line feed where a line ends");
    /// A member is absent that follows from the others: `currentVersion`, or the id of a parameter.
    DerivedMember = ("AMB-50", "derived-member", "write the member");
    /// A number with a fraction of zero or an integer in the place of a text, which means one thing only.
    OtherSpelling = ("AMB-51", "other-spelling",
        "write an integer without a fraction, and an id or a cursor as a string");
    /// The name of an allowed value begins with a digit.
    DigitFirst = ("AMB-52", "digit-first", "begin the name with a letter, such as CLASS_2ND");
    /// A constraint of another type that constrains nothing, such as `max: 0` of a string.
    IdleConstraint = ("AMB-53", "idle-constraint", "leave the constraint out");
    /// An allowed value is a text and has no description.
    BareValue = ("AMB-2", "bare-value", "list objects with `name` and `description`");
    /// A tool, a parameter or an allowed value has no description.
    AbsentDescription = ("AMB-58", "absent-description",
        "describe it, because models choose tools and fill in inputs by descriptions");
    /// `toolId` is a UUID that is not written with hyphens.
    IdSpelling = ("AMB-18", "id-spelling",
        "write the id with hyphens, such as 0479a45d-ad0a-49d4-94db-75edf00d2ca4");
    /// A list seems to go on, but has no cursor where the protocol has one.
    MayGoOn = ("AMB-9", "list-may-go-on",
        "give the cursor of the next page as the string `paging.next`");
    /// The oldest version of a tool is not version 1.
    FirstVersion = ("AMB-22", "first-version", "number the versions of a tool from 1");
    /// The list of a tool's versions cannot be read.
    UnlistedVersions = ("A2T-50", "unlisted-versions",
        "serve the versions of each tool at `/tools/{toolId}/versions`");
    /// A version breaks callers of an earlier version of the tool.
    BreakingVersion = ("A2T-30", "breaking-version",
        "add only optional inputs and outputs, and publish what breaks callers as another tool");
    /// Versions of one tool differ in what the current version is.
    OtherCurrent = ("A2T-29", "other-current", "give each version of a tool the same `currentVersion`");
    /// Two names of one side are written differently and look the same.
    LookAlike = ("AMB-35", "look-alike", "write the names in one script, or rename one of them");
    /// A version is not a positive integer.
    BadVersion = ("A2T-W407", "bad-version", WellFormed, Error, Breaking, Breaking,
        "versions are integers from 1");
    /// An item of `GET /tools` is not its tool's newest version.
    NotCurrent = ("A2T-11", "not-current", "list the newest version of each tool");
    /// Two documents of one server differ about one published version.
    BrokenPromise = ("A2T-28", "broken-promise", "describe a published version the same way everywhere");
    /// `deprecated` lacks the day since when, or what to do instead.
    BadDeprecation = ("AMB-36", "bad-deprecation",
        "give the day since which it is deprecated, such as 2026-11-01, and what to do instead");
    /// Hints of a tool that contradict each other: what only reads destroys nothing.
    ContradictingHints = ("AMB-41", "contradicting-hints",
        "set `readOnlyHint` for a tool that changes nothing, `destructiveHint` for one that destroys");
    /// A parameter type that the protocol does not have.
    BadType = ("A2T-W408", "bad-type", WellFormed, Error, Breaking, Breaking,
        "inputs are string, int, boolean or enum; outputs also json");
    /// Two parameters of one side have one id.
    DuplicateId = ("A2T-W401", "duplicate-id", WellFormed, Error, Breaking, Breaking,
        "give each parameter of a side its own id");
    /// Two parameters of one side have one name.
    DuplicateName = ("A2T-W402", "duplicate-name", WellFormed, Error, Breaking, Breaking,
        "give each parameter of a side its own name");
    /// `min` is above `max`.
    EmptyRange = ("A2T-W403", "empty-range", WellFormed, Error, Breaking, Breaking,
        "min must not exceed max (an absent max is 65535)");
    /// An enum without values.
    EmptyEnum = ("A2T-W404", "empty-enum", WellFormed, Error, Breaking, Breaking,
        "list at least one allowed value");
    /// Two allowed values have one name.
    DuplicateAllowedValue = ("A2T-W405", "duplicate-allowed-value",
        WellFormed, Error, Breaking, Breaking, "remove the second entry");
    /// The name of an allowed value is not capitalised snake case, or too long.
    BadAllowedValueName = ("A2T-37", "bad-allowed-value-name",
        "use capitalised snake case such as PREMIUM_ECONOMY");
    /// A constraint that belongs to another type.
    ConstraintOnWrongType = ("A2T-W406", "constraint-on-wrong-type",
        WellFormed, Error, Breaking, Breaking,
        "min and max belong to int, max-length to string, allowed-values to enum");
    /// `max-length` is not an integer from 0.
    BadMaxLength = ("A2T-W410", "bad-max-length", WellFormed, Error, Breaking, Breaking,
        "max-length is an integer from 0");
    /// `min` or `max` is not an integer.
    BadBound = ("A2T-35", "bad-bound", "bounds are integers that fit 64 bits");
    /// More parameters or choices than any model can use.
    TooMany = ("AMB-35", "too-many", "split the tool, or the catalog");
    /// Two tools of one catalog have one id or one name.
    DuplicateTool = ("A2T-15", "duplicate-tool", "names and ids are unique on a server");
    /// The body names another tool than the path.
    WrongTool = ("A2T-58", "wrong-tool", "send the name of the tool that the path identifies");
    /// A required input is absent.
    MissingInput = ("A2T-42", "missing-input", "add the input");
    /// An input that the signature does not have.
    UnknownInput = ("A2T-58", "unknown-input", "remove it, or correct its spelling");
    /// One input given twice.
    DuplicateInput = ("A2T-58", "duplicate-input", "give each input once");
    /// One output given twice.
    DuplicateOutput = ("A2T-60", "duplicate-output", "give each output once");
    /// A required output is absent.
    MissingOutput = ("A2T-60", "missing-output", "return every declared output");
    /// An output that the signature does not have.
    UnknownOutput = ("A2T-60", "unknown-output", "remove it, or correct its spelling");
    /// A value of another type than the signature declares.
    WrongType = ("A2T-34", "wrong-type", "send a value of the declared type");
    /// An integer outside the range.
    OutOfRange = ("A2T-35", "out-of-range", "send a value inside the range");
    /// A string with more characters than allowed.
    TooLong = ("A2T-44", "too-long", "send a shorter string");
    /// A string that the type behind the input cannot read.
    Unreadable = ("AMB-44", "unreadable", "send the text in the form that the input describes");
    /// A value that the enum does not list.
    NotAllowed = ("A2T-36", "not-allowed", "send one of the allowed values");
    /// A value that the tool itself refuses, for a reason that is not in the signature.
    RefusedInput = ("AMB-13", "refused-input", "send a value that the tool accepts");
    /// `pageLimit` is not a positive integer.
    BadPageLimit = ("A2T-53", "bad-page-limit", "pageLimit is an integer from 1");
    /// `pageCursor` is not one that this list gave out, or the list has changed since.
    BadCursor = ("A2T-56", "bad-cursor",
        "send paging.next unchanged, or start again without pageCursor");
    /// A query parameter that cannot be decoded, or is given twice.
    BadQuery = ("AMB-8", "bad-query", "percent-encode the value as UTF-8 and give it once");
    /// A reply is something other than JSON, such as a web page.
    NotJson = ("A2T-2", "not-json", "send JSON with `Content-Type: application/json`");
    /// A document with more bytes than are read.
    DocumentTooLarge = ("AMB-35", "document-too-large", "fetch the catalog in pages");
    /// A keyword of a JSON Schema has a value that it cannot have.
    MalformedSchema = (Schema: "A2T-S801", "schema-malformed",
        "correct the schema; until then, leave the tool out");
    /// A `$ref` of a schema leads out of it; nothing is ever fetched to read a schema.
    RemoteReference = (Schema: "A2T-S802", "schema-remote-reference",
        "put the schema that it refers to under `$defs` of the same schema");
    /// A `$ref` of a schema leads to nothing.
    DanglingReference = (Schema: "A2T-S803", "schema-dangling-reference",
        "refer to something under `$defs` of the same schema");
    /// References of a schema lead to one another and never to a schema.
    ReferenceCycle = (Schema: "A2T-S804", "schema-reference-cycle",
        "let one of them contain the schema");
    /// The schema of a tool's inputs is not one of an object.
    NotAnObject = (Schema: "A2T-S805", "schema-not-an-object",
        "give `inputSchema` the member `\"type\": \"object\"`");
    /// A schema is larger, or nested deeper, than any model can use.
    SchemaTooLarge = (Schema: "A2T-S806", "schema-too-large",
        "split the tool, or describe less of it");
    /// A value is not one that the schema of a tool takes.
    SchemaMismatch = (Schema: "A2T-S807", "schema-mismatch",
        "send a value that the schema accepts");
    /// The text of a tool in a list is not JSON that can be read: a lone surrogate, a member twice, a number out of range.
    ToolUnreadable = (Schema: "A2T-S808", "tool-unreadable",
        "ask the server's author to correct it; until then, leave the tool out");
    /// A tool has no description.
    ToolUndescribed = (Schema: "A2T-S811", "tool-undescribed", Note,
        "ask its author for one: models choose by it");
    /// An input has no description.
    InputUndescribed = (Schema: "A2T-S812", "input-undescribed", Note,
        "ask the tool's author for one: models fill in inputs by it");
    /// A tool's name has characters that MCP advises against: it has 1 to 128 of `A-Za-z0-9_.-`.
    ToolNameCharacters = (Schema: "A2T-S813", "tool-name-characters", Warning,
        "map the name where it is shown to models");
    /// A tool's name is not in snake case.
    ToolNameCase = (Schema: "A2T-S814", "tool-name-case", Note,
        "nothing to do: it is called by this name");
    /// The annotations of a tool contradict one another.
    ContradictoryHints = (Schema: "A2T-S815", "contradictory-hints", Warning,
        "treat the tool as destructive");
}

impl Code {
    /// Returns the code of this [`Code::slug`].
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.slug() == slug)
    }
}
