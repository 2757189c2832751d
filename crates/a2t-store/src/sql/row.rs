//! Values in columns: standings as numbers, absent secrets as no bytes.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::connection::Result;
use crate::{Key, Secret, Standing, Time};

pub(super) const WAITING: i64 = 0;
pub(super) const LEASED: i64 = 1;
pub(super) const SUSPENDED: i64 = 2;
/// Least number of a standing that is final.
pub(super) const ENDED: i64 = 3;
pub(super) const CANCELLED: i64 = 4;
pub(super) const DELIVERED: i64 = 3;
pub(super) const DEAD: i64 = 4;

pub(super) fn call_standing(state: i64) -> Standing {
    match state {
        WAITING => Standing::Waiting,
        LEASED => Standing::Leased,
        SUSPENDED => Standing::Suspended,
        CANCELLED => Standing::Cancelled,
        _ => Standing::Done,
    }
}

pub(super) fn message_standing(state: i64) -> Standing {
    match state {
        WAITING => Standing::Waiting,
        LEASED => Standing::Leased,
        DELIVERED => Standing::Delivered,
        _ => Standing::Dead,
    }
}

/// The number of a standing; of one that calls or messages do not have, a number that no row has.
pub(super) fn state(standing: Standing, calls: bool) -> i64 {
    match standing {
        Standing::Waiting => WAITING,
        Standing::Leased => LEASED,
        Standing::Suspended => SUSPENDED,
        Standing::Done if calls => ENDED,
        Standing::Cancelled if calls => CANCELLED,
        Standing::Delivered if !calls => DELIVERED,
        Standing::Dead if !calls => DEAD,
        _ => i64::MAX,
    }
}

/// An absent secret is no bytes, a present one a byte more than it has.
pub(super) fn optional(secret: Option<&Secret>) -> Vec<u8> {
    secret.map_or_else(Vec::new, |secret| [&[1], secret.expose()].concat())
}

pub(super) fn bytes(row: &AnyRow, column: &'static str) -> Result<Vec<u8>> {
    Ok(row.try_get(column)?)
}

pub(super) fn secret(row: &AnyRow, column: &'static str) -> Result<Secret> {
    bytes(row, column).map(Secret::from)
}

pub(super) fn optional_secret(row: &AnyRow, column: &'static str) -> Result<Option<Secret>> {
    Ok(bytes(row, column)?.get(1..).map(Secret::from))
}

pub(super) fn integer(row: &AnyRow, column: &'static str) -> Result<i64> {
    Ok(row.try_get(column)?)
}

pub(super) fn count(row: &AnyRow, column: &'static str) -> Result<u32> {
    integer(row, column).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

pub(super) fn time(row: &AnyRow, column: &'static str) -> Result<Time> {
    integer(row, column).map(Time::from_column)
}

pub(super) fn text(row: &AnyRow, column: &'static str) -> Result<String> {
    Ok(row.try_get(column)?)
}

pub(super) fn key(row: &AnyRow) -> Result<Key> {
    Ok(Key::stored(text(row, "queue")?, text(row, "grp")?, text(row, "id")?))
}

pub(super) fn limit(max: usize) -> i64 {
    i64::try_from(max).unwrap_or(i64::MAX)
}
