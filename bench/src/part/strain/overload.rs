//! As many calls as a server can serve, and then five times as many.

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::command::Plan;
use crate::report::{Target, Work};
use crate::workspace;

use super::load::{self, Load, Rate};
use super::server::Server;
use super::{invocation, ours};

/// Beyond its capacity by so much.
const TIMES: f64 = 5.0;
/// Callers at one time, of whom some wait for the server and enough are free.
const CALLERS: usize = 160;
/// Looks at the memory of the server while the calls go on.
const LOOKS: usize = 20;

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let seconds = |full: u64| Duration::from_secs(if plan.quick { full / 5 } else { full });
    let program = workspace::program("server-a2t-strain", "release")?;
    let mut works = Vec::new();
    for tool in ["wait", "compute"] {
        works.extend(overloaded(&program, tool, seconds(5), seconds(40))?);
    }
    Ok(works)
}

fn overloaded(
    program: &Path,
    tool: &str,
    calm: Duration,
    time: Duration,
) -> Result<Vec<Work>, String> {
    let server = Server::start(program)?;
    let call = invocation(tool);
    let callers = if tool == "wait" { 64 } else { 4 };
    let capacity = load::run(server.port, &call, Rate::OneAfterAnother { callers }, calm)?;
    let capacity = capacity.served() as f64 / calm.as_secs_f64();
    let rate = Rate::PerSecond { calls: capacity * TIMES, callers: CALLERS };
    let (load, resident) = thread::scope(|scope| {
        let looks = scope.spawn(|| {
            let look = || {
                thread::sleep(time / (LOOKS as u32 + 1));
                server.resident()
            };
            std::iter::repeat_with(look).take(LOOKS).collect::<Result<Vec<_>, _>>()
        });
        let load = load::run(server.port, &call, rate, time);
        let resident = looks.join().map_err(|_| "nobody looked at the memory".to_owned())?;
        Ok::<_, String>((load?, resident?))
    })?;
    report(tool, &load, capacity, time);
    Ok(vec![
        ours(
            format!("`{tool}` at 5 times its capacity: served, of the capacity"),
            "ratio",
            Target::AtLeast(0.9),
            load.served() as f64 / time.as_secs_f64() / capacity,
        ),
        ours(
            "p99 of a refusal, from the moment when its call was due".to_owned(),
            "ms",
            Target::AtMost(10.0),
            load.p99_of_refusals(),
        ),
        ours(
            "most memory in the rest of the time, of that after a quarter of it".to_owned(),
            "ratio",
            Target::AtMost(1.05),
            growth(&resident),
        ),
    ])
}

/// Buffers of connections grow until each has met its largest call, which is in the first quarter.
fn growth(resident: &[f64]) -> f64 {
    let (_, rest) = resident.split_at(resident.len() / 4);
    let most = rest.iter().copied().fold(f64::NAN, f64::max);
    rest.first().map_or(f64::NAN, |first| most / first)
}

fn report(tool: &str, load: &Load, capacity: f64, time: Duration) {
    let a_second = |calls: usize| calls as f64 / time.as_secs_f64();
    eprintln!(
        "   {tool}: capacity {capacity:.0}/s, sent {:.0}/s, served {:.0}/s, refused {:.0}/s, otherwise {}",
        a_second(load.sent()),
        a_second(load.served()),
        a_second(load.refused()),
        load.otherwise,
    );
}
