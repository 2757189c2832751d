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
    let toolset: a2t::Toolset<()> = a2t::toolset![read_height, read_depth];
    assert_eq!(toolset.len(), 2);
}
