use a2t::Tool;
use a2t::testing::TestClient;
use serde_json::json;

/// Sums up a form.
///
/// # Returns
/// The sum.
#[a2t::tool(version = 1)]
#[allow(clippy::too_many_arguments)]
fn sum_form(
    /// Field 1.
    f1: Option<u8>,
    /// Field 2.
    f2: Option<u8>,
    /// Field 3.
    f3: Option<u8>,
    /// Field 4.
    f4: Option<u8>,
    /// Field 5.
    f5: Option<u8>,
    /// Field 6.
    f6: Option<u8>,
    /// Field 7.
    f7: Option<u8>,
    /// Field 8.
    f8: Option<u8>,
    /// Field 9.
    f9: Option<u8>,
    /// Field 10.
    f10: Option<u8>,
    /// Field 11.
    f11: Option<u8>,
    /// Field 12.
    f12: Option<u8>,
    /// Field 13.
    f13: Option<u8>,
    /// Field 14.
    f14: Option<u8>,
    /// Field 15.
    f15: Option<u8>,
    /// Field 16.
    f16: Option<u8>,
    /// Field 17.
    f17: Option<u8>,
    /// Field 18.
    f18: Option<u8>,
    /// Field 19.
    f19: Option<u8>,
    /// Field 20.
    f20: Option<u8>,
    /// Field 21.
    f21: Option<u8>,
    /// Field 22.
    f22: Option<u8>,
    /// Field 23.
    f23: Option<u8>,
    /// Field 24.
    f24: Option<u8>,
    /// Field 25.
    f25: Option<u8>,
    /// Field 26.
    f26: Option<u8>,
    /// Field 27.
    f27: Option<u8>,
    /// Field 28.
    f28: Option<u8>,
    /// Field 29.
    f29: Option<u8>,
    /// Field 30.
    f30: Option<u8>,
    /// Field 31.
    f31: Option<u8>,
    /// Field 32.
    f32: Option<u8>,
    /// Field 33.
    f33: Option<u8>,
    /// Field 34.
    f34: Option<u8>,
    /// Field 35.
    f35: Option<u8>,
    /// Field 36.
    f36: Option<u8>,
    /// Field 37.
    f37: Option<u8>,
    /// Field 38.
    f38: Option<u8>,
    /// Field 39.
    f39: Option<u8>,
    /// Field 40.
    f40: Option<u8>,
    /// Field 41.
    f41: Option<u8>,
    /// Field 42.
    f42: Option<u8>,
    /// Field 43.
    f43: Option<u8>,
    /// Field 44.
    f44: Option<u8>,
    /// Field 45.
    f45: Option<u8>,
    /// Field 46.
    f46: Option<u8>,
    /// Field 47.
    f47: Option<u8>,
    /// Field 48.
    f48: Option<u8>,
    /// Field 49.
    f49: Option<u8>,
    /// Field 50.
    f50: Option<u8>,
    /// Field 51.
    f51: Option<u8>,
    /// Field 52.
    f52: Option<u8>,
    /// Field 53.
    f53: Option<u8>,
    /// Field 54.
    f54: Option<u8>,
    /// Field 55.
    f55: Option<u8>,
    /// Field 56.
    f56: Option<u8>,
    /// Field 57.
    f57: Option<u8>,
    /// Field 58.
    f58: Option<u8>,
    /// Field 59.
    f59: Option<u8>,
    /// Field 60.
    f60: Option<u8>,
    /// Field 61.
    f61: Option<u8>,
    /// Field 62.
    f62: Option<u8>,
    /// Field 63.
    f63: Option<u8>,
    /// Field 64.
    f64: Option<u8>,
) -> u64 {
    let fields = [
        f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20,
        f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38,
        f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56,
        f57, f58, f59, f60, f61, f62, f63, f64,
    ];
    fields.into_iter().flatten().map(u64::from).sum()
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(sum_form::SIGNATURE.input_parameters.len(), 64);
    let _: a2t::Toolset<()> = a2t::toolset![sum_form];
    let client = TestClient::new(a2t::toolset![sum_form]);
    let outputs = client
        .call("sum_form", json!({ "f1": 1, "f64": 2 }))
        .await
        .unwrap();
    assert_eq!(outputs["result"], 3);
}
