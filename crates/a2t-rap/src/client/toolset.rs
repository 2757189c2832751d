//! Toolsets that were loaded: from one URL each, whole or not at all, their names without clash.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use a2t_core::Violations;
use a2t_schema::validate::{UnsupportedSchema, Validator};
use a2t_webhook::egress::{Guard, HeaderMap, Policy};
use serde_json::Value;

use crate::client::headers::Headers;
use crate::client::recording::Recording;
use crate::client::{CallError, LoadError, arguments};
use crate::message::{Address, DISCOVERY, Manifest, Tool};

/// A toolset that was loaded.
pub(crate) struct Loaded {
    pub(crate) base: String,
    /// Headers of the program for this server, such as `Authorization` (CB-163).
    pub(crate) headers: Headers,
    pub(crate) manifest: Manifest,
    /// Validator of each tool's arguments, made with its first call: a vendor's schemas may take
    /// long.
    validators: Vec<OnceLock<Result<Validator, UnsupportedSchema>>>,
}

/// The loaded toolsets, each under its base URL.
#[derive(Default)]
pub(crate) struct Toolsets(RwLock<Vec<Arc<Loaded>>>);

/// A tool and the toolset that it belongs to (CB-94).
pub(crate) struct Found {
    pub(crate) toolset: Arc<Loaded>,
    index: usize,
}

impl Found {
    pub(crate) fn tool(&self) -> Option<&Tool> {
        self.toolset.manifest.tools.get(self.index)
    }

    /// Returns everything that is wrong with arguments, found within this time.
    pub(crate) async fn violations(
        &self,
        arguments: &Value,
        within: Duration,
    ) -> Result<Violations, String> {
        let (toolset, index) = (Arc::clone(&self.toolset), self.index);
        let validator = move || toolset.validator(index);
        arguments::violations(validator, arguments, within).await
    }
}

impl Loaded {
    fn validator(&self, index: usize) -> Result<Validator, UnsupportedSchema> {
        let tool = self.manifest.tools.get(index).zip(self.validators.get(index));
        let (tool, validator) = tool.ok_or_else(|| UnsupportedSchema::new("the tool is gone"))?;
        validator.get_or_init(|| Validator::new(&tool.input)).clone()
    }
}

impl Toolsets {
    pub(crate) fn all(&self) -> Vec<Arc<Loaded>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn at(&self, base: &str) -> Option<Arc<Loaded>> {
        self.all().into_iter().find(|loaded| loaded.base == base)
    }

    fn keep(&self, loaded: Arc<Loaded>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| other.base != loaded.base);
        all.push(loaded);
    }

    /// The tool of that name, if only one toolset has it (CB-46, CB-93).
    pub(crate) fn find(&self, name: &str) -> Result<Found, CallError> {
        let index =
            |loaded: &Arc<Loaded>| loaded.manifest.tools.iter().position(|tool| tool.name == name);
        let found = self.all().into_iter();
        let found = found.filter_map(|toolset| Some((index(&toolset)?, toolset)));
        let mut found: Vec<_> = found.map(|(index, toolset)| Found { toolset, index }).collect();
        match (found.pop(), found.is_empty()) {
            (Some(found), true) => Ok(found),
            (None, _) => Err(CallError::UnknownTool(name.to_owned())),
            (Some(last), false) => {
                let toolsets = found.iter().chain([&last]);
                let toolsets = toolsets.map(|found| found.toolset.manifest.name.clone()).collect();
                Err(CallError::Clash { tool: name.to_owned(), toolsets })
            }
        }
    }

    /// Loads the toolset at that base URL (CB-79), instead of what was loaded from there before. If
    /// it cannot be reached, that stays (CB-60).
    pub(crate) async fn load(
        &self,
        guard: &Guard,
        recording: &Recording,
        base: &str,
        headers: Headers,
    ) -> Result<Arc<Loaded>, LoadError> {
        let base = trimmed(base)?;
        match fetch(guard, recording, &base, headers).await {
            Ok(loaded) => {
                let loaded = Arc::new(loaded);
                self.keep(Arc::clone(&loaded));
                Ok(loaded)
            }
            Err(error @ (LoadError::Unreachable(_) | LoadError::Status { .. })) => {
                let Some(kept) = self.at(&base) else { return Err(error) };
                tracing::warn!(%error, "a toolset stays as it was loaded before");
                Ok(kept)
            }
            Err(error) => Err(error),
        }
    }
}

/// The base URL without a slash at its end.
fn trimmed(base: &str) -> Result<String, LoadError> {
    let base = base.trim_end_matches('/');
    let address = base.parse::<Address>().map_err(|_| LoadError::InvalidUrl)?;
    let is_plain = !address.as_str().contains(['?', '#']);
    if is_plain { Ok(base.to_owned()) } else { Err(LoadError::InvalidUrl) }
}

async fn fetch(
    guard: &Guard,
    recording: &Recording,
    base: &str,
    headers: Headers,
) -> Result<Loaded, LoadError> {
    let text = recording.manifest(text(guard, base, headers.own())).await?;
    let manifest = manifest(guard, base, &text)?;
    if !headers.suffice(base, manifest.endpoint.as_str()) {
        let (origin, endpoint) = (origin(guard, base)?, manifest.endpoint.origin());
        return Err(LoadError::OtherOrigin { origin, endpoint });
    }
    let validators = manifest.tools.iter().map(|_| OnceLock::new()).collect();
    Ok(Loaded { base: base.to_owned(), headers, manifest, validators })
}

/// Returns the manifest of the toolset at that base URL, without a runtime that would call its
/// tools.
///
/// # Errors
/// [`LoadError`], as [`Runtime::load`](crate::client::Runtime::load).
pub async fn discover(
    policy: Policy,
    base: &str,
    headers: HeaderMap,
) -> Result<Manifest, LoadError> {
    let guard = Guard::new(policy).map_err(LoadError::Setup)?;
    let base = trimmed(base)?;
    let headers = Headers::new(headers).own();
    manifest(&guard, &base, &text(&guard, &base, headers).await?)
}

fn origin(guard: &Guard, base: &str) -> Result<String, LoadError> {
    let checked = guard.policy().check(base);
    let origin = checked.map_err(|refusal| LoadError::Unreachable(refusal.into()))?;
    Ok(origin.origin())
}

fn manifest(guard: &Guard, base: &str, text: &[u8]) -> Result<Manifest, LoadError> {
    let origin = origin(guard, base)?;
    Manifest::parse(text).map_err(|invalid| LoadError::Manifest { origin, invalid })
}

/// The manifest as its server sent it.
async fn text(guard: &Guard, base: &str, headers: HeaderMap) -> Result<Vec<u8>, LoadError> {
    let url = format!("{base}{DISCOVERY}");
    let origin = origin(guard, &url)?;
    let reply = guard.get(&url, headers).await.map_err(LoadError::Unreachable)?;
    let status = reply.status().as_u16();
    if status != 200 {
        return Err(LoadError::Status { origin, status });
    }
    reply.body().await.map_err(LoadError::Unreachable)
}
