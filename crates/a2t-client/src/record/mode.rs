//! Between a client and its wire: requests of A2T as they are recorded, and their ends as they are
//! replayed.

use std::future::ready;
use std::time::Duration;

use a2t_core::{Code, Violation, Violations, json};
use http::StatusCode;
use serde_json::{Value, json};

use super::end::{End, FailureKind};
use super::entry::{Asked, Entry};
use super::line::Object;
use super::recorder::Recorder;
use super::replay::{NotRecordedError, Replay};
use crate::error::{Error, Kind, Result};
use crate::transport::{Request, refusal};

/// Recording or replay between a client and its wire.
#[derive(Clone, Debug, Default)]
pub enum RecordMode {
    /// Nothing.
    #[default]
    None,
    /// Calls are kept.
    Recording(Recorder),
    /// Calls are answered, and nothing is sent.
    Replaying(Replay),
}

impl RecordMode {
    /// Sends a request over the wire, or answers it.
    pub(crate) fn send(
        &self,
        request: &Request<'_>,
        wire: impl Future<Output = Result<Vec<u8>>>,
    ) -> impl Future<Output = Result<Vec<u8>>> {
        // No future around another one, because each moves it.
        let replayed =
            |end| ready(replayed(end).map_err(|error| error.keyed(request.key.as_ref())));
        self.pass(|| asked(request), wire, |result| end(request, result), replayed)
    }

    /// Sends a request over the wire and records its end, or answers it with the end that was recorded.
    /// `end` is what is recorded, and `replayed` the reply or error that a recorded end becomes.
    pub async fn pass<T, F: Future<Output = Result<T>>>(
        &self,
        asked: impl FnOnce() -> Asked,
        wire: impl Future<Output = Result<T>>,
        end: impl FnOnce(&Result<T>) -> Option<End>,
        replayed: impl FnOnce(End) -> F,
    ) -> Result<T> {
        let recorder = match self {
            Self::None => return wire.await,
            Self::Replaying(replay) => return again(replay, asked(), replayed).await,
            Self::Recording(recorder) => recorder,
        };
        let index = recorder.begin();
        let result = wire.await;
        if let Some(end) = end(&result) {
            let error = result.as_ref().err();
            let attempts = error.map_or(1, Error::attempts).max(1);
            let may_have_run = error.is_some_and(Error::is_outcome_unknown);
            recorder
                .end(index, Entry { server: None, asked: asked(), end, attempts, may_have_run });
        }
        result
    }
}

async fn again<T, F: Future<Output = Result<T>>>(
    replay: &Replay,
    asked: Asked,
    replayed: impl FnOnce(End) -> F,
) -> Result<T> {
    let location = || "replay".to_owned();
    let entry = replay.answer(asked).map_err(|error| {
        let NotRecordedError { call, recorded, command } = error;
        Error::new(Kind::NotRecorded { call, recorded, command })
    });
    let Entry { end, attempts, may_have_run, .. } = entry?;
    (0..attempts).for_each(|_| crate::call::counted::count());
    replayed(end).await.map_err(|error| error.repeated(attempts, may_have_run).at(location))
}

fn asked(request: &Request<'_>) -> Asked {
    let Some(signature) = request.signature else {
        let Request { route, query, .. } = request;
        let mark = if query.is_empty() { "" } else { "?" };
        return Asked::Get(format!("{route}{mark}{query}"));
    };
    let arguments = pairs(&request.body, "input_parameters").unwrap_or_default();
    Asked::Tool { tool: signature.name.to_string(), version: Some(signature.version), arguments }
}

/// Values by name of an object that has this list of pairs; `None` for any other text.
fn pairs(body: &[u8], list: &str) -> Option<Object> {
    let Value::Object(mut body) = json::parse(body).ok()? else {
        return None;
    };
    let Value::Array(pairs) = body.remove(list)? else {
        return None;
    };
    let mut values = Object::new();
    for pair in pairs {
        let Value::Object(mut pair) = pair else {
            return None;
        };
        let (name, value) = (pair.remove("name")?, pair.remove("value")?);
        let is_new = values.insert(name.as_str()?.to_owned(), value).is_none();
        if !is_new || !pair.is_empty() {
            return None;
        }
    }
    Some(values)
}

/// End of a request, if it came to one that can be told again.
fn end(request: &Request<'_>, result: &Result<Vec<u8>>) -> Option<End> {
    let error = match result {
        Ok(body) => return Some(reply(request, body)),
        Err(error) => error,
    };
    failure(error)
}

/// Returns a failure as it is recorded; `None` for one that the program decides by itself, because it decides so again
/// when the recording is played.
pub fn failure(error: &Error) -> Option<End> {
    Some(match error.kind() {
        Kind::Refused { problem, .. } | Kind::Unavailable { problem, .. } => {
            let mut problem: Object =
                serde_json::from_slice(&problem.to_json()).unwrap_or_default();
            // Another one each time.
            problem.remove("request_id");
            let seconds = error.retry_after().map(|wait| wait.as_secs_f64().ceil() as u64);
            End::Problem { problem, retry_after: seconds }
        }
        Kind::Rpc { code, message, data } => {
            let mut refused = Object::new();
            refused.insert("code".to_owned(), (*code).into());
            refused.insert("message".to_owned(), (**message).into());
            refused.extend(data.clone().map(|data| ("data".to_owned(), data)));
            End::Refused(refused)
        }
        Kind::Connect { .. } => End::Failure(FailureKind::Connect, 0),
        Kind::NotSent { .. } | Kind::Token { .. } => End::Failure(FailureKind::NotSent, 0),
        Kind::Interrupted { .. } => End::Failure(FailureKind::Interrupted, 0),
        Kind::Timeout { after } => End::timeout(*after),
        Kind::TooLarge { limit } => End::Failure(FailureKind::TooLarge, *limit as u64),
        Kind::Redirected { status, .. } => End::Failure(FailureKind::Redirected, (*status).into()),
        Kind::Malformed { .. } => End::Failure(FailureKind::Malformed, 0),
        Kind::Ended { .. } => End::Failure(FailureKind::Ended, 0),
        Kind::Abandoned { .. } => End::Failure(FailureKind::Abandoned, 0),
        Kind::Protocol { .. } | Kind::Endless { .. } => End::Failure(FailureKind::Protocol, 0),
        _ => return None,
    })
}

fn reply(request: &Request<'_>, body: &[u8]) -> End {
    let end = if request.signature.is_some() {
        let whole = json::parse(body)
            .is_ok_and(|body| body.as_object().is_some_and(|members| members.len() == 1));
        let outputs = pairs(body, "output_parameters").filter(|_| whole);
        outputs.map(End::Outputs)
    } else {
        json::parse(body).ok().map(End::Page)
    };
    end.unwrap_or_else(|| End::Text(String::from_utf8_lossy(body).into_owned()))
}

/// The reply, or the error.
fn replayed(end: End) -> Result<Vec<u8>> {
    match end {
        End::Outputs(outputs) => Ok(written(outputs)),
        End::Page(page) => Ok(page.to_string().into_bytes()),
        End::Text(text) => Ok(text.into_bytes()),
        end => Err(failed(end)),
    }
}

/// Returns the error that was recorded; an end of another protocol is not what this one says.
pub fn failed(end: End) -> Error {
    let cause = || "so it was recorded".into();
    let fault = || "so it was recorded".to_owned();
    let number = match &end {
        End::Failure(_, number) => *number,
        _ => 0,
    };
    let status = u16::try_from(number).unwrap_or_default();
    Error::new(match end {
        End::Problem { problem, retry_after } => {
            let status = problem.get("status").and_then(Value::as_u64);
            let status = status.and_then(|status| status.try_into().ok());
            let body = Value::Object(problem).to_string();
            return of_status(status, retry_after.map(Duration::from_secs), body.as_bytes());
        }
        End::Refused(refused) => {
            let message = refused.get("message").and_then(Value::as_str).unwrap_or_default();
            Kind::Rpc {
                code: refused.get("code").and_then(Value::as_i64).unwrap_or_default(),
                message: message.to_owned(),
                data: refused.get("data").cloned(),
            }
        }
        End::Failure(FailureKind::Connect, _) => Kind::Connect { cause: cause() },
        End::Failure(FailureKind::NotSent, _) => Kind::NotSent { cause: cause() },
        End::Failure(FailureKind::Interrupted, _) => Kind::Interrupted { cause: cause() },
        End::Failure(FailureKind::Timeout, _) => {
            Kind::Timeout { after: Duration::from_millis(number) }
        }
        End::Failure(FailureKind::TooLarge, _) => {
            Kind::TooLarge { limit: usize::try_from(number).unwrap_or(usize::MAX) }
        }
        End::Failure(FailureKind::Redirected, _) => Kind::Redirected { status, location: None },
        End::Failure(FailureKind::Status, _) => return of_status(Some(status), None, b""),
        End::Failure(FailureKind::Ended, _) => {
            Kind::Ended { status: None, stderr: fault(), stdout: String::new() }
        }
        End::Failure(FailureKind::Abandoned, _) => Kind::Abandoned { fault: fault() },
        End::Failure(FailureKind::Protocol, _) => Kind::Protocol { fault: fault() },
        End::Failure(FailureKind::Malformed, _)
        | End::Outputs(_)
        | End::Page(_)
        | End::Text(_)
        | End::Result(_) => {
            let violation = Violation::new(Code::NotJson, "");
            let violation =
                violation.expected("a reply of the protocol").got("another, as it was recorded");
            Kind::Malformed { invalid: Violations::from(violation).into() }
        }
    })
}

fn of_status(status: Option<u16>, retry_after: Option<Duration>, body: &[u8]) -> Error {
    let status = status.and_then(|status| StatusCode::from_u16(status).ok());
    refusal(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), retry_after, body)
}

fn written(outputs: Object) -> Vec<u8> {
    let pairs = outputs.into_iter().map(|(name, value)| json!({"name": name, "value": value}));
    json!({ "output_parameters": pairs.collect::<Vec<_>>() }).to_string().into_bytes()
}
