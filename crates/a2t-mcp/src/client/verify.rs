//! The server's tools against the approved ones: has one changed under us?

use std::collections::HashMap;

use a2t_core::wire::walk::Bounds;
use a2t_schema::{Listed, Tool};
use tokio::time::Instant;

use crate::client::drift::{Drift, Policy, State, ToolDrift, Watched};
use crate::client::error::{Error, Kind, Result};
use crate::client::limits::FRESH;
use crate::client::list::{list, parsed};
use crate::client::session::Session;
use crate::client::untyped::Client;

/// Tools as they were listed for the calls of one connection.
pub(crate) struct Known {
    tools: HashMap<String, Served>,
    at: Instant,
    count: u64,
}

type Served = std::result::Result<Tool, a2t_core::Violations>;

impl Client {
    /// Compares the server's tools with the approved ones: tells of each if all that a model sees
    /// of it is as it was. This sends one listing. A tool that is listed as deprecated is logged.
    ///
    /// ```no_run
    /// # use std::error::Error;
    /// # async fn run(approved: Vec<a2t::mcp::client::Tool>) -> Result<(), Box<dyn Error>> {
    /// # let client = a2t::mcp::client::Client::http("https://tools.example/mcp")?;
    /// let drift = client.verify(&approved).await?;
    /// if !drift.is_none() {
    ///     return Err(format!("tools changed:\n{drift}").into());
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of [`Client::listed`]: tools that cannot be asked for are not drift. A tool that
    /// breaks the rules is [`State::Broken`]; those that were not approved are not looked at.
    pub async fn verify<'a>(&self, approved: impl IntoIterator<Item = &'a Tool>) -> Result<Drift> {
        let (approved, listed): (Vec<_>, _) =
            (approved.into_iter().collect(), self.listed().await?);
        for listed in listed.tools.iter().filter(|listed| listed.deprecated.is_some()) {
            let known = approved.iter().find(|approved| approved.name == listed.name);
            known.into_iter().for_each(|approved| self.remark(approved));
        }
        Ok(Drift::between(approved, listed))
    }

    /// Logs that a tool is deprecated, once, in the words that were approved.
    pub(crate) fn remark(&self, approved: &Tool) {
        self.hub.trace.deprecated(&*approved.name, approved.deprecated.as_ref());
    }

    /// State of a tool that is about to be called, as far as the policy asks for it.
    pub(crate) async fn drift(&self, session: &Session, tool: &Tool) -> Result<Option<State>> {
        let policy = self.policy.or_else(Watched::policy).unwrap_or_default();
        if policy == Policy::Ignore {
            return Ok(None);
        }
        let mut kept = session.known.lock().await;
        let count = self.hub.changed.count();
        let fresh = |known: &Known| known.count == count && known.at.elapsed() < FRESH;
        if !kept.as_ref().is_some_and(fresh) {
            match list(session, Bounds::DEFAULT).await {
                Ok(tools) => {
                    let (tools, at) = (known(parsed(&tools)), Instant::now());
                    *kept = Some(Known { tools, at, count });
                }
                Err(error) if policy == Policy::Refuse => return Err(error.before()),
                Err(_) => return Ok(None),
            }
        }
        let Some(known) = &*kept else { return Ok(None) };
        if let Some(Ok(Tool { deprecated: Some(_), .. })) = known.tools.get(&tool.name) {
            self.remark(tool);
        }
        permitted(ToolDrift::of(tool, &known.tools).state, policy)
    }
}

/// Returns the state of a tool that may be called although it changed. The executor that calls it, if
/// there is one, learns of the change.
fn permitted(state: State, policy: Policy) -> Result<Option<State>> {
    if state == State::Same {
        return Ok(None);
    }
    let is_refused = policy == Policy::Refuse;
    Watched::found(&state, is_refused);
    if is_refused { Err(Error::new(Kind::Changed { state })) } else { Ok(Some(state)) }
}

/// Returns the state of a tool that another protocol is about to call, by the policy of the executor
/// that calls it.
pub(crate) fn carried(approved: &Tool, listed: Listed) -> Result<Option<State>> {
    let policy = Watched::policy().unwrap_or_default();
    let state = ToolDrift::of(approved, &known(listed)).state;
    if policy == Policy::Ignore { Ok(None) } else { permitted(state, policy) }
}

fn known(listed: Listed) -> HashMap<String, Served> {
    let aside = listed.aside.into_iter();
    let aside = aside.filter_map(|aside| Some((aside.name?, Err(aside.violations))));
    let tools = listed.tools.into_iter().map(|tool| (tool.name.clone(), Ok(tool)));
    // A twin that is set aside has the name of one that is not.
    aside.chain(tools).collect()
}

impl Drift {
    /// The drift from what was approved to what is listed.
    #[doc(hidden)]
    pub fn between<'a>(approved: impl IntoIterator<Item = &'a Tool>, listed: Listed) -> Self {
        let known = known(listed);
        Self::new(approved.into_iter().map(|tool| ToolDrift::of(tool, &known)).collect())
    }
}

impl ToolDrift {
    fn of(approved: &Tool, listed: &HashMap<String, Served>) -> Self {
        let name = approved.name.clone();
        let state = match listed.get(&name) {
            None => State::Gone,
            Some(Ok(listed)) => State::of(approved, listed),
            Some(Err(violations)) => State::Broken { violations: violations.clone() },
        };
        Self { name, state }
    }
}
