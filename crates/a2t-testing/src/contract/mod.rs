//! The contract of a toolset, tried from outside: callers get what its signatures declare.

mod examples;
mod report;
mod values;

use std::time::{SystemTime, UNIX_EPOCH};

use a2t_core::invocation::{Arguments, check_given};
use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use a2t_core::{Code, InputParameter, InputType, ToolSignature};
use a2t_tool::{Caller, IntoTools};
use http::StatusCode;

pub use self::report::{Breach, Broken, Kept};

use self::examples::{Examples, Texts};
use self::report::Tally;
use self::values::{Mistake, cases, mistakes, probe};
use super::{CallError, TestClient, TestResponse};
use crate::numbers::Numbers;

const HIDDEN: &str = "`GET /tools` does not list it for a caller with all scopes: check a client of \
                      a caller who sees it, by `Contract::new(TestClient::…caller(…))`";

/// Texts that few types read.
const PROBES: [&str; 3] = ["", "\"aZ 0é", "0"];

/// Calls with values by chance, of each version of each tool.
const CASES: usize = 32;

/// Checks a toolset against its own signatures, for each tool and each version that it serves:
///
/// - it is listed under its id with the same signature everywhere, the newest version as the current one;
/// - valid arguments are accepted: the least and the largest of each input, each value of an enum,
///   optional inputs present and absent, and 32 more by chance;
/// - each value that breaks one rule of an input is refused by that rule;
/// - replies have outputs that are declared, of their types, and nothing fails. An `Option` may be left out.
///
/// The calls are those of a caller with the id `contract`, who has all scopes; a rule of the toolset that hides a tool from it is
/// a breach: [`Contract::new`] takes a client with another caller.
///
/// An input whose type is read from a text (`#[a2t(text)]`) needs an `example` that it reads, so
/// that refusals of other texts are not taken for a breach. An example that its type refuses is a
/// breach.
///
/// A tool may refuse valid arguments in its own words (`ToolError::not_found` and the like). The tools
/// run, so give a state that calls may change. The seed is printed with what is broken; the variable
/// `A2T_SEED` repeats it.
///
/// ```
/// /// Adds two numbers.
/// ///
/// /// # Returns
/// /// The sum.
/// #[a2t::tool(version = 1)]
/// fn add(
///     /// First addend.
///     #[a2t(max = 1_000)]
///     a: u32,
///     /// Second addend.
///     b: i16,
/// ) -> i64 {
///     i64::from(a) + i64::from(b)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), a2t::testing::Broken> {
/// a2t::testing::contract(a2t::toolset![add], ()).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Broken`], with each breach: the tool, its version, the arguments, and what was expected. A wrong `example` is
/// one breach of the tool, however many calls use it.
pub async fn contract<S>(toolset: impl IntoTools<S>, state: S) -> Result<Kept, Broken>
where
    S: Clone + Send + Sync + 'static,
{
    let tools = toolset.into_tools();
    let expected = tools.signatures().cloned().collect();
    let caller = Caller::new("contract").with_scopes(tools.scopes());
    let client = TestClient::with_state(tools, state).caller(caller);
    Contract { expected, ..Contract::new(client) }.check().await
}

/// A [`contract`] with settings.
///
/// ```
/// use a2t::testing::{Contract, TestClient};
/// use http::header::{AUTHORIZATION, HeaderValue};
/// # /// Tells the time.
/// # ///
/// # /// # Returns
/// # /// Seconds.
/// # #[a2t::tool(version = 1)]
/// # fn clock() -> i64 { 0 }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), a2t::testing::Broken> {
/// let client = TestClient::new(a2t::toolset![clock])
///     .header(AUTHORIZATION, HeaderValue::from_static("Bearer of-a-test"));
/// let kept = Contract::new(client).cases(100).seed(7).check().await?;
/// assert_eq!((kept.versions, kept.refused_by_tools), (1, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Contract {
    client: TestClient,
    cases: usize,
    seed: Option<u64>,
    /// Tools that have to be listed.
    expected: Vec<ToolSignature>,
}

impl Contract {
    /// Creates a contract that this client checks, with its headers and its path.
    pub fn new(client: TestClient) -> Self {
        Self { client, cases: CASES, seed: None, expected: Vec::new() }
    }

    /// Sets how many calls with values by chance each version gets, 32 by default.
    #[must_use]
    pub fn cases(self, cases: usize) -> Self {
        Self { cases, ..self }
    }

    /// Sets the seed of values by chance; by default that of the variable `A2T_SEED`, or the time.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Checks it.
    ///
    /// # Errors
    /// [`Broken`], as [`contract`].
    pub async fn check(self) -> Result<Kept, Broken> {
        let seed = self.seed.unwrap_or_else(some_seed);
        let mut tally = Tally::new(seed);
        match self.client.signatures(Route::Tools).await {
            Ok(tools) => {
                let is_hidden =
                    |tool: &&ToolSignature| !tools.iter().any(|t| t.tool_id == tool.tool_id);
                for tool in self.expected.iter().filter(is_hidden) {
                    tally.breach(tool, None, HIDDEN);
                }
                for tool in &tools {
                    tally.kept.tools += 1;
                    self.check_tool(tool, &mut tally).await;
                }
            }
            Err(error) => tally.unlisted(error),
        }
        tally.ended()
    }

    async fn check_tool(&self, tool: &ToolSignature, tally: &mut Tally) {
        let id = tool.tool_id;
        match self.one(Route::Tool(id)).await {
            Ok(found) if found == *tool => {}
            Ok(_) => tally.breach(tool, None, "`GET /tools` lists it with another signature"),
            Err(error) => tally.breach(tool, None, error),
        }
        let versions = match self.client.signatures(Route::Versions(id)).await {
            Ok(versions) => versions,
            Err(error) => return tally.breach(tool, None, error),
        };
        if versions.first() != Some(tool) {
            tally.breach(tool, None, "its newest version is not the one that `GET /tools` lists");
        }
        for version in &versions {
            tally.kept.versions += 1;
            match self.one(Route::Version(id, version.version)).await {
                Ok(found) if found == *version => {}
                Ok(_) => tally.breach(version, None, "its list of versions differs"),
                Err(error) => tally.breach(version, None, error),
            }
            self.check_calls(version, tally).await;
        }
    }

    async fn one(&self, route: Route) -> Result<ToolSignature, CallError> {
        let response = self.client.get(&route.to_string()).await;
        let asked = format!("GET {route}");
        if response.status != StatusCode::OK {
            return Err(response.into_error(&asked));
        }
        let parsed = a2t_core::signature::parse(&response.body);
        parsed
            .map(|parsed| parsed.signature)
            .map_err(|invalid| CallError::of_another(&asked, &invalid))
    }

    async fn check_calls(&self, version: &ToolSignature, tally: &mut Tally) {
        let mut numbers = Numbers::new(tally.seed());
        numbers.add(&version.tool_id.as_u128().to_be_bytes());
        numbers.add(&version.version.to_be_bytes());
        let examples = self.examples(version, tally.seed()).await;
        for arguments in cases(version, self.cases, &examples, &mut numbers) {
            let response = self.invoke(version, &arguments).await;
            accepted(version, &arguments, response, tally);
        }
        for mistake in mistakes(version, &examples, &mut numbers) {
            let response = self.invoke(version, &mistake.arguments).await;
            refused(version, &mistake, response, tally);
        }
    }

    /// Texts that types read, from their refusals of texts that few of them read.
    async fn examples(&self, version: &ToolSignature, seed: u64) -> Examples {
        let (mut examples, mut numbers) = (Examples::default(), Numbers::new(seed));
        let is_text = |input: &InputParameter| matches!(input.kind, InputType::String { .. });
        if version.input_parameters.iter().any(is_text) {
            for text in PROBES {
                let arguments = probe(version, text, &examples, &mut numbers);
                let response = self.invoke(version, &arguments).await;
                examples.learn(&Problem::parse(response.status.as_u16(), &response.body));
            }
        }
        examples
    }

    async fn invoke(&self, version: &ToolSignature, arguments: &Arguments) -> TestResponse {
        let route = Route::InvokeVersion(version.tool_id, version.version);
        self.client.post_call(route, arguments.to_body(&version.name)).await
    }
}

/// A seed of the environment, or of the time.
fn some_seed() -> u64 {
    let given = std::env::var("A2T_SEED").ok().and_then(|seed| seed.parse().ok());
    let time = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    given.unwrap_or_else(time)
}

/// Checks the reply to valid arguments.
fn accepted(
    version: &ToolSignature,
    arguments: &Arguments,
    response: TestResponse,
    tally: &mut Tally,
) {
    let status = response.status;
    if status == StatusCode::OK {
        tally.kept.accepted += 1;
        if let Err(invalid) = check_given(version, &response.body) {
            let what = format!("its reply is not the one that is declared:\n{invalid}");
            tally.breach(version, Some(arguments), what);
        }
        return;
    }
    let problem = Problem::parse(status.as_u16(), &response.body);
    let texts = Examples::of_problem(arguments, &problem);
    if let Texts::Broken(what) = texts {
        return tally.breach_once(version, arguments, what);
    }
    let is_refused =
        problem.violations.iter().all(|violation| violation.code == Code::RefusedInput);
    let is_own = status.is_client_error() && is_refused || matches!(texts, Texts::Refused);
    let is_faultless = response.fault.is_none();
    if is_own && is_faultless || status == StatusCode::SERVICE_UNAVAILABLE {
        tally.kept.refused_by_tools += 1;
    } else {
        let error = response.into_error("POST");
        tally.breach(version, Some(arguments), format!("valid arguments were answered by {error}"));
    }
}

/// Checks the reply to arguments with one mistake.
fn refused(version: &ToolSignature, mistake: &Mistake, response: TestResponse, tally: &mut Tally) {
    let status = response.status;
    let problem = Problem::parse(status.as_u16(), &response.body);
    let is_found = problem.violations.into_iter().any(|found| found.code == mistake.code);
    if status == StatusCode::BAD_REQUEST && is_found {
        tally.kept.refused += 1;
        return;
    }
    let hint = match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            "; give the client the credentials of a caller, by `TestClient::header`"
        }
        _ => "",
    };
    let (rule, what) = (mistake.code.slug(), &mistake.what);
    let message =
        format!("{what} is to be refused by `{rule}`, and was answered with {status}{hint}");
    tally.breach(version, Some(&mistake.arguments), message);
}
