//! The integer of a default that is a constant, of any type.

use std::num::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize};

use crate::Enum;

/// A default of a parameter with a range. Constants cannot call traits, so each type of a default has its method.
#[derive(Debug)]
pub struct Wide<T>(pub T);

macro_rules! integers {
    ($($type:ty, $non_zero:ty;)*) => {$(
        impl Wide<$type> {
            pub const fn integer(&self) -> i128 {
                self.0 as i128
            }
        }

        impl Wide<$non_zero> {
            pub const fn integer(&self) -> i128 {
                self.0.get() as i128
            }
        }
    )*};
}

integers! {
    u8, NonZeroU8; u16, NonZeroU16; u32, NonZeroU32; u64, NonZeroU64; u128, NonZeroU128; usize, NonZeroUsize;
}

/// A type without a range, which the check of the range reports.
macro_rules! others {
    ($($type:ty)*) => {$(
        impl Wide<$type> {
            pub const fn integer(&self) -> i128 {
                0
            }
        }
    )*};
}

others!(bool &'static str);

macro_rules! signed {
    ($($type:ty)*) => {$(
        impl Wide<$type> {
            pub const fn integer(&self) -> i128 {
                self.0 as i128
            }
        }
    )*};
}

signed!(i8 i16 i32 i64 i128 isize);

impl<T: Enum> Wide<T> {
    pub const fn integer(&self) -> i128 {
        0
    }
}
