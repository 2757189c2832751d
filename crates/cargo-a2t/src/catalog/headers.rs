//! Headers from the environment, and the origins that each may go to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use a2t_codegen::fetch::{self, Endpoint};
use a2t_core::error::inert;
use clap::Args;

use super::shown;
use crate::report::CommandError;

#[derive(Args, Clone)]
pub(crate) struct Headers {
    #[arg(
        long,
        value_name = "NAME[=ORIGIN]",
        value_parser = Variable::parse,
        help = "Send the header in the environment variable NAME, such as `Authorization: Bearer …`. \
                With an ORIGIN such as https://api.weather.example, only that server gets it. If the \
                address comes from a snapshot, ORIGIN is required"
    )]
    header_env: Vec<Variable>,
    #[arg(skip)]
    snapshot: Option<Asking>,
}

/// An environment variable, and the only origin that may have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    name: String,
    origin: Option<String>,
}

/// A snapshot, which comes from others: the address is its own, and so is what it asks for.
#[derive(Clone)]
struct Asking {
    path: PathBuf,
    /// Headers by name, and the variable of each, as the snapshot remembers them.
    headers: BTreeMap<String, String>,
}

impl Variable {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let Some((name, url)) = text.split_once('=') else {
            return Ok(Self { name: text.to_owned(), origin: None });
        };
        let origin = fetch::origin(url).ok_or_else(|| {
            format!(
                "`{}` is not an origin; expected such as https://api.weather.example",
                inert(url)
            )
        })?;
        Ok(Self { name: name.to_owned(), origin: Some(origin) })
    }

    /// Returns whether it is the variable of this name that may go to the origin, or to no server by its address.
    pub(crate) fn is_for(&self, name: &str, origin: Option<&str>) -> bool {
        self.name == name && self.origin.as_deref() == origin
    }
}

impl Headers {
    pub(crate) fn endpoint(&self, url: &str) -> Result<Endpoint, CommandError> {
        let mut endpoint = Endpoint::new(url)?;
        for (name, value) in self.of(url)? {
            endpoint = endpoint.header(&name, &value)?;
        }
        Ok(endpoint)
    }

    /// Names and values of the headers for this URL.
    pub(crate) fn of(&self, url: &str) -> Result<Vec<(String, String)>, CommandError> {
        let given = self.given(url)?;
        let headers = given.iter().map(|one| held(&one.name)).collect::<Result<Vec<_>, _>>()?;
        let Some(asking) = &self.snapshot else { return Ok(headers) };
        let lacks = |name: &str| !headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        match asking.headers.iter().find(|(name, _)| lacks(name)) {
            Some((name, variable)) => Err(asking.not_allowed(name, variable, url)),
            None => Ok(headers),
        }
    }

    /// Names of the headers for this URL, and the environment variable that holds each.
    pub(super) fn variables(&self, url: &str) -> Result<Vec<(String, String)>, CommandError> {
        let given = self.given(url)?.into_iter();
        given.map(|one| Ok((held(&one.name)?.0, one.name.clone()))).collect()
    }

    /// The variables that may go to this URL. One without an origin is for the address that was given
    /// with it, and not for one that a snapshot names.
    fn given(&self, url: &str) -> Result<Vec<&Variable>, CommandError> {
        let origin = fetch::origin(url);
        if let (Some(asking), Some(name)) = (&self.snapshot, self.unbound()) {
            return Err(asking.unbound(name, url));
        }
        let may = |one: &&Variable| one.origin.is_none() || one.origin == origin;
        Ok(self.header_env.iter().filter(may).collect())
    }

    pub(super) fn asked_by(&self, path: &Path, headers: &BTreeMap<String, String>) -> Self {
        let asking = Asking { path: path.to_owned(), headers: headers.clone() };
        Self { snapshot: Some(asking), ..self.clone() }
    }

    pub(crate) fn unbound(&self) -> Option<&str> {
        let unbound = self.header_env.iter().find(|one| one.origin.is_none());
        unbound.map(|one| &*one.name)
    }

    /// Refuses a header without an origin for servers of different origins.
    pub(crate) fn for_one_server<'a>(
        &self,
        urls: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), CommandError> {
        let mut origins: Vec<_> = urls.into_iter().filter_map(fetch::origin).collect();
        origins.sort_unstable();
        origins.dedup();
        match (self.unbound(), origins.as_slice()) {
            (Some(name), [one, other, ..]) => {
                let option = option(name, one);
                Err(CommandError::new(format!(
                    "`--header-env {}` is for one server, and both {one} and {other} would get the header; \
                     name the one that may have it: `{option}`",
                    inert(name)
                )))
            }
            _ => Ok(()),
        }
    }
}

impl Asking {
    fn not_allowed(&self, name: &str, variable: &str, url: &str) -> CommandError {
        let (file, name, shown) = (shown(&self.path), inert(name), inert(variable));
        let Some(origin) = fetch::origin(url) else {
            return CommandError::new(format!("{file}: its address is not one over http or https"));
        };
        let option = option(variable, &origin);
        CommandError::new(format!(
            "{file}: its server asks for the header `{name}`, which the environment variable `{shown}` \
             holds, and nothing allows {origin} to have it; if that server may have it, add `{option}`"
        ))
    }

    fn unbound(&self, variable: &str, url: &str) -> CommandError {
        let file = shown(&self.path);
        let option = option(variable, &fetch::origin(url).unwrap_or_default());
        CommandError::new(format!(
            "{file}: the address is in the snapshot, which may come from others; name the server that may \
             have the header: `{option}`"
        ))
    }
}

/// `--header-env NAME=ORIGIN`, to be copied.
fn option(variable: &str, origin: &str) -> String {
    format!("--header-env {}={origin}", crate::text::quoted(variable))
}

/// The header that an environment variable holds.
fn held(variable: &str) -> Result<(String, String), CommandError> {
    let variable_shown = inert(variable);
    let line = std::env::var(variable).map_err(|_| {
        CommandError::new(format!(
            "the environment variable `{variable_shown}` is not set; set it to a header such as \
             `Authorization: Bearer …`"
        ))
    })?;
    let (header, value) = line.split_once(':').ok_or_else(|| {
        CommandError::new(format!(
            "the environment variable `{variable_shown}` is not a header; expected `Name: value`"
        ))
    })?;
    Ok((header.trim().to_owned(), value.trim().to_owned()))
}
