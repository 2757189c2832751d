//! Arguments, outputs and errors of a reply against the signature of their tool.

use std::collections::BTreeMap;

use a2t_core::invocation::{Arguments, ResultWriter, check_arguments, check_given};
use a2t_core::json::segment;
use a2t_core::signature::{Reader, check_value};
use a2t_core::{JsonShape, ProblemType, ToolSignature, ValidationError, Violation, Violations};
use serde_json::{Map, Value};

use crate::catalog::Catalog;

/// Signatures by what a mock knows them by: `lookup`, which is the newest, and `lookup@1`.
pub(super) type Tools<'c> = BTreeMap<String, &'c ToolSignature>;

pub(super) fn named(catalog: &Catalog) -> Tools<'_> {
    let versions = catalog.tools.iter().chain(&catalog.older);
    let versions = versions.map(|tool| (format!("{}@{}", tool.name, tool.version), tool));
    let newest = newest(catalog).map(|tool| (tool.name.to_string(), tool));
    // A tool may be called `lookup@1`.
    versions.chain(newest).collect()
}

fn newest(catalog: &Catalog) -> impl Iterator<Item = &ToolSignature> {
    let mut newest: BTreeMap<_, &ToolSignature> = BTreeMap::new();
    for tool in catalog.tools.iter().chain(&catalog.older) {
        let known = newest.entry(tool.tool_id).or_insert(tool);
        if known.version < tool.version {
            *known = tool;
        }
    }
    newest.into_values()
}

pub(super) fn arguments(tool: &ToolSignature, given: &Map<String, Value>, at: &str) -> Violations {
    let pairs = given.iter().map(|(name, value)| (name, value.clone()));
    let found = check_arguments(tool, &pairs.collect::<Arguments>());
    found.iter().map(|found| located(found, given, at)).collect()
}

/// Outputs that the tool does not have; those that are left out are made up.
pub(super) fn outputs(tool: &ToolSignature, given: &Map<String, Value>, at: &str) -> Violations {
    let mut body = ResultWriter::new();
    for (name, value) in given {
        // Writing what was read to memory has no way to fail.
        let _: Result<(), _> = body.output(name, value);
    }
    let found = match check_given(tool, &body.finish()) {
        Err(ValidationError::Rules(found)) => found,
        // A value that was read once is not nested too deep.
        Ok(_) | Err(ValidationError::Syntax(_)) => return Violations::default(),
    };
    found.iter().map(|found| located(found, given, at)).collect()
}

/// Members of an error that the signature lists; `at` is their location.
pub(super) fn members(listed: &ProblemType, given: &Value, at: &str) -> Violations {
    let shape = JsonShape::Record { members: listed.members.clone() };
    let mut found = Violations::default();
    check_value(&shape, given, at, Reader::Strict, &mut found);
    found
}

/// The same violation at its location in the file: that of a body is `/…_parameters/INDEX/…`.
fn located(found: &Violation, given: &Map<String, Value>, at: &str) -> Violation {
    let index = found.pointer.split('/').nth(2);
    let index = index.and_then(|index| index.parse().ok());
    let name = index.and_then(|index| given.keys().nth(index));
    let mut located = found.clone();
    located.pointer = name.map_or_else(|| at.to_owned(), |name| format!("{at}/{}", segment(name)));
    located
}
