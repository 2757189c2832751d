//! Tools of these tests, and services that offer them, each twice.

use std::sync::{Arc, Mutex};

use a2t::__private::{self, Entry};
use a2t::{Caller, DynamicInputs, DynamicTool, Json, ToolError, Toolset};
use a2t_tool::channel::{Channel, Question};
use axum::Extension;
use http::HeaderMap;
use serde_json::{Value, json};

use super::suite::{greet, test_error_handling, test_logging_tool, test_region, test_simple_text};
use crate::server::Service;

#[derive(a2t::Output)]
struct Weather {
    /// The temperature.
    temperature: i32,
    /// The station's report.
    report: Json<Value>,
}

/// Looks up the weather of a city.
#[a2t::tool(version = 2, title = "Weather", tags = ["weather"], read_only)]
async fn lookup_weather(
    /// The city.
    #[a2t(max_length = 20)]
    city: String,
    /// Days ahead.
    #[a2t(min = 0, max = 14, default = 0)]
    days: u8,
) -> Weather {
    let report = json!({ "city": city, "\"\n": ["\u{e9}\u{1f600}\\", null, 1.5, {}] });
    Weather { temperature: 20 + i32::from(days), report: Json(report) }
}

/// Looks up the weather of a city.
///
/// # Returns
/// The weather in a word.
#[a2t::tool(name = "lookup_weather", version = 1)]
async fn lookup_weather_in_a_word(
    /// The city.
    city: String,
) -> String {
    format!("{city}: fair")
}

/// Returns what a context sees of its request.
///
/// # Returns
/// The headers, and the caller.
#[a2t::tool(version = 1)]
fn tell_head(
    #[a2t(context)] headers: HeaderMap,
    #[a2t(context)] uri: http::Uri,
    #[a2t(context)] caller: Option<Caller>,
) -> String {
    format!("{uri} {headers:?} {:?}", caller.as_ref().map(Caller::id))
}

/// Fails in the way that it is asked to.
///
/// # Returns
/// Never anything.
#[a2t::tool(version = 1)]
async fn fail(
    /// The way.
    way: String,
) -> Result<String, ToolError> {
    match &*way {
        "panic" => panic!("as it is asked to"),
        "break" => Err(ToolError::internal("as it is asked to")),
        "wait" => Err(ToolError::unavailable("asleep").retry_after(7)),
        _ => Err(ToolError::invalid("way", "is the wrong one")),
    }
}

/// Asks the user.
///
/// # Returns
/// The choice.
#[a2t::tool(version = 1)]
async fn ask(#[a2t(context)] Extension(channel): Extension<Arc<dyn Channel>>) -> String {
    let asked = channel.choose(Question::new("Sure?", ["Yes", "No"])).await;
    asked.map_or_else(|error| error.to_string(), |choice| choice.to_string())
}

/// Has a name, and an input, that hosts do not take.
///
/// # Returns
/// The word.
#[allow(non_snake_case)]
#[a2t::tool(name = "Say It!", version = 1)]
fn say_it(
    /// The word to say.
    #[a2t(name = "__proto__")]
    word: String,
) -> String {
    word
}

/// Is for those who may read.
///
/// # Returns
/// The secret.
#[a2t::tool(version = 1, scopes = ["read"])]
fn read_secret() -> &'static str {
    "hunter2"
}

/// The tools that the conformance suite calls.
fn suite() -> Toolset<()> {
    a2t::toolset![test_simple_text, test_error_handling, test_logging_tool, test_region, greet]
}

fn tools() -> Toolset<()> {
    a2t::toolset![lookup_weather, lookup_weather_in_a_word, tell_head, fail, ask, say_it]
}

/// A tool and copies of it, more than one page.
fn many() -> Toolset<()> {
    let [entry] =
        <<tell_head as __private::Listed>::This as __private::RunsWith<(), _, _>>::ENTRIES
    else {
        panic!("one tool")
    };
    let copies = (0..150).map(|number| {
        let mut signature = entry.signature.clone();
        signature.tool_id = a2t::ToolId::derive("tests", &number.to_string());
        signature.name = format!("copy_{number}").into();
        &*Box::leak(Box::new(Entry { signature: Box::leak(Box::new(signature)), ..*entry }))
    });
    Toolset::from_entries(copies)
}

fn dynamic() -> Toolset<()> {
    let tools = (0..3).map(|number| {
        let text = json!({
            "toolId": format!("0479a45d-ad0a-49d4-94db-75edf00d2ca{number}"),
            "name": format!("dynamic_{number}"), "description": "", "version": 1, "currentVersion": 1,
        });
        let code = async |_: DynamicInputs| Ok(json!({}));
        DynamicTool::parse(text.to_string(), code).unwrap()
    });
    Toolset::default().extend(tools).unwrap()
}

/// Two services of the same tools and settings, one for each way.
pub(super) struct Pair {
    pub(super) services: [Service<()>; 2],
    faults: [Arc<Mutex<Vec<String>>>; 2],
    /// A server of a2t is around the services.
    pub(super) is_within_server: bool,
}

impl Pair {
    fn new(set: impl Fn(Service<()>) -> Service<()>, tools: impl Fn() -> Toolset<()>) -> Self {
        let faults: [Arc<Mutex<Vec<String>>>; 2] = Default::default();
        let services = faults.each_ref().map(|faults| {
            let faults = Arc::clone(faults);
            let service = Service::new(tools(), ()).server_info("tests", "1.2.3");
            set(service).on_fault(move |fault| faults.lock().unwrap().push(fault.to_string()))
        });
        Self { services, faults, is_within_server: false }
    }

    /// Faults that both ways reported since the last look.
    pub(super) fn faults(&self) -> [Vec<String>; 2] {
        self.faults.each_ref().map(|faults| std::mem::take(&mut *faults.lock().unwrap()))
    }
}

pub(super) fn pairs() -> Vec<Pair> {
    let hosts = |service: Service<()>| {
        service.allow_host("tools.example.com:8080").allow_host("Example.org")
    };
    vec![
        Pair::new(|service| service, tools),
        Pair::new(|service| service.version_names().mirror("city"), tools),
        Pair::new(|service| hosts(service).allow_origin("https://app.example.com"), tools),
        Pair::new(Service::allow_any_host, tools),
        Pair { is_within_server: true, ..Pair::new(|service| service, tools) },
        Pair { is_within_server: true, ..Pair::new(hosts, tools) },
        Pair::new(|service| service, suite),
        Pair::new(|service| service.mirror("region"), suite),
        Pair::new(|service| service, many),
        Pair::new(|service| service, dynamic),
        Pair::new(|service| service, || a2t::toolset![tell_head, read_secret]),
        Pair::new(|service| service, || a2t::toolset![tell_head, read_secret].step_up()),
    ]
}
