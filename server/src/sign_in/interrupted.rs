//! What somebody sent who was not signed in: the pages to sign in and up on carry it along in hidden fields.

use std::collections::BTreeMap;

use crate::accounts::{PlayerId, PlayerName};
use crate::state::App;
use crate::web::form::form_fields;
use crate::web::saved_form;

/// What could not be sent, because its writer was not signed in.
pub struct InterruptedForm {
    /// The path it was sent to.
    sent_to: String,
    /// The player who wrote it; empty if that is not known.
    pub writer: String,
    /// The fields and what is in them.
    fields: Vec<(String, String)>,
}

impl InterruptedForm {
    const PREFIX: &str = "unsent-";
    const SENT_TO: &str = "sent_to";
    const WRITER: &str = "writer";

    /// A form that was sent to a path. Nobody logs in as a guest: whoever was one, and has taken the games along, sends it as who they
    /// are now.
    pub fn new(sent_to: String, writer: String, form: &impl serde::Serialize) -> Self {
        let writer = if PlayerName::is_of_guest(&writer) { String::new() } else { writer };
        Self { sent_to, writer, fields: form_fields(form) }
    }

    /// Takes it out of the fields of a page that carries it, if it does.
    pub fn take(fields: &mut BTreeMap<String, String>) -> Option<Self> {
        let sent_to = fields.remove(Self::SENT_TO).filter(|sent_to| !sent_to.is_empty())?;
        let writer = fields.remove(Self::WRITER).unwrap_or_default();
        let fields = std::mem::take(fields).into_iter();
        let fields = fields.filter_map(|(name, typed)| Some((name.strip_prefix(Self::PREFIX)?.to_owned(), typed)));
        Some(Self { sent_to, writer, fields: fields.collect() })
    }

    /// The fields by which a page carries it.
    pub fn hidden(&self) -> Vec<(String, &str)> {
        let own = [(Self::SENT_TO.to_owned(), self.sent_to.as_str()), (Self::WRITER.to_owned(), self.writer.as_str())];
        let typed = self.fields.iter().map(|(name, typed)| (format!("{}{name}", Self::PREFIX), typed.as_str()));
        own.into_iter().chain(typed).collect()
    }

    /// Saves it for a player: the page of the form, at the path `next`, where it is shown.
    ///
    /// # Errors
    /// The database fails.
    pub async fn save(&self, app: &App, player: PlayerId, next: &str) -> anyhow::Result<String> {
        let form: BTreeMap<&str, &str> =
            self.fields.iter().map(|(name, typed)| (name.as_str(), typed.as_str())).collect();
        saved_form::save(&app.pool, player, next, (&self.sent_to, &form), app.now.get()).await
    }
}
