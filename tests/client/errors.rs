//! Errors that a tool declares, as the enum of a generated client: what is read of a refusal, what is
//! not, and fakes that fail so.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2t::client::fake::Failure;
use a2t::client::middleware::{BoxError, Inner, Request, Response};
use a2t::client::{Declared, Error, Kind, Problem, ProblemKind, Result, Retry, Sending};
use a2t::serde_json::{Value, json};
use axum::extract::State;
use tokio::sync::Semaphore;
use tower::layer::layer_fn;
use tower::{Service as _, service_fn};

use super::vendor::Vendor;

include!("../codegen/golden/errors.rs");
include!("../codegen/golden/lending.rs");

use lending::error::lend_book::{FeesOwedFees, FeesOwedFeesReason};
use lending::error::{LendBook, ReturnBook};

const ALREADY_LENT: &str = "urn:uuid:7c1e0000-0000-4000-8000-000000000001#ALREADY_LENT";
const UNKNOWN_BOOK: &str = "https://library.example/problems/unknown-book";
const FEES_OWED: &str = "https://library.example/problems/fees-owed";

fn refusal(status: u16, body: &str) -> String {
    let headers = "content-type: application/problem+json\r\n";
    super::vendor::reply(&format!("{status} Refused"), headers, body)
}

/// The error of a call that is answered with this body.
async fn answered(status: u16, body: &str) -> Error {
    let vendor = Vendor::raw([refusal(status, body)]).await;
    let client = a2t::client::Client::new(&vendor.url).unwrap().with_retry(Retry::Never);
    let error = lending::Client::with(client).lend_book(7).send().await.unwrap_err();
    assert_eq!(vendor.requests().len(), 1);
    error
}

async fn typed<E: Declared>(status: u16, body: Value) -> Option<E> {
    answered(status, &body.to_string()).await.typed()
}

fn already_lent() -> LendBook {
    LendBook::AlreadyLent { until: "2026-12-01".into(), waiting: 2 }
}

#[tokio::test]
async fn a_declared_error_is_its_variant_with_its_members() {
    let body = json!({"type": ALREADY_LENT, "until": "2026-12-01", "waiting": 2, "new": true});
    let error = answered(409, &body.to_string()).await;
    assert_eq!(error.typed(), Some(already_lent()));
    // What a newer server adds is with the problem.
    assert_eq!(error.problem().unwrap().member("new"), Some(&true.into()));

    assert_eq!(typed(404, json!({"type": UNKNOWN_BOOK})).await, Some(LendBook::UnknownBook));
    let fees = json!([{"cents": 50, "reason": "LATE"}, {"cents": 7, "reason": "TORN", "page": 3}]);
    let owed = typed(402, json!({"type": FEES_OWED, "fees": fees, "pay_at": null})).await;
    let fee = |cents, reason| FeesOwedFees { cents, reason };
    let fees =
        vec![fee(50, FeesOwedFeesReason::Late), fee(7, FeesOwedFeesReason::Unknown("TORN".into()))];
    assert_eq!(owed, Some(LendBook::FeesOwed { fees, pay_at: None }));
}

#[tokio::test]
async fn the_type_decides_the_error_whatever_the_status() {
    let body = json!({"type": ALREADY_LENT, "status": 409, "until": "2026-12-01", "waiting": 2});
    for status in [400, 404, 422, 423] {
        assert_eq!(typed(status, body.clone()).await, Some(already_lent()), "{status}");
    }
    // A server that fails has not refused.
    assert_eq!(typed::<LendBook>(500, body.clone()).await, None);
    assert_eq!(typed::<LendBook>(503, body).await, None);
}

#[tokio::test]
async fn what_the_signature_does_not_list_is_unknown_with_its_problem() {
    for body in [
        json!({"type": "https://library.example/problems/burnt", "title": "BURNT", "by": "us"}),
        json!({"type": ALREADY_LENT}),
        json!({"type": ALREADY_LENT, "until": 20_261_201, "waiting": 2}),
        json!({"type": ALREADY_LENT, "until": "2026-12-01", "waiting": "two"}),
        json!({"type": ALREADY_LENT, "until": null, "waiting": 2}),
        json!({"type": FEES_OWED, "fees": {}}),
        json!({"type": FEES_OWED, "fees": [{"cents": 50}]}),
        json!({"type": format!("{ALREADY_LENT}_AGAIN"), "until": "2026-12-01", "waiting": 2}),
    ] {
        let error = answered(409, &body.to_string()).await;
        let unknown = LendBook::Unknown(error.problem().unwrap().clone());
        assert_eq!(error.typed(), Some(unknown), "{body}");
    }
}

#[tokio::test]
async fn what_is_no_answer_of_the_tools_is_none() {
    for (status, body) in [
        (409, r#"{"type":"urn:a2t:problem:tool-conflict","title":"ALREADY_LENT"}"#),
        (404, r#"{"type":"about:blank","title":"UNKNOWN_BOOK"}"#),
        (404, r#"{"title":"UNKNOWN_BOOK"}"#),
        (404, "<html>UNKNOWN_BOOK"),
        (404, ""),
        (401, r#"{"type":7}"#),
        (502, "<html>"),
    ] {
        assert_eq!(answered(status, body).await.typed::<LendBook>(), None, "{status} {body}");
    }
    let library = lending::Fake::new();
    for failure in [Failure::timeout(), Failure::disconnected(), Failure::interrupted()] {
        library.fail_on(library.lend_book(7).send(), failure);
        assert_eq!(library.lend_book(7).send().await.unwrap_err().typed::<LendBook>(), None);
    }
    let error = library.lend_book(0).send().await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Invalid { .. }) && error.typed::<LendBook>().is_none());
}

#[tokio::test]
async fn the_enum_of_another_tool_knows_what_both_list() {
    let error = answered(404, &json!({"type": UNKNOWN_BOOK}).to_string()).await;
    assert_eq!(error.typed(), Some(ReturnBook::UnknownBook));
    let body = json!({"type": ALREADY_LENT, "until": "2026-12-01", "waiting": 2});
    let error = answered(409, &body.to_string()).await;
    assert!(matches!(error.typed(), Some(ReturnBook::Unknown(_))));
}

/// The program under test.
async fn lend(library: &impl lending::Tools, book: i64) -> Result<String> {
    let error = match library.lend_book(book).send().await {
        Ok(loan) => return loan.due.required(),
        Err(error) => error,
    };
    match error.typed() {
        Some(LendBook::AlreadyLent { until, waiting: 0 }) => Ok(format!("wait until {until}")),
        Some(LendBook::FeesOwed { fees, pay_at: Some(place) }) => {
            Ok(format!("pay {} at {place}", fees.iter().map(|fee| fee.cents).sum::<i64>()))
        }
        _ => Err(error),
    }
}

#[tokio::test]
async fn an_agent_has_the_outputs_where_there_is_no_error() {
    let body = r#"{"output_parameters":[{"name":"due","value":"2026-12-24"}]}"#;
    let vendor = Vendor::ok([body]).await;
    let library = lending::Client::new(&vendor.url).unwrap();
    assert_eq!(lend(&library, 7).await.unwrap(), "2026-12-24");
}

#[tokio::test]
async fn a_fake_fails_with_a_declared_error_as_a_server_does() {
    let library = lending::Fake::new();
    library.fails(LendBook::AlreadyLent { until: "2026-12-01".into(), waiting: 0 });
    assert_eq!(lend(&library, 1).await.unwrap(), "wait until 2026-12-01");

    let fees = vec![FeesOwedFees { cents: 50, reason: FeesOwedFeesReason::Late }];
    let owed = LendBook::FeesOwed { fees, pay_at: Some("the desk".into()) };
    library.fail_on(library.lend_book(2).send(), owed);
    assert_eq!(lend(&library, 2).await.unwrap(), "pay 50 at the desk");

    library.delayed(Duration::ZERO).fails(already_lent());
    library.fails(already_lent());
    assert!(lend(&library, 1).await.is_ok(), "the first answer comes once more");
    let faked = lend(&library, 1).await.unwrap_err();
    assert_eq!(faked.typed(), Some(already_lent()));
    let problem = faked.problem().unwrap();
    let body = json!({"type": ALREADY_LENT, "title": "ALREADY_LENT", "status": 409, "until": "2026-12-01",
                      "detail": "Somebody else has the book.", "waiting": 2});
    assert_eq!(problem.to_json(), Problem::parse(409, body.to_string().as_bytes()).to_json());

    library.answer(|sent| match &sent.arguments().iter().next().unwrap().1 {
        Value::Number(_) => Err(ReturnBook::AlreadyReturned.into()),
        _ => Ok(lending::reply::ReturnBook::default()),
    });
    let error = library.return_book(7).send().await.unwrap_err();
    assert_eq!(error.typed(), Some(ReturnBook::AlreadyReturned));
}

#[tokio::test]
async fn a_fake_fails_as_a_newer_vendor_does() {
    let library = lending::Fake::new();
    let burnt = Problem::new(ProblemKind::ToolRefused, "burnt last year").with_status(410);
    let burnt = burnt.with_type("https://library.example/problems/burnt");
    library.fails(LendBook::Unknown(burnt.clone()));
    let error = library.lend_book(7).send().await.unwrap_err();
    assert_eq!((error.status(), error.typed()), (Some(410), Some(LendBook::Unknown(burnt))));
}

/// Every type that a signature can declare for the members of an error is written as it is read.
#[tokio::test]
async fn every_type_of_a_member_is_read_as_it_was_written() {
    use errors::error::{Clone_, Error, Problem as Trouble, T, problem, t};

    let full = T::Self_ {
        members_f7df1551: Some("a".into()),
        a_b_2a89df63: None,
        a_b: "b".into(),
        error: Some(t::SelfError { option: "c".into() }),
        f: None,
        members: Some(0.5),
        problem: json!({"any": [1, null]}),
        self_: i64::MIN,
        match_: true,
        error_1e9de8c1: Some(-1.0),
    };
    for error in [full, T::Unknown_, T::Ok, T::A12X9ad233ce] {
        assert_eq!(again(error.clone(), |fake| fake.t().send()).await, error);
    }
    for y in [problem::StringXY::Self_, problem::StringXY::Unknown("LATER".into())] {
        let error = Trouble::String { x: vec![problem::StringX { y }] };
        assert_eq!(again(error.clone(), |fake| fake.problem().send()).await, error);
    }
    assert_eq!(again(Clone_::Clone, |fake| fake.clone_().send()).await, Clone_::Clone);
    let error = Error::Error { x: Vec::new() };
    assert_eq!(again(error.clone(), |fake| fake.error().send()).await, error);
    let error = errors::error::Failure::Problem { titles: "a".into() };
    assert_eq!(again(error.clone(), |fake| fake.failure().send()).await, error);
}

/// The error as an agent reads it of the problem that a server writes.
async fn again<E: Declared, R: a2t::client::Reply<errors::Calls>>(
    error: E,
    call: impl Fn(&errors::Fake) -> Sending<R>,
) -> E {
    let problem = error.problem();
    let read = Problem::parse(problem.status, &problem.to_json());
    let fake = errors::Fake::new();
    fake.fail_on(call(&fake), Failure::with(read));
    call(&fake).await.unwrap_err().typed().unwrap()
}

/// No signature lists them (spec note AMB-48), and a client takes them for the protocol's own
/// answers.
#[tokio::test]
async fn a_type_of_the_protocol_is_never_a_declared_one() {
    for known in ["about:blank", "urn:a2t:problem:tool-conflict"] {
        let fake = errors::Fake::new();
        let problem = Problem::parse(409, json!({"type": known}).to_string().as_bytes());
        fake.fail_on(fake.t_804ebb9e().send(), Failure::with(problem));
        let error = fake.t_804ebb9e().send().await.unwrap_err();
        assert_eq!(error.typed::<errors::error::T804ebb9e>(), None, "{known}");
    }
}

#[test]
fn an_error_prints_its_message() {
    let message = already_lent().to_string();
    assert_eq!(message, "409: ALREADY_LENT: Somebody else has the book.");
    let error: Box<dyn std::error::Error + Send + Sync> = LendBook::UnknownBook.into();
    assert_eq!(error.to_string(), "404: UNKNOWN_BOOK: The library does not have this book.");
}

/// Errors of the library behind the client.
#[derive(a2t::Error)]
enum LoanError {
    /// Somebody else has the book.
    #[a2t(status = 409)]
    AlreadyLent {
        /// The day when it is due back.
        until: &'static str,
        /// Number of readers who wait.
        waiting: i64,
    },
}

/// A loan.
#[derive(a2t::Output)]
struct Loan {
    /// The day when it is due back.
    due: String,
}

/// Calls of the tool, and permits to go on.
struct Desk {
    runs: AtomicUsize,
    begun: Semaphore,
    goes_on: Semaphore,
}

/// Lends a book, when it may go on.
#[a2t::tool(version = 1, id = "7c1e0000-0000-4000-8000-000000000001")]
async fn lend_book(
    /// Number of the book.
    #[a2t(min = 1)]
    book: i64,
    #[a2t(context)] State(desk): State<Arc<Desk>>,
) -> Result<Loan, LoanError> {
    desk.runs.fetch_add(1, Ordering::SeqCst);
    desk.begun.add_permits(1);
    desk.goes_on.acquire().await.unwrap().forget();
    match book {
        7 => Err(LoanError::AlreadyLent { until: "2026-12-01", waiting: 2 }),
        _ => Ok(Loan { due: "2026-12-24".to_owned() }),
    }
}

/// A bad line: the first attempt is lost while the tool runs, and the tool goes on once the second one
/// was refused, because the server knows that the key is in use.
async fn line(
    mut inner: Inner,
    request: Request,
    attempt: usize,
    desk: Arc<Desk>,
) -> std::result::Result<Response, BoxError> {
    let sent = inner.call(request);
    if attempt == 0 {
        let first = tokio::spawn(sent);
        desk.begun.acquire().await.unwrap().forget();
        drop(first);
        return Err("the line is dead".into());
    }
    let response = sent.await?;
    if attempt == 1 {
        assert_eq!(response.status(), 409);
        desk.goes_on.add_permits(1);
    }
    Ok(response)
}

/// A server with keys: its own conflict is waited for, and what the tool answered then is the answer.
#[tokio::test]
async fn a_declared_conflict_under_a_key_differs_from_a_key_in_use() {
    let (begun, goes_on) = (Semaphore::new(0), Semaphore::new(0));
    let desk = Arc::new(Desk { runs: AtomicUsize::new(0), begun, goes_on });
    let router = a2t::toolset![lend_book].into_router().with_state(desk.clone());
    let server = a2t::Server::from_router(router).bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    let serving = tokio::spawn(server.serve());

    let (attempts, at_desk) = (Arc::new(AtomicUsize::new(0)), desk.clone());
    let bad_line = layer_fn(move |inner: Inner| {
        let (attempts, desk) = (attempts.clone(), at_desk.clone());
        service_fn(move |request: Request| {
            let attempt = attempts.fetch_add(1, Ordering::SeqCst);
            line(inner.clone(), request, attempt, desk.clone())
        })
    });
    let client = a2t::client::Client::builder(&url).layer(bad_line).retry(Retry::Always);
    let client = client.max_attempts(u32::MAX).retry_budget(u32::MAX);
    let client = client.backoff(Duration::from_millis(1), Duration::from_millis(9));
    let library = lending::Client::with(client.build().unwrap());

    let error = library.lend_book(7).send().await.unwrap_err();
    assert_eq!(error.typed(), Some(already_lent()), "{error}");
    assert!(error.attempts() >= 3 && error.is_outcome_unknown(), "{error}");
    assert_eq!(desk.runs.load(Ordering::SeqCst), 1);
    serving.abort();
}
