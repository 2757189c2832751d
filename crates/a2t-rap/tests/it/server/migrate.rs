//! State that moves to another server.

use std::sync::{Arc, Mutex};

use a2t::rap::{MigrationError, Server};
use serde_json::json;

use super::rig::{Vendor, set};

/// Notes a word.
///
/// # Returns
/// Nothing new.
#[a2t::tool(version = 1)]
async fn note(
    /// The word.
    word: String,
) -> String {
    word
}

fn server() -> Server<()> {
    set(Server::new(a2t::toolset![note], ()))
}

#[tokio::test]
async fn cb_152_a_server_without_state_declares_and_has_no_migration() {
    let vendor = Vendor::start(server()).await;
    assert_eq!(vendor.get("/.well-known/rap-toolset").await.json().get("needsMigration"), None);
    let body = json!({"session_id": "thread_1", "destination_url": vendor.base});
    assert_eq!(vendor.post("/migrate", &body).await.status, 404);
}

#[tokio::test]
async fn cb_154_cb_157_state_moves_to_a_destination_that_answers() {
    let moved: Arc<Mutex<Vec<String>>> = Arc::default();
    let noted = Arc::clone(&moved);
    let source = server().migration(move |migration| {
        let noted = Arc::clone(&noted);
        async move {
            if migration.session_id == "broken" {
                return Err(MigrationError::new("its notes are damaged"));
            }
            noted
                .lock()
                .unwrap()
                .push(format!("{} {}", migration.session_id, migration.destination_url));
            Ok(())
        }
    });
    let (source, destination) = (Vendor::start(source).await, Vendor::start(server()).await);
    assert_eq!(source.get("/.well-known/rap-toolset").await.json()["needsMigration"], true);
    let migrate = async |session: &str, url: &str| {
        source.post("/migrate", &json!({"session_id": session, "destination_url": url})).await
    };
    assert_eq!(migrate("thread_1", &format!("{}/", destination.base)).await.status, 200);
    assert_eq!(*moved.lock().unwrap(), [format!("thread_1 {}", destination.base)]);
    let failed = migrate("broken", &destination.base).await;
    assert_eq!(failed.status, 502);
    assert!(failed.text.contains("its notes are damaged"), "{}", failed.text);
    // No server there, no manifest there, an address that may not be dialled, no address.
    for (url, status) in [
        ("http://127.0.0.1:9", 502),
        (&*format!("{}/nothing", destination.base), 502),
        ("http://10.0.0.1", 403),
        ("https://169.254.169.254/latest", 403),
        ("destination", 400),
    ] {
        assert_eq!(migrate("thread_1", url).await.status, status, "{url}");
    }
    assert_eq!(moved.lock().unwrap().len(), 1);
}
