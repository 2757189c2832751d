//! A server under attack and beyond its capacity, two parts: times of good callers, calls served and refused, memory.
//!
//! The server has one processor and the driver another, so that neither takes the other's time.

mod attack;
mod load;
pub mod overload;
mod server;

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::command::Plan;
use crate::http::Request;
use crate::report::{Row, Target, Work, median};
use crate::subject::Role;
use crate::workspace;
use attack::{Attack, Siege};
use server::Server;

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let time = Duration::from_secs(if plan.quick { 2 } else { 6 });
    let program = workspace::program("server-a2t-strain", "release")?;
    let rounds = plan.samples.min(3);
    let mut works = Vec::new();
    for attack in Attack::ALL {
        works.extend(besieged(&program, attack, rounds, time)?);
    }
    Ok(works)
}

/// Rounds of calm and attack in turns, because a machine that is shared has bad moments.
fn besieged(
    program: &Path,
    attack: Attack,
    rounds: usize,
    time: Duration,
) -> Result<Vec<Work>, String> {
    let (mut ratios, mut lost, mut closed) = (Vec::new(), 0, Duration::ZERO);
    for _ in 0..rounds {
        let round = round(program, attack, time)?;
        ratios.push(round.ratio);
        lost += round.lost;
        closed = closed.max(round.closed);
    }
    let name = attack.name();
    Ok(vec![
        ours(
            format!("p99 of a caller with {name}, of its p99 without"),
            "ratio",
            Target::AtMost(2.0),
            median(ratios).ok_or("no round")?,
        ),
        ours(
            "its calls that were not served".to_owned(),
            "calls",
            Target::AtMost(0.0),
            lost as f64,
        ),
        ours(
            format!("the last of {name} closed, from its opening"),
            "s",
            Target::AtMost(15.0),
            closed.as_secs_f64(),
        ),
    ])
}

struct Round {
    /// p99 with the attackers, divided by that without.
    ratio: f64,
    lost: usize,
    closed: Duration,
}

/// A caller that sends its calls one after another, first without the attackers and then with them.
fn round(program: &Path, attack: Attack, time: Duration) -> Result<Round, String> {
    let server = Server::start(program)?;
    let call = invocation("answer");
    let calm = load::steady(server.port, &call, time)?;
    let siege = Siege::begin(attack, server.port);
    thread::sleep(Duration::from_secs(2));
    let beset = load::steady(server.port, &call, time)?;
    let (opened, last) = siege.stop_replacing();
    server.closes_all_but(1, Duration::from_secs(60))?;
    let closed = last.elapsed();
    siege.end();
    let (ours, idle) = (beset.p99(), calm.p99());
    let name = attack.name();
    eprintln!("   {name}: {opened} connections were opened, p99 {ours:.3} ms, idle {idle:.3} ms");
    Ok(Round { ratio: ours / idle, lost: beset.sent() - beset.served(), closed })
}

fn ours(name: String, unit: &'static str, target: Target, figure: f64) -> Work {
    let rows = vec![Row::of("a2t", Role::Ours, Ok(figure))];
    Work { name, unit, target: Some(target), rows }
}

/// A call of one of the tools of `server-a2t-strain`, which differ in the last digit of their ids.
fn invocation(tool: &str) -> Request {
    let digit =
        1 + ["answer", "wait", "compute", "say"].iter().position(|name| *name == tool).unwrap_or(0);
    Request {
        path: format!("/tools/5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c9{digit}:invoke"),
        headers: "",
        body: format!(
            r#"{{"name":"{tool}","input_parameters":[{{"name":"text","value":"good morning"}}]}}"#
        ),
    }
}
