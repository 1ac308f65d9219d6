//! How PostgreSQL's programs are told which database, without a password on their command line.

use std::ffi::OsString;

use anyhow::anyhow;
use percent_encoding::percent_decode_str;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::process::Command;

use crate::platform::database::private::account::Account;
use crate::platform::database::private::binaries::Binaries;

/// A program that connects to a database.
pub(super) fn command(program: &str, binaries: &Binaries, account: &Account, options: &PgConnectOptions) -> Command {
    let mut command = account.command(binaries.program(program));
    // Certificates and the like that libpq is told of by its own variables and files.
    let is_passed_on = |name: &OsString| name.to_string_lossy().starts_with("PG") || name == "HOME";
    if matches!(account, Account::Own) {
        command.envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)));
    }
    match options.get_socket() {
        Some(socket) => command.env("PGHOST", socket),
        None => command.env("PGHOST", options.get_host()),
    };
    command.env("PGPORT", options.get_port().to_string()).env("PGUSER", options.get_username());
    command.env("PGSSLMODE", ssl_mode(options.get_ssl_mode())).env("PGAPPNAME", "mallard backup");
    let url = options.to_url_lossy();
    if let Some(password) = url.password() {
        command.env("PGPASSWORD", &*percent_decode_str(password).decode_utf8_lossy());
    }
    command
}

fn ssl_mode(mode: PgSslMode) -> &'static str {
    match mode {
        PgSslMode::Disable => "disable",
        PgSslMode::Allow => "allow",
        PgSslMode::Prefer => "prefer",
        PgSslMode::Require => "require",
        PgSslMode::VerifyCa => "verify-ca",
        PgSslMode::VerifyFull => "verify-full",
    }
}

/// Why a copy could not be made, with what to do about it where that is known.
pub(super) fn explained(error: &anyhow::Error, options: &PgConnectOptions) -> anyhow::Error {
    let said = format!("{error:#}");
    let role = options.get_username();
    let remedy = if said.contains("No space left on device") {
        "the disk is full: make room, or name a folder on another disk".to_owned()
    } else if said.contains("no pg_hba.conf entry for replication") {
        format!(
            "the database does not let {role} copy it from here: add \"host replication {role} <this machine's address>/32 \
             scram-sha-256\" to its pg_hba.conf, and run \"select pg_reload_conf()\""
        )
    } else if said.contains("replication role to start walsender")
        || said.contains("permission denied to start WAL sender")
    {
        format!("{role} may not copy the database: as a superuser of it, run \"alter role {role} replication\"")
    } else {
        "the database could not be copied".to_owned()
    };
    anyhow!("{remedy}\n  {said}")
}
