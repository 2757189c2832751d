#![allow(unused)]

/// Binding of a volume.
#[derive(a2t::Enum)]
pub enum Binding {
    /// Leather.
    Leather,
    /// Cloth.
    Cloth,
}

/// The number of a volume.
#[derive(a2t::Input, a2t::Output)]
#[a2t(max = 9_999)]
pub struct VolumeId(u32);

/// A volume.
#[derive(a2t::Output, a2t::Record)]
pub struct Volume {
    /// Its number.
    pub volume: VolumeId,
    /// Its name.
    pub name: String,
    /// Its binding.
    pub binding: Binding,
    /// The shelf, if it has one.
    pub shelf: Option<u16>,
}

/// Why a volume is not handed out.
#[derive(a2t::Error)]
pub enum Refused {
    /// There is no such volume.
    #[a2t(status = 404)]
    UnknownVolume,
    /// A reader borrowed the volume.
    #[a2t(status = 409)]
    WithReader,
    /// The volume is being repaired.
    #[a2t(status = 409)]
    InRepair,
}

/// Lists volumes.
///
/// # Returns
/// The volumes, by number.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000010", errors())]
pub fn list_volumes(
    /// Their binding.
    binding: Binding,
) -> Result<Vec<Volume>, Refused> {
    unimplemented!()
}

/// Shows a volume.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000011", errors(UnknownVolume))]
pub fn show_volume(
    /// The number of the volume.
    volume: VolumeId,
) -> Result<Volume, Refused> {
    unimplemented!()
}

/// Fetches a volume.
#[a2t::tool(version = 1, id = "f1190000-0000-4000-8000-000000000012")]
pub fn fetch_volume(
    /// The number of the volume.
    volume: VolumeId,
) -> Result<Volume, Refused> {
    unimplemented!()
}

/// Repairs a volume.
///
/// # Returns
/// The day when it is ready.
#[a2t::tool(
    version = 1,
    id = "f1190000-0000-4000-8000-000000000013",
    errors(UnknownVolume, WithReader)
)]
pub fn repair_volume(
    /// The number of the volume.
    volume: VolumeId,
    /// The new binding.
    binding: Option<Binding>,
) -> Result<String, Refused> {
    unimplemented!()
}

fn main() {}
