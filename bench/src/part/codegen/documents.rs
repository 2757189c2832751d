//! The same tools as each generator reads them: a catalog, OpenAPI, JSON Schema, descriptors.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

const CABINS: [(&str, &str); 4] = [
    ("ECONOMY", "At the back."),
    ("PREMIUM", "A little further forward."),
    ("BUSINESS", "In front of that."),
    ("FIRST", "At the front."),
];

/// No document of more than 8 MiB is read: so many tools stand in one.
const CATALOG_MAX: usize = 5_000;

/// The documents of so many tools, next to this path.
pub(super) type Documents = Result<Vec<PathBuf>, String>;

pub(super) fn catalog(tools: usize, path: &Path) -> Documents {
    let starts = (0..tools).step_by(CATALOG_MAX);
    let part = |first: usize| {
        let items: Vec<_> = (first..tools).take(CATALOG_MAX).map(tool).collect();
        // The module of a client has the name of its document.
        let path = path.with_file_name(format!("catalog_{first}.json"));
        write(&path, &json!({"items": items, "paging": {"pageLimit": 100}}))
    };
    let parts = starts.map(part).collect::<Result<Vec<_>, _>>()?;
    Ok(parts.concat())
}

fn tool(number: usize) -> Value {
    let parameter = |name: &str, kind: &str, text| json!({"id": name, "name": name, "type": kind, "description": text});
    let mut passengers = parameter("passengers", "int", "Number of travellers; one if absent.");
    passengers["required"] = false.into();
    let name = letters(number);
    let mut cabin = parameter(&format!("cabin_{name}"), "enum", "Cabin class.");
    cabin["allowed-values"] =
        CABINS.map(|(name, text)| json!({"name": name, "description": text})).into_iter().collect();
    json!({
        "toolId": format!("5f0c2a6e-3b1d-4e7a-9c58-{number:012x}"), "name": format!("search_flights_{name}"),
        "description": "Searches flights between two airports.", "version": 1, "currentVersion": 1, "input_parameters": [
            parameter("origin", "string", "IATA code of the departure airport."),
            parameter("destination", "string", "IATA code of the arrival airport."), passengers, cabin],
        "output_parameters": [parameter("number", "string", "The flight's number."),
            parameter("fare", "int", "The fare, in whole euros."), parameter("sold_out", "boolean", "Whether it is sold out.")],
    })
}

/// A number without digits, as names of tools mostly are.
fn letters(number: usize) -> String {
    format!("{number:05}").bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

pub(super) fn openapi(tools: usize, path: &Path) -> Documents {
    let schema = |name: String| json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}});
    let operation = |number: usize| {
        let operation = json!({"post": {
            "operationId": format!("search_flights_{number}"), "description": "Searches flights between two airports.",
            "requestBody": {"required": true, "content": schema(format!("Search{number}"))},
            "responses": {"200": {"description": "What was found.", "content": schema(format!("Flight{number}"))}}}});
        (format!("/tools/search_flights_{number}"), operation)
    };
    let paths: Map<String, Value> = (0..tools).map(operation).collect();
    write(
        path,
        &json!({
            "openapi": "3.0.3", "info": {"title": "flights", "version": "1"}, "paths": paths,
            "components": {"schemas": types(tools, "#/components/schemas/")},
        }),
    )
}

pub(super) fn schema(tools: usize, path: &Path) -> Documents {
    write(
        path,
        &json!({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": types(tools, "#/definitions/")}),
    )
}

fn types(tools: usize, prefix: &str) -> Map<String, Value> {
    (0..tools).flat_map(|number| [request(number, prefix), reply(number), cabin(number)]).collect()
}

fn request(number: usize, prefix: &str) -> (String, Value) {
    let text = |description: &str| json!({"type": "string", "description": description});
    let schema = json!({
        "type": "object", "description": "What is searched for.", "required": ["origin", "destination", "cabin"], "properties": {
            "origin": text("IATA code of the departure airport."), "destination": text("IATA code of the arrival airport."),
            "passengers": {"type": "integer", "format": "int32", "description": "Number of travellers; one if absent."},
            "cabin": {"$ref": format!("{prefix}Cabin{number}")}},
    });
    (format!("Search{number}"), schema)
}

fn reply(number: usize) -> (String, Value) {
    let schema = json!({
        "type": "object", "description": "What was found.", "required": ["number", "fare", "sold_out"], "properties": {
            "number": {"type": "string", "description": "The flight's number."},
            "fare": {"type": "integer", "format": "int32", "description": "The fare, in whole euros."},
            "sold_out": {"type": "boolean", "description": "Whether it is sold out."}},
    });
    (format!("Flight{number}"), schema)
}

fn cabin(number: usize) -> (String, Value) {
    let names: Vec<_> = CABINS.iter().map(|(name, _)| *name).collect();
    (
        format!("Cabin{number}"),
        json!({"type": "string", "description": "Cabin class.", "enum": names}),
    )
}

pub(super) fn descriptors(tools: usize, path: &Path) -> Documents {
    super::prepare(tools, path)?;
    Ok(vec![path.to_owned()])
}

fn write(path: &Path, document: &Value) -> Documents {
    fs::write(path, document.to_string())
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(vec![path.to_owned()])
}
