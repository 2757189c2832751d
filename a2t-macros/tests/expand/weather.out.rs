/// Temperature scale.
enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}
const _: () = {
    use ::a2t::__private as __a2t;
    #[automatically_derived]
    impl __a2t::Enum for Units {
        const VALUES: &'static [__a2t::AllowedValue] = &[
            __a2t::value("FAHRENHEIT", "Degrees Fahrenheit."),
            __a2t::value("CELSIUS", "Degrees Celsius."),
        ];
        const FINGERPRINT: __a2t::Fingerprint = __a2t::Fingerprint::from_bits(
            137818859403278538664513634587759790842,
            58428879399358510609953534906415078609,
        );
        fn name(&self) -> &'static ::core::primitive::str {
            match self {
                Self::Fahrenheit => "FAHRENHEIT",
                Self::Celsius => "CELSIUS",
            }
        }
        fn from_name(name: &::core::primitive::str) -> ::core::option::Option<Self> {
            __a2t::named([Self::Fahrenheit, Self::Celsius], name)
        }
    }
    #[automatically_derived]
    impl __a2t::Output for Units {
        const SHAPE: __a2t::Shape = __a2t::choice::<Self>();
        fn write(&self, writer: &mut __a2t::ResultWriter) -> __a2t::Written {
            __a2t::write_choice(self, writer)
        }
    }
};
struct Weather {
    /// The current temperature in the named city.
    temperature: i32,
    /// The station's own report.
    report: a2t::Json<Report>,
}
const _: () = {
    use ::a2t::__private as __a2t;
    #[automatically_derived]
    impl __a2t::Output for Weather {
        const SHAPE: __a2t::Shape = __a2t::Shape::Fields(
            &[
                __a2t::output(
                    <i32 as __a2t::OutputValue>::KIND,
                    "temperature",
                    "The current temperature in the named city.",
                ),
                __a2t::output(
                    <a2t::Json<Report> as __a2t::OutputValue>::KIND,
                    "report",
                    "The station's own report.",
                ),
            ],
        );
        const FINGERPRINTS: &'static [__a2t::Fingerprint] = &[
            __a2t::published::field(
                <i32 as __a2t::OutputValue>::KIND,
                328454146126820257428814448066776053354,
                304553666985904210441150457040185596637,
            ),
            __a2t::published::field(
                <a2t::Json<Report> as __a2t::OutputValue>::KIND,
                53959427748573190111104934286465677878,
                271684134582363202082270327685132968754,
            ),
        ];
        fn write(&self, writer: &mut __a2t::ResultWriter) -> __a2t::Written {
            <i32 as __a2t::OutputValue>::write(
                &self.temperature,
                "temperature",
                writer,
            )?;
            <a2t::Json<
                Report,
            > as __a2t::OutputValue>::write(&self.report, "report", writer)?;
            ::core::result::Result::Ok(())
        }
    }
};
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
struct r#lookup_weather_by_city {}
#[cfg(test)]
::a2t::__private::gate!(
    a2t_published_lookup_weather_by_city_v2, lookup_weather_by_city, 0, ::core::line!()
);
const _: () = {
    use ::a2t::__private as __a2t;
    const __A2T_0_0: __a2t::Facts = __a2t::Facts::of(<String as __a2t::Input>::TYPE)
        .max_length(100);
    const _: () = __A2T_0_0.max_length_fits();
    const __A2T_0_2: __a2t::Facts = __a2t::Facts::of(<u8 as __a2t::Input>::TYPE)
        .min(0)
        .max(14)
        .default(0);
    const _: () = __A2T_0_2.min_fits();
    const _: () = __A2T_0_2.max_fits();
    const _: () = __A2T_0_2.default_fits();
    const __A2T_0_INPUTS: &[__a2t::InputParameter] = &[
        __A2T_0_0.input("city", "The city. For example, Boston or Los Angeles."),
        __a2t::input(
            <Option<Units> as __a2t::Input>::TYPE,
            "units",
            "Temperature scale of the reply; Fahrenheit if absent.",
        ),
        __A2T_0_2.input("days", "Days ahead."),
        __a2t::input(<u8 as __a2t::Input>::TYPE, "hours", "Hours ahead."),
    ];
    const _: () = __a2t::described(
        <Result<Weather, a2t::ToolError> as __a2t::Output>::SHAPE,
    );
    const __A2T_0: &__a2t::ToolSignature = &__a2t::Head::new(
            191521564919146851697343765579463031126,
            "lookup_weather_by_city",
            "Looks up the current weather for a city.",
            2,
        )
        .tags(&[__a2t::Text::Borrowed("weather")])
        .signature(
            __A2T_0_INPUTS,
            __a2t::outputs(
                <Result<Weather, a2t::ToolError> as __a2t::Output>::SHAPE,
                &[],
            ),
        );
    #[automatically_derived]
    impl __a2t::Listed for lookup_weather_by_city {
        type This = Self;
        const KEYS: &'static [__a2t::Key] = &[
            __a2t::Key::of(__A2T_0, 16775710267813829358),
        ];
    }
    #[automatically_derived]
    impl<S: __a2t::State> __a2t::Table<S> for lookup_weather_by_city
    where
        State<Stations>: __a2t::Context<S>,
    {
        const ENTRIES: &'static [__a2t::Entry<S>] = &[
            __a2t::Entry::new(
                __A2T_0,
                |__call| __a2t::run::<
                    S,
                    (State<Stations>,),
                    _,
                    _,
                >(
                    __call,
                    |__args, (__c0,)| ::core::result::Result::Ok(
                        lookup_weather_by_city(
                            <String as __a2t::Input>::take(__args)?,
                            <Option<Units> as __a2t::Input>::take(__args)?,
                            <u8 as __a2t::Input>::take_or(__args, const { 0 })?,
                            <u8 as __a2t::Input>::take(__args)?,
                            __c0,
                        ),
                    ),
                    <Result<Weather, a2t::ToolError> as __a2t::Output>::reply,
                ),
            ),
        ];
    }
    #[automatically_derived]
    impl __a2t::Tool for lookup_weather_by_city {
        const SIGNATURE: &'static __a2t::ToolSignature = __A2T_0;
    }
};
