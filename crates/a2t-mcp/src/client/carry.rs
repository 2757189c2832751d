//! Calls of generated clients, carried over MCP.

use std::any::Any;

use a2t_client::schema::Drift;
use a2t_client::schema::typed::{CallOptions, Carry, Carrying, Map};
use a2t_schema::Tool;

use crate::client::Client;

impl Carry for Client {
    fn carry<'a>(
        &'a self,
        tool: &'a Tool,
        arguments: Map,
        options: &'a CallOptions,
    ) -> Carrying<'a> {
        let client = Self {
            retry: options.retry.unwrap_or(self.retry),
            total: options.within.unwrap_or(self.total),
            key: options.key.clone().or_else(|| self.key.clone()),
            ..self.clone()
        };
        Box::pin(async move { client.call_tool(tool, arguments).await })
    }

    fn verify<'a>(&'a self, approved: &'a [&'static Tool]) -> Carrying<'a, Drift> {
        Box::pin(self.verify(approved.iter().copied()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
