#![allow(unused_variables)]

use axum::http::request::Parts;

/// A session of the website.
pub struct Session(String);

impl<S: Sync> axum::extract::FromRequestParts<S> for Session {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(String::new()))
    }
}

/// Finds books.
///
/// # Returns
/// The title.
#[a2t::tool(version = 1)]
pub fn find_book(
    session: Session,
) -> String {
    String::new()
}

fn main() {}
