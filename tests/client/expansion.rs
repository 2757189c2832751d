//! The macros of the library that make the items of a generated client, given names and attributes
//! that a careless macro would stumble over.
#![deny(warnings, missing_docs)]

/// A client written by hand, where nothing of the prelude means what it usually does.
#[allow(dead_code, missing_debug_implementations, missing_docs, unused_imports)]
pub mod awkward {
    pub struct String;
    pub struct Option;
    pub struct Some;
    pub struct Result;
    pub struct Sending;
    pub trait Into {}
    pub trait From {}
    pub trait Default {}
    pub trait PartialEq {}

    pub static TOOLS: ::a2t::client::Approved = ::a2t::client::__private::approved(&[
        r#"{"toolId":"00000000-0000-4000-8000-000000000001","name":"look","description":"Looks.","version":1,"currentVersion":1,"tags":[],"input_parameters":[{"id":"clone","name":"clone","type":"enum","description":"","required":true,"allowed-values":[{"name":"ERR","description":""},{"name":"OK","description":""}]},{"id":"type","name":"type","type":"string","description":"","required":false},{"id":"max","name":"max","type":"int","description":"","required":false,"max":9}],"output_parameters":[{"id":"match","name":"match","type":"int","description":""},{"id":"next","name":"next","type":"string","description":""},{"id":"last","name":"last","type":"boolean","description":""}]}"#,
    ]);

    #[derive(Clone, Debug)]
    pub struct Calls(::a2t::client::Caller);

    impl ::a2t::client::Generated for Calls {
        type Tool = ::a2t::client::__private::Tool;
        fn tools() -> &'static ::a2t::client::Approved {
            &TOOLS
        }
        fn through(caller: ::a2t::client::Caller) -> Self {
            Self(caller)
        }
    }

    impl Calls {
        pub fn look(&self, clone: Clone) -> call::Look {
            self.0.call(0).choice(0, clone).begin(call::Look)
        }
    }

    ::a2t::client::__private::choices! {
        /// Has the name of a trait that it derives.
        pub enum Clone {
            /// Has the name of the associated type of `FromStr`.
            Err = "ERR",
            /// Has a text of more
            ///
            /// than one line.
            Ok = "OK",
        }
        /// Has derives of its user.
        #[derive(PartialOrd, Ord, ::serde::Serialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Debug {
            /// Is renamed on the wire, and by serde.
            #[serde(rename = "SECOND")]
            Second = "second thing",
            /// Has the name of a type that the macro uses.
            String = "string",
            /// Has a raw name.
            #[allow(non_camel_case_types)]
            r#type = "type",
        }
    }

    pub mod call {
        ::a2t::client::__private::calls! {
            /// Has inputs that are keywords, and names that the macro has.
            pub struct Look {
                /// Is a raw name.
                r#type: impl ::core::convert::Into<::std::string::String> = string(1),
                /// Is bounded.
                max: impl ::core::convert::Into<::a2t::client::AtMost<9>> = int(2),
            }
        }
    }

    pub mod reply {
        use ::a2t::client::{Output, Sending};
        ::a2t::client::__private::replies! {
            /// Has outputs that are keywords, and names that the macro has.
            #[derive(Eq, Hash)]
            pub struct Look {
                /// The first.
                pub r#match: Output<i64>,
                /// The second.
                pub next: Output<::std::string::String>,
                /// The third.
                pub last: Output<bool>,
            }
        }
    }

    pub mod output {
        ::a2t::client::__private::open_choices! {
            /// Is ordered.
            #[derive(PartialOrd, Ord)]
            pub enum Sky {
                /// What is not listed comes last.
                Unknown(::std::string::String),
                /// The least.
                Some = "SOME",
                /// More.
                None = "NONE",
            }
        }
    }
}

use a2t::client::fake::Fake;
use awkward::output::Sky;
use awkward::{Calls, Clone as Named, Debug as Derived, reply};

#[test]
fn a_closed_enum_is_its_names_on_the_wire() {
    for (value, name) in [(Named::Err, "ERR"), (Named::Ok, "OK")] {
        let copy = value;
        assert_eq!((value.as_str(), name.parse()), (name, Ok(copy)));
        assert_eq!(format!("{value:>5}"), format!("{name:>5}"));
    }
    assert_eq!(format!("{:?}", Named::Err), "ERR");
    let message = "EER".parse::<Named>().unwrap_err().to_string();
    assert_eq!(message, "`EER` is not one of ERR, OK; did you mean `ERR`?");
    assert_eq!(Derived::r#type.as_str(), "type");
    assert_eq!(Derived::Second.as_str(), "second thing");
}

#[test]
fn derives_of_the_user_and_their_attributes_reach_the_type() {
    assert!(Derived::Second < Derived::String);
    let json = |value| serde_json::to_value(value).unwrap();
    assert_eq!(json(Derived::Second), "SECOND");
    assert_eq!(json(Derived::String), "string");
    let replies = std::collections::HashSet::from([reply::Look::default()]);
    assert_eq!(replies.len(), 1);
}

#[test]
fn what_an_open_enum_does_not_list_comes_last() {
    use a2t::client::{Choice as _, OpenChoice as _};
    let unknown = Sky::unknown("SUITE".to_owned());
    assert_eq!(unknown, Sky::Unknown("SUITE".to_owned()));
    assert_eq!((unknown.as_str(), Sky::None.as_str()), ("SUITE", "NONE"));
    assert_eq!((unknown.unlisted(), Sky::None.unlisted()), (Some("SUITE"), None));
    assert!(Sky::Some < Sky::None && Sky::None < unknown);
    assert_eq!(format!("{unknown:<6}|"), "SUITE |");
    assert_eq!(Sky::from_wire_name("SUITE"), None);
}

#[tokio::test]
async fn inputs_are_set_and_outputs_read_at_their_positions() {
    let fake = Fake::<Calls>::new();
    let call = fake.look(Named::Ok).max(3).r#type("x");
    let debug = format!("{call:?}");
    let reply = call.clone().send().await.unwrap();
    assert!(reply.r#match.is_present() && reply.next.is_present() && reply.last.is_present());
    let sent = fake.sent();
    let pairs: Vec<_> = sent.iter().flat_map(|call| call.arguments().iter()).collect();
    let (ok, x, three) = ("OK".into(), "x".into(), 3.into());
    assert_eq!(pairs, [("clone", &ok), ("type", &x), ("max", &three)]);
    assert!(debug.contains("look"), "{debug}");
}
