//! Questions and pages: a message to the user, then a wait for the answer.

use std::time::Duration;

use a2t_store::worker::now;
use a2t_store::{Call, Step, Then, token};
use a2t_tool::channel::{Authorization, ChannelError, Page, Question};

use super::RunContext;
use crate::message::{Address, OAuth, UserChoice};
use crate::server::journal::{Answer, Asked, Journal, fingerprint};

/// Longest wait between two looks into the store, where another program may have put the answer.
const LOOK: Duration = Duration::from_secs(5);

impl RunContext {
    /// Asks the user to choose (CB-125). The same question of an earlier run is not asked again.
    pub(super) async fn ask(&self, question: Question) -> Result<usize, ChannelError> {
        let mut ordinal = self.asking.lock().await;
        let default = question.default.to_string();
        let parts = ["choice", &question.prompt, &default].into_iter();
        let what = fingerprint(parts.chain(question.choices.iter().map(String::as_str)));
        let choices = question.choices.len();
        let make = |token: &str| {
            let url = self.own_url("user_choice_response", token)?;
            let Question { prompt, choices, default, .. } = question;
            let mut choice = UserChoice::new(&self.address, prompt, choices, url);
            choice.default = default;
            Ok(choice.into())
        };
        let asked = self.asked(*ordinal, what, choices, make).await?;
        *ordinal += 1;
        match self.answer(&asked).await? {
            Answer::Selected(index) => Ok(index),
            Answer::Refused(words) => Err(ChannelError::Refused(words)),
            Answer::Code(_) => Err(ChannelError::Refused("not a choice".to_owned())),
        }
    }

    /// Sends the user to a page (CB-116).
    pub(super) async fn send_to(&self, page: Page) -> Result<Authorization, ChannelError> {
        let mut ordinal = self.asking.lock().await;
        let redirect_uri = format!("{}/oauth_callback", self.base);
        let make = |token: &str| {
            let url = page.url(token, &redirect_uri).parse();
            let url =
                url.map_err(|error| ChannelError::Unsendable(format!("the page: {error}")))?;
            Ok(OAuth::new(&self.address, url).into())
        };
        let asked = self.asked(*ordinal, fingerprint(["page"]), 0, make).await?;
        *ordinal += 1;
        match self.answer(&asked).await? {
            Answer::Code(code) => Ok(Authorization { code, redirect_uri }),
            Answer::Refused(words) => Err(ChannelError::Refused(words)),
            Answer::Selected(_) => Err(ChannelError::Refused("not a code".to_owned())),
        }
    }

    fn own_url(&self, segment: &str, token: &str) -> Result<Address, ChannelError> {
        let url = format!("{}/{segment}/{token}", self.base).parse();
        url.map_err(|error| {
            ChannelError::Unsendable(format!("the address for the answer: {error}"))
        })
    }

    /// The question of that number, as an earlier run asked it, or asked now.
    async fn asked(
        &self,
        ordinal: usize,
        what: String,
        choices: usize,
        make: impl FnOnce(&str) -> Result<crate::message::Callback, ChannelError>,
    ) -> Result<Asked, ChannelError> {
        if let Some(asked) = self.state().journal.asked.get(ordinal)
            && asked.what == what
        {
            return Ok(asked.clone());
        }
        let no_bits = || ChannelError::Unsendable("the system has no random bits".to_owned());
        let (token, proof) = token::mint(self.held.holder.key()).ok_or_else(no_bits)?;
        let message = self.message(&make(&token)?)?.until_cancelled();
        let asked = Asked { what, proof, since: now(), choices };
        let change = |journal: &mut Journal| {
            journal.asked.truncate(ordinal);
            journal.asked.push(asked.clone());
        };
        self.go_on(Step::new(Then::Continue), message, change).await?;
        Ok(asked)
    }

    /// Waits for the answer, at most for the time of the limits since the question was asked.
    async fn answer(&self, asked: &Asked) -> Result<Answer, ChannelError> {
        let time = self.inner.settings.limits.answer_timeout;
        self.held.holder.wait();
        let left = time.saturating_sub(now().since(asked.since));
        let answer = tokio::select! {
            answer = self.signal(asked) => answer,
            () = tokio::time::sleep(left) => Err(ChannelError::Unanswered(time)),
            () = self.held.holder.cancelled() => Err(ChannelError::Cancelled),
        };
        // A subscription goes on waiting, for its events.
        if !self.state().is_subscribed {
            self.held.holder.go_on().await;
        }
        answer
    }

    async fn signal(&self, asked: &Asked) -> Result<Answer, ChannelError> {
        loop {
            // Before the look, so that what comes during it is not missed.
            let signalled = self.held.signalled.notified();
            match self.inner.store().find(self.held.holder.key()).await {
                Ok(Some(call)) => {
                    if let Some(answer) = answer_of(&call, asked) {
                        return Ok(answer);
                    }
                }
                Ok(None) => return Err(ChannelError::Unstored),
                Err(error) => tracing::warn!(%error, "the answer to a question was not looked up"),
            }
            let _ = tokio::time::timeout(LOOK, signalled).await;
        }
    }
}

fn answer_of(call: &Call, asked: &Asked) -> Option<Answer> {
    let answer = asked.answer(call)?;
    match answer {
        Answer::Selected(index) if index >= asked.choices => None,
        answer => Some(answer),
    }
}
