//! The corpus of labelled changes, through const evaluation: the compiler has judged each case
//! before the first test runs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod write;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

use a2t_core::evolution::{Differ, Focus, Message, Rule, Verdict, assert_kept, first_refused};
use a2t_core::signature::Text;
use a2t_core::{
    AllowedValue, InputParameter, InputType, OutputParameter, OutputType, ToolId, ToolSignature,
};
use serde_json::Value;

include!("cases.rs");

/// What const evaluation found: rules in the order of the walk, and both verdicts.
struct Judged {
    rules: [Option<Rule>; 24],
    letter: Verdict,
    wire: Verdict,
}

const fn judge(old: &ToolSignature, new: &ToolSignature) -> Judged {
    let mut judged = Judged {
        rules: [None; 24],
        letter: Verdict::Compatible,
        wire: Verdict::Compatible,
    };
    let mut differ = Differ::new(old, new);
    let mut count = 0;
    while let Some(change) = differ.next_change() {
        judged.rules[count] = Some(change.rule);
        count += 1;
        if matches!(change.rule.letter(), Verdict::Breaking) {
            judged.letter = Verdict::Breaking;
        }
        if matches!(change.rule.wire(), Verdict::Breaking) {
            judged.wire = Verdict::Breaking;
        }
    }
    judged
}

const fn text(text: &'static str) -> Text {
    Cow::Borrowed(text)
}

#[allow(clippy::too_many_arguments)]
const fn tool(
    id: u128,
    name: &'static str,
    description: &'static str,
    img: Option<Text>,
    version: u32,
    current_version: u32,
    tags: &'static [Text],
    inputs: &'static [InputParameter],
    outputs: &'static [OutputParameter],
) -> ToolSignature {
    ToolSignature {
        tool_id: ToolId::from_u128(id),
        name: text(name),
        description: text(description),
        img,
        version,
        current_version,
        deprecated: None,
        tags: Cow::Borrowed(tags),
        input_parameters: Cow::Borrowed(inputs),
        output_parameters: Cow::Borrowed(outputs),
    }
}

const fn input(
    id: &'static str,
    name: &'static str,
    kind: InputType,
    description: &'static str,
    required: bool,
) -> InputParameter {
    InputParameter {
        id: text(id),
        name: text(name),
        kind,
        description: text(description),
        required,
    }
}

const fn output(
    id: &'static str,
    name: &'static str,
    kind: OutputType,
    description: &'static str,
) -> OutputParameter {
    OutputParameter {
        id: text(id),
        name: text(name),
        kind,
        description: text(description),
    }
}

const fn value(name: &'static str, description: &'static str) -> AllowedValue {
    AllowedValue {
        name: text(name),
        description: text(description),
    }
}

fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn corpus() -> Value {
    a2t_core::json::parse(&std::fs::read(root("../tests/corpus/evolution.json")).unwrap()).unwrap()
}

/// The labels of all pairs by the names that `cases.rs` gives them.
fn labels(corpus: &Value) -> Vec<(String, Value)> {
    let mut labels = Vec::new();
    for case in corpus["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        labels.push((id.to_owned(), case.clone()));
        for pair in case["pairs"].as_array().into_iter().flatten() {
            labels.push((
                format!("{id} {}-{}", pair["old"], pair["new"]),
                pair.clone(),
            ));
        }
    }
    labels
}

/// Set `UPDATE_GOLDEN=1` to write the file anew after the corpus has changed.
#[test]
fn the_constants_are_those_of_the_corpus() {
    let (source, count) = write::cases(&corpus());
    let path = root("tests/evolution_const/cases.rs");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &source).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == source,
        "run with UPDATE_GOLDEN=1"
    );
    assert_eq!(count, CASES.len());
}

#[test]
fn const_evaluation_gives_every_well_formed_case_its_rules_and_verdicts() {
    let corpus = corpus();
    let labels = labels(&corpus);
    assert!(CASES.len() >= 150, "{}", CASES.len());
    for (id, judged) in CASES {
        let (_, label) = labels.iter().find(|(name, _)| name == id).unwrap();
        let rules = label["rules"].as_array().unwrap().iter();
        let expected: BTreeSet<_> = rules.map(|rule| rule.as_str().unwrap()).collect();
        let got: BTreeSet<_> = judged
            .rules
            .iter()
            .flatten()
            .map(|rule| rule.id())
            .collect();
        assert_eq!(got, expected, "{id}");
        assert_eq!(label["verdict_strict"], judged.letter.name(), "{id}");
        assert_eq!(label["verdict_semantic"], judged.wire.name(), "{id}");
    }
}

const PEOPLE: &[InputParameter] = &[input(
    "i2",
    "people",
    InputType::Int {
        min: Some(1),
        max: 9,
    },
    "",
    true,
)];
const FEWER: &[InputParameter] = &[input(
    "i2",
    "people",
    InputType::Int {
        min: Some(1),
        max: 6,
    },
    "",
    true,
)];
const V1: &ToolSignature = &tool(
    7,
    "flight_search",
    "Searches.",
    None,
    1,
    1,
    &[],
    PEOPLE,
    &[],
);
const EDITED: &ToolSignature = &tool(7, "flight_search", "Finds.", None, 1, 1, &[], FEWER, &[]);
const V2: &ToolSignature = &tool(7, "flight_search", "Finds.", None, 2, 2, &[], FEWER, &[]);
const REWORDED: &ToolSignature = &tool(7, "flight_search", "Finds.", None, 2, 2, &[], PEOPLE, &[]);

const fn message(published: &ToolSignature, code: &ToolSignature) -> Message {
    match first_refused(published, code, Focus::Input("i2")) {
        Some(change) => Message::of(&change, published, code),
        None => panic!("nothing is refused"),
    }
}

const LOWERED: Message = message(V1, V2);
const FROZEN: Message = message(V1, EDITED);

#[test]
fn a_compile_error_says_what_was_published_what_the_code_says_and_what_to_do() {
    assert_eq!(
        LOWERED.as_str(),
        "`flight_search` version 2 breaks published version 1 at inputs[i2].max\n\
         \x20 published: 9\n\
         \x20 the code:  6\n\
         \x20 rule A2T-I112 input-max-lowered\n\
         \x20 broken: {\"people\": 9} was a call of version 1 and would be refused\n\
         \x20 help: Restore the max (removing a max above 65535 lowers it). `#[a2t(max = 9)]` says it.\n\
         \x20 more: cargo a2t explain A2T-I112"
    );
    assert_eq!(
        FROZEN.as_str(),
        "`flight_search` version 1 is published, and the code differs at inputs[i2].max\n\
         \x20 published: 9\n\
         \x20 the code:  6\n\
         \x20 rule A2T-I112 input-max-lowered: a published version never changes (A2T-L002)\n\
         \x20 broken: {\"people\": 9} was a call of version 1 and would be refused\n\
         \x20 help: restore what was published, with `#[a2t(max = 9)]`, or set `version = 2`, keep the old and add the new beside it. \
         Restore the max (removing a max above 65535 lowers it).\n\
         \x20 more: cargo a2t explain A2T-I112"
    );
}

// What may change does not stop a build: these are judged while this file compiles.
const _: () = assert_kept(V1, REWORDED, Focus::All);
const _: () = assert_kept(V1, V1, Focus::All);
const _: () = assert_kept(V1, V2, Focus::Tool);
const _: () = assert_kept(V1, V2, Focus::Output("i2"));

const fn first_of_contract(old: &ToolSignature, new: &ToolSignature) -> Option<Rule> {
    match Differ::new(old, new).contract_only().next_change() {
        Some(change) => Some(change.rule),
        None => None,
    }
}

#[test]
fn texts_can_be_left_out_of_const_evaluation() {
    const SEEN: Option<Rule> = first_of_contract(V1, V2);
    const UNSEEN: Option<Rule> = first_of_contract(V1, REWORDED);
    assert_eq!((SEEN, UNSEEN), (Some(Rule::InputMaxLowered), None));
}

#[test]
fn const_evaluation_and_run_time_walk_alike() {
    let at_run_time: Vec<_> = Differ::new(V1, EDITED).map(|change| change.rule).collect();
    const JUDGED: Judged = judge(V1, EDITED);
    let in_const: Vec<_> = JUDGED.rules.iter().flatten().copied().collect();
    assert_eq!(in_const, at_run_time);
    assert_eq!(
        in_const,
        [
            Rule::ToolDescriptionChanged,
            Rule::InputMaxLowered,
            Rule::PublishedVersionEdited,
            Rule::PublishedTextEdited
        ]
    );
}
