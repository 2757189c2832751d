CREATE TABLE IF NOT EXISTS readers (
    id TEXT PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    scopes TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS books (
    isbn TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    published TEXT NOT NULL,
    price INTEGER NOT NULL,
    copies INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS loans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reader TEXT NOT NULL REFERENCES readers,
    isbn TEXT NOT NULL REFERENCES books,
    since TEXT NOT NULL,
    due TEXT NOT NULL,
    renewals INTEGER NOT NULL DEFAULT 0,
    returned TEXT
);

CREATE TABLE IF NOT EXISTS reservations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reader TEXT NOT NULL REFERENCES readers,
    isbn TEXT NOT NULL REFERENCES books,
    UNIQUE (reader, isbn)
);

-- Fees are positive, payments negative: what a reader owes is the sum.
CREATE TABLE IF NOT EXISTS fees (
    reader TEXT NOT NULL REFERENCES readers,
    cents INTEGER NOT NULL,
    day TEXT NOT NULL
);

CREATE VIEW IF NOT EXISTS shelves AS
SELECT
    books.*,
    copies - (SELECT count(*) FROM loans WHERE isbn = books.isbn AND returned IS NULL) AS available,
    (SELECT count(*) FROM reservations WHERE isbn = books.isbn) AS reserved,
    (SELECT min(due) FROM loans WHERE isbn = books.isbn AND returned IS NULL) AS next_due
FROM books;
