//! Memory of a call between its runs: what it asked, and if it sent its final message.

use a2t_store::token::Proof;
use a2t_store::worker::Suspects;
use a2t_store::{Call, Digest, Secret, Time};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

/// The checkpoint of a call.
#[derive(Default)]
pub(crate) struct Journal {
    pub(crate) asked: Vec<Asked>,
    /// Runs that ended well and left the call to the next one.
    pub(crate) calm: u32,
    /// Runs that were cut short, when the latest run began that knew of one.
    pub(crate) cut: u32,
    /// The last event of a subscription was sent.
    pub(crate) is_finished: bool,
}

/// A question that a call asked, or a page that it sent the user to.
#[derive(Clone)]
pub(crate) struct Asked {
    /// Digest of the question, to know it again in the next run.
    pub(crate) what: String,
    pub(crate) proof: Proof,
    pub(crate) since: Time,
    /// Number of choices; none of a page.
    pub(crate) choices: usize,
}

/// An answer to a question, as it is signalled to the call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Selected(usize),
    Code(String),
    Refused(String),
}

/// The digest of a question, or of anything else that a call asks.
pub(crate) fn fingerprint<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    URL_SAFE_NO_PAD.encode(Digest::from_parts(parts).as_bytes())
}

impl Journal {
    pub(crate) fn read(checkpoint: Option<&Secret>) -> Self {
        let value = checkpoint.and_then(|secret| serde_json::from_slice(secret.expose()).ok());
        let value: Value = value.unwrap_or_default();
        let asked = value.get("asked").and_then(Value::as_array).into_iter().flatten();
        let number = |name: &str| {
            let number = value.get(name).and_then(Value::as_u64).unwrap_or_default();
            u32::try_from(number).unwrap_or(u32::MAX)
        };
        Self {
            asked: asked.filter_map(Asked::read).collect(),
            calm: number("calm"),
            cut: number("cut"),
            is_finished: value.get("finished").and_then(Value::as_bool).unwrap_or_default(),
        }
    }

    /// Returns how many runs of this call were cut short by the end of their program.
    pub(crate) fn cut_short(&self, attempts: u32) -> u32 {
        Suspects::cut_short(attempts, self.calm, self.cut)
    }

    pub(crate) fn to_secret(&self) -> Secret {
        let asked: Vec<_> = self.asked.iter().map(Asked::to_value).collect();
        let journal = json!({
            "asked": asked, "calm": self.calm, "cut": self.cut, "finished": self.is_finished,
        });
        journal.to_string().into()
    }

    /// The question that this token was made for.
    pub(crate) fn find(&self, proof: Proof) -> Option<&Asked> {
        self.asked.iter().find(|asked| asked.proof == proof)
    }
}

impl Asked {
    fn read(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        Some(Self {
            what: text("what")?.to_owned(),
            proof: Proof::parse(text("proof")?)?,
            since: Time::from_millis(value.get("since")?.as_u64()?),
            choices: usize::try_from(value.get("choices")?.as_u64()?).ok()?,
        })
    }

    fn to_value(&self) -> Value {
        json!({
            "what": self.what, "proof": self.proof.to_text(), "since": self.since.millis(),
            "choices": self.choices,
        })
    }

    /// Returns the first answer to this question among those that were signalled.
    pub(crate) fn answer(&self, call: &Call) -> Option<Answer> {
        call.signals.iter().find_map(|signal| Answer::read(signal, self.proof))
    }

    /// Returns the signal with the first answer to this question.
    pub(crate) fn first<'c>(&self, call: &'c Call) -> Option<&'c Secret> {
        call.signals.iter().find(|signal| Answer::read(signal, self.proof).is_some())
    }
}

impl Answer {
    /// Returns the signal of this answer, which is distinct even if another one has the same
    /// content.
    pub(crate) fn to_secret(&self, proof: Proof, nonce: u32) -> Secret {
        let (name, value) = match self {
            Self::Selected(index) => ("selected", json!(index)),
            Self::Code(code) => ("code", json!(code)),
            Self::Refused(words) => ("refused", json!(words)),
        };
        json!({ "to": proof.to_text(), name: value, "nonce": nonce }).to_string().into()
    }

    fn read(signal: &Secret, proof: Proof) -> Option<Self> {
        let value: Value = serde_json::from_slice(signal.expose()).ok()?;
        (Proof::parse(value.get("to")?.as_str()?)? == proof).then_some(())?;
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let selected = || usize::try_from(value.get("selected")?.as_u64()?).ok();
        let answer = selected().map(Self::Selected).or_else(|| text("code").map(Self::Code));
        answer.or_else(|| text("refused").map(Self::Refused))
    }
}
