//! Events of queues: they have the numbers, and nothing that is stored.

use std::io::Write;
use std::sync::{Arc, Mutex};

use a2t_store::{Digest, Key, Memory, NewCall, QueueStatistics, Sql, Store, Time};
use tracing_subscriber::fmt::MakeWriter;

use super::scratch::Scratch;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn depth_age_and_attempts_of_a_queue_are_one_event() {
    let store = Memory::default();
    for id in ["1", "2"] {
        let call =
            NewCall::new(Key::new("rap", "g", id).unwrap(), Digest::from_parts([id]), "hush");
        store.accept(call, Time::from_millis(1_000)).await.unwrap();
    }
    let statistics = store.statistics(Time::from_millis(91_000)).await.unwrap();
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_writer(log.clone()).without_time().with_ansi(false).finish();
    tracing::subscriber::with_default(subscriber, || {
        statistics.iter().for_each(QueueStatistics::trace)
    });
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(log.lines().count(), 1, "{log}");
    for part in [
        "a2t_store::queue",
        "queue=\"rap\"",
        "calls.waiting=2",
        "calls.oldest=90",
        "messages.dead=0",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert!(!log.contains("hush"), "{log}");
}

#[tokio::test]
async fn a_file_whose_tables_were_in_a_log_that_is_gone_is_reported() {
    let scratch = Scratch::new("lost-log");
    let (file, copy) = (scratch.file(), scratch.another());
    let log = Log::default();
    let subscriber =
        tracing_subscriber::fmt().with_writer(log.clone()).without_time().with_ansi(false).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let store = Sql::sqlite(&file).open().await.unwrap();
    // As a backup does that knows of one file.
    std::fs::copy(&file, &copy).unwrap();
    assert!(log.0.lock().unwrap().is_empty());
    drop(Sql::sqlite(&copy).open().await.unwrap());
    let log_text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log_text.contains("WARN") && log_text.contains("`-wal` file"), "{log_text}");
    drop(store);
}
