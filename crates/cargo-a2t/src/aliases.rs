//! Words of other programs' command lines, and what they are called here.

use clap::error::{ContextKind, ContextValue, ErrorKind};

const COMMANDS: [(&str, &str); 27] = [
    ("add", "fetch"),
    ("approve", "fetch"),
    ("build", "generate"),
    ("codegen", "generate"),
    ("compare", "diff"),
    ("conform", "conformance"),
    ("describe", "show"),
    ("download", "fetch"),
    ("gen", "generate"),
    ("get", "show"),
    ("info", "show"),
    ("inspect", "show"),
    ("install", "fetch"),
    ("invoke", "call"),
    ("ls", "list"),
    ("manual", "man"),
    ("pull", "fetch"),
    ("release", "publish"),
    ("run", "call"),
    ("search", "list"),
    ("serve", "mock"),
    ("tools", "list"),
    ("update", "fetch"),
    ("upgrade", "fetch"),
    ("validate", "lint"),
    ("verify", "check"),
    ("version", "--version"),
];

const FLAGS: [(&str, &str); 5] = [
    ("--json", "--format json"),
    ("--no-color", "--color never"),
    ("--no-colour", "--color never"),
    ("--sarif", "--format sarif"),
    ("--version", "cargo a2t --version"),
];

/// The error with a tip for a word that another program has; its own tips are guesses by spelling.
pub(crate) fn explained(mut error: clap::Error) -> clap::Error {
    let (invalid, suggested, known) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand, &COMMANDS[..])
        }
        ErrorKind::InvalidValue => return begun(error),
        ErrorKind::UnknownArgument => {
            (ContextKind::InvalidArg, ContextKind::SuggestedArg, &FLAGS[..])
        }
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(invalid) else {
        return error;
    };
    let ours = known.iter().find(|(theirs, _)| theirs == word);
    if let Some((_, ours)) = ours {
        error.insert(suggested, ContextValue::String((*ours).to_owned()));
        // "to pass it as a value" is not what was meant.
        error.remove(ContextKind::Suggested);
    }
    error
}

/// Adds a tip to the error if the value is the first word of possible values, such as `openai` of
/// `openai-chat` and `openai-responses`. By spelling only, another value may be nearer.
fn begun(mut error: clap::Error) -> clap::Error {
    let (Some(ContextValue::String(word)), Some(ContextValue::Strings(values))) =
        (error.get(ContextKind::InvalidValue), error.get(ContextKind::ValidValue))
    else {
        return error;
    };
    let start = format!("{word}-");
    let meant: Vec<_> = values.iter().filter(|value| value.starts_with(&start)).cloned().collect();
    if !word.is_empty() && !meant.is_empty() {
        error.insert(ContextKind::SuggestedValue, ContextValue::Strings(meant));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Cli;

    #[test]
    fn each_word_leads_to_a_command_or_flag_that_there_is() {
        let mut whole = Cli::whole();
        whole.build();
        for (theirs, ours) in COMMANDS {
            assert!(whole.find_subcommand(theirs).is_none(), "{theirs} is a command");
            assert!(ours == "--version" || whole.find_subcommand(ours).is_some(), "{ours}");
            let error = Cli::whole().try_get_matches_from(["cargo-a2t", theirs]).unwrap_err();
            let text = explained(error).to_string();
            assert!(
                text.contains(&format!("tip: a similar subcommand exists: '{ours}'")),
                "{text}"
            );
        }
        for (theirs, ours) in FLAGS {
            let line = ["cargo-a2t", "list", "x.json", theirs];
            let error = Cli::whole().try_get_matches_from(line).unwrap_err();
            let text = explained(error).to_string();
            assert!(text.contains(&format!("tip: a similar argument exists: '{ours}'")), "{text}");
            assert!(!text.contains("as a value"), "{text}");
        }
        for (word, meant) in [
            ("openai", "'openai-assistants', 'openai-chat', 'openai-responses'"),
            ("azure", "'azure-foundry', 'azure-foundry-v2'"),
            ("vercel", "'vercel-ai'"),
        ] {
            let line = ["cargo-a2t", "export", "x.json", "--dialect", word];
            let error = Cli::whole().try_get_matches_from(line).unwrap_err();
            let text = explained(error).to_string();
            let tip = text.split("tip: ").nth(1).unwrap();
            assert!(tip.contains(meant) && !tip.contains("openapi"), "{text}");
        }
        for tables in [&COMMANDS[..], &FLAGS] {
            assert!(tables.is_sorted_by_key(|(theirs, _)| theirs));
        }
    }
}
