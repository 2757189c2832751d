//! Every file is laid out for people to read, also with very long lines in it.

use proptest::prelude::*;
use proptest::sample::select;

use super::catalogs::catalog;
use super::{often, whole};
use crate::emit::Target;
use crate::expand::expand;
use crate::ident::{Ident, Path};
use crate::names::Memory;
use crate::overrides::{Applied, Overrides};
use crate::plan::plan;

const WIDTH: usize = 100;

/// Each line is indented by the brackets around it, and is only longer than it may be where it
/// holds a text, or one long word.
fn assert_laid_out(text: &str) {
    let (mut depth, mut before) = (0_usize, "");
    for line in text.lines() {
        let code = line.trim_start();
        assert_eq!(line.trim_end(), line, "a line ends with a space");
        let (opened, closed) = brackets(code);
        let closes = usize::from(code.starts_with(closes));
        let indent = 4 * (depth - closes.min(depth)) + 4 * usize::from(goes_on(before, code));
        if !code.is_empty() {
            let found = line.len() - line.trim_start().len();
            // A chain whose first call is broken is indented once more in that call.
            assert!(found == indent || found == indent + 4, "indentation of {line}");
        }
        let text = code.starts_with("//") || code.contains('"');
        let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let long = words.map(str::len).max().unwrap_or_default();
        assert!(text || line.len() <= WIDTH || long > 30, "{} in {line}", line.len());
        // Brackets that open or close together are one step.
        depth = depth + opened.saturating_sub(closed).min(1) - closed.saturating_sub(opened).min(1);
        before = line;
    }
    assert_eq!(depth, 0);
}

/// Lines of a chain of calls, and of the bounds of a trait.
fn goes_on(before: &str, code: &str) -> bool {
    code.starts_with('.') || before.contains("pub trait") && before.ends_with(':')
}

fn closes(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '>')
}

/// Brackets that a line opens and closes, those in texts apart.
fn brackets(code: &str) -> (usize, usize) {
    if code.starts_with("//") {
        return (0, 0);
    }
    let mut outside = String::new();
    let (mut in_text, mut escaped) = (false, false);
    for c in code.replace("->", "").chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => in_text = !in_text,
            c if !in_text => outside.push(c),
            _ => {}
        }
    }
    let opened = outside.matches(['(', '[', '{', '<']).count();
    (opened, outside.matches(closes).count())
}

/// A path of a crate, mostly a short one.
fn crate_path() -> impl Strategy<Value = String> {
    prop_oneof![Just("::a2t".to_owned()), "::[a-z]{1,60}", "crate(::[a-z]{1,30}){1,5}",]
}

/// Derives for everything; those of serde have attributes come with them.
fn derives() -> impl Strategy<Value = &'static str> {
    select(
        &[
            "",
            "Eq",
            "serde::Serialize, serde::Deserialize",
            "::serde::Serialize,PartialOrd , Ord, another_crate::of_the_user::DerivesMore,",
        ][..],
    )
}

proptest! {
    #![proptest_config(often(40))]

    #[test]
    fn a_file_of_long_names_is_laid_out(
        tools in catalog(),
        long in prop::collection::vec(0..110_usize, 24),
        a2t in crate_path(),
        derives in derives(),
    ) {
        // Names of every length, so that each line breaks at each of its places.
        let mut tools = tools;
        let mut lengths = long.iter().cycle().copied();
        let mut longer = |name: &str| format!("{name}_{}", "x".repeat(lengths.next().unwrap_or(0)));
        for tool in &mut tools {
            tool.name = longer(&tool.name).into();
            for input in tool.input_parameters.to_mut() {
                input.id = longer(&input.id).into();
            }
            for output in tool.output_parameters.to_mut() {
                output.id = longer(&output.id).into();
                output.name = output.id.clone();
            }
            for error in tool.errors.to_mut() {
                error.name = longer(&error.name).to_uppercase().into();
                for member in error.members.to_mut() {
                    member.name = longer(&member.name).into();
                }
            }
        }
        let mut overrides = Overrides::default();
        overrides.derive(None, derives.to_owned());
        let mut applied = Applied::new(&overrides);
        let plan = plan(whole(&tools), Memory::NONE, &mut applied);
        let module = Ident::parse("r#type").unwrap();
        let text = expand(&plan, &Target { module, a2t: Path::parse(&a2t).unwrap() });
        syn::parse_file(&text).unwrap();
        assert_laid_out(&text);
    }

    #[test]
    fn a_hostile_file_is_laid_out(tools in catalog()) {
        assert_laid_out(&expand(&plan(whole(&tools), Memory::NONE, &mut Applied::default()), &super::target()));
    }
}
