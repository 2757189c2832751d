//! Queries, cursors and pages: what a server answers and what a client reads back.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::borrow::Cow;

use a2t_core::signature::parse_value;
use a2t_core::wire::body::PageBody;
use a2t_core::wire::listing::Listing;
use a2t_core::wire::page::{LIMIT_DEFAULT, LIMIT_MAX, PageQuery, read_page};
use a2t_core::wire::problem::{Kind, Problem};
use a2t_core::{Code, ToolId, ToolSignature, ValidationError, Violations, catalog};
use proptest::prelude::*;
use serde_json::{Value, json};

fn document(id: u128, name: &str, version: u32, tags: &[&str]) -> Value {
    json!({"toolId": ToolId::from_u128(id).to_string(), "name": name, "description": "",
        "version": version, "currentVersion": version, "tags": tags, "output_parameters": []})
}

fn tool(id: u128, name: &str, version: u32, tags: &[&str]) -> ToolSignature {
    parse_value(&document(id, name, version, tags), "").unwrap().signature
}

fn query(text: &str) -> PageQuery {
    PageQuery::parse(Some(text)).unwrap()
}

/// Every name that walking from the first page to the last delivers.
fn walk<'a>(
    query: PageQuery,
    page: impl Fn(&PageQuery) -> Result<PageBody<'a>, Problem>,
) -> Vec<String> {
    let (mut names, mut query) = (Vec::new(), query);
    loop {
        let page = read_page(&page(&query).unwrap().into_bytes()).unwrap();
        assert!(page.unknown.is_empty());
        assert!(page.items.len() <= query.limit);
        assert_eq!(page.limit, Some(query.limit as u64));
        names.extend(
            page.items
                .into_iter()
                .map(|item| format!("{} {}", item.signature.name, item.signature.version)),
        );
        match page.next {
            Some(next) if names.len() < 200 => query.cursor = Some(next),
            Some(_) => panic!("walking in circles: {names:?}"),
            None => return names,
        }
    }
}

fn tools(count: u128) -> Vec<ToolSignature> {
    let tags: &[&[&str]] = &[&[], &["a"], &["b"], &["a", "b"]];
    let one = |id: u128| tool(id, &format!("Tool_{}", id * 7 % 101), 1, tags[(id % 4) as usize]);
    (0..count).map(one).collect()
}

proptest! {
    #[test]
    fn walking_delivers_each_tool_once(count in 0..40_u128, limit in 1..12_usize, tags in 0..4_usize, name in "[0-9]?") {
        let tools = tools(count);
        let listing = Listing::new(&tools).unwrap();
        let tags = [&[][..], &["a"], &["b"], &["a", "b"]][tags];
        let wanted = PageQuery {
            cursor: None,
            limit,
            tags: tags.iter().map(ToString::to_string).collect(),
            name: Some(format!("TOOL_{name}")).filter(|_| !name.is_empty()),
        };
        let has = |tool: &&ToolSignature| tags.iter().all(|tag| tool.tags.iter().any(|one| one == tag))
            && tool.name.starts_with(&format!("Tool_{name}"));
        let mut expected: Vec<_> = tools.iter().filter(has).map(|tool| format!("{} 1", tool.name)).collect();
        expected.sort();
        prop_assert_eq!(walk(wanted, |query| listing.page(query)), expected);
    }

    #[test]
    fn walking_versions_delivers_each_once_newest_first(count in 1..30_u32, limit in 1..12_usize) {
        let tools: Vec<_> = (1..=count).map(|version| tool(1, "t", version, &[])).collect();
        let listing = Listing::new(&tools).unwrap();
        let expected: Vec<_> = (1..=count).rev().map(|version| format!("t {version}")).collect();
        let query = PageQuery { limit, ..PageQuery::default() };
        prop_assert_eq!(walk(query, |query| listing.versions_page(ToolId::from_u128(1), query)), expected);
    }

    #[test]
    fn every_version_of_every_tool_is_found(versions in proptest::collection::btree_set((0..20_u128, 1..6_u32), 0..60)) {
        // Names in another order than ids, and tags on some.
        let one = |(id, version): &(u128, u32)| {
            let tags: &[&str] = if id % 3 == 0 { &["a"] } else { &[] };
            tool(*id, &format!("Tool_{}", id * 7 % 101), *version, tags)
        };
        let tools: Vec<_> = versions.iter().map(one).collect();
        let listing = Listing::new(&tools).unwrap();
        let mut newest: Vec<&ToolSignature> = Vec::new();
        for tool in &tools {
            let all = tools.iter().filter(|other| other.tool_id == tool.tool_id);
            let current_version = all.clone().map(|other| other.version).max().unwrap();
            let mut expected = tool.clone();
            expected.current_version = current_version;
            prop_assert_eq!(listing.version(tool.tool_id, tool.version).unwrap(), serde_json::to_vec(&expected).unwrap());
            if tool.version == current_version {
                prop_assert_eq!(listing.tool(tool.tool_id), listing.version(tool.tool_id, tool.version));
                newest.push(tool);
            }
            let mut all: Vec<_> = all.map(|other| format!("{} {}", other.name, other.version)).collect();
            all.sort_by(|left, right| right.cmp(left));
            prop_assert_eq!(walk(query("pageLimit=2"), |query| listing.versions_page(tool.tool_id, query)), all);
        }
        newest.sort_by_key(|tool| &*tool.name);
        prop_assert_eq!(listing.len(), newest.len());
        let names = |tools: Vec<&ToolSignature>| -> Vec<_> {
            tools.into_iter().map(|tool| format!("{} {}", tool.name, tool.version)).collect()
        };
        let tagged: Vec<_> = newest.iter().copied().filter(|tool| !tool.tags.is_empty()).collect();
        prop_assert_eq!(walk(query("pageLimit=3"), |query| listing.page(query)), names(newest));
        prop_assert_eq!(walk(query("pageLimit=3&tag=a&name=tool"), |query| listing.page(query)), names(tagged));
    }

    #[test]
    fn a_query_survives_writing(
        cursor in proptest::option::of(".+"), limit in 1..=LIMIT_MAX,
        tags in proptest::collection::vec(".+", 0..3), name in proptest::option::of(".+"),
    ) {
        let query = PageQuery { cursor, limit, tags, name };
        prop_assert_eq!(PageQuery::parse(Some(&query.to_query())), Ok(query));
    }

    #[test]
    fn any_query_and_any_cursor_is_answered(text in ".*", cursor in "\\PC{0,60}|[0-9a-f+]{20,50}") {
        let tools = tools(3);
        let listing = Listing::new(&tools).unwrap();
        let _ = PageQuery::parse(Some(&text));
        let query = PageQuery { cursor: Some(cursor), ..PageQuery::default() };
        prop_assert_eq!(listing.page(&query).unwrap_err().kind, "invalid-page");
        prop_assert_eq!(listing.versions_page(ToolId::from_u128(1), &query).unwrap_err().kind, "invalid-page");
    }

    #[test]
    fn any_bytes_are_no_page_or_catalog_but_an_error(text in any::<Vec<u8>>()) {
        prop_assert!(read_page(&text).is_err() && catalog::parse(&text).is_err());
    }
}

#[test]
fn a_listing_shows_the_newest_version_and_every_version_knows_it() {
    let tools = [tool(1, "b", 1, &[]), tool(2, "a", 1, &[]), tool(1, "b", 3, &[])];
    let listing = Listing::new(&tools).unwrap();
    let names = walk(PageQuery::default(), |query| listing.page(query));
    assert_eq!(names, ["a 1", "b 3"]);
    let id = ToolId::from_u128(1);
    assert_eq!(listing.tool(id), listing.version(id, 3));
    let first = a2t_core::signature::parse(listing.version(id, 1).unwrap()).unwrap().signature;
    assert_eq!((first.version, first.current_version), (1, 3));
    assert_eq!(listing.version(id, 2).unwrap_err().kind, Kind::UnknownVersion.slug());
    assert_eq!(listing.tool(ToolId::from_u128(9)).unwrap_err().kind, Kind::UnknownTool.slug());
    assert!(Listing::new([]).unwrap().is_empty());
}

#[test]
fn a_listing_refuses_duplicates() {
    let pointers = |tools: &[ToolSignature]| {
        let found = Listing::new(tools).unwrap_err();
        found.into_iter().map(|violation| violation.pointer).collect::<Vec<_>>()
    };
    assert_eq!(pointers(&[tool(1, "a", 1, &[]), tool(1, "a", 1, &[])]), ["/1/version"]);
    assert_eq!(pointers(&[tool(1, "a", 1, &[]), tool(2, "a", 1, &[])]), ["/1/name"]);
}

#[test]
fn a_cursor_belongs_to_one_list() {
    let tools = [
        tool(1, "a", 1, &["x"]),
        tool(2, "b", 1, &["x"]),
        tool(1, "a", 2, &["x"]),
        tool(2, "b", 2, &["x"]),
    ];
    let listing = Listing::new(&tools).unwrap();
    let next = |body: PageBody<'_>| read_page(&body.into_bytes()).unwrap().next.unwrap();
    let (one, two) = (ToolId::from_u128(1), ToolId::from_u128(2));
    let all = next(listing.page(&query("pageLimit=1")).unwrap());
    let tagged = next(listing.page(&query("pageLimit=1&tag=x")).unwrap());
    let versions = next(listing.versions_page(one, &query("pageLimit=1")).unwrap());
    let with = |text: &str, cursor: &str| query(&format!("{text}&pageCursor={cursor}"));
    assert!(listing.page(&with("", &all)).is_ok());
    assert!(listing.page(&with("tag=x", &tagged)).is_ok());
    assert!(listing.versions_page(one, &with("", &versions)).is_ok());
    for refused in [
        listing.page(&with("", &tagged)),
        listing.page(&with("tag=x", &all)),
        listing.page(&with("", &versions)),
        listing.page(&with("", &all.to_uppercase())),
        listing.versions_page(one, &with("", &all)),
        listing.versions_page(two, &with("", &versions)),
    ] {
        let problem = refused.unwrap_err();
        assert_eq!((problem.status, problem.violations.as_slice()[0].code), (400, Code::BadCursor));
    }
}

#[test]
fn a_page_goes_on_behind_a_tool_that_is_gone() {
    let tools = [tool(1, "a", 1, &[]), tool(2, "b", 1, &[]), tool(3, "c", 1, &[])];
    let first = Listing::new(&tools).unwrap();
    let page = first.page(&query("pageLimit=2")).unwrap().into_bytes();
    let next = read_page(&page).unwrap().next.unwrap();
    for rest in [&tools[2..], &[tools[0].clone(), tools[2].clone()]] {
        let rest = Listing::new(rest).unwrap();
        let page = rest.page(&query(&format!("pageCursor={next}"))).unwrap().into_bytes();
        let names = read_page(&page).unwrap().items;
        let names: Vec<_> = names.iter().map(|item| &*item.signature.name).collect();
        assert_eq!(names, ["c"]);
    }
}

#[test]
fn a_tool_that_is_new_does_not_disturb_who_is_on_the_way() {
    let next = read_page(
        &Listing::new(&tools(9)).unwrap().page(&query("pageLimit=4")).unwrap().into_bytes(),
    )
    .unwrap()
    .next;
    let rest = |listing: &Listing| {
        walk(PageQuery { cursor: next.clone(), ..PageQuery::default() }, |query| {
            listing.page(query)
        })
    };
    let before = rest(&Listing::new(&tools(9)).unwrap());
    let mut more = tools(9);
    more.push(tool(99, "AAA", 1, &[]));
    assert_eq!(rest(&Listing::new(&more).unwrap()), before);
}

#[test]
fn a_query_is_decoded_and_bounded() {
    assert_eq!(PageQuery::parse(None), Ok(PageQuery::default()));
    assert_eq!(PageQuery::parse(Some("")), Ok(PageQuery::default()));
    assert_eq!(PageQuery::default().limit, LIMIT_DEFAULT);
    let read = query("%74ag=air+quality&tag=%C3%A9&name=a%2Bb&pageCursor=&x=%zz&%ff=1&&=");
    assert_eq!(
        (&*read.tags, read.name.as_deref(), read.cursor),
        (&["air quality".to_owned(), "é".to_owned()][..], Some("a+b"), None)
    );
    assert_eq!(query("pageLimit=1001").limit, LIMIT_MAX);
    assert_eq!(query("pageLimit=99999999999999999999999").limit, LIMIT_MAX);
    assert_eq!(query("pageLimit=0007").limit, 7);
}

#[test]
fn all_that_is_wrong_with_a_query_is_said() {
    let codes = |text: &str| -> Vec<Code> {
        let found =
            PageQuery::parse(Some(text)).map_or_else(|found| found, |_| Violations::default());
        found.iter().map(|violation| violation.code).collect()
    };
    for limit in ["", "0", "00", "-1", "+1", "%2B1", "1.0", "1e2", "ten", "1 ", "٣"] {
        assert_eq!(codes(&format!("pageLimit={limit}")), [Code::BadPageLimit], "{limit}");
    }
    assert_eq!(codes("pageLimit"), [Code::BadPageLimit]);
    assert_eq!(
        codes("tag=%ff&name=%4&pageCursor=a&pageCursor=a&pageLimit=x"),
        [Code::BadQuery, Code::BadQuery, Code::BadQuery, Code::BadPageLimit]
    );
    let problem = Problem::page(PageQuery::parse(Some("pageLimit=0")).unwrap_err());
    assert_eq!(
        problem.detail,
        "the query: `pageLimit`: expected an integer from 1, got `0` [A2T-53]"
    );
}

#[test]
fn the_last_page_has_no_next_however_it_says_so() {
    let items = json!([document(1, "a", 1, &[])]);
    for paging in [json!({"pageLimit": 5}), json!({"next": null}), json!({"next": ""}), json!(null)]
    {
        let page = json!({"items": items, "paging": paging}).to_string();
        assert_eq!(read_page(page.as_bytes()).unwrap().next, None);
    }
    assert_eq!(read_page(json!({"items": items}).to_string().as_bytes()).unwrap().next, None);
}

#[test]
fn every_mistake_of_every_item_of_a_page_is_reported() {
    let mut bad = document(2, "", 1, &[]);
    bad["version"] = json!(0);
    let page = json!({"items": [document(1, "a", 1, &[]), bad, 7], "paging": {"next": true}});
    let Err(ValidationError::Rules(found)) = read_page(page.to_string().as_bytes()) else {
        panic!()
    };
    let mut pointers: Vec<_> = found.iter().map(|violation| &*violation.pointer).collect();
    pointers.sort_unstable();
    assert_eq!(pointers, ["/items/1/name", "/items/1/version", "/items/2", "/paging/next"]);
}

#[test]
fn members_that_a_page_should_not_have_are_named() {
    let page = json!({"items": [], "paging": {"Next": "a"}, "total": 1});
    let unknown = read_page(page.to_string().as_bytes()).unwrap().unknown;
    let pointers: Vec<_> = unknown
        .iter()
        .map(|violation| (&*violation.pointer, violation.did_you_mean.as_deref()))
        .collect();
    assert_eq!(pointers, [("/total", None), ("/paging/Next", Some("next"))]);
}

#[test]
fn a_page_of_neighbours_is_a_part_of_the_listing() {
    let tools = tools(40);
    let listing = Listing::new(&tools).unwrap();
    let all = listing.as_bytes().as_ptr_range();
    let mut wanted = query("pageLimit=7");
    for _ in 0..6 {
        let page = listing.page(&wanted).unwrap();
        let next = read_page(&page.clone().into_bytes()).unwrap().next;
        let (before, items, after) = page.parts();
        assert!(matches!(items, Cow::Borrowed(_)));
        assert!(all.contains(&items.as_ptr()));
        assert_eq!(before, b"{\"items\":[");
        assert!(after.len() < 128, "{}", String::from_utf8_lossy(&after));
        wanted.cursor = next;
    }
    assert_eq!(wanted.cursor, None);
}
