//! Rules of the command line only: suspicious texts, published files, approvals, and procedures that name tools.

use super::{Family, Row, Severity, row, rules};

const LOOK: &str =
    "read the text before you approve it; a text without this warning is not necessarily safe";

rules! {
    /// A text that addresses the model instead of describing the tool.
    #[non_exhaustive]
    enum Suspicion: Suspicion Warning;

    /// A text has markup that marks words for a model, such as `<IMPORTANT>`.
    Markup = ("A2T-X601", "suspicious-markup", LOOK);
    /// A text asks to hide something from the user.
    Hiding = ("A2T-X602", "suspicious-hiding", LOOK);
    /// A text asks to disregard other instructions, or to act before anything else.
    Override = ("A2T-X603", "suspicious-override", LOOK);
    /// A text names a file that usually contains secrets.
    File = ("A2T-X604", "suspicious-file", LOOK);
    /// A text asks for secrets, or for the conversation so far.
    Secret = ("A2T-X605", "suspicious-secret", LOOK);
    /// A text has an address to which a model could send data.
    Address = ("A2T-X606", "suspicious-address", Note, LOOK);
    /// A text gives instructions for another tool of the catalog.
    OtherTool = ("A2T-X607", "suspicious-other-tool", Note, LOOK);
    /// A text has a long piece that people cannot read.
    Encoded = ("A2T-X608", "suspicious-encoding", Note, LOOK);
}

rules! {
    /// A file of published versions, or an approved catalog, that is not as it was written.
    #[non_exhaustive]
    enum Publication: Publication Error;

    /// A version in the code is not published.
    Unpublished = ("not-published", "not-published",
        "run `cargo a2t publish`, then commit what it writes");
    /// A file of `published/` has the name or the folder of another version or tool.
    Misnamed = ("misnamed-file", "misnamed-file",
        "move the versions of one tool into one folder, each under its number");
    /// A file of `published/` has no line in `SHA256SUMS`.
    Unlisted = ("unlisted-file", "unlisted-file",
        "restore the line from version control, or remove the file if it does not belong here; for a \
         version that the code declares, `cargo a2t publish` adds the line");
    /// A line of `SHA256SUMS` is not in the format of `sha256sum`.
    MalformedSums = ("damaged-sums", "damaged-sums",
        "restore it from version control; after a merge, keep the lines of both branches");
    /// Two branches published tools, and their lines conflict in `SHA256SUMS`.
    ConflictedSums = ("conflicted-sums", "conflicted-sums",
        "run `cargo a2t publish`, which keeps the lines of both");
    /// A tool's files were moved to another package without its lines in `SHA256SUMS`.
    Moved = ("moved-tool", "moved-tool", "run `cargo a2t publish`, which moves them");
    /// A version that is retired for good is in the code, or still served.
    RetiredVersion = ("retired-version", "retired-version",
        "take it out of the code, or give it the next version");
    /// Two functions are the same version of the same tool.
    VersionTwice = ("one-version-twice", "one-version-twice",
        "give one of them another `name`, `id` or `version`");
    /// A published tool is in the code, but no toolset lists it, so it cannot be called.
    InNoToolset = ("in-no-toolset", "in-no-toolset", "list it in `a2t::toolset![…]`");
    /// The function of a published version is behind a `cfg` that is off in every build of the command, so it
    /// was not checked.
    NotChecked = ("not-checked-here", "not-checked-here", Warning,
        "check it in a build that has it: `--features`, `--target`, or several with `--build`");
    /// A published file is in the checkout, but git or `cargo package` leaves it out, so others would get
    /// the tools without this version.
    LeftOut = ("left-out-file", "left-out-file",
        "add the line that the message names, then run `cargo a2t check` again");
    /// A published file has no `preconditions`, so the scopes, keys, formats and hints of its tool are unknown.
    Unknown = ("unknown-preconditions", "unknown-preconditions", Note,
        "nothing; `cargo a2t publish` records them with the next version of the tool");
    /// The code of the newest published version requires less of a call than its file records, or has more hints. The
    /// file never changes, so nothing notices if a later release takes this back.
    Unrecorded = ("unrecorded-promise", "unrecorded-promise", Note,
        "do not take it back; to record it, raise `version` and run `cargo a2t publish`");
    /// A snapshot was edited since it was approved.
    Edited = ("snapshot", "edited", "a snapshot is only written by `cargo a2t fetch` and `import`");
    /// The file records that the version is retired, and has no signature.
    Retired = ("published", "retired", "name another version, or the folder of the tool");
    /// The document is not JSON.
    NotJson = ("RFC 8259", "invalid-json", "correct the document");
}

rules! {
    /// A difference between an approved catalog and the one that is served, which is not a change of a tool;
    /// or why they were not compared.
    #[non_exhaustive]
    enum Approval: Approval Note;

    /// The catalog has a tool that is not approved.
    ToolAdded = ("tool-added", "tool-added",
        "approve it if you want it; until then no model sees it");
    /// The catalog has a newer version of an approved tool.
    NewVersion = ("new-version", "new-version",
        "read what changed, then approve it; until then the approved version is called");
    /// The command selects other tools or versions than were approved.
    Reselected = ("another-selection", "another-selection",
        "approve it if you want this selection");
    /// The catalog is served at another address than the one where it was approved.
    Moved = ("another-address", "another-address", Warning,
        "before you approve it, make sure that the address belongs to your vendor");
    /// The server could not be asked, or its reply could not be used.
    NotCompared = ("not-judged", "not-judged", Error,
        "try again later, or fix what the message names; nothing is known about the tools");
    /// The server of the snapshot is started by a command, and no flag allowed to run it.
    NotStarted = ("not-started", "not-started",
        "compare it where it is safe to run the command: `cargo a2t fetch --check --mcp-stdio FILE`");
    /// The snapshot was imported from a foreign catalog, so there is no server to ask.
    NotFetched = ("not-fetched", "not-fetched",
        "compare it with the foreign catalog: `cargo a2t import FILE -o SNAPSHOT --check`");
}

rules! {
    /// A name in an operating procedure that does not fit the tools that its model is shown.
    #[non_exhaustive]
    enum Procedure: Procedure Error;

    /// A procedure names a tool that its model is not shown, and none has a similar name.
    Unknown = ("unknown-tool", "unknown-tool", "select the tool, or correct the name");
    /// A procedure names a tool that does not exist, but the model is shown one with a similar name.
    Misspelt = ("misspelt-tool", "misspelt-tool", "select the tool, or correct the name");
    /// A model is shown a tool that its procedure never mentions.
    Unmentioned = ("unmentioned-tool", "unmentioned-tool", Warning,
        "describe when to use it, or remove it from the selection");
}
