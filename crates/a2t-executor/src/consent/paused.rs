//! Calls that wait for decisions, as a state that a program can store: what was asked, and the results of the calls
//! that ran meanwhile.

use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_client::parts::random_bytes;
use a2t_core::error::{escaped, inert};
use a2t_core::invocation::Arguments;
use a2t_dialect::hosted::{Answer, HostedEvent};
use a2t_dialect::{Call, Dialect, Digest, Outcome, Selected};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::seal::{Key, hex, spelled};
use super::{Consents, Decision};

/// Purpose of the seal.
const STATE: &str = "a2t paused state";

/// Calls of one message that wait for decisions of the user. It is small, has no closures, and can be stored as JSON:
/// it holds the calls, and the results of the calls of the same message that ran at once.
///
/// Pass it with the decisions to [`Executor::resume`](crate::Executor::resume), in this process or in another. It is
/// signed with the program's key (HMAC), so a state that was changed cannot be resumed. It is not encrypted, so store it
/// where you store the messages, which are not in it. Store it as text, because a column of JSON can change numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Paused {
    id: String,
    dialect: Dialect,
    /// Seconds since 1970.
    asked: u64,
    expires: u64,
    pub(super) entries: Vec<Entry>,
    seal: String,
}

/// A call of the message, in its order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// The result for the model.
    Done(Value),
    Asks(Box<PausedCall>),
}

/// A call that waits for a decision.
///
/// [`Display`](fmt::Display) shows the tool, its vendor and the arguments on one line for a person, without hidden
/// characters.
#[derive(Clone, Debug, PartialEq)]
pub struct PausedCall {
    id: String,
    call_id: Option<String>,
    name: String,
    tool: String,
    version: Option<u32>,
    vendor: Option<String>,
    /// `None` of a call that the provider makes.
    digest: Option<String>,
    arguments: Map<String, Value>,
    arguments_digest: String,
    pub(super) key: String,
    raw: Value,
}

impl Paused {
    /// Returns the state of a message, or its results if no call waits.
    pub(super) fn new(
        dialect: Dialect,
        entries: Vec<Entry>,
        consents: &Consents,
    ) -> Result<Self, Vec<Value>> {
        let waits = entries.iter().any(|entry| matches!(entry, Entry::Asks(_)));
        let random = if waits { random_bytes::<16>().zip(consents.key()) } else { None };
        let Some((id, key)) = random else {
            return Err(entries.into_iter().map(|entry| entry.unasked(dialect)).collect());
        };
        let id = hex(&id);
        let asked = seconds(SystemTime::now());
        let part = u64::from(consents.expires.subsec_nanos() > 0);
        let expires = consents.expires.as_secs().saturating_add(part);
        let expires = asked.saturating_add(expires);
        let mut paused = Self { id, dialect, asked, expires, entries, seal: String::new() };
        paused.number();
        paused.seal = key.seal(STATE, &paused.unsealed());
        Ok(paused)
    }

    /// Gives each call its key, and its id where providers have none or the same for several.
    fn number(&mut self) {
        let mut known: HashMap<Option<String>, u32> = HashMap::new();
        for call in self.calls() {
            *known.entry(call.call_id.clone()).or_default() += 1;
        }
        let state = &self.id;
        for (index, entry) in self.entries.iter_mut().enumerate() {
            if let Entry::Asks(call) = entry {
                call.key = format!("{state}-{index}");
                let own = call.call_id.clone().filter(|id| !id.is_empty());
                let own = own.filter(|_| known.get(&call.call_id) == Some(&1));
                call.id = own.unwrap_or_else(|| call.key.clone());
            }
        }
    }

    /// Returns the id of the state, a random one.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the dialect of the message.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the calls that wait for decisions, in the order of the message.
    pub fn calls(&self) -> impl Iterator<Item = &PausedCall> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Asks(call) => Some(&**call),
            Entry::Done(_) => None,
        })
    }

    /// Returns whether calls of the same message ended.
    pub(crate) fn has_results(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry, Entry::Done(_)))
    }

    /// Returns the time when the calls began to wait, in whole seconds.
    pub fn asked(&self) -> SystemTime {
        time(self.asked)
    }

    /// Returns the time from which the state cannot be resumed, in whole seconds.
    pub fn expires(&self) -> SystemTime {
        time(self.expires)
    }

    /// Returns whether the state is as this key sealed it.
    pub(super) fn is_sealed_by(&self, key: Key) -> bool {
        key.is_seal(&self.seal, STATE, &self.unsealed())
    }

    fn unsealed(&self) -> Value {
        json!({
            "id": self.id,
            "dialect": self.dialect.id(),
            "asked": self.asked,
            "expires": self.expires,
            "calls": self.entries.iter().map(Entry::to_value).collect::<Vec<_>>(),
        })
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        let calls = value.get("calls").and_then(Value::as_array).ok_or("`calls` is no list")?;
        Ok(Self {
            id: text(value, "id")?,
            dialect: Dialect::find(&text(value, "dialect")?)?,
            asked: number(value, "asked")?,
            expires: number(value, "expires")?,
            entries: calls.iter().map(Entry::from_value).collect::<Result<_, _>>()?,
            seal: text(value, "seal")?,
        })
    }
}

impl Serialize for Paused {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = self.unsealed();
        if let Value::Object(members) = &mut value {
            members.insert("seal".to_owned(), self.seal.as_str().into());
        }
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Paused {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::from_value(&value).map_err(|why| D::Error::custom(format!("no paused state: {why}")))
    }
}

impl Entry {
    /// The result of a call whose user cannot be asked.
    fn unasked(self, dialect: Dialect) -> Value {
        match self {
            Self::Done(result) => result,
            Self::Asks(call) => {
                let no = Decision::Deny(String::new());
                if let Some(answer) = call.approval(dialect, &no) {
                    return answer;
                }
                let why = "this program cannot ask its user: go on without the tool".to_owned();
                call.call(dialect).result(&Outcome::Failed(why))
            }
        }
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Done(result) => json!({ "result": result }),
            Self::Asks(call) => json!({
                "id": call.id,
                "callId": call.call_id,
                "name": call.name,
                "tool": call.tool,
                "version": call.version,
                "vendor": call.vendor,
                "digest": call.digest,
                "arguments": call.arguments,
                "argumentsDigest": call.arguments_digest,
                "key": call.key,
                "raw": call.raw,
            }),
        }
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        if let Some(result) = value.get("result") {
            return Ok(Self::Done(result.clone()));
        }
        let optional = |member: &str| value.get(member).filter(|member| !member.is_null());
        let arguments = value.get("arguments").and_then(Value::as_object);
        let version = optional("version").map(|_| number(value, "version")).transpose()?;
        Ok(Self::Asks(Box::new(PausedCall {
            id: text(value, "id")?,
            call_id: optional("callId").map(|_| text(value, "callId")).transpose()?,
            name: text(value, "name")?,
            tool: text(value, "tool")?,
            version: version.map(u32::try_from).transpose().map_err(|error| error.to_string())?,
            vendor: optional("vendor").map(|_| text(value, "vendor")).transpose()?,
            digest: optional("digest").map(|_| text(value, "digest")).transpose()?,
            arguments: arguments.cloned().ok_or("`arguments` is no object")?,
            arguments_digest: text(value, "argumentsDigest")?,
            key: text(value, "key")?,
            raw: value.get("raw").cloned().unwrap_or_default(),
        })))
    }
}

impl PausedCall {
    /// A call without its key, which the state gives it.
    pub(super) fn new(
        call: &Call,
        tool: &Selected,
        vendor: Option<String>,
        arguments: &Arguments,
    ) -> Self {
        let arguments = arguments.iter().map(|(name, value)| (name.to_owned(), value.clone()));
        let arguments: Map<String, Value> = arguments.collect();
        Self {
            id: String::new(),
            call_id: call.id().map(str::to_owned),
            name: call.name().to_owned(),
            tool: tool.full_name(),
            version: tool.version(),
            vendor,
            digest: Some(tool.digest().to_string()),
            arguments_digest: digest(&arguments),
            arguments,
            key: String::new(),
            raw: call.raw().clone(),
        }
    }

    /// An approval that the provider asks for; `None` if it has no place for the answer.
    pub(super) fn of_provider(event: &HostedEvent) -> Option<Self> {
        event.answer(&Answer::Approved(false))?;
        let member = |name: &str| event.raw().get(name).and_then(Value::as_str).unwrap_or_default();
        let (arguments, unread) = provider_arguments(event.raw());
        Some(Self {
            id: String::new(),
            call_id: event.id().map(str::to_owned),
            name: member("name").to_owned(),
            tool: format!("{}.{}", member("server_label"), member("name")),
            version: None,
            vendor: None,
            digest: None,
            arguments_digest: match &unread {
                Some(text) => Digest::of(text.as_bytes()).to_string(),
                None => digest(&arguments),
            },
            arguments,
            key: String::new(),
            raw: event.raw().clone(),
        })
    }

    /// Returns the answer to a provider that asks for an approval; `None` of a call of the executor's tools.
    pub(super) fn approval(&self, dialect: Dialect, decision: &Decision) -> Option<Value> {
        if self.digest.is_some() {
            return None;
        }
        let events = HostedEvent::all(dialect, &self.raw);
        let approved = Answer::Approved(*decision == Decision::Approve);
        let mut answer = events.first()?.answer(&approved)?;
        if let (Value::Object(members), Decision::Deny(why)) = (&mut answer, decision)
            && !why.is_empty()
        {
            members.insert("reason".to_owned(), why.as_str().into());
        }
        Some(answer)
    }

    /// Returns the id by which a decision names the call: the provider's id, or the [key](Self::key) if the provider
    /// has none or gives the same to several calls.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the name of the tool, with the prefix of its vendor.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Returns the version of the tool; `None` of a tool of MCP or RAP.
    pub fn version(&self) -> Option<u32> {
        self.version
    }

    /// Returns the place where the tool runs, as [`ConsentRequest::vendor`](super::ConsentRequest); `None` for this
    /// program, and of a call that the provider makes itself.
    pub fn vendor(&self) -> Option<&str> {
        self.vendor.as_deref()
    }

    /// Returns the digest of the tool as it was approved, `sha256:` and 64 digits; `None` of a call that the provider
    /// makes itself, whose tool was not approved here.
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    /// Returns the checked arguments, under the names of the signature. They are empty if a provider's own call has
    /// arguments that are not an object; its text is shown.
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.arguments
    }

    /// Returns the digest of the arguments as sorted JSON, `sha256:` and 64 digits; of a text that is not an object, its
    /// own digest.
    pub fn arguments_digest(&self) -> &str {
        &self.arguments_digest
    }

    /// Returns the idempotency key under which the call runs.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the provider's id of the call.
    pub(super) fn call_id(&self) -> Option<&str> {
        self.call_id.as_deref()
    }

    pub(super) fn raw(&self) -> &Value {
        &self.raw
    }

    /// Returns whether the arguments are those of their digest.
    pub(super) fn is_unchanged(&self) -> bool {
        digest(&self.arguments) == self.arguments_digest
    }

    /// Returns whether this is the tool that was shown, as it was approved then.
    pub(super) fn is_of(&self, tool: &Selected) -> bool {
        tool.full_name() == self.tool
            && tool.version() == self.version
            && Some(tool.digest().to_string()) == self.digest
    }

    /// Returns the call, to be run or denied.
    pub(super) fn call(&self, dialect: Dialect) -> Call {
        let (id, name) = (self.call_id.clone(), self.name.clone());
        Call::checked(dialect, id, name, self.arguments.clone(), self.raw.clone())
    }

    /// Returns the arguments in an order that does not depend on how the state was stored, because servers compare
    /// calls under one key.
    pub(super) fn ordered_arguments(&self, tool: &Selected) -> Arguments {
        let mut arguments = Arguments::new();
        let mut add = |name: &str, value: &Value| arguments.push(name, value.clone());
        match tool.signature() {
            Some(signature) => signature.input_parameters.iter().for_each(|input| {
                self.arguments
                    .get(&*input.name)
                    .into_iter()
                    .for_each(|value| add(&input.name, value));
            }),
            None => {
                let mut sorted = self.arguments.clone();
                sorted.sort_keys();
                sorted.values_mut().for_each(Value::sort_all_objects);
                sorted.iter().for_each(|(name, value)| add(name, value));
            }
        }
        arguments
    }
}

impl fmt::Display for PausedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unread = if self.digest.is_none() { provider_arguments(&self.raw).1 } else { None };
        let arguments = || Value::Object(self.arguments.clone()).to_string();
        let arguments = unread.unwrap_or_else(arguments);
        if self.digest.is_none() {
            f.write_str("by the provider: ")?;
        }
        f.write_str(&inert(&self.tool))?;
        if let Some(vendor) = &self.vendor {
            write!(f, " at {}", inert(vendor))?;
        }
        // All of it, because the user decides on what is shown.
        write!(f, " {}", escaped(&arguments))
    }
}

/// Returns the arguments of a call that the provider makes, and their text if it is not an object.
fn provider_arguments(raw: &Value) -> (Map<String, Value>, Option<String>) {
    let text = match raw.get("arguments") {
        None | Some(Value::Null) => return (Map::new(), None),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    match serde_json::from_str(&text) {
        Ok(arguments) => (arguments, None),
        Err(_) => (Map::new(), Some(text)),
    }
}

fn digest(arguments: &Map<String, Value>) -> String {
    Digest::of(spelled(Value::Object(arguments.clone())).as_bytes()).to_string()
}

pub(super) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default()
}

fn time(seconds: u64) -> SystemTime {
    // Beyond what the system can represent is as good as never.
    let never = UNIX_EPOCH + Duration::from_secs(1 << 40);
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds)).unwrap_or(never)
}

fn text(value: &Value, member: &str) -> Result<String, String> {
    let text = value.get(member).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("`{member}` is no text"))
}

fn number(value: &Value, member: &str) -> Result<u64, String> {
    let number = value.get(member).and_then(Value::as_u64);
    number.ok_or_else(|| format!("`{member}` is no number of seconds or version"))
}
