//! `--dialect mcp-server-json`: writes a catalog and its vendor's description of the server as the
//! `server.json` of a registry of MCP (schema of 2025-12-11).

use a2t::dialect::{Selected, Selection};
use a2t_core::error::inert;
use clap::Args;
use serde_json::{Value, json};

use crate::report::CommandError;

/// Name that stands for this document among the dialects.
pub(super) const DIALECT: &str = "mcp-server-json";

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const NAME_MAX: usize = 200;
const DESCRIPTION_MAX: usize = 100;
const VERSION_MAX: usize = 255;
/// Most bytes of what a publisher adds: the official registry takes no more.
const ADDED_MAX: usize = 4096;

#[derive(Args)]
#[command(next_help_heading = "With --dialect mcp-server-json")]
pub(super) struct Server {
    /// Name in the registry, as `com.example/weather`
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Description of the server, at most 100 characters
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Version of the server, as `1.2.0`
    #[arg(long, value_name = "VERSION")]
    server_version: Option<String>,
    /// Address at which the server speaks MCP, as `https://api.example.com/mcp`; may be repeated
    #[arg(long, value_name = "URL")]
    remote: Vec<String>,
    /// Package that speaks MCP on stdio, as `cargo:weather-vendor@1.2.0`; may be repeated
    #[arg(long, value_name = "REGISTRY:NAME@VERSION")]
    package: Vec<String>,
    /// Argument with which a package is started, as `--package-argument=--mcp-stdio`; may be repeated
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    package_argument: Vec<String>,
}

impl Server {
    /// The document.
    ///
    /// # Errors
    /// Something that a registry wants is missing or not as it wants it.
    pub(super) fn document(&self, tools: &Selection) -> Result<Value, CommandError> {
        let name = given("--name", self.name.as_deref())?;
        let description = given("--description", self.description.as_deref())?;
        let version = given("--server-version", self.server_version.as_deref())?;
        let mut wrong = Vec::new();
        wrong.extend(check_name(name));
        wrong.extend(check_length("description", description, DESCRIPTION_MAX));
        wrong.extend(check_version("--server-version", version));
        wrong.extend(self.remote.iter().filter_map(|url| check_url(url)));
        let packages = self.package.iter().map(|package| self.package(package));
        let (packages, refused): (Vec<_>, Vec<_>) = packages.partition(Result::is_ok);
        wrong.extend(refused.into_iter().filter_map(Result::err));
        if self.remote.is_empty() && self.package.is_empty() {
            let words = "name the server: --remote URL, --package REGISTRY:NAME@VERSION";
            wrong.push(words.to_owned());
        }
        if !wrong.is_empty() {
            return Err(CommandError::new(wrong.join("\n")));
        }
        let mut document = json!({
            "$schema": SCHEMA,
            "name": name,
            "description": description,
            "version": version,
        });
        let remote = |url| json!({ "type": "streamable-http", "url": url });
        let remotes: Vec<_> = self.remote.iter().map(remote).collect();
        let packages: Vec<_> = packages.into_iter().flatten().collect();
        for (member, list) in [("remotes", remotes), ("packages", packages)] {
            if let (false, Some(members)) = (list.is_empty(), document.as_object_mut()) {
                members.insert(member.to_owned(), Value::Array(list));
            }
        }
        if let (Some(added), Some(members)) = (added(tools), document.as_object_mut()) {
            members.insert("_meta".to_owned(), added);
        }
        Ok(document)
    }

    fn package(&self, text: &str) -> Result<Value, String> {
        let parts = text.split_once(':');
        let parts = parts.and_then(|(registry, rest)| Some((registry, rest.rsplit_once('@')?)));
        let Some((registry, (name, version))) = parts else {
            let text = inert(text);
            return Err(format!("`{text}` is not a package: expected REGISTRY:NAME@VERSION"));
        };
        if registry.is_empty() || name.is_empty() {
            return Err(format!("`{}` has an empty registry or name", inert(text)));
        }
        if let Some(wrong) = check_version("--package", version) {
            return Err(wrong);
        }
        let argument = |value| json!({ "type": "positional", "value": value });
        let mut package = json!({
            "registryType": registry,
            "identifier": name,
            "version": version,
            "transport": { "type": "stdio" },
        });
        let arguments: Vec<_> = self.package_argument.iter().map(argument).collect();
        if let (false, Some(members)) = (arguments.is_empty(), package.as_object_mut()) {
            members.insert("packageArguments".to_owned(), Value::Array(arguments));
        }
        Ok(package)
    }
}

fn given<'a>(option: &str, value: Option<&'a str>) -> Result<&'a str, CommandError> {
    value.ok_or_else(|| CommandError::new(format!("`--dialect {DIALECT}` needs {option}")))
}

/// Reverse DNS, one slash, a name (`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).
fn check_name(name: &str) -> Option<String> {
    let part = |part: &str, more: &[char]| {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || more.contains(&letter);
        !part.is_empty() && part.chars().all(fits)
    };
    let parts = name.split_once('/');
    let fits =
        parts.is_some_and(|(space, name)| part(space, &['.', '-']) && part(name, &['.', '_', '-']));
    let fits = fits && name.len() <= NAME_MAX;
    (!fits).then(|| {
        format!(
            "`{}` is not a name of a registry: expected at most {NAME_MAX} letters, digits, dots and \
             hyphens with one slash, such as com.example/weather",
            inert(name)
        )
    })
}

fn check_length(what: &str, text: &str, max: usize) -> Option<String> {
    let length = text.chars().count();
    let fits = (1..=max).contains(&length);
    (!fits).then(|| format!("the {what} has {length} characters: expected 1 to {max}"))
}

/// One version: registries refuse ranges and `latest`.
fn check_version(option: &str, version: &str) -> Option<String> {
    let starts = version.starts_with(|letter: char| letter.is_ascii_digit());
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-+".contains(letter);
    let range = version.split('.').any(|part| matches!(part, "x" | "X" | ""));
    let fits = starts && version.chars().all(plain) && !range && version.len() <= VERSION_MAX;
    let version = inert(version);
    (!fits).then(|| format!("{option}: `{version}` is not one version, such as 1.2.0"))
}

fn check_url(url: &str) -> Option<String> {
    let rest = url.strip_prefix("https://");
    let fits = rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace));
    let url = inert(url);
    (!fits).then(|| format!("--remote: `{url}` is not an address that begins with https://"))
}

/// The tools and their versions, unless they are more than a registry takes.
fn added(tools: &Selection) -> Option<Value> {
    let tool = |tool: &Selected| {
        let signature = tool.signature()?;
        Some(json!({ "name": tool.full_name(), "id": signature.tool_id.to_string(),
            "version": signature.version }))
    };
    let tools: Vec<_> = tools.iter().filter_map(tool).collect();
    let added = json!({ "dev.a2t/tools": tools });
    let fits = added.to_string().len() <= ADDED_MAX;
    fits.then(|| json!({ "io.modelcontextprotocol.registry/publisher-provided": added }))
}
