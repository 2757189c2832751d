//! The real servers, called through their typed clients. Without them, each test prints what it
//! skipped and how to run it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use a2t::mcp::client::{Client, CommandBuilder, Content, Kind, Policy};
use mcp_servers::{everything, fetch, filesystem, git, memory, sequential_thinking, time};

/// The folder of the servers, if they are those that `install.sh` installs now.
fn installed(test: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = here.join("../../target/interop/mcp-servers");
    let is_current = |file: &str| {
        let wanted = std::fs::read_to_string(here.join(file)).unwrap();
        std::fs::read_to_string(folder.join(file)).is_ok_and(|found| found == wanted)
    };
    if ["package.json", "requirements.txt"].into_iter().all(is_current) {
        return folder.canonicalize().ok();
    }
    eprintln!(
        "skipped `{test}`: run tests/mcp-servers/install.sh first, which needs npm and python3"
    );
    None
}

/// A server of the test, whose tools must be as they were approved.
fn server(test: &str, program: &str, arguments: &[&str]) -> Option<CommandBuilder> {
    let folder = installed(test)?;
    let node = folder.join("node_modules/.bin").join(program);
    let program = if node.exists() { node } else { folder.join("python/bin").join(program) };
    Some(Client::command_builder(program, arguments).on_drift(Policy::Refuse))
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

#[tokio::test]
async fn everything_answers_in_types() {
    use everything::input::get_structured_content::Location;
    let Some(server) = server("everything", "mcp-server-everything", &["stdio"]) else { return };
    let everything = everything::Client::with(server.build());
    assert!(everything.verify().await.unwrap().is_none());
    let sum = everything.get_sum(2, 0.5).send().await.unwrap();
    assert_eq!(sum.text, "The sum of 2 and 0.5 is 2.5.");
    assert_eq!(everything.echo("hello").send().await.unwrap().text, "Echo: hello");
    let weather = everything.get_structured_content(Location::Chicago).send().await.unwrap();
    assert_eq!((weather.temperature, &*weather.conditions), (36.0, "Light rain / drizzle"));
    let image = everything.get_tiny_image().send().await.unwrap();
    assert!(image.content.iter().any(|part| matches!(part, Content::Image { .. })));
    let links = everything.get_resource_links().count(2).send().await.unwrap();
    let links = links.content.iter().filter(|part| matches!(part, Content::Link { .. }));
    assert_eq!(links.count(), 2);
    let operation = everything.trigger_long_running_operation().duration(0.2).steps(2);
    assert!(operation.send().await.unwrap().text.contains("completed"));
}

#[tokio::test]
async fn files_are_written_edited_and_listed() {
    use filesystem::input::edit_file::Edits;
    let folder = scratch("filesystem");
    let path = |name: &str| folder.join(name).display().to_string();
    let Some(server) = server("filesystem", "mcp-server-filesystem", &[&path("")]) else { return };
    let files = filesystem::Client::with(server.build());
    assert!(files.verify().await.unwrap().is_none());
    files.create_directory(path("a/b")).send().await.unwrap();
    files.write_file(path("a/b/c.txt"), "one\ntwo\n").send().await.unwrap();
    let edit = Edits::new("two", "2");
    files.edit_file(path("a/b/c.txt"), vec![edit]).send().await.unwrap();
    assert_eq!(files.read_text_file(path("a/b/c.txt")).send().await.unwrap().content, "one\n2\n");
    assert_eq!(std::fs::read_to_string(folder.join("a/b/c.txt")).unwrap(), "one\n2\n");
    assert!(files.list_directory(path("a")).send().await.unwrap().content.contains("[DIR] b"));
    let found = files.search_files(path(""), "**/*.txt").send().await.unwrap();
    assert!(found.content.ends_with("c.txt"), "{}", found.content);
    let error = files.read_text_file("/etc/passwd").send().await.unwrap_err();
    let Kind::Tool { reply } = error.kind() else { panic!("{error}") };
    assert!(reply.text().contains("Access denied"), "{error}");
}

#[tokio::test]
async fn a_graph_is_remembered() {
    use memory::input::{add_observations, create_entities, create_relations};
    let folder = scratch("memory");
    let Some(server) = server("memory", "mcp-server-memory", &[]) else { return };
    let server = server.env("MEMORY_FILE_PATH", folder.join("graph.jsonl"));
    let memory = memory::Client::with(server.build());
    assert!(memory.verify().await.unwrap().is_none());
    let ada = create_entities::Entities::new("Ada", "person", vec!["writes programs".to_owned()]);
    let engine = create_entities::Entities::new("Engine", "machine", Vec::<String>::new());
    memory.create_entities(vec![ada, engine]).send().await.unwrap();
    let relation = create_relations::Relations::new("Ada", "Engine", "programs");
    memory.create_relations(vec![relation]).send().await.unwrap();
    let more = add_observations::Observations::new("Ada", vec!["born 1815".to_owned()]);
    let added = memory.add_observations(vec![more]).send().await.unwrap();
    assert_eq!(added.results[0].added_observations, ["born 1815"]);
    let graph = memory.read_graph().send().await.unwrap();
    assert_eq!((graph.entities.len(), &*graph.relations[0].relation_type), (2, "programs"));
    let found = memory.search_nodes("1815").send().await.unwrap();
    assert_eq!(found.entities[0].name, "Ada");
    assert!(memory.delete_entities(vec!["Engine".to_owned()]).send().await.unwrap().success);
}

#[tokio::test]
async fn thoughts_are_counted() {
    let program = "mcp-server-sequential-thinking";
    let Some(server) = server("sequential-thinking", program, &[]) else { return };
    let thinking = sequential_thinking::Client::with(server.build());
    assert!(thinking.verify().await.unwrap().is_none());
    let first = thinking.sequentialthinking("first", true, 1, 2).send().await.unwrap();
    assert!(first.next_thought_needed);
    let second = thinking.sequentialthinking("second", false, 2, 2).is_revision(true);
    assert_eq!(second.send().await.unwrap().thought_history_length, 2.0);
}

#[tokio::test]
async fn a_repository_is_read_and_written() {
    let folder = scratch("git");
    let path = folder.display().to_string();
    let Some(server) = server("git", "mcp-server-git", &["--repository", &path]) else { return };
    let run = |arguments: &[&str]| {
        let ran = Command::new("git").arg("-C").arg(&folder).args(arguments).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    run(&["init", "--initial-branch", "main"]);
    run(&["config", "user.name", "Ada"]);
    run(&["config", "user.email", "ada@example.com"]);
    std::fs::write(folder.join("a.txt"), "one\n").unwrap();
    let git = git::Client::with(server.build());
    assert!(git.verify().await.unwrap().is_none());
    git.git_add(&*path, vec!["a.txt".to_owned()]).send().await.unwrap();
    assert!(git.git_diff_staged(&*path).send().await.unwrap().text.contains("+one"));
    git.git_commit(&*path, "add a").send().await.unwrap();
    git.git_create_branch(&*path, "next").send().await.unwrap();
    git.git_checkout(&*path, "next").send().await.unwrap();
    let status = git.git_status(&*path).send().await.unwrap();
    assert!(status.text.contains("On branch next"), "{}", status.text);
    let log = git.git_log(&*path).max_count(1).send().await.unwrap();
    assert!(log.text.contains("add a"), "{}", log.text);
}

#[tokio::test]
async fn times_are_converted() {
    let Some(server) = server("time", "mcp-server-time", &[]) else {
        return;
    };
    let time = time::Client::with(server.build());
    assert!(time.verify().await.unwrap().is_none());
    let converted = time.convert_time("Asia/Tokyo", "09:00", "Asia/Kolkata").send().await.unwrap();
    assert_eq!(converted.time_difference, "-3.5h");
    assert_eq!(time.get_current_time("UTC").send().await.unwrap().timezone, "UTC");
    let error = time.get_current_time("Atlantis").send().await.unwrap_err();
    assert!(matches!(error.kind(), Kind::Tool { .. }), "{error}");
}

#[tokio::test]
async fn a_page_is_fetched() {
    let Some(server) =
        server("fetch", "mcp-server-fetch", &["--ignore-robots-txt", "--allow-private-ips"])
    else {
        return;
    };
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/page", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().take(8) {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let page = "<html><body><h1>Hello</h1><p>from the test</p></body></html>";
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n";
            let _ = write!(stream, "{head}content-length: {}\r\n\r\n{page}", page.len());
        }
    });
    let fetch = fetch::Client::with(server.build());
    assert!(fetch.verify().await.unwrap().is_none());
    let page = fetch.fetch(url).raw(true).max_length(2_000).send().await.unwrap();
    assert!(page.text.contains("from the test"), "{}", page.text);
}
