//! Callers on separate connections: as fast as they are answered, or so many calls a second without
//! regard to answers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::http::{Connection, Request};

#[derive(Clone, Copy)]
pub enum Rate {
    OneAfterAnother { callers: usize },
    PerSecond { calls: f64, callers: usize },
}

/// Calls by their end.
#[derive(Default)]
pub struct Load {
    /// Neither 200 nor 503, or no reply at all.
    pub otherwise: usize,
    /// Times in milliseconds.
    replies: Vec<f64>,
    refusals: Vec<f64>,
}

impl Load {
    pub fn sent(&self) -> usize {
        self.served() + self.refused() + self.otherwise
    }

    pub fn served(&self) -> usize {
        self.replies.len()
    }

    pub fn refused(&self) -> usize {
        self.refusals.len()
    }

    pub fn p99(&self) -> f64 {
        p99(&self.replies)
    }

    pub fn p99_of_refusals(&self) -> f64 {
        p99(&self.refusals)
    }

    fn add(&mut self, status: Option<u16>, time: Duration) {
        let milliseconds = time.as_secs_f64() * 1000.0;
        match status {
            Some(200) => self.replies.push(milliseconds),
            Some(503) => self.refusals.push(milliseconds),
            _ => self.otherwise += 1,
        }
    }

    fn merge(mut self, other: Self) -> Self {
        self.otherwise += other.otherwise;
        self.replies.extend(other.replies);
        self.refusals.extend(other.refusals);
        self
    }
}

/// Calls of one caller, who rests for two milliseconds after each.
pub fn steady(port: u16, call: &Request, time: Duration) -> Result<Load, String> {
    let mut connection = Connection::open(port).map_err(|error| error.to_string())?;
    let (mut load, began) = (Load::default(), Instant::now());
    while began.elapsed() < time {
        timed(&mut connection, port, call, Instant::now(), &mut load);
        thread::sleep(Duration::from_millis(2));
    }
    Ok(load)
}

pub fn run(port: u16, call: &Request, rate: Rate, time: Duration) -> Result<Load, String> {
    let (callers, interval) = match rate {
        Rate::OneAfterAnother { callers } => (callers, Duration::ZERO),
        Rate::PerSecond { calls, callers } => (callers, Duration::from_secs_f64(1.0 / calls)),
    };
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let caller = || -> Result<Load, String> {
        let mut connection = Connection::open(port).map_err(|error| error.to_string())?;
        let mut load = Load::default();
        loop {
            let turn = u32::try_from(next.fetch_add(1, Ordering::Relaxed)).unwrap_or(u32::MAX);
            let due = interval.saturating_mul(turn);
            if due.max(began.elapsed()) >= time {
                return Ok(load);
            }
            thread::sleep(due.saturating_sub(began.elapsed()));
            // A caller that is late has made its call wait, as the server might have.
            let due = if interval.is_zero() { Instant::now() } else { began + due };
            timed(&mut connection, port, call, due, &mut load);
        }
    };
    thread::scope(|scope| {
        let callers: Vec<_> = (0..callers).map(|_| scope.spawn(caller)).collect();
        let loads =
            callers.into_iter().map(|caller| caller.join().map_err(|_| "a caller failed")?);
        loads.reduce(|one, other| Ok(one?.merge(other?))).unwrap_or_else(|| Ok(Load::default()))
    })
}

fn timed(connection: &mut Connection, port: u16, call: &Request, due: Instant, load: &mut Load) {
    let status = connection.ask(call).map(|(status, _)| status).ok();
    load.add(status, due.elapsed());
    if status.is_none() {
        // One that is lost is counted; the others go on.
        if let Ok(other) = Connection::open(port) {
            *connection = other;
        }
    }
}

fn p99(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times.get(times.len() * 99 / 100).copied().unwrap_or(f64::NAN)
}
