//! Runs a command with `DATABASE_URL` set to an empty PostgreSQL that is gone afterwards:
//!
//!     cargo run -p server --example with-postgres -- cargo test --workspace
//!
//! So tests that create a database each, and `cargo sqlx prepare`, need no set-up. A test's database is a copy of the
//! template, which has the tables already: the migrations run once, not once per test.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus};

use anyhow::{Context, ensure};
use server::platform::database::{self, private::PrivatePostgres};
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

/// Settings for a throw-away database: losing it in a power cut does not matter.
const THROWN_AWAY: [&str; 5] =
    ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300", "shared_buffers=128MB"];

/// What PostgreSQL copies for `create database`; `create database … template template0` makes an empty one.
const TEMPLATE: &str = "template1";

#[tokio::main]
async fn main() -> ExitCode {
    let command: Vec<_> = std::env::args_os().skip(1).collect();
    match with_postgres(&command).await {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("with-postgres: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn with_postgres(command: &[OsString]) -> anyhow::Result<u8> {
    ensure!(!command.is_empty(), "usage: with-postgres <command> [<argument>...]");
    let folder = tempfile::Builder::new().prefix("mallard-").tempdir().context("no temporary folder")?;
    let postgres = PrivatePostgres::start_with(folder.path(), &THROWN_AWAY).await?;
    let code = match make_template(&postgres).await {
        Ok(()) => run(command, &postgres.url()).await,
        Err(error) => Err(error),
    };
    postgres.stop().await;
    code
}

/// Makes the tables in the template. Nobody may be connected to it while it is copied.
async fn make_template(postgres: &PrivatePostgres) -> anyhow::Result<()> {
    database::open(postgres.options().database(TEMPLATE), 1).await?;
    Ok(())
}

async fn run(command: &[OsString], url: &str) -> anyhow::Result<u8> {
    // Ctrl-C reaches the command too; we wait for it to exit, and do not leave the folder behind.
    let (_interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .env("DATABASE_URL", url)
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{} cannot be run", command[0].display()))?;
    tokio::select! {
        status = child.wait() => Ok(code(status?)),
        _ = terminate.recv() => Ok(128 + 15),
    }
}

/// The exit code as a shell reports it: 128 plus the signal for a command that a signal ended.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}
