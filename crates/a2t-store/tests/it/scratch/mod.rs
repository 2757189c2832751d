//! Folders for files of tests, gone with their test.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A separate folder.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        Self::below(Path::new(env!("CARGO_TARGET_TMPDIR")), name)
    }

    /// In memory where the system has such a folder, because thousands of seeds wait for the disk.
    pub(crate) fn quick(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Self::below(memory, name) } else { Self::new(name) }
    }

    fn below(folder: &Path, name: &str) -> Self {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = folder.join(format!("a2t-store-{name}-{}-{next}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("calls #1?.db")
    }

    pub(crate) fn another(&self) -> PathBuf {
        self.0.join(format!("{}.db", NEXT.fetch_add(1, Ordering::Relaxed)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
