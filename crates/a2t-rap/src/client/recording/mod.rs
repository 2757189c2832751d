//! Calls as they are recorded, question and answer, and as they are answered by a replay.

use a2t_client::parts::NotRecordedError;
use a2t_client::record::{Asked, End, Entry, Object, RecordMode, Recorder, Replay};
use a2t_store::{Key, Secret};
use serde_json::Value;

use crate::client::payload::{NOWHERE, own_address};
use crate::client::telemetry::attempts;
use crate::client::{CallError, LoadError};
use crate::message::{Callback, DISCOVERY, ReturnAddress, ToolResult};

/// Members of an answer that are of its call, and others each time.
const OWN: [&str; 4] = ["type", "group_id", "id", "call_id"];

/// Recording or replay of a runtime's calls.
#[derive(Clone, Default)]
pub(crate) struct Recording(RecordMode);

/// The parts of a call that make it equal to another; none without a recorder.
pub(crate) type Question = Option<Asked>;

impl Recording {
    pub(crate) fn record(recorder: &Recorder) -> Self {
        Self(RecordMode::Recording(recorder.clone()))
    }

    pub(crate) fn replay(replay: &Replay) -> Self {
        Self(RecordMode::Replaying(replay.clone()))
    }

    /// Returns whether nothing is sent.
    pub(crate) fn is_replaying(&self) -> bool {
        matches!(self.0, RecordMode::Replaying(_))
    }

    pub(crate) fn question(&self, tool: &str, arguments: &Value) -> Question {
        if matches!(self.0, RecordMode::None) {
            return None;
        }
        Some(Asked::tool(tool, arguments))
    }

    /// The recorded answer, as the store keeps that of this call; nothing without a replay.
    pub(crate) fn answer(
        &self,
        question: &Question,
        key: &Key,
        call_id: Option<&str>,
    ) -> Result<Option<String>, CallError> {
        let (RecordMode::Replaying(replay), Some(asked)) = (&self.0, question) else {
            return Ok(None);
        };
        let entry = replay.answer(asked.clone()).map_err(|error| {
            let NotRecordedError { call, recorded, command } = error;
            CallError::NotRecorded { call, recorded, command }
        })?;
        let Some(mut address) = own_address(key) else { return Ok(None) };
        address.call_id = call_id.map(str::to_owned);
        let words = "the end that was recorded is not one of RAP";
        Ok(Some(match entry.end {
            End::Result(result) => restored(result, &address, entry.attempts),
            _ => Callback::from(ToolResult::error(&address, words)).to_text(),
        }))
    }

    /// Begins to record a call that is new to the store.
    pub(crate) fn begin(&self, question: Question) -> RecordedCall {
        match (&self.0, question) {
            (RecordMode::Recording(recorder), Some(asked)) => {
                RecordedCall(Some((recorder.clone(), recorder.begin(), asked)))
            }
            _ => RecordedCall(None),
        }
    }

    /// Asks for a manifest over the wire, or answers from the recording.
    pub(crate) async fn manifest(
        &self,
        wire: impl Future<Output = Result<Vec<u8>, LoadError>>,
    ) -> Result<Vec<u8>, LoadError> {
        let asked = Asked::Get(DISCOVERY.to_owned());
        match &self.0 {
            RecordMode::None => wire.await,
            RecordMode::Replaying(replay) => match replay.answer(asked) {
                Ok(Entry { end: End::Page(page), .. }) => Ok(page.to_string().into_bytes()),
                Ok(_) => Ok(Vec::new()),
                Err(NotRecordedError { call, recorded, command }) => {
                    Err(LoadError::NotRecorded { call, recorded, command })
                }
            },
            RecordMode::Recording(recorder) => {
                let index = recorder.begin();
                let text = wire.await?;
                if let Some(page) = page(&text) {
                    let end = End::Page(page);
                    recorder.end(
                        index,
                        Entry { server: None, asked, end, attempts: 1, may_have_run: false },
                    );
                }
                Ok(text)
            }
        }
    }
}

/// A call that is recorded once its answer has come.
#[derive(Default)]
pub(crate) struct RecordedCall(Option<(Recorder, usize, Asked)>);

impl RecordedCall {
    /// Keeps the answer, which stands like this in the store.
    pub(crate) fn answered(&mut self, stored: &Secret) {
        let Some((recorder, index, asked)) = self.0.take() else { return };
        let mut result: Object = serde_json::from_slice(stored.expose()).unwrap_or_default();
        result.retain(|name, _| !OWN.contains(&name.as_str()));
        let attempts = attempts(&result).unwrap_or(1).max(1);
        result.remove("attempts");
        let end = End::Result(result);
        recorder.end(index, Entry { server: None, asked, end, attempts, may_have_run: false });
    }
}

fn restored(mut result: Object, address: &ReturnAddress, attempts: u32) -> String {
    result.insert("type".to_owned(), "tool_result".into());
    result.insert("group_id".to_owned(), address.group_id.clone().into());
    result.insert("id".to_owned(), address.id.clone().into());
    result.extend(address.call_id.clone().map(|id| ("call_id".to_owned(), id.into())));
    result.insert("attempts".to_owned(), attempts.into());
    Value::Object(result).to_string()
}

/// The manifest without its endpoint, which may be a secret of this program's.
fn page(text: &[u8]) -> Option<Value> {
    let mut page: Value = serde_json::from_slice(text).ok()?;
    *page.get_mut("endpoint")? = NOWHERE.into();
    Some(page)
}
