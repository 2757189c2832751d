//! Parts of a catalog whose tools are written one by one: they may be many, and come and go.

use a2t_core::ToolSignature;
use a2t_core::wire::body::PageBody;
use a2t_core::wire::listing::{Prepared, Walk};
use a2t_core::wire::page::PageQuery;
use a2t_core::wire::problem::Problem;
use a2t_tool::{Tools, Version, Versions};
use axum::body::Body;
use bytes::Bytes;

use super::page::page as body_of;
use super::sight::Sight;

/// A page of the tools that a caller sees, and a hash of what is in it.
pub(super) fn page<S>(
    tools: &Tools<S>,
    query: &PageQuery,
    sight: &Sight<'_, S>,
) -> Result<(Body, u64), Problem> {
    let walk = Walk::new(query)?;
    let seen = tools.behind(walk.behind()).filter(|tool| sight.sees(tool.current.tool_id));
    let newest = seen.filter_map(|tool| tool.versions.first());
    let (page, hash) = walk.page(newest.map(prepared));
    Ok((body_of(page, &Bytes::new()), hash))
}

fn prepared<S>(version: &Version<S>) -> std::sync::Arc<Prepared> {
    let signature = version.code().unwrap_or(version.written());
    version.keep(|_: &Prepared| true, || Prepared::new(signature))
}

/// The signature of a version that has code of its own, the current one if none is named.
pub(super) fn signature<S>(tool: &Versions<'_, S>, version: Option<u32>) -> Option<Body> {
    let current_version = tool.current.version;
    let signature = tool.version(version)?.code()?;
    let signature = ToolSignature { current_version, ..signature.clone() };
    Some(serde_json::to_vec(&signature).ok()?.into())
}

/// Hash of what is in a page (FNV-1a).
pub(super) fn hash(page: &PageBody<'_>) -> u64 {
    let (_, items, after) = page.clone().parts();
    items.iter().chain(&after).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
