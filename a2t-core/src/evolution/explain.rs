//! The long story of each rule: what it means, and an example of what it speaks of.

use super::rule::Rule;

/// What a rule means, for a person who has just met it. What to do is [`Rule::hint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What is wrong, or worth knowing, and whom it concerns.
    pub meaning: &'static str,
    /// The earlier signature, in part.
    pub before: &'static str,
    /// The later signature, in part, which the rule speaks of.
    pub after: &'static str,
}

macro_rules! explanations {
    ($($variant:ident: $meaning:literal, $before:literal, $after:literal;)*) => {
        impl Rule {
            /// What the rule means, with an example.
            pub const fn explanation(self) -> Explanation {
                match self {
                    $(Self::$variant => Explanation {
                        meaning: $meaning,
                        before: $before,
                        after: $after,
                    },)*
                }
            }
        }
    };
}

explanations! {
    ToolIdChanged:
        "toolId is what a tool is known by, for ever: paths, caches and approvals refer to it. Under another id it is another tool, and every call of the old one fails.",
        r#""toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4""#,
        r#""toolId": "11111111-2222-4333-8444-555555555555""#;
    PublishedVersionEdited:
        "A published version never changes (draft section 6.1): agents were built, tested and approved against it. Whatever changes belongs into the next version.",
        r#""version": 1, with the input {"name": "people", "type": "int", "max": 9}"#,
        r#""version": 1, with the input {"name": "people", "type": "int", "max": 6}"#;
    PublishedTextEdited:
        "The texts of a published version never change either. A model acts on them, so a reworded description under an approved number is a tool nobody approved.",
        r#""version": 1, "description": "Searches flights.""#,
        r#""version": 1, "description": "Searches and books flights.""#;
    VersionWentBackwards:
        "Versions only increase (draft section 6.1). Either the two signatures were given in the wrong order, or the number was lowered.",
        r#""version": 3"#,
        r#""version": 2"#;
    VersionGap:
        "Versions may skip a number, but whoever reads the list cannot tell a number that never was from one that was lost. A version that is about to be published takes the next number.",
        r#""version": 1"#,
        r#""version": 3"#;
    PublishedVersionMissing:
        "A published version stays callable: designers choose when to upgrade (draft section 5.4). It goes only with a record that it was retired on purpose.",
        "versions 1, 2",
        "version 2";
    CurrentVersionDangling:
        "currentVersion is the version that unpinned calls run. Pointing at a version that does not exist, it breaks all of them.",
        r#"versions 1, 2; "currentVersion": 2"#,
        r#"versions 1, 2; "currentVersion": 3"#;
    CurrentVersionRolledBack:
        "currentVersion moved to an earlier version. This is how a bad release is taken back, and the one member that may change under a fixed version; it should be meant.",
        r#""currentVersion": 2"#,
        r#""currentVersion": 1"#;
    VersionWithoutChange:
        "A new version that takes and returns exactly what the old one did makes every client look for a difference that is not there.",
        r#""version": 1"#,
        r#""version": 2, all parameters the same"#;
    LockDiffersFromBlessed:
        "The file that records a published version is not the one on the branch it was reviewed on. Editing the record together with the code would hide any break.",
        "published/add/v1.json on the main branch",
        "published/add/v1.json on this branch, edited";
    InputAddedOptional:
        "The one way in which inputs may grow: old calls leave the new input out and go on as before.",
        r#"{"name": "city"}"#,
        r#"{"name": "city"}, {"name": "units", "required": false}"#;
    InputAddedRequired:
        "Every old call lacks the new input and is refused. Mind that an input without `required` is required.",
        r#"{"name": "city"}"#,
        r#"{"name": "city"}, {"name": "units"}"#;
    InputRemoved:
        "Servers refuse inputs they do not know, so every old call that gives this one fails.",
        r#"{"name": "city"}, {"name": "units", "required": false}"#,
        r#"{"name": "city"}"#;
    InputBecameRequired:
        "Old calls that leave the input out are refused now. Deleting `required: false` has the same effect: absent means true.",
        r#"{"name": "units", "required": false}"#,
        r#"{"name": "units"}"#;
    InputBecameOptional:
        "No old call breaks, but the entry of a published input is carried over as it is: the draft allows additions only.",
        r#"{"name": "city"}"#,
        r#"{"name": "city", "required": false}"#;
    InputTypeChanged:
        "A value of the old type is no value of the new one. An enum made a string belongs here too where the string is too short for one of the values.",
        r#"{"name": "days", "type": "string"}"#,
        r#"{"name": "days", "type": "int"}"#;
    InputTypeWidened:
        "A string with room for each value takes whatever the enum took: no old call breaks, but the draft allows additions only.",
        r#"{"name": "cabin", "type": "enum", "allowed-values": [{"name": "ECONOMY"}]}"#,
        r#"{"name": "cabin", "type": "string"}"#;
    InputIdChanged:
        "The id identifies the parameter across versions (draft section 6.1). Whoever keeps approvals, defaults or mappings by id loses it.",
        r#"{"id": "i1", "name": "city"}"#,
        r#"{"id": "city", "name": "city"}"#;
    InputRenamed:
        "Calls carry names, so old calls give a name that is unknown or, worse, that belongs to another input now.",
        r#"{"id": "i1", "name": "city"}"#,
        r#"{"id": "i1", "name": "town"}"#;
    InputMinRaised:
        "Small integers that old calls give are refused now.",
        r#"{"name": "people", "type": "int", "min": 0}"#,
        r#"{"name": "people", "type": "int", "min": 1}"#;
    InputMinLowered:
        "No old call breaks, but the entry of a published input is carried over as it is, and generated types with it.",
        r#"{"name": "people", "type": "int", "min": 1}"#,
        r#"{"name": "people", "type": "int", "min": 0}"#;
    InputMaxLowered:
        "Large integers that old calls give are refused now. An int without `max` goes up to 65535, so deleting a larger max lowers it.",
        r#"{"name": "people", "type": "int", "max": 9}"#,
        r#"{"name": "people", "type": "int", "max": 6}"#;
    InputMaxRaised:
        "No old call breaks, but the entry of a published input is carried over as it is, and generated types with it: a u16 stays a u16.",
        r#"{"name": "people", "type": "int", "max": 9}"#,
        r#"{"name": "people", "type": "int", "max": 12}"#;
    InputMaxLengthLowered:
        "Longer texts that old calls give are refused now. The length counts Unicode scalar values.",
        r#"{"name": "note", "type": "string", "max-length": 200}"#,
        r#"{"name": "note", "type": "string", "max-length": 100}"#;
    InputMaxLengthRaised:
        "No old call breaks, but the entry of a published input is carried over as it is.",
        r#"{"name": "note", "type": "string", "max-length": 100}"#,
        r#"{"name": "note", "type": "string", "max-length": 200}"#;
    InputEnumValueAdded:
        "No old call breaks, but the entry of a published input, its choices included, is carried over as it is.",
        r#""allowed-values": [{"name": "ECONOMY"}]"#,
        r#""allowed-values": [{"name": "ECONOMY"}, {"name": "FIRST"}]"#;
    InputEnumValueRemoved:
        "Old calls that give the value are refused now. A value with another spelling is another value.",
        r#""allowed-values": [{"name": "ECONOMY"}, {"name": "FIRST"}]"#,
        r#""allowed-values": [{"name": "ECONOMY"}]"#;
    InputDescriptionChanged:
        "Nothing changes on the wire, but a model fills the input by its description. A changed unit or meaning is the break that no type system sees.",
        r#"{"name": "people", "description": "Number of travellers."}"#,
        r#"{"name": "people", "description": "Number of adults."}"#;
    InputEnumValueDescriptionChanged:
        "Nothing changes on the wire, but a model chooses by the description. Two values that exchange theirs exchange their meanings.",
        r#"{"name": "FIRST", "description": "The front cabin."}"#,
        r#"{"name": "FIRST", "description": "The first flight of the day."}"#;
    InputsReordered:
        "Inputs are addressed by name and id, so their order means nothing on the wire.",
        r#"{"name": "from"}, {"name": "to"}"#,
        r#"{"name": "to"}, {"name": "from"}"#;
    InputEnumValuesReordered:
        "Choices are a set; only generated documentation and ordinals follow their order.",
        r#"{"name": "ECONOMY"}, {"name": "FIRST"}"#,
        r#"{"name": "FIRST"}, {"name": "ECONOMY"}"#;
    OutputAdded:
        "The way in which outputs may grow: readers skip outputs they do not know.",
        r#"{"name": "price"}"#,
        r#"{"name": "price"}, {"name": "seats"}"#;
    OutputRemoved:
        "Every reader of the output finds nothing. The same happens where code begins to leave the output out now and then (an `Option` in Rust), which no signature shows and no rule can find (reading AMB-34).",
        r#"{"name": "price"}, {"name": "seats"}"#,
        r#"{"name": "price"}"#;
    OutputTypeChanged:
        "A reader that expects the old type gets a value it cannot read.",
        r#"{"name": "price", "type": "int"}"#,
        r#"{"name": "price", "type": "string"}"#;
    OutputTypeNarrowed:
        "A reader that is prepared for the old type is prepared for the new one, but the entry of a published output is carried over as it is.",
        r#"{"name": "offers", "type": "json"}"#,
        r#"{"name": "offers", "type": "string"}"#;
    OutputTypeWidened:
        "A reader that expects the old type may get anything now.",
        r#"{"name": "offers", "type": "string"}"#,
        r#"{"name": "offers", "type": "json"}"#;
    OutputIdChanged:
        "The id identifies the output across versions. Whoever keeps mappings by id loses it.",
        r#"{"id": "o1", "name": "price"}"#,
        r#"{"id": "price", "name": "price"}"#;
    OutputRenamed:
        "Replies carry names, so a reader of the old name finds nothing or, worse, another output.",
        r#"{"id": "o1", "name": "price"}"#,
        r#"{"id": "o1", "name": "total"}"#;
    OutputDescriptionChanged:
        "Nothing changes on the wire, but the number may mean something else: cents and euros have one type.",
        r#"{"name": "price", "description": "Total price in cents."}"#,
        r#"{"name": "price", "description": "Total price in euros."}"#;
    OutputsReordered:
        "Outputs are read by name and id, so their order means nothing on the wire.",
        r#"{"name": "price"}, {"name": "seats"}"#,
        r#"{"name": "seats"}, {"name": "price"}"#;
    OutputEnumValueAdded:
        "A reader that handles each listed value meets one it does not know.",
        r#""allowed-values": [{"name": "OPEN"}, {"name": "FULL"}]"#,
        r#""allowed-values": [{"name": "OPEN"}, {"name": "FULL"}, {"name": "WAITLIST"}]"#;
    OutputEnumValueRemoved:
        "No reader breaks, but the entry of a published output is carried over as it is; a listed value may simply never be returned.",
        r#""allowed-values": [{"name": "OPEN"}, {"name": "FULL"}]"#,
        r#""allowed-values": [{"name": "OPEN"}]"#;
    OutputEnumValueDescriptionChanged:
        "Nothing changes on the wire, but a model acts on what the value is said to mean.",
        r#"{"name": "FULL", "description": "No seat is left."}"#,
        r#"{"name": "FULL", "description": "Only the waiting list is open."}"#;
    OutputEnumValuesReordered:
        "Choices are a set; only generated documentation and ordinals follow their order.",
        r#"{"name": "OPEN"}, {"name": "FULL"}"#,
        r#"{"name": "FULL"}, {"name": "OPEN"}"#;
    ToolRenamed:
        "toolId is the identity, so the rename is allowed in a new version; but models and procedures pick tools by name.",
        r#""name": "flight_search""#,
        r#""name": "search_flights""#;
    ToolDescriptionChanged:
        "A new version may describe the tool anew. Agents choose tools by it, so it is reported.",
        r#""description": "Searches flights.""#,
        r#""description": "Searches flights of all airlines.""#;
    TagsChanged:
        "Tags are data of the catalog, a set without order; filters that use them see another selection.",
        r#""tags": ["travel"]"#,
        r#""tags": ["travel", "flights"]"#;
    ImgChanged:
        "The picture of the tool is another one.",
        r#""img": "https://example.org/old.png""#,
        r#""img": "https://example.org/new.png""#;
    DuplicateParameterId:
        "Two parameters of one side have one id, so that nobody can tell which of them an earlier version meant.",
        r#"{"id": "i1", "name": "from"}"#,
        r#"{"id": "i1", "name": "from"}, {"id": "i1", "name": "to"}"#;
    DuplicateParameterName:
        "Two parameters of one side have one name, so that a call cannot say which of them it means. An input and an output may share a name.",
        r#"{"id": "i1", "name": "note"}"#,
        r#"{"id": "i1", "name": "note"}, {"id": "i2", "name": "note"}"#;
    EmptyRange:
        "No integer is in the range. An int without `max` goes up to 65535, so a larger min alone leaves nothing.",
        r#"{"type": "int", "min": 10, "max": 100}"#,
        r#"{"type": "int", "min": 200, "max": 100}"#;
    EmptyEnum:
        "An enum input that lists no value takes none.",
        r#"{"type": "enum", "allowed-values": [{"name": "ECONOMY"}]}"#,
        r#"{"type": "enum", "allowed-values": []}"#;
    DuplicateEnumValue:
        "One value is listed twice; with two descriptions nobody knows what it means.",
        r#""allowed-values": [{"name": "ECONOMY"}]"#,
        r#""allowed-values": [{"name": "ECONOMY"}, {"name": "ECONOMY"}]"#;
    ConstraintOnWrongType:
        "The constraint says nothing about values of this type, so whoever wrote it believes in a check that nobody makes.",
        r#"{"type": "boolean"}"#,
        r#"{"type": "boolean", "max": 1}"#;
    BadVersionNumber:
        "Versions are positive integers (draft section 6.1); this one cannot be put in order with the others.",
        r#""version": 1"#,
        r#""version": 0"#;
    BadType:
        "The type is none that the protocol has, so no value of it can be checked. `json` is a type of outputs only.",
        r#"{"type": "string"}"#,
        r#"{"type": "date"}"#;
    UnknownField:
        "A member that the protocol does not define may be a constraint nobody enforces, or a misspelt one that is defined. The comparison does not guess: it fails closed.",
        r#"{"name": "units", "required": false}"#,
        r#"{"name": "units", "Required": false}"#;
    BadMaxLength:
        "A length is an integer from 0; no text is shorter than that.",
        r#"{"type": "string", "max-length": 200}"#,
        r#"{"type": "string", "max-length": -1}"#;
    IdentifierCollision:
        "The two names differ on the wire but become one identifier in generated Rust, where case and separators are lost.",
        r#"{"name": "max-stops"}"#,
        r#"{"name": "max-stops"}, {"name": "max_stops"}"#;
}
