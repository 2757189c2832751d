//! The gate that const evaluation runs over one parameter: a change that is refused does not compile.

use super::change::{Change, Step};
use super::errors::{self, KeptError};
use super::inputs::{self, KeptInput};
use super::outputs::{self, KeptOutput};
use super::rule::{Class, Rule, Severity};
use super::text::item;
use crate::signature::{InputParameter, OutputParameter, ProblemType, ToolId};

/// The first change of a walk that is refused; a macro, because const evaluation calls no method of a trait.
macro_rules! first_refused {
    ($walk:ident, $frozen:ident) => {{
        let mut step = 0;
        loop {
            match $walk.next(&mut step) {
                Step::Changed(change) if refused(change.rule, $frozen) => return Some(change),
                Step::Changed(_) | Step::Same => step += 1,
                Step::End => return None,
            }
        }
    }};
}

/// Returns the `nth` refused change, from 0, of the type of an input, or of whether it is required;
/// names and description were compared elsewhere. In a `frozen` version the texts of its choices
/// count.
pub const fn refused_type<'a>(
    published: &'a InputParameter,
    code: &'a InputParameter,
    frozen: bool,
    nth: usize,
) -> Option<Change<'a>> {
    let walk =
        KeptInput { old: published, new: code, among: std::slice::from_ref(code), text: frozen };
    let (mut step, mut before) = (inputs::REQUIRED, 0);
    loop {
        match walk.next(&mut step) {
            Step::Changed(change)
                if refused(change.rule, frozen)
                    && !matches!(change.rule, Rule::InputDescriptionChanged) =>
            {
                if before == nth {
                    return Some(change);
                }
                before += 1;
                step += 1;
            }
            Step::Changed(_) | Step::Same => step += 1,
            Step::End => return None,
        }
    }
}

/// Returns the change that an input which is not published makes, if that is refused.
pub const fn refused_new_input(code: &InputParameter, frozen: bool) -> Option<Change<'_>> {
    match inputs::added(code) {
        Step::Changed(change) if refused(change.rule, frozen) => Some(change),
        Step::Changed(_) | Step::Same | Step::End => None,
    }
}

/// Returns the first refused change of an output; one that the code no longer has is gone. In a
/// `frozen` version texts count as well.
pub const fn refused_output<'a>(
    published: &'a OutputParameter,
    code: Option<&'a OutputParameter>,
    frozen: bool,
) -> Option<Change<'a>> {
    let Some(code) = code else {
        return outputs::removed(published).change();
    };
    let walk = KeptOutput { old: published, new: code, text: frozen };
    first_refused!(walk, frozen)
}

/// Returns the change that an output which is not published makes.
pub const fn new_output(code: &OutputParameter) -> Option<Change<'_>> {
    outputs::added(code).change()
}

/// Returns the first refused change of the error at `index` of those that are published; one that
/// the code no longer lists is gone. In a `frozen` version texts count as well.
pub const fn refused_error<'a>(
    tool: ToolId,
    published: &'a [ProblemType],
    index: usize,
    code: &'a [ProblemType],
    frozen: bool,
) -> Option<Change<'a>> {
    let Some(old) = item(published, index) else {
        return None;
    };
    let Some(new) = errors::later(tool, published, index, code) else {
        return errors::removed(old).change();
    };
    let walk = KeptError { tool, old, new, text: frozen };
    first_refused!(walk, frozen)
}

/// Returns the position in `code` of the error that is at `index` of the published ones.
pub const fn error_at(
    tool: ToolId,
    published: &[ProblemType],
    index: usize,
    code: &[ProblemType],
) -> Option<usize> {
    errors::partner(tool, published, index, code)
}

/// Returns the change that the error at `index` of the code makes, if it is not published.
pub const fn new_error<'a>(
    tool: ToolId,
    published: &'a [ProblemType],
    code: &'a [ProblemType],
    index: usize,
) -> Option<Change<'a>> {
    match (item(code, index), errors::later(tool, code, index, published)) {
        (Some(new), None) => errors::added(new).change(),
        _ => None,
    }
}

/// Returns whether a change is refused: in a `frozen` version every one but of orders, else what is an
/// error under the default profile.
///
/// `PublishedVersionEdited` itself passes, because the edits that it sums up are refused.
pub const fn refused(rule: Rule, frozen: bool) -> bool {
    let error = matches!(rule.severity(), Severity::Error);
    match rule.class() {
        Class::Contract => frozen || error,
        Class::Lineage => {
            error && !matches!(rule, Rule::PublishedVersionEdited | Rule::PublishedTextEdited)
        }
        Class::Text | Class::Metadata => frozen,
        // They state what a caller sends and expects, in every version: only one direction is refused.
        Class::Preconditions | Class::Hints => error,
        Class::Order | Class::WellFormed | Class::Codegen => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::{AllowedValue, InputType, List, OutputType};

    fn input(kind: InputType, required: bool) -> InputParameter {
        InputParameter {
            id: "days".into(),
            name: "days".into(),
            kind,
            description: "Days ahead.".into(),
            required,
            format: None,
        }
    }

    fn output(kind: OutputType) -> OutputParameter {
        OutputParameter {
            id: "sky".into(),
            name: "sky".into(),
            kind,
            description: "The sky.".into(),
        }
    }

    fn values(description: &'static str) -> List<AllowedValue> {
        List::Owned(vec![AllowedValue { name: "CLEAR".into(), description: description.into() }])
    }

    fn choice(description: &'static str) -> InputType {
        InputType::Enum { allowed_values: values(description) }
    }

    fn rule(change: Option<Change<'_>>) -> Option<Rule> {
        change.map(|change| change.rule)
    }

    #[test]
    fn a_kept_input_is_refused_for_its_type_and_for_being_required() {
        let int = |max| InputType::Int { min: None, max };
        let published = input(int(9), false);
        for (code, rule_of) in [
            (input(int(9), false), None),
            (input(int(6), false), Some(Rule::InputMaxLowered)),
            (input(InputType::Boolean, false), Some(Rule::InputTypeChanged)),
            (input(int(9), true), Some(Rule::InputBecameRequired)),
        ] {
            for frozen in [false, true] {
                assert_eq!(rule(refused_type(&published, &code, frozen, 0)), rule_of);
            }
        }
    }

    #[test]
    fn the_changes_of_an_input_are_reported_one_by_one() {
        let int = |min, max| InputType::Int { min: Some(min), max };
        let (published, code) = (input(int(1, 9), false), input(int(2, 8), true));
        let nth = |nth| rule(refused_type(&published, &code, false, nth));
        let all: Vec<_> = (0..4).map(nth).collect();
        let required = Some(Rule::InputBecameRequired);
        let (min, max) = (Some(Rule::InputMinRaised), Some(Rule::InputMaxLowered));
        assert_eq!(all, [required, min, max, None]);
    }

    #[test]
    fn the_texts_of_choices_count_in_a_frozen_version_and_descriptions_never_do() {
        let published = input(choice("No cloud."), true);
        let mut code = input(choice("No cloud at all."), true);
        let reworded = Some(Rule::InputEnumValueDescriptionChanged);
        assert_eq!(rule(refused_type(&published, &code, true, 0)), reworded);
        assert_eq!(rule(refused_type(&published, &code, false, 0)), None);
        code = published.clone();
        code.description = "Days from now.".into();
        assert_eq!(rule(refused_type(&published, &code, true, 0)), None);
    }

    #[test]
    fn an_input_that_is_not_published_is_refused_if_it_is_required_or_the_version_is_frozen() {
        let optional = input(InputType::Boolean, false);
        let required = input(InputType::Boolean, true);
        assert_eq!(rule(refused_new_input(&optional, false)), None);
        let added = Some(Rule::InputAddedOptional);
        assert_eq!(rule(refused_new_input(&optional, true)), added);
        let added = Some(Rule::InputAddedRequired);
        assert_eq!(rule(refused_new_input(&required, false)), added);
        assert_eq!(rule(refused_new_input(&required, true)), added);
    }

    #[test]
    fn an_output_is_refused_when_it_goes_or_is_another_and_in_a_frozen_version_for_its_texts() {
        let published = output(OutputType::Enum { allowed_values: values("No cloud.") });
        let reworded = output(OutputType::Enum { allowed_values: values("No cloud at all.") });
        let another = output(OutputType::String);
        for frozen in [false, true] {
            let refused = |code| rule(refused_output(&published, code, frozen));
            assert_eq!(refused(None), Some(Rule::OutputRemoved));
            assert_eq!(refused(Some(&published)), None);
            assert!(refused(Some(&another)).is_some());
            assert_eq!(refused(Some(&reworded)).is_some(), frozen);
        }
        assert_eq!(rule(new_output(&published)), Some(Rule::OutputAdded));
    }
}
