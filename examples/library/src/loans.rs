//! Loans of the reader who calls: borrowed, renewed, returned, listed.

use a2t::{Caller, ToolError};
use axum::extract::State;
use jiff::ToSpan;
use jiff::civil::Date;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Text;
use sqlx::{FromRow, Row, SqliteConnection};

use crate::account::owed_by;
use crate::{Book, Cents, Error, Isbn, Library, reservations};

/// Days that a book is lent for, and more with each renewal.
const DAYS: i32 = 21;

/// Renewals of one loan.
const RENEWALS: u8 = 2;

/// Fee for each day that a book comes late.
const LATE_FEE: Cents = Cents(25);

/// The number of a loan.
#[derive(Clone, Copy, Debug, a2t::Input, a2t::Output)]
#[a2t(min = 1)]
pub struct LoanId(u32);

/// A book with a reader.
#[derive(Debug, a2t::Output, a2t::Record)]
pub struct Loan {
    /// The loan's number.
    pub loan: LoanId,
    /// The ISBN of the book.
    pub isbn: Isbn,
    /// The title of the book.
    pub title: String,
    /// The day when it was borrowed, as 2026-11-25.
    #[a2t(text)]
    pub since: Date,
    /// The day when it is due back.
    #[a2t(text)]
    pub due: Date,
    /// Number of renewals so far.
    pub renewals: u8,
    /// The day when it came back, if it has.
    #[a2t(text)]
    pub returned: Option<Date>,
}

impl FromRow<'_, SqliteRow> for Loan {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let Text(isbn) = row.try_get("isbn")?;
        let Text(since) = row.try_get("since")?;
        let Text(due) = row.try_get("due")?;
        let returned: Option<Text<Date>> = row.try_get("returned")?;
        Ok(Self {
            loan: LoanId(row.try_get("id")?),
            isbn,
            title: row.try_get("title")?,
            since,
            due,
            renewals: row.try_get("renewals")?,
            returned: returned.map(Text::into_inner),
        })
    }
}

impl Loan {
    /// The loan of this reader that has not ended.
    async fn find(db: &mut SqliteConnection, id: LoanId, reader: &Caller) -> Result<Self, Error> {
        let loan = sqlx::query_as(
            "SELECT loans.*, title FROM loans JOIN books USING (isbn)
             WHERE id = ? AND reader = ? AND returned IS NULL",
        )
        .bind(id.0)
        .bind(reader.id())
        .fetch_optional(db)
        .await?;
        loan.ok_or(Error::UnknownLoan)
    }
}

/// Borrows a book for 21 days.
#[a2t::tool(version = 1, tags = ["loans"], destructive = false, scopes = ["loans"])]
pub async fn borrow_book(
    /// The ISBN of the book, for example 978-0-14-143958-7.
    isbn: Isbn,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Loan, Error> {
    let mut db = library.begin().await?;
    let owed = owed_by(&mut *db, &reader).await?;
    if owed > Cents(0) {
        return Err(Error::FeesOwed { owed });
    }
    let book = Book::find(&mut *db, &isbn).await?;
    if let (0, Some(until)) = (book.available, book.next_due) {
        return Err(Error::AllLent { until });
    }
    if book.available <= reservations::ahead(&mut db, &isbn, &reader).await? {
        return Err(Error::Reserved);
    }
    reservations::fulfil(&mut db, &isbn, &reader).await?;
    let today = library.today();
    let id = sqlx::query_scalar(
        "INSERT INTO loans (reader, isbn, since, due) VALUES (?, ?, ?, ?) RETURNING id",
    )
    .bind(reader.id())
    .bind(Text(&isbn))
    .bind(Text(today))
    .bind(Text(today + DAYS.days()))
    .fetch_one(&mut *db)
    .await?;
    let loan = Loan::find(&mut db, LoanId(id), &reader).await?;
    db.commit().await?;
    Ok(loan)
}

/// Renews a loan for another 21 days from today, at most twice.
#[a2t::tool(version = 1, tags = ["loans"], destructive = false, scopes = ["loans"])]
pub async fn renew_loan(
    /// The number of the loan.
    loan: LoanId,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Loan, Error> {
    let mut db = library.begin().await?;
    let mut loan = Loan::find(&mut db, loan, &reader).await?;
    if loan.due < library.today() {
        return Err(Error::Overdue);
    }
    if loan.renewals >= RENEWALS {
        return Err(Error::RenewedTwice);
    }
    if Book::find(&mut *db, &loan.isbn).await?.reserved > 0 {
        return Err(Error::Reserved);
    }
    loan.due = library.today() + DAYS.days();
    loan.renewals += 1;
    sqlx::query("UPDATE loans SET due = ?, renewals = ? WHERE id = ?")
        .bind(Text(loan.due))
        .bind(loan.renewals)
        .bind(loan.loan.0)
        .execute(&mut *db)
        .await?;
    db.commit().await?;
    Ok(loan)
}

/// A book that came back.
#[derive(Debug, a2t::Output)]
pub struct ReturnedBook {
    /// Number of days that it came late.
    pub days_late: u32,
    /// The fee for them, in cents.
    pub fee: Cents,
}

/// Returns a book. Each day that it comes late costs 25 cents.
#[a2t::tool(version = 1, tags = ["loans"], destructive = false, scopes = ["loans"])]
pub async fn return_book(
    /// The number of the loan.
    loan: LoanId,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<ReturnedBook, Error> {
    let mut db = library.begin().await?;
    let today = library.today();
    let loan = Loan::find(&mut db, loan, &reader).await?;
    let days_late = u32::try_from((today - loan.due).get_days()).unwrap_or(0);
    let fee = Cents(days_late * LATE_FEE.0);
    sqlx::query("UPDATE loans SET returned = ? WHERE id = ?")
        .bind(Text(today))
        .bind(loan.loan.0)
        .execute(&mut *db)
        .await?;
    sqlx::query("INSERT INTO fees VALUES (?, ?, ?)")
        .bind(reader.id())
        .bind(fee.0)
        .bind(Text(today))
        .execute(&mut *db)
        .await?;
    db.commit().await?;
    Ok(ReturnedBook { days_late, fee })
}

/// Lists the books that the reader has now.
///
/// # Returns
/// The loans, the one that is due first before the others.
#[a2t::tool(version = 1, tags = ["loans"], read_only, scopes = ["loans"])]
pub async fn list_loans(
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Vec<Loan>, Error> {
    let loans = sqlx::query_as(
        "SELECT loans.*, title FROM loans JOIN books USING (isbn)
         WHERE reader = ? AND returned IS NULL ORDER BY due, id",
    );
    Ok(loans.bind(reader.id()).fetch_all(&library.db).await?)
}

/// Lists the books that the reader has returned.
///
/// # Returns
/// The loans, the latest first.
#[a2t::tool(version = 1, tags = ["loans"], read_only, scopes = ["loans"])]
pub async fn list_past_loans(
    /// The first day of return to list, as 2026-01-01.
    #[a2t(text, max_length = 10, expected = "a day", example = "2026-01-01")]
    from: Date,
    /// The last day of return to list; today if absent.
    #[a2t(text, max_length = 10, expected = "a day", example = "2026-12-31")]
    to: Option<Date>,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Vec<Loan>, Error> {
    let to = to.unwrap_or_else(|| library.today());
    if from > to {
        return Err(ToolError::invalid("from", format!("is after {to}")).into());
    }
    let loans = sqlx::query_as(
        "SELECT loans.*, title FROM loans JOIN books USING (isbn)
         WHERE reader = ? AND returned BETWEEN ? AND ? ORDER BY returned DESC, id DESC",
    );
    Ok(loans.bind(reader.id()).bind(Text(from)).bind(Text(to)).fetch_all(&library.db).await?)
}
