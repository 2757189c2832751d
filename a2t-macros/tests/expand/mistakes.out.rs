::core::compile_error! {
    "versions start at 1, not at 0\nhelp: a tool starts with `version = 1`, and each change of its signature adds 1 [A2T-26]"
}
::core::compile_error! {
    "the tool `add` has no description\nhelp: say in a doc comment above the function what it does: `/// …`; models choose tools by it"
}
::core::compile_error! {
    "the input `a` has no description\nhelp: add a doc comment above it, `/// …`: models read it to fill it in"
}
#[allow(dead_code)]
fn add(a: i32) -> i32 {
    a + 1
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct add {}
const _: () = {
    #[automatically_derived]
    impl ::a2t::Tool for add {
        const SIGNATURE: &'static ::a2t::ToolSignature = &::a2t::__private::Head::new(
                0,
                "",
                "",
                1,
            )
            .signature(&[], &[]);
    }
    #[automatically_derived]
    impl ::a2t::__private::Listed for add {
        type This = Self;
        const KEYS: &'static [::a2t::__private::Key] = &[];
    }
    #[automatically_derived]
    impl<S: ::a2t::__private::State> ::a2t::__private::Table<S> for add {
        const ENTRIES: &'static [::a2t::__private::Entry<S>] = &[];
    }
};
enum Units {
    Celsius,
}
::core::compile_error! {
    "the variant `Celsius` has no description\nhelp: add a doc comment above it, `/// …`: models read it to choose it"
}
#[automatically_derived]
impl ::a2t::Output for Units {
    const SHAPE: ::a2t::__private::Shape = ::a2t::__private::Shape::Fields(&[]);
    fn write(
        &self,
        _: &mut ::a2t::__private::ResultWriter,
    ) -> ::a2t::__private::Written {
        ::core::result::Result::Ok(())
    }
}
#[automatically_derived]
impl ::a2t::Enum for Units {
    const VALUES: &'static [::a2t::AllowedValue] = &[];
    fn name(&self) -> &'static ::core::primitive::str {
        ""
    }
    fn from_name(_: &::core::primitive::str) -> ::core::option::Option<Self> {
        ::core::option::Option::None
    }
}
