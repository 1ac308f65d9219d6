//! An email: its three texts, and the message made of them.

use askama::Template;
use jiff::Timestamp;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use crate::outbox::EmailKey;
use crate::platform::mailer::Mailer;

/// The texts of an email.
pub struct EmailText {
    /// One line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
}

impl EmailText {
    /// What its three templates say.
    ///
    /// # Errors
    /// A template fails.
    pub fn render(subject: &impl Template, text: &impl Template, html: &impl Template) -> anyhow::Result<Self> {
        Ok(Self { subject: subject.render()?, text: text.render()?, html: html.render()? })
    }
}

/// The words of a kind of email: of a module's enums of templates `Subject`, `Text` and `Html` the variants of one name, which
/// have the same fields.
macro_rules! email_text {
    ($kind:ident { $($field:ident),+ }) => {
        $crate::email::outgoing::EmailText::render(
            &Subject::$kind { $($field),+ },
            &Text::$kind { $($field),+ },
            &Html::$kind { $($field),+ },
        )
    };
}
pub(super) use email_text;

/// An email, ready to be sent.
pub struct OutgoingEmail {
    /// The recipient's name.
    pub name: String,
    /// The recipient's address.
    pub email: String,
    /// The texts.
    pub words: EmailText,
    /// The address for one-click unsubscribing.
    pub unsubscribe: Option<String>,
}

impl OutgoingEmail {
    /// The email as it goes over the wire. Its texts cannot inject headers: the subject is reduced to one line, and
    /// lettre encodes what is not ASCII.
    ///
    /// # Errors
    /// The address is not valid.
    pub fn message(self, key: &EmailKey, mailer: &Mailer, now: Timestamp) -> anyhow::Result<Message> {
        let address: Address = self.email.parse()?;
        let subject: Vec<_> = self.words.subject.split_whitespace().collect();
        let mut message = Message::builder()
            .from(mailer.from().clone())
            .to(Mailbox::new(Some(self.name), address))
            .subject(subject.join(" "))
            .date(now.into())
            .message_id(Some(key.message_id(mailer.host())))
            // RFC 3834: asks automatic responders not to reply.
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(url) = self.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        Ok(message.multipart(MultiPart::alternative_plain_html(self.words.text, self.words.html))?)
    }
}

/// A header with a value of our own, which is ASCII and one line.
fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.to_owned(), value.to_owned())
}
