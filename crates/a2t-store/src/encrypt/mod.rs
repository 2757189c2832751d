//! A store around another one, which sees no payload, result, signal or message in the clear.

mod keys;

use std::sync::Arc;

use crate::message::Seal;
use crate::{
    Accepted, Answer, Call, Cancelled, Claim, Ending, Entry, Filter, Hold, Item, Key, Lease,
    NewCall, NewMessage, Outcome, QueueStatistics, Secret, Signalled, Step, Store, StoreError,
    Time, Work,
};

pub use keys::{Keys, NewKeyError};

/// Any store, encrypted at rest with XChaCha20-Poly1305 by keys that the program is given.
///
/// Payloads, checkpoints, results, signals and messages are sealed, each bound to its call, its
/// role, and its position among the messages or signals, so that none can be put in another's position. A
/// database that goes back to an earlier state of a call, for example one from a backup, is not
/// noticed, because a counter in it would go back, too. Digests are keyed, because the digest of a short text reveals the text. Names, times and standings stay readable:
/// they are what is sorted by. To rotate a key, give the new one first and the old ones after it,
/// until everything that they sealed is swept.
///
/// ```
/// use a2t_store::{Accepted, Digest, Encrypted, Key, Keys, Memory, NewCall, Store, StoreError, Time};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let memory = Memory::default();
/// let (old, new) = ([1; 32], [2; 32]);
/// let key = Key::new("rap", "thread", "call")?;
/// let call = || NewCall::new(key.clone(), Digest::from_parts(["Omaha"]), "Omaha");
/// let now = Time::from_millis(0);
///
/// let store = Encrypted::new(memory.clone(), Keys::new("2026", old)?);
/// store.accept(call(), now).await?;
/// let stored = memory.find(&key).await?.unwrap();
/// assert!(!stored.payload.expose().windows(5).any(|bytes| bytes == b"Omaha"));
///
/// let rotated = Encrypted::new(memory.clone(), Keys::new("2027", new)?.and("2026", old)?);
/// assert!(matches!(rotated.accept(call(), now).await?, Accepted::Known(_)));
/// assert_eq!(rotated.find(&key).await?.unwrap().payload.expose(), b"Omaha");
///
/// let stranger = Encrypted::new(memory, Keys::new("2028", [3; 32])?);
/// assert_eq!(stranger.find(&key).await, Err(StoreError::Sealed));
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Encrypted<S> {
    store: S,
    keys: Arc<Keys>,
}

/// Roles of what is sealed, which are a part of its seal.
#[derive(Clone, Copy, Debug)]
enum Role {
    Payload,
    Checkpoint,
    Result,
    Signal,
    Message,
}

impl<S: Store> Encrypted<S> {
    /// Seals what goes into the store, and opens what comes out of it.
    pub fn new(store: S, keys: Keys) -> Self {
        Self { store, keys: Arc::new(keys) }
    }

    fn seal(&self, secret: Secret, role: Role, key: &Key) -> Result<Secret, StoreError> {
        self.keys.seal(secret.expose(), role as u8, key, None)
    }

    /// Seals each message as it gets its number in the store.
    fn seal_all(&self, messages: Vec<NewMessage>, key: &Key) -> Vec<NewMessage> {
        let seal = |new: NewMessage| {
            let (keys, key, clear) = (Arc::clone(&self.keys), key.clone(), new.clone());
            let seal = Seal::new(move |_, number| {
                let clear = clear.body_at(number)?;
                keys.seal(clear.expose(), Role::Message as u8, &key, Some(number))
            });
            NewMessage { body: Secret::default(), seal: Some(seal), ..new }
        };
        messages.into_iter().map(seal).collect()
    }

    fn open(&self, sealed: Secret, role: Role, key: &Key) -> Result<Secret, StoreError> {
        self.keys.open(sealed.expose(), role as u8, key, |_| false)
    }

    /// Opens signals in their order. One of two that came at once may be behind its position, none before it or twice.
    fn open_signals(&self, sealed: &[Secret], key: &Key) -> Result<Vec<Secret>, StoreError> {
        let open = |(index, signal): (usize, &Secret)| {
            if sealed.get(..index).is_some_and(|before| before.contains(signal)) {
                return Err(StoreError::Sealed);
            }
            let fits = |sealed_for| usize::try_from(sealed_for).is_ok_and(|first| first <= index);
            self.keys.open(signal.expose(), Role::Signal as u8, key, fits)
        };
        sealed.iter().enumerate().map(open).collect()
    }

    fn open_call(&self, mut call: Call) -> Result<Call, StoreError> {
        // The payload of a call that has ended is erased.
        if !call.standing.is_final() {
            call.payload = self.open(call.payload, Role::Payload, &call.key)?;
        }
        let open = |secret, role| self.open(secret, role, &call.key);
        let optional =
            |secret: Option<_>, role| secret.map(|secret| open(secret, role)).transpose();
        call.checkpoint = optional(call.checkpoint.take(), Role::Checkpoint)?;
        call.result = optional(call.result.take(), Role::Result)?;
        call.signals = self.open_signals(&call.signals, &call.key)?;
        Ok(call)
    }

    fn open_work(&self, work: Work) -> Result<Work, StoreError> {
        match work {
            Work::Run(mut run) => {
                run.call = self.open_call(run.call)?;
                Ok(Work::Run(run))
            }
            Work::Deliver(mut delivery) => {
                let message = &mut delivery.message;
                let body = std::mem::take(&mut message.body);
                let (Item::Call(number) | Item::Message(number)) = delivery.lease.item();
                let (role, fits) = (Role::Message as u8, |position| position == number);
                message.body = self.keys.open(body.expose(), role, &message.call, fits)?;
                Ok(Work::Deliver(delivery))
            }
        }
    }
}

impl<S: Store> Encrypted<S> {
    fn seal_new(&self, call: NewCall) -> Result<NewCall, StoreError> {
        let payload = self.seal(call.payload, Role::Payload, &call.key)?;
        let digests = call.digests.iter().flat_map(|digest| self.keys.digests(digest)).collect();
        Ok(NewCall { payload, digests, ..call })
    }

    fn seal_optional(
        &self,
        secret: Option<Secret>,
        role: Role,
        key: &Key,
    ) -> Result<Option<Secret>, StoreError> {
        secret.map(|secret| self.seal(secret, role, key)).transpose()
    }

    fn seal_step(&self, step: Step, key: &Key) -> Result<Step, StoreError> {
        Ok(Step {
            result: self.seal_optional(step.result, Role::Result, key)?,
            checkpoint: self.seal_optional(step.checkpoint, Role::Checkpoint, key)?,
            messages: self.seal_all(step.messages, key),
            then: step.then,
        })
    }

    fn seal_ending(&self, ending: Ending, key: &Key) -> Result<Ending, StoreError> {
        let result = self.seal_optional(ending.result, Role::Result, key)?;
        Ok(Ending { result, messages: self.seal_all(ending.messages, key) })
    }
}

impl<S: Store> Store for Encrypted<S> {
    fn accept(&self, call: NewCall, now: Time) -> Answer<'_, Accepted> {
        Box::pin(async move {
            match self.store.accept(self.seal_new(call)?, now).await? {
                Accepted::Known(call) => Ok(Accepted::Known(Box::new(self.open_call(*call)?))),
                other => Ok(other),
            }
        })
    }

    fn claim(&self, claim: Claim, now: Time) -> Answer<'_, Vec<Work>> {
        Box::pin(async move {
            let work = self.store.claim(claim, now).await?;
            let opened: Vec<_> = work.into_iter().map(|work| self.open_work(work)).collect();
            // One that no key opens stays leased and comes again; it does not hold up the rest.
            if opened.iter().any(Result::is_ok) {
                return Ok(opened.into_iter().filter_map(Result::ok).collect());
            }
            opened.into_iter().collect()
        })
    }

    fn extend(&self, lease: &Lease, until: Time) -> Answer<'_, Hold> {
        self.store.extend(lease, until)
    }

    fn commit(&self, lease: &Lease, step: Step, now: Time) -> Answer<'_, Hold> {
        match self.seal_step(step, lease.key()) {
            Ok(step) => self.store.commit(lease, step, now),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn settle(&self, lease: &Lease, outcome: Outcome, now: Time) -> Answer<'_, Hold> {
        self.store.settle(lease, outcome, now)
    }

    fn find(&self, key: &Key) -> Answer<'_, Option<Call>> {
        let found = self.store.find(key);
        Box::pin(async move { found.await?.map(|call| self.open_call(call)).transpose() })
    }

    fn signal(&self, key: &Key, body: Secret, now: Time) -> Answer<'_, Signalled> {
        let key = key.clone();
        Box::pin(async move {
            let found = self.store.find(&key).await?;
            let position = found.map_or(0, |call| call.signals.len());
            let position = i64::try_from(position).unwrap_or(i64::MAX);
            let body = self.keys.seal(body.expose(), Role::Signal as u8, &key, Some(position))?;
            self.store.signal(&key, body, now).await
        })
    }

    fn cancel(&self, key: &Key, ending: Ending, now: Time) -> Answer<'_, Cancelled> {
        match self.seal_ending(ending, key) {
            Ok(ending) => self.store.cancel(key, ending, now),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    fn sweep(&self, queue: &str, before: Time) -> Answer<'_, u64> {
        self.store.sweep(queue, before)
    }

    fn next_due(&self, queue: &str) -> Answer<'_, Option<Time>> {
        self.store.next_due(queue)
    }

    fn statistics(&self, now: Time) -> Answer<'_, Vec<QueueStatistics>> {
        self.store.statistics(now)
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Entry>> {
        self.store.list(filter)
    }

    fn requeue(&self, item: Item, now: Time) -> Answer<'_, bool> {
        self.store.requeue(item, now)
    }

    fn scrub(&self) -> Answer<'_, ()> {
        self.store.scrub()
    }
}
