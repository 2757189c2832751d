//! Subjects take turns, sample by sample, so that a busy moment of the machine hits all of them.

use crate::command::Plan;
use crate::leaf::Leaf;
use crate::report::{Row, median};
use crate::rustc::Cost;
use crate::subject::Subject;

/// Each subject's samples; an error of the compiler stands in its row.
pub type Costs = Vec<(&'static Subject, Result<Vec<Cost>, String>)>;

/// Prepares all subjects, then measures them in turns; `measure` gets the number of the sample.
pub fn sample(
    plan: Plan,
    subjects: &[&'static Subject],
    tools: usize,
    prepare: &dyn Fn(&Leaf) -> Result<(), String>,
    measure: &dyn Fn(&Leaf, usize) -> Result<Cost, String>,
) -> Result<Costs, String> {
    let leaves: Vec<_> =
        subjects.iter().map(|subject| Leaf::write(subject, tools)).collect::<Result<_, _>>()?;
    let prepared = subjects.iter().zip(&leaves);
    let mut costs: Costs =
        prepared.map(|(subject, leaf)| (*subject, prepare(leaf).map(|()| Vec::new()))).collect();
    for round in 0..plan.samples {
        for (leaf, (subject, costs)) in leaves.iter().zip(&mut costs) {
            if !subject.is_near() && round >= plan.peers {
                continue;
            }
            let Ok(taken) = costs else { continue };
            match measure(leaf, round) {
                Ok(cost) => taken.push(cost),
                Err(error) => *costs = Err(error),
            }
        }
    }
    Ok(costs)
}

/// The median of each subject.
pub fn rows(costs: &Costs, figure: impl Fn(&Cost) -> f64) -> Vec<Row> {
    let row = |(subject, costs): &(&'static Subject, Result<Vec<Cost>, String>)| {
        let middle = |costs: &Vec<Cost>| {
            median(costs.iter().map(&figure).collect()).ok_or("no sample".to_owned())
        };
        Row::of(subject.name, subject.role, costs.as_ref().map_err(Clone::clone).and_then(middle))
    };
    costs.iter().map(row).collect()
}
