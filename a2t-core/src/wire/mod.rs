//! The protocol on HTTP, as data: routes, query parameters, pages, problem details,
//! trace contexts.

use core::net::IpAddr;

pub mod body;
mod cursor;
pub mod failure;
mod further;
pub mod listing;
pub mod metric;
pub mod openapi;
pub mod page;
pub mod problem;
pub mod rejected;
pub mod route;
pub mod trace;
pub mod walk;

pub use further::remark as may_go_on;

/// Returns whether requests to this host of a URL stay on the machine, so that credentials need no
/// encryption on the way.
///
/// ```
/// use a2t_core::wire::is_loopback;
/// assert!(is_loopback("localhost") && is_loopback("127.0.0.1") && is_loopback("[::1]"));
/// assert!(!is_loopback("localhost.example") && !is_loopback("10.0.0.1"));
/// ```
pub fn is_loopback(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_this_machine_is_loopback() {
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]", "::1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "localhost.example", "10.0.0.1", "[::2]", "128.0.0.1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
