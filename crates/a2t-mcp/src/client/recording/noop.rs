//! Calls without a recorder: straight to the connection, without any code.

use a2t_schema::validate::Validator;
use serde_json::Value;

use a2t_client::Result;
use a2t_client::schema::Reply;

#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {}

impl Recording {
    pub(crate) fn new(_: &a2t_client::Client) -> Self {
        Self {}
    }

    pub(crate) fn call<F>(&self, _: &str, _: &Value, _: Option<&Validator>, wire: F) -> F
    where
        F: Future<Output = Result<Reply>>,
    {
        wire
    }

    pub(crate) fn list<F>(&self, wire: F) -> F
    where
        F: Future<Output = Result<Vec<String>>>,
    {
        wire
    }
}
