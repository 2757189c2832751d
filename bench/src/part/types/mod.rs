//! What types of a vendor's own cost: their check, an invocation that replies a list of records, a client that reads it.

mod check;

use super::client::listed;
use super::server::{PATH, post};
use crate::command::Plan;
use crate::report::{Row, Work};
use crate::subject::Role;
use crate::valgrind::per_request;
use crate::workspace;

const RECORDS: usize = 100;
const STRUCTS: &str = "serde_json of structs";

pub fn run(plan: Plan) -> Result<Vec<Work>, String> {
    let mut works = check::run(plan)?;
    works.extend(of_a_list("one invocation that replies 100 records", "made and written", written));
    works.extend(of_a_list("one call of a client that is replied 100 records", "read", read));
    Ok(works)
}

/// Instructions of a reply of 100 records; and of one of them, as the difference to a reply of none.
fn of_a_list(name: &str, done: &str, cost: fn(Role, usize) -> Result<f64, String>) -> [Work; 2] {
    let subjects = [(STRUCTS, Role::Floor), ("a2t", Role::Ours)];
    let costs = subjects.map(|(subject, role)| {
        let whole = cost(role, RECORDS);
        let none = cost(role, 0);
        let one = whole.clone().and_then(|whole| Ok((whole - none?) / RECORDS as f64));
        (Row::of(subject, role, whole), Row::of(subject, role, one))
    });
    let (whole, one) = costs.into_iter().unzip();
    let work = |name, rows| Work { name, unit: "instructions", target: None, rows };
    [work(name.to_owned(), whole), work(format!("one record of them, {done}"), one)]
}

/// What the server takes: axum with `Json` as the floor.
fn written(role: Role, records: usize) -> Result<f64, String> {
    if role == Role::Ours {
        let list = format!(
            r#"{{"name":"list_flights","input_parameters":[{{"name":"count","value":{records}}}]}}"#
        );
        let program = workspace::program("server-a2t", "release")?;
        return per_request(&program, &["1", "records"], &post(PATH, "", &list));
    }
    let list = format!(r#"{{"count":{records}}}"#);
    let program = workspace::program("server-axum", "release")?;
    per_request(&program, &[], &post("/tools/list_flights", "", &list))
}

/// What the client takes: hyper with `serde_json::from_slice` as the floor.
fn read(role: Role, records: usize) -> Result<f64, String> {
    let flights = vec![r#"{"number":"FRA-JFK-2","fare":300,"sold_out":false}"#; records].join(",");
    if role == Role::Ours {
        let reply =
            format!(r#"{{"output_parameters":[{{"name":"flights","value":[{flights}]}}]}}"#);
        return listed("client-a2t", reply);
    }
    listed("client-hyper", format!(r#"{{"flights":[{flights}]}}"#))
}
