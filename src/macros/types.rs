//! The derives of inputs and outputs, with their reference.

/// Makes an enum of unit variants a type for inputs and outputs: the protocol's `enum`.
///
/// Each variant is one of 1 to 1000 allowed values. Its doc comment (at most 2000 characters)
/// describes when to choose it. Its name on the wire is its Rust name in capitalised snake case, or
/// that of `#[a2t(name = "…")]` (at most 255 characters). On the enum itself, `#[a2t(crate =
/// ::renamed)]` sets the path of this crate, and `#[a2t(serde)]` implements serde's `Serialize` and
/// `Deserialize` with the names on the wire, for use inside [`a2t::Json`](crate::Json).
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

/// Makes a type around one value an input: an id, a code, a date.
///
/// A tuple struct around one value is that value: `struct UserId(u32);` is an integer with the
/// range of `u32`, or of `#[a2t(min = 1, max = 999)]`. Around a `String` it can have a `max_length`.
/// The value inside can be of any input type except an `Option`: another such type, an enum or a
/// `bool`. It must be as visible as the struct. Published versions record the value inside and not
/// the type, so you can wrap or unwrap an input without a new version.
///
/// ```
/// /// Number of a reader.
/// #[derive(a2t::Input)]
/// #[a2t(min = 1)]
/// struct ReaderId(u32);
///
/// /// Counts the books that a reader has.
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
/// With `#[a2t(text)]`, a type is a `string` that is parsed with [`FromStr`](std::str::FromStr). Its
/// error must implement [`Display`](std::fmt::Display). If parsing fails, the reply has a violation
/// (spec note AMB-44), together with all others of the call: the parameter, what was expected, and
/// the first 300 characters of the error's message. A panic in `from_str` is a fault of the tool
/// (500).
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
/// /// Checks whether a book is on its shelf.
/// ///
/// /// # Returns
/// /// Whether it is there.
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
/// | `text` | no value: parsed with `FromStr` | any type without generics |
/// | `expected` | a short description of valid texts: `"a day"` | with `text` |
/// | `example` | a valid text, which callers see and the contract test sends: `"2026-11-22"` | with `text` |
/// | `format` | name of the format of these texts; `isbn` for a type `Isbn` if absent | with `text` |
/// | `max_length` | number of characters, from 0 | with `text`, or around a `String` |
/// | `min`, `max` | integer or constant inside the range of the value inside | around an integer |
/// | `crate` | path of this crate if you renamed it, `::renamed` | all |
///
/// The keys of a parameter can narrow what its type accepts, but not widen it. Its `default` is the
/// value on the wire: `5` for a `ReaderId`, a string literal for a type with `text`. Such a literal is
/// parsed when a call omits the input, and is a fault if that fails; `a2t::testing::contract` makes
/// such a call.
pub use a2t_macros::Input;

/// Makes the fields of a struct the outputs of a tool.
///
/// Each of its 1 to 64 fields has a name, a doc comment (at most 2000 characters), and a type that
/// implements [`OutputValue`](crate::OutputValue). An `Option` that is `None` is omitted from the
/// reply. `#[a2t(name = "…", id = "…")]` on a field sets its name and id on the wire, which are
/// otherwise its Rust name. `#[a2t(text)]` writes any type, or an `Option` of it, with
/// [`Display`](std::fmt::Display). On the struct itself, `#[a2t(crate = ::renamed)]` sets the path of
/// this crate.
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
/// A tuple struct around one value is that value. Together with
/// [`#[derive(a2t::Input)]`](macro@crate::Input), an id has its own type as input and as output. With
/// `#[a2t(text)]`, any type is a string, written with `Display`. Both can be fields of a
/// [record](macro@crate::Record) and items of a list.
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

/// Makes a struct a record: a part of an output, or an item of a list.
///
/// A tool, or a field of a struct with [`#[derive(a2t::Output)]`](macro@crate::Output), can return a
/// `Vec` of records, and such a field can be a record itself. The signature declares the shape in the
/// extension `schema` of an output of type `json` (spec note AMB-46). Records and lists can be nested
/// 8 levels deep.
///
/// Each field has a name, a doc comment (at most 2000 characters), and a type that implements
/// [`MemberValue`](crate::MemberValue). An `Option` that is `None` is omitted. `#[a2t(name = "…")]` on a
/// field sets its name on the wire. `#[a2t(text)]` writes any type, or an `Option` of it, with
/// [`Display`](std::fmt::Display). `#[a2t(crate = ::renamed)]` on the struct sets the path of this
/// crate. serde is not needed. For a value without a shape, use [`Json`](crate::Json).
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

/// Makes the variants of an enum the errors of tools, which programs can distinguish.
///
/// A tool returns `Result<_, LoanError>`, or a [`ToolError`](crate::ToolError) into which `?` converts one. Each variant has a
/// doc comment and a `status`, one of 402, 403, 404, 409, 410, 412, 422, 423, 424, 428 and 451. Its fields are
/// members of the problem (RFC 9457, section 3.2), of any type that implements [`MemberValue`](crate::MemberValue). A field
/// that is `None` is omitted.
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
/// | `type` | the `type` of the variant, or `urn:uuid:`, the id of the tool, `#` and the name of the variant |
/// | `title` | the name in capitalised snake case, or that of `#[a2t(name = "…")]` |
/// | `detail` | the text of `detail`, in which `{field}` is the value of a field; else `Display` (`#[a2t(display)]`), else the doc comment |
///
/// A variant around one error is `transparent` or `internal`. The error of a `transparent` variant converts to
/// a `ToolError`, which is what callers get. The text of an `internal` one is only for the vendor's
/// logs (500, as [`ToolError::internal`](crate::ToolError::internal)). The derive implements `From`
/// for both, so that `?` converts into them.
///
/// `#[a2t(name = "…")]` on a field sets the name of the member. `#[a2t(text)]` writes any type with
/// [`Display`](std::fmt::Display). `#[a2t(crate = ::renamed)]` on the enum sets the path of this crate. A
/// value that JSON cannot represent, such as NaN, turns the error into a fault.
///
/// Clients match on `Problem::type_uri` and read the members as their own type. Models read the texts, and a line for each
/// member. The signature of a tool that returns the enum lists its errors (the extension `errors`,
/// spec note AMB-48), and so does its OpenAPI document. Published files record them. Within a version
/// they do not change. A later version keeps the type, the status and the members of each, and
/// may list more (rules A2T-E501 to A2T-E523). A tool that returns `Result<_, ToolError>` lists
/// none.
///
/// # Part of a shared enum of errors
///
/// Tools can share one enum of `#[derive(a2t::Error)]`. Each tool lists the variants that it returns:
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
/// lists none (`errors()`), any variant is a fault, and the caller gets 500. A later version can list more errors, but
/// not fewer.
pub use a2t_macros::Error;
