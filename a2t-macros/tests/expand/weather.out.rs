/// Temperature scale.
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}
#[automatically_derived]
impl ::a2t::Enum for Units {
    const CHOICES: ::a2t::__private::Choices = ::a2t::__private::Choices {
        values: &::a2t::__private::values_2(
            "FAHRENHEIT",
            "Degrees Fahrenheit.",
            "CELSIUS",
            "Degrees Celsius.",
        ),
        contract: 137818859403278538664513634587759790842,
        text: 58428879399358510609953534906415078609,
    };
    fn nth(__index: ::core::primitive::usize) -> Self {
        match __index {
            0 => Self::Fahrenheit,
            _ => Self::Celsius,
        }
    }
}
#[automatically_derived]
impl ::a2t::__private::Inner for Units {
    type This = Self;
}
#[automatically_derived]
impl ::a2t::Output for Units {
    type Form = ::a2t::__private::One;
}
struct Weather {
    /// The current temperature in the named city.
    temperature: i32,
    /// The station's own report.
    report: a2t::Json<Report>,
}
#[automatically_derived]
impl ::a2t::Output for Weather {
    type Form = ::a2t::__private::Own;
    const SHAPE: ::a2t::__private::Shape = {
        let __kinds = &[
            <i32 as ::a2t::OutputValue>::KIND,
            <a2t::Json<Report> as ::a2t::OutputValue>::KIND,
        ];
        ::a2t::__private::Shape::Fields {
            outputs: &::a2t::__private::outputs_2(
                __kinds,
                "temperature",
                "The current temperature in the named city.",
                "report",
                "The station's own report.",
            ),
            kinds: __kinds,
            fingerprints: &[
                328454146126820257428814448066776053354,
                304553666985904210441150457040185596637,
                53959427748573190111104934286465677878,
                271684134582363202082270327685132968754,
            ],
        }
    };
    fn write(&self, __writer: &mut ::a2t::__private::Writer) {
        <i32 as ::a2t::OutputValue>::write(&self.temperature, "temperature", __writer);
        <a2t::Json<
            Report,
        > as ::a2t::OutputValue>::write(&self.report, "report", __writer);
    }
}
/// Looks up the current weather for a city.
async fn lookup_weather_by_city(
    city: String,
    units: Option<Units>,
    days: u8,
    hours: u8,
    State(stations): State<Stations>,
) -> Result<Weather, a2t::ToolError> {
    stations.report(city, units, days, hours).await
}
#[doc(hidden)]
enum r#lookup_weather_by_city {}
#[cfg(test)]
::a2t::__private::gate!(
    a2t_published_lookup_weather_by_city_v2, lookup_weather_by_city,
    lookup_weather_by_city, 0, 191521564919146851697343765579463031126, 2,
    ::core::line!()
);
const _: () = ::a2t::__private::described(
    <Result<Weather, a2t::ToolError> as ::a2t::Output>::SHAPE,
);
const _: () = {
    const __A2T_0_0: ::a2t::__private::Facts = ::a2t::__private::Facts::new(
            <String as ::a2t::Input>::TYPE,
        )
        .max_length(100);
    const _: () = __A2T_0_0.max_length_fits();
    const __A2T_0_2: ::a2t::__private::Facts = ::a2t::__private::Facts::new(
            <u8 as ::a2t::Input>::TYPE,
        )
        .min(0)
        .max(14)
        .default(0);
    const _: () = __A2T_0_2.min_fits();
    const _: () = __A2T_0_2.max_fits();
    const _: () = __A2T_0_2.default_fits();
    #[automatically_derived]
    impl ::a2t::Tool for lookup_weather_by_city {
        const HEAD: ::a2t::__private::Head = ::a2t::__private::Head::new(
                191521564919146851697343765579463031126,
                2,
                "lookup_weather_by_city",
                16775710267813829358,
                "Looks up the current weather for a city.",
            )
            .tags(&[::a2t::__private::Text::Borrowed("weather")]);
        const PARAMETERS: ::a2t::__private::Parameters = ::a2t::__private::Parameters {
            inputs: &[
                __A2T_0_0.input("city", "The city. For example, Boston or Los Angeles."),
                ::a2t::__private::input(
                    <Option<Units> as ::a2t::Input>::TYPE,
                    "units",
                    "Temperature scale of the reply; Fahrenheit if absent.",
                ),
                __A2T_0_2.input("days", "Days ahead."),
                ::a2t::__private::input(
                    <u8 as ::a2t::Input>::TYPE,
                    "hours",
                    "Hours ahead.",
                ),
            ],
            values: &[
                ::a2t::__private::InputValues::new(
                    1,
                    <Option<Units> as ::a2t::Input>::TYPE,
                ),
                ::a2t::__private::InputValues::new(2, <u8 as ::a2t::Input>::TYPE)
                    .default(|| ::core::option::Option::Some(
                        ::a2t::__private::Scalar::Int(0),
                    )),
            ],
            returns: <Result<Weather, a2t::ToolError> as ::a2t::Output>::SHAPE,
            result: &[],
            errors: {
                #[allow(unused_imports)]
                use ::a2t::__private::Undeclared as _;
                ::a2t::__private::Returned::<Result<Weather, a2t::ToolError>>::ERRORS
            },
        };
        type Contexts = (State<Stations>,);
        fn call(
            __call: ::a2t::__private::Invocation,
            (__c0,): (State<Stations>,),
        ) -> ::a2t::__private::Reply {
            ::a2t::__private::run(
                ::a2t::__private::take(
                    &__call,
                    |__args| {
                        let (__p0, __p1, __p2, __p3) = (
                            <String as ::a2t::Input>::take(__args),
                            <Option<Units> as ::a2t::Input>::take(__args),
                            <u8 as ::a2t::Input>::take_or_literal(
                                __args,
                                ::a2t::__private::Scalar::Int(0),
                            ),
                            <u8 as ::a2t::Input>::take(__args),
                        );
                        __args.finish()?;
                        ::core::option::Option::Some(
                            lookup_weather_by_city(__p0?, __p1?, __p2?, __p3?, __c0),
                        )
                    },
                ),
                <Result<Weather, a2t::ToolError> as ::a2t::Output>::reply,
            )
        }
    }
};
