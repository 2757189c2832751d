//! What an expansion would have to say of each of its parameters, said once for each number of them: so
//! one call into the library is all that rustc has to judge.

use a2t_core::{AllowedValue, InputParameter, OutputParameter};

use super::run::{answer, run};
use super::signature::{input, output, value};
use crate::tool::{Input, Invocation, Kind, Output, Reply, Type};

type Text = &'static str;

macro_rules! arity {
    ($count:literal $run:ident $answer:ident $inputs:ident $outputs:ident $values:ident $($ty:ident $name:ident)*) => {
        /// Calls an `async` function with its arguments.
        pub fn $run<$($ty,)* R, F, G>(invocation: Invocation, function: G) -> Reply
        where
            $($ty: Input,)*
            R: Output,
            F: Future<Output = R> + Send + 'static,
            G: FnOnce($($ty),*) -> F + Send + 'static,
        {
            run(invocation, move |_arguments| {
                $(let $name = $ty::take(_arguments)?;)*
                Ok(function($($name),*))
            })
        }

        /// Calls a function with its arguments.
        pub fn $answer<$($ty,)* R, G>(invocation: Invocation, function: G) -> Reply
        where
            $($ty: Input,)*
            R: Output,
            G: FnOnce($($ty),*) -> R + Send + 'static,
        {
            answer(invocation, move |_arguments| {
                $(let $name = $ty::take(_arguments)?;)*
                Ok(function($($name),*))
            })
        }

        pub const fn $inputs(
            $($name: (Type, Text, Text)),*
        ) -> [InputParameter; $count] {
            [$(input($name.0, $name.1, $name.2)),*]
        }

        pub const fn $outputs(
            $($name: (Kind, Text, Text)),*
        ) -> [OutputParameter; $count] {
            [$(output($name.0, $name.1, $name.2)),*]
        }

        pub const fn $values($($name: (Text, Text)),*) -> [AllowedValue; $count] {
            [$(value($name.0, $name.1)),*]
        }
    };
}

arity!(0 run_0 answer_0 inputs_0 outputs_0 values_0);
arity!(1 run_1 answer_1 inputs_1 outputs_1 values_1 A a);
arity!(2 run_2 answer_2 inputs_2 outputs_2 values_2 A a B b);
arity!(3 run_3 answer_3 inputs_3 outputs_3 values_3 A a B b C c);
arity!(4 run_4 answer_4 inputs_4 outputs_4 values_4 A a B b C c D d);
arity!(5 run_5 answer_5 inputs_5 outputs_5 values_5 A a B b C c D d E e);
arity!(6 run_6 answer_6 inputs_6 outputs_6 values_6 A a B b C c D d E e H h);
arity!(7 run_7 answer_7 inputs_7 outputs_7 values_7 A a B b C c D d E e H h I i);
arity!(8 run_8 answer_8 inputs_8 outputs_8 values_8 A a B b C c D d E e H h I i J j);
