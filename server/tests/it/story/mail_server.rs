//! A mail server for tests that speaks SMTP over TCP, stores what it receives, and can be told to misbehave.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use mail_parser::{Message, MessageParser};
use server::email::sender;
use server::platform::config::Config;
use sqlx::PgPool;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::TestApp;

/// A mail server on a port of its own. Clones are the same one.
#[derive(Clone)]
pub struct MailServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    emails: Vec<Received>,
    misbehaviours: VecDeque<Misbehaviour>,
    tries: usize,
    takes: Duration,
}

/// What happens to the next email.
#[derive(Clone, Copy)]
pub enum Misbehaviour {
    /// Its recipient is refused with this answer: `451 4.3.0 Come back later`.
    Says(&'static str),
    /// It is taken, and the line is cut before that is said.
    HangsUp,
    /// At a step before its recipient is named, this is the answer: `("MAIL", "550 5.1.8 Who are you?")`; the greeting
    /// is `""`.
    SaysAt(&'static str, &'static str),
}

/// An email that was taken.
#[derive(Clone, Debug)]
pub struct Received {
    /// `kwik@example.org`, as the envelope says.
    pub to: String,
    pub at: Instant,
    raw: String,
}

impl MailServer {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mail_server = Self { address: listener.local_addr().unwrap(), state: Arc::default() };
        let listening = mail_server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mail_server = listening.clone();
                tokio::spawn(async move { mail_server.serve(stream).await });
            }
        });
        mail_server
    }

    /// Where it takes emails.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The settings of a server that sends its emails here.
    pub fn in_settings(&self) -> impl FnOnce(&mut Config) + use<> {
        let url = self.url();
        |config| config.smtp_url = Some(url)
    }

    /// What happens to the next emails, one after the other.
    pub fn will(&self, misbehaviours: &[Misbehaviour]) {
        self.state.lock().unwrap().misbehaviours.extend(misbehaviours);
    }

    /// From now on every email takes this long between being stored and being acknowledged.
    pub fn takes(&self, time: Duration) {
        self.state.lock().unwrap().takes = time;
    }

    /// How many attempts to send an email there were.
    pub fn tries(&self) -> usize {
        self.state.lock().unwrap().tries
    }

    /// Every email received since the last call, ordered by recipient.
    pub fn emails(&self) -> Vec<Received> {
        let mut emails = std::mem::take(&mut self.state.lock().unwrap().emails);
        emails.sort_by(|a, b| a.to.cmp(&b.to));
        emails
    }

    /// The only email since the last time.
    #[track_caller]
    pub fn email(&self) -> Received {
        let emails = self.emails();
        let subjects: Vec<_> = emails.iter().map(|email| (&email.to, email.subject())).collect();
        assert_eq!(emails.len(), 1, "{subjects:?}");
        emails[0].clone()
    }

    async fn serve(&self, stream: TcpStream) -> Option<()> {
        let (from, mut to) = stream.into_split();
        let mut from = BufReader::new(from);
        let (mut recipient, mut hangs_up) = (String::new(), false);
        let greeting = self.misbehaviour_at("").unwrap_or("220 duck.example ESMTP");
        to.write_all(format!("{greeting}\r\n").as_bytes()).await.ok()?;
        loop {
            let line = read_line(&mut from).await?;
            let command = line.split([' ', ':']).next()?.to_ascii_uppercase();
            if let Some(answer) = self.misbehaviour_at(&command) {
                to.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
                continue;
            }
            let answer = match command.as_str() {
                "EHLO" => "250-duck.example\r\n250 8BITMIME".to_owned(),
                "RCPT" => {
                    recipient = line.split(['<', '>']).nth(1)?.to_owned();
                    match self.next_misbehaviour() {
                        Some(Misbehaviour::Says(answer)) => answer.to_owned(),
                        misbehaviour => {
                            hangs_up = misbehaviour.is_some();
                            "250 OK".to_owned()
                        }
                    }
                }
                "DATA" => {
                    to.write_all(b"354 Go on\r\n").await.ok()?;
                    let raw = read_data(&mut from).await?;
                    sleep(self.keep(Received { to: recipient.clone(), at: Instant::now(), raw })).await;
                    if hangs_up {
                        return None;
                    }
                    "250 Taken".to_owned()
                }
                "QUIT" => return to.write_all(b"221 Bye\r\n").await.ok(),
                _ => "250 OK".to_owned(),
            };
            to.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
        }
    }

    /// What is said at a step, if the next email is not to get further.
    fn misbehaviour_at(&self, step: &str) -> Option<&'static str> {
        let mut state = self.state.lock().unwrap();
        match state.misbehaviours.front() {
            Some(&Misbehaviour::SaysAt(at, answer)) if at == step => {
                state.misbehaviours.pop_front();
                Some(answer)
            }
            _ => None,
        }
    }

    fn keep(&self, email: Received) -> Duration {
        let mut state = self.state.lock().unwrap();
        state.emails.push(email);
        state.takes
    }

    fn next_misbehaviour(&self) -> Option<Misbehaviour> {
        let mut state = self.state.lock().unwrap();
        state.tries += 1;
        state.misbehaviours.pop_front()
    }
}

async fn read_line(from: &mut (impl AsyncBufRead + Unpin)) -> Option<String> {
    let mut line = String::new();
    let bytes = from.read_line(&mut line).await.ok()?;
    (bytes > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Up to the line that is one dot; a dot that begins a line was doubled on its way.
async fn read_data(from: &mut (impl AsyncBufRead + Unpin)) -> Option<String> {
    let mut data = String::new();
    loop {
        match read_line(from).await?.as_str() {
            "." => return Some(data),
            line => data.extend([line.strip_prefix('.').unwrap_or(line), "\r\n"]),
        }
    }
}

impl Received {
    fn parsed(&self) -> Message<'_> {
        MessageParser::default().parse(self.raw.as_bytes()).unwrap()
    }

    pub fn subject(&self) -> String {
        self.parsed().subject().unwrap().to_owned()
    }

    /// As plain text.
    pub fn text(&self) -> String {
        self.parsed().body_text(0).unwrap().replace("\r\n", "\n")
    }

    pub fn html(&self) -> String {
        self.parsed().body_html(0).unwrap().into_owned()
    }

    /// The values of all headers of a name, as they came.
    pub fn headers(&self, name: &str) -> Vec<String> {
        let message = self.parsed();
        let named = message.headers_raw().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.trim().to_owned()).collect()
    }

    /// The names of all headers.
    pub fn header_names(&self) -> Vec<String> {
        self.parsed().headers_raw().map(|(name, _)| name.to_owned()).collect()
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> String {
        let values = self.headers(name);
        assert_eq!(values.len(), 1, "{name}: {values:?}");
        values[0].clone()
    }

    /// The path of the first link in the text that begins so.
    #[track_caller]
    pub fn path(&self, begins: &str) -> String {
        let text = self.text();
        let links = text.split_whitespace().filter(|word| word.starts_with("http"));
        let mut paths = links.map(|link| format!("/{}", link.splitn(4, '/').nth(3).unwrap_or_default()));
        paths.find(|path| path.starts_with(begins)).unwrap_or_else(|| panic!("no {begins} in {text}"))
    }
}

impl TestApp {
    /// A server that sends its emails to a mail server of the tests.
    pub async fn with_mail_server(pool: PgPool) -> (Self, MailServer) {
        let mail_server = MailServer::open().await;
        (Self::set_up(pool, mail_server.in_settings()).await, mail_server)
    }

    /// One more server on the same database, with the same mail server.
    pub async fn beside_with_mail_server(&self, mail_server: &MailServer) -> Self {
        self.beside_set_up(mail_server.in_settings()).await
    }

    /// Every address there is has been confirmed.
    pub async fn everybody_confirmed(&self) {
        sqlx::query("update players set email_confirmed_at = created_at").execute(&self.app.pool).await.unwrap();
    }

    /// Something in the database is otherwise.
    pub async fn run(&self, sql: &'static str) {
        sqlx::query(sql).execute(&self.app.pool).await.unwrap();
    }

    /// The server looks into its outbox: how many emails were due.
    pub async fn sends(&self) -> usize {
        sender::send_due(&self.app, &CancellationToken::new()).await.unwrap()
    }

    /// Time passes, and the server looks into its outbox.
    pub async fn sends_after(&self, time: SignedDuration) -> usize {
        self.pass(time);
        self.sends().await
    }
}
