//! An email: its three texts, and the message that is made of them.

use jiff::Timestamp;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};

use crate::outbox::EmailKey;
use crate::platform::mailer::Mailer;

/// The words of an email.
pub struct EmailText {
    /// One line.
    pub subject: String,
    /// For who reads plain text.
    pub text: String,
    /// For the others.
    pub html: String,
}

/// An email, ready to be sent.
pub struct OutgoingEmail {
    /// To whom, by name.
    pub name: String,
    /// Where.
    pub email: String,
    /// What it says.
    pub words: EmailText,
    /// Where one click stops further emails like it.
    pub unsubscribe: Option<String>,
}

impl OutgoingEmail {
    /// The email as it goes over the wire. Whatever is in its texts stays in them: a header is one line, and lettre
    /// encodes what is not plain.
    ///
    /// # Errors
    /// The address cannot be written to.
    pub fn message(self, key: &EmailKey, mailer: &Mailer, now: Timestamp) -> anyhow::Result<Message> {
        let address: Address = self.email.parse()?;
        let subject: Vec<_> = self.words.subject.split_whitespace().collect();
        let mut message = Message::builder()
            .from(mailer.from().clone())
            .to(Mailbox::new(Some(self.name), address))
            .subject(subject.join(" "))
            .date(now.into())
            .message_id(Some(key.message_id(mailer.host())))
            // RFC 3834: no answering machine need answer.
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(url) = self.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        Ok(message.multipart(MultiPart::alternative_plain_html(self.words.text, self.words.html))?)
    }
}

/// A header of our own words, which are plain and in one line.
fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.to_owned(), value.to_owned())
}
