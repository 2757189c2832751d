//! `cargo a2t completions`: a script that completes command lines in a shell.

use clap::Args;
use clap_complete::{Shell, generate};

use super::Cli;
use crate::program;
use crate::report::{Outcome, Report};

#[derive(Args)]
#[command(
    about = "Print a script that completes command lines in your shell",
    long_about = long_about(),
    after_help = "Exit status: 0 printed, 2 a shell that is not known."
)]
pub(crate) struct Completions {
    /// The shell to write for
    shell: Shell,
}

fn long_about() -> String {
    let (of_cargo, behind) = if program::is_of_cargo() {
        (
            " For bash, fish and zsh it completes `cargo a2t` and `cargo-a2t`, for others only `cargo-a2t`.",
            " behind the completions of cargo itself",
        )
    } else {
        ("", "")
    };
    let (command, file) = (program::command(), program::file());
    format!(
        "Print a script that completes command lines in your shell.{of_cargo}\n\n\
         bash, in ~/.bashrc{behind}:\n\
         \x20   source <({command} completions bash)\n\
         fish:\n\
         \x20   {command} completions fish > ~/.config/fish/conf.d/{file}.fish\n\
         zsh, into a folder of $fpath:\n\
         \x20   {command} completions zsh > ~/.zfunc/_{file}"
    )
}

/// Cargo's completion in bash and fish does not ask subcommands for theirs, as that in zsh does,
/// which calls `_cargo-a2t`.
const BASH: &str = r#"
_cargo_or_a2t() {
    if [[ "${COMP_WORDS[1]}" == a2t && "$COMP_CWORD" -gt 1 ]]; then
        COMP_WORDS=(cargo-a2t "${COMP_WORDS[@]:2}")
        COMP_CWORD=$((COMP_CWORD - 1))
        _cargo__a2t cargo-a2t "$2" "$3"
    elif declare -F _cargo > /dev/null; then
        _cargo "$@"
    fi
}
complete -F _cargo_or_a2t -o bashdefault -o default cargo
"#;

const FISH: &str = r#"
function __fish_cargo_a2t_complete
    set -l words (commandline -opc)
    complete -C "cargo-a2t $(string join ' ' -- (string escape -- $words[3..])) $(commandline -ct)"
end
complete -c cargo -n "__fish_seen_subcommand_from a2t" -f -a "(__fish_cargo_a2t_complete)"
"#;

impl Completions {
    pub(super) fn run(&self) -> Outcome {
        let mut script = Vec::new();
        let mut command = Cli::whole().disable_help_subcommand(true);
        generate(self.shell, &mut command, program::file(), &mut script);
        let script = String::from_utf8_lossy(&script);
        // clap_complete 4.6 writes the hyphen of a program's name in two ways, so that bash finds no
        // flag of a subcommand (clap-rs/clap#6421).
        let script = script.replace("cargo__subcmd__a2t__", "cargo__a2t__");
        let more = match self.shell {
            Shell::Bash if program::is_of_cargo() => BASH,
            Shell::Fish if program::is_of_cargo() => FISH,
            _ => "",
        };
        let script = format!("{script}{more}");
        let mut report = Report::new(true);
        report.line(script.trim_end());
        report.member("shell", self.shell.to_string());
        report.member("script", script);
        Ok(report)
    }
}
