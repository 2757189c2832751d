//! The error inside an `#[a2t(internal)]` variant, as the cause of a fault.

use std::error::Error;

/// An error whose text appears only in the vendor's logs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error inside an `internal` variant",
    label = "does not implement `std::error::Error`",
    note = "implement `std::error::Error` for your own type; a number or another value that callers should read is a \
            member of an error with a status: `#[a2t(status = 409)] Taken {{ seat: u32 }}`"
)]
pub trait Cause {
    #[doc(hidden)]
    fn cause(self) -> Box<dyn Error + Send + Sync>;
}

#[diagnostic::do_not_recommend]
impl<T: Into<Box<dyn Error + Send + Sync>>> Cause for T {
    fn cause(self) -> Box<dyn Error + Send + Sync> {
        self.into()
    }
}
