//! MCP on standard input and output, as hosts start it on the user's machine.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use a2t_tool::Tools;
use rmcp::service::{Peer, QuitReason, ServerInitializeError};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;

use crate::server::handler::Handler;

pub(crate) async fn serve<S>(
    handler: Handler<S>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), StdioError>
where
    S: Clone + Send + Sync + 'static,
{
    let line = handler.inner.shares(&http::Extensions::new()).limits.body().bytes;
    let lines = AsyncRwTransport::new_server(input, output).with_max_line_length(line);
    // Before the handshake, so that no change falls between the two.
    let changed = handler.announces.then(|| listen(&handler.inner.tools));
    let running = match handler.serve(lines).await {
        Ok(running) => running,
        // A host may look if the program starts, and go.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(StdioError(error.into())),
    };
    // Ends with the connection, which is where it is reported.
    let telling = changed.map(|changed| tokio::spawn(notify(changed, running.peer().clone())));
    let ended = running.waiting().await;
    if let Some(telling) = telling {
        telling.abort();
    }
    match ended {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(StdioError(error.into())),
        Ok(_) => Ok(()),
    }
}

/// Notified of each change of the tools, for as long as it is there.
fn listen<S>(tools: &Tools<S>) -> Arc<Notify> {
    let changed = Arc::new(Notify::new());
    let listening = Arc::downgrade(&changed);
    tools.on_change(move || {
        let changed = listening.upgrade();
        changed.inspect(|changed| changed.notify_one()).is_some()
    });
    changed
}

/// Notifies the host of each change of the tools, of several in a row once.
async fn notify(changed: Arc<Notify>, host: Peer<RoleServer>) {
    loop {
        changed.notified().await;
        if host.notify_tool_list_changed().await.is_err() {
            return;
        }
    }
}

/// Error of a server on standard input and output that could not go on.
#[derive(Debug)]
pub struct StdioError(Box<dyn Error + Send + Sync>);

impl fmt::Display for StdioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MCP on standard input and output ended early")
    }
}

impl Error for StdioError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use a2t::ToolError;
    use axum::Extension;
    use http::Request;
    use serde_json::{Value, json};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};
    use tokio::io::{ReadHalf, WriteHalf, split};

    use crate::server::Service;
    use a2t_tool::Limits;

    #[derive(Clone)]
    struct User(&'static str);

    /// Returns the user of the program.
    ///
    /// # Returns
    /// The name.
    #[a2t::tool(version = 1)]
    fn tell_user(#[a2t(context)] Extension(user): Extension<User>) -> String {
        user.0.to_owned()
    }

    /// Waits.
    ///
    /// # Returns
    /// Nothing new.
    #[a2t::tool(version = 1)]
    async fn wait() -> Result<String, ToolError> {
        tokio::time::sleep(Duration::from_secs(20)).await;
        Ok("waited".to_owned())
    }

    /// A host at the other end of the program's input and output.
    struct Host {
        input: WriteHalf<DuplexStream>,
        output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    }

    impl Host {
        fn new(service: Service<()>) -> Self {
            let (near, far) = duplex(1 << 20);
            let (input, output) = split(far);
            tokio::spawn(service.serve_on(input, output));
            let (output, input) = split(near);
            Self { input, output: BufReader::new(output).lines() }
        }

        async fn send(&mut self, line: &str) {
            self.input.write_all(line.as_bytes()).await.unwrap();
            self.input.write_all(b"\n").await.unwrap();
        }

        async fn call(&mut self, id: u32, name: &str) {
            let meta = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "host", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
            let params = json!({ "name": name, "_meta": meta });
            let call =
                json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
            self.send(&call.to_string()).await;
        }

        async fn reply(&mut self) -> Value {
            serde_json::from_str(&self.output.next_line().await.unwrap().unwrap()).unwrap()
        }
    }

    fn service() -> Service<()> {
        Service::new(a2t::toolset![tell_user, wait], ())
    }

    #[tokio::test]
    async fn contexts_see_the_request_of_the_program() {
        let mut request = Request::new(());
        request.extensions_mut().insert(User("Ada"));
        let mut host = Host::new(service().request_template(request));
        host.call(1, "tell_user").await;
        assert_eq!(host.reply().await["result"]["structuredContent"], json!({"result": "Ada"}));
    }

    #[tokio::test]
    async fn a_context_that_the_program_lacks_is_reported_without_its_insides() {
        let mut host = Host::new(service());
        host.call(1, "tell_user").await;
        let reply = host.reply().await;
        assert_eq!(reply["result"]["isError"], true);
        let words = "Error: the tool fails at the moment, it may work later";
        assert_eq!(reply["result"]["content"][0]["text"], words);
    }

    #[tokio::test]
    async fn a_host_is_notified_that_the_list_has_changed() {
        let live = a2t::Toolset::<()>::default().live();
        let mut host = Host::new(Service::new(&live, ()));
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "host", "version": "1" },
        }});
        host.send(&hello.to_string()).await;
        let reply = host.reply().await;
        assert_eq!(reply["result"]["capabilities"]["tools"]["listChanged"], true, "{reply}");
        host.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        let text = json!({
            "toolId": "0479a45d-ad0a-49d4-94db-75edf00d2ca4", "name": "late", "description": "",
            "version": 1, "currentVersion": 1,
        });
        let code = async |_: a2t::DynamicInputs| Ok(json!({}));
        let late = a2t::DynamicTool::parse(text.to_string(), code).unwrap();
        let id = late.id();
        live.add([late]).unwrap();
        assert_eq!(host.reply().await["method"], "notifications/tools/list_changed");
        live.remove(id);
        assert_eq!(host.reply().await["method"], "notifications/tools/list_changed");
        host.send(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#).await;
        assert_eq!(host.reply().await["result"]["tools"], json!([]));
    }

    #[tokio::test]
    async fn a_list_that_never_changes_promises_no_word_of_it() {
        let mut host = Host::new(service());
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "host", "version": "1" },
        }});
        host.send(&hello.to_string()).await;
        assert_eq!(host.reply().await["result"]["capabilities"]["tools"], json!({}));
    }

    #[tokio::test(start_paused = true)]
    async fn calls_beyond_those_in_flight_are_asked_to_come_again() {
        let mut host = Host::new(service().limits(Limits::new().max_concurrent_calls(1)));
        host.call(1, "wait").await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        host.call(2, "wait").await;
        let reply = host.reply().await;
        assert_eq!((&reply["id"], &reply["result"]["isError"]), (&json!(2), &json!(true)));
        let words = "Error: the server has too much to do: try again later";
        assert_eq!(reply["result"]["content"][0]["text"], words);
        assert_eq!(host.reply().await["result"]["structuredContent"]["result"], "waited");
    }

    #[tokio::test]
    async fn lines_that_are_too_long_or_not_json_are_passed_over() {
        let mut host = Host::new(service());
        host.send(&"x".repeat(300 * 1024)).await;
        host.send("{").await;
        host.send("").await;
        host.call(7, "nothing").await;
        let reply = host.reply().await;
        assert_eq!((&reply["id"], &reply["error"]["code"]), (&json!(7), &json!(-32602)), "{reply}");
    }
}
