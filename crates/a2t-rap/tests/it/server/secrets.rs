//! The log, alone in its process: a subscriber of one thread misses what others register.

use std::sync::{Arc, Mutex};

use a2t::rap::Server;
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::rig::{Runtime, Vendor, set};

/// Says something back.
///
/// # Returns
/// The same.
#[a2t::tool(version = 1)]
async fn echo(
    /// Anything.
    text: String,
) -> String {
    text
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![echo], ()))
}

fn invocation(runtime: &Runtime, id: &str) -> Value {
    runtime.invocation("echo", id, json!({"text": "an argument that nobody logs"}))
}

/// Everything that is logged, as text.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.lock().unwrap().push_str(&format!("{field}={value:?} "));
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn cb_022_cb_026_cb_123_nothing_that_is_secret_is_logged() {
    let log = Log::default();
    tracing::subscriber::set_global_default(log.clone()).unwrap();
    let (runtime, vendor) = (Runtime::start().await, Vendor::start(server()).await);
    runtime.reply([(503, None), (410, None)]);
    vendor.invoke(&invocation(&runtime, "call_1")).await;
    vendor.invoke(&invocation(&runtime, "call_2")).await;
    let mut unreadable = invocation(&runtime, "call_3");
    unreadable["arguments"] = json!("an argument that nobody logs");
    vendor.invoke(&unreadable).await;
    runtime.wait(4).await;
    vendor.stop().await;
    let text = log.0.lock().unwrap().clone();
    // The events of this crate are there.
    assert!(text.contains("not tried again") && text.contains("tool=\"echo\""), "{text}");
    for secret in ["s3cret", "/hook", "an argument that nobody logs"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}
