//! Measures the server as it is run: the release build of mallard on a PostgreSQL with its usual, durable settings.
//! `script/bench server` builds it and this program and starts it; docs/benchmarks.md says what each figure means.
//!
//!     target/release/examples/bench target/release/mallard [turns] [turns-library] [pages] [growth] [streams] [live] [pictures] [flood] [worker] [library] [collections] [--games 1000000]
//!     target/debug/examples/bench target/debug/mallard ha [--minutes 10]
//!
//! Each figure is printed on a line of its own, `name = value unit`; progress is reported on standard error. All data
//! is in a temporary folder that is deleted afterwards, unless `--data` names one that is kept.

mod collections;
mod crowd;
mod explorer;
mod figures;
mod flood;
mod growth;
mod ha;
mod library;
mod live;
mod machine;
mod pace;
mod pages;
mod pictures;
mod played;
mod stock;
mod streams;
mod turns;
mod turns_library;
mod visitor;
mod worker;

use std::path::PathBuf;

use anyhow::ensure;
use clap::{Parser, ValueEnum};
use machine::Machine;
use server::platform::now::Now;

/// The number of concurrent clients: each has one request under way, on one persistent connection.
const AT_ONCE: usize = 8;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Turns through HTTP, against their SQL alone; the same where the disk is slow.
    Turns,
    /// The same with the library and without.
    TurnsLibrary,
    /// The page of a game, against a route that reads the same bytes from one row.
    Pages,
    /// Turns and pages where there are a thousand games, and where there are a million.
    Growth,
    /// The memory of open event streams, and how soon a turn reaches them.
    Streams,
    /// How soon another page hears of a turn.
    Live,
    /// How long pictures of games take to be made.
    Pictures,
    /// What players notice of a visitor who sends as fast as they can.
    Flood,
    /// What players notice of a worker that is always busy.
    Worker,
    /// How long a search among a million games takes.
    Library,
    /// How fast files of games are read into collections.
    Collections,
    /// What is lost while the parts of a highly available set-up are killed and replaced; measured alone.
    Ha,
}

/// The most games that `collections` imports.
const MOST_IMPORTED: usize = 100_000;

/// What is measured without a name: all but what takes minutes or installs other programs.
const USUAL: [Part; 7] =
    [Part::Turns, Part::Pages, Part::Growth, Part::Streams, Part::Pictures, Part::Flood, Part::Worker];

/// What is measured, and on how much.
#[derive(Debug, Parser)]
struct Arguments {
    /// The release build of the server.
    program: PathBuf,
    /// What to measure; everything without a name.
    parts: Vec<Part>,
    /// The games in the larger of the two databases of `growth`, and of `library`; those of `collections`, if they are fewer than its own.
    #[arg(long, default_value_t = 1_000_000)]
    games: usize,
    /// The most turns of a game in `growth`, and the most positions of one in `library`.
    #[arg(long, default_value_t = 30)]
    plies: usize,
    /// The streams that are opened.
    #[arg(long, default_value_t = 5000)]
    streams: usize,
    /// How often each of two things that are compared is measured, in turns.
    #[arg(long, default_value_t = 5)]
    repeats: usize,
    /// A folder in which PostgreSQL's data is kept: `library`, alone, measures the games of an earlier run again, perhaps with a later version.
    /// Whoever changes how the games are made uses another folder.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Of `library`, only searches that contain one of these, separated by spaces, such as `sort=rating`; then no other pages are measured.
    #[arg(long, default_value = "")]
    only: String,
    /// How long `ha` takes.
    #[arg(long, default_value_t = 2)]
    minutes: u64,
    /// What decides the order of the faults in `ha`; drawn if it is not given.
    #[arg(long, env = "MALLARD_HA_SEED")]
    seed: Option<u64>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // The one role besides measuring: the route that pages are compared with, in a process of its own.
    if let Some(database) = std::env::var_os(pages::BARE_ROUTE) {
        return pages::serve_bare_route(&database.to_string_lossy()).await;
    }
    let arguments = Arguments::parse();
    if arguments.parts.contains(&Part::Ha) {
        ensure!(arguments.parts == [Part::Ha], "ha is measured alone");
        let seed = arguments.seed.unwrap_or_else(|| Now::system().get().as_millisecond().unsigned_abs() % 100_000);
        return ha::measure(&arguments.program, arguments.minutes, seed).await;
    }
    ensure!(arguments.data.is_none() || arguments.parts == [Part::Library], "data is kept for library alone");
    let machine = Machine::start(&arguments.program, arguments.data.as_deref()).await?;
    // The data is deleted on Ctrl-C too.
    let measured = tokio::select! {
        measured = measure(&machine, &arguments) => measured,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("interrupted")),
    };
    machine.stop().await;
    measured
}

async fn measure(machine: &Machine, arguments: &Arguments) -> anyhow::Result<()> {
    let parts = if arguments.parts.is_empty() { &USUAL[..] } else { &arguments.parts };
    for part in parts {
        match part {
            Part::Turns => turns::measure(machine, arguments.repeats).await?,
            Part::TurnsLibrary => turns_library::measure(machine, arguments.repeats).await?,
            Part::Pages => pages::measure(machine, arguments.repeats).await?,
            Part::Growth => growth::measure(machine, arguments.games, arguments.plies, arguments.repeats).await?,
            Part::Streams => streams::measure(machine, arguments.streams).await?,
            Part::Live => live::measure(machine).await?,
            Part::Pictures => pictures::measure(machine).await?,
            Part::Flood => flood::measure(machine, arguments.repeats).await?,
            Part::Worker => worker::measure(machine, arguments.repeats).await?,
            Part::Library => {
                let only: Vec<_> = arguments.only.split_whitespace().collect();
                library::measure(machine, arguments.games, arguments.plies, &only).await?;
            }
            Part::Collections => collections::measure(machine, arguments.games.min(MOST_IMPORTED)).await?,
            Part::Ha => unreachable!("it has a machine of its own"),
        }
    }
    Ok(())
}
