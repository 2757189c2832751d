//! The account of the reader who calls: fees that are owed, payments.

use a2t::Caller;
use axum::extract::State;
use sqlx::SqliteExecutor;
use sqlx::types::Text;

use crate::{Cents, Error, Library};

/// An account of a reader.
#[derive(Debug, a2t::Output)]
pub struct Account {
    /// Fees that the reader owes, in cents.
    pub owed: Cents,
    /// Number of books that the reader has.
    pub loans: u32,
    /// Number of them that are overdue.
    pub overdue: u32,
}

/// Fees that a reader owes.
pub(crate) async fn owed_by(db: impl SqliteExecutor<'_>, reader: &Caller) -> sqlx::Result<Cents> {
    let owed = sqlx::query_scalar("SELECT coalesce(sum(cents), 0) FROM fees WHERE reader = ?");
    Ok(Cents(owed.bind(reader.id()).fetch_one(db).await?))
}

/// Reads the reader's account: what is owed, and how many books are out.
#[a2t::tool(version = 1, tags = ["account"], read_only, scopes = ["loans"])]
pub async fn read_account(
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Account, Error> {
    let (loans, overdue) = sqlx::query_as(
        "SELECT count(*), count(*) FILTER (WHERE due < ?) FROM loans
         WHERE reader = ? AND returned IS NULL",
    )
    .bind(Text(library.today()))
    .bind(reader.id())
    .fetch_one(&library.db)
    .await?;
    let owed = owed_by(&library.db, &reader).await?;
    Ok(Account { owed, loans, overdue })
}

/// Pays fees that the reader owes.
///
/// # Returns
/// Amount that is still owed, in cents.
#[a2t::tool(version = 1, tags = ["account"], destructive = false, scopes = ["loans"])]
pub async fn pay_fees(
    /// The amount in cents, at most what is owed.
    #[a2t(min = 1)]
    amount: Cents,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Cents, Error> {
    let mut db = library.begin().await?;
    let owed = owed_by(&mut *db, &reader).await?;
    if amount > owed {
        return Err(Error::FeesOwed { owed });
    }
    sqlx::query("INSERT INTO fees VALUES (?, ?, ?)")
        .bind(reader.id())
        .bind(-i64::from(amount.0))
        .bind(Text(library.today()))
        .execute(&mut *db)
        .await?;
    db.commit().await?;
    Ok(Cents(owed.0 - amount.0))
}
