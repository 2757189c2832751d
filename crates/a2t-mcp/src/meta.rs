//! Members of `_meta` that both sides name.

/// The key of a call, the same for all its attempts.
pub(crate) const IDEMPOTENCY_KEY: &str = "dev.a2t/idempotencyKey";

/// The problem (RFC 9457) of a call that failed.
pub(crate) const PROBLEM: &str = "dev.a2t/problem";
