//! Numbers of a client of MCP in addition to those of `a2t_client`, which hold here too.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Maximum wait for the answer to the first message of the newer revision, before the handshake
/// of the older ones. Of a child process it begins once the process has read the message, if the
/// system reports that (Linux). Elsewhere a process that is slow to start would be killed, so that
/// the wait is longer.
pub(crate) const SILENCE: Duration = Duration::from_secs(10);
pub(crate) const SILENCE_UNTOLD: Duration = Duration::from_secs(40);

/// The time between two looks whether a child process has read the message.
pub(crate) const LOOK: Duration = Duration::from_millis(250);

/// Maximum time that one message may wait for a child process to take it.
pub(crate) const TAKEN: Duration = Duration::from_secs(10);

/// Maximum number of starts of a child process within [`STARTS_WITHIN`].
pub(crate) const STARTS: usize = 5;
pub(crate) const STARTS_WITHIN: Duration = Duration::from_secs(60);

/// How many last bytes of a child process's standard error are kept.
pub(crate) const STDERR: usize = 8 << 10;

/// The last lines on standard output that are no message, and the bytes that are kept of each.
pub(crate) const LINES: usize = 8;
pub(crate) const LINE_SHOWN: usize = 200;

/// Maximum number of answers to requests of a child process that wait until it reads them; more of its requests are not
/// taken, those of a batch among them.
pub(crate) const OWED: usize = 32;

/// The maximum number of messages in one array, because a parsed message takes 30 times the bytes of its text.
pub(crate) const BATCH: usize = 16_384;

/// The maximum number of members of a message, and of the result of `tools/list`.
pub(crate) const MEMBERS: usize = 1_024;

/// The maximum size of an answer that is not a message, in bytes: a page of a proxy, for example.
pub(crate) const REFUSAL: usize = 64 << 10;

/// Maximum number of calls that one connection has under way; others wait for their turn.
pub(crate) const IN_FLIGHT: usize = 512;

/// Maximum number of resumptions of one answer over HTTP whose stream ended early.
pub(crate) const RESUMPTIONS: u32 = 5;

/// Maximum wait that a server may ask for before a resumption.
pub(crate) const RESUME_AFTER: Duration = Duration::from_secs(5);

/// The time after which the tools are listed again before a call.
pub(crate) const FRESH: Duration = Duration::from_secs(300);

/// The interval of polling a task whose server sets none.
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

/// Bounds of the interval that a server may set for polling a task.
pub(crate) const PAUSES: RangeInclusive<Duration> =
    Duration::from_millis(50)..=Duration::from_secs(60);

/// The maximum number of times that one call may ask its user.
pub(crate) const QUESTIONS: usize = 8;

#[cfg(test)]
mod tests {
    use a2t_client::parts::Limits;

    use super::*;
    use crate::client::child::INHERITED;

    // The page and the numbers cannot part: each row is written here from the number itself.
    #[test]
    fn the_tables_of_the_page_have_the_numbers_that_hold() {
        let page = include_str!("../../docs/client.md");
        let Limits { attempt, total, reply, .. } = Limits::DEFAULT;
        let variables: Vec<_> = INHERITED.iter().map(|name| format!("`{name}`")).collect();
        for row in [
            format!("| concurrent calls on one connection | {IN_FLIGHT}, others wait |"),
            format!("| {RESUMPTIONS}, after at most {RESUME_AFTER:?} each |"),
            format!("when the server reports a change, after {FRESH:?} |"),
            format!(
                "between {:?} and {:?}; {PAUSE:?} if it sets none |",
                PAUSES.start(),
                PAUSES.end()
            ),
            format!("at most {} schemas for one value", grouped(a2t_schema::validate::FAN_OUT_MAX)),
            format!("| one answer | {attempt:?} |"),
            format!("| one call in all, with the start of the process | {total:?} |"),
            format!(
                "| {SILENCE:?} after it read the message on Linux, {SILENCE_UNTOLD:?} elsewhere |"
            ),
            format!("| standard output kept for errors | {LINES} lines, {LINE_SHOWN} bytes each |"),
            format!("| messages in one array | {} |", grouped(BATCH)),
            format!("| members of one message | {} |", grouped(MEMBERS)),
            format!("| answers that wait for the process to read them | {OWED}, then"),
            format!("does not read | {TAKEN:?}, then"),
            format!("between two answers | {} MiB |", reply >> 20),
            format!("| questions of one call to the user | {QUESTIONS} |"),
            format!("| starts | {STARTS} within {STARTS_WITHIN:?} |"),
            format!("| standard error kept for errors | {} KiB |", STDERR >> 10),
            format!("| environment | {}; others", variables.join(", ")),
        ] {
            assert!(page.contains(&row) || cfg!(windows), "docs/client.md lacks: {row}");
        }
    }

    fn grouped(number: impl TryInto<u32>) -> String {
        let number = number.try_into().unwrap_or_default();
        format!("{},{:03}", number / 1_000, number % 1_000)
    }
}
