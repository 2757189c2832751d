//! One attempt to deliver a message: signed, sent through the guard, judged by the schedule.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use a2t_store::schedule::Reply;
use a2t_store::token::chance;
use a2t_store::worker::{hold, persist};
use a2t_store::{Delivery, Lease, Message, Outcome, Reason};
use a2t_webhook::egress::{Error, HeaderMap};
use http::header::RETRY_AFTER;
use http::{HeaderName, HeaderValue};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use crate::server::inner::{Inner, now};
use crate::server::payload::read_message;
use crate::server::receivers;

/// Time in which the body of a reply is read, so that its connection can be used again.
const REST: Duration = Duration::from_secs(1);
/// Time after which a callback that is on its way leaves its sender to others.
const SLOW: Duration = Duration::from_secs(1);

impl Inner {
    /// Delivers the message in a task of its own.
    pub(crate) fn spawn_delivery(
        self: &Arc<Self>,
        delivery: Delivery,
        permit: OwnedSemaphorePermit,
    ) {
        let (inner, task) = (Arc::clone(self), self.begin());
        tokio::spawn(async move {
            inner.deliver(delivery, permit).await;
            drop(task);
        });
    }

    async fn deliver(&self, delivery: Delivery, permit: OwnedSemaphorePermit) {
        let Delivery { lease, message } = delivery;
        let receiver = read_message(&message.body).map(|(url, _)| receivers::of(url));
        let receiver = receiver.unwrap_or_default();
        if let Some(wait) = self.receivers.wait(&receiver) {
            return self.put_off(&lease, wait).await;
        }
        let mut aside = pin!(async {
            sleep(SLOW).await;
            let _slow = self.receivers.step_aside(&receiver, permit);
            self.wake.notify_one();
            pending().await
        });
        let (outcome, rest) = tokio::select! {
            attempted = self.attempt(&message) => attempted,
            // Somebody else has the message, and its receiver will know it by its id.
            () = hold(self.store(), &lease, self.settings.limits.lease_duration, now) => return,
            never = aside.as_mut() => never,
        };
        if rest.is_some() {
            self.receivers.replied(&receiver);
        }
        if let Outcome::Dead(reason) = outcome {
            let (id, attempt) = (&message.id, message.attempt);
            tracing::warn!(%id, attempt, %reason, "a callback is not tried again");
        }
        match persist(|| self.store().settle(&lease, outcome, now())).await {
            Ok(_) => self.wake.notify_one(),
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
        let (reply, rest) = match sent {
            Ok(reply) => {
                let (status, after) = (reply.status().as_u16(), retry_after(reply.headers()));
                (Reply::Status(status, after), Some(reply))
            }
            Err(Error::Refused(_)) => (Reply::Forbidden, None),
            Err(_) => (Reply::None, None),
        };
        let id = &message.id;
        tracing::debug!(%id, attempt = message.attempt, ?reply, "a callback was posted");
        let judged = self.settings.schedule.judge(message.attempt, reply, chance(), now());
        (judged, rest)
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

/// Seconds, or a date (RFC 9110 section 10.2.3).
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let seconds = value.parse().ok().map(Duration::from_secs);
    seconds.or_else(|| {
        let date = httpdate::parse_http_date(value).ok()?;
        Some(date.duration_since(SystemTime::now()).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Option<Duration> {
        retry_after(&HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::try_from(value).unwrap())]))
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        assert_eq!(read("120"), Some(Duration::from_secs(120)));
        assert_eq!(read("Fri, 31 Dec 1999 23:59:59 GMT"), Some(Duration::ZERO));
        let later = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(3600));
        assert!(read(&later).unwrap() > Duration::from_secs(3000));
        for wrong in ["", "-1", "soon", "1.5"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
