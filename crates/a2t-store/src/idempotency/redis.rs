//! Replies in Redis, for several machines.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{RedisError, cmd};
use sha2::{Digest as _, Sha256};

use super::{Answer, Begun, Call, Digest, Key, Reply, Store, StoreError};

/// A store in Redis 6.0 or later, or in Valkey.
///
/// Each key is a separate entry, which Redis forgets when its time is over: the names begin with
/// `a2t:reply:` and end with a SHA-256, so that neither keys nor callers can be read there. Replies
/// can. Set `maxmemory-policy noeviction`: then a full server refuses calls, and forgets no reply
/// that was promised; and `appendonly yes`, or a restart of Redis forgets them all.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let store = a2t_store::idempotency::Redis::connect("redis://127.0.0.1:6379/0").await?;
/// # let _ = store;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Redis {
    connection: ConnectionManager,
}

/// Maximum wait for an answer, after which the call is refused.
const PATIENCE: Duration = Duration::from_secs(2);

/// Takes a key: the text of a call that runs is `R`, 32 digits of its digest, and its deadline in
/// milliseconds since 1970.
const BEGIN: &str = "local known = redis.call('GET', KEYS[1]) \
    if known then return known end \
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) \
    return false";

/// Keeps a reply: `K`, the digest, three digits of the status, and the body.
const KEEP: &str = "local known = redis.call('GET', KEYS[1]) \
    if known and string.sub(known, 1, 1) == 'R' then \
    redis.call('SET', KEYS[1], 'K' .. string.sub(known, 2, 33) .. ARGV[1], 'KEEPTTL') end \
    return false";

const FREE: &str = "local known = redis.call('GET', KEYS[1]) \
    if known and string.sub(known, 1, 1) == 'R' then redis.call('DEL', KEYS[1]) end \
    return false";

impl Redis {
    /// Connects to a server, and again whenever the connection breaks. `address` is that of the crate
    /// `redis`: `redis://user:password@host:6379/0`.
    ///
    /// # Errors
    /// [`StoreError`]: the address is not valid, or no server answers there. Its text does not show
    /// the address, since there may be a password in it.
    pub async fn connect(address: &str) -> Result<Self, StoreError> {
        let client = redis::Client::open(address).map_err(store_error)?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(1);
        let connection =
            ConnectionManager::new_with_config(client, config).await.map_err(store_error)?;
        Ok(Self { connection })
    }

    async fn run(
        &self,
        script: &str,
        key: &Key,
        arguments: &[&[u8]],
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let mut command = cmd("EVAL");
        command.arg(script).arg(1).arg(name(key));
        for argument in arguments {
            command.arg(*argument);
        }
        command.query_async(&mut self.connection.clone()).await.map_err(store_error)
    }
}

impl Store for Redis {
    fn begin(&self, call: Call, now: SystemTime) -> Answer<'_, Begun> {
        Box::pin(async move {
            let running = format!("R{:032x}{}", call.digest.bits(), millis(call.deadline));
            let lifetime = call.until.duration_since(now).unwrap_or_default().as_millis().max(1);
            let lifetime = lifetime.to_string();
            let known =
                self.run(BEGIN, &call.key, &[running.as_bytes(), lifetime.as_bytes()]).await?;
            match known {
                None => Ok(Begun::New),
                Some(known) => read(&known, call.digest, now)
                    .ok_or_else(|| StoreError::new("an entry was written by another program")),
            }
        })
    }

    fn keep(&self, key: &Key, reply: Reply) -> Answer<'_, ()> {
        let key = key.clone();
        Box::pin(async move {
            let kept = [format!("{:03}", reply.status).as_bytes(), &reply.body].concat();
            self.run(KEEP, &key, &[&kept]).await.map(drop)
        })
    }

    fn free(&self, key: &Key) -> Answer<'_, ()> {
        let key = key.clone();
        Box::pin(async move { self.run(FREE, &key, &[]).await.map(drop) })
    }
}

fn read(known: &[u8], digest: Digest, now: SystemTime) -> Option<Begun> {
    let (kind, rest) = known.split_first()?;
    let (found, rest) = rest.split_at_checked(32)?;
    let found = u128::from_str_radix(str::from_utf8(found).ok()?, 16).ok()?;
    if Digest::from_bits(found) != digest {
        return Some(Begun::Other);
    }
    match kind {
        b'K' => {
            let (status, body) = rest.split_at_checked(3)?;
            let status = str::from_utf8(status).ok()?.parse().ok()?;
            Some(Begun::Kept(Reply { status, body: body.to_vec() }))
        }
        b'R' => {
            let deadline: u128 = str::from_utf8(rest).ok()?.parse().ok()?;
            Some(if deadline <= millis(now) { Begun::Lost } else { Begun::Running })
        }
        _ => None,
    }
}

fn millis(time: SystemTime) -> u128 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis()
}

fn name(key: &Key) -> String {
    let hash = Sha256::digest(key.bytes());
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("a2t:reply:{digits}")
}

/// The kind of an error, because its text may show the address.
fn store_error(error: RedisError) -> StoreError {
    StoreError::new(error.category())
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis").finish_non_exhaustive()
    }
}
