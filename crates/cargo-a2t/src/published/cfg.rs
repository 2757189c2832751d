//! Evaluates conditions of `#[cfg(…)]` for a build.

use std::collections::HashSet;
use std::process::Command;

use proc_macro2::{TokenStream, TokenTree};

/// What a build sets: the features of a package, and what rustc sets for the target.
#[derive(Debug)]
pub(crate) struct Cfg {
    pub(super) features: Vec<String>,
    set: HashSet<String>,
}

impl Cfg {
    pub(super) fn new(features: Vec<String>, target: Option<&str>) -> Self {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--print", "cfg"]);
        command.args(target.map(|target| format!("--target={target}")));
        let output = command.output().map(|output| output.stdout).unwrap_or_default();
        let text = String::from_utf8_lossy(&output);
        let set = text.lines().map(str::to_owned).chain(["test".to_owned()]).collect();
        Self { features, set }
    }

    /// Returns whether the build compiles code with this condition. A name that rustc does not
    /// know, such as one that a build script sets, counts as not set.
    pub(crate) fn takes(&self, predicate: &str) -> bool {
        let stream = predicate.parse::<TokenStream>();
        stream.is_ok_and(|stream| self.holds(&stream.into_iter().collect::<Vec<_>>()))
    }

    fn holds(&self, predicate: &[TokenTree]) -> bool {
        match predicate {
            [TokenTree::Ident(word)] => word == "true" || self.set.contains(&word.to_string()),
            [TokenTree::Ident(key), TokenTree::Punct(_), TokenTree::Literal(value)] => {
                let value = value.to_string();
                if key == "feature" {
                    let name = value.trim_matches('"');
                    return self.features.iter().any(|feature| feature == name);
                }
                self.set.contains(&format!("{key}={value}"))
            }
            [TokenTree::Ident(word), TokenTree::Group(inner)] => {
                let trees: Vec<_> = inner.stream().into_iter().collect();
                let mut parts = trees.split(is_comma).filter(|part| !part.is_empty());
                match word.to_string().as_str() {
                    "all" => parts.all(|part| self.holds(part)),
                    "any" => parts.any(|part| self.holds(part)),
                    "not" => !parts.all(|part| self.holds(part)),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

fn is_comma(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_decided_as_rustc_decides_them() {
        let set = ["unix", "target_os=\"linux\"", "test"].map(str::to_owned).into();
        let cfg = Cfg { features: vec!["extra".to_owned()], set };
        let holds = [
            "unix",
            "true",
            "all()",
            "test",
            "target_os = \"linux\"",
            "feature = \"extra\"",
            "not(windows)",
            "all(unix, not(feature = \"lean\"),)",
            "any(windows, target_os = \"linux\")",
        ];
        for predicate in holds {
            assert!(cfg.takes(predicate), "{predicate}");
            assert!(!cfg.takes(&format!("not({predicate})")), "{predicate}");
        }
        for predicate in ["windows", "false", "any()", "feature = \"lean\"", "loom", "unix = \"a\""]
        {
            assert!(!cfg.takes(predicate), "{predicate}");
        }
    }
}
