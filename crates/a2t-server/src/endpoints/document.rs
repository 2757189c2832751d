//! The OpenAPI document of the tools: written when a caller first asks, once for all callers who see the same tools, and
//! sent around the path under which the router is nested.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use a2t_core::ToolId;
use a2t_core::wire::openapi::{OpenApi, Terms};
use a2t_core::wire::problem::{Kind, Problem};
use a2t_tool::{
    CallableVersion, Pieces, Shares, ShownValues, SignatureRef, Tools, Version, Versions,
};
use axum::body::Body;
use bytes::Bytes;
use serde_json::Value;
use tokio::sync::Semaphore;

/// Creates an OpenAPI 3.1 document of these tools in every version that they are served in.
/// `a2t::Toolset::openapi`, which is this function, describes what vendors do with it.
pub fn openapi<S>(tools: &Tools<S>) -> OpenApi {
    of_visible(tools, None)
}

/// The document for a caller who sees these tools, or all.
fn of_visible<S>(tools: &Tools<S>, visible: Option<&BTreeSet<ToolId>>) -> OpenApi {
    let sees = |tool: &Versions<'_, S>| {
        visible.is_none_or(|visible| visible.contains(&tool.current.tool_id))
    };
    let versions = tools.iter().filter(sees).flat_map(|tool| {
        let terms = Terms::default().scopes(tool.scopes());
        // A published text that cannot be read is no version that can be called.
        let served = move |version: &Version<S>| version.callable(tool.current.version).ok();
        tool.versions.iter().filter_map(served).map(move |served| with_terms(served, &terms))
    });
    let versions: Vec<_> = versions.collect();
    OpenApi::with_terms(versions.iter().map(|(signature, terms)| (&**signature, terms.clone())))
}

fn with_terms<S>(served: CallableVersion<S>, of_tool: &Terms) -> (SignatureRef, Terms) {
    let mut terms = of_tool.clone().idempotency_key(served.requires_key());
    for ShownValues { input, default, example } in served.input_values() {
        if let Some(default) = default {
            terms = terms.default_value(&*input, default);
        }
        if let Some(example) = example {
            terms = terms.example(input, example);
        }
    }
    (served.signature, terms)
}

/// Maximum number of tools of a document that is served: readers of OpenAPI hold all of it in memory, at some
/// ten kilobytes a tool.
const MOST: usize = 10_000;

/// Documents that are kept, of callers who see different tools: at most so many, and so many bytes if there are several.
const KEPT: usize = 16;
const KEPT_BYTES: usize = 64 * 1024 * 1024;

/// Tools that a caller sees; `None` if all callers see all.
pub(crate) type VisibleTools = Option<BTreeSet<ToolId>>;

/// The documents of one catalog, each written once for all callers who see the same tools.
pub(crate) struct Document {
    /// Most recently used last.
    kept: Mutex<Vec<(VisibleTools, Arc<Written>)>>,
    /// One document is written at a time, because requests that come together mostly want the same one.
    turn: Arc<Semaphore>,
}

/// A document, except for the URL of its server.
pub(crate) struct Written {
    before: Bytes,
    after: Bytes,
    pub(crate) hash: u64,
}

impl Written {
    fn new(document: OpenApi) -> Self {
        let (before, after) = document.parts();
        let hash = after.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self { before: Bytes::from_static(before.as_bytes()), after: after.into(), hash }
    }

    /// The document of a router that is nested under `prefix`.
    pub(crate) fn body(&self, prefix: &str) -> Body {
        let server = Value::from(server(prefix)).to_string();
        Body::new(Pieces::new([self.before.clone(), server.into(), self.after.clone()]))
    }
}

impl Document {
    pub(crate) fn new() -> Self {
        Self { kept: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }

    /// Refuses to write a document that is too long.
    pub(crate) fn check<S>(tools: &Tools<S>, prefix: &str) -> Result<(), Problem> {
        if tools.len() <= MOST {
            return Ok(());
        }
        let detail = format!(
            "there are more than {MOST} tools, too many for one document; GET {prefix}/tools lists them"
        );
        Err(Problem::new(Kind::NotFound, detail))
    }

    /// Returns the document for callers who see these tools. Writing one counts as a call, and runs on the threads for
    /// tools that are not `async`. `None` if the server has no permit left.
    pub(crate) async fn written<S: 'static>(
        self: Arc<Self>,
        tools: Tools<S>,
        visible: VisibleTools,
        shares: Arc<Shares>,
    ) -> Option<Arc<Written>> {
        if let Some(written) = self.kept(&visible) {
            return Some(written);
        }
        let turn = Arc::clone(&self.turn).acquire_owned().await.ok()?;
        if let Some(written) = self.kept(&visible) {
            return Some(written);
        }
        let permit = Arc::clone(&shares.in_flight).try_acquire_owned().ok()?;
        let (done, written) = (Arc::new(OnceLock::new()), Arc::clone(&self));
        let result = Arc::clone(&done);
        let write = move || {
            // The next one begins when this one has ended, also if its caller has left.
            let _held = (turn, permit);
            let document = Arc::new(Written::new(of_visible(&tools, visible.as_ref())));
            written.keep(visible, Arc::clone(&document));
            let _ = result.set(document);
            Ok(Vec::new())
        };
        shares.threads.run(Box::new(write)).await.ok()?;
        done.get().cloned()
    }

    fn kept(&self, visible: &VisibleTools) -> Option<Arc<Written>> {
        let mut kept = self.lock();
        let found = kept.iter().position(|(of, _)| of == visible)?;
        let document = kept.remove(found);
        let written = Arc::clone(&document.1);
        kept.push(document);
        Some(written)
    }

    fn keep(&self, visible: VisibleTools, document: Arc<Written>) {
        let mut kept = self.lock();
        kept.push((visible, document));
        let bytes = |kept: &[(VisibleTools, Arc<Written>)]| -> usize {
            kept.iter().map(|(_, written)| written.after.len()).sum()
        };
        while kept.len() > 1 && (kept.len() > KEPT || bytes(&kept) > KEPT_BYTES) {
            kept.remove(0);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(VisibleTools, Arc<Written>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// URL of the root above `/tools`. A pattern such as `/{tenant}` is left to the client, who knows
/// its path to the document: one step up from its folder.
fn server(prefix: &str) -> &str {
    match prefix {
        "" => "/",
        pattern if pattern.contains('{') => "..",
        literal => literal,
    }
}
