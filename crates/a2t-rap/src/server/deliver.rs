//! One attempt to deliver a message: signed, sent through the guard, and its result decided by the
//! schedule.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_store::token::chance;
use a2t_store::worker::{Permit, hold, now, persist};
use a2t_store::{Delivery, Lease, Message, Outcome, Reason};
use a2t_webhook::egress::HeaderMap;
use http::{HeaderName, HeaderValue};
use tokio::time::sleep;

use crate::server::inner::Inner;
use crate::server::payload::read_message;
use crate::server::receivers;
use crate::shared;

/// Time in which the body of a reply is read, so that its connection can be used again.
const REST: Duration = Duration::from_secs(1);
/// Time after which a callback that is on its way leaves its sender to others.
const SLOW: Duration = Duration::from_secs(1);

impl Inner {
    /// Delivers the message in a separate task.
    pub(crate) fn spawn_delivery(self: &Arc<Self>, delivery: Delivery, permit: Permit) {
        let (inner, task) = (Arc::clone(self), self.pool.begin());
        tokio::spawn(async move {
            inner.deliver(delivery, permit).await;
            drop(task);
        });
    }

    async fn deliver(&self, delivery: Delivery, permit: Permit) {
        let Delivery { lease, message } = delivery;
        let receiver = read_message(&message.body).map(|(url, _)| receivers::of(url));
        let receiver = receiver.unwrap_or_default();
        if let Some(wait) = self.receivers.wait(&receiver) {
            return self.put_off(&lease, wait).await;
        }
        let mut slow = pin!(async {
            sleep(SLOW).await;
            let _slow = self.receivers.count_slow(&receiver, permit);
            pending().await
        });
        let (outcome, rest) = tokio::select! {
            attempted = self.attempt(&message) => attempted,
            // Another worker has the message, and its receiver will know it by its id.
            () = hold(self.store(), &lease, self.settings.limits.lease_duration, now) => return,
            never = slow.as_mut() => never,
        };
        if rest.is_some() {
            self.receivers.replied(&receiver);
        }
        if let Outcome::Dead(reason) = outcome {
            let (id, attempt) = (&message.id, message.attempt);
            tracing::warn!(%id, attempt, %reason, "a callback is not tried again");
        }
        match persist(|| self.store().settle(&lease, outcome, now())).await {
            Ok(_) => self.pool.wake.notify_one(),
            Err(error) => {
                tracing::warn!(%error, "an attempt was not settled; the message is sent again")
            }
        }
        if let Some(reply) = rest {
            let _ = tokio::time::timeout(REST, reply.body()).await;
        }
    }

    /// Leaves the message to a later claim. That is no attempt, so it does not count as one.
    async fn put_off(&self, lease: &Lease, wait: Duration) {
        let jitter = wait * (chance() % 256) / 1_024;
        if let Err(error) = self.store().extend(lease, now().after(wait + jitter)).await {
            tracing::warn!(%error, "a callback waits for the end of its lease");
        }
    }

    async fn attempt(&self, message: &Message) -> (Outcome, Option<a2t_webhook::egress::Reply>) {
        let Some((url, body)) = read_message(&message.body) else {
            return (Outcome::Dead(Reason::Unreadable), None);
        };
        let headers = self.headers(&message.id, body);
        let sent = self.guard.post(url, headers, body.as_bytes()).await;
        let reply = shared::reply(&sent);
        let id = &message.id;
        tracing::debug!(%id, attempt = message.attempt, ?reply, "a callback was posted");
        let decided = self.settings.schedule.decide(message.attempt, reply, chance(), now());
        (decided, sent.ok())
    }

    /// `webhook-id` in any case, so that a receiver knows a duplicate; the signatures with a signer.
    fn headers(&self, id: &str, body: &str) -> HeaderMap {
        let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let signed = self
            .settings
            .signer
            .as_ref()
            .map(|signer| signer.sign(id, passed.as_secs(), body.as_bytes()));
        let headers = match signed {
            Some(Ok(signed)) => signed.headers().to_vec(),
            _ => vec![(a2t_webhook::signature::ID, id.to_owned())],
        };
        let headers = headers.into_iter().filter_map(|(name, value)| {
            Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?))
        });
        headers.collect()
    }
}
