//! For any request to well-behaved tools, the answer is a success or a problem, and never a 5xx.

use axum::body::Body;
use axum::extract::Request;
use proptest::prelude::*;

use crate::tools::{LOOKUP, client, toolset};

fn segment() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("tools".to_owned()),
        Just("versions".to_owned()),
        Just(LOOKUP.to_owned()),
        Just(format!("{LOOKUP}:invoke")),
        Just(format!("{LOOKUP}%3Ainvoke")),
        Just("1:invoke".to_owned()),
        "[0-9]{0,12}(:invoke)?",
        "[a-zA-Z0-9%:._~-]{0,40}",
    ]
}

fn path() -> impl Strategy<Value = String> {
    let segments = prop::collection::vec(segment(), 0..5);
    let query = prop_oneof![
        Just(String::new()),
        "\\?(pageLimit|pageCursor|tag|name|x)=[a-z0-9%&=+-]{0,30}",
    ];
    (any::<bool>(), segments, query).prop_map(|(tools, segments, query)| {
        let root = if tools { "/tools/" } else { "/" };
        format!("{root}{}{query}", segments.join("/"))
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        Just("\"Omaha\"".to_owned()),
        Just("null".to_owned()),
        Just("[[{}]]".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        "\"[ -~]{0,30}\"",
    ];
    let name = prop_oneof![Just("City"), Just("days"), Just("units"), Just("what")];
    let pair =
        (name, value).prop_map(|(name, value)| format!(r#"{{"name":"{name}","value":{value}}}"#));
    let pairs = prop::collection::vec(pair, 0..4).prop_map(|pairs| {
        format!(r#"{{"name":"lookup","input_parameters":[{}]}}"#, pairs.join(",")).into_bytes()
    });
    prop_oneof![
        pairs,
        prop::collection::vec(any::<u8>(), 0..60),
        "[{}\\[\\]\",:a-z0-9]{0,40}".prop_map(String::into_bytes)
    ]
}

fn headers() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let name = prop_oneof![
        Just("content-type"),
        Just("content-encoding"),
        Just("if-none-match"),
        Just("accept"),
        Just("expect"),
    ];
    let value =
        prop_oneof![Just("application/json".to_owned()), Just("*".to_owned()), "[ -~]{0,20}"];
    prop::collection::vec((name, value), 0..4)
}

proptest! {
    #[test]
    fn any_request_is_answered_with_json_or_a_problem(
        method in prop_oneof![Just("GET"), Just("POST"), Just("HEAD"), Just("PUT"), "[A-Z]{1,7}".prop_map(|m| &*m.leak())],
        path in path(),
        headers in headers(),
        json in any::<bool>(),
        body in body(),
    ) {
        let mut request = Request::builder().method(method).uri(&path);
        for (name, value) in &headers {
            request = request.header(*name, value);
        }
        if json {
            request = request.header("content-type", "application/json");
        }
        let Ok(request) = request.body(Body::from(body)) else {
            return Ok(());
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let response = runtime.block_on(client().request(request));
        let status = response.status.as_u16();
        prop_assert!(status < 500, "{status} {:?}", response.body);
        // A path that is not below /tools is for the API around the router.
        let below = path.strip_prefix("/tools").unwrap_or("/").split('?').next();
        if status >= 400 && below != Some("/") && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            prop_assert_eq!(&response.headers["content-type"], "application/problem+json");
            if method != "HEAD" {
                let problem = response.json();
                prop_assert_eq!(problem["status"].as_u64(), Some(status.into()));
                prop_assert!(problem["type"].as_str().unwrap().starts_with("urn:a2t:problem:"));
            }
        }
    }

    #[test]
    fn any_page_sizes_walk_every_tool_once(sizes in prop::collection::vec(1usize..12, 1..8)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let names = runtime.block_on(async {
            let client = client();
            let mut names = Vec::new();
            let mut cursor = String::new();
            for size in sizes.iter().cycle() {
                let page = client.get(&format!("/tools?pageLimit={size}{cursor}")).await.json();
                let items = page["items"].as_array().unwrap();
                names.extend(items.iter().map(|item| item["name"].as_str().unwrap().to_owned()));
                match page["paging"].get("next") {
                    Some(next) => cursor = format!("&pageCursor={}", next.as_str().unwrap()),
                    None => break,
                }
            }
            names
        });
        let whole: Vec<_> = toolset().signatures().map(|tool| tool.name.to_string()).collect();
        prop_assert_eq!(names, whole);
    }
}
