//! What is published in this crate, in `published/`, comes from the programs in `evolution/sources`. Run with
//! `UPDATE_GOLDEN=1` to write the files again; what is there under the names of damaged files is none of it.

#![allow(clippy::unwrap_used, unreachable_pub, unused)]

use std::path::Path;
use std::{env, fs};

use a2t::{Tool, ToolSignature};
use a2t_core::published::{self, FileName, Sums, Tombstone};
use sha2::{Digest, Sha256};

#[path = "evolution/sources/find_flights_1.rs"]
mod find_flights_1;
#[path = "evolution/sources/find_flights_2.rs"]
mod find_flights_2;
#[path = "evolution/sources/forecast_days_1.rs"]
mod forecast_days_1;
#[path = "evolution/sources/label_mark_2.rs"]
mod label_mark_2;
#[path = "evolution/sources/lend_copy_1.rs"]
mod lend_copy_1;
#[path = "evolution/sources/list_fines_1.rs"]
mod list_fines_1;
#[path = "evolution/sources/marks_1.rs"]
mod marks_1;
#[path = "evolution/sources/pay_fine_1.rs"]
mod pay_fine_1;
#[path = "evolution/sources/reserve_seat_1.rs"]
mod reserve_seat_1;
#[path = "evolution/sources/shelve_copy_1.rs"]
mod shelve_copy_1;
#[path = "evolution/sources/take_copy_1.rs"]
mod take_copy_1;
#[path = "evolution/sources/tell_gate_1.rs"]
mod tell_gate_1;
#[path = "evolution/sources/tell_gate_2.rs"]
mod tell_gate_2;
#[path = "evolution/sources/volumes_1.rs"]
mod volumes_1;

#[test]
fn the_sources_say_what_is_published() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(published::FOLDER);
    let bless = env::var_os("UPDATE_GOLDEN").is_some();
    let mut sums = Sums::default();
    // Files of a release that did not write down what calls need.
    let earlier = [
        reserve_seat_1::reserve_seat::SIGNATURE,
        find_flights_1::find_flights::SIGNATURE,
        find_flights_2::find_flights::SIGNATURE,
        forecast_days_1::forecast_days::SIGNATURE,
        lend_copy_1::lend_copy::SIGNATURE,
        take_copy_1::take_copy::SIGNATURE,
        tell_gate_1::tell_gate::SIGNATURE,
        tell_gate_2::tell_gate::SIGNATURE,
    ];
    let earlier =
        earlier.map(|signature| ToolSignature { preconditions: None, ..signature.clone() });
    let now = [
        list_fines_1::list_fines::SIGNATURE,
        marks_1::clear_marks::SIGNATURE,
        marks_1::find_mark::SIGNATURE,
        marks_1::label_mark::SIGNATURE,
        label_mark_2::label_mark::SIGNATURE,
        marks_1::move_mark::SIGNATURE,
        pay_fine_1::pay_fine::SIGNATURE,
        shelve_copy_1::shelve_copy::SIGNATURE,
        volumes_1::fetch_volume::SIGNATURE,
        volumes_1::list_volumes::SIGNATURE,
        volumes_1::repair_volume::SIGNATURE,
        volumes_1::show_volume::SIGNATURE,
    ];
    for signature in earlier.iter().chain(now) {
        let (name, file) =
            (published::folder(&signature.name), FileName::Version(signature.version));
        let path = format!("{name}/{file}");
        let text = published::text(signature);
        sums.insert(&path, digest(&text));
        same(&folder.join(path), &text, bless);
    }
    let gone = Tombstone {
        tool_id: "f1190000-0000-4000-8000-000000000008".parse().unwrap(),
        version: 1,
        reason: "It waived fines of others.".to_owned(),
    };
    let path = format!("waive_fine/{}", FileName::Retired(1));
    sums.insert(&path, digest(&gone.text()));
    same(&folder.join(path), &gone.text(), bless);
    same(&folder.join(published::SUMS), &sums.to_string(), bless);
}

fn digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn same(path: &Path, text: &str, bless: bool) {
    if bless {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), text, "{path:?}");
}
