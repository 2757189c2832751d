//! What an invocation costs a server with what it has in production, each alone.

use super::server::{WIRE, post};
use crate::command::Plan;
use crate::report::{Row, Work};
use crate::subject::Role;
use crate::valgrind::per_request;
use crate::workspace;

const PLAIN: &str = "a2t::serve";

/// Settings by the argument of the program, with the headers that they need.
const SETTINGS: [(&str, &[&str], &str); 5] = [
    ("features `tracing`, `metrics` and `rate-limit`, unused", &[], ""),
    ("callers by a token", &["authenticated"], "authorization: Bearer of-alice\r\n"),
    ("a limit on rates", &["limited"], ""),
    ("spans and lines of the log, written", &["spans"], ""),
    ("metrics, for Prometheus", &["metrics"], ""),
];

pub fn run(_: Plan) -> Result<Vec<Work>, String> {
    let invocation = |headers| post(super::server::PATH, headers, WIRE);
    let plain = workspace::program("server-a2t", "release")?;
    let plain = per_request(&plain, &["1", "serve"], &invocation(""))?;
    let program = workspace::program("server-a2t-production", "release")?;
    let measure = |(name, arguments, headers): (&str, &[&str], &'static str)| {
        let figure = per_request(&program, arguments, &invocation(headers))?;
        let rows =
            vec![Row::of(PLAIN, Role::Floor, Ok(plain)), Row::of("a2t", Role::Ours, Ok(figure))];
        Ok(Work { name: name.to_owned(), unit: "instructions", target: None, rows })
    };
    SETTINGS.into_iter().map(measure).collect()
}
