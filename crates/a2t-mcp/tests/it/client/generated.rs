//! Generated clients against a server of the official SDK: what they send, what they refuse to send,
//! and what they make of a reply; and the same agents with a fake.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2t::mcp::client::fake::Failure;
use a2t::mcp::client::{Content, Int, Kind, Null, Nullable, Text};
use a2t_schema::Snapshot;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

include!("../../../../../tests/codegen/golden/mcp_every_shape.rs");
include!("../../../../../tests/codegen/golden/mcp_everything.rs");
include!("../../../../../tests/codegen/golden/mcp_filesystem.rs");
include!("../../../../../tests/codegen/golden/mcp_git.rs");
include!("../../../../../tests/codegen/golden/mcp_memory.rs");

use mcp_every_shape::input::book as given;
use mcp_every_shape::input::change_seat::Seat;
use mcp_every_shape::output::book as sent;
use mcp_every_shape::output::change_seat::WindowSeat;

/// A server with the tools of a snapshot, whose replies a test writes.
#[derive(Clone, Default)]
struct Scripted {
    tools: Vec<Value>,
    replies: HashMap<&'static str, Value>,
    calls: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Scripted {
    fn new(snapshot: &str, replies: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let path =
            format!("{}/../../tests/codegen/catalogs/{snapshot}.json", env!("CARGO_MANIFEST_DIR"));
        let snapshot = Snapshot::parse(&std::fs::read(path).unwrap()).unwrap();
        let tools = snapshot.tools.iter().map(a2t_schema::Tool::to_value).collect();
        Self { tools, replies: replies.into_iter().collect(), calls: Arc::default() }
    }

    async fn serve(&self) -> String {
        let (server, manager) = (self.clone(), Arc::new(LocalSessionManager::default()));
        let config = StreamableHttpServerConfig::default();
        let service = StreamableHttpService::new(move || Ok(server.clone()), manager, config);
        let router = axum::Router::new().nest_service("/mcp", service);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}/mcp")
    }

    fn calls(&self) -> Vec<(String, Value)> {
        self.calls.lock().unwrap().clone()
    }
}

impl ServerHandler for Scripted {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(serde_json::from_value(json!({"tools": self.tools})).unwrap())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        self.calls.lock().unwrap().push((request.name.to_string(), arguments));
        let reply = self.replies.get(&*request.name).cloned();
        let reply = reply.unwrap_or_else(|| json!({"content": []}));
        let result: CallToolResult = serde_json::from_value(reply).unwrap();
        Ok(result.into())
    }
}

fn structured(value: Value) -> Value {
    json!({"content": [{"type": "text", "text": value.to_string()}], "structuredContent": value})
}

fn booked() -> Value {
    json!({
        "id": 7, "price": 21, "seat": "roof", "class": null, "note": null, "late": 3.0, "either": "x",
        "legs": [{"from": "OMA", "to": "BOS", "added": true,
            "stops": [{"latitude": 1.5, "longitude": 2, "label": "x"}]}],
        "added": {"by": "a newer server"},
    })
}

#[tokio::test]
async fn every_shape_goes_out_and_comes_back_as_its_own() {
    let server = Scripted::new("mcp_every_shape", [("book", structured(booked()))]);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();

    let stop = given::Stops::new(1, 2.5).label("first");
    let call = every.book(5, "Ada", [stop], given::Seat::Aisle, Null, "anything");
    let window = given::Window::new("2026-11-01T00:00:00Z", Null).seat(given::WindowSeat::B);
    let call = call.any_int(-5).at_least(0).at_most(9_u8).grid([vec![1, 2], vec![]]).window(window);
    let call = call.home(given::Home::new(0, 0)).back(given::Back::new(0.5, 1)).paid(true).price(9);
    let call = call.kind(given::Kind::Flight).level(2).mail("a@b.example").tags(["a", "b"]);
    let call = call.tree(given::Tree::new(1).children([json!({"value": 2})])).either(3);
    let reply = call.maybe([Nullable::from(1.5), Null.into()]).code("ABC").send().await.unwrap();

    let expected = json!({
        "id": 5, "name": "Ada", "stops": [{"latitude": 1, "longitude": 2.5, "label": "first"}],
        "seat": "Aisle", "class": null, "anything": "anything", "any_int": -5, "at_least": 0, "at_most": 9,
        "grid": [[1, 2], []], "window": {"from": "2026-11-01T00:00:00Z", "to": null, "seat": "b"},
        "home": {"latitude": 0, "longitude": 0}, "back": {"latitude": 0.5, "longitude": 1}, "paid": true,
        "price": 9, "kind": "flight", "level": 2, "mail": "a@b.example", "tags": ["a", "b"],
        "tree": {"value": 1, "children": [{"value": 2}]}, "either": 3, "maybe": [1.5, null], "code": "ABC",
    });
    assert_eq!(server.calls(), [("book".to_owned(), expected)]);

    assert_eq!((reply.id, reply.price, reply.late), (7, Some(21.0), Some(3)));
    assert_eq!(reply.seat, sent::Seat::Unknown("roof".to_owned()));
    assert_eq!((reply.class, reply.note, reply.paid), (None, None, None));
    assert_eq!(reply.either, json!("x"));
    assert_eq!((&*reply.legs[0].from, &*reply.legs[0].to), ("OMA", "BOS"));
    let stops = reply.legs[0].stops.as_deref().unwrap();
    assert_eq!((stops[0].longitude, stops[0].label.as_deref()), (2.0, Some("x")));
}

#[tokio::test]
async fn an_enum_of_an_output_goes_into_the_inputs_that_say_the_same() {
    use mcp_every_shape::output::change_seat::Seat as Had;

    let mut booked = booked();
    booked["seat"] = json!("window");
    let changed = json!({"seat": "roof", "tried": [{"seat": "b"}]});
    let replies = [("book", structured(booked)), ("change_seat", structured(changed))];
    let server = Scripted::new("mcp_every_shape", replies);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let stop = given::Stops::new(0, 0);
    let book = || every.book(1, "a", [stop.clone()], given::Seat::Window, Null, 1);

    // Of another tool, from a list into an object, and back.
    let seat: Seat = book().await.unwrap().seat.try_into().unwrap();
    let changed = every.change_seat(seat).await.unwrap();
    let tried = given::WindowSeat::try_from(changed.tried[0].seat.clone()).unwrap();
    book().window(given::Window::new("now", Null).seat(tried)).await.unwrap();
    assert_eq!(Had::from(Seat::Aisle), Had::Aisle);
    assert_eq!(sent::Seat::from(Seat::Unknown), sent::Seat::Unknown_);
    // What was not approved goes no further.
    let error = Seat::try_from(changed.seat).unwrap_err();
    assert_eq!(error.to_string(), "`roof` is not one of window, aisle, Unknown");

    let calls = server.calls();
    assert_eq!(calls[1], ("change_seat".to_owned(), json!({"seat": "window"})));
    assert_eq!(calls[2].1["window"]["seat"], "b");
}

#[tokio::test]
async fn an_object_of_an_output_goes_into_the_inputs_that_say_the_same() {
    let changed = |seat: &str| {
        let window = json!({"from": "9:00", "to": null, "seat": seat, "new": true});
        structured(json!({"seat": "roof", "tried": [], "window": window}))
    };
    let replies = [("book", structured(booked())), ("change_seat", changed("b"))];
    let server = Scripted::new("mcp_every_shape", replies);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let book = |stops| every.book(1, "a", stops, given::Seat::Window, Null, 1);

    let first = book(vec![given::Stops::new(0, 0)]).await.unwrap();
    let window = every.change_seat(Seat::Aisle).await.unwrap().window.unwrap();
    let stops = first.legs[0].stops.clone().unwrap();
    let stops = stops.into_iter().map(Into::into).collect();
    book(stops).window(window.clone()).await.unwrap();
    let sent = &server.calls()[2].1;
    let label = json!([{"latitude": 1.5, "longitude": 2.0, "label": "x"}]);
    assert_eq!(sent["stops"], label);
    // A value that may be `null` is not left out; what a newer server added is.
    assert_eq!(sent["window"], json!({"from": "9:00", "to": null, "seat": "b"}));

    // What the input's schema does not take is refused before it is sent.
    let mut odd = window;
    odd.seat = WindowSeat::Unknown("c".to_owned());
    let error = book(Vec::new()).window(odd).await.unwrap_err();
    let pointers: Vec<_> = error.violations().unwrap().iter().map(|one| &*one.pointer).collect();
    assert_eq!((pointers, server.calls().len()), (vec!["/stops", "/window/seat"], 3));
}

fn labelled() -> Value {
    json!({
        "labels": {"sea": "rough"}, "counts": {"a/b": 2}, "moods": {"sea": "rough", "sky": "grey"},
        "points": {"home": {"x": 1, "y": 2.5}}, "lists": {"a": [1], "b": []}, "nested": {"a": {"b": "c"}},
        "prices": null, "maybe": {"a": null, "b": "c"}, "chart": {"moods": {"sea": "calm"}, "depths": {"sea": 9}},
    })
}

#[tokio::test]
async fn a_map_goes_out_and_comes_back() {
    use mcp_every_shape::input::label::{Moods, Points};
    use mcp_every_shape::output::label as had;

    let replies = [("label", structured(labelled())), ("set_env", structured(json!({"HOME": 1})))];
    let server = Scripted::new("mcp_every_shape", replies);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let labels = HashMap::from([("sea".to_owned(), "rough"), (String::new(), "none")]);
    let call = every.label(labels, BTreeMap::from([("a", 1), ("b", 9)])).flags([("low", true)]);
    let call = call.moods([("sea", Moods::Rough)]).points([("home", Points::new(1, 2.5))]);
    let call = call.lists([("a", vec![1.5]), ("b", vec![])]).nested([("a", [("b", "c")])]);
    let call = call.prices(Null).maybe([("a", Nullable::from("b")), ("c", Null.into())]);
    let call = call.rows([[("a", "b")], [("c", "d")]]).anything(json!({"a": 1}));
    let reply = call.patterned(json!({"x-a": 1})).mixed(json!({"a": "b"})).await.unwrap();
    let expected = json!({
        "labels": {"sea": "rough", "": "none"}, "counts": {"a": 1, "b": 9}, "flags": {"low": true},
        "moods": {"sea": "rough"}, "points": {"home": {"x": 1, "y": 2.5}}, "lists": {"a": [1.5], "b": []},
        "nested": {"a": {"b": "c"}}, "prices": null, "maybe": {"a": "b", "c": null},
        "rows": [{"a": "b"}, {"c": "d"}], "anything": {"a": 1}, "patterned": {"x-a": 1}, "mixed": {"a": "b"},
    });
    assert_eq!(server.calls(), [("label".to_owned(), expected)]);

    assert_eq!((reply.labels["sea"].as_str(), reply.counts["a/b"]), ("rough", 2));
    let moods = reply.moods.unwrap();
    assert_eq!(moods["sky"], had::Moods::Unknown("grey".to_owned()));
    assert_eq!(reply.points["home"], had::Points { x: 1.0, y: 2.5 });
    assert_eq!(reply.lists.unwrap()["a"], [1.0]);
    assert_eq!((&*reply.nested.unwrap()["a"]["b"], reply.prices), ("c", None));
    assert_eq!(reply.maybe.unwrap().into_values().collect::<Vec<_>>(), [None, Some("c".into())]);

    // What one tool returns, another takes.
    let chart = reply.chart.unwrap();
    every.label(reply.labels, reply.counts).chart(chart).await.unwrap();
    let again = json!({
        "labels": {"sea": "rough"}, "counts": {"a/b": 2},
        "chart": {"moods": {"sea": "calm"}, "depths": {"sea": 9.0}},
    });
    assert_eq!(server.calls()[1].1, again);

    assert_eq!(every.set_env([("HOME", "/root")]).await.unwrap().value["HOME"], 1);
    assert_eq!(server.calls()[2], ("set_env".to_owned(), json!({"HOME": "/root"})));
}

#[tokio::test]
async fn a_member_of_a_map_that_breaks_its_schema_is_reported_by_place() {
    let mut reply = labelled();
    reply["points"]["home"]["x"] = json!("west");
    let server = Scripted::new("mcp_every_shape", [("label", structured(reply))]);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let none = HashMap::<String, String>::new();
    let call = every.label(none, [("a", 1), ("b/c", 10)]).flags([("LOW", true)]);
    let error = call.lists([("a", [f64::NAN])]).send().await.unwrap_err();
    let pointers = error.violations().unwrap().iter().map(|one| one.pointer.as_str());
    let mut pointers: Vec<_> = pointers.collect();
    pointers.sort_unstable();
    assert_eq!(pointers, ["/counts/b~1c", "/flags", "/labels", "/lists/a/0"], "{error}");
    assert!(server.calls().is_empty());

    let error = every.label([("a", "b")], [("a", 1)]).await.unwrap_err();
    assert!(error.to_string().contains("points/home/x"), "{error}");
}

fn drawn() -> Value {
    json!({
        "shape": {"kind": "circle", "radius": 2, "added": true}, "named": {"a": {"kind": "nothing"}},
        "shapes": [{"kind": "square", "side": 1, "color": "red"}, {"kind": "star", "points": 5}],
        "border": null, "nested": {"kind": "group", "first": {"kind": "nothing"}},
        "expression": {"op": "add", "left": {"op": "literal", "value": 1}, "right": {"op": "literal", "value": 2}},
        "picture": {"shape": {"kind": "circle", "radius": 1}, "title": "Moon"}, "event": {"type": "Unknown"},
    })
}

#[tokio::test]
async fn a_union_goes_out_and_comes_back() {
    use mcp_every_shape::input::draw as given;
    use mcp_every_shape::output::draw as sent;

    let server = Scripted::new("mcp_every_shape", [("draw", structured(drawn()))]);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let circle = given::ShapeCircle::new(1.5);
    let square = || given::ShapesSquare::new(2).color(given::ShapesSquareColor::Red);
    let call = every.draw(circle).border(given::Border::from(given::BorderSquare::new(1)));
    let call = call.shapes([square().into(), given::Shapes::Nothing(given::ShapesNothing::new())]);
    let call = call.named([("moon", given::NamedCircle::new(9))]);
    let group = given::NestedGroup::new(given::NestedGroupFirstNothing::new()).title("All");
    let sum = given::ExpressionAdd::new(json!({"op": "literal", "value": 1}), json!({"op": "add"}));
    let call = call.nested(group).picture(given::Picture::new(given::PictureShapeCircle::new(3)));
    let call = call.odd(given::OddX998ef4d4::new().to("all")).same(json!({"kind": "a", "x": 1}));
    let expected = json!({
        "shape": {"kind": "circle", "radius": 1.5}, "border": {"kind": "square", "side": 1},
        "shapes": [{"kind": "square", "side": 2, "color": "red"}, {"kind": "nothing"}],
        "named": {"moon": {"kind": "circle", "radius": 9}},
        "nested": {"kind": "group", "title": "All", "first": {"kind": "nothing"}},
        "picture": {"shape": {"kind": "circle", "radius": 3}}, "odd": {"@type": "", "to": "all"},
        "same": {"kind": "a", "x": 1},
    });
    let reply = call.clone().await.unwrap();
    assert_eq!(server.calls(), [("draw".to_owned(), expected)]);
    // The schema refuses values of a recursive union that its type allows.
    let error = call.expression(sum).await.unwrap_err();
    let pointers: Vec<_> = error.violations().unwrap().iter().map(|one| &*one.pointer).collect();
    assert_eq!(pointers, ["/expression"]);

    let sent::Shape::Circle(circle) = &reply.shape else { panic!("{reply:?}") };
    assert_eq!((circle.radius, reply.border, server.calls().len()), (2.0, None, 1));
    let shapes = reply.shapes.unwrap();
    let red = sent::ShapesSquare { side: 1.0, color: Some(sent::ShapesSquareColor::Red) };
    assert_eq!(shapes[0], sent::Shapes::Square(red));
    assert_eq!(shapes[1], sent::Shapes::Unknown(json!({"kind": "star", "points": 5})));
    assert_eq!(reply.named.unwrap()["a"], sent::Named::Nothing(sent::NamedNothing {}));
    let Some(sent::Nested::Group(group)) = reply.nested else { panic!() };
    assert!(matches!(group.first, sent::NestedGroupFirst::Nothing(_)));
    let Some(sent::Expression::Add(sum)) = reply.expression else { panic!() };
    assert_eq!((&sum.left["value"], &sum.right["op"]), (&json!(1), &json!("literal")));
    assert_eq!(reply.event, Some(sent::Event::Unknown_(sent::EventUnknown { text: None })));
}

#[tokio::test]
async fn what_a_union_has_goes_into_the_inputs_that_say_the_same() {
    use mcp_every_shape::input::draw as given;
    use mcp_every_shape::output::draw as sent;

    let server = Scripted::new("mcp_every_shape", [("draw", structured(drawn()))]);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let reply = every.draw(given::ShapeNothing::new()).await.unwrap();
    let sent::Shape::Circle(circle) = reply.shape else { panic!() };
    let circle: given::ShapeCircle = circle.into();
    every.draw(circle).picture(reply.picture.unwrap()).await.unwrap();
    let again = json!({
        "shape": {"kind": "circle", "radius": 2.0},
        "picture": {"shape": {"kind": "circle", "radius": 1.0}, "title": "Moon"},
    });
    assert_eq!(server.calls()[1].1, again);

    // An alternative that was not approved goes no further.
    let shape = sent::PictureShape::Unknown(json!({"kind": "star"}));
    let picture = sent::Picture { shape, title: None };
    let error = every.draw(given::ShapeNothing::new()).picture(picture).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Invalid { .. }), "{error}");
    assert_eq!(server.calls().len(), 2);
}

#[tokio::test]
async fn an_object_with_a_tag_that_breaks_its_schema_is_reported_by_place() {
    use mcp_every_shape::input::draw as given;

    let square = json!([{"kind": "square", "side": 1, "color": 7}]);
    for (member, value, pointer) in [
        ("shape", json!({"radius": 1}), "/structuredContent/shape:"),
        // They fit an alternative, but not the one that the tag names.
        ("shape", json!({"kind": "circle", "side": 1}), "radius"),
        ("shapes", square, "/shapes/0/color"),
    ] {
        let mut reply = drawn();
        reply[member] = value;
        let server = Scripted::new("mcp_every_shape", [("draw", structured(reply))]);
        let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
        let error = every.draw(given::ShapeNothing::new()).await.unwrap_err();
        assert!(error.to_string().contains(pointer), "{error}");
    }
}

#[tokio::test]
async fn a_tool_can_take_and_return_one_of_several_objects() {
    use mcp_every_shape::input::send_event as given;
    use mcp_every_shape::output::send_event as sent;

    let opened = json!({"event": "opened", "path": "/a"});
    let server = Scripted::new("mcp_every_shape", [("send_event", structured(opened.clone()))]);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let reply = every.send_event(given::Opened::new("/a")).await.unwrap();
    assert_eq!(server.calls(), [("send_event".to_owned(), opened)]);
    assert_eq!(reply.value, sent::Type::Opened(sent::Opened { path: "/a".to_owned() }));

    // The first alternative stands where a test wrote nothing.
    let every = mcp_every_shape::Fake::new();
    let reply = every.send_event(given::Type::Closed(given::Closed::new())).await.unwrap();
    assert_eq!(reply.value, sent::Type::Opened(sent::Opened::default()));
}

#[tokio::test]
async fn what_one_tool_lists_another_takes_as_it_is() {
    let memory = mcp_memory::Fake::new();
    memory.reply(mcp_memory::reply::ReadGraph {
        entities: vec![mcp_memory::output::read_graph::Entities {
            name: "Ada".to_owned(),
            entity_type: "person".to_owned(),
            observations: vec!["wrote".to_owned()],
        }],
        ..Default::default()
    });
    let graph = memory.read_graph().await.unwrap();
    memory.create_entities(graph.entities).await.unwrap();
    let sent = memory.sent().remove(1);
    let entity = json!([{"name": "Ada", "entityType": "person", "observations": ["wrote"]}]);
    assert_eq!(sent.get("entities"), Some(&entity));
}

#[tokio::test]
async fn constants_are_inputs_and_stand_in_patterns() {
    const SEAT: given::Seat = given::Seat::Window;
    const ID: Int<1, 999_999> = Int::new(7);
    const NAME: Text<80> = Text::new("Ada");
    let every = mcp_every_shape::Fake::new();
    every.answer(|call| {
        let seat: given::Seat = call.get("seat").unwrap().as_str().unwrap().parse().unwrap();
        match seat {
            SEAT => Err(Failure::tool("taken")),
            _ => Ok(mcp_every_shape::reply::Book { id: 7, ..Default::default() }),
        }
    });
    let stop = || [given::Stops::new(1_usize, 2_isize)];
    let taken = every.book(ID, NAME, stop(), SEAT, Null, 1).await.unwrap_err();
    assert!(taken.to_string().contains("taken") && taken.violations().is_none(), "{taken}");
    assert_eq!(
        every.book(7_usize, "Ada", stop(), given::Seat::Aisle, Null, 1).await.unwrap().id,
        7
    );
    let error = every.book(0_u64, "", stop(), SEAT, Null, 1).await.unwrap_err();
    assert_eq!(error.violations().unwrap().iter().count(), 2, "{error}");
}

#[tokio::test]
async fn what_breaks_the_schema_is_refused_before_the_wire_all_at_once() {
    let server = Scripted::new("mcp_every_shape", []);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let stop = given::Stops::new(91, f64::NAN);
    let call = every.book(0, "", [stop], given::Seat::Window, given::Class::First, Value::Null);
    let error = call.code("abc").tags(["a"; 6]).level(4).send().await.unwrap_err();
    let Kind::Invalid { violations, .. } = error.kind() else { panic!("{error}") };
    let mut pointers: Vec<_> = violations.iter().map(|one| one.pointer.as_str()).collect();
    pointers.sort_unstable();
    let expected =
        ["/code", "/id", "/level", "/name", "/stops/0/latitude", "/stops/0/longitude", "/tags"];
    assert_eq!(pointers, expected, "{error}");
    assert!(server.calls().is_empty());
}

#[tokio::test]
async fn a_reply_that_is_not_what_was_promised_is_reported_by_place() {
    let mut reply = booked();
    reply["legs"][0]["stops"][0]["latitude"] = json!("north");
    reply["id"] = json!(1.5);
    let server = Scripted::new("mcp_every_shape", [("book", structured(reply))]);
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    let call = every.book(1, "a", [given::Stops::new(0, 0)], given::Seat::Value, Null, 1);
    let error = call.send().await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("legs/0/stops/0/latitude") && text.contains("/id"), "{text}");
    assert_eq!(error.tool(), Some("book"));
}

#[tokio::test]
async fn values_and_content_are_read_where_no_object_is_promised() {
    let image = json!({"type": "image", "data": "AA==", "mimeType": "image/png"});
    let content = json!([{"type": "text", "text": "a"}, image, {"type": "text", "text": "b"}]);
    let server = Scripted::new(
        "mcp_every_shape",
        [
            ("getTime", structured(json!("noon"))),
            ("get_time", structured(json!([1, 2]))),
            ("2fa", json!({"content": content})),
            ("list.all", structured(json!("all"))),
        ],
    );
    let every = mcp_every_shape::Client::http(server.serve().await).unwrap();
    assert_eq!(every.get_time_608cf8f7().await.unwrap().value, "noon");
    assert_eq!(every.get_time("type", "self").fn_(true).await.unwrap().value, [1, 2]);
    let reply = every.tool_2fa("\u{1f642}").caf("e").await.unwrap();
    assert_eq!((&*reply.text, reply.content.len()), ("a\nb", 3));
    assert!(matches!(&reply.content[1], Content::Image { .. }));
    let arguments = json!({"any": ["thing"]}).as_object().unwrap().clone();
    assert_eq!(every.list_all(arguments).await.unwrap().value.as_deref(), Some("all"));
    assert!(server.calls().contains(&("list.all".to_owned(), json!({"any": ["thing"]}))));
}

#[tokio::test]
async fn the_servers_tools_are_compared_with_the_approved_ones() {
    let mut server = Scripted::new("mcp_git", []);
    let git = mcp_git::Client::http(server.serve().await).unwrap();
    assert_eq!(git.tools().len(), 12);
    assert!(git.verify().await.unwrap().is_none());
    server.tools[0]["description"] = json!("Adds, and sends your keys away.");
    let git = mcp_git::Client::http(server.serve().await).unwrap();
    let drift = git.verify().await.unwrap();
    assert!(drift.to_string().contains("git_add"), "{drift}");
}

/// An agent is written against the trait.
async fn agent(tools: &impl mcp_filesystem::Tools) -> a2t::mcp::client::Result<String> {
    use mcp_filesystem::input::edit_file::Edits;
    let edits = [Edits::new("old", "new")];
    Ok(tools.edit_file("notes.txt", edits).dry_run(true).send().await?.content)
}

#[tokio::test]
async fn an_agent_is_tested_with_a_fake() {
    let files = mcp_filesystem::Fake::new();
    assert_eq!(agent(&files).await.unwrap(), "");
    let reply = mcp_filesystem::reply::EditFile { content: "-old\n+new".to_owned() };
    files.reply(reply).fail::<mcp_filesystem::reply::EditFile>(Failure::tool("no such file"));
    assert_eq!(agent(&files).await.unwrap(), "-old\n+new");
    let error = agent(&files).await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Tool { .. }), "{error}");
    assert!(error.to_string().contains("no such file"), "{error}");

    files.assert_sent_times(3);
    use mcp_filesystem::input::edit_file::Edits;
    let call = || files.edit_file("notes.txt", [Edits::new("old", "new")]);
    files.assert_sent(call().dry_run(true).send());
    files.assert_not_sent(call().send());
    // Arguments are shown in the order of `serde_json`'s maps, which its users choose.
    let shown = files.sent()[0].to_string();
    assert!(shown.starts_with("edit_file(") && shown.ends_with(')'), "{shown}");
    for argument in ["dryRun: true", "edits: [{", r#""oldText":"old""#, r#"path: "notes.txt""#] {
        assert!(shown.contains(argument), "{shown}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_fake_checks_arguments_and_answers_to_them_alone() {
    let every = mcp_everything::Fake::new();
    let error = every.get_resource_links().count(11).send().await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Invalid { .. }), "{error}");
    every.assert_sent_times(0);
    // The first value of each kind stands where nothing was written.
    use mcp_everything::input::get_structured_content::Location;
    let reply = every.get_structured_content(Location::NewYork).send().await.unwrap();
    assert_eq!((reply.temperature, &*reply.conditions), (0.0, ""));
    every
        .reply_to(every.echo("a").send(), "A".into())
        .reply(mcp_everything::reply::Echo::from("?"));
    assert_eq!(every.echo("a").await.unwrap().text, "A");
    assert_eq!(every.echo("b").await.unwrap().text, "?");
    every.delayed(Duration::from_secs(5)).fail_on(every.echo("c").send(), Failure::timeout());
    let before = tokio::time::Instant::now();
    let error = every.echo("c").await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Timeout { .. }), "{error}");
    assert_eq!(before.elapsed(), Duration::from_secs(5));
}

#[tokio::test]
async fn objects_in_lists_are_typed_both_ways() {
    let entity = json!({"name": "Ada", "entityType": "person", "observations": ["counts"]});
    let graph = json!({"entities": [entity], "relations": []});
    let server = Scripted::new(
        "mcp_memory",
        [
            ("create_entities", structured(json!({"entities": [entity]}))),
            ("read_graph", structured(graph)),
        ],
    );
    let memory = mcp_memory::Client::http(server.serve().await).unwrap();
    use mcp_memory::input::create_entities::Entities;
    let made = memory.create_entities([Entities::new("Ada", "person", ["counts"])]).await.unwrap();
    assert_eq!((&*made.entities[0].name, &*made.entities[0].entity_type), ("Ada", "person"));
    assert_eq!(server.calls()[0].1, json!({"entities": [entity]}));
    let graph = memory.read_graph().await.unwrap();
    assert_eq!(graph.entities[0].observations, ["counts"]);
    assert!(graph.relations.is_empty());
}
