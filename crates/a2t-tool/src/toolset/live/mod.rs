//! Tools that come and go while they are served: one set that several protocols serve.

mod follow;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use a2t_core::ToolId;

use crate::toolset::extend::changed;
use crate::toolset::table::Table;
use crate::toolset::version::Version;
use crate::{DynamicTool, IntoTools, Package, Tools, ToolsetError};

pub(crate) use follow::Followed;
pub use follow::{Following, Now};

/// A set of tools that changes while it is served; made by `a2t::Toolset::live`. A clone is the same set.
///
/// ```
/// use a2t::{DynamicInputs, DynamicTool, Toolset};
/// # let signature = br#"{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4","name":"add","version":1,
/// #   "currentVersion":1,"description":"Adds.","output_parameters":[]}"#;
///
/// let live = Toolset::<()>::default().live();
/// let router: axum::Router = Toolset::from(&live).into_router();
/// // …and later, from wherever tools come:
/// let tool = DynamicTool::parse(signature, async |_: DynamicInputs| Ok([("sum", 1)]))?;
/// let id = tool.id();
/// live.add([tool])?;
/// # let client = a2t::testing::TestClient::from_router(router);
/// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
/// # assert_eq!(runtime.block_on(client.get("/tools")).json()["items"][0]["name"], "add");
/// assert!(live.remove(id));
/// # assert_eq!(runtime.block_on(client.get("/tools")).json()["items"].as_array().unwrap().len(), 0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// A change is atomic: a request sees all of it or nothing. It is checked first, and refused as a whole. A call
/// that has begun ends normally, even if its tool is removed meanwhile. A client that reads the pages of a list
/// during a change gets each tool that stays exactly once, because a cursor contains a name and not a position. A
/// tool whose name changes counts as one that is removed and one that is added.
///
/// Each change copies a pointer for every other tool, so make many changes at once.
pub struct LiveToolset<S: 'static>(Arc<Live<S>>);

/// The set that a [`Tools`] is one state of.
pub(crate) type Source<S> = Arc<Live<S>>;

pub(crate) struct Live<S: 'static> {
    package: Option<Package>,
    now: RwLock<(u64, Arc<Table<S>>)>,
    /// Number of the state in `now`, to be compared without a lock.
    state: AtomicU64,
    /// Held while the next state is made.
    changing: Mutex<()>,
    listeners: Mutex<Vec<Listener>>,
}

/// Called after each change, until it returns `false`.
type Listener = Box<dyn Fn() -> bool + Send + Sync>;

impl<S> Live<S> {
    pub(crate) fn now(&self) -> (u64, Arc<Table<S>>) {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        (now.0, Arc::clone(&now.1))
    }

    pub(crate) fn state(&self) -> u64 {
        self.state.load(Ordering::Acquire)
    }

    fn set(&self, table: Table<S>) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let state = now.0 + 1;
        let before = std::mem::replace(&mut *now, (state, Arc::new(table)));
        self.state.store(state, Ordering::Release);
        drop(now);
        // Tools that are gone are dropped outside of the lock: there may be many.
        drop(before);
        let mut listeners = self.listeners();
        listeners.retain(|listener| listener());
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Listener>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S> LiveToolset<S> {
    fn change(&self, gone: BTreeSet<ToolId>, more: Vec<Version<S>>) -> Result<(), ToolsetError> {
        let changing = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, table) = self.0.now();
        let changed = changed(&table, &gone, more)?;
        self.0.set(changed);
        drop(changing);
        Ok(())
    }

    /// Adds tools, or more versions of tools in the set, all of them at once.
    ///
    /// # Errors
    /// Returns every conflict with each other and with the tools of the set. Then nothing is added.
    pub fn add(&self, tools: impl IntoIterator<Item = DynamicTool<S>>) -> Result<(), ToolsetError> {
        let more: Vec<_> = tools.into_iter().map(Version::from).collect();
        if more.is_empty() { Ok(()) } else { self.change(BTreeSet::new(), more) }
    }

    /// Replaces all versions of these tools, and adds the tools that the set does not have yet, without a
    /// moment in which a tool is missing. Use it to change the code, the scopes or the limits of a tool, or to
    /// replace an older version by a newer one.
    ///
    /// # Errors
    /// Returns what [`LiveToolset::add`] returns, and every version whose signature differs from the one that its
    /// number had, because callers rely on that. Then nothing is replaced.
    pub fn replace(
        &self,
        tools: impl IntoIterator<Item = DynamicTool<S>>,
    ) -> Result<(), ToolsetError> {
        let more: Vec<_> = tools.into_iter().map(Version::from).collect();
        let gone = more.iter().map(Version::id).collect();
        if more.is_empty() { Ok(()) } else { self.change(gone, more) }
    }

    /// Removes a tool with all its versions; false if it is not there. Calls of it that have begun end as
    /// they began.
    pub fn remove(&self, id: ToolId) -> bool {
        self.remove_all([id]) == 1
    }

    /// Removes tools at once, and returns how many of them were there.
    pub fn remove_all(&self, ids: impl IntoIterator<Item = ToolId>) -> usize {
        let changing = self.0.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, table) = self.0.now();
        let there = |id: &ToolId| table.current(*id).is_some();
        let gone: BTreeSet<_> = ids.into_iter().filter(there).collect();
        if !gone.is_empty() {
            let changed = table.changed(&gone, Vec::new());
            changed.follow(&table, &gone);
            self.0.set(changed);
        }
        drop(changing);
        gone.len()
    }

    /// Returns the tools as they are now, which follow the changes where a protocol serves them.
    pub fn tools(&self) -> Tools<S> {
        let (_, table) = self.0.now();
        Tools {
            table,
            rules: Arc::default(),
            source: Some(Arc::clone(&self.0)),
            package: self.0.package,
            origins: Vec::new(),
        }
    }

    /// Returns the number of tools, however many versions they have.
    pub fn len(&self) -> usize {
        self.0.now().1.tools
    }

    /// Returns whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether the tool is there.
    pub fn contains(&self, id: ToolId) -> bool {
        self.0.now().1.current(id).is_some()
    }
}

impl<S> Tools<S> {
    /// Creates a set that begins with these tools. Rules of visibility are given to what serves it.
    pub fn live(self) -> LiveToolset<S> {
        LiveToolset(Arc::new(Live {
            now: RwLock::new((0, self.table)),
            package: self.package,
            state: AtomicU64::new(0),
            changing: Mutex::default(),
            listeners: Mutex::default(),
        }))
    }

    /// Returns the tools as they are now; the same ones where they do not change.
    #[doc(hidden)]
    #[must_use]
    pub fn now(&self) -> Self {
        let table =
            self.source.as_ref().map_or_else(|| Arc::clone(&self.table), |live| live.now().1);
        Self { table, ..self.clone() }
    }

    /// Calls this after each change until it returns false; false if there are no changes.
    #[doc(hidden)]
    pub fn on_change(&self, listener: impl Fn() -> bool + Send + Sync + 'static) -> bool {
        let Some(live) = &self.source else {
            return false;
        };
        live.listeners().push(Box::new(listener));
        true
    }

    /// Returns whether tools come and go.
    #[doc(hidden)]
    pub fn is_live(&self) -> bool {
        self.source.is_some()
    }
}

impl<S> Clone for LiveToolset<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S> IntoTools<S> for LiveToolset<S> {
    fn into_tools(self) -> Tools<S> {
        self.tools()
    }
}

impl<S> IntoTools<S> for &LiveToolset<S> {
    fn into_tools(self) -> Tools<S> {
        self.tools()
    }
}

impl<S> fmt::Debug for LiveToolset<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.tools(), f)
    }
}
