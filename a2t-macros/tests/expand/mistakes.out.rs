::core::compile_error! {
    "versions start at 1, not at 0\nhelp: a tool starts with `version = 1`, and each change of its signature adds 1 [A2T-26]"
}
::core::compile_error! {
    "the tool `add` has no description\nhelp: describe what it does in a doc comment above the function, `/// …`; models choose tools by it"
}
::core::compile_error! {
    "the input `a` has no description\nhelp: add a doc comment above it, `/// …`: models read it to fill it in"
}
#[allow(dead_code)]
fn add(a: i32) -> i32 {
    a + 1
}
#[doc(hidden)]
enum r#add {}
#[automatically_derived]
impl ::a2t::Tool for add {
    const HEAD: ::a2t::__private::Head = ::a2t::__private::Head::REFUSED;
    const PARAMETERS: ::a2t::__private::Parameters = ::a2t::__private::Parameters::REFUSED;
    type Contexts = ();
    fn call(_: ::a2t::__private::Invocation, (): ()) -> ::a2t::__private::Reply {
        ::core::unreachable!()
    }
}
enum Units {
    Celsius,
}
::core::compile_error! {
    "the variant `Celsius` has no description\nhelp: add a doc comment above it, `/// …`: models read it to choose it"
}
#[automatically_derived]
impl ::a2t::Output for Units {
    type Form = ::a2t::__private::Own;
    const SHAPE: ::a2t::__private::Shape = ::a2t::__private::Shape::REFUSED;
    fn write(&self, _: &mut ::a2t::__private::Writer) {}
}
#[automatically_derived]
impl ::a2t::__private::Inner for Units {
    type This = Self;
}
#[automatically_derived]
impl ::a2t::Enum for Units {
    const CHOICES: ::a2t::__private::Choices = ::a2t::__private::Choices::REFUSED;
    fn nth(_: ::core::primitive::usize) -> Self {
        ::core::unreachable!()
    }
}
