//! One server of a configuration: how the file has it, and the way to it.

use a2t::mcp::client::Source;
use a2t_codegen::fetch::origin;
use a2t_core::error::inert;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::super::Fetch;
use super::super::mcp::kept;
use super::template::{Template, set};
use crate::text::hex;

/// Members that change what a command does, and that a snapshot would not remember.
const REFUSED: [(&str, &str); 2] = [
    ("cwd", "run this command in that folder instead"),
    ("envFile", "name its variables in `env`, such as `\"KEY\": \"${KEY}\"`"),
];

pub(super) enum Server {
    Command { words: Vec<Template>, environment: Vec<(String, Template)> },
    Url { url: Template, headers: Vec<(String, Template)> },
}

/// The way to a server of a configuration. `Debug` would show its secrets.
#[derive(Clone)]
pub(in super::super) struct Configured {
    /// The way to it, with its secrets.
    pub(in super::super) asked: Source,
    /// The same as its snapshot has it.
    pub(in super::super) source: Source,
    /// Warnings of secrets that the snapshot does not have.
    pub(in super::super) hidden: Vec<String>,
    pub(in super::super) headers: Vec<(String, String)>,
    pub(in super::super) environment: Vec<(String, String)>,
    /// The command's variables as the snapshot has them, and names of those in its arguments.
    pub(in super::super) names: [Vec<String>; 2],
    /// Of the same, those that are this program's.
    pub(in super::super) of_program: [Vec<String>; 2],
}

impl Server {
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let kind = match value.get("type") {
            None => "",
            Some(kind) => kind.as_str().ok_or("its `type` is not a string")?,
        };
        if kind == "sse" {
            return Err(
                "the transport `sse` is not supported; expected `stdio` or `http`".to_owned()
            );
        }
        if let Some((name, advice)) = REFUSED.iter().find(|(name, _)| value.get(name).is_some()) {
            return Err(format!("`{name}` is not supported; {advice}"));
        }
        match (kind, value.get("command"), value.get("url")) {
            ("" | "stdio", Some(command), None) => {
                let program = command.as_str().filter(|program| !program.is_empty());
                let program = program.ok_or("its `command` is not the name of a program")?;
                let words = std::iter::once(Ok(program)).chain(strings(value, "args"));
                let words = words.map(|word| Template::parse(word?)).collect::<Result<_, _>>()?;
                Ok(Self::Command { words, environment: members(value, "env")? })
            }
            ("" | "http" | "streamable-http" | "streamableHttp", None, Some(url)) => {
                let url = Template::parse(url.as_str().ok_or("its `url` is not a string")?)?;
                Ok(Self::Url { url, headers: members(value, "headers")? })
            }
            _ => Err("expected a server with `command`, or one with `url`".to_owned()),
        }
    }

    /// Returns the variables that only the host knows, and `--pass-env` may give.
    pub(super) fn asks_for(&self) -> impl Iterator<Item = &str> {
        let variables = match self {
            Self::Command { environment, .. } => &**environment,
            Self::Url { .. } => &[],
        };
        let asked = variables.iter().filter(|(_, value)| value.input().is_some());
        asked.map(|(name, _)| &**name)
    }

    /// Returns the server as a snapshot remembers it, without any value of the environment.
    pub(super) fn kept(&self) -> Configured {
        let (source, names) = match self {
            Self::Command { words, environment } => {
                let pass = environment.iter().map(recorded).collect();
                let named = words.iter().skip(1).flat_map(Template::names).map(str::to_owned);
                (
                    Source::Stdio { command: words.iter().map(Template::kept).collect() },
                    [pass, named.collect()],
                )
            }
            Self::Url { url, .. } => (Source::Http { url: url.kept() }, [Vec::new(), Vec::new()]),
        };
        let (source, hidden) = kept(&source);
        let hidden = hidden.first().map(|_| {
            let location = crate::mcp::location(&source);
            format!(
                "warning: the snapshot leaves out a part of `{location}` that looks like a secret; put it into an \
                 environment variable, and write ${{NAME}} in its place"
            )
        });
        Configured {
            asked: source.clone(),
            source,
            hidden: hidden.into_iter().collect(),
            headers: Vec::new(),
            environment: Vec::new(),
            names,
            of_program: [Vec::new(), Vec::new()],
        }
    }

    /// Fills in the variables that `--config-env` allows.
    pub(super) fn filled(&self, fetch: &Fetch, kept: Configured) -> Result<Configured, String> {
        match self {
            Self::Command { words, environment } => command(fetch, kept, words, environment),
            Self::Url { url, headers } => address(fetch, kept, url, headers),
        }
    }
}

/// A variable as a snapshot has it: its name, and a digest of its text in the file, which may be a secret.
fn recorded((name, value): &(String, Template)) -> String {
    let digest = Sha256::digest(format!("{name}={}", value.kept()));
    format!("{name}=sha256:{}", hex(&digest))
}

fn command(
    fetch: &Fetch,
    kept: Configured,
    words: &[Template],
    variables: &[(String, Template)],
) -> Result<Configured, String> {
    if let Some(input) = words.iter().find_map(Template::input) {
        return Err(format!(
            "an argument asks for `${{input:{}}}`, which its host only has; write `${{NAME}}` in its place, and \
             add `--config-env NAME`",
            inert(input)
        ));
    }
    let (asked, own): (Vec<_>, Vec<_>) =
        variables.iter().partition(|(_, value)| value.input().is_some());
    if let Some((name, value)) = asked.iter().find(|(name, _)| !fetch.mcp.passes(name)) {
        let (name, input) = (inert(name), inert(value.input().unwrap_or_default()));
        return Err(format!(
            "its variable `{name}` asks for `${{input:{input}}}`, which its host only has; set `{name}` in the \
             environment, and add `--pass-env {name}`"
        ));
    }
    let templates = words.iter().chain(own.iter().map(|(_, value)| value));
    allowed(fetch, templates, None)?;
    let (program, arguments) = words.split_first().ok_or("it has no command")?;
    let arguments = arguments.iter().map(Template::argument);
    let command = std::iter::once(program.value()).chain(arguments).collect::<Result<_, _>>()?;
    let value =
        |(name, value): &(String, Template)| Ok::<_, String>((name.clone(), value.value()?));
    let is_set = |name: &&String| set(name).is_some();
    Ok(Configured {
        asked: Source::Stdio { command },
        environment: own.into_iter().map(value).collect::<Result<_, _>>()?,
        of_program: [
            asked.into_iter().map(|(name, _)| name.clone()).collect(),
            kept.names.last().into_iter().flatten().filter(is_set).cloned().collect(),
        ],
        ..kept
    })
}

fn address(
    fetch: &Fetch,
    kept: Configured,
    url: &Template,
    headers: &[(String, Template)],
) -> Result<Configured, String> {
    let asked = url.value().map_err(|reason| format!("its `url`: {reason}"))?;
    let origin = origin(&asked).ok_or("its `url` is not an address over http or https")?;
    let given = fetch.server.headers(&asked).map_err(|error| error.reason().to_owned())?;
    let is_given = |name: &str| given.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
    let own: Vec<_> = headers.iter().filter(|(name, _)| !is_given(name)).collect();
    if let Some((name, input)) = own.iter().find_map(|(name, value)| Some((name, value.input()?))) {
        return Err(format!(
            "its header `{}` asks for `${{input:{}}}`, which its host only has; put the header into an \
             environment variable, and add `--header-env NAME={origin}`",
            inert(name),
            inert(input)
        ));
    }
    let templates = std::iter::once(url).chain(own.iter().map(|(_, value)| value));
    allowed(fetch, templates, Some(&origin))?;
    let header =
        |(name, value): &&(String, Template)| Ok::<_, String>((name.clone(), value.value()?));
    let headers = own.iter().map(header).collect::<Result<_, _>>()?;
    Ok(Configured { asked: Source::Http { url: asked }, headers, ..kept })
}

/// A configuration comes from others: a server gets only the variables that the command line allows.
fn allowed<'t>(
    fetch: &Fetch,
    templates: impl Iterator<Item = &'t Template>,
    origin: Option<&str>,
) -> Result<(), String> {
    let names = templates.flat_map(Template::names).filter(|name| set(name).is_some());
    let mut denied: Vec<_> = names.filter(|name| !fetch.config.allows(name, origin)).collect();
    denied.sort_unstable();
    denied.dedup();
    if denied.is_empty() {
        return Ok(());
    }
    let option = |name: &&str| match origin {
        Some(origin) => format!("--config-env {name}={origin}"),
        None => format!("--config-env {name}"),
    };
    let who = origin.map_or("the command", |_| "the server");
    let options: Vec<_> = denied.iter().map(option).collect();
    Err(format!(
        "the file names environment variables, and nothing allows {who} to have them; if it may, add `{}`",
        options.join(" ")
    ))
}

/// The strings of a list, which may be missing.
fn strings<'v>(
    value: &'v Value,
    name: &'static str,
) -> impl Iterator<Item = Result<&'v str, String>> {
    let wrong = move || format!("its `{name}` is not a list of strings");
    let (list, error) = match value.get(name) {
        None => (None, None),
        Some(Value::Array(list)) => (Some(list), None),
        Some(_) => (None, Some(Err(wrong()))),
    };
    let string = move |word: &'v Value| word.as_str().ok_or_else(wrong);
    list.into_iter().flatten().map(string).chain(error)
}

/// The members of an object of strings, which may be missing.
fn members(value: &Value, name: &str) -> Result<Vec<(String, Template)>, String> {
    let wrong = || format!("its `{name}` is not an object of strings");
    let members = match value.get(name) {
        None => return Ok(Vec::new()),
        Some(members) => members.as_object().ok_or_else(wrong)?,
    };
    let one = |(key, value): (&String, &Value)| {
        Ok((key.clone(), Template::parse(value.as_str().ok_or_else(wrong)?)?))
    };
    members.iter().map(one).collect()
}
