//! Tools that a model sees, and their names: the explicit list that everything else starts from.

mod examples;
mod search;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use a2t_core::{ToolId, ToolSignature};
use a2t_schema::Tool;

use crate::options::Namespace;
use crate::selected::Selected;
use crate::{Dialect, Error, Result, names};

/// The tools that a model sees: chosen one by one, and named apart across vendors. Those of A2T and
/// those of MCP stand side by side.
///
/// Each method returns a new selection, so that several agents share what one of them narrows down.
/// Names are full names, with the prefix.
///
/// ```
/// # let tool = |name: &str, tag: &str, version: u32| {
/// #     let id = if tag == "sky" { "0479a45d-ad0a-49d4-94db-75edf00d2ca4" } else { "1479a45d-ad0a-49d4-94db-75edf00d2ca4" };
/// #     let text = format!(r#"{{"toolId":"{id}","name":"{name}","description":"","version":{version},
/// #         "currentVersion":{version},"tags":["{tag}"]}}"#);
/// #     a2t_core::signature::parse(text.as_bytes()).unwrap().signature
/// # };
/// # let weather = a2t_dialect::Selection::approved([tool("forecast", "sky", 1), tool("forecast", "sky", 2)]);
/// # let travel = a2t_dialect::Selection::approved([tool("forecast", "fares", 1)]);
/// use a2t_dialect::Selection;
///
/// let weather = Selection::from_tools(&weather)?.version("forecast", 2)?.prefix("weather_");
/// let all = weather.and(&Selection::from_tools(&travel)?.prefix("travel_"))?;
/// let for_the_booking_agent = all.only(["travel_forecast"])?;
/// let for_the_weather_agent = all.tag("sky")?;
///
/// let names: Vec<_> = all.iter().map(|tool| tool.full_name()).collect();
/// assert_eq!(names, ["weather_forecast", "travel_forecast"]);
/// assert_eq!((for_the_booking_agent.len(), for_the_weather_agent.len()), (1, 1));
/// assert_eq!(
///     all.only(["wether_forecast"]).unwrap_err().to_string(),
///     "no selected tool is called `wether_forecast`; did you mean `weather_forecast`? \
///      there are weather_forecast, travel_forecast",
/// );
/// # Ok::<(), a2t_dialect::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub(crate) tools: Vec<Selected>,
}

/// Tools that may be shown to a model: a [`Selection`], the approved tools of a generated client, of
/// A2T or of MCP, and an approved snapshot of an MCP server.
///
/// Nothing else: text that a server sent while the program ran is not approved, and to show it is
/// a type error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not approved for models to see",
    label = "expected a `Selection`, or the `tools()` of a generated client",
    note = "approve what a vendor offers with `cargo a2t fetch`, generate a client from it, and show its `tools()`"
)]
pub trait Show {
    /// The tools to show.
    ///
    /// # Errors
    /// A signature that cannot be read, in a generated file that was edited by hand.
    fn shown(&self) -> Result<Cow<'_, Selection>>;
}

impl Show for Selection {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        Ok(Cow::Borrowed(self))
    }
}

impl<T: Show + ?Sized> Show for &T {
    fn shown(&self) -> Result<Cow<'_, Selection>> {
        (**self).shown()
    }
}

impl Selection {
    /// Returns all of these tools.
    ///
    /// # Errors
    /// Those of [`Show::shown`].
    pub fn from_tools(tools: &impl Show) -> Result<Self> {
        Ok(tools.shown()?.into_owned())
    }

    /// Returns the selection of these signatures. You vouch that they are approved.
    #[doc(hidden)]
    pub fn approved(signatures: impl IntoIterator<Item = ToolSignature>) -> Self {
        Self { tools: signatures.into_iter().map(Selected::signed).collect() }
    }

    /// Returns the selection of these tools of MCP. You vouch that they are approved.
    #[doc(hidden)]
    pub fn approved_schemas(tools: impl IntoIterator<Item = Tool>) -> Self {
        Self { tools: tools.into_iter().map(Selected::described).collect() }
    }

    /// Returns the tools with these names, in all versions that are selected.
    ///
    /// # Errors
    /// A name that no tool has.
    pub fn only<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Self> {
        let names = self.known(names)?;
        Ok(self.filter(|tool| names.contains(&tool.full_name())))
    }

    /// Returns all but the tools with these names.
    ///
    /// # Errors
    /// A name that no tool has.
    pub fn without<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Self> {
        let names = self.known(names)?;
        Ok(self.filter(|tool| !names.contains(&tool.full_name())))
    }

    /// Returns the tools that have this tag; those of MCP have none.
    ///
    /// # Errors
    /// A tag that no tool has.
    pub fn tag(&self, tag: &str) -> Result<Self> {
        let tagged = self.filter(|tool| tool.tags().iter().any(|own| own == tag));
        if tagged.is_empty() {
            let tags = self.iter().flat_map(|tool| tool.tags().iter());
            let tags = tags.map(|tag| tag.to_string());
            return Err(Error::unknown("no selected tool has the tag", tag, tags));
        }
        Ok(tagged)
    }

    /// Returns the tools that only read by their approved hints (spec note AMB-41). A tool without
    /// hints is not among them.
    ///
    /// ```
    /// # let read = |text: &str| a2t_core::signature::parse(text.as_bytes()).unwrap().signature;
    /// # let tools = a2t_dialect::Selection::approved([
    /// #     read(r#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"find","description":"","version":1,
    /// #         "currentVersion":1,"annotations":{"readOnlyHint":true}}"#),
    /// #     read(r#"{"toolId":"1479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"book","description":"","version":1,
    /// #         "currentVersion":1}"#),
    /// # ]);
    /// let for_the_planning_agent = tools.read_only();
    /// let names: Vec<_> = for_the_planning_agent.iter().map(|tool| tool.full_name()).collect();
    /// assert_eq!(names, ["find"]);
    /// ```
    #[must_use]
    pub fn read_only(&self) -> Self {
        self.filter(|tool| tool.hints().read_only)
    }

    /// Keeps only this version of the tool with this name; all other tools as they are.
    ///
    /// # Errors
    /// A name that no tool has, and a version that the tool does not have among those selected.
    pub fn version(&self, name: &str, version: u32) -> Result<Self> {
        let versions = self.only([name])?;
        let versions = versions.iter().filter_map(Selected::version);
        if !versions.clone().any(|known| known == version) {
            return Err(Error::Unknown {
                what: format!("no selected version of `{name}` is number"),
                name: version.to_string(),
                did_you_mean: None,
                known: versions.map(|known| known.to_string()).collect(),
            });
        }
        let keep = |tool: &Selected| tool.full_name() != name || tool.version() == Some(version);
        Ok(self.filter(keep))
    }

    /// Keeps only the newest of each tool's selected versions.
    #[must_use]
    pub fn newest(&self) -> Self {
        let newer = |tool: &Selected, other: &Selected| match (tool.signature(), other.signature())
        {
            (Some(own), Some(theirs)) => {
                own.tool_id == theirs.tool_id
                    && tool.prefix() == other.prefix()
                    && own.version < theirs.version
            }
            _ => false,
        };
        self.filter(|tool| !self.iter().any(|other| newer(tool, other)))
    }

    /// Returns the tools with `prefix` before their names, and before the prefix that they have
    /// already.
    #[must_use]
    pub fn prefix(&self, prefix: &str) -> Self {
        let mut prefixed = self.clone();
        for tool in &mut prefixed.tools {
            tool.put_before(prefix);
        }
        prefixed
    }

    /// Returns the tools as those of a catalog with this name, for [`ToolOptions::namespaces`](crate::ToolOptions::namespaces).
    ///
    /// ```
    /// # let tool = |name: &str, id: u8| {
    /// #     let text = format!(r#"{{"toolId":"{id}479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"{name}","description":"",
    /// #         "version":1,"currentVersion":1}}"#);
    /// #     a2t_dialect::Selection::approved([a2t_core::signature::parse(text.as_bytes()).unwrap().signature])
    /// # };
    /// # let (bank, airline) = (tool("send_money", 0), tool("book_flight", 1));
    /// use a2t_dialect::{Dialect, ToolOptions};
    ///
    /// let bank = bank.catalog("bank", "Accounts and payments.");
    /// let tools = bank.and(&airline.catalog("airline", "Flights."))?;
    /// let groups = Dialect::OpenaiResponses.export_with(&tools, &ToolOptions::new().namespaces())?;
    /// assert_eq!(groups.value[0]["name"], "bank");
    /// assert_eq!(groups.value[1]["tools"][0]["name"], "book_flight");
    /// # Ok::<_, a2t_dialect::Error>(())
    /// ```
    #[must_use]
    pub fn catalog(&self, name: &str, description: &str) -> Self {
        let catalog = Namespace { name: name.to_owned(), description: description.to_owned() };
        let catalog = Arc::new(catalog);
        let mut tools = self.clone();
        for tool in &mut tools.tools {
            tool.catalog = Some(Arc::clone(&catalog));
        }
        tools
    }

    /// Returns these tools with those of another vendor, or of another selection.
    ///
    /// ```
    /// # let tool = |name: &str, id: u8| {
    /// #     let text = format!(r#"{{"toolId":"{id}479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"{name}","description":"",
    /// #         "version":1,"currentVersion":1}}"#);
    /// #     a2t_dialect::Selection::approved([a2t_core::signature::parse(text.as_bytes()).unwrap().signature])
    /// # };
    /// let (bank, stranger) = (tool("send_mail", 0), tool("Send Mail", 1));
    /// let error = bank.and(&stranger).unwrap_err().to_string();
    /// assert!(error.starts_with("the tools `send_mail` and `Send Mail` of two vendors can be confused"));
    /// assert!(bank.and(&stranger.prefix("other_")).is_ok());
    /// ```
    ///
    /// # Errors
    /// Two tools with one name, or with names that can be confused: that look alike, differ only in their case, or
    /// become the same words in a dialect. Versions of one tool are no error.
    pub fn and(&self, others: &impl Show) -> Result<Self> {
        let others = others.shown()?;
        let mut known: HashMap<String, Vec<&Selected>> = HashMap::new();
        for (tool, keys) in self.confusables() {
            keys.into_iter().for_each(|key| known.entry(key).or_default().push(tool));
        }
        for (other, keys) in others.confusables() {
            let mut alike = keys.iter().filter_map(|key| known.get(key)).flatten();
            if let Some(tool) = alike.find(|tool| !tool.is_other_version_of(other)) {
                return Err(Error::confused(tool.full_name(), other.full_name()));
            }
        }
        let tools = self.iter().chain(others.iter()).cloned().collect();
        Ok(Self { tools })
    }

    /// Returns each tool with what no tool of another vendor may share with it, for its name and for the name that a
    /// model knows it by.
    fn confusables(&self) -> impl Iterator<Item = (&Selected, Vec<String>)> {
        self.iter().zip(self.distinct_names()).map(|(tool, shown)| {
            let name = tool.full_name();
            let of_shown = (shown != name).then(|| names::confusables(&shown));
            let keys = names::confusables(&name).into_iter().chain(of_shown.into_iter().flatten());
            (tool, keys.collect())
        })
    }

    /// Returns the tools, in the order in which a model sees them.
    pub fn iter(&self) -> std::slice::Iter<'_, Selected> {
        self.tools.iter()
    }

    /// Returns the number of tools.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Returns the tool that a model means by `given`, the name that the dialect takes for it. A
    /// name that was never shown finds nothing; what comes near is not guessed.
    pub fn find(&self, dialect: Dialect, given: &str) -> Option<&Selected> {
        let mut names = self.names_in(dialect).into_iter();
        self.tools.get(names.position(|name| name == given)?)
    }

    /// Returns the names that the dialect takes for the tools, in their order: the full name
    /// wherever it is accepted, else its words (`lookup_weather` for `Lookup Weather`), with a
    /// digest where another tool has them. Of several versions of a tool the newest has its name,
    /// each other one the number behind it, `lookup_weather_v1`.
    pub fn names_in(&self, dialect: Dialect) -> Vec<String> {
        let names = self.distinct_names();
        let names: Vec<_> = names.iter().map(|name| &**name).collect();
        names::accepted(&names, dialect.limits().tool_name.as_ref())
    }

    /// Full names, with their numbers behind those of older versions.
    fn distinct_names(&self) -> Vec<String> {
        let mut newest: HashMap<(String, ToolId), u32> = HashMap::new();
        for (tool, signature) in self.iter().filter_map(|tool| Some((tool, tool.signature()?))) {
            let known = newest.entry((tool.full_name(), signature.tool_id)).or_default();
            *known = signature.version.max(*known);
        }
        let mut taken: HashSet<_> = self.iter().map(Selected::full_name).collect();
        let name = |tool: &Selected| {
            let name = tool.full_name();
            let is_older = |signature: &ToolSignature| {
                newest.get(&(name.clone(), signature.tool_id)) > Some(&signature.version)
            };
            match tool.signature().filter(|signature| is_older(signature)) {
                Some(signature) => free(format!("{name}_v{}", signature.version), &mut taken),
                None => name,
            }
        };
        self.iter().map(name).collect()
    }

    fn filter(&self, keep: impl Fn(&Selected) -> bool) -> Self {
        Self { tools: self.iter().filter(|tool| keep(tool)).cloned().collect() }
    }

    fn known<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Vec<String>> {
        let own: Vec<_> = self.iter().map(Selected::full_name).collect();
        let known = |name: N| {
            let name = name.as_ref();
            if own.iter().any(|own| own == name) {
                return Ok(name.to_owned());
            }
            let own = own.iter().cloned();
            Err(Error::unknown("no selected tool is called", name, own))
        };
        names.into_iter().map(known).collect()
    }
}

/// The name, or the first with another number behind it that no tool has.
fn free(name: String, taken: &mut HashSet<String>) -> String {
    let others = (2_u32..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.clone()).chain(others);
    let name = names.find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(name.clone());
    name
}

impl Dialect {
    /// Returns the names that the dialect takes for tools with these names, as
    /// [`Selection::names_in`] has them.
    #[doc(hidden)]
    pub fn tool_names(self, names: &[&str]) -> Vec<String> {
        names::accepted(names, self.limits().tool_name.as_ref())
    }
}

impl<'a> IntoIterator for &'a Selection {
    type Item = &'a Selected;
    type IntoIter = std::slice::Iter<'a, Selected>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests;
