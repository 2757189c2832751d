//! Tools of the same program, compared with the same tools called over HTTP: a model reads the
//! same.

use std::time::Duration;

use a2t::client::{Client, Retry};
use a2t::dialect::{Anthropic, Executor, InProcess, Invoke, Selection};
use a2t::{Json, Server, ToolError, Toolset, Value};
use axum::Extension;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use serde_json::json;

use super::{assert_fails_with, read_result};

#[derive(Clone)]
struct App {
    greeting: &'static str,
}

#[derive(Clone)]
struct Greeting(&'static str);

impl FromRef<App> for Greeting {
    fn from_ref(app: &App) -> Self {
        Self(app.greeting)
    }
}

/// Kind of greeting.
#[derive(a2t::Enum)]
enum Manner {
    /// Among friends.
    Short,
    /// Everywhere else.
    VeryLong,
}

/// What was said.
#[derive(a2t::Output)]
struct Said {
    /// The words.
    words: String,
    /// How often.
    times: u64,
    /// The manner, if one was asked for.
    manner: Option<Manner>,
    /// All there is to know.
    details: Json<Value>,
}

/// Greets somebody.
#[a2t::tool(version = 1)]
async fn greet(
    /// Whom.
    #[a2t(max_length = 10)]
    name: String,
    /// How often.
    #[a2t(min = 1, max = 3, default = 1)]
    times: i64,
    /// In which manner.
    manner: Option<Manner>,
    /// Whether to shout.
    #[a2t(default = false)]
    loudly: bool,
    #[a2t(context)] State(greeting): State<Greeting>,
) -> Said {
    let words = format!("{} {name}", greeting.0);
    Said {
        words: if loudly { words.to_uppercase() } else { words },
        times: times.unsigned_abs(),
        manner,
        details: Json(json!({"z": [1.5, null], "a": {"b": "\u{e9}\""}})),
    }
}

#[derive(a2t::Error)]
enum Lost {
    /// The book is lost.
    #[a2t(status = 410, type = "https://library.example/lost")]
    Book {
        /// The day.
        since: &'static str,
    },
}

/// Fails in every way.
///
/// # Returns
/// Nothing, in fact.
#[a2t::tool(version = 1)]
fn fail(
    /// How.
    how: String,
) -> Result<Json<f64>, ToolError> {
    Err(match &*how {
        "refused" => ToolError::refused("not today"),
        "forbidden" => ToolError::forbidden("not you"),
        "not found" => ToolError::not_found("no such thing"),
        "conflict" => ToolError::conflict("the seat is taken"),
        "typed" => ToolError::not_found("the book is lost")
            .of_type("https://library.example/lost")
            .with_member("copies", &[1, 2])
            .with_member("since", "2026\u{202e}"),
        "declared" => Lost::Book { since: "2026\u{202e}" }.into(),
        "invalid" => ToolError::invalid("how", "is not a way, `how`\u{202e}"),
        "misnamed" => ToolError::invalid("hov", "is not a way"),
        "unavailable" => ToolError::unavailable("we are closed").retry_after(7),
        "internal" => ToolError::internal("the password is hunter2"),
        "nan" => return Ok(Json(f64::NAN)),
        _ => panic!("the password is hunter2"),
    })
}

/// Refuses every request with the status in it.
struct Guard;

impl<S: Sync> FromRequestParts<S> for Guard {
    type Rejection = Response;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, Response> {
        let shut = (StatusCode::UNAUTHORIZED, HeaderMap::new(), "who are you?");
        Err(shut.into_response())
    }
}

/// Is never reached.
///
/// # Returns
/// Nothing, in fact.
#[a2t::tool(version = 1)]
fn guarded(#[a2t(context)] _guard: Guard) -> bool {
    true
}

/// Returns the user's name.
///
/// # Returns
/// The name.
#[a2t::tool(version = 1)]
fn whoami(#[a2t(context)] Extension(user): Extension<&'static str>) -> String {
    user.to_owned()
}

const APP: App = App { greeting: "Hello" };

fn tools() -> Toolset<App> {
    a2t::toolset![greet, fail, guarded, whoami]
}

/// The same toolset behind a server on the loopback interface.
async fn over_http() -> impl Invoke + 'static {
    let server = Server::new(tools(), APP);
    let server = server.bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    tokio::spawn(server.serve());
    let client = Client::builder(&url).retry(Retry::Never);
    client.build().unwrap()
}

pub(crate) async fn results(executor: &Executor, inputs: &[(&str, Value)]) -> Vec<Value> {
    let mut results = Vec::new();
    for (name, input) in inputs {
        let call = json!({"type": "tool_use", "id": "toolu_1", "name": name, "input": input});
        let call = Anthropic::calls(&call).unwrap().remove(0);
        results.push(executor.run(call).await);
    }
    results
}

#[tokio::test]
async fn a_model_reads_the_same_of_tools_in_process_and_over_http() {
    let selection = Selection::from_tools(&InProcess::new(tools(), APP)).unwrap();
    let local = Executor::builder().toolset(tools(), APP).build().unwrap();
    let remote = Executor::builder().tools(selection, over_http().await);
    let remote = remote.build().unwrap();
    let mut inputs = vec![
        ("greet", json!({"name": "Ada"})),
        (
            "greet",
            json!({"name": "A\u{e9}\"\n", "times": 3, "manner": "VERY_LONG", "loudly": true}),
        ),
        ("greet", json!({"name": "Ada", "times": "2.0", "manner": "short", "loudly": "True"})),
        ("greet", json!({"name": "Ada", "times": null, "manner": null, "loudly": null})),
        ("greet", json!({"name": "a name that is too long", "times": 9, "maner": "SHORT"})),
        ("greet", json!({})),
        ("guarded", json!({})),
        ("whoami", json!({})),
    ];
    let ways = ["refused", "forbidden", "not found", "conflict", "unavailable", "nan", "panic"];
    let ways = ways.into_iter().chain(["invalid", "misnamed", "typed", "declared"]);
    inputs.extend(ways.map(|how| ("fail", json!({"how": how}))));
    inputs.push(("fail", json!({"how": "internal"})));
    let (local, remote) = (results(&local, &inputs).await, results(&remote, &inputs).await);
    for ((input, local), remote) in inputs.iter().zip(&local).zip(&remote) {
        assert!(!local.to_string().contains("hunter2"), "{local}");
        let (local, remote) = (read_result(local), read_result(remote));
        if let Some((known, _)) = remote.1.split_once("; the tool may have run all the same") {
            // Over HTTP it is not known how far a server came that failed.
            let in_process = [
                known,
                "Error: the tool failed; it may have run",
                "Error: the tool ran, but its result is lost",
            ];
            let is_known = in_process.iter().any(|words| local.1.starts_with(words));
            assert!(local.0 && is_known, "{input:?}: {local:?}");
        } else {
            assert_eq!(local, remote, "{input:?}");
        }
    }
    let (is_error, text) = read_result(&local[1]);
    assert!(!is_error);
    assert_eq!(
        text,
        "{\"words\":\"HELLO A\u{c9}\\\"\\n\",\"times\":3,\"manner\":\"VERY_LONG\",\
         \"details\":{\"z\":[1.5,null],\"a\":{\"b\":\"\u{e9}\\\"\"}}}"
    );
    assert_fails_with(&local[6], "this program is not allowed to call the tool");
    assert_fails_with(&local[13], "the tool ran, but its result is lost");
    let words =
        "Error: the arguments are not what the tool takes:\n- `how`: is not a way, `how`\\u{202e}";
    assert_eq!(read_result(&local[15]), (true, words));
    assert!(read_result(&local[16]).1.ends_with("- `hov` is not a way"), "{}", local[16]);
    let words =
        "Error: nothing was found: the book is lost\n- copies: [1,2]\n- since: \"2026\\u{202e}\"";
    assert_eq!(read_result(&local[17]), (true, words));
    let words = "Error: nothing was found: The book is lost.\n- since: \"2026\\u{202e}\"";
    assert_eq!(read_result(&local[18]), (true, words));
}

/// Plans a stay.
///
/// # Returns
/// The nights.
#[a2t::tool(version = 1)]
async fn plan(
    /// Day of arrival.
    #[a2t(name = "Day of arrival")]
    from: u8,
    /// Day of departure.
    #[a2t(name = "Day of departure")]
    to: u8,
) -> Result<u8, ToolError> {
    let reason = "is after `Day of departure`, not `elsewhere`";
    to.checked_sub(from).ok_or_else(|| ToolError::invalid("Day of arrival", reason))
}

#[tokio::test]
async fn a_model_reads_of_refused_inputs_by_the_names_that_it_was_shown() {
    let local = Executor::builder().toolset(a2t::toolset![plan], ()).build().unwrap();
    let server = Server::new(a2t::toolset![plan], ()).bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", server.local_addr());
    tokio::spawn(server.serve());
    let selection = Selection::from_tools(&InProcess::new(a2t::toolset![plan], ())).unwrap();
    let remote = Executor::builder().tools(selection, Client::new(&url).unwrap()).build().unwrap();
    let input = [("plan", json!({"day_of_arrival": 9, "day_of_departure": 2}))];
    for executor in [local, remote] {
        let result = results(&executor, &input).await.remove(0);
        let words = "Error: the arguments are not what the tool takes:\n\
                     - `day_of_arrival`: is after `day_of_departure`, not `elsewhere`";
        assert_eq!(read_result(&result), (true, words));
    }
}

#[tokio::test]
async fn contexts_see_the_request_that_the_program_gave() {
    let mut request = http::Request::new(());
    request.extensions_mut().insert("Ada");
    let local = InProcess::new(tools(), APP).request_template(request);
    let selection = Selection::from_tools(&local).unwrap().only(["whoami"]).unwrap();
    let executor = Executor::builder().tools(selection, local);
    let executor = executor.timeout(Duration::from_secs(5)).build().unwrap();
    let results = results(&executor, &[("whoami", json!({})), ("greet", json!({}))]).await;
    assert_eq!(read_result(&results[0]), (false, r#"{"result":"Ada"}"#));
    assert_fails_with(&results[1], "no tool is called `greet`");
}

#[tokio::test]
async fn tools_of_this_program_and_of_a_vendor_are_carried_out_side_by_side() {
    let selection = Selection::from_tools(&InProcess::new(tools(), APP)).unwrap();
    let remote = selection.only(["greet"]).unwrap();
    let local = InProcess::new(a2t::toolset![fail], ());
    let executor = Executor::builder()
        .tools(remote, over_http().await)
        .tools(Selection::from_tools(&local).unwrap(), local)
        .build()
        .unwrap();
    let inputs = [("greet", json!({"name": "Ada"})), ("fail", json!({"how": "refused"}))];
    let results = results(&executor, &inputs).await;
    assert!(read_result(&results[0]).1.contains("Hello Ada"));
    assert_fails_with(&results[1], "not today");
    let twice = Executor::builder().toolset(tools(), APP).toolset(tools(), APP).build();
    assert!(twice.is_err(), "one name, two tools");
}
