//! Rules of evolution for tools that JSON Schema describes: every way in which a tool of an MCP server
//! can differ from the one that was approved.
//!
//! The letter is that of JSON Schema: each value that one schema takes, the other takes. On the wire
//! callers send, and readers read, the members that the approved schema names or invites.

use super::{Class, Family, Profile, Row, Severity, Verdict, row, rules};

rules! {
    /// A rule of evolution for tools that JSON Schema describes.
    #[non_exhaustive]
    enum SchemaChange: Document Error;

    /// A new optional input.
    InputAddedOptional = ("A2T-J901", "schema-input-added-optional",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// The name of a new optional input was accepted with any value before, and ignored.
    InputClaimed = ("A2T-J902", "schema-input-claimed",
        Contract, Note, Breaking, Compatible,
        "Nothing to do, unless callers sent members that the schema does not name.");
    /// A new required input.
    InputAddedRequired = ("A2T-J903", "schema-input-added-required",
        Contract, Error, Breaking, Breaking,
        "Approve the new tool and set it in each call, or ask the server's author for a default.");
    /// An input is gone.
    InputRemoved = ("A2T-J904", "schema-input-removed", Contract, Error, Breaking, Breaking,
        "Approve the new tool and remove the input from each call.");
    /// An optional input is required now.
    InputBecameRequired = ("A2T-J905", "schema-input-became-required",
        Contract, Error, Breaking, Breaking,
        "Approve the new tool and set it in each call.");
    /// A required input is optional now.
    InputBecameOptional = ("A2T-J906", "schema-input-became-optional",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// An input no longer takes values that it took.
    InputNarrowed = ("A2T-J907", "schema-input-narrowed", Contract, Error, Breaking, Breaking,
        "Approve the new tool if no call sends such a value.");
    /// An input takes values that it did not take.
    InputWidened = ("A2T-J908", "schema-input-widened",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// Members that are not named were ignored before, and are restricted or refused now.
    InputClosed = ("A2T-J909", "schema-input-closed", Contract, Warning, Breaking, Compatible,
        "Approve it if calls send only what the schema names.");
    /// Two schemas of inputs differ in a way that is not compared; it may break calls.
    InputNotCompared = ("A2T-J910", "schema-input-unjudged", Contract, Error, Breaking, Breaking,
        "Read both schemas, and approve the new one if calls fit it.");
    /// An omitted input means another value.
    InputDefaultChanged = ("A2T-J911", "schema-input-default-changed",
        Contract, Warning, Compatible, Compatible,
        "Set the value in calls that depend on it.");
    /// A new member of the result.
    OutputAdded = ("A2T-J921", "schema-output-added",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A new member of a result whose schema allowed no other members.
    OutputAddedToClosed = ("A2T-J922", "schema-output-added-to-closed",
        Contract, Note, Breaking, Compatible,
        "Approve it: programs that validate results with the approved schema refuse this one.");
    /// A member of the result is gone.
    OutputRemoved = ("A2T-J923", "schema-output-removed", Contract, Error, Breaking, Breaking,
        "Approve the new tool and stop reading the member.");
    /// A member that every result had may be absent.
    OutputBecameOptional = ("A2T-J924", "schema-output-became-optional",
        Contract, Error, Breaking, Breaking,
        "Approve the new tool and be prepared for its absence.");
    /// A member that may have been absent is in every result.
    OutputBecameRequired = ("A2T-J925", "schema-output-became-required",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A result has no longer some of the values that it could have.
    OutputNarrowed = ("A2T-J926", "schema-output-narrowed",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A result has values that it could not have.
    OutputWidened = ("A2T-J927", "schema-output-widened", Contract, Error, Breaking, Breaking,
        "Approve the new tool and be prepared for the new values.");
    /// A result may have members that are not named.
    OutputOpened = ("A2T-J928", "schema-output-opened", Contract, Note, Breaking, Compatible,
        "Nothing to do where unknown members are ignored.");
    /// Two schemas of results differ in a way that is not compared; it may break readers.
    OutputNotCompared = ("A2T-J929", "schema-output-unjudged", Contract, Error, Breaking, Breaking,
        "Read both schemas, and approve the new one if readers are prepared for it.");
    /// A tool promises a structured result that it did not promise.
    OutputPromised = ("A2T-J930", "schema-output-promised",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A tool no longer promises a structured result.
    OutputWithdrawn = ("A2T-J931", "schema-output-withdrawn", Contract, Error, Breaking, Breaking,
        "Approve the new tool and read its text.");
    /// A tool declares an error that it did not list before.
    ErrorAdded = ("A2T-J932", "schema-error-added",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// A tool no longer lists an error.
    ErrorRemoved = ("A2T-J933", "schema-error-removed",
        Contract, Error, Breaking, Compatible,
        "Approve it: the tool may simply never answer with the error again.");
    /// An error has another type or status, or other members.
    ErrorChanged = ("A2T-J934", "schema-error-changed", Contract, Error, Breaking, Breaking,
        "Approve the new tool and be prepared for the error as it is now.");
    /// A tool promises more about an error: a member, or that a member is always there.
    ErrorExtended = ("A2T-J935", "schema-error-extended",
        Contract, Note, Compatible, Compatible, "Nothing to do.");
    /// The server has a tool that was not approved.
    ToolAdded = ("A2T-J941", "schema-tool-added", Lineage, Note, Compatible, Compatible,
        "Approve it if you want it; until then no model sees it.");
    /// An approved tool is gone.
    ToolRemoved = ("A2T-J942", "schema-tool-removed", Lineage, Error, Breaking, Breaking,
        "Approve the catalog without it, or ask the server's author.");
    /// An approved tool has another name.
    ToolRenamed = ("A2T-J943", "schema-tool-renamed", Lineage, Error, Breaking, Breaking,
        "Approve the new name, and call the tool by it.");
    /// A tool has another title or description.
    ToolTextChanged = ("A2T-J944", "schema-tool-text-changed",
        Text, Warning, Compatible, Compatible,
        "Read the new text before you approve it: a model is led by it.");
    /// A text in a schema is another one.
    TextChanged = ("A2T-J945", "schema-text-changed", Text, Warning, Compatible, Compatible,
        "Read the new text before you approve it: a model is led by it.");
    /// A tool is no longer declared to be harmless in the way that it was.
    HintWeakened = ("A2T-J946", "schema-hint-weakened", Contract, Error, Breaking, Breaking,
        "Approve it if nothing retries or runs the tool unasked because of the hint.");
    /// A tool is declared to be more harmless than it was.
    HintStrengthened = ("A2T-J947", "schema-hint-strengthened",
        Contract, Warning, Compatible, Compatible,
        "Ask if the tool has changed, or only its description: hints are not verified.");
    /// An approved tool is no longer asked for.
    ToolDeselected = ("A2T-J948", "schema-tool-deselected",
        Lineage, Note, Compatible, Compatible, "Nothing to do if that is intended.");
    /// Another server answers than the one that was approved.
    ServerReplaced = ("A2T-J951", "schema-server-replaced", Lineage, Error, Breaking, Compatible,
        "Make sure who answers before you approve it.");
    /// The server has another version.
    ServerVersionChanged = ("A2T-J952", "schema-server-version-changed",
        Metadata, Note, Compatible, Compatible, "Nothing to do.");
    /// The server has another title or other instructions for models.
    ServerTextChanged = ("A2T-J953", "schema-server-text-changed",
        Text, Warning, Compatible, Compatible,
        "Read the new text before you approve it: a model is led by it.");
    /// The server speaks another revision of the protocol.
    ProtocolChanged = ("A2T-J954", "schema-protocol-changed",
        Metadata, Note, Compatible, Compatible, "Nothing to do.");
    /// The server is reached in another way.
    SourceChanged = ("A2T-J955", "schema-source-changed",
        Lineage, Warning, Breaking, Compatible,
        "Approve it if the address, or the command, is the one that you mean.");
}

impl SchemaChange {
    /// Returns the verdict of JSON Schema's letter: is each value that was valid still valid?
    pub const fn letter(self) -> Verdict {
        match self.row().verdicts {
            Some((letter, _)) => letter,
            None => Verdict::Compatible,
        }
    }

    /// Returns the verdict of the wire: do callers go on working that send, and readers that read,
    /// what the approved schema names?
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
}
