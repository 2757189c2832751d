/// Divides.
///
/// # Returns
/// The quotient.
#[a2t::tool(version = 1)]
fn divide(
    /// The dividend.
    dividend: i32,
    /// The divisor.
    divisor: i32,
) -> Result<i32, a2t::ToolError> {
    dividend
        .checked_div(divisor)
        .ok_or_else(|| a2t::ToolError::refused("division by zero"))
}

/// Divides later.
///
/// # Returns
/// The quotient.
#[a2t::tool(version = 1)]
async fn divide_later(
    /// The dividend.
    dividend: i32,
    /// The divisor.
    divisor: i32,
) -> Result<i32, a2t::ToolError> {
    divide(dividend, divisor)
}

#[tokio::main(flavor = "current_thread")]
pub(crate) async fn main() {
    assert_eq!(divide(6, 3).unwrap(), 2);
    assert_eq!(divide(6, 0).unwrap_err().message(), "division by zero");
    let function: fn(i32, i32) -> Result<i32, a2t::ToolError> = divide;
    assert_eq!(
        [6, 4].map(|dividend| function(dividend, 2).unwrap()),
        [3, 2]
    );
    assert_eq!(divide_later(9, 3).await.unwrap(), 3);
    let _: a2t::Toolset<()> = a2t::toolset![divide, divide_later];
}
