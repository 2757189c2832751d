#[a2t(min = 1)]
struct ReaderId(u32);
const _: () = {
    const __A2T_FACTS: ::a2t::__private::Facts = ::a2t::__private::Facts::around(
            <u32 as ::a2t::__private::Inner>::TYPE,
        )
        .min(1);
    const _: () = __A2T_FACTS.min_fits();
    #[automatically_derived]
    impl ::a2t::Input for ReaderId {
        const TYPE: ::a2t::__private::Type = __A2T_FACTS.ty();
        type Default = <<u32 as ::a2t::__private::Inner>::This as ::a2t::Input>::Default;
        fn from_default(
            __default: <<u32 as ::a2t::__private::Inner>::This as ::a2t::Input>::Default,
        ) -> ::core::result::Result<Self, ::a2t::__private::ValueError> {
            ::core::result::Result::map(
                <u32 as ::a2t::__private::Inner>::from_default(__default),
                Self,
            )
        }
        fn from_scalar(
            __scalar: ::a2t::__private::Scalar<'_>,
        ) -> ::core::result::Result<Self, ::a2t::__private::ValueError> {
            ::core::result::Result::map(
                <u32 as ::a2t::__private::Inner>::from_scalar(__scalar),
                Self,
            )
        }
        fn sent_default(
            __default: <<u32 as ::a2t::__private::Inner>::This as ::a2t::Input>::Default,
        ) -> ::core::option::Option<::a2t::__private::Scalar<'static>> {
            <u32 as ::a2t::__private::Inner>::sent_default(__default)
        }
    }
    #[automatically_derived]
    impl ::a2t::__private::Inner for ReaderId {
        type This = Self;
    }
    #[automatically_derived]
    impl ::a2t::__private::Required for ReaderId {}
};
struct Word(std::string::String);
const _: () = {
    type __A2tInner = std::string::String;
    #[automatically_derived]
    impl ::a2t::Input for Word {
        const TYPE: ::a2t::__private::Type = <__A2tInner as ::a2t::__private::Inner>::TYPE;
        type Default = <<__A2tInner as ::a2t::__private::Inner>::This as ::a2t::Input>::Default;
        fn from_default(
            __default: <<__A2tInner as ::a2t::__private::Inner>::This as ::a2t::Input>::Default,
        ) -> ::core::result::Result<Self, ::a2t::__private::ValueError> {
            ::core::result::Result::map(
                <__A2tInner as ::a2t::__private::Inner>::from_default(__default),
                Self,
            )
        }
        fn from_scalar(
            __scalar: ::a2t::__private::Scalar<'_>,
        ) -> ::core::result::Result<Self, ::a2t::__private::ValueError> {
            ::core::result::Result::map(
                <__A2tInner as ::a2t::__private::Inner>::from_scalar(__scalar),
                Self,
            )
        }
        fn sent_default(
            __default: <<__A2tInner as ::a2t::__private::Inner>::This as ::a2t::Input>::Default,
        ) -> ::core::option::Option<::a2t::__private::Scalar<'static>> {
            <__A2tInner as ::a2t::__private::Inner>::sent_default(__default)
        }
    }
    #[automatically_derived]
    impl ::a2t::__private::Inner for Word {
        type This = Self;
    }
    #[automatically_derived]
    impl ::a2t::__private::Required for Word {}
};
#[a2t(text, max_length = 17, expected = "an ISBN", example = "978-3-16-148410-0")]
struct Isbn(u64);
const _: () = {
    const __A2T_FACTS: ::a2t::__private::Facts = ::a2t::__private::Facts::around(
            <Isbn as ::a2t::__private::FromText<_>>::TYPE
                .format("isbn")
                .example("978-3-16-148410-0"),
        )
        .max_length(17);
    const _: () = __A2T_FACTS.max_length_fits();
    #[automatically_derived]
    impl ::a2t::Input for Isbn {
        const TYPE: ::a2t::__private::Type = __A2T_FACTS.ty();
        type Default = &'static ::core::primitive::str;
        fn from_default(
            __default: &'static ::core::primitive::str,
        ) -> ::core::result::Result<Self, ::a2t::__private::ValueError> {
            <Isbn as ::a2t::__private::FromText<
                _,
            >>::read(
                __default,
                ::a2t::__private::Wanted {
                    expected: "an ISBN",
                    example: "978-3-16-148410-0",
                },
            )
        }
        fn from_scalar(
            __scalar: ::a2t::__private::Scalar<'_>,
        ) -> ::core::result::Result<Self, ::a2t::__private::ValueError> {
            <Isbn as ::a2t::__private::FromText<
                _,
            >>::read_scalar(
                __scalar,
                ::a2t::__private::Wanted {
                    expected: "an ISBN",
                    example: "978-3-16-148410-0",
                },
            )
        }
        fn sent_default(
            __default: &'static ::core::primitive::str,
        ) -> ::core::option::Option<::a2t::__private::Scalar<'static>> {
            <Isbn as ::a2t::__private::FromText<_>>::sent_default(__default)
        }
    }
    #[automatically_derived]
    impl ::a2t::__private::Inner for Isbn {
        type This = Self;
    }
    #[automatically_derived]
    impl ::a2t::__private::Required for Isbn {}
};
struct Shelf(ReaderId);
#[automatically_derived]
impl ::a2t::Output for Shelf {
    type Form = ::a2t::__private::One;
}
#[automatically_derived]
impl ::a2t::__private::Present for Shelf {}
#[automatically_derived]
impl ::a2t::OutputValue for Shelf {
    const KIND: ::a2t::__private::Kind = <ReaderId as ::a2t::OutputValue>::KIND;
    const SHAPE: &'static ::a2t::__private::JsonShape = <ReaderId as ::a2t::OutputValue>::SHAPE;
    const OPTIONAL: ::core::primitive::bool = <ReaderId as ::a2t::OutputValue>::OPTIONAL;
    fn is_absent(&self) -> ::core::primitive::bool {
        <ReaderId as ::a2t::OutputValue>::is_absent(&self.0)
    }
    fn write_within(&self, __writer: &mut ::a2t::__private::JsonWriter<'_>) {
        <ReaderId as ::a2t::OutputValue>::write_within(&self.0, __writer);
    }
    fn write(
        &self,
        __name: &::core::primitive::str,
        __writer: &mut ::a2t::__private::Writer,
    ) {
        <ReaderId as ::a2t::OutputValue>::write(&self.0, __name, __writer);
    }
}
#[automatically_derived]
impl ::a2t::__private::PresentMember for Shelf {}
#[automatically_derived]
impl ::a2t::MemberValue for Shelf {
    const SHAPE: &'static ::a2t::__private::JsonShape = <Self as ::a2t::OutputValue>::SHAPE;
    const OPTIONAL: ::core::primitive::bool = <Self as ::a2t::OutputValue>::OPTIONAL;
    fn is_absent(&self) -> ::core::primitive::bool {
        <Self as ::a2t::OutputValue>::is_absent(self)
    }
    fn write(&self, __writer: &mut ::a2t::__private::JsonWriter<'_>) {
        <Self as ::a2t::OutputValue>::write_within(self, __writer);
    }
}
#[a2t(text)]
struct Day(u32);
#[automatically_derived]
impl ::a2t::Output for Day {
    type Form = ::a2t::__private::One;
}
#[automatically_derived]
impl ::a2t::__private::Present for Day {}
#[automatically_derived]
impl ::a2t::OutputValue for Day {
    const KIND: ::a2t::__private::Kind = <Day as ::a2t::__private::ToText<_>>::KIND;
    const SHAPE: &'static ::a2t::__private::JsonShape = <Day as ::a2t::__private::ToText<
        _,
    >>::SHAPE;
    const OPTIONAL: ::core::primitive::bool = <Day as ::a2t::__private::ToText<
        _,
    >>::OPTIONAL;
    fn is_absent(&self) -> ::core::primitive::bool {
        <Day as ::a2t::__private::ToText<_>>::is_absent(self)
    }
    fn write_within(&self, __writer: &mut ::a2t::__private::JsonWriter<'_>) {
        <Day as ::a2t::__private::ToText<_>>::write_within(self, __writer);
    }
    fn write(
        &self,
        __name: &::core::primitive::str,
        __writer: &mut ::a2t::__private::Writer,
    ) {
        <Day as ::a2t::__private::ToText<_>>::write(self, __name, __writer);
    }
}
#[automatically_derived]
impl ::a2t::__private::PresentMember for Day {}
#[automatically_derived]
impl ::a2t::MemberValue for Day {
    const SHAPE: &'static ::a2t::__private::JsonShape = <Self as ::a2t::OutputValue>::SHAPE;
    const OPTIONAL: ::core::primitive::bool = <Self as ::a2t::OutputValue>::OPTIONAL;
    fn is_absent(&self) -> ::core::primitive::bool {
        <Self as ::a2t::OutputValue>::is_absent(self)
    }
    fn write(&self, __writer: &mut ::a2t::__private::JsonWriter<'_>) {
        <Self as ::a2t::OutputValue>::write_within(self, __writer);
    }
}
