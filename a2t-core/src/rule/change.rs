//! Rules of evolution: every way in which a signature can differ from an earlier one.

use super::{Class, Code, Family, Profile, Row, Severity, Verdict, row, rules};

rules! {
    /// A rule of evolution; [`Rule::id`] is stable across releases.
    enum Rule: Document Error;

    /// The tool has another id.
    ToolIdChanged = ("A2T-L001", "tool-id-changed", Lineage, Error, Breaking, Breaking,
        "Keep toolId; a different contract is a new tool with its own version 1.");
    /// A published version has another contract.
    PublishedVersionEdited = ("A2T-L002", "published-version-edited",
        Lineage, Error, Breaking, Compatible,
        "Revert version N and move the change to version N+1.");
    /// A published version has other texts.
    PublishedTextEdited = ("A2T-L003", "published-text-edited",
        Lineage, Error, Breaking, Compatible,
        "Revert the text of version N; publish new wording as N+1.");
    /// The later signature has the lower version.
    VersionWentBackwards = ("A2T-L004", "version-went-backwards",
        Lineage, Error, Breaking, Compatible,
        "Swap the arguments, or give the new signature a higher version.");
    /// A version number is skipped.
    VersionGap = ("A2T-L005", "version-gap", Lineage, Note, Compatible, Compatible,
        "Take the next number, or record that the missing one was never published: `cargo a2t publish --retire TOOL@N \
         --reason \"…\"`.");
    /// A published version is gone.
    PublishedVersionMissing = ("A2T-L006", "published-version-missing",
        Lineage, Error, Breaking, Breaking,
        "Published versions stay callable: restore version N, or record that it is gone for good: `cargo a2t publish \
         --retire TOOL@N --reason \"…\"`.");
    /// `currentVersion` names a version that is not there.
    CurrentVersionDangling = ("A2T-L007", "current-version-dangling",
        Lineage, Error, Breaking, Breaking, "Point currentVersion at a published version.");
    /// `currentVersion` is lower than it was.
    CurrentVersionRolledBack = ("A2T-L008", "current-version-rolled-back",
        Lineage, Note, Compatible, Compatible, "Fine for a rollback; confirm that it is intended.");
    /// A new version has the same contract as the old one.
    VersionWithoutChange = ("A2T-L009", "version-without-change",
        Lineage, Note, Compatible, Compatible,
        "Drop the version, or add what it was meant to add.");
    /// The file of a published version differs from the one that was reviewed.
    PublishedFileRewritten = ("A2T-L010", "published-file-rewritten",
        Lineage, Error, Breaking, Compatible,
        "Restore the file of the version from the revision or the folder that it was compared with; changes go into the next \
         version.");
    /// A new optional input.
    InputAddedOptional = ("A2T-I101", "input-added-optional",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A new required input.
    InputAddedRequired = ("A2T-I102", "input-added-required", Contract, Error, Breaking, Breaking,
        "Set required: false (absent means true) and give the tool a default.");
    /// An input is gone.
    InputRemoved = ("A2T-I103", "input-removed", Contract, Error, Breaking, Breaking,
        "Keep the input, let the tool ignore it, and document that in the release notes.");
    /// An optional input is required now.
    InputBecameRequired = ("A2T-I104", "input-became-required", Contract, Error, Breaking, Breaking,
        "Restore required: false and default the value inside the tool.");
    /// A required input is optional now.
    InputBecameOptional = ("A2T-I105", "input-became-optional",
        Contract, Error, Breaking, Compatible,
        "Keep it required; add another optional input if callers need to omit it.");
    /// An input takes other values.
    InputTypeChanged = ("A2T-I106", "input-type-changed", Contract, Error, Breaking, Breaking,
        "Keep the old input; add a new optional input of the new type.");
    /// An enum became a string with room for each of its values.
    InputTypeWidened = ("A2T-I107", "input-type-widened", Contract, Error, Breaking, Compatible,
        "Keep the enum; add an optional string input next to it.");
    /// An input of the same name has another id.
    InputIdChanged = ("A2T-I108", "input-id-changed", Contract, Error, Breaking, Breaking,
        "Restore the id; ids are never changed or reused.");
    /// An input of the same id has another name.
    InputRenamed = ("A2T-I109", "input-renamed", Contract, Error, Breaking, Breaking,
        "Restore the name; put the better name in the description.");
    /// The smallest integer an input takes is larger.
    InputMinRaised = ("A2T-I110", "input-min-raised", Contract, Error, Breaking, Breaking,
        "Restore the min; reject at run time with a domain error if you must.");
    /// The smallest integer an input takes is smaller.
    InputMinLowered = ("A2T-I111", "input-min-lowered", Contract, Error, Breaking, Compatible,
        "Keep the min; add another optional input with the wider range.");
    /// The largest integer an input takes is smaller.
    InputMaxLowered = ("A2T-I112", "input-max-lowered", Contract, Error, Breaking, Breaking,
        "Restore the max (removing a max above 65535 lowers it).");
    /// The largest integer an input takes is larger.
    InputMaxRaised = ("A2T-I113", "input-max-raised", Contract, Error, Breaking, Compatible,
        "Keep the max; add another optional input with the wider range.");
    /// An input takes only shorter strings.
    InputMaxLengthLowered = ("A2T-I114", "input-max-length-lowered",
        Contract, Error, Breaking, Breaking,
        "Restore the max-length; reject at run time with a domain error if you must.");
    /// An input takes longer strings.
    InputMaxLengthRaised = ("A2T-I115", "input-max-length-raised",
        Contract, Error, Breaking, Compatible,
        "Keep it; add another optional input with the longer limit.");
    /// An enum input takes one more value.
    InputEnumValueAdded = ("A2T-I116", "input-enum-value-added",
        Contract, Error, Breaking, Compatible,
        "Keep the enum; add an optional input that carries the new choice.");
    /// An enum input no longer takes a value.
    InputEnumValueRemoved = ("A2T-I117", "input-enum-value-removed",
        Contract, Error, Breaking, Breaking,
        "Restore the value; map it to a supported one inside the tool. (A rename is I116+I117.)");
    /// An input has another description.
    InputDescriptionChanged = ("A2T-I119", "input-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning or unit changed, add a new optional input.");
    /// A choice of an input has another description.
    InputEnumValueDescriptionChanged = ("A2T-I120", "input-enum-value-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning changed, add a new optional input.");
    /// The inputs are in another order.
    InputsReordered = ("A2T-I121", "inputs-reordered", Order, Note, Compatible, Compatible,
        "Nothing to do unless code addresses inputs by position.");
    /// The choices of an input are in another order.
    InputEnumValuesReordered = ("A2T-I122", "input-enum-values-reordered",
        Order, Note, Compatible, Compatible, "Nothing to do unless code uses ordinals.");
    /// An input that took any text takes only those of a format.
    InputFormatAdded = ("A2T-I123", "input-format-added",
        Preconditions, Error, Breaking, Breaking,
        "Accept any text again; add an optional input for the stricter one.");
    /// An input that took only the texts of a format takes any.
    InputFormatRemoved = ("A2T-I124", "input-format-removed",
        Preconditions, Note, Compatible, Compatible, "Nothing to do.");
    /// An input takes the texts of another format.
    InputFormatChanged = ("A2T-I125", "input-format-changed",
        Preconditions, Error, Breaking, Breaking,
        "Restore the format; add an optional input for the other one.");
    /// A new output.
    OutputAdded = ("A2T-O201", "output-added", Contract, Note, Compatible, Compatible,
        "Nothing to do.");
    /// An output is gone.
    OutputRemoved = ("A2T-O202", "output-removed", Contract, Error, Breaking, Breaking,
        "Keep returning it; document in the release notes that it is frozen.");
    /// An output has other values.
    OutputTypeChanged = ("A2T-O203", "output-type-changed", Contract, Error, Breaking, Breaking,
        "Keep the old output; add a new output of the new type.");
    /// An output has fewer values than a reader is prepared for.
    OutputTypeNarrowed = ("A2T-O204", "output-type-narrowed", Contract, Error, Breaking, Compatible,
        "Keep the old type; add a typed output next to it.");
    /// An output has more values than a reader is prepared for.
    OutputTypeWidened = ("A2T-O205", "output-type-widened", Contract, Error, Breaking, Breaking,
        "Keep the old type; add a json output next to it.");
    /// An output of the same name has another id.
    OutputIdChanged = ("A2T-O206", "output-id-changed", Contract, Error, Breaking, Breaking,
        "Restore the id.");
    /// An output of the same id has another name.
    OutputRenamed = ("A2T-O207", "output-renamed", Contract, Error, Breaking, Breaking,
        "Restore the name, or add a second output with the new one.");
    /// An output has another description.
    OutputDescriptionChanged = ("A2T-O208", "output-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning or unit changed, add a new output.");
    /// The outputs are in another order.
    OutputsReordered = ("A2T-O209", "outputs-reordered", Order, Note, Compatible, Compatible,
        "Nothing to do unless code addresses outputs by position.");
    /// An enum output can have one more value.
    OutputEnumValueAdded = ("A2T-O210", "output-enum-value-added",
        Contract, Error, Breaking, Breaking,
        "Add an output, or a member, of a new enum next to it; let the old one return its nearest value.");
    /// An enum output no longer has a value.
    OutputEnumValueRemoved = ("A2T-O211", "output-enum-value-removed",
        Contract, Error, Breaking, Compatible,
        "Keep the value in the list, even if it is never returned.");
    /// A choice of an output has another description.
    OutputEnumValueDescriptionChanged = ("A2T-O212", "output-enum-value-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning changed, add a new output.");
    /// The choices of an output are in another order.
    OutputEnumValuesReordered = ("A2T-O213", "output-enum-values-reordered",
        Order, Note, Compatible, Compatible, "Nothing to do unless code uses ordinals.");
    /// An output, or a part of one, that was any JSON now declares its shape.
    OutputShapeAdded = ("A2T-O214", "output-shape-added", Contract, Note, Compatible, Compatible,
        "Nothing to do.");
    /// An output, or a part of one, is any JSON now.
    OutputShapeRemoved = ("A2T-O215", "output-shape-removed", Contract, Error, Breaking, Breaking,
        "Keep the shape; add another output for what has none.");
    /// A record of an output has one more member.
    OutputMemberAdded = ("A2T-O216", "output-member-added", Contract, Note, Compatible, Compatible,
        "Nothing to do.");
    /// A record of an output lacks a member.
    OutputMemberRemoved = ("A2T-O217", "output-member-removed", Contract, Error, Breaking, Breaking,
        "Keep returning it; state in its description that it is frozen.");
    /// A member that was always there may be absent.
    OutputMemberBecameOptional = ("A2T-O218", "output-member-became-optional",
        Contract, Error, Breaking, Breaking,
        "Keep it in every record; add an optional member next to it.");
    /// A member that may have been absent is always there.
    OutputMemberBecameRequired = ("A2T-O219", "output-member-became-required",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A value within an output may be `null` now.
    OutputBecameNullable = ("A2T-O220", "output-became-nullable",
        Contract, Error, Breaking, Breaking,
        "Keep a value there; add an optional member next to it.");
    /// A value within an output is never `null` any more.
    OutputNeverNull = ("A2T-O221", "output-never-null", Contract, Note, Compatible, Compatible,
        "Nothing to do.");
    /// A member of a record has another description.
    OutputMemberDescriptionChanged = ("A2T-O222", "output-member-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning or unit changed, add a new member.");
    /// A new error.
    ErrorAdded = ("A2T-E501", "error-added", Contract, Note, Compatible, Compatible,
        "Nothing to do.");
    /// An error is no longer listed.
    ErrorRemoved = ("A2T-E502", "error-removed", Contract, Error, Breaking, Compatible,
        "Keep the error in the list, even if it never occurs.");
    /// An error of the same name has another `type`.
    ErrorTypeChanged = ("A2T-E503", "error-type-changed", Contract, Error, Breaking, Breaking,
        "Restore the type: callers distinguish errors by it.");
    /// An error of the same `type` has another name, which is the title of its problems.
    ErrorRenamed = ("A2T-E504", "error-renamed", Text, Note, Compatible, Compatible,
        "Nothing to do: callers distinguish errors by their type.");
    /// An error has another status.
    ErrorStatusChanged = ("A2T-E505", "error-status-changed", Contract, Error, Breaking, Breaking,
        "Restore the status; add another error for what needs another one.");
    /// An error has another description.
    ErrorDescriptionChanged = ("A2T-E506", "error-description-changed",
        Text, Note, Compatible, Compatible, "Nothing to do.");
    /// The errors are in another order.
    ErrorsReordered = ("A2T-E507", "errors-reordered", Order, Note, Compatible, Compatible,
        "Nothing to do.");
    /// An error, or a record within a member of it, has one more member.
    ErrorMemberAdded = ("A2T-E508", "error-member-added", Contract, Note, Compatible, Compatible,
        "Nothing to do.");
    /// An error, or a record within a member of it, lacks a member.
    ErrorMemberRemoved = ("A2T-E509", "error-member-removed", Contract, Error, Breaking, Breaking,
        "Keep sending it; state in its description that it is frozen.");
    /// A member of an error that was always there may be absent.
    ErrorMemberBecameOptional = ("A2T-E510", "error-member-became-optional",
        Contract, Error, Breaking, Breaking,
        "Keep it in every problem; add an optional member next to it.");
    /// A member of an error that may have been absent is always there.
    ErrorMemberBecameRequired = ("A2T-E511", "error-member-became-required",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A member of an error has other values.
    ErrorMemberTypeChanged = ("A2T-E512", "error-member-type-changed",
        Contract, Error, Breaking, Breaking,
        "Keep the old member; add a new member of the new type.");
    /// A member of an error has fewer values than a reader is prepared for.
    ErrorMemberTypeNarrowed = ("A2T-E513", "error-member-type-narrowed",
        Contract, Error, Breaking, Compatible,
        "Keep the old type; add a member of the narrower type next to it.");
    /// A member of an error has more values than a reader is prepared for.
    ErrorMemberTypeWidened = ("A2T-E514", "error-member-type-widened",
        Contract, Error, Breaking, Breaking,
        "Keep the old type; add a member of the wider type next to it.");
    /// A member of an error that was any JSON now declares its shape.
    ErrorMemberShapeAdded = ("A2T-E515", "error-member-shape-added",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A member of an error is any JSON now.
    ErrorMemberShapeRemoved = ("A2T-E516", "error-member-shape-removed",
        Contract, Error, Breaking, Breaking,
        "Keep the shape; add another member for what has none.");
    /// An enum in an error can have one more value.
    ErrorEnumValueAdded = ("A2T-E517", "error-enum-value-added",
        Contract, Error, Breaking, Breaking,
        "Add a new member, or another error; or map the new case to an old value.");
    /// An enum in an error no longer has a value.
    ErrorEnumValueRemoved = ("A2T-E518", "error-enum-value-removed",
        Contract, Error, Breaking, Compatible,
        "Keep the value in the list, even if it is never sent.");
    /// A value in an error may be `null` now.
    ErrorMemberBecameNullable = ("A2T-E519", "error-member-became-nullable",
        Contract, Error, Breaking, Breaking,
        "Keep a value there; add an optional member next to it.");
    /// A value in an error is never `null` any more.
    ErrorMemberNeverNull = ("A2T-E520", "error-member-never-null",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A member of an error has another description.
    ErrorMemberDescriptionChanged = ("A2T-E521", "error-member-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning or unit changed, add a new member.");
    /// A choice in an error has another description.
    ErrorEnumValueDescriptionChanged = ("A2T-E522", "error-enum-value-description-changed",
        Text, Warning, Breaking, Compatible,
        "Fine for a typo; if the meaning changed, add a new member.");
    /// The choices in an error are in another order.
    ErrorEnumValuesReordered = ("A2T-E523", "error-enum-values-reordered",
        Order, Note, Compatible, Compatible, "Nothing to do unless code uses ordinals.");
    /// The tool has another name.
    ToolRenamed = ("A2T-M301", "tool-renamed", Metadata, Warning, Compatible, Compatible,
        "toolId is the identity, but agents pick tools by name: confirm.");
    /// The tool has another description.
    ToolDescriptionChanged = ("A2T-M302", "tool-description-changed",
        Metadata, Note, Compatible, Compatible, "Nothing to do.");
    /// The tool has other tags.
    TagsChanged = ("A2T-M303", "tags-changed", Metadata, Note, Compatible, Compatible,
        "Nothing to do.");
    /// The tool has another picture.
    ImgChanged = ("A2T-M304", "img-changed", Metadata, Note, Compatible, Compatible,
        "Nothing to do.");
    /// The tool has another title.
    TitleChanged = ("A2T-M305", "title-changed", Metadata, Note, Compatible, Compatible,
        "Nothing to do.");
    /// The tool no longer declares that it is harmless: only reads, may be repeated, or only adds.
    HintWithdrawn = ("A2T-M306", "hint-withdrawn", Hints, Error, Compatible, Compatible,
        "Restore the hint: callers repeat its calls, or run it unasked, because it was harmless.");
    /// The hints of the tool changed, and none that made it harmless was withdrawn.
    HintGiven = ("A2T-M307", "hint-given", Hints, Note, Compatible, Compatible,
        "Believe it as far as you believe the vendor.");
    /// A call needs a scope that it did not need.
    ScopeAdded = ("A2T-C601", "scope-added", Preconditions, Error, Breaking, Breaking,
        "Keep the scopes as they were; a tool that needs another scope is a separate tool.");
    /// A call no longer needs a scope.
    ScopeRemoved = ("A2T-C602", "scope-removed", Preconditions, Note, Compatible, Compatible,
        "Nothing to do.");
    /// A call needs an `Idempotency-Key`, and did not.
    IdempotencyKeyRequired = ("A2T-C603", "idempotency-key-required",
        Preconditions, Error, Breaking, Breaking,
        "Do not require the key; one that a caller sends is honoured in any case.");
    /// A call no longer needs an `Idempotency-Key`.
    IdempotencyKeyOptional = ("A2T-C604", "idempotency-key-optional",
        Preconditions, Note, Compatible, Compatible, "Nothing to do.");
    /// Two inputs, or two outputs, have the same id.
    DuplicateId = (Code::DuplicateId, "duplicate-parameter-id",
        "Give each parameter of a side its own id.");
    /// Two inputs, or two outputs, have the same name.
    DuplicateName = (Code::DuplicateName, "duplicate-parameter-name",
        "Give each parameter of a side its own name.");
    /// `min` is above `max`.
    EmptyRange = (Code::EmptyRange, "empty-range",
        "min must not exceed max (absent max is 65535).");
    /// An enum input without values.
    EmptyEnum = (Code::EmptyEnum);
    /// One value listed twice.
    DuplicateAllowedValue = (Code::DuplicateAllowedValue, "duplicate-enum-value",
        "Remove the second entry.");
    /// A constraint that belongs to another type.
    ConstraintOnWrongType = (Code::ConstraintOnWrongType, "constraint-on-wrong-type",
        "min/max belong to int, max-length to string, allowed-values to enum.");
    /// A version that is no integer from 1.
    BadVersion = (Code::BadVersion, "bad-version-number",
        "Versions are integers from 1.");
    /// A type that the protocol does not have.
    BadType = (Code::BadType, "bad-type",
        "Inputs: string, int, boolean, enum; outputs also json.");
    /// A member that the protocol does not define.
    UnknownMember = (Code::UnknownMember, "unknown-field",
        "Remove it, or correct its spelling; what a member means that the protocol does not define is not guessed.");
    /// A `max-length` that is no integer from 0.
    BadMaxLength = (Code::BadMaxLength, "bad-max-length",
        "max-length is an integer from 0.");
    /// Two names of one side that become one Rust identifier.
    IdentifierCollision = ("A2T-W412", "identifier-collision",
        Codegen, Warning, Compatible, Compatible,
        "Names that become one Rust identifier need distinct spellings (or an explicit rename attribute).");
}

impl Rule {
    /// Returns the rule with this id, with or without its prefix, in either case: `A2T-I112`,
    /// `i112`; or with this name: `input-max-lowered`.
    ///
    /// ```
    /// use a2t_core::evolution::Rule;
    /// assert_eq!(Rule::find("I112"), Some(Rule::InputMaxLowered));
    /// assert_eq!(Rule::find("A2T-i112"), Rule::find("input-max-lowered"));
    /// assert_eq!(Rule::find("A2T-I118"), None);
    /// ```
    pub fn find(text: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|rule| rule.row().is_called(text))
    }

    /// Returns the subject of the rule, which decides what a change of a published version breaks
    /// besides it.
    pub const fn class(self) -> Class {
        match self.row().family {
            Family::Change(class) => class,
            _ => Class::WellFormed,
        }
    }

    /// Returns the verdict of the protocol's letter.
    pub const fn letter(self) -> Verdict {
        match self.row().verdicts {
            Some((letter, _)) => letter,
            None => Verdict::Compatible,
        }
    }

    /// Returns the verdict of the wire: do callers of the old signature go on working? An edit of a
    /// published version ([`Rule::PublishedVersionEdited`]) adds nothing to the verdict of the
    /// rules that it is reported with.
    pub const fn wire(self) -> Verdict {
        match self.row().verdicts {
            Some((_, wire)) => wire,
            None => Verdict::Compatible,
        }
    }

    /// Returns the severity under a profile.
    pub const fn severity_in(self, profile: Profile) -> Severity {
        match (profile, self.letter()) {
            (Profile::Letter, Verdict::Breaking) => Severity::Error,
            (Profile::Letter, Verdict::Compatible) | (Profile::Default, _) => self.severity(),
        }
    }

    /// Returns whether the letter forbids the change although no old call breaks.
    pub const fn wire_safe(self) -> bool {
        matches!((self.letter(), self.wire()), (Verdict::Breaking, Verdict::Compatible))
    }
}
