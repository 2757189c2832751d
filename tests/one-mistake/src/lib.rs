//! One mistake gives one error: inserts mistakes into programs that compile, one at a time, and checks the output of
//! rustc.
//!
//! Good output is exactly one error, on the line of the mistake, with help, in fewer than 1,500 characters and
//! without a generated name. The programs are compiled with the crates of the calling test.

#![allow(
    missing_debug_implementations,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used
)]

mod answer;
mod compile;
mod library;
mod messages;
mod operators;
mod program;
mod regions;

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

pub use a2t_one_mistake_arguments::arguments;
pub use library::{Library, each};
pub use messages::Messages;
pub use program::Program;

use compile::Compiler;
use operators::{Mutant, Operator};
use program::Published;

/// Number of programs in a sample whose own tools are published, which takes a build of each.
const PUBLISHED: usize = 6;

/// Seed of the default sample. It is always the same sample, because not all mutants are known to have good output.
const SEED: u64 = 1;

/// Compiles this number of mutants of these programs. `A2T_SEED` takes another sample, and the seed is printed; `A2T_CASES`
/// sets the number, and `A2T_ONLY` is a part of the names of programs and mistakes to take. Open operators are left out.
pub fn sample(arguments: &[&str], programs: &[Program], count: usize) {
    let (seed, cases) = (number("A2T_SEED").unwrap_or(SEED), number("A2T_CASES"));
    eprintln!("A2T_SEED={seed}");
    let mut indices: Vec<_> = (0..programs.len()).collect();
    shuffle(&mut indices, seed);
    let to_publish = |index: &&usize| matches!(programs[**index].published, Published::Own(_));
    let left_out: Vec<_> = indices.iter().filter(to_publish).skip(PUBLISHED).collect();
    let mut mutants: Vec<_> = all(programs)
        .into_iter()
        .filter(|mutant| mutant.operator.open.is_none() && !left_out.contains(&&mutant.program))
        .collect();
    shuffle(&mut mutants, seed);
    mutants.truncate(cases.map_or(count, |cases| cases as usize));
    let bad = run(arguments, programs, &mutants);
    assert!(bad.is_empty(), "{} of {} mutants:\n{}", bad.len(), mutants.len(), texts(&bad));
}

/// Shuffles these items and keeps some: `A2T_SEED` and `A2T_CASES` take another sample.
pub fn some<T>(mut items: Vec<T>, count: usize) -> Vec<T> {
    let (seed, cases) = (number("A2T_SEED").unwrap_or(SEED), number("A2T_CASES"));
    println!("A2T_SEED={seed}");
    shuffle(&mut items, seed);
    items.truncate(cases.map_or(count, |cases| cases as usize));
    items
}

/// Number of parts of all mutants, one of which `A2T_PART` takes, from 0.
const PARTS: u64 = 8;

/// Compiles all mutants, or those of one part of the programs. An open operator must still have a mutant without good
/// output among all of them: if it has none, it is no longer open.
pub fn whole(arguments: &[&str], programs: &[Program]) {
    let mutants = all(programs);
    eprintln!("{} mutants", mutants.len());
    let bad = run(arguments, programs, &mutants);
    let closed = operators::operators().filter(|operator| is_closed(operator, &mutants, &bad));
    let is_part = std::env::var_os("A2T_ONLY").is_some() || number("A2T_PART").is_some();
    let closed: Vec<_> = closed.filter(|_| !is_part).map(|operator| operator.name).collect();
    let bad: Vec<_> = bad.into_iter().filter(|bad| !bad.is_open).collect();
    assert!(bad.is_empty(), "{} of {} mutants:\n{}", bad.len(), mutants.len(), texts(&bad));
    assert!(closed.is_empty(), "answered well everywhere, and no longer open: {closed:?}");
}

/// Prints how many of the operator's mutants lack good output. Returns `true` for an open operator that has none.
fn is_closed(operator: &Operator, mutants: &[Mutant], bad: &[Bad]) -> bool {
    let Operator { name, open, .. } = operator;
    let count = mutants.iter().filter(|mutant| mutant.operator.name == *name).count();
    let bad = bad.iter().filter(|bad| bad.operator == *name).count();
    eprintln!("{name:40} {bad:3} of {count:3} {}", open.unwrap_or_default());
    open.is_some() && bad == 0 && count > 0
}

/// Returns the number of programs that are compiled at a time.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(2, NonZero::get)
}

/// Output that is not good.
struct Bad {
    operator: &'static str,
    is_open: bool,
    text: String,
}

fn texts(bad: &[Bad]) -> String {
    bad.iter().map(|bad| bad.text.as_str()).collect::<Vec<_>>().join("\n\n")
}

fn all(programs: &[Program]) -> Vec<Mutant> {
    let only = std::env::var("A2T_ONLY").unwrap_or_default();
    let part = number("A2T_PART");
    let is_in_part = |index: &usize| part.is_none_or(|part| *index as u64 % PARTS == part);
    let each = programs.iter().enumerate().filter(|(index, _)| is_in_part(index));
    let all = each.flat_map(|(index, program)| operators::mutants(index, program));
    all.filter(|mutant| mutant.title(programs).contains(&only)).collect()
}

fn run(arguments: &[&str], programs: &[Program], mutants: &[Mutant]) -> Vec<Bad> {
    let (next, bad) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let refused: Vec<OnceLock<Option<String>>> = programs.iter().map(|_| OnceLock::new()).collect();
    let work = || {
        let compiler = Compiler::new(arguments);
        while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let check = || compiler.refuses(&programs[mutant.program]);
            if refused[mutant.program].get_or_init(check).is_some() {
                continue;
            }
            let program = &programs[mutant.program];
            let errors = compiler.errors(program, Some(mutant));
            if errors.is_empty() && compiler.publishes_the_same(program, mutant) {
                continue;
            }
            if let Err(wrong) = answer::is_good(&errors, mutant) {
                let text =
                    format!("## {}\n{wrong}\n{}", mutant.title(programs), answer::shown(&errors));
                eprintln!("{text}\n");
                let is_open = mutant.operator.open.is_some();
                bad.lock().unwrap().push(Bad { operator: mutant.operator.name, is_open, text });
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers() {
            scope.spawn(work);
        }
    });
    let refused: Vec<_> =
        refused.into_iter().filter_map(|refused| refused.into_inner().flatten()).collect();
    assert!(refused.is_empty(), "programs that do not compile:\n{}", refused.join("\n"));
    bad.into_inner().unwrap()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|number| number.parse().ok())
}

/// Shuffles (Fisher and Yates), with the generator of Knuth's MMIX.
fn shuffle<T>(items: &mut [T], mut state: u64) {
    for index in (1..items.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(index, (state >> 33) as usize % (index + 1));
    }
}
