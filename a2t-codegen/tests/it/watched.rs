//! Instructions to cargo: when to come back, and nothing else; in a package that cargo really builds.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use a2t_codegen::Builder;
use a2t_codegen::snapshot::Snapshot;

const TOOL: &str = include_str!("../../../tests/codegen/catalogs/draft_weather.json");

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn snapshot(description: &str) -> String {
    let tool = a2t_core::signature::parse(TOOL.replace("given city", description).as_bytes());
    let tools = vec![tool.unwrap().signature];
    Snapshot::new("https://api.weather.example", tools).to_text()
}

/// A package whose build script generates a client.
struct Package {
    folder: PathBuf,
}

impl Package {
    fn new() -> Self {
        let folder = folder("watched");
        let codegen = env!("CARGO_MANIFEST_DIR");
        let manifest = format!(
            "[package]\nname = \"watched\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [build-dependencies]\na2t-codegen.path = {codegen:?}\n\n[workspace]\n"
        );
        let script = "fn main() -> Result<(), a2t_codegen::Error> {\n    \
                      a2t_codegen::Builder::new(\"approved/weather.json\").generate()\n}\n";
        let package = Self { folder };
        package.write("Cargo.toml", &manifest);
        package.write("build.rs", script);
        package.write("src/main.rs", "fn main() {}\n");
        package.write("approved/weather.json", &snapshot("given city"));
        let lock = Path::new(codegen).join("../Cargo.lock");
        fs::copy(lock, package.folder.join("Cargo.lock")).unwrap();
        package
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Builds it; returns whether that succeeded, and cargo's output.
    fn build(&self, variables: &[(&str, &str)]) -> (bool, String) {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline", "-v"])
            .current_dir(&self.folder)
            // Next to the package, so that its dependencies are compiled once.
            .env("CARGO_TARGET_DIR", self.folder.join("../watched-target"))
            .env_remove("RUSTFLAGS")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    }
}

#[test]
fn cargo_comes_back_when_the_snapshot_changes_and_only_then() {
    let package = Package::new();
    let built = |variables: &[(&str, &str)]| {
        let (success, output) = package.build(variables);
        assert!(success, "{output}");
        !output.contains("Fresh watched ")
    };
    built(&[]);
    assert!(!built(&[]), "a second build is fresh");
    package.write("approved/other.json", "{}");
    package.write("notes.txt", "nothing");
    assert!(!built(&[]), "so is one beside other files");
    assert!(!built(&[("A2T_FETCH", "1")]), "there is nothing to fetch");

    package.write("approved/weather.json", &snapshot("named city"));
    assert!(built(&[]), "an edit is built");
    assert!(!built(&[]), "once");

    let edited = snapshot("named city").replace("named city", "any city");
    package.write("approved/weather.json", &edited);
    let (success, output) = package.build(&[]);
    let refused = "approved/weather.json:10:5: tool `lookup_weather_by_city`: its content does not match its digest";
    assert!(!success && output.contains(refused), "{output}");

    fs::remove_file(package.folder.join("approved/weather.json")).unwrap();
    let (success, output) = package.build(&[]);
    let missing = "approved/weather.json: there is no such file; write it with `cargo a2t fetch URL -o approved/weather.json`";
    assert!(!success && output.contains(missing), "{output}");

    package.write("approved/weather.json", &snapshot("given city"));
    assert!(built(&[]), "a file that is back is built");
    assert!(!built(&[]));
}

/// Runs one of the ignored tests below as a separate build script, and returns what it printed.
fn directives(test: &str, folder: &Path, variables: &[(&str, &str)]) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([&format!("watched::{test}"), "--exact", "--ignored", "--nocapture"])
        .current_dir(folder)
        .env("OUT_DIR", folder)
        .env_remove("A2T_FETCH")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let ours = text.lines().filter_map(|line| line.get(line.find("cargo:")?..));
    ours.map(str::to_owned).collect()
}

#[test]
#[ignore = "a build script that another test runs"]
fn script_of_a_file() {
    if std::env::var_os("OUT_DIR").is_some() {
        Builder::new("weather.json").generate().unwrap();
    }
}

#[cfg(feature = "fetch")]
#[test]
#[ignore = "a build script that another test runs"]
fn script_of_an_address() {
    let Ok(url) = std::env::var("VENDOR") else { return };
    let builder = Builder::from_url(url).snapshot("weather.json");
    let _ = builder.generate();
}

#[test]
fn a_build_script_prints_what_to_watch_and_opens_no_socket() {
    let folder = folder("printed");
    fs::write(folder.join("weather.json"), snapshot("given city")).unwrap();
    let watch = ["cargo::rerun-if-changed=weather.json"];
    assert_eq!(directives("script_of_a_file", &folder, &[]), watch);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["weather.json", "weather.rs"]);
}

#[cfg(feature = "fetch")]
#[test]
fn an_address_is_asked_only_on_request() {
    let folder = folder("asked");
    fs::write(folder.join("weather.json"), snapshot("given city")).unwrap();
    let vendor = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    vendor.set_nonblocking(true).unwrap();
    let url = format!("http://{}", vendor.local_addr().unwrap());
    let watch = ["cargo::rerun-if-changed=weather.json", "cargo::rerun-if-env-changed=A2T_FETCH"];
    for value in ["", "0", "true"] {
        let variables = [("VENDOR", &*url), ("A2T_FETCH", value)];
        assert_eq!(directives("script_of_an_address", &folder, &variables), watch);
        assert!(vendor.accept().is_err(), "A2T_FETCH={value} asked");
    }
    // Asked, it hangs up at once: the build fails, and the snapshot stays.
    let script = std::thread::spawn({
        let (folder, url) = (folder.clone(), url.clone());
        move || directives("script_of_an_address", &folder, &[("VENDOR", &url), ("A2T_FETCH", "1")])
    });
    vendor.set_nonblocking(false).unwrap();
    drop(vendor.accept().unwrap());
    drop(vendor);
    assert_eq!(script.join().unwrap(), watch);
    let kept = fs::read_to_string(folder.join("weather.json")).unwrap();
    assert_eq!(kept, snapshot("given city"));
}
