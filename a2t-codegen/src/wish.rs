//! What the user asks for beyond the catalog, other names and more derives: each wish is granted,
//! or becomes a mistake in words.

use std::collections::{BTreeMap, BTreeSet};

use a2t_core::error::{inert, nearest};

use crate::error::Error;
use crate::ident::{self, Ident, Path, Scope};

/// The wishes for one client, as a builder collects them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// Path and Rust name.
    names: Vec<(String, String)>,
    /// Path, or nothing for every type; and the derives.
    derives: Vec<(Option<String>, String)>,
}

impl Wishes {
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

/// Grants wishes while a client is planned.
#[derive(Default)]
pub(crate) struct Grants {
    names: Vec<Wish<String>>,
    derives: Vec<Wish<Vec<Path>>>,
    derived: Vec<Path>,
    /// Every path that a wish could have been about, if there is any.
    known: BTreeSet<String>,
    mistakes: Vec<String>,
}

struct Wish<T> {
    path: String,
    wanted: T,
    granted: bool,
}

impl Grants {
    pub(crate) fn new(wishes: &Wishes) -> Self {
        let mut grants = Self::default();
        for (path, name) in &wishes.names {
            if grants.names.iter().any(|wish| wish.path == *path) {
                let path = inert(path);
                let mistake = format!("`{path}` is given two names; leave one of them");
                grants.mistakes.push(mistake);
            }
            grants.names.push(Wish::new(path, name.clone()));
        }
        for (path, text) in &wishes.derives {
            let derives = grants.paths(text);
            match path {
                Some(path) => grants.derives.push(Wish::new(path, derives)),
                None => grants.derived.extend(derives),
            }
        }
        grants
    }

    fn paths(&mut self, text: &str) -> Vec<Path> {
        let list = text.trim().strip_suffix(',').unwrap_or(text);
        let paths: Option<Vec<_>> = match list.trim() {
            "" => Some(Vec::new()),
            list => list.split(',').map(Path::parse).collect(),
        };
        paths.unwrap_or_else(|| {
            let text = inert(text);
            let mistake = format!("`{text}` are no derives; expected such as `serde::Serialize`");
            self.mistakes.push(mistake);
            Vec::new()
        })
    }

    /// Whether nothing is wished, so that no path need be spelt.
    pub(crate) fn is_idle(&self) -> bool {
        self.names.is_empty() && self.derives.is_empty()
    }

    /// The names of one scope, those that the user chose among them.
    pub(crate) fn names(&mut self, scope: Scope, things: Vec<Named>) -> Vec<Ident> {
        if self.is_idle() {
            return things.into_iter().map(|thing| thing.name).collect();
        }
        let chosen: Vec<_> = things
            .iter()
            .map(|thing| self.chosen(scope, &thing.paths))
            .collect();
        let pairs = things.into_iter().zip(chosen);
        let named: Vec<_> = pairs
            .map(|(thing, chosen)| (thing.paths, chosen.is_some(), chosen.unwrap_or(thing.name)))
            .collect();
        self.distinct(&named);
        named.into_iter().map(|(_, _, name)| name).collect()
    }

    /// The names of members, given their paths and the names that they would have.
    pub(crate) fn members(
        &mut self,
        scope: Scope,
        paths: impl Iterator<Item = Vec<String>>,
        names: Vec<Ident>,
    ) -> Vec<Ident> {
        if self.is_idle() {
            return names;
        }
        let things = paths.zip(names).map(|(paths, name)| Named { paths, name });
        self.names(scope, things.collect())
    }

    /// The names of the types of tools: of a tool that the user named, that name in capitals.
    pub(crate) fn kinds(&mut self, things: Vec<Named>) -> Vec<Ident> {
        let chosen = |thing: &Named| {
            let wish = self
                .names
                .iter()
                .find(|wish| thing.paths.contains(&wish.path));
            wish.map(|wish| ident::kind(&wish.wanted))
        };
        let named: Vec<_> = things
            .into_iter()
            .map(|thing| match chosen(&thing) {
                Some(name) => (thing.paths, true, name),
                None => (thing.paths, false, thing.name),
            })
            .collect();
        // A method that is not alone with its name was reported.
        if self.mistakes.is_empty() {
            self.distinct(&named);
        }
        named.into_iter().map(|(_, _, name)| name).collect()
    }

    /// The name that the user chose for what has these paths.
    fn chosen(&mut self, scope: Scope, paths: &[String]) -> Option<Ident> {
        self.known.extend(paths.iter().cloned());
        let wishes = self.names.iter_mut();
        let found = wishes.filter(|wish| paths.contains(&wish.path));
        let (mut chosen, mut mistakes): (Option<(&Wish<String>, Ident)>, Vec<String>) =
            (None, Vec::new());
        for wish in found {
            if std::mem::replace(&mut wish.granted, true) {
                let path = inert(&wish.path);
                mistakes.push(format!("`{path}` is more than one thing in this catalog"));
            }
            let wish = &*wish;
            let name = match scope.check(&wish.wanted) {
                Ok(name) => name,
                Err(why) => {
                    let (path, name) = (inert(&wish.path), inert(&wish.wanted));
                    mistakes.push(format!("`{path}` cannot be called `{name}`: {why}"));
                    continue;
                }
            };
            match &chosen {
                Some((other, _)) if other.wanted != wish.wanted => mistakes.push(format!(
                    "`{}` and `{}` are one type and cannot be both `{}` and `{}`; leave one of them",
                    inert(&other.path),
                    inert(&wish.path),
                    other.wanted,
                    wish.wanted,
                )),
                _ => chosen = Some((wish, name)),
            }
        }
        let chosen = chosen.map(|(_, name)| name);
        self.mistakes.extend(mistakes);
        chosen
    }

    /// No name that was chosen is the name of another thing.
    fn distinct(&mut self, named: &[(Vec<String>, bool, Ident)]) {
        let mut seen: BTreeMap<&Ident, (&[String], bool)> = BTreeMap::new();
        for (paths, wished, name) in named {
            let other = seen.insert(name, (paths, *wished));
            let Some((others, _)) = other.filter(|(_, other)| *wished || *other) else {
                continue;
            };
            let path = |paths: &[String]| paths.first().map(|path| inert(path)).unwrap_or_default();
            self.mistakes.push(format!(
                "`{}` and `{}` would both be called `{name}`; give one of them another name",
                path(others),
                path(paths),
            ));
        }
    }

    /// What the type with these paths derives beside what every client does.
    pub(crate) fn derives(&mut self, paths: &[String]) -> Vec<Path> {
        self.known.extend(paths.iter().cloned());
        let mut derives = self.derived.clone();
        for wish in &mut self.derives {
            if paths.contains(&wish.path) {
                wish.granted = true;
                derives.extend(wish.wanted.iter().cloned());
            }
        }
        let mut seen = Vec::new();
        for path in derives {
            if !seen.contains(&path) {
                seen.push(path);
            }
        }
        seen
    }

    /// Every wish was granted.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        let names = self.names.iter().filter(|wish| !wish.granted);
        let derives = self.derives.iter().filter(|wish| !wish.granted);
        let idle = names.map(|wish| (&wish.path, "rename"));
        let idle = idle.chain(derives.map(|wish| (&wish.path, "derive_for")));
        let mistakes: Vec<_> = idle.map(|(path, of)| self.unknown(path, of)).collect();
        self.mistakes.extend(mistakes);
        if self.mistakes.is_empty() {
            return Ok(());
        }
        Err(Error::lines(self.mistakes))
    }

    fn unknown(&self, path: &str, of: &str) -> String {
        let remedy = match nearest(path, self.known.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{}`?", inert(meant)),
            None => "a path is `TOOL`, `TOOL.inputs.ID`, `TOOL.outputs.ID`, or one of the latter \
                     with `.enum` or `.enum.VALUE`"
                .to_owned(),
        };
        format!(
            "{of}: nothing in the catalog is `{}`; {remedy}",
            inert(path)
        )
    }
}

impl<T> Wish<T> {
    fn new(path: &str, wanted: T) -> Self {
        Self {
            path: path.to_owned(),
            wanted,
            granted: false,
        }
    }
}
