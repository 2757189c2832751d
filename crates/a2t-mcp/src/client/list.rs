//! The tools of a server, page by page, with guards against lists that never end.

use a2t_core::wire::walk::{Bounds, Endless, Walk};
use a2t_schema::outline::{self, SplitError};
use a2t_schema::{Listed, Tool};
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams};

use crate::client::error::protocol;
use crate::client::limits::MEMBERS;
use crate::client::session::Session;
use crate::client::untyped::Client;
use a2t_client::{Error, Kind, Result};

impl Client {
    /// Returns every tool of the server, in its order, all pages (MCP 2026-07-28, `tools/list`).
    ///
    /// ```no_run
    /// # async fn run() -> Result<(), a2t::mcp::client::Error> {
    /// let client = a2t::mcp::client::Client::command("mcp-server-time", ["--local-timezone=UTC"]);
    /// for tool in client.list_tools().await? {
    ///     println!("{}", tool.name);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Every [`Kind`] of failure of a connection, tools that break the rules, and a list with a
    /// cursor that returns or has more than 4,096 bytes, more than 1,000 pages, 10,000 tools or
    /// 8 MiB.
    pub async fn list_tools(&self) -> Result<Vec<Tool>> {
        let listed = self.listed().await?;
        if listed.rejected.is_empty() {
            Ok(listed.tools)
        } else {
            let violations = listed.violations();
            let invalid = violations.into();
            Err(Error::new(Kind::Malformed { invalid }).at(|| self.location()))
        }
    }

    /// Returns the tools of the server without those that break the rules, which are in `rejected`.
    ///
    /// # Errors
    /// Those of [`Client::list_tools`] except for tools that break the rules.
    pub async fn listed(&self) -> Result<Listed> {
        self.listed_within(Bounds::DEFAULT).await
    }

    /// Returns the tools of the server, within other bounds than those of [`Client::list_tools`].
    #[doc(hidden)]
    pub async fn listed_within(&self, bounds: Bounds) -> Result<Listed> {
        let listing = |deadline| {
            self.ask(deadline, move |session| async move { list(&session, bounds).await })
        };
        let listing = Box::pin(self.attempts(self.retry.for_request(true, false), listing));
        Ok(parsed(&self.hub.recording.list(listing).await?))
    }
}

/// The tools of a list; those that break the rules, or cannot be read at all, are left out.
pub(crate) fn parsed(tools: &[String]) -> Listed {
    Listed::parse(tools.iter().map(String::as_str), "/tools")
}

/// The texts of the items of the list, as the server sent them.
pub(crate) async fn list(session: &Session, bounds: Bounds) -> Result<Vec<String>> {
    let mut walk = Walk::new(bounds);
    let (mut tools, mut cursor) = (Vec::new(), None);
    loop {
        let params = PaginatedRequestParams::default().with_cursor(cursor);
        let request = ListToolsRequest::with_param(params);
        let text = session.request(ClientRequest::ListToolsRequest(request)).await?;
        let (page, next) = page(&text, bounds)?;
        cursor = walk
            .read(page.len(), text.len(), next)
            .map_err(|endless| Error::new(Kind::Endless { fault: endless.to_string() }))?;
        tools.extend(page.into_iter().map(str::to_owned));
        if cursor.is_none() {
            return Ok(tools);
        }
    }
}

/// The texts of the items of a page, and the cursor of the next.
fn page(text: &str, bounds: Bounds) -> Result<(Vec<&str>, Option<String>)> {
    let (tools, next) = parts(text).map_err(protocol)?;
    match outline::items(tools, bounds.tools) {
        Ok(tools) => Ok((tools, next)),
        Err(SplitError::NotWhole) => {
            Err(protocol("`tools` of `tools/list` is not an array".to_owned()))
        }
        Err(SplitError::TooMany) => {
            let fault = Endless::TooLarge { bounds }.to_string();
            Err(Error::new(Kind::Endless { fault }))
        }
    }
}

/// The text of the tools, and the cursor.
fn parts(text: &str) -> Result<(&str, Option<String>), String> {
    let members = outline::members(text, MEMBERS).map_err(|error| match error {
        SplitError::NotWhole => "the result of `tools/list` is not an object".to_owned(),
        SplitError::TooMany => {
            format!("the result of `tools/list` has more than {MEMBERS} members")
        }
    })?;
    let member = |name: &str| {
        let mut found = members.iter().filter(|(member, value)| member == name && *value != "null");
        match (found.next(), found.next()) {
            (_, Some(_)) => {
                Err(format!("the result of `tools/list` has the member `{name}` twice"))
            }
            (found, None) => Ok(found.map(|(_, value)| *value)),
        }
    };
    let next = member("nextCursor")?.map(serde_json::from_str::<String>).transpose();
    let next = next.map_err(|_| "`nextCursor` of `tools/list` is not a string")?;
    let tools = member("tools")?.ok_or("the result of `tools/list` lacks `tools`, an array")?;
    Ok((tools, next))
}
