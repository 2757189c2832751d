//! `cargo a2t queue`: what waits in a store of calls, retries, is dead; and another try.

mod item;
mod look;
mod requeue;
mod show;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use a2t::rap::client::store::open::OpenError;
use a2t::rap::client::store::{Filter, Standing, Store, Time};
use clap::{Args, ValueEnum, value_parser};

use self::item::Named;
use crate::report::{CommandError, Outcome};

/// Items and exit status, as the help has them.
const ITEMS: &str = "\
Items are named as `list` prints them: call-7, message-12. No payload, address or token is printed: a message is \
shown by the call that caused it.

Exit status: 0 done, 1 an item is not there or was not requeued, 2 the store could not be opened.";

#[derive(Args)]
#[command(
    about = "Show what waits, retries or is dead in a store of calls, and requeue it",
    long_about = "Show what waits, retries or is dead in a store of calls, even while its program \
                  runs. Without an action: depth, age and attempts of each queue.\n\n\
                  Nothing is created or migrated. Only `requeue` writes: a dead message waits again \
                  as if new, in its position of the order, and a waiting one is due now.",
    after_help = ITEMS
)]
pub(crate) struct Queue {
    /// Action; without it, counts of each queue
    #[arg(value_enum)]
    action: Option<Action>,
    /// For `show` and `requeue`: call-N or message-N
    #[arg(value_name = "ITEM")]
    items: Vec<Named>,
    /// The store: sqlite:FILE, postgres://… or nats://…
    #[arg(long, value_name = "URL", required_unless_present = "store_env")]
    store: Option<String>,
    /// The environment variable that holds the URL, for one with a password in it
    #[arg(long, value_name = "NAME", conflicts_with = "store")]
    store_env: Option<String>,
    /// For `list`: calls, not messages
    #[arg(long)]
    calls: bool,
    /// Only entries of this queue, such as rap
    #[arg(long, value_name = "NAME")]
    queue: Option<String>,
    /// For `list` and `requeue --dead`: only entries of this group
    #[arg(long, value_name = "NAME")]
    group: Option<String>,
    /// For `list`: only entries with this standing
    #[arg(long, value_name = "STANDING")]
    standing: Option<Stands>,
    /// For `requeue`: every dead message, of that queue and group
    #[arg(long, conflicts_with = "items")]
    dead: bool,
    /// For `list`: the maximum number of entries, oldest first
    #[arg(long, value_name = "COUNT", default_value = "100", value_parser = value_parser!(u16).range(1..=1_000))]
    max: u16,
}

// Comments would be help to the values.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    List,
    Show,
    Requeue,
}

#[derive(Clone, Copy, ValueEnum)]
enum Stands {
    Waiting,
    Leased,
    Suspended,
    Done,
    Cancelled,
    Delivered,
    Dead,
}

impl Queue {
    pub(super) fn run(&self) -> Outcome {
        self.check()?;
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().map_err(CommandError::new)?;
        let url = self.url()?;
        runtime.block_on(async {
            let store = a2t::rap::client::store::open::existing(&url).await.map_err(unopened)?;
            let now = Time::from(SystemTime::now());
            match self.action {
                None => look::counts(&store, self.queue.as_deref(), now).await,
                Some(Action::List) => look::list(&store, self.filter(), now).await,
                Some(Action::Show) => show::items(&store, &self.items, now).await,
                Some(Action::Requeue) if self.dead => {
                    requeue::dead(&store, || self.filter(), now).await
                }
                Some(Action::Requeue) => requeue::items(&store, &self.items, now).await,
            }
        })
    }

    /// Refuses what clap cannot: an action with arguments of another one.
    fn check(&self) -> Result<(), CommandError> {
        let takes_items = matches!(self.action, Some(Action::Show | Action::Requeue));
        if takes_items && self.items.is_empty() && !self.dead {
            let all = if self.action == Some(Action::Requeue) { ", or --dead for all" } else { "" };
            return Err(CommandError::new(format!(
                "which item? Name those that `list` prints, such as message-12{all}"
            )));
        }
        let lists = self.calls || self.standing.is_some();
        let wrong = [
            (!takes_items && !self.items.is_empty(), "ITEM is an argument of `show` and `requeue`"),
            (self.dead && self.action != Some(Action::Requeue), "--dead is a flag of `requeue`"),
            (lists && self.action != Some(Action::List), "--calls and --standing are of `list`"),
            (
                self.group.is_some() && self.action != Some(Action::List) && !self.dead,
                "--group is a flag of `list` and of `requeue --dead`",
            ),
        ];
        match wrong.iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, text)) => Err(CommandError::new(text)),
            None => Ok(()),
        }
    }

    fn url(&self) -> Result<String, CommandError> {
        if let Some(url) = &self.store {
            return Ok(url.clone());
        }
        let name = self.store_env.as_deref().unwrap_or_default();
        std::env::var(name).map_err(|_| {
            CommandError::new(format!("the environment has no variable `{name}`; set it to a URL"))
        })
    }

    fn filter(&self) -> Filter {
        let mut filter = if self.calls { Filter::calls() } else { Filter::messages() };
        if let Some(queue) = &self.queue {
            filter = filter.queue(queue);
        }
        if let Some(group) = &self.group {
            filter = filter.group(group);
        }
        if let Some(stands) = self.standing {
            filter = filter.standing(stands.standing());
        }
        filter.max(usize::from(self.max))
    }
}

impl Stands {
    fn standing(self) -> Standing {
        match self {
            Self::Waiting => Standing::Waiting,
            Self::Leased => Standing::Leased,
            Self::Suspended => Standing::Suspended,
            Self::Done => Standing::Done,
            Self::Cancelled => Standing::Cancelled,
            Self::Delivered => Standing::Delivered,
            Self::Dead => Standing::Dead,
        }
    }
}

/// Word of a standing in texts and in JSON, the one that `--standing` takes.
fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Waiting => "waiting",
        Standing::Leased => "leased",
        Standing::Suspended => "suspended",
        Standing::Done => "done",
        Standing::Cancelled => "cancelled",
        Standing::Delivered => "delivered",
        Standing::Dead => "dead",
    }
}

/// Two units, since the seconds of a week do not matter: `3d 4h`.
fn age(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "m")];
    let mut parts: Vec<_> = parts.into_iter().skip_while(|(count, _)| *count == 0).collect();
    parts.push((seconds % 60, "s"));
    let parts: Vec<_> =
        parts.into_iter().take(2).map(|(count, unit)| format!("{count}{unit}")).collect();
    parts.join(" ")
}

fn unopened(error: OpenError) -> CommandError {
    match error {
        OpenError::Off { feature } => CommandError::new(format!(
            "this program was built without the store `{feature}`; install it again with \
             `--features {feature}`"
        )),
        error => CommandError::new(error),
    }
}

fn failed(error: a2t::rap::client::store::StoreError) -> CommandError {
    CommandError::new(error)
}

type Stored = Arc<dyn Store>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_two_units() {
        let ages = [0, 59, 60, 3_599, 3_600, 90_061, 864_000].map(Duration::from_secs).map(age);
        assert_eq!(ages, ["0s", "59s", "1m 0s", "59m 59s", "1h 0m", "1d 1h", "10d 0h"]);
    }

    #[test]
    fn a_store_that_is_not_built_in_is_reported_with_what_installs_it() {
        let message = format!("{:?}", unopened(OpenError::Off { feature: "postgres" }));
        assert!(message.contains("without the store `postgres`"), "{message}");
        assert!(message.contains("`--features postgres`"), "{message}");
    }
}
