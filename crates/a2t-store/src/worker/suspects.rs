//! Calls whose runs were cut short by the end of their program: each runs with fewer of the others, until it is alone.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::{GivenUp, Holder};
use crate::{Secret, Step, Then};

/// Shares that calls under suspicion have together.
const SHARES: u32 = 1024;
/// Longest time that a call has to show that it does not end the program.
const PROBATION: Duration = Duration::from_secs(60);

/// Turns of calls whose runs were cut short by the end of the program, of which one may have caused it.
///
/// A call that ends its program takes those with it that run next to it. So calls that were cut short once run at most
/// sixteen at a time (with ten attempts), then eight, and those that were cut short five times one at a time: what then ends the
/// program is given up without the others. A call that goes on for a second, then two, at most a minute, makes room for
/// the next one; one that did so alone is suspected no more than before, however often others end the program.
#[derive(Clone, Debug)]
pub struct Suspects(Arc<Semaphore>);

/// A run of a call, as the protocol of the call holds it.
pub trait HeldRun: Send + Sync + 'static {
    /// Returns the holder of the call.
    fn holder(&self) -> &Holder;

    /// Holds the lease. Ready when the run is to be given up.
    fn keep(&self) -> impl Future<Output = GivenUp> + Send;

    /// Sets in the journal how many runs of the call were cut short.
    fn set_cut(&self, cut: u32);

    /// Returns the journal as it is stored.
    fn checkpoint(&self) -> Secret;
}

/// A turn that has come: the run begins.
#[must_use = "the turn ends when it is dropped"]
#[derive(Debug)]
struct Turn {
    shares: Option<OwnedSemaphorePermit>,
    probation: Duration,
    is_alone: bool,
}

/// Probation of a run, until it is dropped.
#[must_use = "the probation ends when it is dropped"]
#[derive(Debug)]
pub struct Probation(#[allow(dead_code)] JoinSet<()>);

impl Turn {
    /// Begins the probation, after which the next call has its turn. What is to be done when the call has passed it alone
    /// follows: its count goes back by one, so that it is not given up together with the one that ends the program.
    fn begin(self, passed: impl Future<Output = ()> + Send + 'static) -> Probation {
        let Self { shares, probation, is_alone } = self;
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            sleep(probation).await;
            drop(shares);
            if is_alone {
                passed.await;
            }
        });
        Probation(tasks)
    }
}

impl Default for Suspects {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(SHARES as usize)))
    }
}

impl Suspects {
    /// Returns how many runs of a call were cut short by the end of their program, by the number of its claims, of those
    /// that were let go in order, and of runs that were cut short before the latest one that had a turn ([`begin`](Self::begin)).
    /// The first run counts, and each that had a turn: a call may be claimed and wait while another one ends the program.
    pub fn cut_short(claims: u32, let_go: u32, before: u32) -> u32 {
        let was_claimed = claims > let_go.saturating_add(1);
        if was_claimed || before > 0 { before.saturating_add(1) } else { 0 }
    }

    /// Waits for the turn of a run whose earlier ones were cut short so often, and notes that it begins: calls that only
    /// wait when the program ends are not suspected. Returns `None` at once for a call that was never cut short.
    ///
    /// # Errors
    /// Returns the reason if the run is to be given up first.
    pub async fn begin<R: HeldRun>(
        &self,
        run: &Arc<R>,
        cut_short: u32,
        attempts: u32,
    ) -> Result<Option<Probation>, GivenUp> {
        if cut_short == 0 {
            return Ok(None);
        }
        let turn = self.turn(run.holder(), cut_short, attempts, run.keep()).await?;
        mark(&**run, cut_short).await?;
        let kept = Arc::clone(run);
        let passed = async move {
            // The keeper of the run knows why it is given up.
            let _ = mark(&*kept, cut_short.saturating_sub(1)).await;
        };
        Ok(Some(turn.begin(passed)))
    }

    /// Waits for the turn of a call that was cut short so often, at least once, and is given up after so many `attempts`.
    /// It moves to the slots of those that wait, while `keep` holds its lease, and has a slot to run when this returns.
    ///
    /// # Errors
    /// Returns the reason if the run is to be given up first.
    async fn turn(
        &self,
        holder: &Holder,
        cut_short: u32,
        attempts: u32,
        keep: impl Future<Output = GivenUp>,
    ) -> Result<Turn, GivenUp> {
        let turn = async {
            loop {
                holder.wait();
                let turn = self.next(cut_short, attempts).await;
                // Where the slots that wait are taken, those that run may all be with calls that wait for this turn.
                if timeout(turn.probation, holder.go_on()).await.is_ok() {
                    return turn;
                }
            }
        };
        tokio::select! {
            turn = turn => Ok(turn),
            given_up = keep => Err(given_up),
        }
    }

    async fn next(&self, cut_short: u32, attempts: u32) -> Turn {
        // The semaphore is never closed.
        let shares = Arc::clone(&self.0).acquire_many_owned(shares(cut_short, attempts)).await.ok();
        let is_alone = cut_short >= alone(attempts);
        Turn { shares, probation: probation(cut_short), is_alone }
    }
}

/// Stores how many runs of the call were cut short.
async fn mark(run: &impl HeldRun, cut: u32) -> Result<(), GivenUp> {
    run.set_cut(cut);
    run.holder().mark(|| Step::new(Then::Continue).checkpoint(run.checkpoint())).await
}

/// Returns how often a call was cut short that runs alone: for the second half of its attempts.
fn alone(attempts: u32) -> u32 {
    (attempts / 2).max(1)
}

/// Returns the shares of a call: all of them if it runs alone.
fn shares(cut_short: u32, attempts: u32) -> u32 {
    let before = alone(attempts).saturating_sub(cut_short);
    SHARES.checked_shr(before).unwrap_or_default().max(1)
}

fn probation(cut_short: u32) -> Duration {
    let seconds = 1_u64.checked_shl(cut_short.saturating_sub(1)).unwrap_or(u64::MAX);
    Duration::from_secs(seconds).min(PROBATION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_runs_that_had_a_turn_are_counted_after_the_first() {
        let cut_short = Suspects::cut_short;
        assert_eq!([cut_short(1, 0, 0), cut_short(4, 3, 0)], [0, 0]);
        // It was cut short, and then claimed five times without a turn.
        assert_eq!([cut_short(2, 0, 0), cut_short(7, 0, 0)], [1, 1]);
        assert_eq!([cut_short(8, 0, 1), cut_short(9, 0, 2), cut_short(9, 8, 2)], [2, 3, 3]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_was_cut_short_often_runs_alone_until_it_has_shown_itself() {
        let suspects = Suspects::default();
        let others = [suspects.next(1, 10).await, suspects.next(1, 10).await];
        let others = others.map(|turn| turn.begin(async { panic!("it was not alone") }));
        let alone = suspects.next(5, 10);
        let late = timeout(Duration::from_millis(500), alone).await;
        assert!(late.is_err());
        drop(others);
        let turn = suspects.next(5, 10).await;
        // The wait for a slot is no part of its probation.
        sleep(PROBATION).await;
        let (sender, passed) = tokio::sync::oneshot::channel();
        let _alone = turn.begin(async move { sender.send(()).unwrap() });
        let begun = tokio::time::Instant::now();
        let _next = suspects.next(1, 10).await;
        passed.await.unwrap();
        assert_eq!(begun.elapsed().as_secs(), 16);
    }

    #[tokio::test(start_paused = true)]
    async fn turns_go_on_where_calls_that_wait_for_one_have_all_slots() {
        use crate::worker::{Slot, Slots};
        use crate::{Claim, Digest, Key, Memory, NewCall, Store, Time, Work};

        let store: Arc<dyn Store> = Arc::new(Memory::default());
        let (runs, waiting) = (Slots::new(1, &Arc::default()), Slots::new(1, &Arc::default()));
        let now = || Time::from_millis(0);
        let mut holders = Vec::new();
        for id in ["1", "2"] {
            let key = Key::new("rap", id, id).unwrap();
            store.accept(NewCall::new(key, Digest::from_parts([id]), id), now()).await.unwrap();
            let claim = Claim::new("rap", PROBATION).max(1);
            let work = store.claim(claim, now()).await.unwrap().pop();
            let Some(Work::Run(run)) = work else { panic!("{work:?}") };
            let slot = Slot::new(runs.take().unwrap(), &runs, &waiting);
            slot.wait();
            holders.push(Holder::new(Arc::clone(&store), run.lease, slot, PROBATION, now));
        }
        let (suspects, [first, second]) =
            (Suspects::default(), <[_; 2]>::try_from(holders).unwrap());
        let never = std::future::pending::<GivenUp>;
        let second = async {
            let _run = suspects.turn(&second, 5, 10, never()).await.unwrap().begin(async {});
            drop(second);
        };
        // The first has all shares and waits for the slot of the second, which waits for shares.
        let both = async { tokio::join!(suspects.turn(&first, 5, 10, never()), second) };
        let (turn, ()) = timeout(10 * PROBATION, both).await.expect("both have their turn");
        drop(turn);
    }

    #[test]
    fn fewer_run_at_a_time_the_more_often_they_were_cut_short() {
        let at_a_time = |cut_short| SHARES / shares(cut_short, 10);
        assert_eq!([1, 2, 3, 4, 5, 6, 9].map(at_a_time), [16, 8, 4, 2, 1, 1, 1]);
        assert_eq!([shares(1, 1), shares(1, 2), shares(7, u32::MAX)], [SHARES, SHARES, 1]);
        assert_eq!([1, 2, 5, 7, 99].map(probation).map(|time| time.as_secs()), [1, 2, 16, 60, 60]);
    }
}
