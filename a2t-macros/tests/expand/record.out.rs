pub struct Day {
    /// The highest temperature.
    pub high: f64,
    /// The day of the week.
    #[a2t(name = "day of the week")]
    pub day: String,
    /// The station's address.
    #[a2t(text)]
    pub station: Option<IpAddr>,
}
const _: () = ::a2t::__private::shallow(<Day as ::a2t::MemberValue>::SHAPE, "Day");
#[automatically_derived]
impl ::a2t::MemberValue for Day {
    const SHAPE: &'static ::a2t::__private::JsonShape = &::a2t::__private::record(const {
        &[
            ::a2t::__private::member_of(
                "day of the week",
                "The day of the week.",
                <String as ::a2t::MemberValue>::SHAPE,
                <String as ::a2t::MemberValue>::OPTIONAL,
            ),
            ::a2t::__private::member_of(
                "high",
                "The highest temperature.",
                <f64 as ::a2t::MemberValue>::SHAPE,
                <f64 as ::a2t::MemberValue>::OPTIONAL,
            ),
            ::a2t::__private::member_of(
                "station",
                "The station's address.",
                <Option<IpAddr> as ::a2t::__private::ToText<_>>::SHAPE,
                <Option<IpAddr> as ::a2t::__private::ToText<_>>::OPTIONAL,
            ),
        ]
    });
    fn write(&self, __writer: &mut ::a2t::__private::JsonWriter<'_>) {
        __writer.open();
        <f64 as ::a2t::MemberValue>::put(&self.high, "high", __writer);
        <String as ::a2t::MemberValue>::put(&self.day, "day of the week", __writer);
        __writer
            .text(
                "station",
                <Option<IpAddr> as ::a2t::__private::ToText<_>>::shown(&self.station),
            );
        __writer.close();
    }
}
#[automatically_derived]
impl ::a2t::__private::PresentMember for Day {}
#[automatically_derived]
impl ::a2t::__private::Present for Day {}
#[automatically_derived]
impl ::a2t::OutputValue for Day {
    const KIND: ::a2t::__private::Kind = ::a2t::__private::described_json(
        <Self as ::a2t::MemberValue>::SHAPE,
    );
    const SHAPE: &'static ::a2t::__private::JsonShape = <Self as ::a2t::MemberValue>::SHAPE;
    fn write_within(&self, __writer: &mut ::a2t::__private::JsonWriter<'_>) {
        <Self as ::a2t::MemberValue>::write(self, __writer);
    }
    fn write(
        &self,
        __name: &::core::primitive::str,
        __writer: &mut ::a2t::__private::Writer,
    ) {
        __writer.described(__name, self);
    }
}
