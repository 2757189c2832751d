use a2t::testing::TestClient;
use a2t::{InputType, Tool};
use serde_json::json;

/// An id of the range of its integer.
#[derive(a2t::Input)]
struct UserId(u32);

/// An id with a range of its own.
#[derive(a2t::Input, Clone, Copy)]
#[a2t(min = 1, max = LARGEST)]
struct ShelfId(u64);

const LARGEST: u64 = 500;

/// A newtype in a newtype, behind an alias, narrower still.
#[derive(a2t::Input)]
#[a2t(max = 99)]
struct LowerShelf(Shelf);
type Shelf = ShelfId;

#[derive(a2t::Input)]
#[a2t(max_length = 5)]
struct Word(String);

#[derive(a2t::Input)]
struct Consent(bool);

/// Colour.
#[derive(a2t::Enum, Clone, Copy, PartialEq)]
enum Colour {
    /// As blood.
    Red,
    /// As grass.
    Green,
}

#[derive(a2t::Input)]
struct Paint(Colour);

mod inside {
    /// A type that only this module makes.
    #[derive(a2t::Input)]
    pub(super) struct Outer(Inner);

    #[derive(a2t::Input)]
    pub(super) struct Inner(i8);

    impl Outer {
        pub(super) fn value(&self) -> i8 {
            self.0.0
        }
    }
}

/// Takes one of each.
///
/// # Returns
/// All of them.
#[a2t::tool(version = 1)]
#[allow(clippy::too_many_arguments)]
fn take(
    /// A user.
    user: UserId,
    /// A shelf; 7 if absent.
    #[a2t(default = 7)]
    shelf: ShelfId,
    /// A lower shelf, of the first ten.
    #[a2t(max = 10)]
    lower: Option<LowerShelf>,
    /// A word.
    #[a2t(default = "five5")]
    word: Word,
    /// A shorter word.
    #[a2t(max_length = 2)]
    short: Option<Word>,
    /// Consent.
    #[a2t(default = true)]
    consent: Consent,
    /// Paint.
    #[a2t(default = Colour::Green)]
    paint: Paint,
    /// Of a module.
    outer: inside::Outer,
) -> String {
    let lower = lower.map(|lower| lower.0.0);
    let short = short.map(|word| word.0);
    let green = paint.0 == Colour::Green;
    let (user, shelf, word, consent, outer) = (user.0, shelf.0, word.0, consent.0, outer.value());
    format!("{user} {shelf} {lower:?} {word} {short:?} {consent} {green} {outer}")
}

fn kind(index: usize) -> &'static InputType {
    &take::SIGNATURE.input_parameters[index].kind
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(*kind(0), InputType::Int { min: Some(0), max: u32::MAX.into() });
    assert_eq!(*kind(1), InputType::Int { min: Some(1), max: 500 });
    assert_eq!(*kind(2), InputType::Int { min: Some(1), max: 10 });
    assert_eq!(*kind(3), InputType::String { max_length: Some(5) });
    assert_eq!(*kind(4), InputType::String { max_length: Some(2) });
    assert_eq!(*kind(5), InputType::Boolean);
    assert!(matches!(kind(6), InputType::Enum { allowed_values } if allowed_values.len() == 2));
    assert_eq!(*kind(7), InputType::Int { min: Some(-128), max: 127 });

    let client = TestClient::new(a2t::toolset![take]);
    let least = client.call("take", json!({"user": 3, "outer": -1})).await.unwrap();
    assert_eq!(least["result"], "3 7 None five5 None true true -1");
    let all = json!({"user": 3, "shelf": 500, "lower": 10, "word": "a", "short": "bc",
        "consent": false, "paint": "RED", "outer": 0});
    let all = client.call("take", all).await.unwrap();
    assert_eq!(all["result"], "3 500 Some(10) a Some(\"bc\") false false 0");
    let wrong = json!({"user": -1, "shelf": 501, "lower": 11, "word": "123456", "short": "abc",
        "consent": 1, "paint": "BLUE", "outer": 128});
    let wrong = client.call("take", wrong).await.unwrap_err();
    assert_eq!(wrong.violations().len(), 8);
    a2t::testing::contract(a2t::toolset![take], ()).await.unwrap();
}
