//! Any path: one of the six routes, which is written as it was read, or none.
#![no_main]

use a2t_core::wire::page::PageQuery;
use a2t_core::wire::route::Route;

libfuzzer_sys::fuzz_target!(|path: &str| {
    if let Some(route) = Route::parse(path) {
        let written = route.to_string();
        assert_eq!(Route::parse(&written), Some(route), "{path:?} {written:?}");
    }
    if let Ok(query) = PageQuery::parse(Some(path)) {
        let written = query.to_query();
        assert_eq!(PageQuery::parse(Some(&written)).ok(), Some(query), "{written:?}");
    }
});
