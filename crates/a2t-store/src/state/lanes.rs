//! Order of messages: a lane for each group, and the heads of the lanes by the time they are due.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::{Key, Time};

/// Messages of a group that are neither delivered nor dead.
#[derive(Default, Debug)]
struct Lane {
    open: BTreeSet<i64>,
    /// The one that a worker holds.
    held: Option<i64>,
    /// The one that may be claimed, and when.
    head: Option<(Time, i64)>,
}

#[derive(Default, Debug)]
struct Queue {
    lanes: HashMap<String, Lane>,
    due: BTreeSet<(Time, i64)>,
}

/// Standing of a message in its lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LaneState {
    Waits,
    Held,
    /// It is delivered, dead or gone.
    Left,
}

#[derive(Default, Debug)]
pub(super) struct Lanes {
    queues: BTreeMap<String, Queue>,
    open: u64,
}

impl Lanes {
    /// Messages in all lanes.
    pub(super) fn open(&self) -> u64 {
        self.open
    }

    /// Heads of the lanes of a queue, the first due first.
    pub(super) fn due(&self, queue: &str) -> impl Iterator<Item = (Time, i64)> {
        self.queues.get(queue).into_iter().flat_map(|queue| queue.due.iter().copied())
    }

    /// Returns `true` for a message that waits for another one of its group.
    pub(super) fn is_behind(&self, key: &Key, seq: i64) -> bool {
        let lane = self.queues.get(key.queue()).and_then(|queue| queue.lanes.get(key.group()));
        let head = lane.filter(|lane| lane.open.contains(&seq)).and_then(|lane| lane.head);
        head.is_some_and(|(_, head)| head != seq)
    }

    /// Takes in what has become of a message. `ready` is the time when another one of the lane is
    /// due.
    pub(super) fn set(
        &mut self,
        key: &Key,
        seq: i64,
        state: LaneState,
        ready: impl Fn(i64) -> Option<Time>,
    ) {
        if !self.queues.contains_key(key.queue()) {
            self.queues.insert(key.queue().to_owned(), Queue::default());
        }
        let Some(queue) = self.queues.get_mut(key.queue()) else { return };
        if !queue.lanes.contains_key(key.group()) {
            queue.lanes.insert(key.group().to_owned(), Lane::default());
        }
        let Some(lane) = queue.lanes.get_mut(key.group()) else { return };
        if state == LaneState::Left {
            self.open -= u64::from(lane.open.remove(&seq));
        } else {
            self.open += u64::from(lane.open.insert(seq));
        }
        if state == LaneState::Held {
            lane.held = Some(seq);
        } else if lane.held == Some(seq) {
            lane.held = None;
        }
        let head = lane.held.or_else(|| lane.open.first().copied());
        let head = head.and_then(|head| Some((ready(head)?, head)));
        if head != lane.head {
            lane.head.take().map(|old| queue.due.remove(&old));
            queue.due.extend(head);
            lane.head = head;
        }
        if lane.open.is_empty() {
            queue.lanes.remove(key.group());
        }
        if queue.lanes.is_empty() {
            self.queues.remove(key.queue());
        }
    }
}
