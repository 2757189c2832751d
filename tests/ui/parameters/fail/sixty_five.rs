/// Sums up a form.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
#[allow(clippy::too_many_arguments)]
pub fn sum_form(
    /// Field 1.
    f1: u8,
    /// Field 2.
    f2: u8,
    /// Field 3.
    f3: u8,
    /// Field 4.
    f4: u8,
    /// Field 5.
    f5: u8,
    /// Field 6.
    f6: u8,
    /// Field 7.
    f7: u8,
    /// Field 8.
    f8: u8,
    /// Field 9.
    f9: u8,
    /// Field 10.
    f10: u8,
    /// Field 11.
    f11: u8,
    /// Field 12.
    f12: u8,
    /// Field 13.
    f13: u8,
    /// Field 14.
    f14: u8,
    /// Field 15.
    f15: u8,
    /// Field 16.
    f16: u8,
    /// Field 17.
    f17: u8,
    /// Field 18.
    f18: u8,
    /// Field 19.
    f19: u8,
    /// Field 20.
    f20: u8,
    /// Field 21.
    f21: u8,
    /// Field 22.
    f22: u8,
    /// Field 23.
    f23: u8,
    /// Field 24.
    f24: u8,
    /// Field 25.
    f25: u8,
    /// Field 26.
    f26: u8,
    /// Field 27.
    f27: u8,
    /// Field 28.
    f28: u8,
    /// Field 29.
    f29: u8,
    /// Field 30.
    f30: u8,
    /// Field 31.
    f31: u8,
    /// Field 32.
    f32: u8,
    /// Field 33.
    f33: u8,
    /// Field 34.
    f34: u8,
    /// Field 35.
    f35: u8,
    /// Field 36.
    f36: u8,
    /// Field 37.
    f37: u8,
    /// Field 38.
    f38: u8,
    /// Field 39.
    f39: u8,
    /// Field 40.
    f40: u8,
    /// Field 41.
    f41: u8,
    /// Field 42.
    f42: u8,
    /// Field 43.
    f43: u8,
    /// Field 44.
    f44: u8,
    /// Field 45.
    f45: u8,
    /// Field 46.
    f46: u8,
    /// Field 47.
    f47: u8,
    /// Field 48.
    f48: u8,
    /// Field 49.
    f49: u8,
    /// Field 50.
    f50: u8,
    /// Field 51.
    f51: u8,
    /// Field 52.
    f52: u8,
    /// Field 53.
    f53: u8,
    /// Field 54.
    f54: u8,
    /// Field 55.
    f55: u8,
    /// Field 56.
    f56: u8,
    /// Field 57.
    f57: u8,
    /// Field 58.
    f58: u8,
    /// Field 59.
    f59: u8,
    /// Field 60.
    f60: u8,
    /// Field 61.
    f61: u8,
    /// Field 62.
    f62: u8,
    /// Field 63.
    f63: u8,
    /// Field 64.
    f64: u8,
    /// Field 65.
    f65: u8,
) -> u8 {
    [
        f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20,
        f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38,
        f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56,
        f57, f58, f59, f60, f61, f62, f63, f64, f65,
    ]
    .into_iter()
    .sum()
}

fn main() {}
