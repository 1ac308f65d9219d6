//! What a page is told.

use axum::response::sse::Event;
use serde::Serialize;

use crate::accounts::Waiting;

/// How things stand: in the first message of a stream whatever the page listens to, later what has changed.
#[derive(Default, Serialize)]
pub struct Message {
    /// How many events of the page's game its viewer may see. A page that shows fewer is behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// How much stands beside the page's game that its viewer may see: ratings that were counted, what was written by
    /// those who look on. A page that shows less is behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<u32>,
    /// What waits for the viewer. Their lists may have changed even where these figures have not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// The challenges that are open to anyone may have changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lobby: bool,
    /// The ratings of the player whose page it is may have changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub player: bool,
}

impl Message {
    /// The message as it is sent.
    ///
    /// # Errors
    /// None that can happen: figures are always JSON.
    pub fn event(&self) -> anyhow::Result<Event> {
        Ok(Event::default().json_data(self)?)
    }
}
