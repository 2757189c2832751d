//! Two agents, on two providers of models, answer a question with the tools of the weather vendor and
//! one of [their own program](notebook).
//!
//! The providers are [scripted](script): their replies were written down beforehand in the shapes
//! of their APIs, so that all of it runs offline. The rest is what a program does with a real one.

pub mod agent;
pub mod notebook;
pub mod script;

use std::error::Error;
use std::fmt::Write as _;
use std::sync::{Arc, PoisonError};

use a2t::dialect::{Consent, Decision, Dialect, Executor};
use trip_agent::weather;
use weather_vendor::observations::Observations;

use agent::Agent;
use notebook::Notebook;
use script::Script;

/// A result with any error that kept an agent from its answer.
pub type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// What happened, line by line.
///
/// # Errors
/// A vendor that cannot be served, and any error that keeps an agent from its answer.
pub async fn transcript() -> Result<String> {
    let observations = Arc::new(Observations::noaa()?);
    let vendor =
        a2t::Server::new(weather_vendor::toolset(), observations).bind("127.0.0.1:0").await?;
    let url = format!("http://{}", vendor.local_addr());
    tokio::select! {
        served = vendor.serve() => Err(served.map_or_else(Into::into, |()| "the vendor stopped".into())),
        transcript = converse(&url) => transcript,
    }
}

async fn converse(url: &str) -> Result<String> {
    let weather = weather::Client::new(url)?;
    let (notebook, vendor) = (Notebook::default(), url.to_owned());
    let all = Executor::builder()
        .client(&weather)
        .toolset(notebook::toolset(), Arc::clone(&notebook))
        // The vendor's old versions have no hints, but only look something up.
        .consent(move |request| match request.vendor {
            Some(url) if url == vendor => Consent::Allow,
            _ => request.by_hints(),
        })
        .build()?;

    // Each agent sees the tools that it needs, and can call no others.
    let mut historian = Agent {
        name: "historian",
        dialect: Dialect::Anthropic,
        executor: all.select(|tools| tools.tag("statistics"))?,
        model: Script::new(Dialect::Anthropic, include_str!("../recorded/historian.json"))?,
        user: |_| Decision::Deny("the user is away".to_owned()), // it only reads
    };
    let mut scout = Agent {
        name: "scout",
        dialect: Dialect::OpenaiChat,
        executor: all.select(|tools| tools.only(["find_days_by_weather", "write_note"]))?,
        model: Script::new(Dialect::OpenaiChat, include_str!("../recorded/scout.json"))?,
        user: |_| Decision::Approve,
    };

    let mut transcript = String::new();
    let dryer = "Was July 2014 dryer in Seattle or in New York?";
    let dryer = historian.answer(dryer, &mut transcript).await?;
    let fair =
        format!("{dryer} Which were the first three fair days of July 2014 in the dryer city?");
    scout.answer(&fair, &mut transcript).await?;
    let lines = notebook.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(transcript, "the notebook says: {}", lines.join(" | "))?;
    Ok(transcript)
}
