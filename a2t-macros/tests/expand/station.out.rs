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
    a2t_published_station_measure_height_v1, Station, Station, 0,
    161380015691842289071633880599916783254, 1, ::core::line!()
);
#[cfg(test)]
::renamed::__private::gate!(
    a2t_published_station_name_maker_v1, Station, Station, 1,
    141975349722244243338377362470045780771, 1, ::core::line!()
);
const _: () = {
    use ::renamed::__private as __a2t;
    enum __A2t0 {}
    #[automatically_derived]
    impl ::renamed::Tool for __A2t0 {
        const HEAD: ::renamed::__private::Head = ::renamed::__private::Head::new(
            161380015691842289071633880599916783254,
            1,
            "measure_height",
            18010374888469418651,
            "Measures the height.",
        );
        const PARAMETERS: ::renamed::__private::Parameters = ::renamed::__private::Parameters {
            inputs: &::renamed::__private::inputs_1(
                <i32 as ::renamed::Input>::TYPE,
                "plus",
                "Added to it.",
            ),
            values: &[],
            returns: <i32 as ::renamed::Output>::SHAPE,
            result: &[
                ::renamed::__private::result(
                    <i32 as ::renamed::Output>::SHAPE,
                    "Metres.",
                ),
            ],
            errors: {
                #[allow(unused_imports)]
                use ::renamed::__private::Undeclared as _;
                ::renamed::__private::Returned::<i32>::ERRORS
            },
        };
        type Contexts = (::renamed::__private::Shared<Station>, HeaderMap);
        fn call(
            __call: ::renamed::__private::Invocation,
            (__this, __c0): (::renamed::__private::Shared<Station>, HeaderMap),
        ) -> ::renamed::__private::Reply {
            ::renamed::__private::run(
                ::renamed::__private::take(
                    &__call,
                    |__args| {
                        let (__p0,) = (<i32 as ::renamed::Input>::take(__args),);
                        __args.finish()?;
                        let (__a0, __a1) = (__p0?, __c0);
                        ::core::option::Option::Some(async move {
                            <Station>::measure_height(&__this.0, __a0, __a1).await
                        })
                    },
                ),
                <i32 as ::renamed::Output>::reply,
            )
        }
    }
    enum __A2t1 {}
    #[automatically_derived]
    impl ::renamed::Tool for __A2t1 {
        const HEAD: ::renamed::__private::Head = ::renamed::__private::Head::new(
                141975349722244243338377362470045780771,
                1,
                "name_maker",
                17641970483714577345,
                "Names the maker.",
            )
            .title("Maker")
            .read_only()
            .idempotent()
            .destructive(false)
            .long_running();
        const PARAMETERS: ::renamed::__private::Parameters = ::renamed::__private::Parameters {
            inputs: &::renamed::__private::inputs_0(),
            values: &[],
            returns: <String as ::renamed::Output>::SHAPE,
            result: &[
                ::renamed::__private::result(
                    <String as ::renamed::Output>::SHAPE,
                    "A name.",
                ),
            ],
            errors: {
                #[allow(unused_imports)]
                use ::renamed::__private::Undeclared as _;
                ::renamed::__private::Returned::<String>::ERRORS
            },
        };
        type Contexts = (::renamed::__private::Shared<Station>,);
        fn call(
            __call: ::renamed::__private::Invocation,
            (__this,): (::renamed::__private::Shared<Station>,),
        ) -> ::renamed::__private::Reply {
            ::renamed::__private::run_blocking(
                __call,
                move |__call| ::renamed::__private::take(
                    &__call,
                    |__args| {
                        __args.finish()?;
                        ::core::option::Option::Some(<Station>::name_maker(&__this.0))
                    },
                ),
                <String as ::renamed::Output>::reply,
            )
        }
    }
    pub enum __A2tTools {}
    #[automatically_derived]
    impl __a2t::ToolsWithoutMarker for Station {
        type This = __A2tTools;
        type Kind = __a2t::OfBlock;
    }
    #[automatically_derived]
    impl __a2t::Keyed for __A2tTools {
        const KEYS: &'static [__a2t::Key] = &[
            __a2t::Key::from_tool::<__A2t0>(),
            __a2t::Key::from_tool::<__A2t1>(),
        ];
    }
    #[automatically_derived]
    impl<__A2tState> __a2t::RunsWith<__A2tState, __a2t::Meant> for __A2tTools
    where
        __A2tState: ::core::marker::Send + ::core::marker::Sync + 'static,
        Station: __a2t::Held<__A2tState>,
        HeaderMap: __a2t::Context<__A2tState, __a2t::Meant>,
    {
        const ENTRIES: &'static [__a2t::Entry<__A2tState>] = &[
            __a2t::Entry::from_tool::<__A2t0, __a2t::Meant>(),
            __a2t::Entry::from_tool::<__A2t1, __a2t::Meant>(),
        ];
    }
    #[automatically_derived]
    impl __a2t::RunsWith<__a2t::NoStateA, __a2t::NoStateA> for __A2tTools {
        const ENTRIES: &'static [__a2t::Entry<__a2t::NoStateA>] = &[];
    }
    #[automatically_derived]
    impl __a2t::RunsWith<__a2t::NoStateB, __a2t::NoStateB> for __A2tTools {
        const ENTRIES: &'static [__a2t::Entry<__a2t::NoStateB>] = &[];
    }
};
