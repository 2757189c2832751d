//! `client-a2t PORT TIMES`: calls one tool through the generated client of this project, so often.

mod calls;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (port, times) =
        arguments.next().zip(arguments.next()).ok_or("usage: client-a2t PORT TIMES")?;
    calls::calls(&port, &times).await
}
