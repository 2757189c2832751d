//! A catalog that the build script may fetch itself: once, then only when it is told to.

use std::path::Path;

use crate::Builder;
use crate::error::{Error, shown};
use crate::fetch::{self, Endpoint};
use crate::snapshot::{self, Change, Kind};

/// Set to `1`, it has the catalog fetched anew.
pub(crate) const VARIABLE: &str = "A2T_FETCH";

/// Where a snapshot comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    url: String,
    headers: Vec<(String, String)>,
}

impl Builder {
    /// A client for the catalog at `{url}/tools`, which is fetched into the file that
    /// [`Builder::snapshot`] names: when there is none yet, and when the environment variable
    /// `A2T_FETCH` is `1`. Every other build is offline. Feature `fetch`.
    ///
    /// A vendor that changed a published version stops the build; what else changed becomes a
    /// warning, and the snapshot's diff shows it.
    ///
    /// ```no_run
    /// // build.rs
    /// fn main() -> Result<(), a2t_codegen::Error> {
    ///     a2t_codegen::Builder::from_url("https://api.weather.example")
    ///         .snapshot("approved/weather.json")
    ///         .generate()
    /// }
    /// ```
    pub fn from_url(url: impl Into<String>) -> Self {
        let mut builder = Self::new("");
        let (url, headers) = (url.into(), Vec::new());
        builder.origin = Some(Origin { url, headers });
        builder
    }

    /// The file that the catalog is fetched into, and generated from: committed and reviewed.
    /// Feature `fetch`.
    pub fn snapshot(mut self, file: impl AsRef<Path>) -> Self {
        file.as_ref().clone_into(&mut self.catalog);
        self
    }

    /// Sends a header with the catalog's requests, such as `authorization`. Feature `fetch`.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Some(origin) = &mut self.origin {
            origin.headers.push((name.into(), value.into()));
        }
        self
    }
}

impl Origin {
    /// Fetches the catalog into `file`, if it is time to; says what changed, in fixed words.
    pub(crate) fn refresh(&self, file: &Path) -> Result<Option<String>, Error> {
        if file.as_os_str().is_empty() {
            return Err(Error::new(
                "name the snapshot's file with `.snapshot(\"approved/NAME.json\")`",
            ));
        }
        let told = std::env::var_os(VARIABLE).is_some_and(|value| value == "1");
        let known = file.exists();
        if known && !told {
            return Ok(None);
        }
        let catalog = self
            .fetch()
            .map_err(|error| Error::lines(error.to_string().lines().map(str::to_owned)))?;
        let update = snapshot::update(file, &catalog.into_snapshot(), false).map_err(|error| {
            let remedy = format!(
                "{}: ask the vendor; to approve the catalog as it is, delete this file and build again",
                shown(file),
            );
            Error::lines(error.to_string().lines().map(str::to_owned).chain([remedy]))
        })?;
        Ok(if known { news(&update.changes) } else { None })
    }

    fn fetch(&self) -> Result<fetch::Catalog, fetch::Error> {
        let endpoint = Endpoint::new(&self.url)?;
        let header =
            |endpoint: Endpoint, (name, value): &(String, String)| endpoint.header(name, value);
        fetch::catalog(&self.headers.iter().try_fold(endpoint, header)?)
    }
}

/// Counts only: a name would be the vendor's text on the build script's output.
fn news(changes: &[Change]) -> Option<String> {
    let count = |kind| changes.iter().filter(|change| change.kind == kind).count();
    let (added, gone, newer) = (
        count(Kind::Added),
        count(Kind::Gone),
        count(Kind::NewVersion),
    );
    (!changes.is_empty()).then(|| {
        format!("the catalog changed: {added} tools added, {gone} gone, {newer} with a new version; review the diff")
    })
}
