//! The derives of inputs and outputs, with their reference.

/// Makes an enum of unit variants a type of inputs and outputs: the protocol's `enum`.
///
/// Each variant is one of 1 to 1000 allowed values. Its doc comment (at most 2000 characters)
/// describes to models when to choose it; its name on the wire is its own in capitalised snake
/// case, or that of `#[a2t(name = "…")]` (at most 255 characters). On the enum itself, `#[a2t(crate
/// = ::renamed)]` names this crate; `#[a2t(serde)]` gives it serde's `Serialize` and `Deserialize`,
/// by the names on the wire, for use inside [`a2t::Json`](crate::Json).
///
/// ```
/// use a2t::Enum as _;
///
/// /// Temperature scale.
/// #[derive(a2t::Enum)]
/// enum Units {
///     /// Degrees Fahrenheit.
///     Fahrenheit,
///     /// Degrees Celsius.
///     #[a2t(name = "CENTIGRADE")]
///     Celsius,
/// }
///
/// assert_eq!(Units::Fahrenheit.name(), "FAHRENHEIT");
/// assert_eq!(Units::Celsius.name(), "CENTIGRADE");
/// ```
pub use a2t_macros::Enum;

/// Makes a type of one value an input: an id, a code, a day.
///
/// A tuple struct around one value stands for that value: `struct UserId(u32);` is an integer with
/// the range of `u32`, or its own by `#[a2t(min = 1, max = 999)]`; around a `String` it may have a
/// `max_length`. Inside may be every input type except an `Option`: another such type, an enum, a
/// `bool`, as visible as the struct. Published versions know what is inside and not the type, so to
/// wrap an input, or to unwrap it, changes no version.
///
/// ```
/// /// Number of a reader.
/// #[derive(a2t::Input)]
/// #[a2t(min = 1)]
/// struct ReaderId(u32);
///
/// /// Tells how many books a reader has.
/// ///
/// /// # Returns
/// /// The number of books.
/// #[a2t::tool(version = 1)]
/// fn count_loans(
///     /// The reader.
///     reader: ReaderId,
/// ) -> u32 {
///     reader.0 % 7
/// }
///
/// use a2t::{InputType, Tool};
/// let kind = &count_loans::SIGNATURE.input_parameters[0].kind;
/// assert_eq!(kind, &InputType::Int { min: Some(1), max: 4_294_967_295 });
/// ```
///
/// # Texts
///
/// `#[a2t(text)]` above any type with [`FromStr`](std::str::FromStr), whose error implements
/// [`Display`](std::fmt::Display), makes it a `string` that is read by it. A text that it refuses
/// is a violation as any other (spec note AMB-44): reported with all others of the call, by its
/// parameter and place, with what was expected and the message of the error, of which a caller sees
/// the first 300 characters. A panic in it is a fault of the tool, 500.
///
/// ```
/// use std::str::FromStr;
///
/// /// Number of a book.
/// #[derive(a2t::Input)]
/// #[a2t(text, max_length = 17, expected = "an ISBN of 13 digits", example = "978-3-16-148410-0")]
/// struct Isbn(u64);
///
/// impl FromStr for Isbn {
///     type Err = std::num::ParseIntError;
///
///     fn from_str(text: &str) -> Result<Self, Self::Err> {
///         text.replace('-', "").parse().map(Self)
///     }
/// }
///
/// /// Tells if a book is on its shelf.
/// ///
/// /// # Returns
/// /// True if it is.
/// #[a2t::tool(version = 1)]
/// fn is_there(
///     /// The book, by its ISBN: `978-3-16-148410-0`.
///     book: Isbn,
/// ) -> bool {
///     book.0 % 2 == 0
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tools = a2t::testing::TestClient::new(a2t::toolset![is_there]);
/// let refused = tools.call("is_there", a2t::serde_json::json!({"book": "Emma"})).await.unwrap_err();
/// assert!(refused.to_string().contains(
///     "`book`: expected an ISBN of 13 digits, such as `978-3-16-148410-0`, got `Emma`: invalid digit"
/// ), "{refused}");
/// # Ok(())
/// # }
/// ```
///
/// | key | value | on |
/// | --- | --- | --- |
/// | `text` | alone: read from a text by `FromStr` | any type without generics |
/// | `expected` | the texts that it reads, in a few words: `"a day"` | with `text` |
/// | `example` | one of them, which callers see and the contract test sends: `"2026-11-22"` | with `text` |
/// | `format` | name of the format of these texts; by default derived from the type: `isbn` for `Isbn` | with `text` |
/// | `max_length` | number of characters, from 0 | with `text`, or around a `String` |
/// | `min`, `max` | integer or constant inside the range of the value inside | around an integer |
/// | `crate` | path of this crate where it is renamed, `::renamed` | all |
///
/// A parameter may narrow what its type takes, by its own keys, and not widen it. Its `default` is
/// what would stand on the wire: `5` for a `ReaderId`, a literal for a type that is read from a
/// text. Whether such a text can be read is checked when a call leaves the input out, a fault if it
/// cannot; `a2t::testing::contract` makes such a call.
pub use a2t_macros::Input;

/// Makes a struct the outputs of a tool, one for each field.
///
/// Each of its 1 to 64 fields has a name, a doc comment (at most 2000 characters), and a type that
/// implements [`OutputValue`](crate::OutputValue); an `Option` that is `None` is left out of the
/// reply. `#[a2t(name = "…", id = "…")]` on a field gives it another name on the wire, or another
/// id than its Rust name; `#[a2t(text)]` shows any type, or an `Option` of it, by
/// [`Display`](std::fmt::Display). On the struct itself, `#[a2t(crate = ::renamed)]` names this
/// crate.
///
/// ```
/// #[derive(a2t::Output)]
/// struct Weather {
///     /// The current temperature, in degrees Fahrenheit.
///     #[a2t(name = "Temperature in Fahrenheit", id = "temp-fh")]
///     temperature: i32,
///     /// The station's remark, if it made one.
///     remark: Option<String>,
/// }
///
/// /// Looks up the current weather for a city.
/// #[a2t::tool(version = 1)]
/// fn lookup_weather(
///     /// The city.
///     city: String,
/// ) -> Weather {
///     Weather { temperature: 80, remark: None }
/// }
///
/// use a2t::Tool;
/// assert_eq!(lookup_weather::SIGNATURE.output_parameters[0].id, "temp-fh");
/// ```
///
/// # Types of one value
///
/// A tuple struct around one value is that value: together with
/// [`#[derive(a2t::Input)]`](macro@crate::Input), an id goes in and out with its own type. With
/// `#[a2t(text)]` any type is a text, by `Display`. Both may be members of a
/// [record](macro@crate::Record) and items of a list, with the shape of the value inside, or a
/// string.
///
/// ```
/// #[derive(a2t::Input, a2t::Output)]
/// #[a2t(min = 1)]
/// struct ReaderId(u32);
///
/// #[derive(a2t::Output)]
/// struct Reader {
///     /// The reader's number.
///     id: ReaderId,
///     /// The address of the terminal.
///     #[a2t(text)]
///     terminal: std::net::IpAddr,
///     /// The readers who wait behind this one.
///     queue: Vec<ReaderId>,
/// }
/// ```
pub use a2t_macros::Output;

/// Makes a struct a part of the JSON of an output: a record, or an item of a list.
///
/// An output, and what a tool returns, may be a `Vec` of it; a field of a struct with
/// [`#[derive(a2t::Output)]`](macro@crate::Output) may be the struct itself. The signature declares
/// the shape, in the extension `schema` of an output of type `json` (spec note AMB-46), at most 8
/// records and lists in each other.
///
/// Each field has a name, a doc comment (at most 2000 characters), and a type that implements
/// [`MemberValue`](crate::MemberValue); an `Option` that is `None` is left out. `#[a2t(name =
/// "…")]` on a field gives it another name on the wire; `#[a2t(text)]` shows any type, or an
/// `Option` of it, by [`Display`](std::fmt::Display). `#[a2t(crate = ::renamed)]` on the struct
/// names this crate. No serde is needed. A value without a shape is [`Json`](crate::Json).
///
/// ```
/// #[derive(a2t::Record)]
/// struct Day {
///     /// The day, as 2026-11-25.
///     day: String,
///     /// The highest temperature, in degrees Celsius.
///     high: f64,
///     /// The station's remark, if it made one.
///     remark: Option<String>,
/// }
///
/// /// Forecasts the weather of a city.
/// ///
/// /// # Returns
/// /// The days, today first.
/// #[a2t::tool(version = 1)]
/// fn forecast(
///     /// The city.
///     city: String,
/// ) -> Vec<Day> {
///     vec![Day { day: "2026-11-25".into(), high: 6.5, remark: None }]
/// }
///
/// use a2t::{OutputType, Tool};
/// assert!(matches!(forecast::SIGNATURE.output_parameters[0].kind, OutputType::Described { .. }));
/// ```
pub use a2t_macros::Record;

/// Makes an enum the errors of tools: what callers get for each, as a problem that programs can
/// distinguish.
///
/// A tool returns `Result<_, LoanError>`, or a [`ToolError`](crate::ToolError) which `?` makes of one. Each variant has a
/// doc comment and a `status`, one of 402, 403, 404, 409, 410, 412, 422, 423, 424, 428 and 451. Its fields are
/// members of the problem (RFC 9457, section 3.2), of any type that implements [`MemberValue`](crate::MemberValue); one that is
/// `None` is left out.
///
/// ```
/// use a2t::{ToolError, serde_json::json, testing::TestClient};
///
/// #[derive(a2t::Error)]
/// enum LoanError {
///     /// Somebody else has the book.
///     #[a2t(status = 409, detail = "the book is lent until {until}")]
///     AlreadyLent {
///         /// The day when it is due back, as 2026-12-01.
///         until: String,
///     },
///     /// The library does not have the book.
///     #[a2t(status = 404, type = "https://library.example/problems/unknown-book")]
///     UnknownBook,
///     #[a2t(transparent)]
///     Other(ToolError),
///     #[a2t(internal)]
///     Catalog(std::num::ParseIntError),
/// }
///
/// /// Lends a book.
/// ///
/// /// # Returns
/// /// The shelf where it waits.
/// #[a2t::tool(version = 1)]
/// fn lend_book(
///     /// Number of the book.
///     book: u32,
/// ) -> Result<i32, LoanError> {
///     match book {
///         0 => Err(ToolError::invalid("book", "is a number from 1"))?,
///         7 => Err(LoanError::AlreadyLent { until: "2026-12-01".into() }),
///         8 => Err(LoanError::UnknownBook),
///         _ => Ok("12".parse()?),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// use a2t::Tool;
///
/// let client = TestClient::new(a2t::toolset![lend_book]);
/// let error = client.call("lend_book", json!({"book": 7})).await.unwrap_err();
/// assert_eq!(error.status(), 409);
/// assert_eq!(error.kind(), format!("urn:uuid:{}#ALREADY_LENT", lend_book::SIGNATURE.tool_id));
/// let error = client.call("lend_book", json!({"book": 8})).await.unwrap_err();
/// assert_eq!(error.kind(), "https://library.example/problems/unknown-book");
/// # }
/// ```
///
/// | of the problem | is |
/// | --- | --- |
/// | `type` | the URI that the variant gives, or `urn:uuid:`, the id of the tool that answers, `#` and the name: the same in each version |
/// | `title` | the name, as [`a2t::Enum`](macro@crate::Enum) spells it, or that of `#[a2t(name = "…")]` |
/// | `detail` | the text of `detail`, in which `{field}` is the value of a field; else the enum's `Display`, if it has `#[a2t(display)]`; else the doc comment |
///
/// A variant around one error is `transparent` if that converts to a `ToolError`, which decides
/// what callers get, or `internal` if its text is only for the vendor's logs (500, as
/// [`ToolError::internal`](crate::ToolError::internal)). Both implement `From`, so that `?` takes
/// them.
///
/// `#[a2t(name = "…")]` on a field gives the member another name; `#[a2t(text)]` shows any type by
/// [`Display`](std::fmt::Display). `#[a2t(crate = ::renamed)]` on the enum names this crate. A
/// member that JSON does not have, such as NaN, makes the error a fault.
///
/// Clients match on `Problem::type_uri` and read the members as a type of theirs; models read the words, and a line for each
/// member. The signature of a tool that returns the enum lists its errors (the extension `errors`,
/// spec note AMB-48), and so does its OpenAPI document. Published files hold them: within a version
/// they stay as they are, and a later one keeps the type, the status and the members of each and
/// may list more (rules A2T-E501 to A2T-E523). A tool that returns `Result<_, ToolError>` lists
/// none.
///
/// # Part of a shared enum of errors
///
/// Tools can share one enum of `#[derive(a2t::Error)]`. Each tool lists the variants that it answers with:
///
/// ```
/// # #[derive(a2t::Error)]
/// # enum Lending {
/// #     /// There is no such book.
/// #     #[a2t(status = 404)]
/// #     UnknownBook,
/// #     /// The reader owes fees.
/// #     #[a2t(status = 402)]
/// #     FeesOwed,
/// # }
/// /// Finds a book.
/// ///
/// /// # Returns
/// /// Its title.
/// #[a2t::tool(version = 1, errors(UnknownBook))]
/// fn find_book(
///     /// Number of the book.
///     book: u32,
/// ) -> Result<String, Lending> {
///     Err(Lending::UnknownBook)
/// }
/// # assert_eq!(<find_book as a2t::Tool>::SIGNATURE.errors.len(), 1);
/// ```
///
/// A name that is not a variant does not compile. A body that returns another variant does compile, because Rust has
/// no type for part of an enum. In that case the caller still gets the error, since a signature never promises that
/// its list is complete. The vendor gets a [`Fault`](crate::Fault), which `TestClient` returns too. If a tool
/// lists none (`errors()`), any variant is a fault, and the caller gets 500. Published lists stay: a later version may list more errors, but not fewer.
pub use a2t_macros::Error;
