//! Rows by number, which remember how they were before a request changed them.

use std::collections::BTreeMap;
#[cfg(feature = "nats")]
use std::mem;

#[derive(Debug)]
pub(super) struct Rows<T> {
    rows: BTreeMap<i64, T>,
    /// Rows as they were at the beginning; `None` while nothing is noted.
    before: Option<BTreeMap<i64, Option<T>>>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { rows: BTreeMap::new(), before: None }
    }
}

impl<T: Clone> Rows<T> {
    pub(super) fn get(&self, seq: i64) -> Option<&T> {
        self.rows.get(&seq)
    }

    pub(super) fn get_mut(&mut self, seq: i64) -> Option<&mut T> {
        let row = self.rows.get_mut(&seq)?;
        if let Some(before) = &mut self.before {
            before.entry(seq).or_insert_with(|| Some(row.clone()));
        }
        Some(row)
    }

    /// Sets a row, or removes it.
    pub(super) fn put(&mut self, seq: i64, row: Option<T>) {
        let old = match row {
            Some(row) => self.rows.insert(seq, row),
            None => self.rows.remove(&seq),
        };
        if let Some(before) = &mut self.before {
            before.entry(seq).or_insert(old);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (i64, &T)> {
        self.rows.iter().map(|(seq, row)| (*seq, row))
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.rows.values()
    }
}

#[cfg(feature = "nats")]
impl<T> Rows<T> {
    pub(super) fn begin(&mut self) {
        self.before = Some(BTreeMap::new());
    }

    pub(super) fn changed(&self) -> Vec<i64> {
        self.before.iter().flat_map(|before| before.keys().copied()).collect()
    }

    pub(super) fn changes(&self) -> usize {
        self.before.as_ref().map_or(0, BTreeMap::len)
    }

    /// Stops to note changes; the rows as they were.
    pub(super) fn take(&mut self) -> BTreeMap<i64, Option<T>> {
        mem::take(&mut self.before).unwrap_or_default()
    }
}
