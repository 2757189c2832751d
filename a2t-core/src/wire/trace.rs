//! Trace contexts (W3C Trace Context, level 1) between a call and what it causes: read strictly,
//! written in version 00.

use std::fmt;
use std::num::{NonZeroU64, NonZeroU128};

/// Most members of a `tracestate` (section 3.3.1.1).
const MEMBERS_MAX: usize = 32;
/// Characters of a `tracestate` that have to be passed on (section 3.3.1.5).
const STATE_MAX: usize = 512;
/// Members longer than this go first where a `tracestate` is too long (section 3.3.1.5).
const LONG_MEMBER: usize = 128;
const SAMPLED: u8 = 1;

/// Position of a call in a distributed trace: the headers `traceparent` and `tracestate` of
/// [W3C Trace Context](https://www.w3.org/TR/2021/REC-trace-context-1-20211123/), level 1.
///
/// ```
/// use a2t_core::wire::trace::TraceContext; // `a2t::client::TraceContext`, `a2t::telemetry::TraceContext`
///
/// let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
/// let context = TraceContext::parse(parent, "vendor=t61rcWkgMzE").unwrap();
/// assert_eq!(context.trace_id().to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
/// assert!(context.is_sampled());
/// assert_eq!(context.traceparent(), parent);
/// assert_eq!(TraceContext::parse("00-4BF92F-1-01", ""), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TraceContext {
    trace: TraceId,
    span: SpanId,
    sampled: bool,
    state: Box<str>,
}

/// Id of a trace; shown as 32 digits of lower-case hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TraceId(pub NonZeroU128);

/// Id of one span of a trace; shown as 16 digits of lower-case hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SpanId(pub NonZeroU64);

impl TraceContext {
    /// Creates a position without a `tracestate`.
    pub fn new(trace: TraceId, span: SpanId, sampled: bool) -> Self {
        Self { trace, span, sampled, state: Box::default() }
    }

    /// Reads the value of a `traceparent`, and all values of `tracestate` joined by commas (empty
    /// if there is none). `None` where the `traceparent` is not valid: a new trace begins then. A
    /// `tracestate` that is not valid is left out (section 3.3.1).
    ///
    /// Versions above 00 are read as far as 00 goes (section 4.3).
    pub fn parse(traceparent: &str, tracestate: &str) -> Option<Self> {
        let bytes = traceparent.as_bytes();
        let (known, rest) = bytes.split_at_checked(55)?;
        let dashes = [2, 35, 52].iter().all(|at| known.get(*at) == Some(&b'-'));
        let version = hex(known.get(..2)?)?;
        let fits = match version {
            0 => rest.is_empty(),
            0xff => false,
            _ => rest.first().is_none_or(|byte| *byte == b'-'),
        };
        if !dashes || !fits {
            return None;
        }
        let trace = NonZeroU128::new(hex(known.get(3..35)?)?)?;
        let span = NonZeroU64::new(u64::try_from(hex(known.get(36..52)?)?).ok()?)?;
        let flags = u8::try_from(hex(known.get(53..55)?)?).ok()?;
        Some(Self {
            trace: TraceId(trace),
            span: SpanId(span),
            sampled: flags & SAMPLED != 0,
            state: state(tracestate).unwrap_or_default(),
        })
    }

    /// Returns the trace.
    pub fn trace_id(&self) -> TraceId {
        self.trace
    }

    /// Returns the span that causes what this context is handed to.
    pub fn span_id(&self) -> SpanId {
        self.span
    }

    /// Returns whether the trace is recorded where it began.
    pub fn is_sampled(&self) -> bool {
        self.sampled
    }

    /// Returns the same trace with a new span as the cause.
    #[must_use]
    pub fn with_span(&self, span: SpanId) -> Self {
        Self { span, ..self.clone() }
    }

    /// Returns the value of the header `traceparent`, in version 00.
    pub fn traceparent(&self) -> String {
        format!("00-{}-{}-{:02x}", self.trace, self.span, u8::from(self.sampled))
    }

    /// Returns the value of the header `tracestate`; empty if there is none to be sent.
    pub fn tracestate(&self) -> &str {
        &self.state
    }
}

/// Only lower-case hexadecimal.
fn hex(digits: &[u8]) -> Option<u128> {
    digits.iter().try_fold(0, |number, digit| {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        Some((number << 4) | u128::from(value))
    })
}

/// The members of a `tracestate`; of two with one key the first counts, which is the later one in
/// time.
fn state(text: &str) -> Option<Box<str>> {
    let mut members: Vec<(&str, &str)> = Vec::new();
    let listed = text.split(',').map(|member| member.trim_matches([' ', '\t']));
    for (count, member) in listed.filter(|member| !member.is_empty()).enumerate() {
        let (key, value) = member.split_once('=')?;
        if count >= MEMBERS_MAX || !is_key(key) || !is_value(value) {
            return None;
        }
        if members.iter().all(|(known, _)| *known != key) {
            members.push((key, member));
        }
    }
    let length = |members: &[(&str, &str)]| {
        members.iter().map(|(_, member)| member.len() + 1).sum::<usize>().saturating_sub(1)
    };
    if length(&members) > STATE_MAX {
        members.retain(|(_, member)| member.len() <= LONG_MEMBER);
    }
    while length(&members) > STATE_MAX {
        members.pop();
    }
    let members: Vec<_> = members.into_iter().map(|(_, member)| member).collect();
    Some(members.join(",").into())
}

/// A key as section 3.3.1.3.1 writes it: of one system, or of a tenant in one.
fn is_key(key: &str) -> bool {
    let rest = |text: &str| {
        let known = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'*' | b'/');
        text.bytes().all(known)
    };
    let part = |text: &str, max: usize, digit: bool| {
        let first = text.bytes().next();
        let begins =
            first.is_some_and(|byte| byte.is_ascii_lowercase() || (digit && byte.is_ascii_digit()));
        begins && text.len() <= max && rest(text)
    };
    match key.split_once('@') {
        None => part(key, 256, false),
        Some((tenant, system)) => part(tenant, 241, true) && part(system, 14, false),
    }
}

/// Up to 256 characters that HTTP shows, without a comma or an equals sign, and no space at the end.
fn is_value(value: &str) -> bool {
    let shown = |byte| matches!(byte, b' '..=b'+' | b'-'..=b'<' | b'>'..=b'~');
    (1..=256).contains(&value.len()) && value.bytes().all(shown) && !value.ends_with(' ')
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Shows only the ids: a `tracestate` may carry what its system keeps to itself.
impl fmt::Debug for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TraceContext({})", self.traceparent())
    }
}
