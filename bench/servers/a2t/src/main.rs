//! One tool of this project, and as many others as the first argument asks for; or, by the second
//! argument, the same with newtypes (`newtypes`), or one that replies a list (`records`). Prints
//! its port; serves until standard input ends.

use a2t::__private::{self, Entry};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

mod newtypes;
mod records;
mod tool;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let tools: usize = std::env::args().nth(1).and_then(|tools| tools.parse().ok()).unwrap_or(1);
    let router = match std::env::args().nth(2).as_deref() {
        Some("serve") => return serve(toolset(tools)).await,
        Some("newtypes") => a2t::toolset![newtypes::search_flights].into_router(),
        Some("records") => a2t::toolset![records::list_flights].into_router(),
        Some(state) => return hold(tools, state).await,
        None => toolset(tools).into_router(),
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    tokio::select! {
        served = axum::serve(listener, router) => served,
        ended = async { tokio::io::stdin().read(&mut [0]).await } => ended.map(|_| ()),
    }
}

/// Ends while it holds what is to be measured: only the entries, a router of them, or one whose
/// catalog was asked for.
async fn hold(tools: usize, state: &str) -> std::io::Result<()> {
    let entries = entries(tools);
    if state == "entries" {
        std::mem::forget(entries);
        return Ok(());
    }
    let router = a2t::Toolset::from_entries(entries.iter().copied()).into_router().with_state(());
    if state == "asked" {
        let request = axum::extract::Request::get("/tools/5f0c2a6e-3b1d-4e7a-9c58-0d2f6a7b8c91");
        let request = request.body(axum::body::Body::empty()).map_err(std::io::Error::other)?;
        let Ok(reply) = router.clone().oneshot(request).await;
        drop(reply);
    }
    std::mem::forget((router, entries));
    Ok(())
}

/// The server of this project rather than axum's: with its limits, its drain, its refusals.
async fn serve(tools: a2t::Toolset<()>) -> std::io::Result<()> {
    let server =
        a2t::Server::new(tools, ()).bind("127.0.0.1:0").await.map_err(std::io::Error::other)?;
    println!("{}", server.local_addr().port());
    let ended = async {
        let _ = tokio::io::stdin().read(&mut [0]).await;
    };
    server.serve_until(ended).await.map_err(std::io::Error::other)
}

fn toolset(tools: usize) -> a2t::Toolset<()> {
    a2t::Toolset::from_entries(entries(tools))
}

/// The tool, and copies of it under other names; they last as long as the program, as written ones do.
fn entries(tools: usize) -> Vec<&'static Entry<()>> {
    let [entry] = <<tool::search_flights as __private::Listed>::This as __private::RunsWith<
        (),
        _,
        _,
    >>::ENTRIES
    else {
        unreachable!("one function, one entry")
    };
    let copies = (1..tools).map(|number| {
        let mut signature = entry.signature.clone();
        signature.tool_id = a2t::ToolId::derive("bench", &number.to_string());
        signature.name = format!("search_flights_{number}").into();
        &*Box::leak(Box::new(Entry { signature: Box::leak(Box::new(signature)), ..*entry }))
    });
    std::iter::once(entry).chain(copies).collect()
}
