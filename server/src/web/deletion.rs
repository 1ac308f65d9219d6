//! The page that asks whether something is really to be deleted, and the answer.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::form::is_yes;
use super::page::Layout;

/// The question.
#[derive(Template)]
#[template(path = "delete.html")]
pub struct DeletePage {
    pub layout: Layout,
    /// What kind of thing it is, with its article: `a study`.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
    /// What goes with it, after its name: ` with all its chapters`.
    pub scope: String,
    /// Where the answer is sent.
    pub action: String,
    /// Where it can be downloaded as PGN.
    pub download: String,
    /// What is sent with the answer, field by field.
    pub fields: Vec<(String, String)>,
    /// Why it is asked once more.
    pub notice: Option<&'static str>,
    /// Where whoever keeps it goes.
    pub back: String,
}

/// The answer.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct DeleteForm {
    /// `yes`: yes, really. It is asked once more after signing in.
    #[serde(skip_serializing)]
    confirm: String,
}

impl DeleteForm {
    /// Whether it is really meant.
    pub fn is_confirmed(&self) -> bool {
        is_yes(&self.confirm)
    }
}
