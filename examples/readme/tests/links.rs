//! Checks the links of all pages: each link to a file of the repository, or to a heading, leads there. The pages of
//! the book link to other pages of the book by their path, and to everything else by its URL, so that their links work
//! in a checkout and in the built book.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Where the repository will be read.
const REPOSITORY: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every page, including those that a program contains, whose relative links would lead nowhere.
fn pages() -> Vec<PathBuf> {
    let (mut pages, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_left_out = name.starts_with('.') || ["target", "node_modules"].contains(&&*name);
            if path.is_dir() && !path.is_symlink() && !is_left_out {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let (mut page, mut heading) = (Self::default(), None::<String>);
        let mut seen: HashMap<String, usize> = HashMap::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let name = slug(&heading.take().unwrap());
                    let count = seen.entry(name.clone()).or_default();
                    let number = if *count > 0 { format!("-{count}") } else { String::new() };
                    *count += 1;
                    page.anchors.insert(format!("{name}{number}"));
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let named = html.split(" id=\"").skip(1);
                    page.anchors
                        .extend(named.filter_map(|text| Some(text.split_once('"')?.0.to_owned())));
                }
                _ => {}
            }
        }
        page
    }
}

/// The anchor that GitHub gives a heading.
fn slug(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The reason why a link of a page leads nowhere.
fn broken(page: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, to)| (file, Some(to)));
    let of_repository = file.strip_prefix(REPOSITORY).and_then(|path| path.split_once("/main/"));
    let path = match of_repository {
        Some((_, path)) => root().join(path),
        None if file.contains("://") || file.starts_with("mailto:") => return None,
        None if file.is_empty() => page.to_owned(),
        None => page.parent().unwrap().join(file),
    };
    let Ok(path) = path.canonicalize() else {
        return Some("there is no such file".to_owned());
    };
    if !path.starts_with(root()) {
        return Some("it is outside of the repository".to_owned());
    }
    if of_repository.is_some_and(|(kind, _)| kind != if path.is_dir() { "tree" } else { "blob" }) {
        return Some("`tree` is for folders, `blob` for files".to_owned());
    }
    let anchor = anchor?;
    let anchors = &pages.get(&path)?.anchors;
    (!anchors.contains(anchor)).then(|| format!("no heading of that name; there are {anchors:?}"))
}

fn read_pages() -> BTreeMap<PathBuf, Page> {
    let read = |path: PathBuf| (path.clone(), Page::read(&fs::read_to_string(path).unwrap()));
    pages().into_iter().map(read).collect()
}

#[test]
fn every_link_within_the_repository_leads_somewhere() {
    let pages = read_pages();
    let (mut count, mut wrong) = (0, Vec::new());
    for (path, page) in &pages {
        for link in &page.links {
            count += 1;
            let shown = path.strip_prefix(root()).unwrap().display();
            wrong.extend(broken(path, link, &pages).map(|why| format!("{shown}: {link}: {why}")));
        }
    }
    assert!(pages.len() > 40 && count > 150, "{count} links of {} pages", pages.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the reason why a link of a page of the book works in a checkout only.
fn leaves_book(link: &str) -> Option<&'static str> {
    let path = link.split('#').next().unwrap_or_default();
    (!path.contains("://") && path.starts_with("../"))
        .then_some("it leaves the book: use its URL on GitHub")
}

#[test]
fn every_link_of_the_book_works_in_the_built_book() {
    let pages = read_pages();
    let mut wrong = Vec::new();
    for (path, page) in pages.iter().filter(|(path, _)| path.starts_with(root().join("docs"))) {
        let shown = path.strip_prefix(root()).unwrap().display();
        let of_page = page.links.iter();
        wrong.extend(
            of_page.filter_map(|link| Some(format!("{shown}: {link}: {}", leaves_book(link)?))),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(leaves_book("../README.md#try-it").is_some());
    assert!(leaves_book("callers.md").is_none() && leaves_book("https://a.example/../b").is_none());
}

#[test]
fn the_summary_lists_every_page_of_the_book_once() {
    let pages = read_pages();
    let docs = root().join("docs");
    let summary = docs.join("SUMMARY.md");
    let mut listed: Vec<_> = pages[&summary].links.iter().map(|link| docs.join(link)).collect();
    listed.sort();
    let book = pages.keys().filter(|path| path.starts_with(&docs) && **path != summary);
    assert_eq!(listed.iter().collect::<Vec<_>>(), book.collect::<Vec<_>>());
}

#[test]
fn links_that_lead_nowhere_are_found() {
    let text = "# What `a::b` is\n\n## Why?\n\n## Why?\n\n<a id=\"own\"></a>\n\n[a](#why-1) [b](#what-ab-is)";
    let readme = root().join("README.md");
    let pages = BTreeMap::from([(readme.clone(), Page::read(text))]);
    assert_eq!(pages[&readme].links, ["#why-1", "#what-ab-is"]);
    let leads = |link: &str| broken(&readme, link, &pages).is_none();
    for link in
        ["#why", "#why-1", "#what-ab-is", "#own", "docs/cli.md", "docs", "https://x.example/#y"]
    {
        assert!(leads(link), "{link}");
    }
    let blob = |path: &str| format!("{REPOSITORY}blob/main/{path}");
    assert!(leads(&blob("docs/cli.md")) && leads(&blob("README.md#why")));
    for link in [
        "#who",
        "docs/cly.md",
        "docs/cli.md/..",
        "../elsewhere",
        &blob("docs"),
        &blob("README.md#who"),
    ] {
        assert!(!leads(link), "{link}");
    }
}
