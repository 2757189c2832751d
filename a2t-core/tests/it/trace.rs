//! Trace contexts, by the cases of W3C Trace Context, level 1.
#![allow(clippy::unwrap_used, clippy::string_slice)]

use a2t_core::wire::trace::TraceContext;
use proptest::prelude::*;

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

fn state(text: &str) -> String {
    TraceContext::parse(PARENT, text).unwrap().tracestate().to_owned()
}

#[test]
fn a_parent_is_read_strictly() {
    assert_eq!(TraceContext::parse(PARENT, "").unwrap().traceparent(), PARENT);
    for wrong in [
        "",
        "00",
        "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0A",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-011",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "FF-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what",
        "00-4bf92f3577b34da6a3ce929d0e0e473\u{e9}-00f067aa0ba902b7-1",
    ] {
        assert_eq!(TraceContext::parse(wrong, ""), None, "{wrong}");
    }
}

#[test]
fn a_later_version_is_read_as_far_as_this_one_goes() {
    for later in ["cc", "01", "fe"] {
        for rest in ["", "-", "-what-the-future-will-be-like"] {
            let read = TraceContext::parse(&format!("{later}{}{rest}", &PARENT[2..]), "").unwrap();
            assert_eq!(read.traceparent(), PARENT);
        }
    }
}

#[test]
fn the_one_flag_of_this_level_is_passed_on() {
    for (flags, sent) in [("00", "00"), ("01", "01"), ("02", "00"), ("ff", "01")] {
        let read = TraceContext::parse(&format!("{}{flags}", &PARENT[..53]), "").unwrap();
        assert!(read.traceparent().ends_with(&format!("-{sent}")), "{flags}");
    }
}

#[test]
fn a_state_is_passed_on_or_left_out_whole() {
    let long =
        |count: usize| (0..count).map(|index| format!("k{index}=1")).collect::<Vec<_>>().join(",");
    for kept in ["foo=1", "foo=1,bar=2", "a@b=1", "0t@vendor=x y", "foo= 1", &long(32)] {
        assert_eq!(state(kept), kept);
    }
    assert_eq!(state(" foo=1 ,\t, bar=2\t"), "foo=1,bar=2");
    assert_eq!(state("foo=1,foo=2"), "foo=1");
    let keys = ["Foo=1", "0foo=1", "foo =1", "@v=1", "t@=1", "t@0v=1", "t@v@w=1", "f.o=1"];
    let values = ["foo", "foo=", "foo=\u{e9}", "foo=1=2", "foo=\u{7f}"];
    for wrong in keys.into_iter().chain(values).chain([long(33).as_str()]) {
        assert_eq!(state(&format!("bar=2,{wrong}")), "", "{wrong}");
    }
    for (key, value, kept) in [(256, 256, true), (257, 1, false), (1, 257, false)] {
        let member = format!("{}={}", "k".repeat(key), "v".repeat(value));
        // Beyond 512 characters in all, long members go, which is not an error.
        let others = state(&format!("bar=2,{member}"));
        assert_eq!(others, if kept { "bar=2" } else { "" }, "{key} {value}");
    }
    let tenant = |tenant: usize, system: usize| {
        state(&format!("{}@{}=1", "t".repeat(tenant), "s".repeat(system)))
    };
    assert!(!tenant(241, 14).is_empty());
    assert!(tenant(242, 14).is_empty() && tenant(241, 15).is_empty());
}

#[test]
fn a_long_state_loses_long_members_first_and_then_the_last() {
    let member = |name: &str, length: usize| format!("{name}={}", "v".repeat(length));
    let (long, short) = (member("long", 200), member("a", 100));
    let others: Vec<_> = "bcdefg".chars().map(|name| member(&name.to_string(), 100)).collect();
    let kept = state(&format!("{long},{short},{}", others.join(",")));
    assert!(kept.len() <= 512 && kept.starts_with(&short) && !kept.contains("long"));
    assert_eq!(kept.matches(',').count(), 3);
}

#[test]
fn what_a_system_keeps_in_its_state_is_not_shown() {
    let context = TraceContext::parse(PARENT, "vendor=s3cret").unwrap();
    assert!(!format!("{context:?}").contains("s3cret"));
}

proptest! {
    #[test]
    fn nothing_panics_and_what_is_read_is_written_the_same(
        version in "[0-9a-f]{2}", trace in "[0-9a-fA-F]{32}", span in "[0-9a-f]{16}",
        flags in "[0-9a-f]{2}", rest in ".{0,8}", text in ".{0,600}",
    ) {
        let parent = format!("{version}-{trace}-{span}-{flags}{rest}");
        if let Some(read) = TraceContext::parse(&parent, &text) {
            prop_assert!(read.tracestate().len() <= 512);
            let again = TraceContext::parse(&read.traceparent(), read.tracestate());
            prop_assert_eq!(again, Some(read));
        }
        TraceContext::parse(&text, &parent);
    }
}
