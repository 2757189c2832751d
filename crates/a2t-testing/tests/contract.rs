//! Toolsets that keep their contract, and each way in which one breaks it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use a2t::ToolError;
use a2t::testing::{Contract, TestClient, contract};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode};

/// Colour.
#[derive(a2t::Enum, Clone, Copy)]
enum Colour {
    /// As blood.
    Red,
    /// As grass.
    Green,
}

/// Paints a wall.
///
/// # Returns
/// Litres of paint.
#[a2t::tool(version = 1)]
fn paint(
    /// Colour of the wall.
    colour: Colour,
    /// Width in metres.
    #[a2t(min = 1, max = 100)]
    width: i32,
    /// Words to be written on it.
    #[a2t(max_length = 20)]
    words: Option<String>,
    /// A second coat, if true.
    twice: bool,
) -> Result<i64, ToolError> {
    let coats = if twice { 2 } else { 1 };
    let words = i64::from(words.is_some_and(|words| !words.is_empty()));
    match colour {
        Colour::Red => Err(ToolError::not_found("there is no red paint")),
        Colour::Green if width == 100 => Err(ToolError::invalid("width", "is that of a street")),
        Colour::Green => Ok(i64::from(width) * coats + words),
    }
}

/// Doubles a number.
///
/// # Returns
/// Twice the number.
#[a2t::tool(version = 1)]
fn double(
    /// The number.
    #[a2t(max = 2_147_483_647)]
    number: i32,
) -> i32 {
    number.checked_mul(2).unwrap()
}

/// Sells tickets.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1)]
fn sell(
    /// Adults.
    #[a2t(max = 9)]
    adults: u8,
    /// Children.
    #[a2t(max = 9)]
    children: u8,
) -> Result<u8, ToolError> {
    if children > adults {
        return Err(ToolError::invalid("child", "are more than the adults"));
    }
    Ok(adults + children)
}

#[tokio::test]
async fn a_tool_that_refuses_an_input_that_it_does_not_have_is_found() {
    let broken = contract(a2t::toolset![sell], ()).await.unwrap_err().to_string();
    let words =
        "it refuses `child`, which is not an input of it; its inputs are `adults`, `children`";
    assert!(broken.contains(words), "{broken}");
}

/// Errors that tools share.
#[derive(a2t::Error)]
enum Refused {
    /// All tickets are sold.
    #[a2t(status = 409)]
    SoldOut,
    /// The bar is closed.
    #[a2t(status = 423)]
    BarClosed,
}

/// Books tickets.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1, errors(SoldOut))]
fn book(
    /// The number.
    #[a2t(max = 9)]
    number: u8,
) -> Result<u8, Refused> {
    if number > 4 { Err(Refused::SoldOut) } else { Ok(number) }
}

/// Orders drinks.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1, errors(SoldOut))]
fn order(
    /// The number.
    #[a2t(max = 9)]
    number: u8,
) -> Result<u8, Refused> {
    if number > 4 { Err(Refused::BarClosed) } else { Ok(number) }
}

/// Counts guests.
///
/// # Returns
/// Their number.
#[a2t::tool(version = 1, errors())]
fn count(
    /// The room.
    #[a2t(max = 9)]
    room: u8,
) -> Result<u8, Refused> {
    if room > 4 { Err(Refused::SoldOut) } else { Ok(room) }
}

#[tokio::test]
async fn a_tool_may_give_the_errors_of_its_list_and_no_others() {
    let kept = contract(a2t::toolset![book], ()).await.unwrap();
    assert!(kept.refused_by_tools > 0, "{kept}");
    let broken = contract(a2t::toolset![order], ()).await.unwrap_err().to_string();
    assert!(broken.contains("the error `BAR_CLOSED`, which its `errors(…)` leave out"), "{broken}");
    let broken = contract(a2t::toolset![count], ()).await.unwrap_err().to_string();
    assert!(broken.contains("the error `SOLD_OUT`, and its `errors()` lists none"), "{broken}");
}

/// Rooms of a floor.
#[derive(a2t::Output)]
struct Spare {
    /// Rooms.
    rooms: u8,
    /// Words about them.
    words: Option<String>,
}

/// Counts spare rooms.
#[a2t::tool(version = 1)]
fn count_rooms(
    /// The floor.
    floor: u8,
) -> Spare {
    Spare { rooms: floor / 2, words: (floor > 9).then(|| "high".to_owned()) }
}

#[tokio::test]
async fn an_output_may_be_left_out() {
    contract(a2t::toolset![count_rooms], ()).await.unwrap();
}

async fn broken(router: Router) -> Vec<String> {
    let broken = Contract::new(TestClient::from_router(router)).seed(1).check().await.unwrap_err();
    assert!(broken.to_string().ends_with("A2T_SEED=1 repeats this"), "{broken}");
    broken.breaches().iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_toolset_keeps_its_contract_and_the_seed_repeats_it() {
    let client = TestClient::new(a2t::toolset![paint]);
    let kept = Contract::new(client.clone()).cases(10).seed(7).check().await.unwrap();
    assert_eq!((kept.tools, kept.versions, kept.seed), (1, 1, 7));
    // Required ones, all, 2 colours, 3 widths, 3 words, 2 of `twice`, 10 by chance.
    assert_eq!(kept.accepted + kept.refused_by_tools, 22);
    assert!(kept.accepted > 0 && kept.refused_by_tools > 0, "{kept}");
    // 3 are required; 5 colours, 6 widths, 5 words, 3 of `twice`; one that is none.
    assert_eq!(kept.refused, 3 + 5 + 6 + 5 + 3 + 1);
    let again = Contract::new(client).cases(10).seed(7).check().await.unwrap();
    assert_eq!(again, kept);
}

#[tokio::test]
async fn a_tool_that_panics_at_a_bound_is_found_with_its_arguments() {
    let broken = contract(a2t::toolset![double], ()).await.unwrap_err();
    let largest = broken
        .breaches()
        .iter()
        .find(|breach| breach.arguments.as_deref() == Some("number: 2147483647"));
    let largest = largest.unwrap_or_else(|| panic!("{broken}"));
    assert_eq!((&*largest.tool, largest.version), ("double", 1));
    assert!(largest.what.contains("panicked"), "{largest}");
}

/// Path whose replies are changed by their text.
type Change = (&'static str, &'static str, &'static str);

async fn change(State((end, from, to)): State<Change>, request: Request, next: Next) -> Response {
    let is_meant = request.uri().path().ends_with(end);
    let response = next.run(request).await;
    if !is_meant {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    parts.headers.remove("content-length");
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8(body.to_vec()).unwrap().replace(from, to);
    Response::from_parts(parts, Body::from(text))
}

fn changed(end: &'static str, from: &'static str, to: &'static str) -> Router {
    let layer = from_fn_with_state((end, from, to), change);
    a2t::toolset![paint].into_router().layer(layer)
}

#[tokio::test]
async fn each_way_to_say_something_else_is_reported() {
    let cases = [
        // The list of tools, of versions, one version, a reply, a refusal.
        (("/tools", "Width in metres.", "Width."), "lists it with another signature"),
        (("/versions", "Width in metres.", "Width."), "its newest version is not the one"),
        (("/versions/1", "Width in metres.", "Width."), "its list of versions differs"),
        ((":invoke", "\"value\":", "\"values\":"), "its reply is not the one that is declared"),
        ((":invoke", "out-of-range", "wrong-type"), "is to be refused by `out-of-range`"),
        (("/tools", "\"items\"", "\"things\""), "something else than a page of tools"),
    ];
    for ((end, from, to), expected) in cases {
        let breaches = broken(changed(end, from, to)).await;
        assert!(breaches.iter().any(|breach| breach.contains(expected)), "{end}: {breaches:#?}");
    }
}

#[tokio::test]
async fn unknown_callers_are_asked_to_identify_themselves() {
    async fn guard(request: Request, next: Next) -> Response {
        let invokes = request.uri().path().ends_with(":invoke");
        if invokes && !request.headers().contains_key("authorization") {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        next.run(request).await
    }
    let router = || a2t::toolset![paint].into_router().layer(from_fn(guard));
    let breaches = broken(router()).await;
    assert!(breaches[0].contains("give the client the credentials of a caller"), "{breaches:#?}");
    let token = HeaderValue::from_static("Bearer test");
    let client = TestClient::from_router(router()).header(http::header::AUTHORIZATION, token);
    Contract::new(client).check().await.unwrap();
}

/// Words that begin with a letter.
struct Word;

impl std::str::FromStr for Word {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text.as_bytes() {
            [b'a'..=b'z', ..] => Ok(Self),
            _ => Err("it begins with something else"),
        }
    }
}

/// Takes a word.
///
/// # Returns
/// One.
#[a2t::tool(version = 1)]
fn with_example(
    /// The word.
    #[a2t(text, max_length = 9, example = "word")]
    word: Word,
    /// A number.
    number: u8,
) -> u8 {
    let _ = (word, number);
    1
}

/// Takes a word.
///
/// # Returns
/// One.
#[a2t::tool(version = 1)]
fn without_example(
    /// The word.
    #[a2t(text)]
    word: Word,
) -> u8 {
    let _ = word;
    1
}

/// Takes a word.
///
/// # Returns
/// One.
#[a2t::tool(version = 1)]
fn with_a_wrong_example(
    /// The word.
    #[a2t(text, expected = "a word", example = "9")]
    word: Word,
    /// Another; what is written here cannot be read.
    #[a2t(text, example = "a", default = "9")]
    other: Word,
) -> u8 {
    let _ = (word, other);
    1
}

/// Takes a word, and panics at an accent.
struct Ascii;

impl std::str::FromStr for Ascii {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        assert!(text.is_ascii(), "not ASCII");
        if text.len() == 5 { Ok(Self) } else { Err("it has not five letters") }
    }
}

/// Takes a word.
///
/// # Returns
/// One.
#[a2t::tool(version = 1)]
fn with_a_panic(
    /// The word.
    #[a2t(text, example = "abcde")]
    word: Ascii,
) -> u8 {
    let _ = word;
    1
}

#[tokio::test]
async fn a_wrong_example_is_one_breach() {
    for (toolset, expected) in [
        (contract(a2t::toolset![with_a_wrong_example], ()).await, "refuses its own example"),
        (contract(a2t::toolset![without_example], ()).await, "example = \"…\""),
    ] {
        let broken = toolset.unwrap_err();
        let wrong = broken.breaches().iter().filter(|breach| breach.what.contains(expected));
        assert_eq!(wrong.count(), 1, "{broken}");
    }
}

#[tokio::test]
async fn types_that_read_texts_are_called_with_their_examples() {
    let kept = contract(a2t::toolset![with_example], ()).await.unwrap();
    // Required ones, all, 4 numbers, 3 of the 6 texts, 32 by chance.
    assert_eq!((kept.accepted, kept.refused_by_tools), (1 + 1 + 4 + 3 + 32, 3), "{kept}");
    for (broken, expected) in [
        (contract(a2t::toolset![without_example], ()).await, "example = \"…\""),
        (contract(a2t::toolset![with_a_wrong_example], ()).await, "refuses its own example"),
        (contract(a2t::toolset![with_a_wrong_example], ()).await, "500"),
        (contract(a2t::toolset![with_a_panic], ()).await, "500"),
    ] {
        let broken = broken.unwrap_err().to_string();
        assert!(broken.contains(expected), "{expected}: {broken}");
    }
}
