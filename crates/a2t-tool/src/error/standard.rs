//! Errors that only this crate can map, since neither the trait nor the type is the vendor's:
//! faults.

use super::{IntoToolError, ToolError};

macro_rules! faults {
    ($($error:ty),+ $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl IntoToolError for $error {
            fn into_tool_error(self) -> ToolError {
                ToolError::internal(self)
            }
        }
    )+};
}

faults! {
    serde_json::Error,
    std::array::TryFromSliceError,
    std::cell::BorrowError,
    std::cell::BorrowMutError,
    std::char::CharTryFromError,
    std::char::DecodeUtf16Error,
    std::char::ParseCharError,
    std::collections::TryReserveError,
    std::convert::Infallible,
    std::env::JoinPathsError,
    std::env::VarError,
    std::ffi::FromBytesUntilNulError,
    std::ffi::FromBytesWithNulError,
    std::ffi::FromVecWithNulError,
    std::ffi::IntoStringError,
    std::ffi::NulError,
    std::fmt::Error,
    std::io::Error,
    std::net::AddrParseError,
    std::num::ParseFloatError,
    std::num::ParseIntError,
    std::num::TryFromIntError,
    std::path::StripPrefixError,
    std::str::ParseBoolError,
    std::str::Utf8Error,
    std::string::FromUtf16Error,
    std::string::FromUtf8Error,
    std::sync::mpsc::RecvError,
    std::sync::mpsc::RecvTimeoutError,
    std::sync::mpsc::TryRecvError,
    std::thread::AccessError,
    std::time::SystemTimeError,
    tokio::task::JoinError,
}
