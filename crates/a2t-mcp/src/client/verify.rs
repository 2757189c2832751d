//! The server's tools against the approved ones: has one changed under us?

use a2t_core::wire::walk::Bounds;
use a2t_schema::Tool;
use tokio::time::Instant;

use crate::client::limits::FRESH;
use crate::client::list::{list, parsed};
use crate::client::session::{Known, Session};
use crate::client::untyped::Client;
use a2t_client::Result;
use a2t_client::schema::typed::{by_name, permitted};
use a2t_client::schema::{Drift, Policy, State, Watched};

impl Client {
    /// Compares the server's tools with the approved ones, and returns for each whether all that a
    /// model sees of it is as it was. This sends one listing. A tool that is listed as deprecated
    /// is logged.
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
                    let (tools, at) = (by_name(parsed(&tools)), Instant::now());
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
        permitted(State::at(tool, &known.tools), policy)
    }
}
