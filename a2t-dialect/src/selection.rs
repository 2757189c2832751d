//! Which tools a model sees, and as what: the explicit list that everything else starts from.

use std::borrow::Cow;
use std::sync::Arc;

use a2t_core::{InputParameter, ToolSignature};

use crate::{Dialect, Error, Result, names};

/// The tools that a model sees: chosen one by one, and named apart across vendors.
///
/// Each method returns a selection of its own, so that several agents share what one of them
/// narrows down. Names are full names, with the prefix.
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
/// let weather = Selection::of(&weather)?.version("forecast", 2)?.prefix("weather_");
/// let all = weather.and(&Selection::of(&travel)?.prefix("travel_"))?;
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
    tools: Vec<Selected>,
}

/// One tool of a [`Selection`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    prefix: String,
    signature: Arc<ToolSignature>,
}

/// Tools that may be shown to a model: a [`Selection`], and the approved signatures of a generated client.
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
    /// All of these tools.
    ///
    /// # Errors
    /// Those of [`Show::shown`].
    pub fn of(tools: &impl Show) -> Result<Self> {
        Ok(tools.shown()?.into_owned())
    }

    /// The selection of these signatures, whoever vouches for them.
    #[doc(hidden)]
    pub fn approved(signatures: impl IntoIterator<Item = ToolSignature>) -> Self {
        let select = |signature| Selected { prefix: String::new(), signature: Arc::new(signature) };
        Self { tools: signatures.into_iter().map(select).collect() }
    }

    /// The tools with these names, in all versions that are selected.
    ///
    /// # Errors
    /// A name that no tool has.
    pub fn only<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Self> {
        let names = self.known(names)?;
        Ok(self.filter(|tool| names.contains(&tool.full_name())))
    }

    /// All but the tools with these names.
    ///
    /// # Errors
    /// A name that no tool has.
    pub fn without<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Self> {
        let names = self.known(names)?;
        Ok(self.filter(|tool| !names.contains(&tool.full_name())))
    }

    /// The tools that have this tag.
    ///
    /// # Errors
    /// A tag that no tool has.
    pub fn tag(&self, tag: &str) -> Result<Self> {
        let tagged = self.filter(|tool| tool.signature.tags.iter().any(|own| own == tag));
        if tagged.is_empty() {
            let tags = self.iter().flat_map(|tool| tool.signature.tags.iter());
            let tags = tags.map(|tag| tag.to_string());
            return Err(Error::unknown("no selected tool has the tag", tag, tags));
        }
        Ok(tagged)
    }

    /// Keeps only this version of the tool with this name; all other tools as they are.
    ///
    /// # Errors
    /// A name that no tool has, and a version that the tool does not have among those selected.
    pub fn version(&self, name: &str, version: u32) -> Result<Self> {
        let versions = self.only([name])?;
        let versions = versions.iter().map(|tool| tool.signature.version);
        if !versions.clone().any(|known| known == version) {
            return Err(Error::Unknown {
                what: format!("no selected version of `{name}` is number"),
                name: version.to_string(),
                did_you_mean: None,
                known: versions.map(|known| known.to_string()).collect(),
            });
        }
        let keep = |tool: &Selected| tool.full_name() != name || tool.signature.version == version;
        Ok(self.filter(keep))
    }

    /// Keeps only the newest of each tool's selected versions.
    #[must_use]
    pub fn newest(&self) -> Self {
        let newer = |tool: &Selected, other: &Selected| {
            tool.signature.tool_id == other.signature.tool_id
                && tool.prefix == other.prefix
                && tool.signature.version < other.signature.version
        };
        self.filter(|tool| !self.iter().any(|other| newer(tool, other)))
    }

    /// The tools with `prefix` before their names, and before the prefix that they have already.
    #[must_use]
    pub fn prefix(&self, prefix: &str) -> Self {
        let mut prefixed = self.clone();
        for tool in &mut prefixed.tools {
            tool.prefix.insert_str(0, prefix);
        }
        prefixed
    }

    /// These tools and those of another vendor, or of another selection.
    ///
    /// # Errors
    /// Two tools with one name, those that are versions of one tool excepted.
    pub fn and(&self, others: &impl Show) -> Result<Self> {
        let others = others.shown()?;
        for other in others.iter() {
            let (id, version) = (other.signature.tool_id, other.signature.version);
            let is_twin = |tool: &&Selected| {
                let own = (tool.signature.tool_id, tool.signature.version);
                tool.full_name() == other.full_name() && (own.0 != id || own.1 == version)
            };
            if self.iter().any(|tool| is_twin(&tool)) {
                return Err(Error::Twins { name: other.full_name() });
            }
        }
        let tools = self.iter().chain(others.iter()).cloned().collect();
        Ok(Self { tools })
    }

    /// The tools, in the order in which a model is told of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Selected> {
        self.tools.iter()
    }

    /// Number of tools.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The tool that a model means by `said`, the name that the dialect takes for it. A name that
    /// was never shown finds nothing; what comes near is not guessed.
    pub fn find(&self, dialect: Dialect, said: &str) -> Option<&Selected> {
        let mut names = self.names_in(dialect).into_iter();
        self.tools.get(names.position(|name| name == said)?)
    }

    /// The names that the dialect takes for the tools, in their order: the full name wherever it is
    /// accepted, else its words (`lookup_weather` for `Lookup Weather`), with a digest where another
    /// tool has them.
    pub fn names_in(&self, dialect: Dialect) -> Vec<String> {
        let names: Vec<_> = self.iter().map(Selected::full_name).collect();
        let names: Vec<_> = names.iter().map(|name| &**name).collect();
        names::accepted(&names, dialect.limits().tool_name.as_ref())
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

impl<'a> IntoIterator for &'a Selection {
    type Item = &'a Selected;
    type IntoIter = std::slice::Iter<'a, Selected>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Selected {
    /// The approved signature.
    pub fn signature(&self) -> &ToolSignature {
        &self.signature
    }

    /// Prefix of the tool's name; empty where there is none.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The tool's name behind its prefix, before a dialect's limits.
    pub fn full_name(&self) -> String {
        format!("{}{}", self.prefix, self.signature.name)
    }

    /// The input that a model means by `said`, the name that the dialect takes for it.
    pub fn input(&self, dialect: Dialect, said: &str) -> Option<&InputParameter> {
        let names = dialect.input_names(&self.signature);
        let index = names.iter().position(|name| name == said)?;
        self.signature.input_parameters.get(index)
    }
}

#[cfg(test)]
mod tests {
    use a2t_core::signature::parse_value;
    use serde_json::json;

    use super::*;

    fn tool(name: &str, version: u32, tags: &[&str]) -> ToolSignature {
        let id = name.bytes().map(u128::from).sum();
        let tool = json!({
            "toolId": a2t_core::ToolId::from_u128(id).to_string(), "name": name, "description": "",
            "version": version, "currentVersion": version, "tags": tags,
            "input_parameters": [{"id": "c", "name": "Flight Class", "description": ""}],
        });
        parse_value(&tool, "").unwrap().signature
    }

    fn selection() -> Selection {
        let tools = [("lookup", 1), ("lookup", 2), ("now", 1), ("Get It!", 1)];
        Selection::approved(tools.map(|(name, version)| tool(name, version, &["sky", name])))
    }

    fn names(selection: &Selection) -> Vec<String> {
        let name = |tool: &Selected| format!("{}@{}", tool.full_name(), tool.signature().version);
        selection.iter().map(name).collect()
    }

    fn words(result: Result<Selection>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn tools_are_selected_by_name_tag_and_version() {
        let all = selection();
        let only = all.only(["now", "lookup"]).unwrap();
        assert_eq!(names(&only), ["lookup@1", "lookup@2", "now@1"]);
        assert_eq!(names(&all.without(["lookup"]).unwrap()), ["now@1", "Get It!@1"]);
        assert_eq!(names(&all.tag("now").unwrap()), ["now@1"]);
        let versions = ["lookup@2", "now@1", "Get It!@1"];
        assert_eq!(names(&all.version("lookup", 2).unwrap()), versions);
        assert_eq!(names(&all.newest()), versions);
        let twice = all.prefix("b_").prefix("a_").only(["a_b_now"]).unwrap();
        assert_eq!(names(&twice), ["a_b_now@1"]);
    }

    #[test]
    fn what_nothing_selected_has_is_an_error_that_says_what_there_is() {
        let all = selection();
        assert_eq!(
            words(all.only(["nov"])),
            "no selected tool is called `nov`; did you mean `now`? there are lookup, now, Get It!"
        );
        assert!(words(all.without(["x"])).starts_with("no selected tool is called `x`; there are"));
        assert!(words(all.tag("skye")).contains("has the tag `skye`; did you mean `sky`?"));
        assert_eq!(
            words(all.version("now", 7)),
            "no selected version of `now` is number `7`; there is 1"
        );
        let nothing = Selection::default();
        assert_eq!(words(nothing.tag("a")), "no selected tool has the tag `a`; there is none");
    }

    #[test]
    fn two_tools_of_one_name_are_refused_and_versions_are_not() {
        let (first, second) = (tool("lookup", 1, &[]), tool("lookup", 2, &[]));
        let (first, second) = (Selection::approved([first]), Selection::approved([second]));
        let both = first.and(&second).unwrap();
        assert_eq!(both.len(), 2);
        assert!(words(first.and(&first)).contains("two of the selected tools are called `lookup`"));
        let mut other = tool("lookup", 3, &[]);
        other.tool_id = a2t_core::ToolId::from_u128(1);
        let other = Selection::approved([other]);
        assert!(matches!(first.and(&other), Err(Error::Twins { .. })));
        assert_eq!(first.and(&other.prefix("b_")).unwrap().len(), 2);
        // A model could not tell the versions apart.
        assert!(matches!(Dialect::Anthropic.tools(&both), Err(Error::Twins { .. })));
        assert!(Dialect::Anthropic.tools(&both.newest()).is_ok());
    }

    #[test]
    fn to_add_a_tool_renames_no_other() {
        let odd = Selection::approved([tool("Get It!", 1, &[])]);
        let twin = Selection::approved([tool("Get It?", 1, &[])]);
        let both = odd.and(&twin).unwrap();
        for dialect in Dialect::ALL {
            let alone = odd.names_in(*dialect).remove(0);
            let [first, second] = &*both.names_in(*dialect) else { panic!() };
            assert_eq!(*first, alone);
            assert_ne!(*second, alone);
        }
    }

    #[test]
    fn a_model_finds_tools_and_inputs_by_the_names_that_it_was_shown() {
        let all = selection();
        let (chat, anthropic) = (Dialect::OpenaiChat, Dialect::Anthropic);
        let odd = &all.tools[3];
        assert_eq!(all.names_in(chat), ["lookup", "lookup", "now", "get_it"]);
        assert_eq!(all.find(chat, "get_it"), Some(odd));
        assert_eq!(all.find(chat, "Get It!"), None);
        assert_eq!(all.find(Dialect::A2a, "Get It!"), Some(odd));
        let input = &odd.signature.input_parameters[0];
        assert_eq!(odd.input(chat, "Flight Class"), Some(input));
        assert_eq!(odd.input(anthropic, "Flight Class"), None);
        assert_eq!(odd.input(anthropic, "flight_class"), Some(input));
    }
}
