use a2t::Tool;

macro_rules! reader {
    ($name:ident, $text:literal, $version:literal, $type:ty, $unit:ident) => {
        #[doc = $text]
        ///
        /// # Returns
        /// The value read.
        #[a2t::tool(version = $version, tags = [$text])]
        fn $name(
            #[doc = $text]
            #[a2t(default = 1)]
            channel: $type,
            /// The unit.
            unit: Option<$unit>,
        ) -> $type {
            let _ = unit;
            channel
        }
    };
}

macro_rules! choice {
    ($name:ident { $($variant:ident = $text:literal,)+ }) => {
        /// A choice.
        #[derive(a2t::Enum)]
        enum $name {
            $(#[doc = $text] $variant,)+
        }
    };
}

macro_rules! ids {
    ($($name:ident($type:ty) $(max $max:literal)?,)+) => {$(
        /// A number.
        #[derive(a2t::Input, a2t::Output)]
        $(#[a2t(max = $max)])?
        struct $name($type);
    )+};
}

macro_rules! texts {
    ($($name:ident($type:ty),)+) => {$(
        /// A text.
        #[derive(a2t::Input, a2t::Output)]
        #[a2t(text, expected = "a text", example = "::1")]
        struct $name($type);

        impl std::str::FromStr for $name {
            type Err = <$type as std::str::FromStr>::Err;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! { Floor(i8) max 9, Room(Floor), }
texts! { Address(std::net::IpAddr), }

/// A place.
#[derive(a2t::Record)]
struct Place {
    /// The room.
    room: Room,
    /// Its addresses.
    addresses: Vec<Address>,
}

/// Finds a place.
///
/// # Returns
/// The place.
#[a2t::tool(version = 1)]
fn find_place(
    /// The room.
    #[a2t(default = 3)]
    room: Room,
    /// The address.
    address: Option<Address>,
) -> Vec<Place> {
    vec![Place { room, addresses: address.into_iter().collect() }]
}

choice!(Unit { Metre = "Metres.", Foot = "Feet.", });
reader!(read_height, "Reads the height.", 1, u16, Unit);
reader!(read_depth, "Reads the depth.", 2, i32, Unit);

pub(crate) fn main() {
    assert_eq!(read_height(2, Some(Unit::Metre)), 2);
    assert_eq!(read_depth(2, Some(Unit::Foot)), 2);
    assert_eq!(read_height::SIGNATURE.description, "Reads the height.");
    assert_eq!(
        read_height::SIGNATURE.input_parameters[0].description,
        "Reads the height."
    );
    assert_eq!(read_depth::SIGNATURE.version, 2);
    assert_eq!(read_depth::SIGNATURE.tags[0], "Reads the depth.");
    let toolset: a2t::Toolset<()> = a2t::toolset![read_height, read_depth, find_place];
    assert_eq!(toolset.len(), 3);
    assert_eq!(find_place(Room(Floor(3)), None)[0].room.0.0, 3);
}
