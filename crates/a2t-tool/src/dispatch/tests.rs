//! Ends of calls, in the one place that every protocol uses.

use std::future::{pending, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use a2t_core::ToolSignature;

use super::{Ended, Running, Terms};
use crate::telemetry::CallSpan;
use crate::{BlockingThreads, Caller, Cause, Failure, Fault, Origin, Polls, Reply, SignatureRef};

const SECOND: Duration = Duration::from_secs(1);

fn terms(timeout: Option<Duration>, poll: Duration) -> Terms {
    let (threads, polls) = (Arc::new(BlockingThreads::new(None, 0)), Arc::new(Polls::new(poll)));
    Terms { span: CallSpan::none(), threads, polls, timeout, key: None }
}

fn signature() -> SignatureRef {
    let text = r#"{"toolId":"7a3f6a52-9c1c-4d1f-8f0e-3d2b9c4e5f60","name":"roll","description":"Rolls a die.",
        "version":1,"currentVersion":1,"inputParameters":[],"outputParameters":[]}"#;
    let signature = serde_json::from_str::<ToolSignature>(text).expect("a signature");
    SignatureRef::Shared(Arc::new(signature))
}

fn running(terms: Terms, begin: impl FnOnce() -> Reply) -> Running {
    Running::begin(signature(), terms, |_| begin())
}

#[tokio::test]
async fn a_panic_before_and_after_the_first_poll_is_a_failure() {
    let before = running(terms(None, SECOND), || panic!("early"));
    assert!(matches!(before.await.result, Err(Failure::Panicked(words)) if words == "early"));
    let after = running(terms(None, SECOND), || {
        Box::pin(async {
            tokio::task::yield_now().await;
            panic!("late")
        })
    });
    assert!(matches!(after.await.result, Err(Failure::Panicked(words)) if words == "late"));
}

#[test]
fn each_fault_of_a_call_is_reported_with_its_request() {
    let (mut parts, ()) = http::Request::new(()).into_parts();
    parts.extensions.insert(Caller::new("alice"));
    let origin = Origin::from_parts(&parts);
    let slow = Fault::new(signature(), Cause::Blocked(SECOND));
    let ended =
        Ended { result: Err(Failure::TimedOut(SECOND)), fault: Some(slow), replayed: false };
    let mut reported = Vec::new();
    let report = |fault: Fault| {
        let caller = fault.caller().map(|caller| caller.id().to_owned());
        reported.push((fault.is_warning(), caller));
    };
    let status = ended.settle(&signature(), &origin, report, |failure| failure.problem().status);
    assert_eq!(status, Err(504));
    assert_eq!(reported, [true, false].map(|warns| (warns, Some("alice".to_owned()))));
    let ended = Ended { result: Ok(vec![1]), fault: None, replayed: false };
    let outputs = ended.settle(&signature(), &origin, |_| panic!("a fault"), |_| ());
    assert_eq!(outputs, Ok(vec![1]));
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_takes_too_long_is_dropped_with_its_end() {
    let held = Arc::new(());
    let inside = Arc::clone(&held);
    let mut late = running(terms(Some(SECOND), SECOND), || {
        Box::pin(async move {
            let _inside = inside;
            pending().await
        })
    });
    let ended = (&mut late).await;
    assert!(matches!(ended.result, Err(Failure::TimedOut(SECOND))));
    assert_eq!(Arc::strong_count(&held), 1, "the future of the tool is still there");
    let cause = ended.result.err().and_then(Failure::into_cause);
    assert!(matches!(cause, Some(Cause::TimedOut(SECOND))));
}

#[tokio::test]
async fn a_poll_that_takes_too_long_is_reported_once_for_each_tool() {
    let terms = |polls: &Arc<Polls>| {
        let polls = Arc::clone(polls);
        Terms { polls, ..terms(None, SECOND) }
    };
    let polls = Arc::new(Polls::new(Duration::ZERO));
    let mut warnings = 0;
    for _ in 0..2 {
        let slow = running(terms(&polls), || {
            // The time before there is a future counts as well.
            thread::sleep(Duration::from_millis(1));
            Box::pin(ready(Ok(Vec::new())))
        });
        let ended = slow.await;
        assert!(ended.result.is_ok());
        warnings += usize::from(ended.fault.is_some_and(|fault| fault.is_warning()));
    }
    assert_eq!(warnings, 1);
}

#[tokio::test]
async fn a_call_runs_only_while_it_is_polled() {
    let polls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&polls);
    let run = running(terms(None, SECOND), || {
        Box::pin(async move {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(Vec::new())
        })
    });
    assert_eq!(polls.load(Ordering::Relaxed), 0);
    assert!(run.await.result.is_ok());
    assert_eq!(polls.load(Ordering::Relaxed), 1);
}

#[cfg(feature = "idempotency")]
mod keys {
    use std::future::poll_fn;
    use std::pin::Pin;
    use std::task::Poll;
    use std::time::SystemTime;

    use a2t_store::idempotency::{self, Answer, Begun, Call, Key, Memory, Store};
    use tokio::sync::Semaphore;

    use super::*;
    use crate::{CallKey, Idempotency};

    /// A call with this content under the key `errand`.
    fn keyed(replies: &Idempotency, content: &'static str, start: fn() -> Reply) -> Running {
        let parts = http::Request::new(()).into_parts().0;
        let key = CallKey::read(&parts, b"errand", replies).expect("a key");
        let key = key.expect("keys are on").content(content);
        let terms = terms(Some(SECOND), SECOND);
        Running::begin_once(signature(), terms, key, Box::new(move |_| start()))
    }

    fn runs() -> Reply {
        Box::pin(ready(Ok(b"4".to_vec())))
    }

    fn panics() -> Reply {
        panic!("no luck")
    }

    fn refuses() -> Reply {
        Box::pin(ready(Err(Failure::Overloaded)))
    }

    async fn poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
        poll_fn(|context| Poll::Ready(Pin::new(&mut *future).poll(context))).await
    }

    /// A store whose answers come late, one for each permit.
    #[derive(Clone)]
    struct Slow(Arc<(Memory, Semaphore)>);

    impl Slow {
        fn late<'a, T: 'a>(&'a self, answer: Answer<'a, T>) -> Answer<'a, T> {
            Box::pin(async move {
                self.0.1.acquire().await.expect("it stays open").forget();
                answer.await
            })
        }
    }

    impl Store for Slow {
        fn begin(&self, call: Call, now: SystemTime) -> Answer<'_, Begun> {
            self.late(self.0.0.begin(call, now))
        }

        fn keep(&self, key: &Key, reply: idempotency::Reply) -> Answer<'_, ()> {
            self.late(self.0.0.keep(key, reply))
        }

        fn free(&self, key: &Key) -> Answer<'_, ()> {
            self.late(self.0.0.free(key))
        }
    }

    /// A call whose caller leaves after the store has given this number of answers.
    struct Left {
        answers: usize,
        start: fn() -> Reply,
        kept: bool,
    }

    /// A caller that leaves while the store works drops the call at that moment.
    #[tokio::test]
    async fn a_caller_that_leaves_while_the_store_works_leaves_no_key_taken() {
        let while_it_begins = Left { answers: 0, start: runs, kept: false };
        let while_it_is_kept = Left { answers: 1, start: runs, kept: true };
        let while_it_is_freed = Left { answers: 1, start: refuses, kept: false };
        for left in [while_it_begins, while_it_is_kept, while_it_is_freed] {
            let slow = Slow(Arc::new((Memory::new(), Semaphore::new(left.answers))));
            let replies = Idempotency::new(slow.clone());
            let mut call = keyed(&replies, "a", left.start);
            assert!(poll(&mut call).await.is_pending());
            drop(call);
            slow.0.1.add_permits(10);
            // The store goes on.
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
            let again = keyed(&replies, "a", runs).await;
            assert_eq!((again.result.ok(), again.replayed), (Some(b"4".to_vec()), left.kept));
        }
    }

    #[tokio::test]
    async fn equal_calls_have_the_end_of_the_first_and_others_are_refused() {
        for (start, status) in [(runs as fn() -> Reply, None), (panics as fn() -> Reply, Some(500))]
        {
            let replies = Idempotency::default();
            let first = keyed(&replies, "a", start).await;
            assert!(!first.replayed && first.fault.is_none());
            let second = keyed(&replies, "a", || panic!("it runs again")).await;
            assert!(second.replayed);
            match (status, second.result) {
                (None, Ok(outputs)) => assert_eq!(outputs, b"4"),
                (Some(status), Err(Failure::Kept(kept))) => assert_eq!(kept.status, status),
                _ => panic!("another end"),
            }
            let other = keyed(&replies, "b", || panic!("it runs")).await;
            let problem = other.result.expect_err("another call").problem();
            assert_eq!((problem.status, other.replayed), (422, false));
        }
    }

    #[tokio::test]
    async fn a_call_that_did_nothing_or_is_released_frees_its_key() {
        let replies = Idempotency::default();
        let refused = keyed(&replies, "a", refuses).await;
        assert!(matches!(refused.result, Err(Failure::Overloaded)));
        let mut waiting = keyed(&replies, "a", || Box::pin(pending()));
        assert!(poll(&mut waiting).await.is_pending());
        let early = keyed(&replies, "a", runs).await;
        assert_eq!(early.result.expect_err("it runs").problem().status, 409);
        assert!(waiting.release().await.is_none());
        let last = keyed(&replies, "b", runs).await;
        assert!(last.result.is_ok() && !last.replayed);
    }
}
