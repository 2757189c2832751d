// Written by the test `the_constants_are_those_of_the_corpus`; do not edit.
const T0: &[Text] = &[text("travel"), text("flights")];
const P1: InputParameter = input("i1", "origin", InputType::String { max_length: Some(3) }, "IATA code of the departure airport", true);
const P2: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 9 }, "number of travellers", true);
const V3: &[AllowedValue] = &[value("ECONOMY", "economy"), value("PREMIUM", "premium"), value("BUSINESS", "business")];
const P4: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V3) }, "cabin class", true);
const P5: InputParameter = input("i4", "flexible", InputType::Boolean, "allow nearby dates", false);
const P6: InputParameter = input("i5", "note", InputType::String { max_length: Some(200) }, "free text for the airline", false);
const I7: &[InputParameter] = &[P1, P2, P4, P5, P6];
const P8: OutputParameter = output("o1", "price", OutputType::Int, "total price in cents");
const P9: OutputParameter = output("o2", "currency", OutputType::String, "ISO 4217 code");
const P10: OutputParameter = output("o3", "refundable", OutputType::Boolean, "whether the fare can be refunded");
const P11: OutputParameter = output("o4", "offers", OutputType::Json, "all offers found");
const O12: &[OutputParameter] = &[P8, P9, P10, P11];
const S13: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I7, O12);
const C0: Judged = judge(S13, S13);
const I14: &[InputParameter] = &[P1];
const O15: &[OutputParameter] = &[P8];
const S16: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O15);
const S17: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O15);
const C1: Judged = judge(S16, S17);
const P18: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 65535 }, "the n", true);
const I19: &[InputParameter] = &[P18];
const S20: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I19, O15);
const S21: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I19, O15);
const C2: Judged = judge(S20, S21);
const C3: Judged = judge(S20, S21);
const S22: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O12);
const C4: Judged = judge(S13, S22);
const P23: InputParameter = input("i6", "airline", InputType::String { max_length: Some(2) }, "the airline", false);
const I24: &[InputParameter] = &[P1, P2, P4, P5, P6, P23];
const S25: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I24, O12);
const C5: Judged = judge(S13, S25);
const I26: &[InputParameter] = &[P1, P2, P4, P5];
const S27: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I26, O12);
const C6: Judged = judge(S13, S27);
const P28: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 6 }, "number of travellers", true);
const I29: &[InputParameter] = &[P1, P28, P4, P5, P6];
const S30: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I29, O12);
const C7: Judged = judge(S13, S30);
const P31: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 9 }, "number of travellers", false);
const I32: &[InputParameter] = &[P1, P31, P4, P5, P6];
const S33: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I32, O12);
const C8: Judged = judge(S13, S33);
const P34: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 9 }, "number of adults", true);
const I35: &[InputParameter] = &[P1, P34, P4, P5, P6];
const S36: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I35, O12);
const C9: Judged = judge(S13, S36);
const P37: OutputParameter = output("o1", "price", OutputType::Int, "total price in euros");
const O38: &[OutputParameter] = &[P37, P9, P10, P11];
const S39: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I7, O38);
const C10: Judged = judge(S13, S39);
const S40: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search and book flights.", Some(text("https://example.org/flight.png")), 1, 1, T0, I7, O12);
const C11: Judged = judge(S13, S40);
const T41: &[Text] = &[text("travel")];
const S42: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T41, I7, O12);
const C12: Judged = judge(S13, S42);
const S43: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/new.png")), 1, 1, T0, I7, O12);
const C13: Judged = judge(S13, S43);
const P44: OutputParameter = output("o5", "seats", OutputType::Int, "the seats");
const O45: &[OutputParameter] = &[P8, P9, P10, P11, P44];
const S46: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Better search.", Some(text("https://example.org/flight.png")), 1, 1, T0, I7, O45);
const C14: Judged = judge(S13, S46);
const S47: &ToolSignature = &tool(0x11111111222243338444555555555555, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I7, O12);
const C15: Judged = judge(S13, S47);
const S48: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I7, O12);
const C16: Judged = judge(S48, S22);
const S49: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I24, O12);
const C17: Judged = judge(S13, S49);
const S50: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 1, T0, I7, O45);
const C18: Judged = judge(S13, S50);
const S51: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I24, O12);
const C19: Judged = judge(S13, S51);
const P52: InputParameter = input("i6", "direct", InputType::Boolean, "the direct", false);
const I53: &[InputParameter] = &[P1, P2, P4, P5, P6, P52];
const S54: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I53, O12);
const C20: Judged = judge(S13, S54);
const V55: &[AllowedValue] = &[value("PRICE", "price"), value("DURATION", "duration")];
const P56: InputParameter = input("i6", "sort", InputType::Enum { allowed_values: Cow::Borrowed(V55) }, "the sort", false);
const I57: &[InputParameter] = &[P1, P2, P4, P5, P6, P56];
const S58: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I57, O12);
const C21: Judged = judge(S13, S58);
const P59: InputParameter = input("i7", "airline", InputType::String { max_length: Some(2) }, "the airline", false);
const P60: InputParameter = input("i8", "max_stops", InputType::Int { min: Some(0), max: 3 }, "the max_stops", false);
const I61: &[InputParameter] = &[P1, P2, P4, P5, P6, P52, P59, P60];
const S62: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I61, O12);
const C22: Judged = judge(S13, S62);
const I63: &[InputParameter] = &[P52, P1, P2, P4, P5, P6];
const S64: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I63, O12);
const C23: Judged = judge(S13, S64);
const I65: &[InputParameter] = &[P1, P2, P52, P4, P5, P6];
const S66: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I65, O12);
const C24: Judged = judge(S13, S66);
const I67: &[InputParameter] = &[];
const S68: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I67, O15);
const P69: InputParameter = input("i1", "direct", InputType::Boolean, "the direct", false);
const I70: &[InputParameter] = &[P69];
const S71: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I70, O15);
const C25: Judged = judge(S68, S71);
const P72: InputParameter = input("i1", "direct", InputType::Boolean, "the direct", true);
const I73: &[InputParameter] = &[P72];
const S74: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I73, O15);
const C26: Judged = judge(S68, S74);
const P75: InputParameter = input("i6", "currency", InputType::String { max_length: Some(3) }, "the currency", false);
const I76: &[InputParameter] = &[P1, P2, P4, P5, P6, P75];
const S77: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I76, O12);
const C27: Judged = judge(S13, S77);
const P78: InputParameter = input("i6", "airline", InputType::String { max_length: Some(2) }, "the airline", true);
const I79: &[InputParameter] = &[P1, P2, P4, P5, P6, P78];
const S80: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I79, O12);
const C28: Judged = judge(S13, S80);
const P81: InputParameter = input("i6", "max_stops", InputType::Int { min: Some(0), max: 3 }, "the max_stops", true);
const I82: &[InputParameter] = &[P1, P2, P4, P5, P6, P81];
const S83: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I82, O12);
const C29: Judged = judge(S13, S83);
const P84: InputParameter = input("i6", "direct", InputType::Boolean, "the direct", true);
const I85: &[InputParameter] = &[P1, P2, P4, P5, P6, P84];
const S86: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I85, O12);
const C30: Judged = judge(S13, S86);
const P87: InputParameter = input("i6", "Origin", InputType::String { max_length: Some(3) }, "the Origin", false);
const I88: &[InputParameter] = &[P1, P2, P4, P5, P6, P87];
const S89: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I88, O12);
const C31: Judged = judge(S13, S89);
const P90: InputParameter = input("i6", "max-stops", InputType::String { max_length: Some(3) }, "the max-stops", false);
const P91: InputParameter = input("i7", "max_stops", InputType::String { max_length: Some(3) }, "the max_stops", false);
const I92: &[InputParameter] = &[P1, P2, P4, P5, P6, P90, P91];
const S93: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I92, O12);
const C32: Judged = judge(S13, S93);
const I94: &[InputParameter] = &[P1, P4, P5, P6];
const S95: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I94, O12);
const C33: Judged = judge(S13, S95);
const S96: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I67, O12);
const C34: Judged = judge(S13, S96);
const P97: InputParameter = input("i1", "from", InputType::String { max_length: Some(3) }, "IATA code of the departure airport", true);
const I98: &[InputParameter] = &[P97, P2, P4, P5, P6];
const S99: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I98, O12);
const C35: Judged = judge(S13, S99);
const P100: InputParameter = input("i5", "remark", InputType::String { max_length: Some(200) }, "free text for the airline", false);
const I101: &[InputParameter] = &[P1, P2, P4, P5, P100];
const S102: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I101, O12);
const C36: Judged = judge(S13, S102);
const P103: InputParameter = input("i1", "origin ", InputType::String { max_length: Some(3) }, "IATA code of the departure airport", true);
const I104: &[InputParameter] = &[P103, P2, P4, P5, P6];
const S105: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I104, O12);
const C37: Judged = judge(S13, S105);
const P106: InputParameter = input("i99", "origin", InputType::String { max_length: Some(3) }, "IATA code of the departure airport", true);
const I107: &[InputParameter] = &[P106, P2, P4, P5, P6];
const S108: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I107, O12);
const C38: Judged = judge(S13, S108);
const P109: InputParameter = input("i99", "remark", InputType::String { max_length: Some(200) }, "free text for the airline", false);
const I110: &[InputParameter] = &[P1, P2, P4, P5, P109];
const S111: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I110, O12);
const C39: Judged = judge(S13, S111);
const P112: InputParameter = input("i1", "origin", InputType::String { max_length: Some(3) }, "d", true);
const P113: InputParameter = input("i2", "destination", InputType::String { max_length: Some(3) }, "d", true);
const I114: &[InputParameter] = &[P112, P113];
const S115: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I114, O15);
const P116: InputParameter = input("i1", "destination", InputType::String { max_length: Some(3) }, "d", true);
const P117: InputParameter = input("i2", "origin", InputType::String { max_length: Some(3) }, "d", true);
const I118: &[InputParameter] = &[P116, P117];
const S119: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I118, O15);
const C40: Judged = judge(S115, S119);
const P120: OutputParameter = output("o5", "note", OutputType::String, "the note");
const O121: &[OutputParameter] = &[P8, P9, P10, P11, P120];
const S122: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I26, O121);
const C41: Judged = judge(S13, S122);
const P123: InputParameter = input("i5", "limit", InputType::Int { min: None, max: 65535 }, "most offers to return", false);
const I124: &[InputParameter] = &[P1, P2, P4, P5, P123];
const S125: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I124, O12);
const C42: Judged = judge(S13, S125);
const P126: InputParameter = input("i9", "note", InputType::String { max_length: Some(200) }, "the note", false);
const I127: &[InputParameter] = &[P1, P2, P4, P5, P100, P126];
const S128: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I127, O12);
const C43: Judged = judge(S13, S128);
const P129: InputParameter = input("i1", "x", InputType::String { max_length: Some(20) }, "d", true);
const I130: &[InputParameter] = &[P129];
const S131: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I130, O15);
const P132: InputParameter = input("i1", "x", InputType::Int { min: Some(0), max: 100 }, "d", true);
const I133: &[InputParameter] = &[P132];
const S134: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I133, O15);
const C44: Judged = judge(S131, S134);
const P135: InputParameter = input("i1", "x", InputType::Boolean, "d", true);
const I136: &[InputParameter] = &[P135];
const S137: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I136, O15);
const C45: Judged = judge(S131, S137);
const V138: &[AllowedValue] = &[value("YES", "yes"), value("NO", "no")];
const P139: InputParameter = input("i1", "x", InputType::Enum { allowed_values: Cow::Borrowed(V138) }, "d", true);
const I140: &[InputParameter] = &[P139];
const S141: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I140, O15);
const C46: Judged = judge(S131, S141);
const S142: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I133, O15);
const S143: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I130, O15);
const C47: Judged = judge(S142, S143);
const C48: Judged = judge(S142, S137);
const C49: Judged = judge(S142, S141);
const S144: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I136, O15);
const C50: Judged = judge(S144, S134);
const S145: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I140, O15);
const C51: Judged = judge(S145, S134);
const C52: Judged = judge(S145, S137);
const P146: InputParameter = input("i1", "x", InputType::String { max_length: Some(3) }, "d", true);
const I147: &[InputParameter] = &[P146];
const S148: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I147, O15);
const C53: Judged = judge(S145, S148);
const P149: InputParameter = input("i1", "x", InputType::String { max_length: Some(2) }, "d", true);
const I150: &[InputParameter] = &[P149];
const S151: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I150, O15);
const C54: Judged = judge(S145, S151);
const P152: InputParameter = input("i1", "x", InputType::String { max_length: Some(20) }, "d", false);
const I153: &[InputParameter] = &[P152];
const S154: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I153, O15);
const P155: InputParameter = input("i1", "x", InputType::Enum { allowed_values: Cow::Borrowed(V138) }, "d", false);
const I156: &[InputParameter] = &[P155];
const S157: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I156, O15);
const C55: Judged = judge(S154, S157);
const P158: InputParameter = input("i1", "x", InputType::Int { min: Some(0), max: 1 }, "d", true);
const I159: &[InputParameter] = &[P158];
const S160: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I159, O15);
const C56: Judged = judge(S160, S137);
const P161: InputParameter = input("i1", "x", InputType::Int { min: Some(0), max: 100 }, "d", false);
const I162: &[InputParameter] = &[P161];
const S163: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I162, O15);
const C57: Judged = judge(S131, S163);
const P164: InputParameter = input("i1", "origin", InputType::String { max_length: Some(3) }, "IATA code of the departure airport", false);
const I165: &[InputParameter] = &[P164];
const S166: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I165, O15);
const C58: Judged = judge(S16, S166);
const I167: &[InputParameter] = &[P6];
const S168: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I167, O15);
const P169: InputParameter = input("i5", "note", InputType::String { max_length: Some(200) }, "free text for the airline", true);
const I170: &[InputParameter] = &[P169];
const S171: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I170, O15);
const C59: Judged = judge(S168, S171);
const C60: Judged = judge(S168, S171);
const I172: &[InputParameter] = &[P164, P2, P4, P5, P169];
const S173: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I172, O12);
const C61: Judged = judge(S13, S173);
const P174: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V3) }, "cabin class", false);
const I175: &[InputParameter] = &[P164, P31, P174, P5, P6];
const S176: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I175, O12);
const C62: Judged = judge(S13, S176);
const P177: InputParameter = input("i1", "n", InputType::Int { min: Some(10), max: 100 }, "d", true);
const I178: &[InputParameter] = &[P177];
const S179: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I178, O15);
const P180: InputParameter = input("i1", "n", InputType::Int { min: Some(10), max: 101 }, "d", true);
const I181: &[InputParameter] = &[P180];
const S182: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I181, O15);
const C63: Judged = judge(S179, S182);
const P183: InputParameter = input("i1", "n", InputType::Int { min: Some(10), max: 9007199254740991 }, "d", true);
const I184: &[InputParameter] = &[P183];
const S185: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I184, O15);
const C64: Judged = judge(S179, S185);
const P186: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 2147483647 }, "d", true);
const I187: &[InputParameter] = &[P186];
const S188: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I187, O15);
const P189: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 2147483648 }, "d", true);
const I190: &[InputParameter] = &[P189];
const S191: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I190, O15);
const C65: Judged = judge(S188, S191);
const P192: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 65535 }, "d", true);
const I193: &[InputParameter] = &[P192];
const S194: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I193, O15);
const P195: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 100 }, "d", true);
const I196: &[InputParameter] = &[P195];
const S197: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I196, O15);
const C66: Judged = judge(S194, S197);
const P198: InputParameter = input("i1", "n", InputType::Int { min: Some(10), max: 65535 }, "d", true);
const I199: &[InputParameter] = &[P198];
const S200: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I199, O15);
const C67: Judged = judge(S179, S200);
const P201: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 100000 }, "d", true);
const I202: &[InputParameter] = &[P201];
const S203: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I202, O15);
const S204: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I193, O15);
const C68: Judged = judge(S203, S204);
const P205: InputParameter = input("i1", "n", InputType::Int { min: Some(-5), max: 5 }, "d", true);
const I206: &[InputParameter] = &[P205];
const S207: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I206, O15);
const P208: InputParameter = input("i1", "n", InputType::Int { min: Some(-4), max: 5 }, "d", true);
const I209: &[InputParameter] = &[P208];
const S210: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I209, O15);
const C69: Judged = judge(S207, S210);
const P211: InputParameter = input("i1", "n", InputType::Int { min: None, max: 100 }, "d", true);
const I212: &[InputParameter] = &[P211];
const S213: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I212, O15);
const C70: Judged = judge(S213, S197);
const P214: InputParameter = input("i1", "n", InputType::Int { min: Some(0), max: 1000 }, "d", true);
const I215: &[InputParameter] = &[P214];
const S216: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I215, O15);
const C71: Judged = judge(S179, S216);
const P217: InputParameter = input("i1", "n", InputType::Int { min: Some(20), max: 200 }, "d", true);
const I218: &[InputParameter] = &[P217];
const S219: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I218, O15);
const C72: Judged = judge(S179, S219);
const P220: InputParameter = input("i1", "n", InputType::Int { min: Some(1), max: 9 }, "d", true);
const I221: &[InputParameter] = &[P220];
const S222: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I221, O15);
const P223: InputParameter = input("i1", "n", InputType::Int { min: Some(10), max: 20 }, "d", true);
const I224: &[InputParameter] = &[P223];
const S225: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I224, O15);
const C73: Judged = judge(S222, S225);
const P226: InputParameter = input("i1", "n", InputType::Int { min: Some(50), max: 50 }, "d", true);
const I227: &[InputParameter] = &[P226];
const S228: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I227, O15);
const C74: Judged = judge(S179, S228);
const P229: InputParameter = input("i5", "note", InputType::String { max_length: Some(199) }, "free text for the airline", false);
const I230: &[InputParameter] = &[P229];
const S231: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I230, O15);
const C75: Judged = judge(S168, S231);
const P232: InputParameter = input("i5", "note", InputType::String { max_length: Some(201) }, "free text for the airline", false);
const I233: &[InputParameter] = &[P232];
const S234: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I233, O15);
const C76: Judged = judge(S168, S234);
const P235: InputParameter = input("i5", "note", InputType::String { max_length: None }, "free text for the airline", false);
const I236: &[InputParameter] = &[P235];
const S237: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I236, O15);
const C77: Judged = judge(S168, S237);
const P238: InputParameter = input("i5", "note", InputType::String { max_length: Some(0) }, "free text for the airline", false);
const I239: &[InputParameter] = &[P238];
const S240: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I239, O15);
const C78: Judged = judge(S168, S240);
const S241: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I239, O15);
const P242: InputParameter = input("i5", "note", InputType::String { max_length: Some(1) }, "free text for the airline", false);
const I243: &[InputParameter] = &[P242];
const S244: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I243, O15);
const C79: Judged = judge(S241, S244);
const I245: &[InputParameter] = &[P4];
const S246: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I245, O15);
const V247: &[AllowedValue] = &[value("ECONOMY", "economy"), value("PREMIUM", "premium"), value("BUSINESS", "business"), value("FIRST", "first")];
const P248: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V247) }, "cabin class", true);
const I249: &[InputParameter] = &[P248];
const S250: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I249, O15);
const C80: Judged = judge(S246, S250);
const V251: &[AllowedValue] = &[value("ECONOMY", "economy"), value("PREMIUM", "premium"), value("BUSINESS", "business"), value("FIRST", "first"), value("SUITE", "suite")];
const P252: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V251) }, "cabin class", true);
const I253: &[InputParameter] = &[P252];
const S254: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I253, O15);
const C81: Judged = judge(S246, S254);
const V255: &[AllowedValue] = &[value("ECONOMY", "economy"), value("COMFORT", "comfort"), value("PREMIUM", "premium"), value("BUSINESS", "business")];
const P256: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V255) }, "cabin class", true);
const I257: &[InputParameter] = &[P256];
const S258: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I257, O15);
const C82: Judged = judge(S246, S258);
const V259: &[AllowedValue] = &[value("ECONOMY", "economy"), value("PREMIUM_ECONOMY", "premium economy"), value("BUSINESS", "business")];
const P260: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V259) }, "cabin class", true);
const I261: &[InputParameter] = &[P260];
const S262: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I261, O15);
const C83: Judged = judge(S246, S262);
const V263: &[AllowedValue] = &[value("ECONOMY_CLASS", "Economy"), value("PREMIUM", "premium"), value("BUSINESS", "business")];
const P264: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V263) }, "cabin class", true);
const I265: &[InputParameter] = &[P264];
const S266: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I265, O15);
const C84: Judged = judge(S246, S266);
const V267: &[AllowedValue] = &[value("BUSINESS", "business"), value("PREMIUM", "premium"), value("ECONOMY", "economy")];
const P268: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V267) }, "cabin class", true);
const I269: &[InputParameter] = &[P268];
const S270: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I269, O15);
const C85: Judged = judge(S246, S270);
const V271: &[AllowedValue] = &[value("ECONOMY", "business"), value("PREMIUM", "premium"), value("BUSINESS", "economy")];
const P272: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V271) }, "cabin class", true);
const I273: &[InputParameter] = &[P272];
const S274: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I273, O15);
const C86: Judged = judge(S246, S274);
const V275: &[AllowedValue] = &[value("ECONOMY", "economy"), value("PREMIUM", "premium"), value("BUSINESS", "business"), value("UNNAMED", "")];
const P276: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V275) }, "cabin class", true);
const I277: &[InputParameter] = &[P276];
const S278: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I277, O15);
const C87: Judged = judge(S246, S278);
const P279: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 9 }, "number of passengers, infants included", true);
const I280: &[InputParameter] = &[P1, P279, P4, P5, P6];
const S281: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I280, O12);
const C88: Judged = judge(S13, S281);
const P282: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 9 }, "", true);
const I283: &[InputParameter] = &[P1, P282, P4, P5, P6];
const S284: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I283, O12);
const C89: Judged = judge(S13, S284);
const I285: &[InputParameter] = &[P6, P5, P4, P2, P1];
const S286: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I285, O12);
const C90: Judged = judge(S13, S286);
const S287: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O45);
const C91: Judged = judge(S13, S287);
const P288: OutputParameter = output("o5", "origin", OutputType::String, "the origin");
const O289: &[OutputParameter] = &[P8, P9, P10, P11, P288];
const S290: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O289);
const C92: Judged = judge(S13, S290);
const O291: &[OutputParameter] = &[P8, P9, P10];
const S292: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O291);
const C93: Judged = judge(S13, S292);
const O293: &[OutputParameter] = &[];
const S294: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O293);
const C94: Judged = judge(S13, S294);
const P295: OutputParameter = output("o1", "total", OutputType::Int, "total price in cents");
const O296: &[OutputParameter] = &[P295, P9, P10, P11];
const S297: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O296);
const C95: Judged = judge(S13, S297);
const P298: OutputParameter = output("o1", "Price", OutputType::Int, "total price in cents");
const O299: &[OutputParameter] = &[P298, P9, P10, P11];
const S300: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O299);
const C96: Judged = judge(S13, S300);
const P301: OutputParameter = output("o99", "total", OutputType::Int, "total price in cents");
const O302: &[OutputParameter] = &[P301, P9, P10, P11];
const S303: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O302);
const C97: Judged = judge(S13, S303);
const P304: OutputParameter = output("o2", "currency_code", OutputType::String, "ISO 4217 code");
const P305: OutputParameter = output("o9", "currency", OutputType::String, "ISO 4217 code");
const O306: &[OutputParameter] = &[P8, P304, P10, P11, P305];
const S307: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O306);
const C98: Judged = judge(S13, S307);
const P308: OutputParameter = output("o1", "price", OutputType::Int, "total price in euro cents");
const O309: &[OutputParameter] = &[P308, P9, P10, P11];
const S310: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O309);
const C99: Judged = judge(S13, S310);
const P311: OutputParameter = output("o1", "price", OutputType::Int, "total price in dollars");
const O312: &[OutputParameter] = &[P311, P9, P10, P11];
const S313: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O312);
const C100: Judged = judge(S13, S313);
const O314: &[OutputParameter] = &[P11, P10, P9, P8];
const S315: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O314);
const C101: Judged = judge(S13, S315);
const P316: OutputParameter = output("o1", "x", OutputType::String, "d");
const O317: &[OutputParameter] = &[P316];
const S318: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O317);
const P319: OutputParameter = output("o1", "x", OutputType::Int, "d");
const O320: &[OutputParameter] = &[P319];
const S321: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O320);
const C102: Judged = judge(S318, S321);
const S322: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O320);
const S323: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O317);
const C103: Judged = judge(S322, S323);
const P324: OutputParameter = output("o1", "x", OutputType::Boolean, "d");
const O325: &[OutputParameter] = &[P324];
const S326: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O325);
const C104: Judged = judge(S322, S326);
const S327: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O325);
const C105: Judged = judge(S327, S321);
const P328: OutputParameter = output("o1", "x", OutputType::Json, "d");
const O329: &[OutputParameter] = &[P328];
const S330: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O329);
const C106: Judged = judge(S318, S330);
const S331: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O329);
const C107: Judged = judge(S331, S323);
const C108: Judged = judge(S322, S330);
const C109: Judged = judge(S331, S321);
const C110: Judged = judge(S331, S326);
const V332: &[AllowedValue] = &[value("AVAILABLE", "available"), value("SOLD_OUT", "sold out")];
const P333: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V332) }, "d");
const O334: &[OutputParameter] = &[P333];
const S335: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O334);
const C111: Judged = judge(S318, S335);
const S336: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O334);
const C112: Judged = judge(S336, S330);
const V337: &[AllowedValue] = &[];
const P338: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V337) }, "d");
const O339: &[OutputParameter] = &[P338];
const S340: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I14, O339);
const C113: Judged = judge(S340, S323);
const V341: &[AllowedValue] = &[value("AVAILABLE", "available"), value("SOLD_OUT", "sold out"), value("WAITLIST", "waitlist")];
const P342: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V341) }, "d");
const O343: &[OutputParameter] = &[P342];
const S344: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O343);
const C114: Judged = judge(S336, S344);
const V345: &[AllowedValue] = &[value("AVAILABLE", "available")];
const P346: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V345) }, "d");
const O347: &[OutputParameter] = &[P346];
const S348: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O347);
const C115: Judged = judge(S336, S348);
const V349: &[AllowedValue] = &[value("AVAILABLE", "available"), value("FULL", "full")];
const P350: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V349) }, "d");
const O351: &[OutputParameter] = &[P350];
const S352: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O351);
const C116: Judged = judge(S336, S352);
const V353: &[AllowedValue] = &[value("AVAILABLE_NOW", "Available"), value("SOLD_OUT", "sold out")];
const P354: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V353) }, "d");
const O355: &[OutputParameter] = &[P354];
const S356: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O355);
const C117: Judged = judge(S336, S356);
const V357: &[AllowedValue] = &[value("SOLD_OUT", "sold out"), value("AVAILABLE", "available")];
const P358: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V357) }, "d");
const O359: &[OutputParameter] = &[P358];
const S360: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O359);
const C118: Judged = judge(S336, S360);
const S361: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flights", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O12);
const C119: Judged = judge(S13, S361);
const S362: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights, now with sorting.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O12);
const C120: Judged = judge(S13, S362);
const T363: &[Text] = &[text("travel"), text("flights"), text("air")];
const S364: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T363, I7, O12);
const C121: Judged = judge(S13, S364);
const S365: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T41, I7, O12);
const C122: Judged = judge(S13, S365);
const T366: &[Text] = &[text("flights"), text("travel")];
const S367: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T366, I7, O12);
const C123: Judged = judge(S13, S367);
const S368: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", None, 2, 2, T0, I7, O12);
const C124: Judged = judge(S13, S368);
const S369: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", None, 1, 1, T0, I7, O12);
const C125: Judged = judge(S369, S22);
const S370: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I53, O45);
const C126: Judged = judge(S13, S370);
const T371: &[Text] = &[text("travel"), text("flights"), text("sorted")];
const P372: InputParameter = input("i7", "sort", InputType::Enum { allowed_values: Cow::Borrowed(V55) }, "the sort", false);
const I373: &[InputParameter] = &[P1, P2, P4, P5, P6, P52, P372];
const S374: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights, sorted.", Some(text("https://example.org/2.png")), 2, 2, T371, I373, O45);
const C127: Judged = judge(S13, S374);
const P375: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 12 }, "number of travellers", true);
const I376: &[InputParameter] = &[P1, P375, P4, P5, P6, P52];
const S377: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I376, O12);
const C128: Judged = judge(S13, S377);
const P378: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 9 }, "adults and children", true);
const I379: &[InputParameter] = &[P1, P378, P4, P5, P6, P52];
const S380: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I379, O12);
const C129: Judged = judge(S13, S380);
const P381: InputParameter = input("i1", "origin", InputType::String { max_length: Some(4) }, "IATA code of the departure airport", true);
const P382: InputParameter = input("i2", "passengers", InputType::Int { min: Some(0), max: 20 }, "number of travellers", false);
const I383: &[InputParameter] = &[P381, P382, P248, P5, P6];
const S384: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I383, O12);
const C130: Judged = judge(S13, S384);
const P385: InputParameter = input("i1", "origin", InputType::String { max_length: Some(2) }, "IATA code of the departure airport", true);
const P386: InputParameter = input("i2", "passengers", InputType::Int { min: Some(2), max: 8 }, "number of travellers", true);
const V387: &[AllowedValue] = &[value("ECONOMY", "economy"), value("PREMIUM", "premium")];
const P388: InputParameter = input("i3", "cabin", InputType::Enum { allowed_values: Cow::Borrowed(V387) }, "cabin class", true);
const P389: InputParameter = input("i4", "flexible", InputType::Boolean, "allow nearby dates", true);
const I390: &[InputParameter] = &[P385, P386, P388, P389, P6];
const S391: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I390, O12);
const C131: Judged = judge(S13, S391);
const P392: InputParameter = input("i1", "origin", InputType::String { max_length: Some(40) }, "IATA code of the departure airport", true);
const P393: InputParameter = input("i2", "passengers", InputType::Int { min: Some(0), max: 90 }, "number of travellers", true);
const I394: &[InputParameter] = &[P392, P393, P248, P5, P229];
const S395: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I394, O12);
const C132: Judged = judge(S13, S395);
const P396: OutputParameter = output("o4", "offers", OutputType::String, "all offers found");
const O397: &[OutputParameter] = &[P8, P9, P10, P396];
const S398: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O397);
const C133: Judged = judge(S13, S398);
const P399: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 20 }, "number of travellers", true);
const I400: &[InputParameter] = &[P1, P399, P4, P5, P6];
const S401: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I400, O397);
const C134: Judged = judge(S13, S401);
const P402: InputParameter = input("i6", "passengers_v2", InputType::Int { min: Some(1), max: 99 }, "the passengers_v2", false);
const I403: &[InputParameter] = &[P1, P2, P4, P5, P6, P402];
const S404: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I403, O12);
const C135: Judged = judge(S13, S404);
const P405: InputParameter = input("i2", "passengers", InputType::String { max_length: Some(3) }, "number of travellers", true);
const P406: InputParameter = input("i6", "passengers_int", InputType::Int { min: Some(1), max: 9 }, "the passengers_int", false);
const I407: &[InputParameter] = &[P1, P405, P4, P5, P6, P406];
const S408: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I407, O12);
const C136: Judged = judge(S13, S408);
const P409: InputParameter = input("i6", "verbose", InputType::Boolean, "the verbose", false);
const I410: &[InputParameter] = &[P1, P2, P4, P5, P6, P409];
const P411: OutputParameter = output("o2", "currency", OutputType::Json, "ISO 4217 code");
const O412: &[OutputParameter] = &[P8, P411, P10, P11];
const S413: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I410, O412);
const C137: Judged = judge(S13, S413);
const S414: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I67, O293);
const S415: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I67, O293);
const C138: Judged = judge(S414, S415);
const P416: InputParameter = input("i1", "a", InputType::Boolean, "the a", false);
const I417: &[InputParameter] = &[P416];
const S418: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 1, 1, T0, I417, O293);
const P419: InputParameter = input("i2", "b", InputType::Boolean, "the b", false);
const I420: &[InputParameter] = &[P416, P419];
const S421: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I420, O293);
const C139: Judged = judge(S418, S421);
const P422: InputParameter = input("i6", "airline", InputType::String { max_length: Some(2) }, "d", false);
const I423: &[InputParameter] = &[P1, P2, P4, P5, P6, P422];
const S424: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I423, O12);
const C140: Judged = judge(S13, S424);
const S425: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I423, O45);
const C141: Judged = judge(S424, S425);
const C142: Judged = judge(S13, S425);
const C143: Judged = judge(S13, S424);
const C144: Judged = judge(S424, S48);
const C145: Judged = judge(S13, S48);
const C146: Judged = judge(S13, S424);
const P426: InputParameter = input("i6", "airline", InputType::String { max_length: Some(2) }, "d", true);
const I427: &[InputParameter] = &[P1, P2, P4, P5, P6, P426];
const S428: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I427, O12);
const C147: Judged = judge(S424, S428);
const C148: Judged = judge(S13, S428);
const C149: Judged = judge(S13, S424);
const P429: InputParameter = input("i6", "airline", InputType::Int { min: None, max: 65535 }, "d", false);
const I430: &[InputParameter] = &[P1, P2, P4, P5, P6, P429];
const S431: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I430, O12);
const C150: Judged = judge(S424, S431);
const C151: Judged = judge(S13, S431);
const I432: &[InputParameter] = &[P1, P375, P4, P5, P6];
const S433: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I432, O12);
const C152: Judged = judge(S13, S433);
const C153: Judged = judge(S433, S48);
const C154: Judged = judge(S13, S48);
const O434: &[OutputParameter] = &[P8, P10, P11];
const S435: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O434);
const C155: Judged = judge(S13, S435);
const C156: Judged = judge(S435, S48);
const C157: Judged = judge(S13, S48);
const S436: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I26, O12);
const C158: Judged = judge(S13, S436);
const S437: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I26, O45);
const C159: Judged = judge(S436, S437);
const C160: Judged = judge(S13, S437);
const P438: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 8 }, "number of travellers", true);
const I439: &[InputParameter] = &[P1, P438, P4, P5, P6];
const S440: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I439, O12);
const C161: Judged = judge(S13, S440);
const P441: InputParameter = input("i2", "passengers", InputType::Int { min: Some(1), max: 7 }, "number of travellers", true);
const I442: &[InputParameter] = &[P1, P441, P4, P5, P6];
const S443: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I442, O12);
const C162: Judged = judge(S440, S443);
const C163: Judged = judge(S13, S443);
const C164: Judged = judge(S13, S297);
const C165: Judged = judge(S297, S48);
const C166: Judged = judge(S13, S48);
const C167: Judged = judge(S13, S436);
const P444: InputParameter = input("i9", "note", InputType::Int { min: Some(0), max: 5 }, "rating", false);
const I445: &[InputParameter] = &[P1, P2, P4, P5, P444];
const S446: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 3, T0, I445, O12);
const C168: Judged = judge(S436, S446);
const C169: Judged = judge(S13, S446);
const S447: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "v2", Some(text("https://example.org/flight.png")), 2, 2, T0, I423, O12);
const C170: Judged = judge(S13, S447);
const S448: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "v2", Some(text("https://example.org/flight.png")), 3, 3, T0, I423, O45);
const C171: Judged = judge(S447, S448);
const S449: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "v2", Some(text("https://example.org/flight.png")), 4, 4, T0, I7, O45);
const C172: Judged = judge(S448, S449);
const C173: Judged = judge(S13, S448);
const C174: Judged = judge(S447, S449);
const C175: Judged = judge(S13, S449);
const S450: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 3, 1, T0, I7, O45);
const C176: Judged = judge(S22, S450);
const P451: OutputParameter = output("o99", "price", OutputType::Int, "total price in cents");
const O452: &[OutputParameter] = &[P451, P9, P10, P11];
const S453: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I7, O452);
const C177: Judged = judge(S13, S453);
const V454: &[AllowedValue] = &[value("AVAILABLE", "available"), value("SOLD_OUT", "nothing left")];
const P455: OutputParameter = output("o1", "x", OutputType::Enum { allowed_values: Cow::Borrowed(V454) }, "d");
const O456: &[OutputParameter] = &[P455];
const S457: &ToolSignature = &tool(0x5f0c2a6e3b1d4e7a9c580d2f6a7b8c91, "flight_search", "Search flights between two airports.", Some(text("https://example.org/flight.png")), 2, 2, T0, I14, O456);
const C178: Judged = judge(S336, S457);
const CASES: &[(&str, &Judged)] = &[
    ("noop-same-version-identical", &C0),
    ("norm-required-absent-equals-true", &C1),
    ("norm-int-max-absent-equals-65535", &C2),
    ("norm-int-max-65535-removed", &C3),
    ("norm-toolid-hex-case", &C4),
    ("lock-add-optional-input", &C5),
    ("lock-remove-input", &C6),
    ("lock-narrow-max", &C7),
    ("lock-became-optional", &C8),
    ("lock-input-description", &C9),
    ("lock-output-description", &C10),
    ("lock-tool-description", &C11),
    ("lock-tags", &C12),
    ("lock-img", &C13),
    ("lock-mixed-contract-and-text", &C14),
    ("lineage-toolid-changed-same-version", &C15),
    ("lineage-version-backwards", &C16),
    ("lineage-version-gap", &C17),
    ("lineage-staged-not-current", &C18),
    ("in-add-optional-string", &C19),
    ("in-add-optional-boolean", &C20),
    ("in-add-optional-enum", &C21),
    ("in-add-three-optional", &C22),
    ("in-add-optional-first-position", &C23),
    ("in-add-optional-middle-position", &C24),
    ("in-add-first-optional", &C25),
    ("in-add-first-required", &C26),
    ("in-add-optional-same-name-as-output", &C27),
    ("in-add-required-string", &C28),
    ("in-add-required-int", &C29),
    ("in-add-required-boolean", &C30),
    ("in-add-optional-casing-collision", &C31),
    ("in-add-optional-separator-collision", &C32),
    ("in-remove-required", &C33),
    ("in-remove-all", &C34),
    ("in-rename-same-id", &C35),
    ("in-rename-optional-same-id", &C36),
    ("in-rename-trailing-space", &C37),
    ("in-id-changed-same-name", &C38),
    ("in-replace-optional-id-and-name", &C39),
    ("in-swap-names", &C40),
    ("in-move-input-to-output", &C41),
    ("in-id-reused-for-other-input", &C42),
    ("in-name-reused-under-new-id", &C43),
    ("in-type-string-to-int", &C44),
    ("in-type-string-to-boolean", &C45),
    ("in-type-string-to-enum", &C46),
    ("in-type-int-to-string", &C47),
    ("in-type-int-to-boolean", &C48),
    ("in-type-int-to-enum", &C49),
    ("in-type-boolean-to-int", &C50),
    ("in-type-enum-to-int", &C51),
    ("in-type-enum-to-boolean", &C52),
    ("in-type-enum-to-string-exact-length", &C53),
    ("in-type-enum-to-string-too-short", &C54),
    ("in-type-string-to-enum-optional", &C55),
    ("in-type-int-01-to-boolean", &C56),
    ("in-type-change-and-optional", &C57),
    ("in-required-absent-to-false", &C58),
    ("in-required-false-to-true", &C59),
    ("in-required-false-to-absent", &C60),
    ("in-required-swapped-between-two", &C61),
    ("in-required-all-relaxed", &C62),
    ("in-max-raised", &C63),
    ("in-max-raised-far", &C64),
    ("in-max-past-i32", &C65),
    ("in-max-set-below-default", &C66),
    ("in-max-removed-below-default", &C67),
    ("in-max-removed-above-default", &C68),
    ("in-min-raised-negative", &C69),
    ("in-min-set-zero", &C70),
    ("in-range-widened-both", &C71),
    ("in-range-shifted", &C72),
    ("in-range-disjoint", &C73),
    ("in-range-single-value", &C74),
    ("in-maxlen-lowered", &C75),
    ("in-maxlen-raised", &C76),
    ("in-maxlen-removed", &C77),
    ("in-maxlen-to-zero", &C78),
    ("in-maxlen-from-zero", &C79),
    ("in-enum-add-value", &C80),
    ("in-enum-add-two", &C81),
    ("in-enum-add-middle", &C82),
    ("in-enum-rename-value", &C83),
    ("in-enum-rename-value-case", &C84),
    ("in-enum-reorder", &C85),
    ("in-enum-values-swap-descriptions", &C86),
    ("in-enum-empty-string-value-added", &C87),
    ("in-description-changed", &C88),
    ("in-description-emptied", &C89),
    ("in-reorder-all", &C90),
    ("out-add-int", &C91),
    ("out-add-same-name-as-input", &C92),
    ("out-remove-json", &C93),
    ("out-remove-all", &C94),
    ("out-rename-same-id", &C95),
    ("out-rename-case-only", &C96),
    ("out-replace-id-and-name", &C97),
    ("out-name-reused-under-new-id", &C98),
    ("out-description-changed", &C99),
    ("out-description-unit-changed", &C100),
    ("out-reorder", &C101),
    ("out-type-string-to-int", &C102),
    ("out-type-int-to-string", &C103),
    ("out-type-int-to-boolean", &C104),
    ("out-type-boolean-to-int", &C105),
    ("out-type-string-to-json", &C106),
    ("out-type-json-to-string", &C107),
    ("out-type-int-to-json", &C108),
    ("out-type-json-to-int", &C109),
    ("out-type-json-to-boolean", &C110),
    ("out-type-string-to-enum", &C111),
    ("out-type-enum-to-json", &C112),
    ("out-type-open-enum-to-string", &C113),
    ("out-enum-add-value", &C114),
    ("out-enum-remove-value", &C115),
    ("out-enum-rename-value", &C116),
    ("out-enum-rename-value-case", &C117),
    ("out-enum-reorder", &C118),
    ("meta-name", &C119),
    ("meta-description", &C120),
    ("meta-tags-added", &C121),
    ("meta-tags-removed", &C122),
    ("meta-tags-reordered", &C123),
    ("meta-img-removed", &C124),
    ("meta-img-added", &C125),
    ("multi-add-both", &C126),
    ("multi-good-release", &C127),
    ("multi-add-and-widen-max", &C128),
    ("multi-add-and-describe-input", &C129),
    ("multi-widen-everything", &C130),
    ("multi-narrow-everything", &C131),
    ("multi-one-narrow-among-many-wide", &C132),
    ("multi-outputs-narrow", &C133),
    ("multi-input-wide-output-narrow", &C134),
    ("multi-deprecate-by-twin", &C135),
    ("multi-type-change-with-twin", &C136),
    ("multi-optional-add-and-output-widen", &C137),
    ("multi-empty-to-empty", &C138),
    ("multi-only-optional-inputs-one-more", &C139),
    ("chain-additive 1-2", &C140),
    ("chain-additive 2-3", &C141),
    ("chain-additive 1-3", &C142),
    ("chain-add-then-remove 1-2", &C143),
    ("chain-add-then-remove 2-3", &C144),
    ("chain-add-then-remove 1-3", &C145),
    ("chain-add-then-require 1-2", &C146),
    ("chain-add-then-require 2-3", &C147),
    ("chain-add-then-require 1-3", &C148),
    ("chain-add-then-retype 1-2", &C149),
    ("chain-add-then-retype 2-3", &C150),
    ("chain-add-then-retype 1-3", &C151),
    ("chain-widen-then-narrow-back 1-2", &C152),
    ("chain-widen-then-narrow-back 2-3", &C153),
    ("chain-widen-then-narrow-back 1-3", &C154),
    ("chain-output-removed-then-restored 1-2", &C155),
    ("chain-output-removed-then-restored 2-3", &C156),
    ("chain-output-removed-then-restored 1-3", &C157),
    ("chain-waived-break-persists 1-2", &C158),
    ("chain-waived-break-persists 2-3", &C159),
    ("chain-waived-break-persists 1-3", &C160),
    ("chain-creeping-narrowing 1-2", &C161),
    ("chain-creeping-narrowing 2-3", &C162),
    ("chain-creeping-narrowing 1-3", &C163),
    ("chain-renamed-and-back 1-2", &C164),
    ("chain-renamed-and-back 2-3", &C165),
    ("chain-renamed-and-back 1-3", &C166),
    ("chain-name-resurrected-with-new-type 1-2", &C167),
    ("chain-name-resurrected-with-new-type 2-3", &C168),
    ("chain-name-resurrected-with-new-type 1-3", &C169),
    ("chain-four-versions-late-removal 1-2", &C170),
    ("chain-four-versions-late-removal 2-3", &C171),
    ("chain-four-versions-late-removal 3-4", &C172),
    ("chain-four-versions-late-removal 1-3", &C173),
    ("chain-four-versions-late-removal 2-4", &C174),
    ("chain-four-versions-late-removal 1-4", &C175),
    ("lineage-currentversion-rolled-back", &C176),
    ("out-id-changed-same-name", &C177),
    ("out-enum-value-description", &C178),
];
