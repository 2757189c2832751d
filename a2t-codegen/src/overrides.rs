//! Names and derives that the user gives for what is in the catalog. Each is applied, or reported
//! as an error.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use a2t_core::error::{inert, nearest};

use crate::error::Error;
use crate::ident::{self, Ident, Path, Scope, ToolName};

/// Overrides for one client, as a builder collects them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    /// Path and Rust name.
    names: Vec<(String, String)>,
    /// Path, or none for every type; and the derives.
    derives: Vec<(Option<String>, String)>,
}

impl Overrides {
    pub(crate) fn name(&mut self, path: String, name: String) {
        self.names.push((path, name));
    }

    pub(crate) fn derive(&mut self, path: Option<String>, derives: String) {
        self.derives.push((path, derives));
    }
}

/// Something with a name; a shared enum has a path for each parameter that it is the type of.
pub(crate) struct Named {
    pub(crate) paths: Vec<String>,
    pub(crate) name: Ident,
}

/// Overrides while a client is planned.
#[derive(Default)]
pub(crate) struct Applied {
    names: Vec<Override<String>>,
    derives: Vec<Override<Vec<Path>>>,
    derived: Vec<Path>,
    /// Paths in the catalog, to suggest one.
    known: BTreeSet<String>,
    errors: Vec<String>,
}

struct Override<T> {
    path: String,
    value: T,
    used: bool,
}

impl Applied {
    pub(crate) fn new(overrides: &Overrides) -> Self {
        let mut applied = Self::default();
        for (path, name) in &overrides.names {
            if applied.names.iter().any(|known| known.path == *path) {
                let path = inert(path);
                applied.errors.push(format!("`{path}` is given two names; leave one of them"));
            }
            applied.names.push(Override::new(path, name.clone()));
        }
        for (path, text) in &overrides.derives {
            let derives = applied.parse_derives(text);
            match path {
                Some(path) => applied.derives.push(Override::new(path, derives)),
                None => applied.derived.extend(derives),
            }
        }
        applied
    }

    fn parse_derives(&mut self, text: &str) -> Vec<Path> {
        let list = text.trim().strip_suffix(',').unwrap_or(text).trim();
        if list.is_empty() {
            return Vec::new();
        }
        let paths: Option<_> = list.split(',').map(Path::parse).collect();
        paths.unwrap_or_else(|| {
            let text = inert(text);
            let error = format!("`{text}` is not a list of derives such as `serde::Serialize`");
            self.errors.push(error);
            Vec::new()
        })
    }

    /// No path need be spelt.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.derives.is_empty() && self.derived.is_empty()
    }

    /// Names of one scope, the user's among them.
    pub(crate) fn names(&mut self, scope: Scope, things: Vec<Named>) -> Vec<Ident> {
        if self.is_empty() {
            return things.into_iter().map(|thing| thing.name).collect();
        }
        let chosen = things.iter().map(|thing| self.chosen(scope, &thing.paths));
        let chosen = chosen.collect();
        self.distinct(things, chosen)
    }

    /// Names of members, given their paths and the names that they would have.
    pub(crate) fn members(
        &mut self,
        scope: Scope,
        paths: impl Iterator<Item = Vec<String>>,
        names: Vec<Ident>,
    ) -> Vec<Ident> {
        if self.is_empty() {
            return names;
        }
        let things = paths.zip(names).map(|(paths, name)| Named { paths, name });
        self.names(scope, things.collect())
    }

    /// Names of tools: one that the user chose is that of the method, and gives those of the types.
    /// A tool without `paths` is not selected, and keeps its names.
    pub(crate) fn tools(
        &mut self,
        names: Vec<ToolName>,
        paths: impl Fn(usize) -> Option<Vec<String>>,
    ) -> Vec<ToolName> {
        if self.is_empty() {
            return names;
        }
        let things = |name: fn(&ToolName) -> &Ident| -> Vec<Named> {
            let named = names.iter().map(name).enumerate();
            let named = named.filter_map(|(index, name)| {
                Some(Named { paths: paths(index)?, name: name.clone() })
            });
            named.collect()
        };
        let (methods, kinds) = (things(|name| &name.method), things(|name| &name.kind));
        let methods = self.names(Scope::Method, methods).into_iter();
        let mut chosen = methods.zip(self.kinds(kinds));
        let mut named = Vec::with_capacity(names.len());
        for (index, name) in names.into_iter().enumerate() {
            let chosen = paths(index).and_then(|_| chosen.next());
            named.push(chosen.map_or(name, |(method, kind)| ToolName { method, kind }));
        }
        named
    }

    /// Names of the types of tools: of a tool that the user named, that name in capitals.
    fn kinds(&mut self, things: Vec<Named>) -> Vec<Ident> {
        let chosen = things.iter().map(|thing| {
            let name = self.names.iter().find(|name| thing.paths.contains(&name.path));
            name.map(|name| ident::kind(&name.value))
        });
        let chosen = chosen.collect();
        // An error of the method was reported already.
        let errors = mem::take(&mut self.errors);
        let names = self.distinct(things, chosen);
        if !errors.is_empty() {
            self.errors = errors;
        }
        names
    }

    fn chosen(&mut self, scope: Scope, paths: &[String]) -> Option<Ident> {
        self.known.extend(paths.iter().cloned());
        let mut chosen: Option<(&Override<String>, Ident)> = None;
        let names = self.names.iter_mut().filter(|name| paths.contains(&name.path));
        for name in names {
            let path = inert(&name.path);
            if mem::replace(&mut name.used, true) {
                self.errors.push(format!("`{path}` is more than one thing in this catalog"));
            }
            match (scope.check(&name.value), &chosen) {
                (Err(why), _) => {
                    let name = inert(&name.value);
                    self.errors.push(format!("`{path}` cannot be called `{name}`: {why}"));
                }
                (Ok(_), Some((other, _))) if other.value != name.value => self.errors.push(format!(
                    "`{}` and `{path}` are one type and cannot be both `{}` and `{}`; leave one of them",
                    inert(&other.path),
                    other.value,
                    name.value,
                )),
                (Ok(ident), _) => chosen = Some((name, ident)),
            }
        }
        chosen.map(|(_, name)| name)
    }

    /// The chosen names and the others, of which none is the same as a chosen one.
    fn distinct(&mut self, things: Vec<Named>, chosen: Vec<Option<Ident>>) -> Vec<Ident> {
        let mut seen: BTreeMap<Ident, (String, bool)> = BTreeMap::new();
        let mut names = Vec::with_capacity(things.len());
        for (Named { paths, name }, chosen) in things.into_iter().zip(chosen) {
            let (is_chosen, name) = (chosen.is_some(), chosen.unwrap_or(name));
            let path = paths.first().map(|path| inert(path)).unwrap_or_default();
            let other = seen.insert(name.clone(), (path.clone(), is_chosen));
            if let Some((other, _)) = other.filter(|(_, other)| is_chosen || *other) {
                self.errors.push(format!(
                    "`{other}` and `{path}` would both be called `{name}`; give one of them another name"
                ));
            }
            names.push(name);
        }
        names
    }

    /// Derives of the type with these paths, in addition to those of every client.
    pub(crate) fn derives(&mut self, paths: &[String]) -> Vec<Path> {
        self.merged(self.derived.clone(), paths)
    }

    /// Derives of a type for which those of all types are not meant.
    pub(crate) fn own_derives(&mut self, paths: &[String]) -> Vec<Path> {
        self.merged(Vec::new(), paths)
    }

    fn merged(&mut self, mut derives: Vec<Path>, paths: &[String]) -> Vec<Path> {
        self.known.extend(paths.iter().cloned());
        for own in self.derives.iter_mut().filter(|own| paths.contains(&own.path)) {
            own.used = true;
            derives.extend(own.value.iter().cloned());
        }
        let mut seen = Vec::new();
        derives.retain(|path| {
            !seen.contains(path) && {
                seen.push(path.clone());
                true
            }
        });
        derives
    }

    /// Every override was used.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        let names = self.names.iter().filter(|name| !name.used);
        let derives = self.derives.iter().filter(|derive| !derive.used);
        let unused = names.map(|name| self.unknown(&name.path, "rename"));
        let unused = unused.chain(derives.map(|derive| self.unknown(&derive.path, "derive_for")));
        let unused: Vec<_> = unused.collect();
        self.errors.extend(unused);
        if self.errors.is_empty() {
            return Ok(());
        }
        Err(Error::lines(self.errors))
    }

    fn unknown(&self, path: &str, key: &str) -> String {
        let help = match nearest(path, self.known.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{}`?", inert(meant)),
            None => "a path is `TOOL`, `TOOL.inputs.ID`, `TOOL.outputs.ID`, one of the latter \
                     with `.enum` or `.enum.VALUE`, or `TOOL.errors.NAME`"
                .to_owned(),
        };
        let path = inert(path);
        format!("{key}: nothing in the catalog is `{path}`; {help}")
    }
}

impl<T> Override<T> {
    fn new(path: &str, value: T) -> Self {
        let (path, used) = (path.to_owned(), false);
        Self { path, value, used }
    }
}
