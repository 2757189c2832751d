//! A protocol's view of the tools, made again when they have changed.

use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

use crate::Tools;

/// A view `V` of tools, such as a catalog of them.
#[doc(hidden)]
pub enum Following<S: 'static, V> {
    /// Of tools that never change.
    Fixed(Box<V>),
    Live(Box<Followed<S, V>>),
}

pub struct Followed<S: 'static, V> {
    tools: Tools<S>,
    view: RwLock<(u64, Arc<V>)>,
    make: Box<dyn Fn(Tools<S>) -> V + Send + Sync>,
}

impl<S, V> Following<S, V> {
    /// Creates the view that `make` makes of the tools. It runs while requests wait, so leave slow
    /// work until the view is asked for it.
    pub fn new(tools: Tools<S>, make: impl Fn(Tools<S>) -> V + Send + Sync + 'static) -> Self {
        let Some(live) = tools.source.clone() else {
            return Self::Fixed(Box::new(make(tools)));
        };
        let (state, table) = live.now();
        let view = Arc::new(make(Tools { table, ..tools.clone() }));
        Self::Live(Box::new(Followed {
            tools,
            view: RwLock::new((state, view)),
            make: Box::new(make),
        }))
    }

    /// Returns the view of the tools as they are now.
    pub fn now(&self) -> Now<'_, V> {
        match self {
            Self::Fixed(view) => Now::Fixed(view),
            Self::Live(live) => Now::Live(live.now()),
        }
    }
}

impl<S, V> Followed<S, V> {
    fn now(&self) -> Arc<V> {
        let state = self.tools.source.as_ref().map(|live| live.state());
        let known = self.view.read().unwrap_or_else(PoisonError::into_inner);
        if Some(known.0) == state {
            return Arc::clone(&known.1);
        }
        drop(known);
        self.anew()
    }

    #[cold]
    fn anew(&self) -> Arc<V> {
        let mut known = self.view.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(live) = &self.tools.source {
            let (state, table) = live.now();
            if known.0 != state {
                let tools = Tools { table, ..self.tools.clone() };
                *known = (state, Arc::new((self.make)(tools)));
            }
        }
        Arc::clone(&known.1)
    }
}

/// A view at one moment, for as long as a request needs it.
#[doc(hidden)]
pub enum Now<'a, V> {
    Fixed(&'a V),
    Live(Arc<V>),
}

impl<V> Deref for Now<'_, V> {
    type Target = V;

    fn deref(&self) -> &V {
        match self {
            Self::Fixed(view) => view,
            Self::Live(view) => view,
        }
    }
}
