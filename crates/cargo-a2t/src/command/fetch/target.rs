//! The catalog that a fetch is about, and the snapshot that it is for.

use std::path::{Path, PathBuf};

use a2t_codegen::fetch::Endpoint;
use a2t_codegen::snapshot::Snapshot;
use a2t_schema::Source;

use super::Fetch;
use crate::catalog::{self, Bounded, shown};
use crate::report::CommandError;

pub(super) struct Target {
    pub(super) origin: Origin,
    pub(super) path: PathBuf,
    pub(super) server: Bounded,
    /// The snapshot, where it had to be read for its address.
    pub(super) approved: Option<Snapshot>,
}

pub(super) enum Origin {
    Url(Box<Endpoint>),
    File(PathBuf),
}

impl Target {
    pub(super) fn new(arguments: &Fetch) -> Result<Self, CommandError> {
        let mut server = arguments.server.clone();
        let (text, path, approved) = match (arguments.source(), arguments.output.clone()) {
            (Some(text), path) => (text.clone(), path, None),
            (None, Some(path)) => {
                let old = required(&path)?;
                server = server.asked_by(&path, &old.headers);
                (again(&old.source, &path)?, Some(path), Some(old))
            }
            (None, None) => {
                return Err(CommandError::new(
                    "nothing to fetch: give the URL of an API, or a snapshot to fetch again with `-o FILE`",
                ));
            }
        };
        let origin = Origin::new(&text, &server)?;
        let path = match (path, &origin) {
            (Some(path), _) => path,
            (None, Origin::Url(endpoint)) => default_path(endpoint),
            (None, Origin::File(file)) => {
                return Err(CommandError::new(format!(
                    "{}: set the snapshot's file with `-o FILE`",
                    shown(file)
                )));
            }
        };
        Ok(Self { origin, path, server, approved })
    }
}

/// The address of a snapshot, if it can be fetched again.
fn again(source: &Source, path: &Path) -> Result<String, CommandError> {
    if !matches!(source, Source::Import { .. }) {
        return Ok(source.to_string());
    }
    let path = shown(path);
    let reason = "imported from a foreign catalog, so there is no address to ask";
    let advice = format!("import it again with `cargo a2t import FILE -o {path}`");
    Err(CommandError::new(format!("{path}: {reason}; {advice}")))
}

impl Origin {
    /// An address, unless it is the name of a file.
    fn new(text: &str, server: &Bounded) -> Result<Self, CommandError> {
        let known = text.strip_prefix("file:").filter(|_| !text.contains("://"));
        let file = known.unwrap_or(text);
        let is_file = known.is_some() || file.ends_with(".json") || Path::new(file).is_file();
        if is_file && !file.contains("://") {
            return Ok(Self::File(file.into()));
        }
        Ok(Self::Url(Box::new(server.endpoint(text)?)))
    }
}

/// `approved/api.weather.example.json`, with the port if there is one.
pub(super) fn default_path(endpoint: &Endpoint) -> PathBuf {
    let url = endpoint.url();
    let host = url.split("://").nth(1).unwrap_or_default().split('/').next().unwrap_or_default();
    let plain = |character: char| {
        if character.is_ascii_alphanumeric() || character == '.' { character } else { '-' }
    };
    let name: String = host.chars().map(plain).collect();
    Path::new("approved").join(format!("{name}.json"))
}

/// The snapshot that must be there.
pub(super) fn required(path: &Path) -> Result<Snapshot, CommandError> {
    if !path.exists() {
        let shown = shown(path);
        return Err(CommandError::new(format!(
            "{shown}: no snapshot; approve one with `cargo a2t fetch URL -o {shown}`"
        )));
    }
    catalog::approved(path)
}
