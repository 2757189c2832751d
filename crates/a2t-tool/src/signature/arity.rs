//! Helpers for each number of parameters up to 8: an expansion calls one of them instead of one for
//! each parameter, because every call that rustc has to check costs time.

// Helpers take one argument or more for each parameter.
#![allow(clippy::too_many_arguments)]

use a2t_core::{AllowedValue, InputParameter, OutputParameter};

use crate::call::run::{Called, take};
use crate::signature::{input, output, value};
use crate::{Arguments, Failure, Invocation, Kind, Type};

type Text = &'static str;

type Take<T> = fn(&mut Arguments<'_>) -> Option<T>;

macro_rules! arity {
    (
        $count:literal $take:ident $inputs:ident $outputs:ident $values:ident
        $($ty:ident $arg:ident $name:ident $text:ident)*
    ) => {
        /// Calls a function with its arguments.
        ///
        /// # Errors
        /// The arguments break the signature.
        pub fn $take<$($ty,)* T>(
            invocation: Invocation,
            function: impl FnOnce($($ty),*) -> T,
            $($arg: Take<$ty>),*
        ) -> Result<Called<T>, Failure> {
            take(&invocation, |_arguments| {
                $(let $arg = $arg(_arguments);)*
                _arguments.finish()?;
                Some(function($($arg?),*))
            })
        }

        pub const fn $inputs(
            $($arg: Type, $name: Text, $text: Text),*
        ) -> [InputParameter; $count] {
            [$(input($arg, $name, $text)),*]
        }

        pub const fn $outputs(
            kinds: &[Kind; $count],
            $($name: Text, $text: Text),*
        ) -> [OutputParameter; $count] {
            let [$($arg),*] = *kinds;
            [$(output($arg, $name, $text)),*]
        }

        pub const fn $values($($name: Text, $text: Text),*) -> [AllowedValue; $count] {
            [$(value($name, $text)),*]
        }
    };
}

arity!(0 take_0 inputs_0 outputs_0 values_0);
arity!(1 take_1 inputs_1 outputs_1 values_1 A a a_name a_text);
arity!(2 take_2 inputs_2 outputs_2 values_2 A a a_name a_text B b b_name b_text);
arity!(3 take_3 inputs_3 outputs_3 values_3 A a a_name a_text B b b_name b_text C c c_name c_text);
arity!(4 take_4 inputs_4 outputs_4 values_4
    A a a_name a_text B b b_name b_text C c c_name c_text D d d_name d_text);
arity!(5 take_5 inputs_5 outputs_5 values_5
    A a a_name a_text B b b_name b_text C c c_name c_text D d d_name d_text
    E e e_name e_text);
arity!(6 take_6 inputs_6 outputs_6 values_6
    A a a_name a_text B b b_name b_text C c c_name c_text D d d_name d_text
    E e e_name e_text H h h_name h_text);
arity!(7 take_7 inputs_7 outputs_7 values_7
    A a a_name a_text B b b_name b_text C c c_name c_text D d d_name d_text
    E e e_name e_text H h h_name h_text I i i_name i_text);
arity!(8 take_8 inputs_8 outputs_8 values_8
    A a a_name a_text B b b_name b_text C c c_name c_text D d d_name d_text
    E e e_name e_text H h h_name h_text I i i_name i_text J j j_name j_text);
