//! `cargo a2t call`: one invocation of one tool, checked before it is sent and when it is answered.

use std::path::Path;

use a2t_codegen::fetch::{Endpoint, Error};
use a2t_core::error::inert;
use a2t_core::invocation::{Arguments, check_arguments, read_result};
use a2t_core::wire::problem::Problem;
use a2t_core::wire::route::Route;
use a2t_core::{Code, ToolSignature, ValidationError, Violation, Violations};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::catalog::{self, Headers, Opened, report_deprecated, shown as shown_path};
use crate::report::{CommandError, Outcome, Report};
use crate::text::fitted;

#[derive(Args)]
#[command(
    about = "Call a tool and print its outputs",
    long_about = "Call the current version of a tool, or the one that TOOL@N names, once, and print its outputs. The arguments \
                  are typed and checked by the tool's signature before anything is sent.",
    after_help = "Exit status: 0 the tool answered, 1 it refused or its answer breaks its \
                  signature, 2 unreachable, no such tool, or a temporary failure."
)]
pub(crate) struct Call {
    /// The root of the API, the part before `/tools`
    url: String,
    /// The tool's name or id, with `@N` for its version N
    #[arg(value_name = "TOOL[@N]")]
    tool: String,
    /// An input by its name, such as `City=Omaha` or `'Flight Class=ECONOMY'`
    #[arg(value_name = "NAME=VALUE")]
    arguments: Vec<String>,
    #[command(flatten)]
    headers: Headers,
}

impl Call {
    pub(super) fn run(&self) -> Outcome {
        if !self.url.contains("://")
            && (self.url.ends_with(".json") || Path::new(&self.url).exists())
        {
            let file = shown_path(Path::new(&self.url));
            if let Ok(Opened::Described(_)) = catalog::open(Path::new(&self.url)) {
                return Err(CommandError::new(format!(
                    "{file}: a snapshot of an MCP server; `call` speaks A2T only, to the URL of an API"
                )));
            }
            return Err(CommandError::new(format!(
                "{file}: a file answers no calls; give the URL of an API, or serve the file with \
                 `cargo a2t mock {file}`"
            )));
        }
        let endpoint = self.headers.endpoint(&self.url)?;
        let catalog = if self.tool.contains('@') {
            catalog::versions(&endpoint, &self.tool)?
        } else {
            catalog::sound(&endpoint)?
        };
        let tool = catalog.tool(&self.tool)?;
        report_deprecated([tool]);
        let mut arguments = Arguments::new();
        for text in &self.arguments {
            let inputs = tool.input_parameters.iter();
            let inputs = inputs.map(|input| (&*input.name, input.kind.json_type()));
            let (name, value) = typed(inputs, text)?;
            arguments.push(name, value);
        }
        let violations = check_arguments(tool, &arguments);
        if !violations.is_empty() {
            let title = format!("not sent: `{}` does not take these arguments", inert(&tool.name));
            return Ok(refused(tool, &title, &violations));
        }
        invoke(&endpoint, tool, &arguments)
    }
}

/// `NAME=VALUE` by the type in JSON that the signature gives NAME; a value that does not fit stays text,
/// for the check to refuse. A name may have `=` in it.
pub(super) fn typed<'a>(
    inputs: impl Iterator<Item = (&'a str, &'a str)>,
    text: &str,
) -> Result<(String, Value), CommandError> {
    let declared = inputs.filter_map(|(name, json_type)| {
        let value = text.strip_prefix(name)?.strip_prefix('=')?;
        Some((name, json_type, value))
    });
    let Some((name, json_type, value)) = declared.max_by_key(|(name, ..)| name.len()) else {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            CommandError::new(format!(
                "`{}` is not an argument; expected NAME=VALUE such as `City=Omaha`",
                inert(text)
            ))
        })?;
        return Ok((name.to_owned(), value.into()));
    };
    let typed = match json_type {
        "integer" => value.parse::<i64>().ok().map(Value::from),
        "boolean" => value.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    Ok((name.to_owned(), typed.unwrap_or_else(|| value.into())))
}

fn invoke(endpoint: &Endpoint, tool: &ToolSignature, arguments: &Arguments) -> Outcome {
    let route = Route::InvokeVersion(tool.tool_id, tool.version);
    let reply = match endpoint.post(route, arguments.to_body(&tool.name)) {
        Ok(reply) => reply,
        Err(Error::Status { problem, .. }) if is_refusal(problem.status) => {
            return Ok(refused(tool, &refusal(&problem), &problem.violations));
        }
        Err(error) => return Err(error.into()),
    };
    if reply.status == NO_CONTENT {
        if tool.output_parameters.is_empty() {
            return Ok(answered(tool, Vec::new()));
        }
        let title = "the tool answered with status 204, which has no body, although its signature \
                     promises outputs; report it to the vendor";
        return Ok(refused(tool, title, &Violations::default()));
    }
    let broken = match read_result(tool, &reply.body) {
        Ok(values) => return Ok(answered(tool, values)),
        Err(ValidationError::Rules(violations)) => {
            let title = "the reply breaks the tool's signature; report it to the vendor";
            refused(tool, title, &violations)
        }
        Err(ValidationError::Syntax(error)) => {
            let title = format!("the reply is not JSON: {error}; report it to the vendor");
            refused(tool, &title, &Violations::default())
        }
    };
    Ok(with_reply(broken, &reply.body))
}

/// RFC 9110, section 15.3.5.
const NO_CONTENT: u16 = 204;

/// Adds the reply of a tool that ran, because it may still be what the caller needs.
fn with_reply(mut report: Report, body: &[u8]) -> Report {
    let text = String::from_utf8_lossy(body);
    report.line(fitted("the reply: ", &inert(text.trim())));
    report.member("reply", inert(text.trim()));
    report
}

/// The tool refused the call, rather than being unavailable for this caller or now.
fn is_refusal(status: u16) -> bool {
    matches!(status, 400..500) && !matches!(status, 401 | 403 | 407 | 408 | 429)
}

/// Returns status and reason. Leaves out what the list of violations shows, and does not name the
/// signature if the tool itself refuses values that match it.
fn refusal(problem: &Problem) -> String {
    let Some(first) = problem.violations.iter().next() else {
        return format!("refused: {problem}");
    };
    let by_tool =
        |violation: &Violation| matches!(violation.code, Code::RefusedInput | Code::Unreadable);
    let mut shown = problem.clone();
    if problem.detail.starts_with(&first.to_string()) {
        shown.detail.clear();
    }
    if problem.violations.iter().all(by_tool) {
        shown.title = "the tool does not take these values".into();
    }
    format!("refused: {shown}")
}

fn refused(tool: &ToolSignature, title: &str, violations: &Violations) -> Report {
    let mut report = Report::new(false);
    report.line(fitted("", title));
    for violation in violations {
        report.line(fitted("  ", &violation.message()));
    }
    identify(&mut report, tool);
    report.member("refused", title);
    report.member(
        "violations",
        violations.iter().map(|violation| json!(violation)).collect::<Value>(),
    );
    report
}

fn answered(tool: &ToolSignature, values: Vec<Option<Value>>) -> Report {
    let mut report = Report::new(true);
    let mut outputs = Map::new();
    for (output, value) in tool.output_parameters.iter().zip(values) {
        let Some(value) = value else {
            continue;
        };
        report.line(format!("{}: {}", inert(&output.name), shown(&value)));
        outputs.insert(output.name.clone().into_owned(), value);
    }
    if outputs.is_empty() {
        let none = if tool.output_parameters.is_empty() {
            "done: the tool has no outputs"
        } else {
            "done: the tool left out all of its outputs"
        };
        report.line(none.to_owned());
    }
    identify(&mut report, tool);
    report.member("outputs", outputs);
    report
}

fn identify(report: &mut Report, tool: &ToolSignature) {
    report.member("tool", tool.name.clone().into_owned());
    report.member("toolId", tool.tool_id.to_string());
    report.member("version", tool.version);
}

/// A value for people: text as it is, indented where it has several lines; other JSON laid out.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains('\n') => {
            format!("\n    {}", text.replace('\n', "\n    "))
        }
        Value::String(text) => text.clone(),
        Value::Object(_) | Value::Array(_) => format!("{value:#}"),
        scalar => scalar.to_string(),
    }
}
