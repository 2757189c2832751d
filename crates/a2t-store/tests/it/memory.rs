//! The store in memory keeps the contract of the others, and so does one that is encrypted.

use a2t_store::{Claim, Encrypted, Keys, Memory, Store, StoreError};

use super::suite;

#[tokio::test]
async fn memory_keeps_the_contract() {
    suite::conforms(async |limits| Box::new(Memory::new(limits)) as Box<dyn Store>).await;
}

#[tokio::test]
async fn an_encrypted_store_keeps_the_contract() {
    suite::conforms(async |limits| {
        let keys = Keys::new("1", [7; 32]).unwrap();
        Box::new(Encrypted::new(Memory::new(limits), keys)) as Box<dyn Store>
    })
    .await;
}

#[tokio::test]
async fn a_call_that_no_key_opens_keeps_no_client_from_the_rest() {
    let memory = Memory::default();
    let with = |id: &str, key| Encrypted::new(memory.clone(), Keys::new(id, key).unwrap());
    with("gone", [1; 32]).accept(suite::call("g", "1"), suite::at(0)).await.unwrap();
    let store = with("here", [2; 32]);
    assert_eq!(
        store.claim(Claim::new("rap", suite::LEASE), suite::at(0)).await,
        Err(StoreError::Sealed)
    );
    store.accept(suite::call("g", "2"), suite::at(0)).await.unwrap();
    let found = suite::claim(&store, suite::at(60), 10).await;
    assert_eq!(found.len(), 1);
    let again = with("gone", [1; 32]).find(&suite::key("g", "1")).await.unwrap().unwrap();
    assert_eq!(again.attempts, 2, "it is not lost");
}
