#[derive(a2t::Input)]
#[a2t(min = 1)]
struct ReaderId(u32);

#[derive(a2t::Input)]
struct Word(std::string::String);

#[derive(a2t::Input)]
#[a2t(text, max_length = 17, expected = "an ISBN", example = "978-3-16-148410-0")]
struct Isbn(u64);

#[derive(a2t::Output)]
struct Shelf(ReaderId);

#[derive(a2t::Output)]
#[a2t(text)]
struct Day(u32);
