//! The versions in a toolset become marks in the executable of the tests.

// Indices come from loops over the length, and a const function has nothing else.
#![allow(clippy::indexing_slicing)]

use a2t_core::published::Mark;

use crate::toolset::clashes::Listing;

/// Expands to: the marks of the versions in these listings.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_listed {
    ($listings:expr) => {
        #[used]
        static __A2T_LISTED: [$crate::__private::Mark; $crate::__private::versions(&$listings)] =
            $crate::__private::marks(&$listings);
    };
}

pub const fn versions(listings: &[Listing]) -> usize {
    let (mut versions, mut path) = (0, 0);
    while path < listings.len() {
        versions += listings[path].keys.len();
        path += 1;
    }
    versions
}

pub const fn marks<const N: usize>(listings: &[Listing]) -> [Mark; N] {
    let mut marks = [Mark::NONE; N];
    let (mut mark, mut path) = (0, 0);
    while path < listings.len() {
        let (keys, mut index) = (listings[path].keys, 0);
        while index < keys.len() {
            marks[mark] = Mark::listed(keys[index].id, keys[index].version);
            (mark, index) = (mark + 1, index + 1);
        }
        path += 1;
    }
    marks
}

/// Name and version of the package that is compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! __a2t_package {
    () => {
        $crate::Package::from_env(
            ::core::option_env!("CARGO_PKG_NAME"),
            ::core::option_env!("CARGO_PKG_VERSION"),
        )
    };
}
