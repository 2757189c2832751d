//! What a foreign definition says and a signature cannot, as a list that people and programs read.

use std::fmt;

use a2t_core::error::inert;

use crate::remark::remarks;

remarks! {
    /// What a signature cannot say.
    enum Matter;

    /// An entry of the list is no definition of a tool.
    NotATool = "A2T-F701", "import-not-a-tool", "give the list of tools as the provider or the server has it";
    /// A tool's name is not one that a signature can have.
    ToolName = "A2T-F702", "import-tool-name", "name the tool with 1 to 254 visible characters on one line";
    /// Two tools of the document have one name; the first is kept.
    TwinTools = "A2T-F703", "import-twin-tools", "give each tool its own name";
    /// A tool that the provider runs itself has no signature.
    HostedTool = "A2T-F704", "import-hosted-tool", "configure it with the provider, as a hosted tool";
    /// A text has a character that cannot be seen, which may hide words for a model.
    HiddenCharacter = "A2T-F705", "import-hidden-character", "ask the author what it is for, and remove it";
    /// A tool has more inputs than a signature takes.
    TooMany = "A2T-F706", "import-too-many", "split the tool";
    /// The schema of all inputs is not one of an object.
    NotAnObject = "A2T-F707", "import-not-an-object", "describe the inputs as an object with `properties`";
    /// The document is one page of a list that goes on.
    MorePages = "A2T-F708", "import-more-pages", "ask the server for all pages and put their `tools` into one list";
    /// The tool breaks a rule of the protocol.
    Rule = "A2T-F709", "import-rule", "correct the definition";
    /// An input is an array.
    Array = "A2T-F711", "import-array", "take one value a call, or a text that the tool splits";
    /// An input is an object with members of its own.
    Nested = "A2T-F712", "import-nested-object", "lift its members up to be inputs of the tool";
    /// An input is an object whose members are not said.
    FreeForm = "A2T-F713", "import-free-form", "name the members as inputs, or take JSON as text";
    /// An input is a number that need not be whole.
    Number = "A2T-F714", "import-number", "take an integer in a smaller unit, or a text";
    /// An input takes values of several types, or a mixture of schemas.
    Union = "A2T-F715", "import-union", "take one type, or make an input of each";
    /// The schema of an input does not say its type.
    Untyped = "A2T-F716", "import-untyped", "give it a `type` of string, integer or boolean";
    /// A `$ref` leads out of the document, or nowhere.
    Reference = "A2T-F717", "import-reference", "put what it refers to into the document";
    /// A `$ref` leads back to itself, or too deep.
    Cycle = "A2T-F718", "import-cycle", "break the circle of references";
    /// A schema that nothing satisfies, or that is none.
    NoSchema = "A2T-F719", "import-no-schema", "give a schema that some value satisfies";
    /// An input's name is not one that a signature can have, or is another input's.
    InputName = "A2T-F720", "import-input-name", "give each input its own visible name";
    /// A parameter travels in a way that is not read: a cookie, or text in a media type.
    Location = "A2T-F721", "import-location", "take it in the path, the query, a header or a JSON body";
    /// A request body that is not a flat JSON object.
    Body = "A2T-F722", "import-body", "take a JSON object whose members are strings, integers, booleans or enums";
    /// Values of an enum that are not capitalised snake case; it becomes a string.
    EnumNames = "A2T-F731", "import-enum-names", "nothing, as the values stand in the description; capitalised names such as NEWEST_FIRST make it an enum";
    /// A constraint that signatures do not have: `pattern`, `format`, `minLength`, `multipleOf`, gaps between numbers.
    Constraint = "A2T-F732", "import-constraint", "nothing, as it stands in the description and the tool still judges it";
    /// Which inputs go together: `anyOf`, `oneOf`, `not`, `if`, `dependentRequired` about the whole.
    Combination = "A2T-F733", "import-combination", "say it in the tool's description, or make a tool of each way to call it";
    /// The object takes members that are not named.
    Open = "A2T-F734", "import-open-object", "name the members that matter as inputs; others cannot be sent";
    /// A body that may be left out as a whole: its members become optional one by one.
    OptionalBody = "A2T-F735", "import-optional-body", "say in the descriptions which inputs go together";
    /// An integer without bounds takes every integer that JSON keeps exactly, up to 2^53 - 1.
    Range = "A2T-F741", "import-range", "give `minimum` and `maximum`: models choose better, and 65535 would be the protocol's own limit";
    /// A default stands in the description only.
    Default = "A2T-F742", "import-default", "nothing: leave the input out and the tool takes its default";
    /// A description was cut at the protocol's limit.
    DescriptionCut = "A2T-F743", "import-description-cut", "shorten the description";
    /// An operation without `operationId` is named for its method and path.
    NameDerived = "A2T-F744", "import-name-derived", "give it an `operationId`, which stays when the path changes";
    /// A result that is not flat becomes `json`.
    Output = "A2T-F745", "import-output", "nothing, unless replies should be typed: describe a flat object";
    /// The definition is marked as deprecated, without a date.
    Deprecated = "A2T-F746", "import-deprecated", "ask what to use instead";
}

impl Matter {
    /// The matter of this id or name.
    pub fn find(text: &str) -> Option<Self> {
        let same = |matter: &&Self| {
            matter.rule().eq_ignore_ascii_case(text) || matter.slug().eq_ignore_ascii_case(text)
        };
        Self::ALL.iter().find(same).copied()
    }
}

/// What becomes of it in the signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Effect {
    /// There is no signature of the tool.
    ToolDropped,
    /// The signature is without the input, which was optional.
    InputDropped,
    /// The input travels in another form, as [`Options::lossy`](super::Options::lossy) allows: a
    /// whole number, or JSON as text.
    Reshaped,
    /// The signature takes values that the tool may refuse.
    Widened,
    /// The signature does not take every value that the tool takes.
    Narrowed,
    /// No call is lost or gained: only words differ, or the type of a result, which is `json`.
    Text,
}

impl Effect {
    /// The stable name, such as `tool-dropped`.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::ToolDropped => "tool-dropped",
            Self::InputDropped => "input-dropped",
            Self::Reshaped => "reshaped",
            Self::Widened => "widened",
            Self::Narrowed => "narrowed",
            Self::Text => "text-only",
        }
    }

    /// How bad that is: `error`, `warning`, or `note` where nothing is lost.
    pub const fn severity(self) -> &'static str {
        match self {
            Self::ToolDropped => "error",
            Self::InputDropped | Self::Reshaped | Self::Widened | Self::Narrowed => "warning",
            Self::Text => "note",
        }
    }
}

/// One thing that a signature cannot say. It prints as one line, safe for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What it is about.
    pub matter: Matter,
    /// What becomes of it.
    pub effect: Effect,
    /// The tool, by name, unless it is about the document or a tool without one.
    pub tool: Option<String>,
    /// Where it is: a JSON pointer into the foreign document.
    pub pointer: String,
    /// What was found, on one line, safe for a terminal.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.pointer.is_empty() {
            "the document"
        } else {
            &self.pointer
        };
        let (severity, rule) = (self.effect.severity(), self.matter.rule());
        write!(f, "{severity}[{rule}]: {}: ", inert(at))?;
        if let Some(tool) = &self.tool {
            write!(f, "tool `{}`: ", inert(tool))?;
        }
        let (message, hint) = (&self.message, self.matter.hint());
        write!(f, "{message} ({}); {hint}", self.effect.slug())
    }
}

/// Everything that was found, in the order of the document. [`Findings::MAX`] are kept, the worst
/// before the others, and the rest are counted: a lost tool never stands behind notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    kept: Vec<Finding>,
    /// The mildest effect among them.
    mildest: Option<Effect>,
    more: usize,
    lossy: bool,
}

impl Findings {
    /// The most findings that are kept.
    pub const MAX: usize = 1_000;

    /// The findings that are kept.
    pub fn as_slice(&self) -> &[Finding] {
        &self.kept
    }

    /// The findings that are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.kept.iter()
    }

    /// How many findings there are beside those.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Whether nothing was lost but words: there are notes at most.
    pub fn is_lossless(&self) -> bool {
        !self.lossy
    }

    pub(super) fn push(&mut self, finding: Finding) {
        self.lossy |= finding.effect != Effect::Text;
        if self.kept.len() < Self::MAX {
            self.mildest = self.mildest.max(Some(finding.effect));
            self.kept.push(finding);
            return;
        }
        self.more = self.more.saturating_add(1);
        // Effects are in the order of how bad they are; of equals, the last one goes. Each removal
        // makes the list worse, so that there are few.
        if Some(finding.effect) >= self.mildest {
            return;
        }
        let mut kept = self.kept.iter();
        if let Some(index) = kept.rposition(|found| Some(found.effect) == self.mildest) {
            self.kept.remove(index);
            self.kept.push(finding);
        }
        self.mildest = self.kept.iter().map(|found| found.effect).max();
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
