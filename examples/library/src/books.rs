//! The catalog: everybody looks books up, librarians add them.

use a2t::ToolError;
use axum::extract::State;
use jiff::civil::Date;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Text;
use sqlx::{FromRow, Row, SqliteExecutor};

use crate::{Cents, Error, Isbn, Library};

/// A book of the library.
#[derive(Clone, Debug, a2t::Output, a2t::Record)]
pub struct Book {
    /// The ISBN, 13 digits.
    pub isbn: Isbn,
    /// The title.
    pub title: String,
    /// The author.
    pub author: String,
    /// The day when it was first published, as 1815-12-23.
    #[a2t(text)]
    pub published: Date,
    /// Number of copies on the shelf.
    pub available: u32,
    /// Number of readers who wait for a copy.
    pub reserved: u32,
    /// The day when the next copy is due back, if one is lent.
    #[a2t(text)]
    pub next_due: Option<Date>,
}

impl FromRow<'_, SqliteRow> for Book {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let Text(isbn) = row.try_get("isbn")?;
        let Text(published) = row.try_get("published")?;
        let next_due: Option<Text<Date>> = row.try_get("next_due")?;
        Ok(Self {
            isbn,
            title: row.try_get("title")?,
            author: row.try_get("author")?,
            published,
            available: row.try_get("available")?,
            reserved: row.try_get("reserved")?,
            next_due: next_due.map(Text::into_inner),
        })
    }
}

impl Book {
    pub(crate) async fn find(db: impl SqliteExecutor<'_>, isbn: &Isbn) -> Result<Self, Error> {
        let book = sqlx::query_as("SELECT * FROM shelves WHERE isbn = ?")
            .bind(Text(isbn))
            .fetch_optional(db)
            .await?;
        book.ok_or(Error::UnknownBook)
    }
}

/// Books that were looked for.
#[derive(Debug, a2t::Output)]
pub struct FoundBooks {
    /// Number of books that match, listed or not.
    pub matches: u32,
    /// The books, by title.
    pub books: Vec<Book>,
}

/// Finds books by words of their title or author.
#[a2t::tool(version = 1, tags = ["catalog"], read_only)]
pub async fn find_books(
    /// Part of a title or of an author's name, for example Austen.
    #[a2t(max_length = 100)]
    words: String,
    /// The most books to list.
    #[a2t(min = 1, max = 50, default = 20)]
    limit: u32,
    #[a2t(context)] State(library): State<Library>,
) -> Result<FoundBooks, Error> {
    let matches = sqlx::query_scalar(
        "SELECT count(*) FROM books WHERE instr(lower(title || ' ' || author), lower(?))",
    )
    .bind(&words)
    .fetch_one(&library.db)
    .await?;
    let books = sqlx::query_as(
        "SELECT * FROM shelves WHERE instr(lower(title || ' ' || author), lower(?))
         ORDER BY title LIMIT ?",
    )
    .bind(&words)
    .bind(limit)
    .fetch_all(&library.db)
    .await?;
    Ok(FoundBooks { matches, books })
}

/// Looks up a book by its ISBN.
#[a2t::tool(version = 1, tags = ["catalog"], read_only)]
pub async fn look_up_book(
    /// The ISBN, for example 978-0-14-143958-7.
    isbn: Isbn,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Book, Error> {
    Book::find(&library.db, &isbn).await
}

/// Adds a book to the catalog, with its first copies.
#[a2t::tool(version = 1, tags = ["catalog"], destructive = false, scopes = ["catalog:write"])]
pub async fn add_book(
    /// The ISBN, for example 978-0-14-143958-7.
    isbn: Isbn,
    /// The title.
    #[a2t(max_length = 200)]
    title: String,
    /// The author.
    #[a2t(max_length = 200)]
    author: String,
    /// The day when it was first published, as 1815-12-23.
    #[a2t(text, max_length = 10, expected = "a day", example = "1815-12-23")]
    published: Date,
    /// Price of a lost copy, in cents.
    price: Cents,
    /// Number of copies.
    #[a2t(min = 1, max = 100, default = 1)]
    copies: u32,
    #[a2t(context)] State(library): State<Library>,
) -> Result<Book, Error> {
    if published > library.today() {
        return Err(ToolError::invalid("published", "is after today").into());
    }
    let added = sqlx::query("INSERT OR IGNORE INTO books VALUES (?, ?, ?, ?, ?, ?)")
        .bind(Text(&isbn))
        .bind(title)
        .bind(author)
        .bind(Text(published))
        .bind(price.0)
        .bind(copies)
        .execute(&library.db)
        .await?;
    if added.rows_affected() == 0 {
        return Err(Error::KnownBook);
    }
    Book::find(&library.db, &isbn).await
}
