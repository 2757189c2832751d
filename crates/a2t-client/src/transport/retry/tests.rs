use proptest::prelude::*;

use super::*;

const LIMITS: Limits = Limits::DEFAULT;
const NOT_RUN: FailedAttempt = failure(Outcome::NotRun);
const UNKNOWN: FailedAttempt = failure(Outcome::Unknown);

const fn failure(outcome: Outcome) -> FailedAttempt {
    FailedAttempt { outcome, throttled: false, retry_after: None }
}

fn asking(seconds: u64) -> FailedAttempt {
    FailedAttempt { retry_after: Some(Duration::from_secs(seconds)), ..NOT_RUN }
}

fn left(seconds: u64) -> Option<Duration> {
    Some(Duration::from_secs(seconds))
}

fn full() -> Budget {
    Budget::new(LIMITS.budget)
}

fn tokens(budget: &Budget) -> u32 {
    budget.tokens.load(Ordering::Relaxed)
}

fn waits(retry: Retry, budget: &Budget, failed: FailedAttempt) -> Vec<Duration> {
    let mut attempts = Attempts::first(retry, &LIMITS, budget);
    std::iter::from_fn(|| attempts.next(failed, left(60), 1.0)).collect()
}

#[test]
fn a_policy_decides_what_is_sent_again() {
    for (retry, not_run, unknown) in [
        (Retry::Never, 0, 0),
        (Retry::WhenNotRun, 2, 0),
        (Retry::WhenHarmless, 2, 0),
        (Retry::Always, 2, 2),
    ] {
        assert_eq!(waits(retry, &full(), NOT_RUN).len(), not_run, "{retry:?}");
        assert_eq!(waits(retry, &full(), UNKNOWN).len(), unknown, "{retry:?}");
        assert_eq!(waits(retry, &full(), failure(Outcome::Final)), [], "{retry:?}");
    }
    assert_eq!(Retry::default(), Retry::WhenHarmless);
}

#[test]
fn what_reads_and_what_does_no_harm_twice_is_sent_again_by_policy() {
    use Retry::{Always, Never, WhenHarmless, WhenNotRun};
    for (policy, of_tool, of_repeatable, of_listing) in [
        (Never, Never, Never, Never),
        (WhenNotRun, WhenNotRun, WhenNotRun, Always),
        (WhenHarmless, WhenHarmless, Always, Always),
        (Always, Always, Always, Always),
    ] {
        assert_eq!(policy.for_request(false, false), of_tool);
        assert_eq!(policy.for_request(false, true), of_repeatable);
        assert_eq!(policy.for_request(true, true), of_listing);
    }
}

#[test]
fn a_retry_costs_14_tokens_and_5_of_a_busy_server() {
    let budget = full();
    assert_eq!(waits(Retry::Always, &budget, UNKNOWN).len(), 2);
    assert_eq!(tokens(&budget), 500 - 2 * 14);
    let busy = FailedAttempt { throttled: true, ..NOT_RUN };
    assert_eq!(waits(Retry::Always, &budget, busy).len(), 2);
    assert_eq!(tokens(&budget), 500 - 2 * 14 - 2 * 5);
}

#[test]
fn a_success_gives_back_what_its_retry_cost_or_one_token() {
    let budget = full();
    assert_eq!(waits(Retry::Always, &budget, UNKNOWN).len(), 2);
    Attempts::first(Retry::Always, &LIMITS, &budget).succeeded();
    assert_eq!(tokens(&budget), 473);
    let mut attempts = Attempts::first(Retry::Always, &LIMITS, &budget);
    assert!(attempts.next(UNKNOWN, None, 0.0).is_some());
    attempts.succeeded();
    assert_eq!(tokens(&budget), 473);
}

#[test]
fn a_retry_that_is_given_up_costs_nothing_and_one_that_failed_does() {
    let budget = full();
    let mut attempts = Attempts::first(Retry::Always, &LIMITS, &budget);
    assert!(attempts.next(UNKNOWN, None, 0.0).is_some());
    assert!(attempts.next(UNKNOWN, None, 0.0).is_some());
    assert_eq!(tokens(&budget), 472);
    drop(attempts);
    assert_eq!(tokens(&budget), 486);
}

#[test]
fn a_budget_is_never_more_than_full() {
    let budget = full();
    budget.put(u32::MAX);
    assert_eq!(tokens(&budget), 500);
    assert!(budget.take(500) && !budget.take(1));
    budget.put(u32::MAX);
    assert_eq!(tokens(&budget), 500);
}

#[test]
fn a_wait_that_the_server_asks_for_is_kept_and_a_random_one_added() {
    let mut attempts = Attempts::first(Retry::WhenNotRun, &LIMITS, Box::leak(Box::new(full())));
    let wait = attempts.next(asking(7), left(60), 1.0);
    assert_eq!(wait, Some(Duration::from_millis(7_050)));
}

#[test]
fn a_wait_beyond_the_deadline_ends_the_call_and_costs_nothing() {
    let budget = full();
    for (asked, time) in [(60, 60), (61, 60), (u64::MAX, 60), (0, 0)] {
        let mut attempts = Attempts::first(Retry::Always, &LIMITS, &budget);
        assert_eq!(attempts.next(asking(asked), left(time), 1.0), None, "{asked}");
        assert_eq!(attempts.made(), 1);
    }
    assert_eq!(tokens(&budget), 500);
    // A wait that only its random part carries beyond the deadline goes without that part.
    let mut attempts = Attempts::first(Retry::Always, &LIMITS, &budget);
    let barely = Some(Duration::from_millis(7_010));
    assert_eq!(attempts.next(asking(7), barely, 1.0), left(7));
}

#[test]
fn a_dead_server_gets_35_retries_for_10_000_calls() {
    let budget = full();
    let retries: usize = (0..10_000).map(|_| waits(Retry::Always, &budget, UNKNOWN).len()).sum();
    assert_eq!(retries, 35);
}

proptest! {
    /// The budget stays within its bounds and fills up again, also after calls that are dropped
    /// half way.
    #[test]
    fn a_budget_stays_within_its_bounds(
        calls in prop::collection::vec((0..4_u8, any::<bool>(), any::<bool>()), 0..400),
    ) {
        let budget = full();
        for (failures, throttled, ends) in calls {
            let mut attempts = Attempts::first(Retry::Always, &LIMITS, &budget);
            let failed = FailedAttempt { throttled, ..UNKNOWN };
            let going = (0..failures).all(|_| attempts.next(failed, None, 0.0).is_some());
            if going && ends {
                attempts.succeeded();
            }
            prop_assert!(tokens(&budget) <= 500);
        }
        for _ in 0..500 {
            Attempts::first(Retry::Always, &LIMITS, &budget).succeeded();
        }
        prop_assert_eq!(tokens(&budget), 500);
    }

    #[test]
    fn no_wait_is_as_long_as_what_is_left(
        asked in prop::option::of(any::<u64>()),
        time in 0..100_000_u64,
        part in 0.0..=1.0,
        made in 0..2,
    ) {
        let budget = full();
        let mut attempts = Attempts::first(Retry::Always, &LIMITS, &budget);
        for _ in 0..made {
            let _ = attempts.next(NOT_RUN, None, 0.0);
        }
        let retry_after = asked.map(Duration::from_secs);
        let time = Duration::from_millis(time);
        if let Some(wait) = attempts.next(FailedAttempt { retry_after, ..NOT_RUN }, Some(time), part) {
            prop_assert!(wait < time && wait >= retry_after.unwrap_or_default());
        }
    }
}
