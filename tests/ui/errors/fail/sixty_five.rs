/// Errors of loans.
#[derive(a2t::Error)]
pub enum LoanError {
    /// An error.
    #[a2t(status = 409)]
    E1,
    /// An error.
    #[a2t(status = 409)]
    E2,
    /// An error.
    #[a2t(status = 409)]
    E3,
    /// An error.
    #[a2t(status = 409)]
    E4,
    /// An error.
    #[a2t(status = 409)]
    E5,
    /// An error.
    #[a2t(status = 409)]
    E6,
    /// An error.
    #[a2t(status = 409)]
    E7,
    /// An error.
    #[a2t(status = 409)]
    E8,
    /// An error.
    #[a2t(status = 409)]
    E9,
    /// An error.
    #[a2t(status = 409)]
    E10,
    /// An error.
    #[a2t(status = 409)]
    E11,
    /// An error.
    #[a2t(status = 409)]
    E12,
    /// An error.
    #[a2t(status = 409)]
    E13,
    /// An error.
    #[a2t(status = 409)]
    E14,
    /// An error.
    #[a2t(status = 409)]
    E15,
    /// An error.
    #[a2t(status = 409)]
    E16,
    /// An error.
    #[a2t(status = 409)]
    E17,
    /// An error.
    #[a2t(status = 409)]
    E18,
    /// An error.
    #[a2t(status = 409)]
    E19,
    /// An error.
    #[a2t(status = 409)]
    E20,
    /// An error.
    #[a2t(status = 409)]
    E21,
    /// An error.
    #[a2t(status = 409)]
    E22,
    /// An error.
    #[a2t(status = 409)]
    E23,
    /// An error.
    #[a2t(status = 409)]
    E24,
    /// An error.
    #[a2t(status = 409)]
    E25,
    /// An error.
    #[a2t(status = 409)]
    E26,
    /// An error.
    #[a2t(status = 409)]
    E27,
    /// An error.
    #[a2t(status = 409)]
    E28,
    /// An error.
    #[a2t(status = 409)]
    E29,
    /// An error.
    #[a2t(status = 409)]
    E30,
    /// An error.
    #[a2t(status = 409)]
    E31,
    /// An error.
    #[a2t(status = 409)]
    E32,
    /// An error.
    #[a2t(status = 409)]
    E33,
    /// An error.
    #[a2t(status = 409)]
    E34,
    /// An error.
    #[a2t(status = 409)]
    E35,
    /// An error.
    #[a2t(status = 409)]
    E36,
    /// An error.
    #[a2t(status = 409)]
    E37,
    /// An error.
    #[a2t(status = 409)]
    E38,
    /// An error.
    #[a2t(status = 409)]
    E39,
    /// An error.
    #[a2t(status = 409)]
    E40,
    /// An error.
    #[a2t(status = 409)]
    E41,
    /// An error.
    #[a2t(status = 409)]
    E42,
    /// An error.
    #[a2t(status = 409)]
    E43,
    /// An error.
    #[a2t(status = 409)]
    E44,
    /// An error.
    #[a2t(status = 409)]
    E45,
    /// An error.
    #[a2t(status = 409)]
    E46,
    /// An error.
    #[a2t(status = 409)]
    E47,
    /// An error.
    #[a2t(status = 409)]
    E48,
    /// An error.
    #[a2t(status = 409)]
    E49,
    /// An error.
    #[a2t(status = 409)]
    E50,
    /// An error.
    #[a2t(status = 409)]
    E51,
    /// An error.
    #[a2t(status = 409)]
    E52,
    /// An error.
    #[a2t(status = 409)]
    E53,
    /// An error.
    #[a2t(status = 409)]
    E54,
    /// An error.
    #[a2t(status = 409)]
    E55,
    /// An error.
    #[a2t(status = 409)]
    E56,
    /// An error.
    #[a2t(status = 409)]
    E57,
    /// An error.
    #[a2t(status = 409)]
    E58,
    /// An error.
    #[a2t(status = 409)]
    E59,
    /// An error.
    #[a2t(status = 409)]
    E60,
    /// An error.
    #[a2t(status = 409)]
    E61,
    /// An error.
    #[a2t(status = 409)]
    E62,
    /// An error.
    #[a2t(status = 409)]
    E63,
    /// An error.
    #[a2t(status = 409)]
    E64,
    /// An error.
    #[a2t(status = 409)]
    E65,
}

fn main() {}
