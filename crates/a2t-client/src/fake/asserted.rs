//! Assertions of a test about the calls that a fake took.

// An assertion of a test fails by a panic.
#![expect(clippy::panic)]

use super::sent::Sent;
use crate::call::called::CalledTool;

#[track_caller]
pub(super) fn assert_any<K: CalledTool>(record: &[Sent<K>], call: Option<&Sent<K>>) {
    let call = written(call);
    if !record.iter().any(|sent| sent.is(call)) {
        let (call, record) = (call.shown(record), listed(record));
        panic!("this call was not sent: {call}\nwhat was sent: {record}");
    }
}

#[track_caller]
pub(super) fn assert_none<K: CalledTool>(record: &[Sent<K>], call: Option<&Sent<K>>) {
    let call = written(call);
    if record.iter().any(|sent| sent.is(call)) {
        let (call, record) = (call.shown(record), listed(record));
        panic!("this call was sent: {call}\nwhat was sent: {record}");
    }
}

#[track_caller]
pub(super) fn assert_times<K: CalledTool>(record: &[Sent<K>], times: usize) {
    if record.len() != times {
        let calls = if times == 1 { "call" } else { "calls" };
        panic!("{times} {calls} expected, {} sent: {}", record.len(), listed(record));
    }
}

#[track_caller]
fn written<S>(call: Option<&S>) -> &S {
    match call {
        Some(call) => call,
        None => panic!("a call that was awaited says no more what it was; write it again"),
    }
}

fn listed<K: CalledTool>(record: &[Sent<K>]) -> String {
    if record.is_empty() {
        return "nothing".to_owned();
    }
    record.iter().map(|sent| format!("\n  {}", sent.shown(record))).collect()
}
