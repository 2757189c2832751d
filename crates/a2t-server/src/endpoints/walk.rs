//! Parts of a catalog whose tools are written one by one: they may be many, and come and go.

use a2t_core::ToolSignature;
use a2t_core::wire::listing::{Prepared, Walk};
use a2t_core::wire::page::PageQuery;
use a2t_core::wire::problem::Problem;
use a2t_tool::dispatch::Found;
use a2t_tool::{Tools, Version, Versions};
use axum::body::Body;
use bytes::Bytes;

use crate::endpoints::page::page as body_of;
use crate::endpoints::visibility::Visibility;

/// A page of the tools that a caller sees, and a hash of what is in it.
pub(crate) fn page<S>(
    tools: &Tools<S>,
    query: &PageQuery,
    visibility: &Visibility<'_, S>,
) -> Result<(Body, u64), Problem> {
    let walk = Walk::new(query)?;
    let seen = tools.behind(walk.behind()).filter(|tool| visibility.sees(tool.current.tool_id));
    let newest = seen.filter_map(|tool| tool.versions.first());
    let (page, hash) = walk.page(newest.map(prepared));
    Ok((body_of(page, &Bytes::new()), hash))
}

fn prepared<S>(version: &Version<S>) -> std::sync::Arc<Prepared> {
    let signature = version.code().unwrap_or(version.written());
    version.keep(|_: &Prepared| true, || Prepared::new(signature))
}

/// The signature of a version that has its own code.
pub(crate) fn signature<S>(found: &Found<'_, S>) -> Option<Body> {
    let current_version = found.tool.current.version;
    let signature = found.version.code()?;
    let signature = ToolSignature { current_version, ..signature.clone() };
    Some(serde_json::to_vec(&signature).ok()?.into())
}

/// All texts of a tool.
pub(crate) fn texts<S>(tool: Option<&Versions<'_, S>>) -> Vec<Vec<u8>> {
    let versions = tool.into_iter().flat_map(|tool| {
        let current = tool.current.version;
        tool.versions
            .iter()
            .filter_map(move |version| Some(version.callable(current).ok()?.signature))
    });
    versions.map(|signature| signature.canonical()).collect()
}
