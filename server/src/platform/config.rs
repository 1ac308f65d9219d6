//! What can be set from outside, each by a flag or by an environment variable.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use axum::http::Uri;
use axum::http::uri::Authority;
use clap::{Args, Parser, Subcommand, ValueEnum};
use jiff::Timestamp;

use crate::engines::NamedEngine;

/// Mallard, a correspondence server for Duck Chess and Duchess. Without a command it serves until it is told to stop.
#[derive(Clone, Debug, Parser)]
#[command(name = "mallard", version)]
pub struct Program {
    /// What can be set.
    #[command(flatten)]
    pub config: Config,
    /// What to do but to serve.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Commands for whoever runs the site, beside a running server.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Prints a link with which a player who has forgotten their password chooses another one.
    ///
    /// For a site without a mail server, or where no email arrives. The link works once, for an hour, and ends all sessions of the
    /// player: make sure who asks for it before you pass it on.
    ResetLink {
        /// The player's name.
        name: String,
    },

    /// Plays the turns of computer players, until it is told to stop. Any number of workers, on any machines, share the work.
    ///
    /// On the database in `DATABASE_URL`, or on the private one of a server that runs on this machine. A server starts a worker by
    /// itself, unless it is told `NO_WORKER=true`.
    Worker {
        /// How many engines it runs at the same time. Default: half as many as there are processors.
        #[arg(long, env = "WORKER_ENGINES")]
        engines: Option<NonZeroUsize>,

        /// End when standard input does: for a server that starts it.
        #[arg(long, hide = true)]
        ends_with_input: bool,
    },

    /// Shows what players report of puzzles, and takes bad ones out of the offer.
    Puzzles {
        /// What to do.
        #[command(subcommand)]
        command: PuzzleCommand,
    },

    /// Prints how often a player chose the turns that an engine would choose in their rated games, beside other players of about
    /// the same rating.
    ///
    /// Workers look at finished games while nobody waits for an engine. The figures are a hint and no proof.
    FairPlay {
        /// The player's name.
        name: String,
    },

    /// Takes the words that a player has written about themselves off their page.
    ClearProfile {
        /// The player's name.
        name: String,
    },

    /// Makes a collection or a study private, and prints what it is called and about.
    ///
    /// Nobody but its owner, and those who edit a study with them, sees it then.
    Unpublish {
        /// Its address, or the path of it, such as /collections/k3xp9w2mfa.
        address: String,
    },

    /// Copies the database into a new folder inside FOLDER while people play, and checks the copy.
    ///
    /// Of a server's own PostgreSQL or of the one in `DATABASE_URL`, whose user then needs the right to replicate. FOLDER is
    /// made if need be; otherwise it must be empty or hold earlier backups. Prints the folder of the backup.
    Backup {
        /// The folder of the backups.
        #[arg(env = "BACKUP_FOLDER")]
        folder: PathBuf,

        /// How many backups to keep: older ones are removed, with the WAL that only they need, when the new one is whole.
        #[arg(long)]
        keep: Option<NonZeroUsize>,
    },

    /// Makes a database again from a backup, and of the WAL that was archived since.
    ///
    /// Into the data folder of a server that is stopped, never over players or games. With `DATABASE_URL`, whose PostgreSQL
    /// is run by somebody else, only into a new folder.
    Restore {
        /// The folder of the backups, or one of the backups in it.
        #[arg(env = "BACKUP_FOLDER")]
        folder: PathBuf,

        /// The instant to restore, such as 2026-11-23T12:00:00Z: what was committed later is left out. Default: the last
        /// commit that was archived.
        #[arg(long, value_parser = read_instant)]
        until: Option<Timestamp>,

        /// A new folder for the files of the database, for a PostgreSQL of your own to be started on. Default: the data
        /// folder of the server.
        #[arg(long)]
        into: Option<PathBuf>,
    },
}

/// What an operator does about puzzles.
#[derive(Clone, Debug, Subcommand)]
pub enum PuzzleCommand {
    /// Prints what players say is wrong with puzzles, a line each: the puzzle, who says so and when, and what.
    Reports,

    /// Takes a puzzle out of the offer. Its page stays and says so; tries at it do not count any more.
    Retire {
        /// The puzzle's number.
        #[arg(value_parser = clap::value_parser!(i32).range(1..))]
        number: i32,

        /// Why, for its page: "Qg7 wins too". Players read it.
        #[arg(long)]
        because: Option<String>,
    },

    /// Offers a retired puzzle again.
    Reinstate {
        /// The puzzle's number.
        #[arg(value_parser = clap::value_parser!(i32).range(1..))]
        number: i32,
    },
}

fn read_instant(text: &str) -> Result<Timestamp, &'static str> {
    text.parse().map_err(|_| "an instant has a date, a time and a zone: 2026-11-23T12:00:00Z")
}

/// What can be set.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    #[arg(long, env = "BIND", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// The port to listen on; 0 takes any free one.
    #[arg(long, env = "PORT", default_value_t = 8080)]
    pub port: u16,

    /// The address under which players reach the site, such as `https://mallard.example`. With https, cookies are
    /// sent over https only. Default: the address listened on.
    #[arg(long, env = "PUBLIC_URL")]
    pub public_url: Option<String>,

    /// The PostgreSQL database to use. Without it the server runs a PostgreSQL of its own in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// A standby of that database, which then answers what visitors who are not logged in look at. It is left out by itself
    /// while it is away or more than five seconds behind.
    #[arg(long, env = "DATABASE_REPLICA_URL", hide_env_values = true)]
    pub database_replica_url: Option<String>,

    /// The folder of the server's own PostgreSQL. Default: `mallard` in the user's data folder, for root
    /// `/var/lib/mallard`.
    #[arg(long, env = "MALLARD_DATA")]
    pub data: Option<PathBuf>,

    /// The folder of backups. The server's own PostgreSQL archives every change there, so that "mallard restore" can go
    /// forward from a backup to any instant; `/metrics` tells the age of the newest backup.
    #[arg(long, env = "BACKUP_FOLDER")]
    pub backup_folder: Option<PathBuf>,

    /// The mail server that accepts emails, such as `smtp://user:password@mail.example:587`, or `smtps://` for TLS from
    /// the first byte. With a password TLS is required; `?tls=required` or `?tls=opportunistic` says otherwise. Without
    /// it no emails are sent: they go to the log at the debug level.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,

    /// The sender of emails, such as `Mallard <mallard@mallard.example>`. Default: mallard at the site's host.
    #[arg(long, env = "MAIL_FROM")]
    pub mail_from: Option<String>,

    /// The folder of the style sheets, scripts and pictures.
    #[arg(long, env = "MALLARD_STATIC", default_value = "static")]
    pub static_files: PathBuf,

    /// The folder of texts of your own for the pages about the site: `about.md`, `terms.md`, `privacy.md`, `contact.md`, in
    /// Markdown. A page whose file is not there says what the program does.
    #[arg(long, env = "PAGES_FOLDER")]
    pub pages_folder: Option<PathBuf>,

    /// Take the visitor's address from the last entry of `X-Forwarded-For`: for a server that only a proxy can reach. Without
    /// it all who come through a proxy are one visitor: one who tries passwords keeps others from logging in, and if the
    /// proxy is on this machine no limit by address holds.
    #[arg(long, env = "BEHIND_PROXY")]
    pub behind_proxy: bool,

    /// The addresses that may read `/metrics`, separated by commas. Requests that came through a proxy never may. Default: this
    /// machine, or nobody if `PUBLIC_URL` is https.
    #[arg(long, env = "METRICS_FROM", value_delimiter = ',')]
    pub metrics_from: Option<Vec<IpAddr>>,

    /// The addresses that may send requests and open connections and event streams without a limit, separated by commas. Default:
    /// this machine.
    #[arg(long, env = "UNLIMITED_FROM", value_delimiter = ',')]
    pub unlimited_from: Option<Vec<IpAddr>>,

    /// How many connections there may be at the same time.
    #[arg(long, env = "MAX_CONNECTIONS", default_value_t = 10_000)]
    pub max_connections: usize,

    /// How many connections to the database there may be at the same time. PostgreSQL's own limit (usually 100) holds for all
    /// servers together, each of which has two more.
    #[arg(long, env = "DATABASE_CONNECTIONS", default_value_t = 40, value_parser = clap::value_parser!(u16).range(2..))]
    pub database_connections: u16,

    /// An engine for a variant, such as `duck=/usr/games/fairy-stockfish`; several are separated by commas. For all other variants
    /// it is `mallard-uci`, which is where this program is.
    #[arg(long = "engine", env = "ENGINES", value_delimiter = ',')]
    pub engines: Vec<NamedEngine>,

    /// How much engines leave to other programs, from 0 to 19: with 19 they take what nobody else wants.
    #[arg(long, env = "ENGINE_NICENESS", default_value_t = 19, value_parser = clap::value_parser!(u8).range(..=19))]
    pub engine_niceness: u8,

    /// Start no worker: computers make their turns only if one is started otherwise, with `mallard worker`.
    #[arg(long, env = "NO_WORKER")]
    pub no_worker: bool,

    /// Workers do only what somebody waits for: they leave out what they would do in between, which is to look at finished rated
    /// games for `mallard fair-play`, and for puzzles in finished games.
    #[arg(long, env = "NO_IDLE_WORK")]
    pub no_idle_work: bool,

    /// How many seconds before it stops the server says at `/healthz` that it will, so that a balancer sends requests to others
    /// meanwhile.
    #[arg(long, env = "STOP_NOTICE", default_value_t = 0)]
    pub stop_notice: u64,

    /// The form of the log.
    #[arg(long, env = "LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// How a line of the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line, for programs.
    Json,
}

impl Config {
    /// The address of the site, without a slash at its end: `https://mallard.example`.
    pub fn site(&self) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{}", self.socket_address()),
        }
    }

    /// Whether visitors come through a proxy that speaks TLS for the server, as a site with https must have one, and the
    /// server was not told so: then it takes all of them for one.
    pub fn takes_all_for_one(&self) -> bool {
        self.site().starts_with("https://") && !self.behind_proxy
    }

    /// Whether an address may read `/metrics`.
    pub fn shows_metrics_to(&self, address: IpAddr) -> bool {
        match &self.metrics_from {
            Some(addresses) => addresses.contains(&address.to_canonical()),
            None => !self.site().starts_with("https://") && address.to_canonical().is_loopback(),
        }
    }

    /// Whether no limit of what a network may do holds for an address.
    pub fn is_unlimited(&self, address: IpAddr) -> bool {
        match &self.unlimited_from {
            Some(addresses) => addresses.contains(&address.to_canonical()),
            // Of a proxy that the server does not know of: all visitors have its address.
            None => address.to_canonical().is_loopback() || self.takes_all_for_one(),
        }
    }

    /// Whether a host, as requests name it, is the one under which the whole world reaches the site.
    pub fn is_public_host(&self, host: &str) -> bool {
        let Ok(site) = self.site().parse::<Uri>() else { return true };
        let Some(public) = site.host() else { return true };
        let is_here = public == "localhost"
            || public.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let asked = host.parse::<Authority>().map(|asked| asked.host().to_owned());
        !is_here && asked.is_ok_and(|asked| asked.eq_ignore_ascii_case(public))
    }

    /// The address to listen on.
    pub fn socket_address(&self) -> SocketAddr {
        SocketAddr::new(self.bind, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(words: &[&str]) -> Config {
        Program::parse_from([&["mallard"], words].concat()).config
    }

    #[test]
    fn a_site_with_https_that_knows_of_no_proxy_takes_all_visitors_for_one() {
        let site = ["--public-url", "https://mallard.example"];
        assert!(config(&site).takes_all_for_one());
        assert!(!config(&[&site[..], &["--behind-proxy"]].concat()).takes_all_for_one());
        assert!(!config(&["--public-url", "http://localhost:8080"]).takes_all_for_one());
    }

    #[test]
    fn figures_are_shown_to_this_machine_unless_the_site_is_public() {
        let [here, elsewhere] = ["127.0.0.1", "192.0.2.1"].map(|address| address.parse().unwrap());
        let site = config(&["--public-url", "http://localhost:8080"]);
        assert!(site.shows_metrics_to(here) && !site.shows_metrics_to(elsewhere));
        let public = ["--public-url", "https://mallard.example"];
        assert!(!config(&public).shows_metrics_to(here));
        let public = config(&[&public[..], &["--metrics-from", "192.0.2.1"]].concat());
        assert!(public.shows_metrics_to(elsewhere) && !public.shows_metrics_to(here));
    }

    #[test]
    fn limits_hold_for_all_but_this_machine_or_those_who_are_named() {
        let [here, beside, elsewhere] = ["::1", "127.0.0.2", "192.0.2.1"].map(|address| address.parse().unwrap());
        assert!(config(&[]).is_unlimited(here) && config(&[]).is_unlimited(beside));
        assert!(!config(&[]).is_unlimited(elsewhere));
        let site = config(&["--unlimited-from", "192.0.2.1,::1"]);
        assert!(site.is_unlimited(here) && site.is_unlimited(elsewhere) && !site.is_unlimited(beside));
        let behind_unknown = ["--public-url", "https://mallard.example"];
        assert!(config(&behind_unknown).is_unlimited(elsewhere), "that is the address of all visitors");
        assert!(!config(&[&behind_unknown[..], &["--behind-proxy"]].concat()).is_unlimited(elsewhere));
    }

    #[test]
    fn the_public_host_is_the_one_of_the_site_on_any_port_unless_it_is_this_machine() {
        let site = config(&["--public-url", "https://mallard.example"]);
        assert!(site.is_public_host("mallard.example") && site.is_public_host("Mallard.example:443"));
        assert!(!site.is_public_host("10.0.0.7:8080") && !site.is_public_host("localhost"));
        for here in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"] {
            let host = here.trim_start_matches("http://");
            assert!(!config(&["--public-url", here]).is_public_host(host), "{here}");
        }
    }
}
