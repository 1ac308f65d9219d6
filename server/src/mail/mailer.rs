//! How a letter leaves: through an SMTP server, or into the log where none is set.

use std::time::Duration;

use anyhow::Context;
use axum::http::Uri;
use lettre::message::Mailbox;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use crate::config::Config;

/// The longest one command of SMTP may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Sends letters.
#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    /// The host of the site, for the names of letters.
    host: String,
    smtp: Option<AsyncSmtpTransport<Tokio1Executor>>,
}

/// Why a letter was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may be taken later: the server is busy or out of reach, or refuses us and not the letter.
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
        let smtp = config.smtp_url.as_deref().map(|url| transport(url, &host));
        let smtp =
            smtp.transpose().context("SMTP_URL is not of the form smtp://user:password@host:587 or smtps://…")?;
        Ok(Self { from, host, smtp })
    }

    /// Whether letters leave this server at all.
    pub fn can_send(&self) -> bool {
        self.smtp.is_some()
    }

    /// Who letters are from.
    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    /// The host of the site.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Hands a letter to the SMTP server. Without one it is written to the log at the debug level, which is off unless
    /// somebody turns it on: letters hold addresses and secret links.
    ///
    /// # Errors
    /// Why it was not taken.
    pub async fn send(&self, message: Message) -> Result<(), Failure> {
        let Some(smtp) = &self.smtp else {
            let letter = String::from_utf8_lossy(&message.formatted()).into_owned();
            tracing::debug!(letter, "a letter that nobody sends: SMTP_URL is not set");
            return Ok(());
        };
        smtp.send(message).await.map(drop).map_err(|error| {
            let why = error.to_string();
            let refused_us = error.status().is_some_and(|code| AUTHENTICATION.contains(&u16::from(code)));
            if error.is_permanent() && !refused_us { Failure::Final(why) } else { Failure::Passing(why) }
        })
    }
}

/// What a server answers to wrong credentials (RFC 4954): it is not the letter's fault, and the settings may be mended.
const AUTHENTICATION: [u16; 4] = [530, 534, 535, 538];

/// Over TLS wherever the server can, and always where a password is sent; on this machine itself it need not be. The
/// parameter `?tls=required` or `?tls=opportunistic` decides otherwise.
fn transport(url: &str, host: &str) -> anyhow::Result<AsyncSmtpTransport<Tokio1Executor>> {
    let uri: Uri = url.parse()?;
    let server = uri.host().context("it names no host")?.to_owned();
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?
        .hello_name(ClientId::Domain(host.to_owned()))
        .timeout(Some(PATIENCE));
    let said = uri.query().is_some_and(|query| query.contains("tls="));
    let here = server == "localhost" || server.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if uri.scheme_str() == Some("smtp") && !said && !here {
        let parameters = TlsParameters::new(server)?;
        let has_password = uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
        builder = builder.tls(if has_password { Tls::Required(parameters) } else { Tls::Opportunistic(parameters) });
    }
    Ok(builder.build())
}
