//! The messages of a page's event stream.

use axum::response::sse::Event;
use serde::Serialize;

use crate::accounts::Waiting;
use crate::platform::database::lsn::Lsn;

/// The state of what the page listens to: all of it in the first message of a stream, later only what has changed.
#[derive(Default, Serialize)]
pub struct Message {
    /// How many events of the page's game its viewer may see, or the version of what the page shows. A page that shows fewer, or an
    /// earlier one, is out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The count of the game page's extras that the viewer may see: rating changes, kibitz, rematches. A page that
    /// shows less is out of date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<u32>,
    /// What awaits the viewer. Their lists may have changed even if these counts have not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
    /// The challenges that are open to anyone may have changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lobby: bool,
    /// The ratings of the player whose page it is may have changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub player: bool,
    /// One of the games on the page may have gone on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub watched: bool,
    /// A place in the WAL before which all of this was committed, if there is a replica. One that has not replayed the WAL up to
    /// there must not answer the page when it fetches itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Lsn>,
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
