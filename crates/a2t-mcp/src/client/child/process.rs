//! Process of a server: its end, and that of the processes which it started.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use process_wrap::tokio::ChildWrapper;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::GRACE;
use super::last::{Fault, Last};
use super::writer::Writer;

/// Process that is ended when this is dropped, without a wait in the thread that drops it.
pub(super) struct Process {
    /// `None` once the process ended.
    group: Option<Group>,
    writer: Arc<Writer>,
}

/// Process that is killed with its whole group when this is dropped: alone, it would leave behind what it started.
struct Group {
    child: Box<dyn ChildWrapper>,
    last: Last,
    ended: bool,
}

impl Process {
    pub(super) fn new(child: Box<dyn ChildWrapper>, writer: Arc<Writer>, last: Last) -> Self {
        Self { group: Some(Group { child, last, ended: false }), writer }
    }

    /// Waits for the end of the process, and kills it after this time. Returns the status of one that ended by itself.
    pub(super) async fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        let group = self.group.as_mut()?;
        let status = timeout(grace, group.child.wait()).await.ok().and_then(Result::ok);
        group.ended = status.is_some();
        if status.is_none() {
            // One that is gone already cannot be killed.
            let _ = group.child.start_kill();
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(mut group) = self.group.take().filter(|group| !group.ended) else { return };
        // A process whose input broke is ending, and its status explains why. The task of a runtime
        // that shuts down is dropped, and the group with it.
        if self.writer.is_broken()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move {
                let _ = timeout(GRACE, group.child.wait()).await;
            });
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let status = self.child.try_wait().ok().flatten();
        let _ = self.child.start_kill();
        self.last.set(Fault::Ended(status));
    }
}
