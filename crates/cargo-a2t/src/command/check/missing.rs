//! A published version that no tool of the build serves: why, and what to do before giving it up.

use a2t_core::ToolSignature;
use a2t_core::error::inert;

use crate::published::{Package, Site, find, shown};

/// Why a published version is in no build.
pub(super) enum Absence {
    /// Its function is behind a condition that is off in every build.
    Excluded { why: String, help: String },
    /// It was not found anywhere. The text describes what to do.
    Missing(String),
}

/// Retiring is final, so it is the way out of nothing but a function that is gone.
pub(super) fn absence(package: &Package, published: &ToolSignature, all: &[Package]) -> Absence {
    if let Some(site) = find(&package.folder, published) {
        return stands(&site, package);
    }
    if let Some(other) = elsewhere(package, published, all) {
        return Absence::Missing(other);
    }
    if !package.off.is_empty() {
        return Absence::Missing(format!(
            "no function in the sources is it by its name; {} and may have it: run `cargo a2t check --all-features`, or \
             `--build FLAGS` for each set of features that excludes others",
            were_off(&package.off)
        ));
    }
    let name = inert(&published.name);
    Absence::Missing(format!(
        "bring the function back (under another name in the code it keeps the tool with `name = \"{name}\"`, under another \
         one for callers with `id = \"{}\"`), or record that the version is gone for good: \
         `cargo a2t publish --retire {name}@{} --reason \"…\"`",
        published.tool_id, published.version
    ))
}

fn stands(site: &Site, package: &Package) -> Absence {
    let location = format!("{}:{}", shown(&site.file), site.line);
    let excluded = |cfg: &&String| !package.builds.iter().any(|build| build.takes(cfg));
    let excluding: Vec<_> = site.cfgs.iter().filter(excluded).collect();
    if !excluding.is_empty() {
        let cfgs: Vec<_> =
            excluding.iter().map(|cfg| format!("`#[cfg({})]`", inert(cfg))).collect();
        let why = format!("its function stands at {location} behind {}", cfgs.join(", "));
        let off = site.features.iter().find(|name| package.off.contains(name));
        return Absence::Excluded { why, help: how_to_check(off.map(String::as_str)) };
    }
    if !package.off.is_empty() {
        return Absence::Missing(format!(
            "its function stands at {location}, and this build has no test of it; {}: run `cargo a2t check --all-features`",
            were_off(&package.off)
        ));
    }
    Absence::Missing(format!(
        "its function stands at {location}, and this build has no test of it: it is not found in the body of a function, \
         in a file that no `mod` names, in a target with `harness = false`, or in an example without `--example NAME`"
    ))
}

fn how_to_check(feature: Option<&str>) -> String {
    match feature.map(inert) {
        Some(feature) => format!(
            "run `cargo a2t check --features {feature}`, or `cargo a2t check --build \"\" --build \"--features {feature}\"` \
             for both"
        ),
        None => "run `cargo a2t check` where it is compiled, or add that build: `--build \"\" --build \"--target TRIPLE\"`"
            .to_owned(),
    }
}

fn were_off(features: &[String]) -> String {
    let names: Vec<_> = features.iter().map(|name| format!("`{}`", inert(name))).collect();
    match names.as_slice() {
        [name] => format!("the feature {name} was off"),
        names => format!("the features {} were off", names.join(", ")),
    }
}

fn elsewhere(package: &Package, published: &ToolSignature, all: &[Package]) -> Option<String> {
    let others = all.iter().filter(|other| other.folder != package.folder);
    let named = |other: &&Package| {
        let dir = other.dir().unwrap_or_default();
        let mut tools = other.tools.iter().map(|code| &code.signature);
        tools.any(|tool| tool.name == published.name && dir.tool(tool.tool_id).is_none())
    };
    let (tool, other) = (inert(&published.name), others.into_iter().find(named)?);
    Some(format!(
        "`{tool}` is a tool of the package `{}`: if it was moved there, move its folder to {} as well, then run \
         `cargo a2t publish`",
        inert(&other.name),
        shown(&other.published())
    ))
}
