//! End of a child process's standard error: all is read, the last bytes are kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::AsyncReadExt as _;
use tokio::process::ChildStderr;
use tokio::task::JoinHandle;

use super::secrets::Secrets;
use crate::client::limits::STDERR;

#[derive(Clone, Default)]
pub(crate) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    secrets: Secrets,
}

impl Tail {
    pub(super) fn new(secrets: Secrets) -> Self {
        Self { kept: Arc::default(), secrets }
    }

    /// Reads to the end, because a process whose output is not read would wait forever.
    pub(super) fn follow(&self, mut stderr: ChildStderr) -> JoinHandle<()> {
        let tail = self.clone();
        tokio::spawn(async move {
            let mut chunk = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut chunk).await {
                tail.take(chunk.get(..read).unwrap_or_default());
            }
        })
    }

    fn take(&self, chunk: &[u8]) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(chunk);
        let surplus = kept.len().saturating_sub(self.most());
        kept.drain(..surplus);
    }

    pub(super) fn text(&self) -> String {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_cut = kept.len() >= self.most();
        let text = self.secrets.hidden(&String::from_utf8_lossy(kept.make_contiguous()));
        // The first bytes may be the end of a secret.
        let start = if is_cut { text.ceil_char_boundary(self.secrets.longest()) } else { 0 };
        text.get(start..).unwrap_or_default().trim().to_owned()
    }

    fn most(&self) -> usize {
        STDERR.saturating_add(self.secrets.longest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_however_much_is_said() {
        let tail = Tail::default();
        for _ in 0..1_000 {
            tail.take(&[b'x'; 4096]);
        }
        tail.take(b"the end\n");
        assert_eq!(tail.text().len(), STDERR - 1);
        assert!(tail.text().ends_with("xthe end"));
        let secrets = Secrets::new(vec!["s3cret-value".to_owned()]);
        let tail = Tail::new(secrets);
        for _ in 0..STDERR / 4 {
            tail.take(b"s3cret-value");
            assert!(!tail.text().contains("value"), "{}", tail.text());
        }
    }
}
