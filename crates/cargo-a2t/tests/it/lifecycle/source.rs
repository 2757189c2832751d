//! The vendor's sources: one tool, in the words of three versions, and the ways to break it.

/// The tool in its first version, in a module of the tool's name.
const FIRST: &str = r#"
/// Temperature scale.
#[derive(a2t::Enum)]
pub enum Units {
    /// Degrees Fahrenheit.
    Fahrenheit,
    /// Degrees Celsius.
    Celsius,
}

/// What the sky looks like.
#[derive(a2t::Enum)]
pub enum Sky {
    /// No cloud.
    Clear,
    /// No sun.
    Cloudy,
}

#[derive(a2t::Output)]
pub struct Weather {
    /// The temperature in tenths of a degree.
    pub temperature: i32,
    /// The sky.
    pub sky: Sky,
}

/// Looks up the weather of a city.
#[a2t::tool(version = 1)]
pub fn TOOL(
    /// The city.
    #[a2t(max_length = 100)]
    city: String,
    /// Days ahead.
    #[a2t(min = 0, max = 14)]
    days: u8,
    /// Temperature scale; Fahrenheit if absent.
    units: Option<Units>,
) -> Weather {
    let scale = if matches!(units, Some(Units::Celsius)) { 1 } else { 2 };
    Weather {
        temperature: i32::from(days) * scale + city.len() as i32,
        sky: if days > 3 { Sky::Cloudy } else { Sky::Clear },
    }
}
"#;

/// The same in version 2: one more input, one more output, other words.
const SECOND: [(&str, &str); 5] = [
    ("version = 1", "version = 2"),
    ("/// Looks up the weather of a city.", "/// Looks up the weather forecast of a city."),
    (
        "    units: Option<Units>,",
        "    units: Option<Units>,\n    /// The hour of the day; noon if absent.\n    #[a2t(min = 0, max = 23, default = 12)]\n    hour: u8,",
    ),
    (
        "    pub sky: Sky,",
        "    pub sky: Sky,\n    /// The hour that was asked for.\n    pub hour: u8,",
    ),
    ("sky: if days", "hour,\n        sky: if days"),
];

/// Version 3: inputs and outputs before the others.
const THIRD: [(&str, &str); 4] = [
    ("version = 2", "version = 3"),
    (
        "    /// The city.",
        "    /// Whether to shout.\n    #[a2t(default = false)]\n    loud: bool,\n    /// The city.",
    ),
    (
        "    /// The temperature in",
        "    /// The city again.\n    pub city: String,\n    /// The temperature in",
    ),
    (
        "temperature: i32::from",
        "city: if loud { city.to_uppercase() } else { city.clone() },\n        temperature: i32::from",
    ),
];

/// A change that must not compile, and the error that the compiler must report.
pub(crate) struct Break {
    pub(crate) tool: &'static str,
    changes: &'static [(&'static str, &'static str)],
    /// The text that the error points at.
    pub(crate) at: &'static str,
    pub(crate) says: &'static [&'static str],
}

const NEXT: (&str, &str) = ("version = 1", "version = 2");

/// Each of another tool, so that one build shows many.
pub(crate) const BREAKS: &[Break] = &[
    Break {
        tool: "edited_text",
        changes: &[("Looks up the weather", "Finds the weather")],
        at: "/// Finds the weather of a city.",
        says: &["Looks up the weather of a city.", "Finds the weather of a city.", "A2T-M302"],
    },
    Break {
        tool: "edited_range",
        changes: &[("max = 14", "max = 7")],
        at: "max = 7",
        says: &["14", "7", "A2T-I112", "published version never changes"],
    },
    Break {
        tool: "required_input",
        changes: &[
            NEXT,
            (
                "    units: Option<Units>,",
                "    units: Option<Units>,\n    /// Hour.\n    hour: u8,",
            ),
        ],
        at: "u8",
        says: &["A2T-I102", "hour"],
    },
    Break {
        tool: "removed_input",
        changes: &[
            NEXT,
            ("    /// Days ahead.\n    #[a2t(min = 0, max = 14)]\n    days: u8,\n", ""),
            ("let scale", "let days = 0; let scale"),
        ],
        at: "removed_input",
        says: &["A2T-I103", "days"],
    },
    Break {
        tool: "now_required",
        changes: &[
            NEXT,
            ("units: Option<Units>", "units: Units"),
            ("Some(Units::Celsius)", "Units::Celsius"),
        ],
        at: "Units",
        says: &["A2T-I104", "units"],
    },
    Break {
        tool: "retyped_input",
        changes: &[
            NEXT,
            ("    #[a2t(min = 0, max = 14)]\n    days: u8", "    days: bool"),
            ("days > 3", "days"),
        ],
        at: "bool",
        says: &["A2T-I106", "int", "boolean"],
    },
    Break {
        tool: "narrower_range",
        changes: &[NEXT, ("max = 14", "max = 7")],
        at: "max = 7",
        says: &["A2T-I112", "14", "7", "\"days\": 14"],
    },
    Break {
        tool: "wider_range",
        changes: &[NEXT, ("max = 14", "max = 30")],
        at: "max = 30",
        says: &["A2T-I113", "14", "30"],
    },
    Break {
        tool: "shorter_text",
        changes: &[NEXT, ("max_length = 100", "max_length = 80")],
        at: "max_length = 80",
        says: &["A2T-I114", "100", "80"],
    },
    Break {
        tool: "renamed_input",
        changes: &[
            NEXT,
            ("city: String", "#[a2t(id = \"city\")] town: String"),
            ("city.len()", "town.len()"),
        ],
        at: "town",
        says: &["A2T-I109", "city", "town"],
    },
    Break {
        tool: "lost_value",
        changes: &[
            NEXT,
            ("    /// Degrees Celsius.\n    Celsius,\n", "    /// Kelvin.\n    Kelvin,\n"),
            ("Units::Celsius", "Units::Kelvin"),
        ],
        at: "Kelvin",
        says: &["A2T-I117", "CELSIUS"],
    },
    Break {
        tool: "lost_output",
        changes: &[
            NEXT,
            ("    /// The sky.\n    pub sky: Sky,\n", ""),
            ("        sky: if days > 3 { Sky::Cloudy } else { Sky::Clear },\n", ""),
        ],
        at: "Weather",
        says: &["A2T-O202", "sky"],
    },
    Break {
        tool: "new_output_value",
        changes: &[NEXT, ("    /// No sun.", "    /// Water.\n    Rainy,\n    /// No sun.")],
        at: "Rainy",
        says: &["A2T-O210", "RAINY"],
    },
    Break {
        tool: "retyped_output",
        changes: &[
            NEXT,
            ("pub temperature: i32", "pub temperature: String"),
            ("i32::from(days) * scale + city.len() as i32", "format!(\"{days}{scale}{city}\")"),
        ],
        at: "temperature",
        says: &["A2T-O203", "int", "string"],
    },
    Break {
        tool: "other_id",
        changes: &[("version = 1", "version = 2, id = \"11111111-2222-4333-8444-555555555555\"")],
        at: "\"11111111-2222-4333-8444-555555555555\"",
        says: &["A2T-L001", "keep it the same tool with `id = "],
    },
];

/// The tool of a break in version 1, 2 or 3.
pub(crate) fn version(tool: &str, version: u32) -> String {
    let mut source = FIRST.replace("TOOL", tool);
    if version >= 2 {
        source = changed(&source, &SECOND);
    }
    if version >= 3 {
        source = changed(&source, &THIRD);
    }
    source
}

impl Break {
    pub(crate) fn source(&self) -> String {
        changed(&version(self.tool, 1), self.changes)
    }
}

pub(crate) fn changed(source: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(source.to_owned(), |source, (from, to)| {
        assert!(source.contains(from), "{from} in {source}");
        source.replace(from, to)
    })
}

/// The crate root.
pub(crate) fn root() -> String {
    let modules = BREAKS.iter().map(|one| format!("pub mod {};\n", one.tool));
    format!("//! The tools.\n#![forbid(unsafe_code)]\n\n{}", modules.collect::<String>())
}

/// The program that serves the tools at a free port and prints its address.
pub(crate) fn program(package: &str) -> String {
    let paths = BREAKS.iter().map(|one| format!("{package}::{0}::{0}, ", one.tool));
    let tools = paths.collect::<String>();
    format!(
        r#"//! Serves every version of the tools.

fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let tools = a2t::toolset![{tools}];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {{
        let server = a2t::Server::new(tools, ()).bind("127.0.0.1:0").await?;
        println!("{{}}", server.local_addr());
        Ok(server.serve().await?)
    }})
}}
"#
    )
}
