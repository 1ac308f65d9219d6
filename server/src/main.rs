//! Reads the settings, and runs the server until it is stopped, or runs an admin command.

use std::io::{IsTerminal, stderr};
use std::process::ExitCode;

use clap::Parser;
use server::platform::config::{Command, LogFormat, Program};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let Program { config, command } = Program::parse();
    log(config.log_format);
    let done = match command {
        None => server::run::run(config).await,
        Some(Command::ResetLink { name }) => server::admin::reset_link(&config, &name).await,
        Some(Command::Worker { engines, ends_with_input }) => {
            server::admin::worker(&config, engines, ends_with_input).await
        }
        Some(Command::Puzzles { command }) => server::admin::puzzles(&config, command).await,
        Some(Command::FairPlay { name }) => server::admin::fair_play(&config, &name).await,
        Some(Command::ClearProfile { name }) => server::admin::clear_profile(&config, &name).await,
        Some(Command::Unpublish { address }) => server::admin::unpublish(&config, &address).await,
        Some(Command::Backup { folder, keep }) => server::admin::backup(&config, &folder, keep).await,
        Some(Command::Restore { folder, until, into }) => {
            server::admin::restore(&config, &folder, until, into.as_deref()).await
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mallard: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// To standard error: standard output is for the address alone.
fn log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    match format {
        LogFormat::Text => lines.with_ansi(stderr().is_terminal()).init(),
        LogFormat::Json => lines.json().init(),
    }
}
