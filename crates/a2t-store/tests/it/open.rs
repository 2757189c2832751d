//! URLs of stores: those that open one, and the errors of the others.

use a2t_store::open::{MIGRATIONS, OpenError, existing, store};
use a2t_store::{Digest, Key, NewCall, Sql, StoreError, Time};

use super::scratch::Scratch;

async fn refused(url: &str) -> OpenError {
    store(url).await.err().unwrap_or_else(|| panic!("{url} opened"))
}

fn call() -> NewCall {
    NewCall::new(Key::new("rap", "g", "1").unwrap(), Digest::from_parts(["1"]), "1")
}

#[tokio::test]
async fn a_file_is_found_again_by_its_url() {
    let scratch = Scratch::new("open");
    for url in ["", "//"].map(|slashes| format!("sqlite:{slashes}{}", scratch.file().display())) {
        let first = store(&url).await.unwrap();
        first.accept(call(), Time::from_millis(0)).await.unwrap();
        drop(first);
        let again = store(&url).await.unwrap();
        assert!(again.find(&Key::new("rap", "g", "1").unwrap()).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn two_memories_are_two_stores() {
    let first = store("memory").await.unwrap();
    first.accept(call(), Time::from_millis(0)).await.unwrap();
    assert_eq!(store("memory").await.unwrap().next_due("rap").await.unwrap(), None);
}

#[tokio::test]
async fn what_is_not_a_url_of_a_store_is_reported_without_it() {
    let urls = [
        ("", "this is not the URL of a store: expected `memory`"),
        ("calls.db", "this is not the URL of a store: expected `memory`"),
        ("user:secret@host/db", "this is not the URL of a store: expected `memory`"),
        ("postgres:secret@host", "this is not the URL of a store: expected `memory`"),
        ("se cret://host", "this is not the URL of a store: expected `memory`"),
        ("mysql://user:secret@host", "`mysql` is not a kind of store: expected `memory`"),
        ("redis://user:secret@host", "`redis` is not a kind of store: expected `memory`"),
        #[cfg(feature = "nats")]
        ("nats://user:secret@host/name?replicas=9", "`replicas` of its URL is not a number from 1"),
        #[cfg(feature = "nats")]
        ("nats://user:secret@host/name?secret=1", "a parameter of its URL is unknown: expected"),
        ("sqlite:", "`sqlite:` names no file: expected `sqlite:FILE`"),
        ("sqlite::memory:", "`sqlite::memory:` is not a file: expected `memory`"),
        ("sqlite://calls.db", "the file of `sqlite:` stands behind the colon"),
    ];
    for (url, expected) in urls {
        let error = refused(url).await;
        assert!(matches!(error, OpenError::Url(_)), "{url}: {error:?}");
        assert!(error.to_string().starts_with(expected), "{url}: {error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn a_credentials_file_is_read_before_the_server_is_asked() {
    let error = refused("nats://127.0.0.1:1/calls?credentials=/nowhere/user.creds").await;
    let expected = if cfg!(feature = "nats-credentials") {
        "its credentials: "
    } else if cfg!(feature = "nats") {
        "`credentials` of its URL needs the feature `nats-credentials`"
    } else {
        "build it with the feature `nats`"
    };
    assert!(error.to_string().contains(expected), "{error}");
}

#[tokio::test]
async fn an_engine_that_is_not_built_in_is_named_by_its_feature() {
    let engines = [
        ("postgres", "postgres://user:secret@127.0.0.1:1/db", cfg!(feature = "postgres")),
        ("nats", "nats://user:secret@127.0.0.1:1/calls", cfg!(feature = "nats")),
    ];
    for (feature, url, is_on) in engines {
        let error = refused(url).await;
        assert_eq!(error == OpenError::Off { feature }, !is_on, "{error:?}");
        let expected = format!("build it with the feature `{feature}` of a2t-store");
        assert_eq!(error.to_string().contains(&expected), !is_on, "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_reported() {
    let scratch = Scratch::new("absent");
    let url = format!("sqlite:{}", scratch.another().join("calls.db").display());
    let error = refused(&url).await;
    assert!(matches!(error, OpenError::Store(_)), "{error:?}");
    assert!(error.to_string().contains("its file"), "{error}");
}

#[tokio::test]
async fn who_looks_creates_nothing_and_migrates_nothing() {
    let scratch = Scratch::new("looked-at");
    let file = scratch.another();
    let url = format!("sqlite:{}", file.display());
    let absent = OpenError::Store(StoreError::Absent);
    assert_eq!(existing("memory").await.err(), Some(absent.clone()));
    assert_eq!(existing(&url).await.err(), Some(absent.clone()));
    assert!(!file.exists());
    std::fs::write(&file, "").unwrap();
    assert_eq!(existing(&url).await.err(), Some(absent), "a file without tables");
    let known = i64::try_from(MIGRATIONS.len()).unwrap();
    for found in 1..known {
        Sql::sqlite(&file).migrated_to(found).open().await.unwrap().close().await;
        let older = OpenError::Store(StoreError::Older { found, known });
        assert_eq!(existing(&url).await.err(), Some(older.clone()));
        assert_eq!(existing(&url).await.err(), Some(older), "it is not migrated");
    }
    store(&url).await.unwrap().accept(call(), Time::from_millis(0)).await.unwrap();
    let found = existing(&url).await.unwrap();
    assert_eq!(found.next_due("rap").await.unwrap(), Some(Time::from_millis(0)));
}
