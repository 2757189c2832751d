//! The protocol on HTTP, as data: routes, query parameters, pages, problem details.

mod cursor;
pub mod listing;
pub mod page;
pub mod problem;
pub mod route;
