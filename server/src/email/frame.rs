//! What every email has around its words.

use std::sync::Arc;

use jiff::Timestamp;

use super::store::Recipient;
use crate::outbox::EmailTopic;
use crate::web::moment::Moment;
use crate::web::times::Times;

/// The frame of an email.
pub struct Frame {
    /// Who reads it.
    pub you: String,
    /// The topic of such emails, and the address to unsubscribe; `None` in an email that was requested.
    pub topic: Option<(EmailTopic, String)>,
    public_url: Arc<str>,
    times: Times,
}

impl Frame {
    /// The frame of an email to somebody.
    pub fn new(recipient: &Recipient, topic: Option<EmailTopic>, public_url: Arc<str>) -> Self {
        let times = Times::of(&recipient.preferences);
        let stop =
            |topic: EmailTopic| (topic, format!("{public_url}/mail/unsubscribe/{}.{}", topic.key(), recipient.secret));
        Self { you: recipient.name.to_string(), topic: topic.map(stop), public_url, times }
    }

    /// A path of the site as an address.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// An instant as its reader has chosen to read it, with the zone; in UTC if they have not.
    pub fn instant(&self, at: Timestamp) -> String {
        self.times.instant_and_zone(Moment(at))
    }

    /// The site's address as people read it: without `https://`.
    pub fn site(&self) -> &str {
        self.public_url.split_once("://").map_or(&self.public_url, |(_, site)| site)
    }
}
