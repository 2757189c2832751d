//! Walks over pages while tools come and go: what is there throughout is met once.

use std::collections::{BTreeMap, BTreeSet};

use a2t::mcp::Service;
use a2t::testing::TestClient;
use a2t::{LiveToolset, Toolset};
use axum::Router;
use serde_json::json;

use crate::rig::{id, page, speak, tool};
use crate::seeded::Seeded;

/// Tools by their numbers, and those that have not been away since a walk began.
struct World {
    live: LiveToolset<()>,
    there: BTreeSet<u128>,
    throughout: BTreeSet<u128>,
    random: Seeded,
}

/// Names in an order that is not that of the numbers.
fn name(number: u128) -> String {
    format!("t_{:04}_{number}", number * 7919 % 10_000)
}

impl World {
    fn new(tools: u128) -> Self {
        let live = Toolset::default().live();
        live.add((0..tools).map(|number| tool(number, &name(number)))).unwrap();
        let there: BTreeSet<_> = (0..tools).collect();
        Self { live, throughout: there.clone(), there, random: Seeded::new() }
    }

    /// Adds and removes a few tools.
    fn change(&mut self) {
        for _ in 0..self.random.next() % 8 {
            let number = u128::from(self.random.next() % 400);
            if self.there.remove(&number) {
                assert!(self.live.remove(id(number)));
                self.throughout.remove(&number);
            } else {
                self.live.add([tool(number, &name(number))]).unwrap();
                self.there.insert(number);
            }
        }
    }

    /// Checks the names that a walk met.
    fn verify(&mut self, met: &[String]) {
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for name in met {
            *times.entry(name).or_default() += 1;
        }
        assert!(times.values().all(|times| *times == 1), "met twice: {times:?}");
        for number in &self.throughout {
            assert!(times.contains_key(&*name(*number)), "{} was skipped", name(*number));
        }
        assert!(met.is_sorted());
        self.throughout = self.there.clone();
    }
}

#[tokio::test]
async fn pages_of_a2t_neither_skip_nor_repeat_a_tool_that_is_there_throughout() {
    let mut world = World::new(200);
    let client = TestClient::new(Toolset::from(&world.live));
    for walk in 0..40 {
        let (mut met, mut next) = (Vec::new(), String::new());
        loop {
            let limit = world.random.next() % 40 + 1;
            let reply = client.get(&format!("/tools?pageLimit={limit}{next}")).await;
            let (names, cursor) = page(&reply);
            met.extend(names);
            let Some(cursor) = cursor else {
                break;
            };
            next = format!("&pageCursor={cursor}");
            world.change();
        }
        world.verify(&met);
        assert!(!met.is_empty(), "{walk}");
    }
}

#[tokio::test]
async fn pages_for_a_caller_neither_skip_nor_repeat_what_it_sees() {
    let mut world = World::new(200);
    let even = |name: &str| !name.ends_with(['1', '3', '5', '7', '9']);
    let tools = Toolset::from(&world.live).visible(move |_, tool| even(&tool.name));
    let client = TestClient::new(tools);
    for _ in 0..20 {
        let (mut met, mut next) = (Vec::new(), String::new());
        loop {
            let (names, cursor) = page(&client.get(&format!("/tools?pageLimit=9{next}")).await);
            assert!(names.len() == 9 || cursor.is_none());
            met.extend(names);
            let Some(cursor) = cursor else {
                break;
            };
            next = format!("&pageCursor={cursor}");
            world.change();
        }
        assert!(met.iter().all(|name| even(name)));
        world.throughout.retain(|number| even(&name(*number)));
        world.verify(&met);
    }
}

#[tokio::test]
async fn pages_of_mcp_neither_skip_nor_repeat_a_tool_that_is_there_throughout() {
    let mut world = World::new(300);
    let service = Service::new(&world.live, ()).version_names();
    let router: Router = Router::new().nest_service("/mcp", service);
    for _ in 0..20 {
        let (mut met, mut params) = (Vec::new(), json!({}));
        loop {
            let reply = speak(&router, "tools/list", params).await;
            let tools = reply["result"]["tools"].as_array().unwrap().iter();
            met.extend(tools.map(|tool| tool["name"].as_str().unwrap().to_owned()));
            let Some(cursor) = reply["result"]["nextCursor"].as_str() else {
                break;
            };
            params = json!({ "cursor": cursor });
            world.change();
            world.change();
        }
        world.verify(&met);
    }
}
