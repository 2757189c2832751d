#![allow(dead_code, non_camel_case_types, unused_macros)]

struct Result;
struct Option;
struct String;
struct Vec;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
trait Send {}
trait Sync {}
trait Sized {}
trait Copy {}
trait Clone {}
trait Default {}
trait Into {}
trait From {}
trait Iterator {}
trait Future {}
trait Drop {}
trait Fn {}
trait Tool {}
trait ToString {}
trait ToOwned {}
trait Display {}
trait FromStr {}
trait Input {}
trait Output {}
trait Record {}
trait Inner {}
struct Json;
struct Arc;
struct Cow;
struct Pin;
struct str;
struct u8;
struct u32;
struct usize;
struct bool;
type Integer = std::primitive::i64;

macro_rules! vec {
    () => {
        compile_error!("the user's vec!")
    };
}
macro_rules! panic {
    () => {
        compile_error!("the user's panic!")
    };
}
macro_rules! assert {
    () => {
        compile_error!("the user's assert!")
    };
}
macro_rules! format {
    () => {
        compile_error!("the user's format!")
    };
}
macro_rules! concat {
    () => {
        compile_error!("the user's concat!")
    };
}

/// Temperature scale.
#[derive(a2t::Enum)]
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// A number.
#[derive(a2t::Input, a2t::Output)]
struct Number(std::primitive::u32);

/// A number of few.
#[derive(a2t::Input, a2t::Output)]
#[a2t(min = 1, max = 9)]
struct Small(Number);

/// A word.
#[derive(a2t::Input, a2t::Output)]
#[a2t(text, max_length = 9, expected = "a word", example = "word")]
struct Word(std::string::String);

impl std::str::FromStr for Word {
    type Err = std::convert::Infallible;

    fn from_str(text: &std::primitive::str) -> std::result::Result<Self, Self::Err> {
        std::result::Result::Ok(Self(std::string::String::from(text)))
    }
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A line.
#[derive(a2t::Record)]
struct Line {
    /// Its number.
    number: Small,
    /// Its words.
    words: std::vec::Vec<Word>,
    /// Its address.
    #[a2t(text)]
    address: std::option::Option<std::net::IpAddr>,
}

/// The reply.
#[derive(a2t::Output)]
struct Reply {
    /// A number.
    number: Integer,
    /// A scale, or none.
    units: std::option::Option<Units>,
    /// A text.
    text: std::string::String,
    /// A document.
    document: a2t::Json<std::vec::Vec<std::primitive::u32>>,
}

/// Measures.
#[a2t::tool(version = 1)]
async fn measure(
    /// The place.
    #[a2t(max_length = 9, default = "Omaha")]
    place: std::string::String,
    /// The scale.
    units: std::option::Option<Units>,
    /// The hour.
    #[a2t(min = 0, max = 23)]
    hour: Integer,
) -> std::result::Result<Reply, a2t::ToolError> {
    let document = a2t::Json(std::vec::Vec::new());
    std::result::Result::Ok(Reply { number: hour, units, text: place, document })
}

/// Writes.
///
/// # Returns
/// The lines.
#[a2t::tool(version = 1)]
fn write(
    /// The number.
    #[a2t(default = 1)]
    number: Small,
    /// The word.
    word: std::option::Option<Word>,
    /// The address.
    #[a2t(text, example = "::1")]
    address: std::option::Option<std::net::IpAddr>,
) -> std::vec::Vec<Line> {
    std::vec::Vec::from([Line { number, words: word.into_iter().collect(), address }])
}

struct Station;

#[a2t::tools]
impl Station {
    /// Reads.
    ///
    /// # Returns
    /// Degrees.
    #[tool(version = 1)]
    async fn read(&self) -> Integer {
        1
    }
}

fn main() {
    let toolset: a2t::Toolset<std::sync::Arc<Station>> = a2t::toolset![measure, write, Station];
    std::assert_eq!(toolset.len(), 3);
    std::assert_eq!(<measure as a2t::Tool>::SIGNATURE.input_parameters[1].kind.name(), "enum");
}
