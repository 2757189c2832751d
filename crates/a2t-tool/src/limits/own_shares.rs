//! Shares of one protocol: those of the server around it, except for the limits that it sets itself.

use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};

use crate::limits::shares::Shares;
use crate::{Limits, Report};

/// The shares of a router or a service, with or without a server of a2t around it.
pub struct OwnShares {
    limits: Limits,
    alone: Arc<Shares>,
    /// The first server around it.
    server: OnceLock<Arc<Shares>>,
    /// Shares within each server, if limits are set here.
    within: RwLock<Vec<(Weak<Shares>, Arc<Shares>)>>,
}

impl OwnShares {
    /// Creates the shares of a protocol that sets these limits.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            alone: Shares::new(limits, None),
            server: OnceLock::new(),
            within: RwLock::default(),
        }
    }

    /// Returns the shares within this server, or those without one.
    pub fn within(&self, server: Option<&Arc<Shares>>) -> Arc<Shares> {
        let Some(server) = server else { return Arc::clone(&self.alone) };
        if self.limits.is_empty() {
            return Arc::clone(server);
        }
        let of = |(known, _): &&(Weak<Shares>, _)| known.as_ptr() == Arc::as_ptr(server);
        let known = self.within.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, shares)) = known.iter().find(of) {
            return Arc::clone(shares);
        }
        drop(known);
        let mut known = self.within.write().unwrap_or_else(PoisonError::into_inner);
        // Another request may have been faster.
        if let Some((_, shares)) = known.iter().find(of) {
            return Arc::clone(shares);
        }
        known.retain(|(server, _)| server.strong_count() > 0);
        let shares = server.except(&self.limits);
        known.push((Arc::downgrade(server), Arc::clone(&shares)));
        shares
    }

    /// Remembers the server around it, for work that outlives its request.
    pub fn note(&self, server: &Arc<Shares>) {
        self.server.get_or_init(|| Arc::clone(server));
    }

    /// Returns the shares of work that outlives its request: those within the server that was noted.
    pub fn noted(&self) -> Arc<Shares> {
        self.within(self.server.get())
    }

    /// Returns the receiver of faults of the server that was noted.
    pub fn receiver(&self) -> Option<&Report> {
        self.server.get()?.receiver.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_limit_that_is_set_replaces_that_of_the_server_and_no_other() {
        let (second, hour) = (Duration::from_secs(1), Duration::from_secs(3600));
        let around = Limits::new().handler_timeout(second).max_body_bytes(7).max_queued_calls(3);
        let server = Shares::new(around, None);
        let own = OwnShares::new(Limits::new().handler_timeout(hour).max_concurrent_calls(1));
        let shares = own.within(Some(&server));
        let limits = shares.limits;
        assert_eq!((limits.handler_timeout, limits.max_concurrent_calls), (hour, 1));
        assert_eq!((limits.max_body_bytes, limits.max_queued_calls), (7, 3));
        // Calls are counted apart, bytes and threads together with those of the server.
        assert!(!Arc::ptr_eq(&shares.in_flight, &server.in_flight));
        assert!(Arc::ptr_eq(&shares.bodies, &server.bodies));
        assert!(Arc::ptr_eq(&shares.threads, &server.threads));
        assert!(Arc::ptr_eq(&shares.polls, &server.polls));
        assert_eq!(own.within(None).limits.max_body_bytes, 256 * 1024);
    }

    #[test]
    fn a_limit_of_its_own_splits_one_share_from_the_server() {
        let second = Duration::from_secs(1);
        let around = Limits::new().shutdown_timeout(Duration::from_secs(77));
        let server = Shares::new(around, None);
        let split = |limits: Limits| {
            let own = OwnShares::new(limits);
            own.note(&server);
            let shares = own.noted();
            assert_eq!(shares.limits.shutdown_timeout, Duration::from_secs(77));
            [
                !Arc::ptr_eq(&shares.in_flight, &server.in_flight),
                !Arc::ptr_eq(&shares.bodies, &server.bodies),
                !Arc::ptr_eq(&shares.threads, &server.threads),
                !Arc::ptr_eq(&shares.polls, &server.polls),
            ]
        };
        let limits = Limits::new();
        assert_eq!(split(limits.max_concurrent_calls(1)), [true, false, false, false]);
        assert_eq!(split(limits.max_buffered_bytes(1)), [false, true, false, false]);
        assert_eq!(split(limits.blocking_threads(1)), [false, false, true, false]);
        assert_eq!(split(limits.max_queued_calls(1)), [false, false, true, false]);
        assert_eq!(split(limits.slow_poll_threshold(second)), [false, false, false, true]);
        assert_eq!(split(limits.handler_timeout(second)), [false; 4]);
    }

    #[test]
    fn the_shares_within_one_server_are_the_same_for_each_request() {
        let [one, two] = [7, 8].map(|bytes| Shares::new(Limits::new().max_body_bytes(bytes), None));
        let own = OwnShares::new(Limits::new().max_queued_calls(0));
        let within = |server| own.within(Some(server));
        assert!(Arc::ptr_eq(&within(&one), &within(&one)));
        assert_eq!(within(&two).limits.max_body_bytes, 8);
        own.note(&one);
        own.note(&two);
        assert!(Arc::ptr_eq(&own.noted(), &within(&one)), "the first server counts");
        drop(one);
        let three = Shares::new(Limits::new(), None);
        assert!(Arc::ptr_eq(&OwnShares::new(Limits::new()).within(Some(&three)), &three));
    }
}
