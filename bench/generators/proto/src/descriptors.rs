//! The tools as a service in proto3: a request, a reply and an enum each, with comments.

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::source_code_info::Location;
use prost_types::{
    DescriptorProto, EnumDescriptorProto, EnumValueDescriptorProto, FieldDescriptorProto,
    FileDescriptorProto, FileDescriptorSet, MethodDescriptorProto, ServiceDescriptorProto,
    SourceCodeInfo,
};

const CABINS: [&str; 4] = ["ECONOMY", "PREMIUM", "BUSINESS", "FIRST"];

pub fn of(tools: usize) -> FileDescriptorSet {
    let service = ServiceDescriptorProto {
        name: Some("Flights".to_owned()),
        method: (0..tools).map(method).collect(),
        ..Default::default()
    };
    let file = FileDescriptorProto {
        name: Some("flights.proto".to_owned()),
        package: Some("flights".to_owned()),
        message_type: (0..tools).flat_map(|tool| [request(tool), reply(tool)]).collect(),
        enum_type: (0..tools).map(cabin).collect(),
        service: vec![service],
        syntax: Some("proto3".to_owned()),
        source_code_info: Some(SourceCodeInfo {
            location: std::iter::once(service_comment())
                .chain((0..tools as i32).flat_map(comments))
                .collect(),
        }),
        ..Default::default()
    };
    FileDescriptorSet { file: vec![file] }
}

fn method(tool: usize) -> MethodDescriptorProto {
    MethodDescriptorProto {
        name: Some(format!("SearchFlights{tool}")),
        input_type: Some(format!(".flights.Search{tool}")),
        output_type: Some(format!(".flights.Flight{tool}")),
        ..Default::default()
    }
}

fn request(tool: usize) -> DescriptorProto {
    let mut cabin = field(4, "cabin", Type::Enum);
    cabin.type_name = Some(format!(".flights.Cabin{tool}"));
    let mut passengers = field(3, "passengers", Type::Int32);
    (passengers.proto3_optional, passengers.oneof_index) = (Some(true), Some(0));
    let fields = vec![
        field(1, "origin", Type::String),
        field(2, "destination", Type::String),
        passengers,
        cabin,
    ];
    let oneof =
        prost_types::OneofDescriptorProto { name: Some("_passengers".to_owned()), options: None };
    let name = Some(format!("Search{tool}"));
    DescriptorProto { name, field: fields, oneof_decl: vec![oneof], ..Default::default() }
}

fn reply(tool: usize) -> DescriptorProto {
    let fields = vec![
        field(1, "number", Type::String),
        field(2, "fare", Type::Int32),
        field(3, "sold_out", Type::Bool),
    ];
    DescriptorProto { name: Some(format!("Flight{tool}")), field: fields, ..Default::default() }
}

fn field(number: i32, name: &str, kind: Type) -> FieldDescriptorProto {
    FieldDescriptorProto {
        name: Some(name.to_owned()),
        json_name: Some(name.to_owned()),
        number: Some(number),
        label: Some(Label::Optional.into()),
        r#type: Some(kind.into()),
        ..Default::default()
    }
}

fn cabin(tool: usize) -> EnumDescriptorProto {
    let value = |(number, name): (usize, &str)| EnumValueDescriptorProto {
        name: Some(format!("CABIN{tool}_{name}")),
        number: Some(number as i32),
        options: None,
    };
    let values = CABINS.into_iter().enumerate().map(value).collect();
    EnumDescriptorProto { name: Some(format!("Cabin{tool}")), value: values, ..Default::default() }
}

fn service_comment() -> Location {
    comment(&[6, 0], "Searches flights.")
}

fn comment(path: &[i32], text: &str) -> Location {
    Location {
        path: path.to_vec(),
        span: vec![0, 0, 0],
        leading_comments: Some(format!(" {text}\n")),
        ..Default::default()
    }
}

/// A line on everything. The numbers are those of descriptor.proto: 4 message, 5 enum, 6 service, 2 field.
fn comments(tool: i32) -> Vec<Location> {
    let (request, reply) = (2 * tool, 2 * tool + 1);
    let at = comment;
    vec![
        at(&[6, 0, 2, tool], "Searches flights between two airports."),
        at(&[4, request], "What is searched for."),
        at(&[4, request, 2, 0], "IATA code of the departure airport."),
        at(&[4, request, 2, 1], "IATA code of the arrival airport."),
        at(&[4, request, 2, 2], "Number of travellers; one if absent."),
        at(&[4, request, 2, 3], "Cabin class."),
        at(&[4, reply], "What was found."),
        at(&[4, reply, 2, 0], "The flight's number."),
        at(&[4, reply, 2, 1], "The fare, in whole euros."),
        at(&[4, reply, 2, 2], "Whether it is sold out."),
        at(&[5, tool], "Cabin class."),
        at(&[5, tool, 2, 0], "At the back."),
        at(&[5, tool, 2, 1], "A little further forward."),
        at(&[5, tool, 2, 2], "In front of that."),
        at(&[5, tool, 2, 3], "At the front."),
    ]
}
