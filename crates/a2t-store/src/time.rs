//! A point in time that callers pass in, so that tests run on a virtual clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01T00:00:00Z. A store has no clock: the caller passes the time.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use a2t_store::Time;
///
/// let noon = Time::from_millis(1_000);
/// assert_eq!(noon.after(Duration::from_secs(2)), Time::from_millis(3_000));
/// assert_eq!(noon.before(Duration::from_millis(400)), Time::from_millis(600));
/// assert_eq!(noon.before(Duration::MAX), Time::default());
/// assert_eq!(noon.since(Time::from_millis(400)), Duration::from_millis(600));
/// assert!(Time::from(SystemTime::now()) > noon);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Time(i64);

impl Time {
    /// The latest time there is: what is due then is never due.
    pub const NEVER: Self = Self(i64::MAX);

    /// Returns the time so many milliseconds after 1970, at most [`Time::NEVER`].
    pub const fn from_millis(millis: u64) -> Self {
        if millis > i64::MAX as u64 { Self::NEVER } else { Self(millis.cast_signed()) }
    }

    /// Returns milliseconds since 1970.
    pub const fn millis(self) -> u64 {
        self.0.cast_unsigned()
    }

    /// Sets the time so much later.
    #[must_use]
    pub fn after(self, wait: Duration) -> Self {
        let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(wait))
    }

    /// Sets the time so much earlier, at the earliest 1970.
    #[must_use]
    pub fn before(self, wait: Duration) -> Self {
        let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
        Self(self.0.saturating_sub(wait).max(0))
    }

    /// Returns the time that has passed since `earlier`, nothing if it has not come.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.millis().saturating_sub(earlier.millis()))
    }

    #[cfg(feature = "sql")]
    pub(crate) const fn column(self) -> i64 {
        self.0
    }

    #[cfg(feature = "sql")]
    pub(crate) fn from_column(millis: i64) -> Self {
        Self(millis.max(0))
    }
}

impl From<SystemTime> for Time {
    fn from(time: SystemTime) -> Self {
        let passed = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(0).after(passed)
    }
}
