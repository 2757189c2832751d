//! Signatures, and later forms of them: small enough that equal and nearly equal ones are common.

use a2t_core::signature::{Hints, Preconditions};
use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolId, ToolSignature,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

const IDS: [&str; 5] = ["a", "b", "c", "d", "e"];
const WORDS: [&str; 3] = ["", "cents", "euros"];

pub(crate) fn signature() -> impl Strategy<Value = ToolSignature> {
    (inputs(), outputs(), word(), labels(), vec(word(), 0..3)).prop_map(
        |(inputs, outputs, description, (img, title, hints), tags)| ToolSignature {
            tool_id: ToolId::from_u128(7),
            name: "flight_search".into(),
            title: title.map(Into::into),
            description: description.into(),
            img: img.map(Into::into),
            version: 1,
            current_version: 1,
            deprecated: None,
            hints,
            preconditions: Some(Preconditions::NONE),
            errors: Default::default(),
            tags: tags.into_iter().map(Into::into).collect::<Vec<_>>().into(),
            input_parameters: inputs.into(),
            output_parameters: outputs.into(),
        },
    )
}

/// Picture, title and hints.
fn labels() -> impl Strategy<Value = (Option<&'static str>, Option<&'static str>, Hints)> {
    let hints = prop::sample::select(vec![
        Hints::NONE,
        Hints { read_only: true, ..Hints::NONE },
        Hints { destructive: Some(true), ..Hints::NONE },
    ]);
    (option::of(word()), option::of(prop::sample::select(&["Search", "Flights"][..])), hints)
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&WORDS[..])
}

fn inputs() -> impl Strategy<Value = Vec<InputParameter>> {
    subsequence(&IDS[..4], 0..=4)
        .prop_shuffle()
        .prop_flat_map(|ids| ids.into_iter().map(input).collect::<Vec<_>>())
}

fn input(id: &'static str) -> impl Strategy<Value = InputParameter> {
    (input_type(), word(), any::<bool>()).prop_map(move |(kind, description, required)| {
        InputParameter {
            id: id.into(),
            name: id.into(),
            kind,
            description: description.into(),
            required,
            format: None,
        }
    })
}

fn input_type() -> impl Strategy<Value = InputType> {
    prop_oneof![
        option::of(0_u64..4).prop_map(|max_length| InputType::String { max_length }),
        (option::of(-2_i64..3), 3_i64..6).prop_map(|(min, max)| InputType::Int { min, max }),
        prop::sample::select(InputType::unconstrained().collect::<Vec<_>>()),
        values(1).prop_map(|values| InputType::Enum { allowed_values: values.into() }),
    ]
}

fn outputs() -> impl Strategy<Value = Vec<OutputParameter>> {
    subsequence(&IDS[..4], 0..=4)
        .prop_shuffle()
        .prop_flat_map(|ids| ids.into_iter().map(output).collect::<Vec<_>>())
}

fn output(id: &'static str) -> impl Strategy<Value = OutputParameter> {
    (output_type(), word()).prop_map(move |(kind, description)| OutputParameter {
        id: id.into(),
        name: id.into(),
        kind,
        description: description.into(),
    })
}

fn output_type() -> impl Strategy<Value = OutputType> {
    prop_oneof![
        Just(OutputType::String),
        Just(OutputType::Int),
        Just(OutputType::Boolean),
        Just(OutputType::Json),
        values(0).prop_map(|values| OutputType::Enum { allowed_values: values.into() }),
    ]
}

fn values(least: usize) -> impl Strategy<Value = Vec<AllowedValue>> {
    let names = subsequence(&["A", "BB", "CCC"][..], least..=3).prop_shuffle();
    (names, word()).prop_map(|(names, description)| {
        let value = |name: &str| AllowedValue {
            name: name.to_owned().into(),
            description: description.into(),
        };
        names.into_iter().map(value).collect()
    })
}

/// Other constraints for a parameter of any type.
#[derive(Clone, Debug)]
struct Constraints {
    max_length: Option<u64>,
    min: Option<i64>,
    max: i64,
    values: Vec<AllowedValue>,
}

fn constraints() -> impl Strategy<Value = Constraints> {
    (option::of(0_u64..4), option::of(-2_i64..3), 3_i64..6, values(1))
        .prop_map(|(max_length, min, max, values)| Constraints { max_length, min, max, values })
}

/// One small change.
#[derive(Clone, Debug)]
enum Edit {
    Nothing,
    Describe(&'static str),
    Tags(Vec<&'static str>),
    Input(Index, InputType),
    Tune(Index, Constraints),
    Require(Index, bool),
    DescribeInput(Index, &'static str),
    DropInput(Index),
    AddInput(&'static str, InputType, bool),
    SwapInputs(Index, Index),
    RenameInputs(Index, Index),
    IdInput(Index, &'static str),
    Output(Index, OutputType),
    TuneOutput(Index, Vec<AllowedValue>),
    DropOutput(Index),
    AddOutput(&'static str, OutputType),
    SwapOutputs(Index, Index),
    RenameOutput(Index, &'static str),
}

fn edit() -> impl Strategy<Value = Edit> {
    let id = || prop::sample::select(&IDS[..]);
    let at = any::<Index>;
    prop_oneof![
        1 => Just(Edit::Nothing),
        8 => (at(), constraints()).prop_map(|(at, constraints)| Edit::Tune(at, constraints)),
        4 => (at(), values(0)).prop_map(|(at, values)| Edit::TuneOutput(at, values)),
        1 => word().prop_map(Edit::Describe),
        1 => vec(word(), 0..3).prop_map(Edit::Tags),
        1 => (at(), input_type()).prop_map(|(at, kind)| Edit::Input(at, kind)),
        1 => (at(), any::<bool>()).prop_map(|(at, required)| Edit::Require(at, required)),
        1 => (at(), word()).prop_map(|(at, text)| Edit::DescribeInput(at, text)),
        1 => at().prop_map(Edit::DropInput),
        1 => (id(), input_type(), any::<bool>())
            .prop_map(|(id, kind, required)| Edit::AddInput(id, kind, required)),
        1 => (at(), at()).prop_map(|(a, b)| Edit::SwapInputs(a, b)),
        1 => (at(), at()).prop_map(|(a, b)| Edit::RenameInputs(a, b)),
        1 => (at(), id()).prop_map(|(at, id)| Edit::IdInput(at, id)),
        1 => (at(), output_type()).prop_map(|(at, kind)| Edit::Output(at, kind)),
        1 => at().prop_map(Edit::DropOutput),
        1 => (id(), output_type()).prop_map(|(id, kind)| Edit::AddOutput(id, kind)),
        1 => (at(), at()).prop_map(|(a, b)| Edit::SwapOutputs(a, b)),
        1 => (at(), id()).prop_map(|(at, id)| Edit::RenameOutput(at, id)),
    ]
}

/// A signature and its next version with up to `most` edits.
pub(crate) fn edits(most: usize) -> impl Strategy<Value = (ToolSignature, ToolSignature)> {
    (signature(), vec(edit(), 0..=most)).prop_map(|(old, edits)| {
        let new = edits.into_iter().fold(old.clone(), apply);
        (old, ToolSignature { version: 2, current_version: 2, ..new })
    })
}

/// Three versions, each with up to two edits of the one before.
pub(crate) fn chain() -> impl Strategy<Value = [ToolSignature; 3]> {
    let steps = || vec(edit(), 0..=2);
    (signature(), steps(), steps()).prop_map(|(one, first, second)| {
        let two = first.into_iter().fold(one.clone(), apply);
        let three = second.into_iter().fold(two.clone(), apply);
        let numbered =
            |version, signature| ToolSignature { version, current_version: version, ..signature };
        [one, numbered(2, two), numbered(3, three)]
    })
}

/// The edited signature, or the one before if the edit would leave it ill-formed.
fn apply(before: ToolSignature, edit: Edit) -> ToolSignature {
    let mut after = before.clone();
    change(&mut after, edit);
    if after.check().is_empty() { after } else { before }
}

fn change(tool: &mut ToolSignature, edit: Edit) {
    let inputs = tool.input_parameters.to_mut();
    let outputs = tool.output_parameters.to_mut();
    let (ins, outs) = (inputs.len(), outputs.len());
    match edit {
        Edit::Describe(text) => tool.description = text.into(),
        Edit::Tags(tags) => tool.tags = tags.into_iter().map(Into::into).collect::<Vec<_>>().into(),
        Edit::AddInput(id, kind, required) => {
            inputs.push(InputParameter {
                id: id.into(),
                name: id.into(),
                kind,
                description: "".into(),
                required,
                format: None,
            });
        }
        Edit::AddOutput(id, kind) => {
            outputs.push(OutputParameter {
                id: id.into(),
                name: id.into(),
                kind,
                description: "".into(),
            });
        }
        Edit::Input(at, kind) if ins > 0 => inputs[at.index(ins)].kind = kind,
        Edit::Tune(at, constraints) if ins > 0 => {
            tune(&mut inputs[at.index(ins)].kind, constraints)
        }
        Edit::TuneOutput(at, values) if outs > 0 => {
            if let OutputType::Enum { allowed_values } = &mut outputs[at.index(outs)].kind {
                *allowed_values = values.into();
            }
        }
        Edit::Require(at, required) if ins > 0 => inputs[at.index(ins)].required = required,
        Edit::DescribeInput(at, text) if ins > 0 => inputs[at.index(ins)].description = text.into(),
        Edit::DropInput(at) if ins > 0 => drop(inputs.remove(at.index(ins))),
        Edit::SwapInputs(a, b) if ins > 0 => inputs.swap(a.index(ins), b.index(ins)),
        Edit::RenameInputs(a, b) if ins > 0 => {
            let (a, b) = (a.index(ins), b.index(ins));
            let name = inputs[a].name.clone();
            inputs[a].name = std::mem::replace(&mut inputs[b].name, name);
        }
        Edit::IdInput(at, id) if ins > 0 => inputs[at.index(ins)].id = id.into(),
        Edit::Output(at, kind) if outs > 0 => outputs[at.index(outs)].kind = kind,
        Edit::DropOutput(at) if outs > 0 => drop(outputs.remove(at.index(outs))),
        Edit::SwapOutputs(a, b) if outs > 0 => outputs.swap(a.index(outs), b.index(outs)),
        Edit::RenameOutput(at, id) if outs > 0 => outputs[at.index(outs)].name = id.into(),
        _ => {}
    }
}

fn tune(kind: &mut InputType, constraints: Constraints) {
    match kind {
        InputType::String { max_length } => *max_length = constraints.max_length,
        InputType::Int { min, max } => (*min, *max) = (constraints.min, constraints.max),
        InputType::Enum { allowed_values } => *allowed_values = constraints.values.into(),
        // A type without constraints.
        _ => {}
    }
}

/// A signature and versions of it that only add.
pub(crate) fn additions(most: usize) -> impl Strategy<Value = Vec<ToolSignature>> {
    let step = prop_oneof![
        Just(Edit::Nothing),
        word().prop_map(Edit::Describe),
        vec(word(), 0..3).prop_map(Edit::Tags),
        (prop::sample::select(&IDS[..]), input_type())
            .prop_map(|(id, kind)| Edit::AddInput(id, kind, false)),
        (prop::sample::select(&IDS[..]), output_type())
            .prop_map(|(id, kind)| Edit::AddOutput(id, kind)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Edit::SwapInputs(a, b)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Edit::SwapOutputs(a, b)),
    ];
    (signature(), vec(step, 0..=most)).prop_map(|(first, steps)| {
        let mut versions = vec![first];
        for step in steps {
            let last = versions.last().unwrap().clone();
            let version = last.version + 1;
            versions.push(ToolSignature { version, current_version: version, ..apply(last, step) });
        }
        versions
    })
}
