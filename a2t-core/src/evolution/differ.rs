//! The walk over two signatures, one change at a time; it runs in const evaluation as well.

use super::change::{Change, Member, Path, Quoted, Side, Step};
use super::inputs::{self, KeptInput};
use super::outputs::{self, KeptOutput};
use super::pairing::{Pairing, Parameters};
use super::rule::{Class, Rule};
use super::text::{as_slice, item};
use super::tool::Tools;
use crate::signature::{InputParameter, OutputParameter, ToolSignature};

/// Every change from one signature to another, in the order of the document.
///
/// The members of both signatures are compared, never their bytes; a value of a type without a
/// rule does not compile. It neither allocates nor panics.
///
/// ```
/// # let old = a2t_core::signature::parse(br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add",
/// #   "description":"Adds.","version":1,"currentVersion":1}"#).unwrap().signature;
/// use a2t_core::evolution::{Differ, Rule};
/// let mut new = old.clone();
/// new.version = 2;
/// let rules: Vec<_> = Differ::new(&old, &new).map(|change| change.rule).collect();
/// assert_eq!(rules, [Rule::VersionWithoutChange]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Differ<'a> {
    tools: Tools<'a>,
    stage: Stage,
    index: usize,
    step: usize,
    partner: Option<usize>,
    seen: Seen,
    /// Whether one parameter is all there is to walk over.
    single: bool,
}

/// The parts of the walk, in their order.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Tool,
    OldInputs,
    NewInputs,
    OldOutputs,
    NewOutputs,
    Conclusion,
    Done,
}

/// What kinds of change the walk came across.
#[derive(Clone, Copy, Debug)]
struct Seen {
    contract: bool,
    text: bool,
    order: bool,
    metadata: bool,
}

impl<'a> Differ<'a> {
    /// All changes from `old` to `new`.
    pub const fn new(old: &'a ToolSignature, new: &'a ToolSignature) -> Self {
        Self {
            tools: Tools {
                old,
                new,
                text: true,
            },
            stage: Stage::Tool,
            index: 0,
            step: 0,
            partner: None,
            seen: Seen {
                contract: false,
                text: false,
                order: false,
                metadata: false,
            },
            single: false,
        }
    }

    /// The changes of the parameter that the later signature knows by this id, if it has it.
    pub(super) const fn of_parameter(
        old: &'a ToolSignature,
        new: &'a ToolSignature,
        side: Side,
        id: &str,
    ) -> Option<Self> {
        let mut walk = Self::new(old, new);
        let (pairing, before, after) = match side {
            Side::Inputs => (walk.inputs(), Stage::OldInputs, Stage::NewInputs),
            Side::Outputs => (walk.outputs(), Stage::OldOutputs, Stage::NewOutputs),
        };
        let Some(at) = pairing.new.with_id(id, 0) else {
            return None;
        };
        walk.single = true;
        (walk.stage, walk.index, walk.partner) = match pairing.earlier(at) {
            Some(earlier) => (before, earlier, Some(at)),
            None => (after, at, None),
        };
        Some(walk)
    }

    /// The lineage and the contract only: what may stop a build. Left out is what is dear to
    /// compare in const evaluation: texts for a reader (descriptions, tags, pictures, the tool's
    /// name), orders, names that collide in generated code, and so whether a version changes
    /// nothing at all ([`Rule::VersionWithoutChange`]).
    #[must_use]
    pub const fn contract_only(mut self) -> Self {
        self.tools.text = false;
        self
    }

    /// The next change; [`Iterator::next`] for const evaluation.
    pub const fn next_change(&mut self) -> Option<Change<'a>> {
        loop {
            match self.judge() {
                Step::Same => self.step += 1,
                Step::Changed(change) => {
                    self.step += 1;
                    self.note(change.rule);
                    return Some(change);
                }
                Step::End if matches!(self.stage, Stage::Done) => return None,
                Step::End => self.advance(),
            }
        }
    }

    const fn note(&mut self, rule: Rule) {
        match rule.class() {
            Class::Contract => self.seen.contract = true,
            Class::Text => self.seen.text = true,
            Class::Metadata => self.seen.metadata = true,
            Class::Order => self.seen.order = true,
            Class::Lineage | Class::WellFormed | Class::Codegen => {}
        }
    }

    /// On to the next parameter, or to the next stage after the last one.
    const fn advance(&mut self) {
        if self.single {
            self.stage = Stage::Done;
            return;
        }
        self.step = 0;
        self.index += 1;
        if self.index >= self.items() {
            self.index = 0;
            self.stage = match self.stage {
                Stage::Tool => Stage::OldInputs,
                Stage::OldInputs => Stage::NewInputs,
                Stage::NewInputs => Stage::OldOutputs,
                Stage::OldOutputs => Stage::NewOutputs,
                Stage::NewOutputs => Stage::Conclusion,
                Stage::Conclusion | Stage::Done => Stage::Done,
            };
        }
        self.partner = match self.stage {
            Stage::OldInputs => self.inputs().later(self.index),
            Stage::OldOutputs => self.outputs().later(self.index),
            Stage::NewInputs => self.inputs().earlier(self.index),
            Stage::NewOutputs => self.outputs().earlier(self.index),
            Stage::Tool | Stage::Conclusion | Stage::Done => None,
        };
    }

    const fn items(&self) -> usize {
        match self.stage {
            Stage::OldInputs => self.inputs().old.len(),
            // One more for the order, which is no parameter's own.
            Stage::NewInputs => self.inputs().new.len() + 1,
            Stage::OldOutputs => self.outputs().old.len(),
            Stage::NewOutputs => self.outputs().new.len() + 1,
            Stage::Tool | Stage::Conclusion | Stage::Done => 1,
        }
    }

    const fn judge(&mut self) -> Step<'a> {
        match self.stage {
            Stage::Tool => self.tools.step(self.step),
            Stage::OldInputs => self.old_input(),
            Stage::OldOutputs => self.old_output(),
            Stage::NewInputs => self.new_parameter(self.inputs()),
            Stage::NewOutputs => self.new_parameter(self.outputs()),
            Stage::Conclusion => self.conclusion(),
            Stage::Done => Step::End,
        }
    }

    const fn inputs(&self) -> Pairing<'a> {
        Pairing {
            old: Parameters::Inputs(as_slice(&self.tools.old.input_parameters)),
            new: Parameters::Inputs(as_slice(&self.tools.new.input_parameters)),
        }
    }

    const fn outputs(&self) -> Pairing<'a> {
        Pairing {
            old: Parameters::Outputs(as_slice(&self.tools.old.output_parameters)),
            new: Parameters::Outputs(as_slice(&self.tools.new.output_parameters)),
        }
    }

    const fn old_input(&mut self) -> Step<'a> {
        let new: &'a [InputParameter] = as_slice(&self.tools.new.input_parameters);
        let Some(old) = item(as_slice(&self.tools.old.input_parameters), self.index) else {
            return Step::End;
        };
        let partner = match self.partner {
            Some(at) => item(new, at),
            None => None,
        };
        match (partner, self.step) {
            (Some(partner), _) => KeptInput {
                old,
                new: partner,
                among: new,
                text: self.tools.text,
            }
            .next(&mut self.step),
            (None, 0) => inputs::removed(old, new),
            (None, _) => Step::End,
        }
    }

    const fn old_output(&mut self) -> Step<'a> {
        let new: &'a [OutputParameter] = as_slice(&self.tools.new.output_parameters);
        let Some(old) = item(as_slice(&self.tools.old.output_parameters), self.index) else {
            return Step::End;
        };
        let partner = match self.partner {
            Some(at) => item(new, at),
            None => None,
        };
        match (partner, self.step) {
            (Some(new), _) => KeptOutput {
                old,
                new,
                text: self.tools.text,
            }
            .next(&mut self.step),
            (None, 0) => outputs::removed(old),
            (None, _) => Step::End,
        }
    }

    /// An added parameter and the name it collides with; after the last one, the order of all.
    const fn new_parameter(&self, pairing: Pairing<'a>) -> Step<'a> {
        if self.index == pairing.new.len() {
            return match self.step {
                0 if self.tools.text => order(pairing),
                _ => Step::End,
            };
        }
        match (self.partner, self.step, pairing.new) {
            (None, 0, Parameters::Inputs(new)) => inputs::added(new, self.index),
            (None, 0, Parameters::Outputs(new)) => outputs::added(new, self.index),
            (None, 1, _) if self.tools.text => collision(pairing, self.index),
            _ => Step::End,
        }
    }

    /// What follows from all changes together.
    const fn conclusion(&self) -> Step<'a> {
        let (old, new) = (self.tools.old.version, self.tools.new.version);
        let Seen {
            contract,
            text,
            order,
            metadata,
        } = self.seen;
        let (rule, holds) = match self.step {
            0 => (Rule::PublishedVersionEdited, old == new && contract),
            1 => (Rule::PublishedTextEdited, old == new && (text || metadata)),
            2 => {
                let changed = contract || text || order || !self.tools.text;
                (Rule::VersionWithoutChange, old < new && !changed)
            }
            _ => return Step::End,
        };
        if !holds || !self.tools.related() {
            return Step::Same;
        }
        let (from, to) = (Quoted::Version(old), Quoted::Version(new));
        Step::changed(rule, Path::Tool(Member::Version), from, to)
    }
}

impl<'a> Iterator for Differ<'a> {
    type Item = Change<'a>;

    fn next(&mut self) -> Option<Change<'a>> {
        self.next_change()
    }
}

const fn order(pairing: Pairing<'_>) -> Step<'_> {
    if !pairing.reordered() {
        return Step::Same;
    }
    let path = Path::Parameters(pairing.new.side());
    match (pairing.old, pairing.new) {
        (Parameters::Inputs(old), Parameters::Inputs(new)) => {
            let (old, new) = (Quoted::Inputs(old), Quoted::Inputs(new));
            Step::changed(Rule::InputsReordered, path, old, new)
        }
        (Parameters::Outputs(old), Parameters::Outputs(new)) => {
            let (old, new) = (Quoted::Outputs(old), Quoted::Outputs(new));
            Step::changed(Rule::OutputsReordered, path, old, new)
        }
        (Parameters::Inputs(_), Parameters::Outputs(_))
        | (Parameters::Outputs(_), Parameters::Inputs(_)) => Step::Same,
    }
}

const fn collision(pairing: Pairing<'_>, index: usize) -> Step<'_> {
    match (pairing.collision(index), pairing.new.key(index)) {
        (Some(other), Some((id, name))) => {
            let path = Path::Member(pairing.new.side(), id, Member::Name);
            let (old, new) = (Quoted::Text(other), Quoted::Text(name));
            Step::changed(Rule::IdentifierCollision, path, old, new)
        }
        _ => Step::Same,
    }
}
