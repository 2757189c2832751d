//! `catalog page TOOLS TIMES` cuts a page of 100 from the middle of a catalog, so often; `catalog structs
//! 100 TIMES` writes 100 signatures with serde_json. Both print the time of one in ns.

mod structs;

use std::hint::black_box;
use std::time::Instant;

use a2t_core::wire::listing::Listing;
use a2t_core::wire::page::PageQuery;
use a2t_core::{ToolId, ToolSignature};

fn main() -> Result<(), String> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [way, tools, times] = arguments.as_slice() else {
        return Err("usage: catalog page|structs TOOLS TIMES".to_owned());
    };
    let number = |text: &str| text.parse::<usize>().map_err(|_| format!("not a number: {text}"));
    let (tools, times) = (number(tools)?, number(times)?);
    match way.as_str() {
        "page" => pages(tools, times),
        "structs" => {
            let tools = vec![structs::read(&text())?; tools];
            repeat(times, || {
                serde_json::to_vec(black_box(&tools)).map_err(|error| error.to_string())
            })
        }
        other => Err(format!("no such way: {other}")),
    }
}

fn pages(tools: usize, times: usize) -> Result<(), String> {
    let parsed =
        a2t_core::signature::parse(text().as_bytes()).map_err(|error| error.to_string())?;
    let tools: Vec<_> = (0..tools).map(|number| copy(&parsed.signature, number)).collect();
    let listing = Listing::new(&tools).map_err(|found| found.to_string())?;
    let middle = PageQuery { limit: (tools.len() / 2).clamp(1, 1000), ..PageQuery::default() };
    let page = listing.page(&middle).map_err(|problem| problem.to_string())?.into_bytes();
    let query = PageQuery { cursor: next(&page), ..PageQuery::default() };
    repeat(times, || {
        let page = listing.page(black_box(&query));
        Ok(page.map_err(|problem| problem.to_string())?.parts())
    })
}

fn copy(signature: &ToolSignature, number: usize) -> ToolSignature {
    let name = format!("search_flights_{number:06}").into();
    ToolSignature { tool_id: ToolId::from_u128(number as u128 + 1), name, ..signature.clone() }
}

/// The cursor of the next page; a small catalog has none, and is asked for its first.
fn next(page: &[u8]) -> Option<String> {
    let page: serde_json::Value = serde_json::from_slice(page).ok()?;
    page.pointer("/paging/next")?.as_str().map(str::to_owned)
}

fn repeat<T>(times: usize, write: impl Fn() -> Result<T, String>) -> Result<(), String> {
    let start = Instant::now();
    for _ in 0..times {
        black_box(write()?);
    }
    println!("{}", start.elapsed().as_nanos() as f64 / times as f64);
    Ok(())
}

fn text() -> String {
    include_str!("../../clients/signature.json").to_owned()
}
