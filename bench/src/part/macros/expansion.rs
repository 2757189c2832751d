//! What tools expand to: lines, bytes, derives, and how long rustc is at it.

use crate::command::Plan;
use crate::leaf::Leaf;
use crate::report::{Row, Target, Work, median};
use crate::subject::{self, Subject};

/// What one crate expands to.
struct Expansion {
    lines: f64,
    bytes: f64,
    milliseconds: Option<f64>,
}

/// A tool of each subject, less its own code.
pub(super) fn run(
    plan: Plan,
    subjects: &[&'static Subject],
    tools: usize,
) -> Result<Vec<Work>, String> {
    let mut expansions = Vec::new();
    for subject in subjects {
        let samples = if subject.is_near() { plan.samples } else { plan.peers };
        expansions.push((*subject, measure(&Leaf::write(subject, tools)?, samples)?));
    }
    let works = [
        ("lines a tool expands to", "lines", 110.0, (|e| Some(e.lines)) as fn(&Expansion) -> _),
        ("bytes a tool expands to", "bytes", 4096.0, |e| Some(e.bytes)),
        ("expanding a tool", "ms, with its names resolved", 1.0, |e| e.milliseconds),
    ];
    Ok(works
        .map(|(name, unit, target, figure)| work(name, unit, target, tools, &expansions, figure))
        .into())
}

fn measure(leaf: &Leaf, samples: usize) -> Result<Expansion, String> {
    let text = leaf.stdout("-Zunpretty=expanded")?;
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let (lines, bytes) =
        code.fold((0, 0), |(lines, bytes), line| (lines + 1, bytes + line.trim_start().len() + 1));
    let times = (0..samples)
        .map(|_| leaf.stdout("-Zno-analysis -Ztime-passes").map(|times| expanding(&times)))
        .collect::<Result<Vec<_>, _>>()?;
    let milliseconds = median(times.into_iter().flatten().collect());
    Ok(Expansion { lines: lines as f64, bytes: bytes as f64, milliseconds })
}

/// From `time:   0.109; rss: …	macro_expand_crate`.
fn expanding(output: &str) -> Option<f64> {
    let line = output.lines().find(|line| line.ends_with("macro_expand_crate"))?;
    let seconds: f64 = line.strip_prefix("time:")?.split(';').next()?.trim().parse().ok()?;
    Some(seconds * 1000.0)
}

fn work(
    name: &str,
    unit: &'static str,
    target: f64,
    tools: usize,
    expansions: &[(&'static Subject, Expansion)],
    figure: fn(&Expansion) -> Option<f64>,
) -> Work {
    let own = expansions
        .iter()
        .find(|(subject, _)| subject.name == subject::BARE)
        .and_then(|(_, own)| figure(own));
    let others = expansions.iter().filter(|(subject, _)| subject.name != subject::BARE);
    let row = |(subject, expansion): &(&'static Subject, Expansion)| Row {
        subject: subject.name.to_owned(),
        role: subject.role,
        figure: figure(expansion).zip(own).map(|(all, own)| (all - own) / tools as f64),
        note: String::new(),
    };
    Work {
        name: name.to_owned(),
        unit,
        target: Some(Target::AtMost(target)),
        rows: others.map(row).collect(),
    }
}
