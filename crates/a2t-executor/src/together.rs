//! Futures become their outputs in order, at most so many at once. Nothing is spawned, so dropping
//! the whole drops each.

use std::future::{Future, poll_fn};
use std::task::Poll;

/// Runs the futures, at most `bound` at once; the outputs are in their order.
pub(super) async fn together<F: Future>(
    futures: impl IntoIterator<Item = F>,
    bound: usize,
) -> Vec<F::Output> {
    let mut waiting = futures.into_iter().enumerate();
    let mut running = Vec::new();
    let mut done = Vec::new();
    poll_fn(|context| {
        loop {
            let room = bound.max(1).saturating_sub(running.len());
            let next = waiting.by_ref().take(room);
            running.extend(next.map(|(index, future)| (index, Box::pin(future))));
            let before = running.len();
            running.retain_mut(|(index, future)| match future.as_mut().poll(context) {
                Poll::Ready(output) => {
                    done.push((*index, output));
                    false
                }
                Poll::Pending => true,
            });
            if before == 0 {
                return Poll::Ready(());
            }
            // Futures that take the place of others have to be polled too.
            if running.len() == before {
                return Poll::Pending;
            }
        }
    })
    .await;
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, output)| output).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Runs futures that end in reverse order, and counts the most that ran at once.
    async fn most_at_once(bound: usize) -> (usize, Vec<usize>) {
        let (now, most) = (Cell::new(0), Cell::new(0));
        let (now, most) = (&now, &most);
        let future = |index: usize| async move {
            now.set(now.get() + 1);
            most.set(most.get().max(now.get()));
            for _ in 0..10 - index {
                tokio::task::yield_now().await;
            }
            now.set(now.get() - 1);
            index
        };
        let outputs = together((0..10).map(future), bound).await;
        (most.get(), outputs)
    }

    #[tokio::test]
    async fn so_many_run_at_once_and_the_order_is_kept() {
        let order: Vec<_> = (0..10).collect();
        for (bound, most) in [(0, 1), (1, 1), (3, 3), (10, 10), (usize::MAX, 10)] {
            assert_eq!(most_at_once(bound).await, (most, order.clone()), "{bound}");
        }
    }

    #[tokio::test]
    async fn nothing_to_do_is_done() {
        let none: [std::future::Ready<()>; 0] = [];
        assert!(together(none, 8).await.is_empty());
    }
}
