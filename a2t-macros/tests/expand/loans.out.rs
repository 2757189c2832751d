/// Errors of loans.
pub enum LoanError {
    /// Somebody else has the book.
    #[a2t(status = 409, detail = "the book is lent until {until}")]
    AlreadyLent {
        /// The day when it is due back.
        #[a2t(text)]
        until: Date,
        /// Readers who wait for it.
        waiting: u32,
    },
    /// The library does not have the book.
    #[a2t(status = 404, type = "https://library.example/problems/unknown-book")]
    UnknownBook,
    #[a2t(transparent)]
    Other(a2t::ToolError),
    #[a2t(internal)]
    Database(rusqlite::Error),
}
#[automatically_derived]
impl ::a2t::IntoToolError for LoanError {
    const ERRORS: &'static [::a2t::__private::ProblemType] = &[
        ::a2t::__private::error(
            409,
            "ALREADY_LENT",
            ::core::option::Option::None,
            "Somebody else has the book.",
            const {
                &[
                    ::a2t::__private::member_of(
                        "until",
                        "The day when it is due back.",
                        <Date as ::a2t::__private::ToText<_>>::SHAPE,
                        <Date as ::a2t::__private::ToText<_>>::OPTIONAL,
                    ),
                    ::a2t::__private::member_of(
                        "waiting",
                        "Readers who wait for it.",
                        <u32 as ::a2t::MemberValue>::SHAPE,
                        <u32 as ::a2t::MemberValue>::OPTIONAL,
                    ),
                ]
            },
        ),
        ::a2t::__private::error(
            404,
            "UNKNOWN_BOOK",
            ::core::option::Option::Some(
                "https://library.example/problems/unknown-book",
            ),
            "The library does not have the book.",
            const { &[] },
        ),
    ];
    const VARIANTS: &'static [&'static ::core::primitive::str] = &[
        "AlreadyLent",
        "UnknownBook",
    ];
    fn into_tool_error(self) -> ::a2t::ToolError {
        match self {
            Self::AlreadyLent { until, waiting } => {
                ::a2t::__private::problem(
                    409,
                    "ALREADY_LENT",
                    ::core::option::Option::None,
                    ::std::format!("the book is lent until {until}"),
                    |__writer| {
                        __writer
                            .text(
                                "until",
                                <Date as ::a2t::__private::ToText<_>>::shown(&until),
                            );
                        <u32 as ::a2t::MemberValue>::put(&waiting, "waiting", __writer);
                    },
                )
            }
            Self::UnknownBook {} => {
                ::a2t::__private::problem(
                    404,
                    "UNKNOWN_BOOK",
                    ::core::option::Option::Some(
                        "https://library.example/problems/unknown-book",
                    ),
                    "The library does not have the book.",
                    |_| {},
                )
            }
            Self::Other(__error) => ::a2t::ToolError::transparent(__error),
            Self::Database(__error) => ::a2t::ToolError::inside(__error),
        }
    }
}
const _: () = {
    type __A2tInside = a2t::ToolError;
    #[automatically_derived]
    impl ::core::convert::From<__A2tInside> for LoanError {
        fn from(__error: __A2tInside) -> Self {
            Self::Other(__error)
        }
    }
};
const _: () = {
    type __A2tInside = rusqlite::Error;
    #[automatically_derived]
    impl ::core::convert::From<__A2tInside> for LoanError {
        fn from(__error: __A2tInside) -> Self {
            Self::Database(__error)
        }
    }
};
const _: () = {
    ::a2t::__private::error_fits(
        ::a2t::__private::error_member(<u32 as ::a2t::MemberValue>::SHAPE),
    );
};
