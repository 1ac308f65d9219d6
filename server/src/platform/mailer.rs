//! How an email leaves: through an SMTP server, or into the log where none is set.

use std::sync::Arc;

use anyhow::Context;
use axum::http::Uri;
use lettre::Message;
use lettre::message::Mailbox;

use super::config::Config;
use super::smtp::Smtp;

/// Sends emails.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    /// The host of the site, for the names of emails.
    host: String,
    smtp: Option<Arc<Smtp>>,
}

/// Why an email was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may be taken later: the server is busy or out of reach, or refuses us and not the email.
    #[error("{0}")]
    Passing(String),
    /// It never will be.
    #[error("{0}")]
    Final(String),
}

impl Mailer {
    /// The mailer of the settings.
    ///
    /// # Errors
    /// `SMTP_URL` or `MAIL_FROM` cannot be read; the reason does not repeat the address, for it may hold a password.
    pub fn new(config: &Config, public_url: &str) -> anyhow::Result<Self> {
        let host = public_url.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        let host = host.filter(|host| !host.starts_with('[') && host.parse::<std::net::IpAddr>().is_err());
        let host = host.unwrap_or_else(|| "localhost".to_owned());
        let from = config.mail_from.clone().unwrap_or_else(|| format!("Mallard <mallard@{host}>"));
        let from = from.parse().context("MAIL_FROM is not of the form 'Mallard <mallard@example.org>'")?;
        let smtp = config.smtp_url.as_deref().map(|url| Smtp::new(url, &host).map(Arc::new));
        let smtp =
            smtp.transpose().context("SMTP_URL is not of the form smtp://user:password@host:587 or smtps://…")?;
        Ok(Self { from, host, smtp })
    }

    /// Whether emails leave at all.
    pub fn is_set_up(&self) -> bool {
        self.smtp.is_some()
    }

    /// Who emails are from.
    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    /// The host of the site.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends an email through the SMTP server. Without one it is logged at debug level, which is off by default: emails
    /// hold addresses and secret links.
    ///
    /// # Errors
    /// Why it was not accepted.
    pub async fn send(&self, message: Message) -> Result<(), Failure> {
        let Some(smtp) = &self.smtp else {
            let email = String::from_utf8_lossy(&message.formatted()).into_owned();
            tracing::debug!(email, "an email that is not sent: SMTP_URL is not set");
            return Ok(());
        };
        smtp.send(&message).await
    }
}
