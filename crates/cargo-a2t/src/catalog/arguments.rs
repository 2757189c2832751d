//! Arguments that several commands share: a catalog, a selection of its tools, a server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use a2t_codegen::Selection;
use a2t_codegen::fetch::{Endpoint, Limits};
use a2t_core::wire::page::DOCUMENT_MAX;
use clap::builder::{PathBufValueParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, value_parser};

use super::{Headers, Source};
use crate::report::CommandError;

#[derive(Args)]
pub(crate) struct Named {
    /// The catalog, a folder `published`, or the root of the API that serves it
    #[arg(value_name = "FILE|URL")]
    catalog: String,
    #[command(flatten)]
    headers: Headers,
}

impl Named {
    pub(crate) fn source(&self) -> Result<Source, CommandError> {
        Source::new(&self.catalog, |url| self.headers.endpoint(url))
    }

    pub(crate) fn name(&self) -> &str {
        &self.catalog
    }
}

/// The path of a file to write. `-` is none: reports go to standard output, too.
pub(crate) fn file() -> impl TypedValueParser<Value = PathBuf> {
    let reason = "`-` is not the path of a file; give one to write to";
    PathBufValueParser::new().try_map(
        move |path| {
            if path == Path::new("-") { Err(reason) } else { Ok(path) }
        },
    )
}

#[derive(Args, Clone)]
pub(crate) struct Picked {
    #[arg(
        long,
        value_name = "NAME|ID[@VERSION]",
        help = "Only this tool, at its newest version or at VERSION; may be repeated"
    )]
    tool: Vec<String>,
    /// Only tools with this tag, and those of --tool; may be repeated
    #[arg(long)]
    tag: Vec<String>,
}

impl Picked {
    /// Names of tools, where there are neither versions nor tags.
    pub(crate) fn names(&self) -> Result<&[String], CommandError> {
        match self.tag.first() {
            Some(_) => Err(CommandError::new("MCP has no tags: pick tools with --tool")),
            None => Ok(&self.tool),
        }
    }

    /// Returns each name and each tag as its own filter.
    pub(crate) fn parts(&self) -> Vec<Self> {
        let tools = self.tool.iter().map(|tool| Self { tool: vec![tool.clone()], tag: Vec::new() });
        let tags = self.tag.iter().map(|tag| Self { tool: Vec::new(), tag: vec![tag.clone()] });
        tools.chain(tags).collect()
    }

    /// Returns one filter that combines these parts.
    pub(crate) fn new(parts: Vec<Self>) -> Self {
        let tool = parts.iter().flat_map(|part| part.tool.clone()).collect();
        Self { tool, tag: parts.into_iter().flat_map(|part| part.tag).collect() }
    }

    /// Returns the first name or tag, and which of the two it is.
    pub(crate) fn first(&self) -> (&'static str, &str) {
        match (self.tool.first(), self.tag.first()) {
            (Some(tool), _) => ("tool", tool),
            (None, tag) => ("tag", tag.map_or("", String::as_str)),
        }
    }

    pub(crate) fn selection(&self) -> Selection {
        let tools = self.tool.iter().fold(Selection::default(), Selection::tool);
        self.tag.iter().fold(tools, Selection::tag)
    }
}

const DAY: u64 = 86_400;
const BYTES_MAX: u64 = DOCUMENT_MAX as u64;

fn up_to(most: u64) -> RangedU64ValueParser {
    value_parser!(u64).range(1..=most)
}

#[derive(Args, Clone)]
pub(crate) struct Bounded {
    #[command(flatten)]
    headers: Headers,
    #[command(flatten)]
    bounds: Bounds,
}

impl Bounded {
    pub(crate) fn endpoint(&self, url: &str) -> Result<Endpoint, CommandError> {
        Ok(self.headers.endpoint(url)?.limits(self.bounds.limits()))
    }

    /// Returns names and values of the headers to send to this URL.
    pub(crate) fn headers(&self, url: &str) -> Result<Vec<(String, String)>, CommandError> {
        self.headers.of(url)
    }

    /// Returns names of the headers to send to this URL, and the environment variable that holds each.
    pub(crate) fn variables(&self, url: &str) -> Result<Vec<(String, String)>, CommandError> {
        self.headers.variables(url)
    }

    /// Returns the same for a server whose address a snapshot names, with the headers that it asks for.
    pub(crate) fn asked_by(&self, snapshot: &Path, headers: &BTreeMap<String, String>) -> Self {
        Self { headers: self.headers.asked_by(snapshot, headers), bounds: self.bounds.clone() }
    }

    /// Refuses a header without an origin for servers of different origins.
    pub(crate) fn for_one_server<'a>(
        &self,
        urls: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), CommandError> {
        self.headers.for_one_server(urls)
    }

    /// Returns the first variable that was given without an origin.
    pub(crate) fn unbound(&self) -> Option<&str> {
        self.headers.unbound()
    }

    pub(crate) fn limits(&self) -> Limits {
        self.bounds.limits()
    }
}

// The heading would be that of the headers as well, if they stood in one struct.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
struct Bounds {
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = up_to(DAY),
        help = "The maximum time of one reply [default: 30]"
    )]
    timeout: Option<u64>,
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = up_to(DAY),
        help = "The maximum time of all replies together [default: 60]"
    )]
    total_timeout: Option<u64>,
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = up_to(BYTES_MAX),
        help = "The maximum size of all replies together [default and maximum: 8388608]"
    )]
    max_bytes: Option<u64>,
    #[arg(
        long,
        value_name = "COUNT",
        value_parser = up_to(1_000_000),
        help = "The maximum number of pages of one list [default: 1000]"
    )]
    max_pages: Option<u64>,
    #[arg(
        long,
        value_name = "COUNT",
        value_parser = up_to(10_000),
        help = "The maximum number of tools [default and maximum: 10000]"
    )]
    max_tools: Option<u64>,
}

impl Bounds {
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        let count = |given: Option<u64>| given.and_then(|count| usize::try_from(count).ok());
        limits.attempt = self.timeout.map_or(limits.attempt, Duration::from_secs);
        limits.total = self.total_timeout.map_or(limits.total, Duration::from_secs);
        limits.document = count(self.max_bytes).unwrap_or(limits.document);
        limits.pages = count(self.max_pages).unwrap_or(limits.pages);
        limits.tools = count(self.max_tools).unwrap_or(limits.tools);
        limits
    }
}
