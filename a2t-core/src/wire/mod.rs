//! The protocol on HTTP, as data: routes, query parameters, pages, problem details.

pub mod problem;
pub mod route;
