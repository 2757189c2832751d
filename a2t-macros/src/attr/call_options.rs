//! The keys that set how calls of a tool are carried out.

use std::time::Duration;

use a2t_core::parse_duration;
use syn::LitStr;

use super::Keys;
use super::key::Key;
use super::keys::integer;
use crate::ctxt::Ctxt;

/// Options of a tool's calls, as far as its attribute sets them.
#[derive(Clone, Default)]
pub(crate) struct CallOptions {
    pub(crate) on_disconnect: Option<OnDisconnect>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) concurrency: Option<u32>,
    /// The value of `idempotency_key`.
    pub(crate) key_required: Option<LitStr>,
}

/// Fate of a call whose client leaves.
#[derive(Clone, Copy)]
pub(crate) enum OnDisconnect {
    Finish,
    Cancel,
}

impl CallOptions {
    pub(super) fn take(keys: &mut Keys, ctxt: &Ctxt) -> Self {
        let timeout = keys.text(Key::Timeout, ctxt);
        let key = keys.text(Key::IdempotencyKey, ctxt);
        Self {
            on_disconnect: keys
                .text(Key::OnDisconnect, ctxt)
                .and_then(|fate| on_disconnect(&fate, ctxt)),
            timeout: timeout.and_then(|text| timeout_of(&text, ctxt)),
            concurrency: concurrency(keys, ctxt),
            key_required: key.filter(|key| required(key, ctxt)),
        }
    }
}

fn on_disconnect(fate: &LitStr, ctxt: &Ctxt) -> Option<OnDisconnect> {
    match fate.value().as_str() {
        "finish" => Some(OnDisconnect::Finish),
        "cancel" => Some(OnDisconnect::Cancel),
        _ => {
            let help = "write `on_disconnect = \"finish\"` if the call goes on when its client leaves, \
                          `on_disconnect = \"cancel\"` if it ends there";
            ctxt.error(fate, "`on_disconnect` is not `\"finish\"` or `\"cancel\"`", help);
            None
        }
    }
}

/// Maximum time: a call that takes longer needs a queue rather than a connection.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

fn timeout_of(text: &LitStr, ctxt: &Ctxt) -> Option<Duration> {
    let time = timeout(&text.value());
    if time.is_none() {
        let help = "write a whole number and its unit, from `\"1ms\"` to `\"24h\"`: `timeout = \"5s\"`; the \
                      units are `ms`, `s`, `m` and `h`";
        ctxt.error(text, "`timeout` is not a duration", help);
    }
    time
}

fn timeout(text: &str) -> Option<Duration> {
    parse_duration(text).filter(|time| !time.is_zero() && *time <= LONGEST)
}

fn concurrency(keys: &mut Keys, ctxt: &Ctxt) -> Option<u32> {
    let expr = keys.take(Key::Concurrency)?.expr(ctxt)?;
    let calls = match integer(&expr) {
        Some((false, literal)) => literal.base10_parse::<u32>().ok().filter(|calls| *calls > 0),
        _ => None,
    };
    if calls.is_none() {
        let help = "write the maximum number of calls that run at the same time, 1 to 4294967295: `concurrency = 4`";
        ctxt.error(&expr, "`concurrency` is not a number of calls", help);
    }
    calls
}

fn required(key: &LitStr, ctxt: &Ctxt) -> bool {
    let required = key.value() == "required";
    if !required {
        let help = "write `idempotency_key = \"required\"`, or remove it: a key that a caller sends \
                      is honoured in any case";
        ctxt.error(key, "`idempotency_key` is not `\"required\"`", help);
    }
    required
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_range() {
        assert_eq!(timeout("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(timeout("24h"), Some(LONGEST));
        for wrong in ["0s", "25h", "24h 1ms", "5"] {
            assert_eq!(timeout(wrong), None, "{wrong}");
        }
    }
}
