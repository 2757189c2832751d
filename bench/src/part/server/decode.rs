//! Four arguments from bytes, decoded and checked, in process: instructions, and time for comparison.

use crate::command::Plan;
use crate::report::{Row, Target, Work, median};
use crate::rustc;
use crate::subject::Role;
use crate::valgrind::instructions;
use crate::workspace;

const WAYS: [(&str, &str, Role); 4] = [
    ("serde, typed flat JSON", "serde", Role::Floor),
    ("this wire by hand", "hand", Role::Floor),
    ("bytes → Value → jsonschema", "jsonschema", Role::Peer),
    ("a2t", "a2t", Role::Ours),
];

pub(super) fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let program = workspace::program("decode", "release")?;
    let (mut counts, mut times) = (Vec::new(), Vec::new());
    for (subject, way, role) in WAYS {
        let row = |figure| Row { subject: subject.to_owned(), role, figure, note: String::new() };
        let count = |times: &str| instructions(&program, &[way, times]);
        counts.push(row(Some((count("3000")? - count("1000")?) / 2000.0)));
        times.push(row(Some(0.0)));
    }
    let mut samples = vec![Vec::new(); WAYS.len()];
    for _ in 0..plan.samples {
        for ((_, way, _), samples) in WAYS.iter().zip(&mut samples) {
            let output = rustc::run(std::process::Command::new(&program).args([way, "200000"]))?;
            samples.push(
                output
                    .trim()
                    .parse::<f64>()
                    .map_err(|_| format!("decode printed no time: {output}"))?,
            );
        }
    }
    for (row, samples) in times.iter_mut().zip(samples) {
        row.figure = median(samples);
    }
    let name = "four arguments from bytes, decoded and checked".to_owned();
    Ok(vec![
        Work { name: name.clone(), unit: "instructions", target: None, rows: counts },
        Work {
            name: format!("{name}, in time"),
            unit: "ns",
            target: Some(Target::AtMost(500.0)),
            rows: times,
        },
    ])
}
