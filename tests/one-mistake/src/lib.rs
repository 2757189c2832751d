//! One mistake gives one error: inserts mistakes into programs that compile, one at a time, and checks the output of
//! rustc.
//!
//! Good output is exactly one error, on the line of the mistake, with help, in fewer than 1,500 characters and
//! without a generated name. The programs are compiled with the crates of the calling test.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used
)]

mod answer;
mod compile;
mod operators;
mod program;
mod regions;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use a2t_one_mistake_arguments::arguments;
pub use program::Program;

use compile::Compiler;
use operators::{Mutant, OPERATORS, Operator};

/// Compiles this number of mutants of these programs. It prints the seed, which you can set with `A2T_SEED`. Open
/// operators are left out.
pub fn sample(arguments: &[&str], programs: &[Program], count: usize) {
    let seed = seed();
    eprintln!("A2T_SEED={seed}");
    let mut mutants: Vec<_> =
        all(programs).into_iter().filter(|mutant| mutant.operator.open.is_none()).collect();
    shuffle(&mut mutants, seed);
    mutants.truncate(count);
    let bad = run(arguments, programs, &mutants);
    assert!(bad.is_empty(), "{} of {} mutants:\n{}", bad.len(), mutants.len(), texts(&bad));
}

/// Compiles all mutants. An open operator must still have a mutant without good output: if it has none, it is no
/// longer open.
pub fn whole(arguments: &[&str], programs: &[Program]) {
    let mutants = all(programs);
    let bad = run(arguments, programs, &mutants);
    let closed = OPERATORS.iter().filter(|operator| is_closed(operator, &mutants, &bad));
    let closed: Vec<_> = closed.map(|operator| operator.name).collect();
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
    let each = programs.iter().enumerate();
    each.flat_map(|(index, program)| operators::mutants(index, program)).collect()
}

fn run(arguments: &[&str], programs: &[Program], mutants: &[Mutant]) -> Vec<Bad> {
    let (next, bad) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = |worker: usize| {
        let compiler = Compiler::new(arguments);
        if worker == 0 {
            programs.iter().for_each(|program| compiler.passes(program));
        }
        while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let errors = compiler.errors(&programs[mutant.program], Some(mutant));
            if let Err(wrong) = answer::is_good(&errors, mutant) {
                let text =
                    format!("## {}\n{wrong}\n{}", mutant.title(programs), answer::shown(&errors));
                let is_open = mutant.operator.open.is_some();
                bad.lock().unwrap().push(Bad { operator: mutant.operator.name, is_open, text });
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in 0..2 {
            scope.spawn(move || work(worker));
        }
    });
    bad.into_inner().unwrap()
}

fn seed() -> u64 {
    let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    given.unwrap_or(now)
}

/// Shuffles (Fisher and Yates), with the generator of Knuth's MMIX.
fn shuffle<T>(items: &mut [T], mut state: u64) {
    for index in (1..items.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        items.swap(index, (state >> 33) as usize % (index + 1));
    }
}
