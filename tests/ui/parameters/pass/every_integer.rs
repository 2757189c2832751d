use a2t::testing::TestClient;
use a2t::{InputType, Tool};

/// Takes every integer there is.
///
/// # Returns
/// Whether all are zero.
#[a2t::tool(version = 1)]
#[allow(clippy::too_many_arguments)]
fn take(
    /// An i8.
    f_i8: i8,
    /// An i16.
    f_i16: i16,
    /// An i32.
    f_i32: i32,
    /// An i64.
    f_i64: i64,
    /// An i128.
    f_i128: i128,
    /// An isize.
    f_isize: isize,
    /// An u8.
    f_u8: u8,
    /// An u16.
    f_u16: u16,
    /// An u32.
    f_u32: u32,
    /// An u64.
    f_u64: u64,
    /// An u128.
    f_u128: u128,
    /// An usize.
    f_usize: usize,
) -> bool {
    f_i8 == 0
        && f_i16 == 0
        && f_i32 == 0
        && f_i64 == 0
        && f_i128 == 0
        && f_isize == 0
        && f_u8 == 0
        && f_u16 == 0
        && f_u32 == 0
        && f_u64 == 0
        && f_u128 == 0
        && f_usize == 0
}

const SAFE: i64 = (1 << 53) - 1;

fn range(index: usize) -> (i64, i64) {
    match take::SIGNATURE.input_parameters[index].kind {
        InputType::Int {
            min: Some(min),
            max,
        } => (min, max),
        ref kind => panic!("{kind:?}"),
    }
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert!(take(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    assert_eq!(range(0), (-128, 127));
    assert_eq!(range(1), (-32_768, 32_767));
    assert_eq!(range(2), (i32::MIN.into(), i32::MAX.into()));
    for wide in 3..5 {
        assert_eq!(range(wide), (-SAFE, SAFE));
    }
    assert_eq!(range(6), (0, 255));
    assert_eq!(range(7), (0, 65_535));
    assert_eq!(range(8), (0, u32::MAX.into()));
    for wide in 9..11 {
        assert_eq!(range(wide), (0, SAFE));
    }
    // Of 32 bits on every machine.
    assert_eq!(range(5), (i32::MIN.into(), i32::MAX.into()));
    assert_eq!(range(11), (0, u32::MAX.into()));
    let arguments: serde_json::Map<_, _> = take::SIGNATURE
        .input_parameters
        .iter()
        .map(|input| (input.name.to_string(), 0.into()))
        .collect();
    let client = TestClient::new(a2t::toolset![take]);
    let outputs = client.call("take", arguments.into()).await.unwrap();
    assert_eq!(outputs["result"], true);
}
