impl Station {
    /// Measures the height.
    ///
    /// # Returns
    /// Metres.
    async fn measure_height(&self, plus: i32, headers: HeaderMap) -> i32 {
        self.height + plus
    }
    /// Names the maker.
    ///
    /// # Returns
    /// A name.
    fn name_maker(&self) -> String {
        self.maker.clone()
    }
    fn untouched(&self) {}
}
#[cfg(test)]
::renamed::__private::gate!(
    a2t_published_station_measure_height_v1, Station, 0, ::core::line!()
);
#[cfg(test)]
::renamed::__private::gate!(
    a2t_published_station_name_maker_v1, Station, 1, ::core::line!()
);
const _: () = {
    use ::renamed::__private as __a2t;
    const __A2T_0_INPUTS: &[__a2t::InputParameter] = &[
        __a2t::input(<i32 as __a2t::Input>::TYPE, "plus", "Added to it."),
    ];
    const __A2T_0_RESULT: &[__a2t::OutputParameter] = &[
        __a2t::result(<i32 as __a2t::Output>::SHAPE, "Metres."),
    ];
    const __A2T_0: &__a2t::ToolSignature = &__a2t::Head::new(
            161380015691842289071633880599916783254,
            "measure_height",
            "Measures the height.",
            1,
        )
        .signature(
            __A2T_0_INPUTS,
            __a2t::outputs(<i32 as __a2t::Output>::SHAPE, __A2T_0_RESULT),
        );
    const __A2T_1_INPUTS: &[__a2t::InputParameter] = &[];
    const __A2T_1_RESULT: &[__a2t::OutputParameter] = &[
        __a2t::result(<String as __a2t::Output>::SHAPE, "A name."),
    ];
    const __A2T_1: &__a2t::ToolSignature = &__a2t::Head::new(
            141975349722244243338377362470045780771,
            "name_maker",
            "Names the maker.",
            1,
        )
        .signature(
            __A2T_1_INPUTS,
            __a2t::outputs(<String as __a2t::Output>::SHAPE, __A2T_1_RESULT),
        );
    #[automatically_derived]
    impl __a2t::Listed for Station {
        type This = Self;
        const KEYS: &'static [__a2t::Key] = &[
            __a2t::Key::of(__A2T_0, 18010374888469418651),
            __a2t::Key::of(__A2T_1, 17641970483714577345),
        ];
    }
    #[automatically_derived]
    impl<S: __a2t::State> __a2t::Table<S> for Station
    where
        Station: __a2t::Held<S>,
        HeaderMap: __a2t::Context<S>,
    {
        const ENTRIES: &'static [__a2t::Entry<S>] = &[
            __a2t::Entry::new(
                __A2T_0,
                |__call| __a2t::run::<
                    S,
                    (__a2t::Shared<Station>, HeaderMap),
                    _,
                    _,
                >(
                    __call,
                    |__args, (__this, __c0)| {
                        let (__p0, __p1) = (<i32 as __a2t::Input>::take(__args)?, __c0);
                        ::core::result::Result::Ok(async move {
                            <Station>::measure_height(&__this.0, __p0, __p1).await
                        })
                    },
                    <i32 as __a2t::Output>::reply,
                ),
            ),
            __a2t::Entry::new(
                __A2T_1,
                |__call| __a2t::run_sync::<
                    S,
                    (__a2t::Shared<Station>,),
                >(
                    __call,
                    |__args, (__this,)| <String as __a2t::Output>::reply(
                        <Station>::name_maker(&__this.0),
                    ),
                ),
            ),
        ];
    }
};
