//! Readers of the library, and the tokens by which they are known.

use a2t::{AuthError, Caller};
use http::header::AUTHORIZATION;
use http::request::Parts;
use sha2::{Digest, Sha256};

use crate::Library;

impl Library {
    /// Adds a reader, who is known by this token: a random one, which is not kept but by its hash.
    ///
    /// # Errors
    /// The reader is known already, or the database failed.
    pub async fn add_reader(&self, id: &str, token: &str, scopes: &str) -> sqlx::Result<()> {
        sqlx::query("INSERT INTO readers VALUES (?, ?, ?)")
            .bind(id)
            .bind(&*Sha256::digest(token))
            .bind(scopes)
            .execute(&self.db)
            .await?;
        Ok(())
    }
}

/// Returns the reader whose request has this head; `None` if it has no token.
pub(crate) async fn reader(library: Library, head: Parts) -> Result<Option<Caller>, AuthError> {
    if !head.headers.contains_key(AUTHORIZATION) {
        return Ok(None);
    }
    let token = a2t::bearer(&head.headers)?;
    let known: Option<(String, String)> =
        sqlx::query_as("SELECT id, scopes FROM readers WHERE token_hash = ?")
            .bind(&*Sha256::digest(token))
            .fetch_optional(&library.db)
            .await
            .map_err(|_| AuthError::unavailable(5))?;
    let (id, scopes) = known.ok_or(AuthError::invalid_token("no reader has this token"))?;
    Ok(Some(Caller::new(id).with_scopes(scopes.split(' '))))
}
