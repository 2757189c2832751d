//! `client-a2t PORT TIMES [list]`: calls one tool through the generated client of this project, so often; or one that
//! replies a list of records.

mod calls;
mod list;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-a2t PORT TIMES [list]")?;
    match arguments.next().as_deref() {
        Some("list") => list::calls(&port, &times).await,
        _ => calls::calls(&port, &times).await,
    }
}
