//! Types of one value as members of records and items of lists, with the shape of the value inside.

use std::fmt;

use a2t::testing::TestClient;
use a2t::{JsonMember, JsonShape, OutputType, Tool};
use a2t_core::Nested;
use serde_json::{Value, json};

/// An id, in and out.
#[derive(a2t::Input, a2t::Output)]
#[a2t(min = 1)]
struct UserId(u32);

/// A number of a book, shown as a text.
#[derive(a2t::Output)]
#[a2t(text, max_length = 17)]
struct Isbn(u64);

impl fmt::Display for Isbn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "978-{}", self.0)
    }
}

/// A day.
#[derive(a2t::Record)]
struct Day {
    /// Its number.
    number: u8,
}

/// State of a loan.
#[derive(a2t::Enum)]
enum State {
    /// With a reader.
    Lent,
}

#[derive(a2t::Output)]
struct Stated(State);

#[derive(a2t::Output)]
struct Due(Day);

#[derive(a2t::Output)]
struct Dues(Vec<Due>);

#[derive(a2t::Output)]
struct Perhaps(Option<u32>);

/// A newtype of a newtype, behind an alias.
#[derive(a2t::Output)]
struct Borrower(Alias);
type Alias = UserId;

/// A loan.
#[derive(a2t::Record)]
struct Loan {
    /// The book.
    isbn: Isbn,
    /// Who has it.
    user: Borrower,
    /// Who had it.
    before: Option<UserId>,
    /// Who wants it.
    queue: Vec<UserId>,
    /// The state.
    state: Stated,
    /// When it is due.
    due: Due,
    /// When it was due.
    dues: Dues,
    /// A fine.
    fine: Perhaps,
    /// A fine that is perhaps there.
    other: Option<Perhaps>,
    /// Fines.
    fines: Vec<Perhaps>,
    /// Other books, each perhaps.
    books: Vec<Option<Isbn>>,
}

fn loan(fine: Option<u32>) -> Loan {
    let due = |number| Due(Day { number });
    Loan {
        isbn: Isbn(3),
        user: Borrower(UserId(1)),
        before: None,
        queue: vec![UserId(2), UserId(4)],
        state: Stated(State::Lent),
        due: due(1),
        dues: Dues(vec![due(2)]),
        fine: Perhaps(fine),
        other: Some(Perhaps(fine)),
        fines: vec![Perhaps(fine)],
        books: vec![Some(Isbn(5)), None],
    }
}

/// Lists loans.
///
/// # Returns
/// Two loans.
#[a2t::tool(version = 1)]
fn list_loans() -> Vec<Loan> {
    vec![loan(None), loan(Some(7))]
}

/// Lists readers.
///
/// # Returns
/// Their ids.
#[a2t::tool(version = 1)]
fn list_readers(
    /// The first of them.
    first: UserId,
) -> Vec<UserId> {
    vec![first]
}

fn member(name: &str) -> JsonMember {
    let OutputType::Described { shape } = &list_loans::SIGNATURE.output_parameters[0].kind else {
        panic!("{:?}", list_loans::SIGNATURE)
    };
    let JsonShape::List { items } = &**shape else { panic!("{shape:?}") };
    items.member(name).unwrap().clone()
}

fn shape(name: &str) -> JsonShape {
    (*member(name).shape).clone()
}

fn list(items: JsonShape) -> JsonShape {
    JsonShape::List { items: Nested::from(items) }
}

fn or_null(shape: JsonShape) -> JsonShape {
    JsonShape::Nullable { shape: Nested::from(shape) }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(shape("isbn"), JsonShape::String);
    assert_eq!(shape("user"), JsonShape::Int);
    assert_eq!(shape("before"), JsonShape::Int);
    assert_eq!(shape("queue"), list(JsonShape::Int));
    assert!(matches!(shape("state"), JsonShape::Enum { .. }));
    assert!(shape("due").member("number").is_some());
    assert_eq!(shape("dues"), list(shape("due")));
    assert_eq!(shape("fine"), JsonShape::Int);
    assert_eq!(shape("other"), JsonShape::Int);
    assert_eq!(shape("fines"), list(or_null(JsonShape::Int)));
    assert_eq!(shape("books"), list(or_null(JsonShape::String)));
    let optional = ["before", "fine", "other"];
    assert!(!optional.into_iter().any(|name| member(name).required));
    assert!(["isbn", "user", "fines", "dues"].into_iter().all(|name| member(name).required));

    let client = TestClient::new(a2t::toolset![list_loans, list_readers]);
    let loans = client.call("list_loans", json!({})).await.unwrap();
    let one = json!({
        "isbn": "978-3", "user": 1, "queue": [2, 4], "state": "LENT", "due": {"number": 1},
        "dues": [{"number": 2}], "fines": [null], "books": ["978-5", null],
    });
    let mut other = one.clone();
    for (member, value) in [("fine", json!(7)), ("other", json!(7)), ("fines", json!([7]))] {
        other[member] = value;
    }
    assert_eq!(loans["result"], Value::from(vec![one, other]));
    let readers = client.call("list_readers", json!({"first": 9})).await.unwrap();
    assert_eq!(readers["result"], json!([9]));
    a2t::testing::contract(a2t::toolset![list_loans, list_readers], ()).await.unwrap();
}
