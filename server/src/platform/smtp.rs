//! The mail server. The steps of SMTP are taken here one by one: lettre's own transport does not say at which of them
//! an email was refused, and that decides whether it is retried.

use std::error::Error as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::http::Uri;
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use lettre::{Address, Message};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;

use super::mailer::Failure;

/// The longest it may take to connect.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest that handing an email over may take: the library waits for each answer as long as the server likes.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(60);
/// How long an idle connection is kept for the next email.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// The most idle connections that are kept.
const MAX_IDLE_CONNECTIONS: usize = 4;

/// A mail server, and the connections to it that are free.
pub struct Smtp {
    server: String,
    port: u16,
    tls: Tls,
    /// The name by which we greet it.
    hello: ClientId,
    credentials: Option<Credentials>,
    free: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

impl Smtp {
    /// The server of a URL such as `smtp://user:password@mail.example:587`. Over TLS wherever the server can, and always
    /// where a password is sent; on this machine itself it need not be. The parameter `?tls=required` or
    /// `?tls=opportunistic` decides otherwise.
    ///
    /// # Errors
    /// The URL cannot be read; the reason does not repeat it, for it may hold a password.
    pub fn new(url: &str, host: &str) -> anyhow::Result<Self> {
        let uri: Uri = url.parse()?;
        let server = uri.host().context("it names no host")?.trim_matches(['[', ']']).to_owned();
        let credentials = credentials(&uri)?;
        let (tls, usual_port) = security(&uri, &server, credentials.is_some())?;
        let port = uri.port_u16().unwrap_or(usual_port);
        let hello = ClientId::Domain(host.to_owned());
        Ok(Self { server, port, tls, hello, credentials, free: Mutex::default() })
    }

    /// Sends an email.
    ///
    /// # Errors
    /// Why it was not accepted.
    pub async fn send(&self, message: &Message) -> Result<(), Failure> {
        let handing_over = timeout(DELIVERY_TIMEOUT, self.hand_over(message)).await;
        handing_over
            .unwrap_or_else(|_| Err(Failure::Passing(format!("no answer within {} s", DELIVERY_TIMEOUT.as_secs()))))
    }

    async fn hand_over(&self, message: &Message) -> Result<(), Failure> {
        let mut connection = self.connection().await.map_err(|error| refusing_us(&error))?;
        let taken = deliver(&mut connection, message.envelope(), &message.formatted()).await;
        match taken {
            Ok(()) => self.keep(connection),
            Err(_) => connection.abort().await,
        }
        taken
    }

    /// One that is free and still lives, or a new one.
    async fn connection(&self) -> Result<AsyncSmtpConnection, Error> {
        while let Some((mut connection, since)) = self.take_free() {
            if since.elapsed() < IDLE_TIMEOUT && connection.test_connected().await {
                return Ok(connection);
            }
        }
        self.connect().await
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let wrapped = if let Tls::Wrapper(parameters) = &self.tls { Some(parameters.clone()) } else { None };
        let server = (self.server.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(server, Some(RESPONSE_TIMEOUT), &self.hello, wrapped, None).await?;
        match &self.tls {
            Tls::Required(parameters) => connection.starttls(parameters.clone(), &self.hello).await?,
            Tls::Opportunistic(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), &self.hello).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    fn take_free(&self) -> Option<(AsyncSmtpConnection, Instant)> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, connection: AsyncSmtpConnection) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.retain(|(_, since)| since.elapsed() < IDLE_TIMEOUT);
        if free.len() < MAX_IDLE_CONNECTIONS {
            free.push((connection, Instant::now()));
        }
    }
}

/// The email's own steps. What is said to its sender, who is always the same, is said to us.
async fn deliver(connection: &mut AsyncSmtpConnection, envelope: &Envelope, email: &[u8]) -> Result<(), Failure> {
    let mut parameters = Vec::new();
    if !envelope.to().iter().all(|to| AsRef::<str>::as_ref(to).is_ascii()) {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(Failure::Passing("the mail server knows no addresses beyond ASCII".to_owned()));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    let sender: Option<Address> = envelope.from().cloned();
    connection.command(Mail::new(sender, parameters)).await.map_err(|error| refusing_us(&error))?;
    for to in envelope.to() {
        connection.command(Rcpt::new(to.clone(), Vec::new())).await.map_err(|error| refusing_it(&error))?;
    }
    connection.command(Data).await.map_err(|error| refusing_it(&error))?;
    connection.message(email).await.map_err(|error| refusing_it(&error))?;
    Ok(())
}

/// A failure before the server has seen the email cannot be the email's fault: an operator of one of the servers may
/// fix it.
fn refusing_us(error: &Error) -> Failure {
    Failure::Passing(error.to_string())
}

/// A refusal of the recipient or of the email is for good, unless its words say that we are meant after all.
fn refusing_it(error: &Error) -> Failure {
    let means_us = error.status().is_some_and(|code| AUTHENTICATION.contains(&u16::from(code)))
        || error.source().is_some_and(|source| source.to_string().starts_with(POLICY));
    if error.is_permanent() && !means_us { Failure::Final(error.to_string()) } else { refusing_us(error) }
}

/// What a server answers that wants other credentials (RFC 4954).
const AUTHENTICATION: [u16; 4] = [530, 534, 535, 538];
/// How the words begin where the server does not trust ours, at the moment (RFC 3463): a list of suspects, a record of
/// our domain that is missing.
const POLICY: &str = "5.7.";

/// The name and the password in front of the host.
fn credentials(uri: &Uri) -> anyhow::Result<Option<Credentials>> {
    let user = uri.authority().and_then(|authority| authority.as_str().rsplit_once('@'));
    let Some((name, password)) = user.and_then(|(user, _)| user.split_once(':')) else { return Ok(None) };
    let read = |part| percent_decode_str(part).decode_utf8().map(std::borrow::Cow::into_owned);
    Ok(Some(Credentials::new(read(name)?, read(password)?)))
}

/// How it is spoken with, and its usual port.
fn security(uri: &Uri, server: &str, has_password: bool) -> anyhow::Result<(Tls, u16)> {
    let tls = uri.query().unwrap_or_default().split('&').find_map(|each| each.strip_prefix("tls="));
    let here = server == "localhost" || server.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    let parameters = || TlsParameters::new(server.to_owned());
    Ok(match (uri.scheme_str(), tls) {
        (Some("smtps"), _) => (Tls::Wrapper(parameters()?), 465),
        (Some("smtp"), Some("required")) => (Tls::Required(parameters()?), 587),
        (Some("smtp"), Some("opportunistic")) => (Tls::Opportunistic(parameters()?), 587),
        (Some("smtp"), None) if here => (Tls::None, 25),
        (Some("smtp"), None) if has_password => (Tls::Required(parameters()?), 25),
        (Some("smtp"), None) => (Tls::Opportunistic(parameters()?), 25),
        _ => anyhow::bail!("its scheme or its parameter is unknown"),
    })
}

#[cfg(test)]
mod tests {
    use super::{Credentials, Smtp, Tls};

    #[test]
    fn an_address_says_where_and_how_safely() -> anyhow::Result<()> {
        let (none, required, opportunistic, wrapped) = ("none", "required", "opportunistic", "from the first byte");
        for (url, server, port, safely) in [
            ("smtp://mail.example", "mail.example", 25, opportunistic),
            ("smtp://mail.example:2525", "mail.example", 2525, opportunistic),
            ("smtp://kwik:quack@mail.example:587", "mail.example", 587, required),
            ("smtp://kwik:quack@mail.example?tls=opportunistic", "mail.example", 587, opportunistic),
            ("smtp://mail.example?tls=required", "mail.example", 587, required),
            ("smtps://kwik:quack@mail.example", "mail.example", 465, wrapped),
            ("smtp://localhost", "localhost", 25, none),
            ("smtp://kwik:quack@127.0.0.1:1025", "127.0.0.1", 1025, none),
            ("smtp://[::1]:1025", "::1", 1025, none),
        ] {
            let smtp = Smtp::new(url, "mallard.example")?;
            let tls = match smtp.tls {
                Tls::None => none,
                Tls::Opportunistic(_) => opportunistic,
                Tls::Required(_) => required,
                Tls::Wrapper(_) => wrapped,
            };
            assert_eq!((smtp.server.as_str(), smtp.port, tls), (server, port, safely), "{url}");
        }
        let smtp = Smtp::new("smtps://kwik%40mail.example:qu%2Fa%3Ack@mail.example", "mallard.example")?;
        assert_eq!(smtp.credentials, Some(Credentials::new("kwik@mail.example".to_owned(), "qu/a:ck".to_owned())));
        for wrong in
            ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example?tls=perhaps", "quack quack"]
        {
            assert!(Smtp::new(wrong, "mallard.example").is_err(), "{wrong}");
        }
        Ok(())
    }
}
