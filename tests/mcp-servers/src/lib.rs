//! Typed clients of seven servers of MCP that others wrote, as `cargo a2t fetch --mcp-stdio` found
//! them: they compile whether the servers are installed or not.

a2t::client!("approved/everything.json");
a2t::client!("approved/fetch.json");
a2t::client!("approved/filesystem.json");
a2t::client!("approved/git.json");
a2t::client!("approved/memory.json");
a2t::client!("approved/sequential_thinking.json");
a2t::client!("approved/time.json");
