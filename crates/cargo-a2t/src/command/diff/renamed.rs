//! Tools that are gone, and new ones that have their schemas: one tool under another id.

use std::collections::BTreeMap;

use a2t_core::ToolSignature;
use a2t_core::evolution::renamed;

use super::documents::{Document, Versions};

/// Takes such pairs out of `tools`: the newest version of each.
pub(super) fn taken<'d>(
    tools: &mut BTreeMap<String, Versions<'d>>,
) -> Vec<(&'d Document, &'d Document)> {
    let gone = read(tools.iter().filter(|(_, (_, after))| after.is_empty()), |both| &both.0);
    let added = read(tools.iter().filter(|(_, (before, _))| before.is_empty()), |both| &both.1);
    let signatures = |found: &[Newest<'d>]| -> Vec<ToolSignature> {
        found.iter().map(|one| one.signature.clone()).collect()
    };
    let (was, is) = (signatures(&gone), signatures(&added));
    let (was, is): (Vec<_>, Vec<_>) = (was.iter().collect(), is.iter().collect());
    let pairs = renamed(&was, &is).into_iter().filter_map(|(from, to)| {
        let (from, to) = (gone.get(from)?, added.get(to)?);
        tools.remove(&from.id);
        tools.remove(&to.id);
        Some((from.document, to.document))
    });
    pairs.collect()
}

struct Newest<'d> {
    id: String,
    document: &'d Document,
    signature: ToolSignature,
}

fn read<'d: 'a, 'a>(
    tools: impl Iterator<Item = (&'a String, &'a Versions<'d>)>,
    side: fn(&'a Versions<'d>) -> &'a Vec<&'d Document>,
) -> Vec<Newest<'d>> {
    let newest = |(id, both): (&String, &'a Versions<'d>)| {
        let document = side(both).iter().copied().max_by_key(|document| document.version())?;
        let read = a2t_core::signature::parse_value(&document.value, "").ok()?;
        Some(Newest { id: id.clone(), document, signature: read.signature })
    };
    tools.filter_map(newest).collect()
}
