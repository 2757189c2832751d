//! Folders on disk, found and read; what tokens show compared with them; what constants are left
//! with.

mod identity;
mod mistaken;

use std::fs;
use std::path::PathBuf;

use a2t_core::ToolId;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{ItemFn, parse_quote};

use super::folder::{Folder, FolderError, shown};
use super::{Lock, Record, compare};
use crate::ast::{Receiver, Tool};
use crate::attr::ToolAttr;
use crate::ctxt::Ctxt;

const ADD: &str = "0479a45d-ad0a-49d4-94db-75edf00d2ca4";
const OTHER: &str = "1479a45d-ad0a-49d4-94db-75edf00d2ca4";

/// A package with files below `published/`; it goes with the test.
struct Package(PathBuf);

impl Drop for Package {
    fn drop(&mut self) {
        // A remaining file in the folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Package {
    fn new(test: &str, files: &[(&str, String)]) -> Self {
        let name = format!("a2t-macros-{test}-{}", std::process::id());
        let package = Self(std::env::temp_dir().join(name));
        let _ = fs::remove_dir_all(&package.0);
        fs::create_dir_all(&package.0).unwrap();
        for (path, text) in files {
            let path = package.0.join("published").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        package
    }

    fn folder(&self) -> Folder {
        Folder::from_variables(None, Some(self.0.clone().into())).unwrap()
    }

    fn record(&self, tool: &Tool) -> Result<Record, Vec<FolderError>> {
        self.folder().record(&tool.head)
    }

    /// The compiler's message about a tool, if any.
    fn messages(&self, tool: &Tool) -> String {
        let ctxt = Ctxt::new();
        match self.record(tool) {
            Ok(record) => {
                if !super::mistaken::is_reported(tool, &self.folder(), &record, &ctxt) {
                    compare::texts(tool, &record, &ctxt);
                }
            }
            Err(reasons) => reasons.iter().for_each(|reason| reason.report(tool, &ctxt)),
        }
        ctxt.finish().map_or_else(String::new, |e| e.to_string())
    }

    fn lock(&self, tool: &Tool) -> Lock {
        Lock::new(tool, &self.folder(), &self.record(tool).ok().unwrap())
    }
}

/// A published file of a tool that adds a number to at most 9 characters.
fn version(id: &str, name: &str, version: u32) -> String {
    let document = format!(
        r#"{{"toolId": "{id}", "name": "{name}", "description": "Adds.", "version": {version}, "currentVersion": {version},
            "input_parameters": [
              {{"id": "a", "name": "a", "type": "int", "description": "First.", "min": -2147483648, "max": 2147483647}},
              {{"id": "b", "name": "b", "type": "string", "description": "Second.", "max-length": 9, "required": false}}],
            "output_parameters": [{{"id": "result", "name": "result", "type": "int", "description": "The sum."}}]}}"#
    );
    let parsed = a2t_core::signature::parse(document.as_bytes()).unwrap();
    a2t_core::published::text(&parsed.signature)
}

/// The list of files: a build only looks whether it is there and when it changed.
fn sums() -> (&'static str, String) {
    ("SHA256SUMS", String::new())
}

/// A package with versions 1 and 2 of `add`.
fn twice(test: &str) -> Package {
    let files = [1, 2].map(|number| version(ADD, "add", number));
    let [first, second] = files;
    let files = [sums(), ("add/v1.json", first), ("add/v2.json", second)];
    Package::new(test, &files)
}

fn tool(attr: TokenStream, mut function: ItemFn) -> Tool {
    let ctxt = Ctxt::new();
    let attr = ToolAttr::parse(attr, &quote!(a2t::tool), &ctxt);
    let (attrs, vis) = (&mut function.attrs, &function.vis);
    let tool = Tool::read(attr, attrs, vis, &mut function.sig, Receiver::None, &ctxt);
    assert_eq!(ctxt.finish().map(|e| e.to_string()), None);
    tool
}

/// The function that is published, under a version, a name and an id.
fn add(number: u32, name: &str, id: &str) -> Tool {
    let attr = quote!(version = #number, name = #name, id = #id);
    let function = parse_quote! {
        /// Adds.
        ///
        /// # Returns
        /// The sum.
        fn add(
            /// First.
            a: i32,
            /// Second.
            #[a2t(max_length = 9)]
            b: Option<String>,
        ) -> i32 {}
    };
    tool(attr, function)
}

fn versions(record: &Record) -> Vec<u32> {
    let versions = record.published.versions.iter();
    versions.map(|signature| signature.version).collect()
}

#[test]
fn a_tool_is_found_by_its_name() {
    let package = twice("by-name");
    let record = package.record(&add(2, "add", ADD)).ok().unwrap();
    assert_eq!(versions(&record), [1, 2]);
    assert_eq!(record.file(1), "published/add/v1.json");
    let kept: Vec<_> = record.kept(1).map(|(kept, _)| kept.version).collect();
    assert_eq!(kept, [1], "version 1 need not keep what version 2 says");
}

#[test]
fn a_renamed_tool_is_found_by_its_id() {
    let other = version(OTHER, "other", 1);
    let first = version(ADD, "add", 1);
    let files = [sums(), ("add/v1.json", first), ("other/v1.json", other)];
    let package = Package::new("by-id", &files);
    let record = package.record(&add(1, "plus", ADD)).ok().unwrap();
    assert_eq!(record.file(1), "published/add/v1.json");
    let stranger = "2479a45d-ad0a-49d4-94db-75edf00d2ca4";
    let record = package.record(&add(1, "plus", stranger)).ok().unwrap();
    assert!(versions(&record).is_empty());
}

#[test]
fn a_later_publication_is_found_by_its_id_in_the_same_process() {
    let files = [sums(), ("add/v1.json", version(ADD, "add", 1))];
    let package = Package::new("by-id-later", &files);
    let renamed = add(1, "minus", OTHER);
    assert!(versions(&package.record(&renamed).ok().unwrap()).is_empty());
    let later = package.0.join("published/other");
    fs::create_dir_all(&later).unwrap();
    fs::write(later.join("v1.json"), version(OTHER, "other", 1)).unwrap();
    let sums = fs::File::create(package.0.join("published/SHA256SUMS")).unwrap();
    let now = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
    sums.set_modified(now).unwrap();
    assert_eq!(versions(&package.record(&renamed).ok().unwrap()), [1]);
}

#[test]
fn a_name_that_belongs_to_another_tool_is_refused_with_every_way_out() {
    let messages = twice("taken").messages(&add(1, "add", OTHER));
    let parts = [
        &format!("published: {ADD} (published/add/v2.json:2)"),
        &format!("the code:  {OTHER}"),
        "A2T-L001",
        &format!("`id = \\\"{ADD}\\\"`"),
        "give it another name",
        "run `cargo a2t publish` before this one takes its old name",
    ];
    for part in parts {
        assert!(messages.contains(part), "no {part:?} in {messages}");
    }
}

#[test]
fn the_old_name_is_free_once_the_new_one_is_published() {
    let first = version(ADD, "add", 1);
    let renamed = version(ADD, "plus", 2);
    let files = [sums(), ("add/v1.json", first), ("add/v2.json", renamed)];
    let package = Package::new("freed", &files);
    assert_eq!(package.messages(&add(1, "add", OTHER)), "");
    let record = package.record(&add(1, "add", OTHER)).ok().unwrap();
    assert!(versions(&record).is_empty());
}

#[test]
fn a_given_folder_stands_in_for_the_one_beside_the_manifest() {
    let package = twice("given");
    let elsewhere = package.0.join("published");
    let manifest = Some("/nowhere".into());
    let found = Folder::from_variables(Some(elsewhere.into()), manifest.clone()).unwrap();
    assert!(found.overridden);
    let record = found.record(&add(2, "add", ADD).head).ok().unwrap();
    assert_eq!(versions(&record), [1, 2]);
    assert!(!package.folder().overridden);
    let empty = Folder::from_variables(Some("".into()), Some(package.0.clone().into()));
    assert!(!empty.unwrap().overridden, "an empty variable is unset");
    assert!(Folder::from_variables(None, manifest).is_none());
    assert!(Folder::from_variables(None, None).is_none());
}

#[test]
fn messages_name_files_from_where_rustc_runs() {
    let package = twice("shown");
    let (root, published) = (&package.0, package.0.join("published"));
    assert_eq!(shown(&published, Some(root)), "published");
    let member = root.file_name().unwrap().to_str().unwrap();
    let workspace = root.parent().unwrap();
    let from_workspace = format!("{member}/published");
    assert_eq!(shown(&published, Some(workspace)), from_workspace);
    for elsewhere in [None, Some(published.as_path()), Some("/nowhere".as_ref())] {
        assert_eq!(shown(&published, elsewhere), "published");
    }
    #[cfg(unix)]
    {
        let link = workspace.join(format!("{member}-link"));
        std::os::unix::fs::symlink(root, &link).unwrap();
        let messages = shown(&link.join("published/add"), Some(root));
        fs::remove_file(link).unwrap();
        assert_eq!(messages, "published/add");
    }
}

#[test]
fn versions_without_the_list_of_files_are_an_error() {
    let files = [("add/v1.json", version(ADD, "add", 1))];
    let package = Package::new("unpinned", &files);
    for name in ["add", "plus"] {
        let messages = package.messages(&add(1, name, ADD));
        let missing = "published/SHA256SUMS: missing, and versions are published";
        assert!(messages.contains(missing), "{messages}");
        assert!(messages.contains("`cargo a2t check`"), "{messages}");
    }
    assert_eq!(package.messages(&add(1, "new", OTHER)), "", "nothing of it is out");
}

#[test]
fn a_damaged_file_is_named_with_what_to_do() {
    let files = [sums(), ("add/v1.json", "{".to_owned())];
    let messages = Package::new("damaged", &files).messages(&add(1, "add", ADD));
    assert!(messages.contains("published/add/v1.json"), "{messages}");
    assert!(messages.contains("`cargo a2t check`"), "{messages}");

    let met = "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> main\n".to_owned();
    let messages =
        Package::new("met", &[sums(), ("add/v1.json", met)]).messages(&add(1, "add", ADD));
    let help = "`git checkout --theirs -- published/add/v1.json`";
    assert!(messages.contains(help), "{messages}");
}

#[test]
fn code_that_says_what_is_published_is_not_checked() {
    assert_eq!(twice("same").messages(&add(2, "add", ADD)), "");
}

#[test]
fn a_text_is_checked_once_at_its_line_against_the_newest_version_that_has_it() {
    let attr = quote!(version = 2, name = "add", id = #ADD);
    let function = parse_quote! {
        /// Adds.
        ///
        /// # Returns
        /// The sum.
        fn add(
            /// Number one.
            a: i32,
            /// Second.
            #[a2t(max_length = 9)]
            b: Option<String>,
        ) -> i32 {}
    };
    let messages = twice("text").messages(&tool(attr, function));
    assert_eq!(messages.matches("compile_error").count(), 1, "{messages}");
    let line = version(ADD, "add", 2).lines().position(|l| l.contains("First."));
    let location = format!("published/add/v2.json:{}", line.unwrap() + 1);
    assert!(messages.contains(&location), "no {location} in {messages}");
}

#[test]
fn a_new_version_may_say_it_in_other_words() {
    let attr = quote!(version = 3, name = "add", id = #ADD);
    let function = parse_quote! {
        /// Sums.
        ///
        /// # Returns
        /// The sum.
        fn add(
            /// Number one.
            a: i32,
            /// Second.
            #[a2t(max_length = 9)]
            b: Option<String>,
        ) -> i32 {}
    };
    assert_eq!(twice("words").messages(&tool(attr, function)), "");
}

#[test]
fn an_input_that_is_gone_is_refused_also_by_a_new_version() {
    let attr = quote!(version = 3, name = "add", id = #ADD);
    let function = parse_quote! {
        /// Adds.
        ///
        /// # Returns
        /// The sum.
        fn add(
            /// First.
            a: i32,
        ) -> i32 {}
    };
    let messages = twice("gone").messages(&tool(attr, function));
    assert_eq!(messages.matches("compile_error").count(), 1, "{messages}");
    assert!(messages.contains("A2T-I103"), "{messages}");
}

#[test]
fn constants_compare_each_form_once_and_builds_track_every_file() {
    let package = twice("lock");
    let lock = package.lock(&add(2, "add", ADD));
    assert_eq!((lock.newest, lock.next), (2, 3));
    assert_eq!(lock.own.as_deref(), Some("published/add/v2.json"));
    let forms: Vec<_> = lock.inputs.iter().map(|was| was.forms.len()).collect();
    assert_eq!(forms, [1, 1], "both versions have the same forms");
    assert!(lock.inputs.iter().all(|was| !was.suspect && was.lacking.is_none()));
    assert_eq!(lock.outputs.len(), 1);
    let published = package.0.join("published");
    assert_eq!(lock.older, [(1, published.join("add/v1.json"))]);
    let tracked = ["SHA256SUMS", "add/v2.json"].map(|file| published.join(file));
    assert_eq!(lock.tracked, tracked);
}

#[test]
fn a_new_tool_tracks_the_list_alone() {
    let package = twice("lock-new");
    let lock = package.lock(&add(1, "new", OTHER));
    assert_eq!((lock.newest, lock.next), (0, 2));
    assert_eq!(lock.tracked, [package.0.join("published/SHA256SUMS")]);
    assert!(lock.own.is_none() && lock.older.is_empty() && lock.outputs.is_empty());
}

#[test]
fn what_is_spelt_otherwise_is_compared_apart_and_pointed_at() {
    let attr = quote!(version = 3, name = "add", id = #ADD);
    let function = parse_quote! {
        /// Adds.
        ///
        /// # Returns
        /// The sum.
        fn add(
            /// First.
            a: u8,
            /// Second.
            #[a2t(max_length = 8)]
            b: Option<String>,
            /// Third.
            c: bool,
        ) -> i32 {}
    };
    let lock = twice("suspect").lock(&tool(attr, function));
    let suspects: Vec<_> = lock.inputs.iter().map(|was| was.suspect).collect();
    assert_eq!(suspects, [true, true, true]);
    let locations = lock.inputs.iter().map(|was| was.location.to_string());
    assert_eq!(locations.collect::<Vec<_>>(), ["u8", "max_length = 8", "bool"]);
    let lacking = lock.inputs.iter().map(|was| was.lacking.as_ref());
    let lacking: Vec<_> = lacking.map(|was| was.map(|(version, _)| *version)).collect();
    assert_eq!(lacking, [None, None, Some(2)]);
}

/// A device never ends, a pipe without a writer never begins, and no signature is as long as a file
/// with holes.
#[cfg(unix)]
#[test]
fn devices_pipes_and_endless_files_are_refused_by_name() {
    type Make = fn(&std::path::Path);
    let makes: [(Make, &str); 3] = [
        (
            |path| std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
            "published/add/v1.json cannot be read: not a regular file",
        ),
        (
            |path| {
                let made = std::process::Command::new("mkfifo").arg(path).status();
                assert!(made.unwrap().success());
            },
            "published/add/v1.json cannot be read: not a regular file",
        ),
        (
            |path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap(),
            "published/add/v1.json cannot be read: has 1099511627776 bytes, more than 8388608",
        ),
    ];
    for (make, reason) in makes {
        let package = Package::new("endless", &[sums()]);
        let folder = package.0.join("published/add");
        fs::create_dir_all(&folder).unwrap();
        make(&folder.join("v1.json"));
        // By its name, and by an id that is looked for in all folders.
        let messages = package.messages(&add(1, "add", ADD));
        assert!(messages.contains(reason), "{messages}");
        package.messages(&add(1, "plus", OTHER));
    }
}

/// The list of files with these in it.
fn sums_of(paths: &[&str]) -> (&'static str, String) {
    let line = |path: &&str| format!("{}  {path}\n", "0".repeat(64));
    ("SHA256SUMS", paths.iter().map(line).collect())
}

#[test]
fn a_file_that_only_the_list_has_is_an_error() {
    let (first, second) = (version(ADD, "add", 1), version(ADD, "add", 2));
    let gone = |test: &str, files: &[(&str, String)], listed: &[&str]| {
        let mut files = files.to_vec();
        files.push(sums_of(listed));
        Package::new(test, &files).messages(&add(2, "add", ADD))
    };
    let listed = ["add/v1.json", "add/v2.json"];
    let newest = gone("lost-newest", &[("add/v1.json", first.clone())], &listed);
    let says = "published/add/v2.json: listed in SHA256SUMS, but missing";
    assert!(newest.contains(says), "{newest}");
    let only = gone("lost-only", &[], &listed[..1]);
    assert!(only.contains("published/add/v1.json: listed"), "{only}");
    let files = [("add/v1.json", first.clone())];
    let grave = ["add/v1.json", "add/v2.retired.json"];
    let grave = gone("lost-tombstone", &files, &grave);
    assert!(grave.contains("published/add/v2.retired.json"), "{grave}");

    let files = [("add/v1.json", first), ("add/v2.json", second.clone())];
    assert_eq!(gone("lost-none", &files, &listed), "");
    let files = [("plus/v1.json", version(ADD, "add", 1)), ("plus/v2.json", second)];
    let listed = ["plus/v1.json", "plus/v2.json"];
    assert_eq!(gone("lost-renamed", &files, &listed), "");
    let renamed = gone("lost-of-renamed", &files[..1], &listed);
    assert!(renamed.contains("published/plus/v2.json"), "{renamed}");
}
