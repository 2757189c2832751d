//! The store in a file: the contract, two workers, earlier and later tables, the file itself.

use a2t_store::open::MIGRATIONS;
use a2t_store::{
    Accepted, Encrypted, Hold, Keys, Limits, NewMessage, Outcome, Secret, Signalled, Sql, Standing,
    Step, Store, StoreError, Then,
};

use super::scratch::Scratch;
use super::suite::{self, at, call, deliver, key, run};

#[tokio::test]
async fn a_file_keeps_the_contract() {
    let scratch = Scratch::new("contract");
    suite::conforms(async |limits| {
        let file = scratch.another();
        Box::new(Sql::sqlite(file).limits(limits).open().await.unwrap()) as Box<dyn Store>
    })
    .await;
}

#[tokio::test]
async fn two_workers_on_a_file_share_the_work() {
    let scratch = Scratch::new("workers");
    suite::workers(async || {
        Box::new(Sql::sqlite(scratch.file()).open().await.unwrap()) as Box<dyn Store>
    })
    .await;
}

#[tokio::test]
async fn work_in_flight_survives_a_migration_from_version_1() {
    let scratch = Scratch::new("migration");
    let file = scratch.file();
    seeded_in_version_1(&file).await;
    let store = Sql::sqlite(&file).open().await.unwrap();
    let Ok(Accepted::Known(known)) = store.accept(call("g", "done"), at(9)).await else { panic!() };
    assert_eq!(known.result, Some(Secret::from("result")));
    assert_eq!(deliver(&store, at(9)).await.message.body.expose(), b"message");
    let waiting = run(&store, at(9)).await;
    assert_eq!(waiting.call.payload.expose(), b"arguments of waiting");
    let suspend = Step::new(Then::Suspend { until: at(600), seen: 0 });
    store.commit(&waiting.lease, suspend, at(9)).await.unwrap();
    let signalled =
        store.signal(&key("g", "waiting"), Secret::from("new in version 2"), at(10)).await;
    assert_eq!(signalled, Ok(Signalled::Stored));
    assert_eq!(run(&store, at(10)).await.call.signals.len(), 1);
}

/// A file as the first program left it: a call that is done with its message, one that waits.
async fn seeded_in_version_1(file: &std::path::Path) {
    use sqlx::{AssertSqlSafe, Connection as _};
    sqlx::any::install_default_drivers();
    std::fs::File::create(file).unwrap();
    let address = file.to_str().unwrap().replace('?', "%3f").replace('#', "%23");
    let mut old = sqlx::AnyConnection::connect(&format!("sqlite://{address}")).await.unwrap();
    let digest = |id| {
        let digest = a2t_store::Digest::from_parts([id]);
        digest.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let call = |id, state, result| {
        let (digest, now) = (digest(id), at(0).millis());
        format!(
            "INSERT INTO a2t_call (queue, grp, id, digest, payload, state, fence, attempts, \
             accepted_at, ready_at, changed_at, checkpoint, result) VALUES ('rap', 'g', '{id}', \
             x'{digest}', CAST('arguments of {id}' AS BLOB), {state}, 0, 0, {now}, {now}, {now}, \
             x'', CAST('{result}' AS BLOB))"
        )
    };
    let message = format!(
        "INSERT INTO a2t_message (call_seq, queue, grp, id, body, until_cancelled, head, state, \
         fence, attempts, created_at, ready_at, changed_at, reason) VALUES (1, 'rap', 'g', 'done', \
         CAST('message' AS BLOB), 0, 1, 0, 0, 0, {0}, {0}, {0}, '')",
        at(0).millis()
    );
    let store = "CREATE TABLE a2t_store (one BIGINT PRIMARY KEY, version BIGINT NOT NULL, store TEXT NOT NULL)";
    let rows = [
        "INSERT INTO a2t_store VALUES (1, 1, 'FEED')".to_owned(),
        call("done", 3, "\u{1}result"),
        call("waiting", 0, ""),
        message,
        "UPDATE a2t_total SET calls = 1, messages = 1".to_owned(),
    ];
    let first = MIGRATIONS[0].iter().map(|statement| (*statement).to_owned());
    for statement in std::iter::once(store.to_owned()).chain(first).chain(rows) {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut old).await.unwrap();
    }
}

/// What is out is not edited: tables in use were made by it.
#[test]
fn the_first_migration_is_as_it_was_published() {
    let digest = a2t_store::Digest::from_parts(MIGRATIONS[0]);
    let digest: String =
        digest.as_bytes().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "6baa8fa03d079cee");
}

#[tokio::test]
async fn tables_of_a_later_program_are_refused() {
    let scratch = Scratch::new("later");
    Sql::sqlite(scratch.file()).open().await.unwrap().close().await;
    let refused = Sql::sqlite(scratch.file()).migrated_to(1).open().await.unwrap_err();
    assert_eq!(refused, StoreError::Newer { found: MIGRATIONS.len() as i64, known: 1 });
}

#[cfg(unix)]
#[tokio::test]
async fn the_file_is_readable_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("mode");
    let file = scratch.another();
    let store = Sql::sqlite(&file).open().await.unwrap();
    store.accept(call("g", "1"), at(0)).await.unwrap();
    for suffix in ["", "-wal"] {
        let path = format!("{}{suffix}", file.display());
        let mode = std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{suffix}");
    }
}

#[tokio::test]
async fn no_secret_is_in_the_file_in_a_debug_text_or_in_an_error() {
    const SECRET: &str = "token-3f9c2d";
    let scratch = Scratch::new("secret");
    let file = scratch.another();
    let options = Sql::sqlite(&file);
    assert!(!format!("{options:?}").contains("db"));
    let inner = options.limits(Limits::default()).open().await.unwrap();
    let store = Encrypted::new(inner, Keys::new("1", [7; 32]).unwrap());
    let new = a2t_store::NewCall::new(key("g", "1"), a2t_store::Digest::from_parts(["1"]), SECRET);
    let mut message = format!("{new:?}");
    store.accept(new, at(0)).await.unwrap();
    let running = run(&store, at(0)).await;
    assert_eq!(running.call.payload.expose(), SECRET.as_bytes());
    let step = Step::new(Then::Continue).result(SECRET).checkpoint(SECRET);
    let step = step.with(NewMessage::new(SECRET));
    message += &format!("{running:?} {step:?} {store:?}");
    assert!(matches!(store.commit(&running.lease, step, at(0)).await, Ok(Hold::Kept(_))));
    store.signal(&key("g", "1"), Secret::from(SECRET), at(0)).await.unwrap();
    let sent = deliver(&store, at(0)).await;
    message += &format!("{sent:?} {:?}", store.find(&key("g", "1")).await);
    assert!(!message.contains(SECRET), "{message}");
    for suffix in ["", "-wal"] {
        let bytes = std::fs::read(format!("{}{suffix}", file.display())).unwrap();
        let found = bytes.windows(SECRET.len()).any(|bytes| bytes == SECRET.as_bytes());
        assert!(!found, "{suffix}");
    }
    store.settle(&sent.lease, Outcome::Delivered, at(0)).await.unwrap();
    assert_eq!(store.find(&key("g", "1")).await.unwrap().unwrap().standing, Standing::Leased);
}

#[tokio::test]
async fn bytes_of_one_call_are_not_those_of_another() {
    let scratch = Scratch::new("moved");
    let file = scratch.another();
    let keys = || Keys::new("1", [7; 32]).unwrap();
    let store = Encrypted::new(Sql::sqlite(&file).open().await.unwrap(), keys());
    for id in ["1", "2"] {
        store.accept(call("g", id), at(0)).await.unwrap();
    }
    use sqlx::Connection as _;
    let address = format!("sqlite://{}", file.display());
    let mut thief = sqlx::AnyConnection::connect(&address).await.unwrap();
    let moved = "UPDATE a2t_call SET payload = (SELECT payload FROM a2t_call WHERE id = '2') WHERE id = '1'";
    sqlx::raw_sql(moved).execute(&mut thief).await.unwrap();
    assert_eq!(store.find(&key("g", "1")).await, Err(StoreError::Sealed));
    assert!(store.find(&key("g", "2")).await.is_ok());
}

/// A database can go back to an earlier state of a call, and no key can tell: what is bound to a position in the same database
/// goes back with it. It never has the checkpoint of another call.
#[tokio::test]
async fn a_checkpoint_can_be_replaced_only_by_one_of_its_call() {
    use sqlx::Connection as _;
    let scratch = Scratch::new("checkpoints");
    let file = scratch.another();
    let keys = Keys::new("1", [7; 32]).unwrap();
    let store = Encrypted::new(Sql::sqlite(&file).open().await.unwrap(), keys);
    let address = format!("sqlite://{}", file.display());
    let mut thief = sqlx::AnyConnection::connect(&address).await.unwrap();
    let mut tamper = async |statement: &'static str| {
        sqlx::raw_sql(statement).execute(&mut thief).await.unwrap();
    };
    let checkpoint = async || store.find(&key("g", "1")).await.map(|call| call.unwrap().checkpoint);
    for id in ["1", "2"] {
        store.accept(call("g", id), at(0)).await.unwrap();
        let held = run(&store, at(0)).await;
        for noted in ["first", "second"] {
            let step = Step::new(Then::Continue).checkpoint(noted);
            store.commit(&held.lease, step, at(0)).await.unwrap();
            if (id, noted) == ("1", "first") {
                tamper("CREATE TEMP TABLE earlier AS SELECT id, checkpoint FROM a2t_call").await;
            }
        }
    }
    assert_eq!(checkpoint().await, Ok(Some(Secret::from("second"))));
    tamper("UPDATE a2t_call SET checkpoint = (SELECT checkpoint FROM earlier) WHERE id = '1'")
        .await;
    assert_eq!(checkpoint().await, Ok(Some(Secret::from("first"))));
    tamper("UPDATE a2t_call SET checkpoint = x'' WHERE id = '1'").await;
    assert_eq!(checkpoint().await, Ok(None));
    tamper("UPDATE a2t_call SET checkpoint = (SELECT checkpoint FROM a2t_call WHERE id = '2')")
        .await;
    assert_eq!(checkpoint().await, Err(StoreError::Sealed));
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_accepted_into_a_file_that_is_gone() {
    for suffix in ["", "-wal"] {
        let scratch = Scratch::new(if suffix.is_empty() { "gone" } else { "gone-wal" });
        let file = scratch.file();
        let store = Sql::sqlite(&file).open().await.unwrap();
        assert_eq!(store.accept(call("g", "1"), at(0)).await, Ok(Accepted::New(None)));
        let gone = std::path::PathBuf::from(format!("{}{suffix}", file.display()));
        let kept = std::path::PathBuf::from(format!("{}.kept", gone.display()));
        std::fs::rename(&gone, &kept).unwrap();
        let refused = store.accept(call("g", "2"), at(1)).await;
        let Err(StoreError::Engine(words)) = refused else { panic!("{refused:?}") };
        assert!(words.contains("was deleted or replaced while it was open"), "{words}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_is_put_back_is_used_again() {
    let scratch = Scratch::new("restored");
    let file = scratch.file();
    let store = Sql::sqlite(&file).open().await.unwrap();
    assert_eq!(store.accept(call("g", "1"), at(0)).await, Ok(Accepted::New(None)));
    let kept = std::path::PathBuf::from(format!("{}.kept", file.display()));
    std::fs::rename(&file, &kept).unwrap();
    for _ in 0..2 {
        assert!(store.accept(call("g", "2"), at(1)).await.is_err());
    }
    std::fs::rename(&kept, &file).unwrap();
    assert_eq!(store.accept(call("g", "2"), at(2)).await, Ok(Accepted::New(None)));
    assert!(store.find(&key("g", "1")).await.unwrap().is_some());
}

/// The bytes of the database and of its log.
fn bytes(file: &std::path::Path) -> Vec<u8> {
    let read = |suffix| std::fs::read(format!("{}{suffix}", file.display())).unwrap_or_default();
    ["", "-wal"].map(read).concat()
}

#[tokio::test]
async fn nothing_that_was_erased_is_readable_after_a_scrub() {
    const SECRET: &str = "token-3f9c2d";
    let scratch = Scratch::new("scrub");
    let file = scratch.file();
    let store = Sql::sqlite(&file).open().await.unwrap();
    let has_secret = || bytes(&file).windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
    // In a page with others, and in many pages.
    for (number, repeated) in [1, 50, 20_000].into_iter().enumerate() {
        let (id, secret) = (number.to_string(), SECRET.repeat(repeated));
        let digest = a2t_store::Digest::from_parts([&id]);
        let new = a2t_store::NewCall::new(key("g", &id), digest, secret.clone());
        store.accept(new, at(0)).await.unwrap();
        store.signal(&key("g", &id), Secret::from(secret.clone()), at(0)).await.unwrap();
        let held = run(&store, at(0)).await;
        let step = Step::new(Then::Continue).checkpoint(secret.clone());
        store.commit(&held.lease, step, at(0)).await.unwrap();
        let step = Step::done("42").with(NewMessage::new(secret));
        store.commit(&held.lease, step, at(0)).await.unwrap();
        let sent = deliver(&store, at(0)).await;
        store.settle(&sent.lease, Outcome::Delivered, at(0)).await.unwrap();
    }
    assert!(has_secret(), "it tests nothing");
    store.scrub().await.unwrap();
    assert!(!has_secret());
    assert_eq!(bytes(&file).len() as u64, std::fs::metadata(&file).unwrap().len(), "a log is left");
    assert_eq!(store.accept(call("g", "later"), at(1)).await, Ok(Accepted::New(None)));
}

#[tokio::test]
async fn a_scrub_waits_for_no_other_program() {
    use sqlx::Connection as _;
    let scratch = Scratch::new("scrub-busy");
    let file = scratch.another();
    let store = Sql::sqlite(&file).open().await.unwrap();
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let mut reader =
        sqlx::AnyConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    for statement in ["BEGIN", "SELECT COUNT(*) FROM a2t_call"] {
        sqlx::raw_sql(statement).execute(&mut reader).await.unwrap();
    }
    store.accept(call("g", "2"), at(0)).await.unwrap();
    assert_eq!(store.scrub().await, Ok(()));
    assert_eq!(store.accept(call("g", "3"), at(0)).await, Ok(Accepted::New(None)));
    sqlx::raw_sql("COMMIT").execute(&mut reader).await.unwrap();
    assert_eq!(store.scrub().await, Ok(()));
    assert_eq!(bytes(&file).len() as u64, std::fs::metadata(&file).unwrap().len());
}

#[tokio::test]
async fn messages_and_signals_of_one_call_keep_their_places() {
    use sqlx::Connection as _;
    let scratch = Scratch::new("places");
    let file = scratch.another();
    let keys = Keys::new("1", [7; 32]).unwrap();
    let store = Encrypted::new(Sql::sqlite(&file).open().await.unwrap(), keys);
    store.accept(call("g", "1"), at(0)).await.unwrap();
    let held = run(&store, at(0)).await;
    let messages = ["first", "second"].map(NewMessage::new).into_iter();
    let step = messages.fold(Step::new(Then::Continue), Step::with);
    store.commit(&held.lease, step, at(0)).await.unwrap();
    for signal in ["no", "yes"] {
        store.signal(&key("g", "1"), Secret::from(signal), at(0)).await.unwrap();
    }
    let signals = async || store.find(&key("g", "1")).await.map(|call| call.unwrap().signals);
    assert_eq!(signals().await, Ok(["no", "yes"].map(Secret::from).to_vec()));
    let address = format!("sqlite://{}", file.display());
    let mut thief = sqlx::AnyConnection::connect(&address).await.unwrap();
    let mut tamper = async |statement: &'static str| {
        sqlx::raw_sql(statement).execute(&mut thief).await.unwrap();
    };
    // Each is in the other's place, then both are the first one.
    tamper("CREATE TEMP TABLE signals AS SELECT seq, body FROM a2t_signal").await;
    for moved in [
        "UPDATE a2t_signal SET body = (SELECT body FROM signals s WHERE s.seq <> a2t_signal.seq)",
        "UPDATE a2t_signal SET body = (SELECT body FROM signals WHERE seq = 1)",
    ] {
        tamper(moved).await;
        assert_eq!(signals().await, Err(StoreError::Sealed), "{moved}");
    }
    tamper("DELETE FROM a2t_signal").await;
    tamper("CREATE TEMP TABLE messages AS SELECT seq, body FROM a2t_message").await;
    tamper("UPDATE a2t_message SET body = (SELECT body FROM messages m WHERE m.seq <> a2t_message.seq)").await;
    let claim = a2t_store::Claim::new("rap", suite::LEASE).messages_only();
    assert_eq!(store.claim(claim.clone(), at(1)).await, Err(StoreError::Sealed));
    tamper(
        "UPDATE a2t_message SET body = (SELECT body FROM messages m WHERE m.seq = a2t_message.seq)",
    )
    .await;
    let sent = deliver(&store, at(100)).await;
    assert_eq!(sent.message.body.expose(), b"first");
}
