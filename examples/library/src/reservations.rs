//! Reservations of the reader who calls: copies that come back are for those who wait, in their order.

use a2t::Caller;
use axum::extract::State;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Text;
use sqlx::{FromRow, Row, SqliteConnection, SqliteExecutor};

use crate::{Book, Error, Isbn, Library};

/// The number of a reservation.
#[derive(Clone, Copy, Debug, a2t::Input, a2t::Output)]
#[a2t(min = 1)]
pub struct ReservationId(u32);

/// A book that a reader waits for.
#[derive(Debug, a2t::Output, a2t::Record)]
pub struct Reservation {
    /// The reservation's number.
    pub reservation: ReservationId,
    /// The ISBN of the book.
    pub isbn: Isbn,
    /// The title of the book.
    pub title: String,
    /// Number of readers who get a copy before.
    pub ahead: u32,
}

impl FromRow<'_, SqliteRow> for Reservation {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let Text(isbn) = row.try_get("isbn")?;
        Ok(Self {
            reservation: ReservationId(row.try_get("id")?),
            isbn,
            title: row.try_get("title")?,
            ahead: row.try_get("ahead")?,
        })
    }
}

impl Reservation {
    async fn of(db: impl SqliteExecutor<'_>, reader: &Caller) -> sqlx::Result<Vec<Self>> {
        let reservations = sqlx::query_as(
            "SELECT id, isbn, title,
                 (SELECT count(*) FROM reservations AS others
                  WHERE others.isbn = books.isbn AND others.id < own.id) AS ahead
             FROM reservations AS own JOIN books USING (isbn)
             WHERE reader = ? ORDER BY id",
        );
        reservations.bind(reader.id()).fetch_all(db).await
    }
}

/// Readers who get a copy before this one, who may have no reservation.
pub(crate) async fn ahead(
    db: &mut SqliteConnection,
    isbn: &Isbn,
    reader: &Caller,
) -> sqlx::Result<u32> {
    let ahead = sqlx::query_scalar(
        "SELECT count(*) FROM reservations AS other WHERE isbn = ?1 AND NOT EXISTS (
             SELECT * FROM reservations AS own
             WHERE own.isbn = ?1 AND own.reader = ?2 AND own.id <= other.id)",
    );
    ahead.bind(Text(isbn)).bind(reader.id()).fetch_one(db).await
}

/// Ends the reservation of a reader who got the book.
pub(crate) async fn fulfil(
    db: &mut SqliteConnection,
    isbn: &Isbn,
    reader: &Caller,
) -> sqlx::Result<()> {
    let fulfilled = sqlx::query("DELETE FROM reservations WHERE isbn = ? AND reader = ?");
    fulfilled.bind(Text(isbn)).bind(reader.id()).execute(db).await?;
    Ok(())
}

/// Reserves a book whose copies are all lent. One that is reserved already keeps its place.
///
/// # Returns
/// All reservations of the reader, the oldest first.
#[a2t::tool(version = 1, tags = ["reservations"], idempotent, destructive = false, scopes = ["loans"])]
pub async fn reserve_book(
    /// The ISBN of the book, for example 978-0-14-143958-7.
    isbn: Isbn,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Vec<Reservation>, Error> {
    let mut db = library.begin().await?;
    let book = Book::find(&mut *db, &isbn).await?;
    if book.available > ahead(&mut db, &isbn, &reader).await? {
        return Err(Error::OnShelf);
    }
    sqlx::query("INSERT OR IGNORE INTO reservations (reader, isbn) VALUES (?, ?)")
        .bind(reader.id())
        .bind(Text(&isbn))
        .execute(&mut *db)
        .await?;
    let reservations = Reservation::of(&mut *db, &reader).await?;
    db.commit().await?;
    Ok(reservations)
}

/// Cancels a reservation.
///
/// # Returns
/// The reservations that are left, the oldest first.
#[a2t::tool(version = 1, tags = ["reservations"], scopes = ["loans"])]
pub async fn cancel_reservation(
    /// The number of the reservation.
    reservation: ReservationId,
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Vec<Reservation>, Error> {
    let cancelled = sqlx::query("DELETE FROM reservations WHERE id = ? AND reader = ?")
        .bind(reservation.0)
        .bind(reader.id())
        .execute(&library.db)
        .await?;
    if cancelled.rows_affected() == 0 {
        return Err(Error::UnknownReservation);
    }
    Ok(Reservation::of(&library.db, &reader).await?)
}

/// Lists the books that the reader waits for.
///
/// # Returns
/// The reservations, the oldest first.
#[a2t::tool(version = 1, tags = ["reservations"], read_only, scopes = ["loans"])]
pub async fn list_reservations(
    #[a2t(context)] reader: Caller,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Vec<Reservation>, Error> {
    Ok(Reservation::of(&library.db, &reader).await?)
}
