use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::time::{advance, sleep};

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// A source that takes a second, whose tokens are good for 100 s; and how often it was asked.
fn counted(fails: fn(usize) -> bool) -> (Tokens, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let tokens = Tokens::new(move || {
        let number = counted.fetch_add(1, Ordering::Relaxed);
        async move {
            sleep(SECOND).await;
            if fails(number) {
                return Err("away".into());
            }
            Ok(Token::new(format!("t{number}")).expires_in(100 * SECOND))
        }
    });
    (tokens, asked)
}

async fn text(tokens: &Tokens, refused: Option<&str>) -> String {
    let refused = refused.map(|text| HeaderValue::try_from(format!("Bearer {text}")).unwrap());
    let header = tokens.header(refused.as_ref()).await;
    let header = header.map_or_else(|error| error.to_string(), |h| h.to_str().unwrap().to_owned());
    header.trim_start_matches("Bearer ").to_owned()
}

#[tokio::test(start_paused = true)]
async fn calls_at_one_time_share_one_question_and_later_ones_its_answer() {
    let (tokens, asked) = counted(|_| false);
    let both = tokio::join!(text(&tokens, None), text(&tokens, None), text(&tokens, None));
    assert_eq!(both, ("t0".to_owned(), "t0".to_owned(), "t0".to_owned()));
    advance(80 * SECOND).await;
    assert_eq!(text(&tokens, None).await, "t0");
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[tokio::test(start_paused = true)]
async fn a_token_is_replaced_ahead_of_its_end_by_one_call_and_the_others_do_not_wait() {
    let (tokens, asked) = counted(|_| false);
    text(&tokens, None).await;
    advance(91 * SECOND).await;
    let begun = Instant::now();
    let others = async {
        let other = text(&tokens, None).await;
        (other, begun.elapsed())
    };
    let (first, others) = tokio::join!(text(&tokens, None), others);
    assert_eq!((first, others), ("t1".to_owned(), ("t0".to_owned(), Duration::ZERO)));
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn a_source_that_is_away_ahead_of_the_end_costs_no_call_and_is_not_pressed() {
    let (tokens, asked) = counted(|number| number > 0);
    text(&tokens, None).await;
    advance(91 * SECOND).await;
    for _ in 0..3 {
        assert_eq!(text(&tokens, None).await, "t0");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    advance(9 * SECOND).await;
    assert!(text(&tokens, None).await.contains("away"));
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_reported_to_all_who_waited_and_the_next_call_asks_again() {
    let (tokens, asked) = counted(|number| number == 0);
    let (one, two) = tokio::join!(text(&tokens, None), text(&tokens, None));
    assert!(one.contains("away") && one == two, "{one}");
    assert_eq!(text(&tokens, None).await, "t1");
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn a_refused_token_is_replaced_once_for_all_who_used_it() {
    let (tokens, asked) = counted(|_| false);
    text(&tokens, None).await;
    let both = tokio::join!(text(&tokens, Some("t0")), text(&tokens, Some("t0")));
    assert_eq!(both, ("t1".to_owned(), "t1".to_owned()));
    assert_eq!(text(&tokens, Some("t0")).await, "t1");
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_while_it_asks_leaves_the_turn_to_the_next() {
    let (tokens, asked) = counted(|_| false);
    let dropped = tokio::time::timeout(SECOND / 2, text(&tokens, None));
    let (dropped, other) = tokio::join!(dropped, text(&tokens, None));
    assert!(dropped.is_err());
    assert_eq!((other, asked.load(Ordering::Relaxed)), ("t1".to_owned(), 2));
}

#[test]
fn no_debug_output_shows_a_token() {
    let token = Token::new("s3cret").expires_in(SECOND);
    let kept = Kept::new(token.clone()).map_err(|_| ()).unwrap();
    assert!(
        !format!("{token:?}{:?}{:?}", kept.header, Tokens::new(|| async { Ok("s3cret") }))
            .contains("s3cret")
    );
}
