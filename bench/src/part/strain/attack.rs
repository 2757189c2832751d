//! Clients that hold connections and give as little as they can, each of them replaced when it is closed.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::socket::{setsockopt, sockopt};

use super::invocation;
use crate::http::Request;

/// A closed connection goes on for those who read, until they have read what was under way.
const READERS_PATIENCE: Duration = Duration::from_secs(12);

/// Every connection gives something once in so many beats, and they take turns.
const BEATS: usize = 100;
const BEAT: Duration = Duration::from_millis(10);

#[derive(Clone, Copy)]
pub enum Attack {
    Silent,
    Heads,
    Bodies,
    Readers,
}

impl Attack {
    pub const ALL: [Self; 4] = [Self::Silent, Self::Heads, Self::Bodies, Self::Readers];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Silent => "1,000 silent connections",
            Self::Heads => "1,000 slow heads",
            Self::Bodies => "1,000 slow bodies",
            Self::Readers => "200 slow readers of 512 KiB",
        }
    }

    const fn connections(self) -> usize {
        match self {
            Self::Readers => 200,
            _ => 1000,
        }
    }

    /// All of a request, or its beginning.
    fn opening(self) -> String {
        let large = || Request { body: " ".repeat(20_000), ..invocation("answer") };
        let until = |end: &str| {
            let text = large().text();
            text.split_inclusive(end).next().unwrap_or_default().to_owned()
        };
        match self {
            Self::Silent => String::new(),
            Self::Heads => until("json\r\n"),
            Self::Bodies => until("\r\n\r\n"),
            Self::Readers => invocation("say").text(),
        }
    }

    const fn drip(self) -> &'static [u8] {
        match self {
            Self::Silent | Self::Readers => b"",
            Self::Heads => b"x: y\r\n",
            Self::Bodies => b"               ",
        }
    }
}

/// An attack that goes on at the same time as the code that began it.
pub struct Siege {
    shared: Arc<Shared>,
    worker: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    ended: AtomicBool,
    replaces_none: AtomicBool,
    opened: AtomicUsize,
    last: Mutex<Option<Instant>>,
}

impl Siege {
    pub fn begin(attack: Attack, port: u16) -> Self {
        let shared = Arc::new(Shared::default());
        let worker = thread::spawn({
            let shared = Arc::clone(&shared);
            move || besiege(attack, port, &shared)
        });
        Self { shared, worker }
    }

    /// The attackers that are there go on; how many there were, and the time when the last one came.
    pub fn stop_replacing(&self) -> (usize, Instant) {
        self.shared.replaces_none.store(true, Ordering::Relaxed);
        // One that is being opened meanwhile is there after a whole round of beats.
        thread::sleep(BEAT * 2 * BEATS as u32);
        let last = *self.shared.last.lock().unwrap_or_else(PoisonError::into_inner);
        (self.shared.opened.load(Ordering::Relaxed), last.unwrap_or_else(Instant::now))
    }

    pub fn end(self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        let _ = self.worker.join();
    }
}

fn besiege(attack: Attack, port: u16, shared: &Shared) {
    let mut attackers: Vec<Option<Attacker>> = (0..attack.connections()).map(|_| None).collect();
    for beat in (0..BEATS).cycle() {
        for attacker in attackers.iter_mut().skip(beat).step_by(BEATS) {
            let replaces = !shared.replaces_none.load(Ordering::Relaxed);
            if attacker.as_mut().is_some_and(|attacker| !attacker.goes_on(attack, replaces)) {
                *attacker = None;
            }
            if attacker.is_none() && replaces {
                *attacker = Attacker::open(attack, port).ok();
                if let Some(attacker) = attacker {
                    let mut last = shared.last.lock().unwrap_or_else(PoisonError::into_inner);
                    *last = Some(attacker.opened);
                }
                shared.opened.fetch_add(1, Ordering::Relaxed);
            }
        }
        if shared.ended.load(Ordering::Relaxed) {
            return;
        }
        thread::sleep(BEAT);
    }
}

struct Attacker {
    stream: TcpStream,
    opened: Instant,
}

impl Attacker {
    fn open(attack: Attack, port: u16) -> std::io::Result<Self> {
        let opened = Instant::now();
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        if matches!(attack, Attack::Readers) {
            setsockopt(&stream, sockopt::RcvBuf, &4096)?;
        }
        stream.write_all(attack.opening().as_bytes())?;
        stream.set_nonblocking(true)?;
        Ok(Self { stream, opened })
    }

    /// Gives or takes a little; a connection that the server has closed is over.
    fn goes_on(&mut self, attack: Attack, replaces: bool) -> bool {
        let is_old = matches!(attack, Attack::Readers) && self.opened.elapsed() > READERS_PATIENCE;
        if replaces && is_old {
            return false;
        }
        let waits = |error: std::io::Error| error.kind() == ErrorKind::WouldBlock;
        let wrote = match attack.drip() {
            b"" => true,
            drip => self.stream.write(drip).map_or_else(waits, |written| written > 0),
        };
        wrote && self.stream.read(&mut [0; 256]).map_or_else(waits, |read| read > 0)
    }
}
