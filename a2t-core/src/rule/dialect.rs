//! Limits of providers and frameworks, and the parts of a foreign definition that a signature
//! cannot express.

use super::{Family, Row, Severity, row, rules};

rules! {
    /// A limit of a provider or framework that a tool exceeds.
    #[non_exhaustive]
    enum Limit: Provider Warning;

    /// A tool's name has characters that are not accepted.
    ToolName = ("A2T-P501", "provider-tool-name",
        "name the tool in snake case, which all take, or map the name");
    /// A tool's name, with its prefix, is too long.
    ToolNameLength = ("A2T-P502", "provider-tool-name-length", "shorten the name or the prefix");
    /// The names of two tools differ only in case.
    DuplicateToolName = ("A2T-P503", "provider-tool-name-twins",
        "give tools names that differ in more than case");
    /// A parameter's name has characters that are not accepted.
    ParameterName = ("A2T-P504", "provider-parameter-name",
        "name the input in snake case, which all take, or map the name");
    /// A parameter's name is too long.
    ParameterNameLength = ("A2T-P505", "provider-parameter-name-length", "shorten the name");
    /// A description is empty.
    DescriptionMissing = ("A2T-P506", "provider-description-missing",
        "describe it: models choose by it");
    /// A description is too long.
    DescriptionLength = ("A2T-P507", "provider-description-length", "shorten the description");
    /// A tool has too many inputs.
    Parameters = ("A2T-P508", "provider-parameters", "split the tool, or have the quota raised");
    /// A tool has too many allowed values.
    AllowedValues = ("A2T-P509", "provider-allowed-values", "split the enum, or take a string");
    /// There are too many tools for one request.
    Tools = ("A2T-P510", "provider-tools", "select the tools that an agent needs");
    /// A constraint cannot be expressed in the provider's schema.
    Constraint = ("A2T-P511", "provider-constraint", "write it in the description as well");
    /// A value of an enum is empty, which a provider refuses; it is left out there.
    EmptyValue = ("A2T-P512", "provider-empty-value", "give the empty value a name, such as `none`");
}

rules! {
    /// Something in a foreign definition that a signature cannot express.
    #[non_exhaustive]
    enum Loss: Import Warning;

    /// An entry of the list is not the definition of a tool.
    NotATool = ("A2T-F701", "import-not-a-tool",
        "give the list of tools as the provider or the server has it");
    /// A tool's name is not one that a signature can have.
    ToolName = ("A2T-F702", "import-tool-name",
        "name the tool with 1 to 254 visible characters on one line");
    /// Two tools of the document have the same name; the first is kept.
    DuplicateTool = ("A2T-F703", "import-twin-tools", "give each tool its own name");
    /// A tool that the provider runs itself has no signature.
    HostedTool = ("A2T-F704", "import-hosted-tool",
        "configure it with the provider, as a hosted tool");
    /// A text has an invisible character, which may hide instructions for a model.
    HiddenCharacter = ("A2T-F705", "import-hidden-character",
        "ask the author what it is for, and remove it");
    /// A tool has more inputs than a signature can have.
    TooMany = ("A2T-F706", "import-too-many", "split the tool");
    /// The schema of the inputs does not describe an object.
    NotAnObject = ("A2T-F707", "import-not-an-object",
        "describe the inputs as an object with `properties`");
    /// The document is one page of a longer list.
    MorePages = ("A2T-F708", "import-more-pages",
        "ask the server for all pages and put their `tools` into one list");
    /// The tool breaks a rule of the protocol.
    Rule = ("A2T-F709", "import-rule", "correct the definition");
    /// An input is an array.
    Array = ("A2T-F711", "import-array", "take one value a call, or a text that the tool splits");
    /// An input is an object with members.
    Nested = ("A2T-F712", "import-nested-object", "lift its members up to be inputs of the tool");
    /// An input is an object whose members are not declared.
    FreeForm = ("A2T-F713", "import-free-form", "name the members as inputs, or take JSON as text");
    /// An input is a number that need not be whole.
    Number = ("A2T-F714", "import-number", "take an integer in a smaller unit, or a text");
    /// An input takes values of several types, or a mixture of schemas.
    Union = ("A2T-F715", "import-union", "take one type, or make an input of each");
    /// The schema of an input does not declare its type.
    Untyped = ("A2T-F716", "import-untyped", "give it a `type` of string, integer or boolean");
    /// A `$ref` leads out of the document, or nowhere.
    Reference = ("A2T-F717", "import-reference", "put what it refers to into the document");
    /// A `$ref` leads back to itself, or too deep.
    Cycle = ("A2T-F718", "import-cycle", "break the circle of references");
    /// No value satisfies the schema, or it is not a schema.
    NoSchema = ("A2T-F719", "import-no-schema", "give a schema that some value satisfies");
    /// An input's name is not one that a signature can have, or is another input's.
    InputName = ("A2T-F720", "import-input-name", "give each input its own visible name");
    /// A parameter is in a place that is not supported: a cookie, or a text in a media type.
    Location = ("A2T-F721", "import-location",
        "take it in the path, the query, a header or a JSON body");
    /// The request body is not a flat JSON object, or none of its members can be an input.
    Body = ("A2T-F722", "import-body",
        "take a JSON object whose members are strings, integers, booleans or enums");
    /// The values of an enum are not in capitalised snake case, so it becomes a string.
    EnumNames = ("A2T-F731", "import-enum-names",
        "nothing, as the values stand in the description; capitalised names such as NEWEST_FIRST make it an enum");
    /// Signatures do not have this constraint: `pattern`, `format`, `minLength`, `multipleOf`, gaps between numbers.
    Constraint = ("A2T-F732", "import-constraint",
        "nothing, as it stands in the description and the tool still checks it");
    /// Inputs depend on each other: `anyOf`, `oneOf`, `not`, `if` or `dependentRequired` on the whole schema.
    Combination = ("A2T-F733", "import-combination",
        "write it in the tool's description, or make a tool of each way to call it");
    /// The object takes members that are not named.
    Open = ("A2T-F734", "import-open-object",
        "name the members that matter as inputs; others cannot be sent");
    /// The whole body is optional, so each of its members becomes optional.
    OptionalBody = ("A2T-F735", "import-optional-body",
        "describe which inputs go together");
    /// No parameter declares this part of the path, so it becomes a required text.
    Undeclared = ("A2T-F736", "import-undeclared-parameter",
        "declare a parameter with `in: path`, its type and a description");
    /// An integer without a maximum takes every integer that JSON keeps exactly, up to 2^53 - 1; one beyond 64 bits is cut.
    Range = ("A2T-F741", "import-range",
        "give `minimum` and `maximum`: models choose better, and 65535 would be the protocol's own limit");
    /// The default is only in the description.
    Default = ("A2T-F742", "import-default",
        "nothing: leave the input out and the tool takes its default");
    /// A description was cut at the protocol's limit.
    DescriptionCut = ("A2T-F743", "import-description-cut", "shorten the description");
    /// An operation without `operationId` is named for its method and path.
    NameDerived = ("A2T-F744", "import-name-derived",
        "give it an `operationId`, which stays when the path changes");
    /// A result that is not flat becomes `json`.
    Output = ("A2T-F745", "import-output",
        "nothing, unless replies should be typed: describe a flat object");
    /// The definition is marked as deprecated, without a date.
    Deprecated = ("A2T-F746", "import-deprecated", "ask what to use instead");
}
