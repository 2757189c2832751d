//! A live catalog over HTTP: every page of `GET {root}/tools`, read within limits and checked
//! against every rule of the draft. Blocking; feature `fetch`.
//!
//! This is the only part of the crate that opens a socket. It follows no redirect and sends the
//! headers of [`Endpoint::header`] only to the root. It uses the proxies that `HTTP_PROXY`,
//! `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name, except for servers on this machine, and trusts
//! what the system trusts, which on Linux and the BSDs is `SSL_CERT_FILE` where that is set.

mod error;
mod http;
mod page;
mod probe;
mod promise;
mod select;
mod worker;

use std::fmt;
use std::time::Duration;

use a2t_core::ToolSignature;
use a2t_core::signature::rule::TOOLS_MAX;
use a2t_core::wire::page::{DOCUMENT_MAX, PAGES_MAX};
use a2t_core::wire::route::Route;

pub use error::{Error, PageDiagnostic, RejectedTool, alike};
pub use http::{Endpoint, is_private, origin};
pub use page::DIAGNOSTICS_MAX;
pub use probe::{Probe, ProbeReply, ProbeRequest};
pub use promise::{broken_promises, first_version};
pub use worker::Reply;

use self::http::Session;
use crate::Selection;
use crate::snapshot::Snapshot;

/// Limits of a fetch.
///
/// | limit | default |
/// | --- | --- |
/// | `document`: bytes of all pages together | 8 MiB |
/// | `pages` | 1,000 |
/// | `tools` | 10,000 |
/// | `attempt`: one request with its reply | 30 s |
/// | `total`: the whole catalog | 60 s |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of bytes of all pages together.
    pub document: usize,
    /// Maximum number of pages.
    pub pages: usize,
    /// Maximum number of tools.
    pub tools: usize,
    /// Maximum time of one request with its reply.
    pub attempt: Duration,
    /// Maximum time for the whole catalog.
    pub total: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            document: DOCUMENT_MAX,
            pages: PAGES_MAX,
            tools: TOOLS_MAX,
            attempt: Duration::from_secs(30),
            total: Duration::from_secs(60),
        }
    }
}

/// Selected part of a vendor's catalog; every signature obeys every rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Catalog {
    /// The root it came from, without a slash at its end.
    pub url: String,
    /// The selection.
    pub selection: Selection,
    /// The selected versions of each tool, in the server's order; by default the newest.
    pub tools: Vec<ToolSignature>,
    /// Number of replies that it came in.
    pub pages: usize,
    /// The tools that break rules, none of which was asked for.
    pub refused: Vec<RejectedTool>,
    /// A sentence for each part of a remembered selection that means no tool any more.
    pub unmatched: Vec<String>,
    /// The promises that lists of versions and single versions break, where
    /// [`Request::accept_broken_promises`] accepts them.
    pub denied: Vec<PageDiagnostic>,
    /// Members that the protocol does not define, which readers ignore (spec note AMB-28); at most
    /// [`DIAGNOSTICS_MAX`].
    pub warnings: Vec<PageDiagnostic>,
}

impl Catalog {
    /// Returns the catalog as an approved snapshot, ready for [`crate::snapshot::update`].
    pub fn into_snapshot(self) -> Snapshot {
        Snapshot::new(self.url, self.tools).selected(self.selection)
    }
}

/// Fetches the whole catalog.
///
/// ```no_run
/// use a2t_codegen::fetch::{self, Endpoint};
///
/// let endpoint = Endpoint::new("https://api.weather.example")?;
/// for tool in fetch::catalog(&endpoint)?.tools {
///     println!("{} version {}", tool.name, tool.version);
/// }
/// # Ok::<(), fetch::Error>(())
/// ```
///
/// # Errors
/// A server that cannot be reached, refuses, redirects, sends too much, sends a cursor twice, or
/// sends documents that break rules: all of these at once.
pub fn catalog(endpoint: &Endpoint) -> Result<Catalog, Error> {
    selected(endpoint, &Request::default())
}

/// Fetches the tools of the catalog that obey every rule; those that do not are in
/// [`Catalog::refused`].
///
/// # Errors
/// As [`catalog`], except for tools that break rules.
pub fn sound(endpoint: &Endpoint) -> Result<Catalog, Error> {
    selected(endpoint, &Request::default().sound())
}

/// Parts of a catalog to fetch.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    selection: Option<&'a Selection>,
    approved: Option<&'a Snapshot>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// Tools that break rules may be among the selected ones.
    sound: bool,
    accept: bool,
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Request");
        shown.field("selection", &self.selection).finish_non_exhaustive()
    }
}

/// Progress of a fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Replies that were read.
    pub pages: usize,
    /// Signatures that were read.
    pub tools: usize,
}

impl<'a> Request<'a> {
    /// Sets the tools to fetch, each of which must be in the catalog; all by default.
    #[must_use]
    pub fn selection(mut self, selection: &'a Selection) -> Self {
        self.selection = Some(selection);
        self
    }

    /// Changes since this snapshot. Its selection holds where no other is given; tools of it
    /// may be gone or renamed.
    #[must_use]
    pub fn since(mut self, approved: &'a Snapshot) -> Self {
        self.approved = Some(approved);
        self
    }

    /// Sets whether versions are accepted that contradict `GET /tools` (A2T-28, A2T-50);
    /// [`Catalog::denied`] lists them. Of a version that both describe, the description in `GET
    /// /tools` is used.
    #[must_use]
    pub fn accept_broken_promises(mut self, accept: bool) -> Self {
        self.accept = accept;
        self
    }

    /// Takes the tools that obey every rule, as [`sound`] does.
    #[must_use]
    pub fn sound(mut self) -> Self {
        self.sound = true;
        self
    }

    /// Sets a function that is called after each reply with the progress.
    #[must_use]
    pub fn progress(mut self, report: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(report);
        self
    }
}

/// Fetches a selection of the catalog. All of it is read and checked, then the versions that were
/// asked for in addition to the newest. Tools that break rules and were not asked for are left
/// out, and listed in [`Catalog::refused`].
///
/// # Errors
/// As [`catalog`], and a selection of tools or versions that are not there, or break rules.
pub fn selected(endpoint: &Endpoint, request: &Request<'_>) -> Result<Catalog, Error> {
    select::selected(&mut Session::new(endpoint)?, request)
}

/// Fetches every page of a route's answer, as the server sent it, without any check.
///
/// # Errors
/// As [`catalog`], except for documents that break rules.
pub fn pages(endpoint: &Endpoint, route: Route) -> Result<Vec<String>, Error> {
    let reader = page::all(&mut Session::new(endpoint)?, route, &|_| ())?;
    Ok(reader.into_texts())
}

/// Maximum number of tools whose versions [`inspect`] reads.
pub const INSPECTED_MAX: usize = 100;

/// A list that was read, with its faults.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inspected {
    /// Address of the list.
    pub url: String,
    /// The tool whose versions are listed; `None` for the catalog.
    pub tool: Option<String>,
    /// The pages as they came.
    pub pages: Vec<String>,
    /// The result of [`catalog`], or of a fetch of all versions, for these tools: warnings, or the error.
    pub checked: Result<Vec<PageDiagnostic>, Error>,
}

/// Fetches a catalog that may break rules, and the versions of each tool that has more than one, of at most
/// [`INSPECTED_MAX`] tools. `progress` is called after each reply.
///
/// # Errors
/// As [`catalog`], except for documents that break rules, and for versions that cannot be read.
pub fn inspect(endpoint: &Endpoint, progress: &dyn Fn(Progress)) -> Result<Vec<Inspected>, Error> {
    let report = |reader: &page::Reader| {
        progress(Progress { pages: reader.pages(), tools: reader.tools() });
    };
    let mut session = Session::new(endpoint)?;
    let address = |route: Route| format!("{}{route}", endpoint.url());
    let reader = page::all(&mut session, Route::Tools, &report)?;
    let several = reader.signatures().iter().filter(|tool| tool.version > 1);
    let several: Vec<_> = several.take(INSPECTED_MAX).cloned().collect();
    let mut inspected = vec![Inspected {
        url: address(Route::Tools),
        tool: None,
        pages: reader.texts().to_vec(),
        checked: reader.check().map(|(_, warnings)| warnings),
    }];
    for tool in several {
        let route = Route::Versions(tool.tool_id);
        let (pages, checked) = match page::all(&mut session, route, &report) {
            Ok(reader) => {
                let pages = reader.texts().to_vec();
                (pages, reader.check_versions(&tool, false).map(|((_, warnings), _)| warnings))
            }
            Err(error) => (Vec::new(), Err(error)),
        };
        let is_late = matches!(checked, Err(Error::Timeout { .. }));
        let (url, tool) = (address(route), Some(tool.name.to_string()));
        inspected.push(Inspected { url, tool, pages, checked });
        if is_late {
            break;
        }
    }
    Ok(inspected)
}
