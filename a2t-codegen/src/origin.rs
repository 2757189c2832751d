//! A catalog that the build script may fetch itself: once, then only on request.

use std::path::Path;

use crate::Selection;
use crate::error::{Error, shown};
use crate::fetch::{self, Endpoint};
use crate::snapshot::{self, Change, Kind};

pub(crate) const VARIABLE: &str = "A2T_FETCH";

#[derive(Clone, Debug)]
pub(crate) struct Origin {
    url: String,
    headers: Vec<(String, String)>,
}

impl Origin {
    pub(crate) fn new(url: String) -> Self {
        let headers = Vec::new();
        Self { url, headers }
    }

    pub(crate) fn header(&mut self, name: String, value: String) {
        self.headers.push((name, value));
    }

    /// Fetches the catalog into `file` if that is missing, or if `refetch`; returns the changes in fixed words.
    pub(crate) fn refresh(
        &self,
        file: &Path,
        wanted: &Selection,
        refetch: bool,
    ) -> Result<Option<String>, Error> {
        let known = file.exists();
        if known && !refetch {
            return Ok(None);
        }
        let catalog = self
            .fetch(wanted)
            .map_err(|error| Error::lines(error.to_string().lines().map(str::to_owned)))?;
        let update = snapshot::update(file, &catalog.into_snapshot(), false).map_err(|error| {
            let help = format!(
                "{}: ask the vendor; to approve the catalog as it is, delete this file and build again",
                shown(file),
            );
            Error::lines(error.to_string().lines().map(str::to_owned).chain([help]))
        })?;
        Ok(known.then(|| news(&update.changes, update.renames.len())).flatten())
    }

    fn fetch(&self, wanted: &Selection) -> Result<fetch::Catalog, fetch::Error> {
        let endpoint = Endpoint::new(&self.url)?;
        let header =
            |endpoint: Endpoint, (name, value): &(String, String)| endpoint.header(name, value);
        let endpoint = self.headers.iter().try_fold(endpoint, header)?;
        fetch::selected(&endpoint, &fetch::Request::default().selection(wanted))
    }
}

pub(crate) fn is_reported() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == "1")
}

/// Counts only: a name would be the vendor's text on the build script's output.
fn news(changes: &[Change], renames: usize) -> Option<String> {
    let count = |kind| changes.iter().filter(|change| change.kind == kind).count();
    let (added, gone, newer) = (
        count(Kind::Added),
        count(Kind::Gone),
        count(Kind::CompatibleVersion) + count(Kind::IncompatibleVersion),
    );
    let renamed = match renames {
        0 => String::new(),
        count => format!(", {count} generated names are others (`cargo a2t fetch` lists them)"),
    };
    (!changes.is_empty()).then(|| {
        format!("the catalog changed: {added} tools added, {gone} gone, {newer} with a new version{renamed}; review the diff")
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::path::PathBuf;

    use super::*;
    use crate::Builder;

    const TOOL: &str = include_str!("../../tests/codegen/catalogs/draft_weather.json");

    /// Answers one request with a catalog of this tool, and is gone.
    fn vendor(tool: &str) -> Origin {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let body = format!("{{\"items\":[{tool}],\"paging\":{{}}}}");
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        });
        Origin::new(url)
    }

    fn file(test: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("a2t-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder.join("approved/weather.json")
    }

    #[test]
    fn a_catalog_is_fetched_once_and_never_again_unless_asked() {
        let (file, first) = (file("once"), vendor(TOOL));
        assert_eq!(first.refresh(&file, &Selection::default(), false).unwrap(), None);
        let approved = fs::read(&file).unwrap();
        // The vendor is gone.
        assert_eq!(first.refresh(&file, &Selection::default(), false).unwrap(), None);
        assert!(first.refresh(&file, &Selection::default(), true).is_err());

        let newer = vendor(&TOOL.replace("ersion\": 1", "ersion\": 2"));
        let origin = Origin { url: newer.url.clone(), ..first };
        let news = origin.refresh(&file, &Selection::default(), true).unwrap().unwrap();
        assert!(news.contains("0 tools added, 0 gone, 1 with a new version"), "{news}");
        assert_ne!(fs::read(&file).unwrap(), approved);
    }

    #[test]
    fn a_changed_version_stops_the_build_and_keeps_the_snapshot() {
        let file = file("changed");
        vendor(TOOL).refresh(&file, &Selection::default(), false).unwrap();
        let approved = fs::read(&file).unwrap();
        let error = vendor(&TOOL.replace("given city", "city\\ncargo::x")).refresh(
            &file,
            &Selection::default(),
            true,
        );
        let text = error.unwrap_err().to_string();
        assert!(
            text.contains("changed under the same version: `lookup_weather_by_city@1`"),
            "{text}"
        );
        assert!(text.contains("delete this file"), "{text}");
        assert_eq!(fs::read(&file).unwrap(), approved);
    }

    #[test]
    fn an_origin_without_a_file_is_an_error_that_asks_for_one() {
        let error = Builder::from_url("https://x").source().unwrap_err().to_string();
        assert!(error.contains(".snapshot("), "{error}");
    }
}
