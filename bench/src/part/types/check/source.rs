//! Tools that differ in their types alone, `$N` the number of each.

pub(super) const PLAIN: &str = r#"
#[derive(a2t::Output)]
pub struct Loan$N {
    /// The reader who has it.
    reader: i64,
    /// The copy that is lent.
    copy: String,
}

/// Lends a copy of a book, number $N.
#[a2t::tool(version = 1)]
pub async fn lend_$N(
    /// The reader's number.
    reader: i64,
    /// The copy's mark.
    copy: String,
) -> Loan$N {
    Loan$N { reader, copy }
}
"#;

pub(super) const NEWTYPES: &str = r#"
/// A reader's number.
#[derive(a2t::Input, a2t::Output)]
pub struct Reader$N(i64);

/// A copy's mark.
#[derive(a2t::Input, a2t::Output)]
pub struct Mark$N(String);

#[derive(a2t::Output)]
pub struct Loan$N {
    /// The reader who has it.
    reader: Reader$N,
    /// The copy that is lent.
    copy: Mark$N,
}

/// Lends a copy of a book, number $N.
#[a2t::tool(version = 1)]
pub async fn lend_$N(
    /// The reader's number.
    reader: Reader$N,
    /// The copy's mark.
    copy: Mark$N,
) -> Loan$N {
    Loan$N { reader, copy }
}
"#;

pub(super) const STRUCTS: &str = r#"
/// A loan.
#[derive(serde::Serialize)]
pub struct Loan$N {
    /// The reader who has it.
    reader: i64,
    /// The copy that is lent.
    copy: String,
    /// Whether it is late.
    late: bool,
}

#[derive(a2t::Output)]
pub struct Loans$N {
    /// The loans.
    loans: a2t::Json<Vec<Loan$N>>,
}

/// Lists loans, number $N.
#[a2t::tool(version = 1)]
pub async fn list_$N(
    /// The reader's number.
    reader: i64,
) -> Loans$N {
    Loans$N { loans: a2t::Json(vec![Loan$N { reader, copy: String::new(), late: false }]) }
}
"#;

pub(super) const RECORDS: &str = r#"
/// A loan.
#[derive(a2t::Record)]
pub struct Loan$N {
    /// The reader who has it.
    reader: i64,
    /// The copy that is lent.
    copy: String,
    /// Whether it is late.
    late: bool,
}

#[derive(a2t::Output)]
pub struct Loans$N {
    /// The loans.
    loans: Vec<Loan$N>,
}

/// Lists loans, number $N.
#[a2t::tool(version = 1)]
pub async fn list_$N(
    /// The reader's number.
    reader: i64,
) -> Loans$N {
    Loans$N { loans: vec![Loan$N { reader, copy: String::new(), late: false }] }
}
"#;

pub(super) const REFUSALS: &str = r#"
pub enum Refused$N {
    Lent(String),
    Blocked(i64),
    Missing,
}

impl a2t::IntoToolError for Refused$N {
    fn into_tool_error(self) -> a2t::ToolError {
        match self {
            Self::Lent(until) => a2t::ToolError::conflict(format!("lent until {until}")),
            Self::Blocked(fee) => a2t::ToolError::forbidden(format!("a fee of {fee} is open")),
            Self::Missing => a2t::ToolError::not_found("there is no such copy"),
        }
    }
}

/// Lends a copy of a book, number $N.
///
/// # Returns
/// The day when it is due.
#[a2t::tool(version = 1)]
pub async fn lend_$N(
    /// The reader's number.
    reader: i64,
) -> Result<String, Refused$N> {
    match reader {
        0 => Ok(String::new()),
        -1 => Err(Refused$N::Missing),
        1 => Err(Refused$N::Lent(String::new())),
        fee => Err(Refused$N::Blocked(fee)),
    }
}
"#;

pub(super) const ERRORS: &str = r#"
#[derive(a2t::Error)]
pub enum Refused$N {
    /// The copy is lent.
    #[a2t(status = 409, detail = "lent until {until}")]
    Lent {
        /// When it is due.
        until: String,
    },
    /// The reader may not borrow.
    #[a2t(status = 403, detail = "a fee of {fee} is open")]
    Blocked {
        /// The open fee.
        fee: i64,
    },
    /// There is no such copy.
    #[a2t(status = 404)]
    Missing,
}

/// Lends a copy of a book, number $N.
///
/// # Returns
/// The day when it is due.
#[a2t::tool(version = 1)]
pub async fn lend_$N(
    /// The reader's number.
    reader: i64,
) -> Result<String, Refused$N> {
    match reader {
        0 => Ok(String::new()),
        -1 => Err(Refused$N::Missing),
        1 => Err(Refused$N::Lent { until: String::new() }),
        fee => Err(Refused$N::Blocked { fee }),
    }
}
"#;
