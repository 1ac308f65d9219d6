//! An engine that runs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use domain::rules::puzzle::Puzzle;
use domain::rules::variant::Variant;
use futures_util::StreamExt;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;
use tokio_util::codec::{FramedRead, LinesCodec};

use super::reply::{Reply, read_puzzle};
use super::search::{Found, Search, SearchLimit};
use super::table::Niceness;

/// Why an engine did not answer a search.
#[derive(Debug, thiserror::Error)]
pub enum EngineFailure {
    /// None is named in the settings, and the one of Mallard is not where it should be.
    #[error("there is no engine for {0}")]
    NoEngine(Variant),
    /// Only the one of Mallard can do that, and it is not where it should be.
    #[error("the engine that comes with Mallard is not beside this program")]
    NoOwnEngine,
    /// It cannot be started, or does not speak the Universal Chess Interface.
    #[error("the engine {} cannot be started", .0.display())]
    NoStart(PathBuf),
    /// It ended.
    #[error("the engine ended before it had answered")]
    Ended,
    /// It took longer than its limit and some time besides.
    #[error("the engine did not answer in time")]
    TimedOut,
    /// The turn that it wants to play is not legal.
    #[error("the engine wants to play {0:?}, which is not legal")]
    IllegalTurn(String),
    /// What it calls a puzzle is none.
    #[error("the engine says {said:?}, which is no puzzle")]
    NoPuzzle {
        /// The beginning of what it says.
        said: String,
        /// Why that is none.
        source: serde_json::Error,
    },
}

/// The memory of an engine, in KiB of address space: a net, tables of endings and a hash table of [`HASH`] are a small part of it.
const MEMORY: u32 = 1024 * 1024;

/// The hash table, in MiB.
const HASH: u32 = 16;

/// How long an engine may take for what is no search, and for a search beyond its time.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a search that is limited by positions may take. The slowest machines get some thousand a second.
const LONGEST_SEARCH: Duration = Duration::from_secs(120);

/// The longest line that is read.
const MOST_BYTES_A_LINE: usize = 64 * 1024;

/// The processor time of an engine, in seconds: one that spins on without its worker ends some time. A good one is started anew.
const MOST_PROCESSOR_TIME: u32 = 4 * 3600;

/// Bounds memory and processor time where the shell can do that, and runs the program with a low priority.
const LIMITED: &str = "ulimit -v \"$1\" -t \"$2\" 2>/dev/null; exec nice -n \"$3\" \"$4\"";

/// A program that speaks the Universal Chess Interface. It is killed when this is dropped.
pub struct EngineProcess {
    /// Keeps it alive.
    _child: Child,
    input: ChildStdin,
    output: FramedRead<ChildStdout, LinesCodec>,
    /// What was set, by the name of the option.
    set: HashMap<&'static str, String>,
    /// How long it may take for what is no search, and for a search beyond its time.
    patience: Duration,
}

impl EngineProcess {
    /// Starts an engine.
    ///
    /// # Errors
    /// It does not start, or does not answer as an engine does.
    pub async fn start(program: &Path, niceness: Niceness) -> Result<Self, EngineFailure> {
        let no_start = || EngineFailure::NoStart(program.to_path_buf());
        let mut command = Command::new("sh");
        let limits = [MEMORY.to_string(), MOST_PROCESSOR_TIME.to_string(), niceness.0.to_string()];
        command.args(["-c", LIMITED, "sh"]).args(limits).arg(program);
        // The passwords of the site's database and mail server are no engine's business.
        command.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn().map_err(|_| no_start())?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err(no_start()) };
        let output = FramedRead::new(output, LinesCodec::new_with_max_length(MOST_BYTES_A_LINE));
        let mut engine = Self { _child: child, input, output, set: HashMap::new(), patience: PATIENCE };
        engine.say("uci").await.map_err(|_| no_start())?;
        engine.until("uciok").await.map_err(|_| no_start())?;
        engine.set("Hash", &HASH.to_string()).await?;
        Ok(engine)
    }

    /// Searches a position.
    ///
    /// # Errors
    /// It fails, and is of no use any more.
    pub async fn search(&mut self, search: &Search) -> Result<Found, EngineFailure> {
        self.set("UCI_Variant", search.variant().uci_name()).await?;
        self.set("MultiPV", &search.lines.to_string()).await?;
        self.set("UCI_AnalyseMode", if search.is_to_play { "false" } else { "true" }).await?;
        self.set("UCI_LimitStrength", if search.elo.is_some() { "true" } else { "false" }).await?;
        if let Some(elo) = search.elo {
            self.set("UCI_Elo", &elo.to_string()).await?;
        }
        self.say("ucinewgame\nisready").await?;
        self.until("readyok").await?;
        let (go, longest) = match search.limit {
            SearchLimit::Nodes(nodes) => (format!("go nodes {nodes}"), LONGEST_SEARCH),
            SearchLimit::Time(time) => (format!("go movetime {}", time.as_millis()), time + self.patience),
        };
        self.say(&format!("{}\n{go}", search.set_up())).await?;
        timeout(longest, self.answer(search)).await.map_err(|_| EngineFailure::TimedOut)?
    }

    /// Looks for a puzzle that begins in a position, with as much time as the search has.
    ///
    /// # Errors
    /// It fails, and is of no use any more.
    pub async fn find_puzzle(&mut self, search: &Search) -> Result<Option<Puzzle>, EngineFailure> {
        self.set("UCI_Variant", search.variant().uci_name()).await?;
        self.say("isready").await?;
        self.until("readyok").await?;
        let longest = match search.limit {
            SearchLimit::Nodes(_) => LONGEST_SEARCH,
            SearchLimit::Time(time) => time,
        };
        self.say(&format!("{}\npuzzle", search.set_up())).await?;
        let said = async {
            loop {
                if let Some(said) = self.next_line().await?.strip_prefix("puzzle ") {
                    return read_puzzle(said);
                }
            }
        };
        timeout(longest, said).await.map_err(|_| EngineFailure::TimedOut)?
    }

    async fn answer(&mut self, search: &Search) -> Result<Found, EngineFailure> {
        let mut reply = Reply::default();
        loop {
            if let Some(found) = reply.take(search.position(), &self.next_line().await?)? {
                return Ok(found);
            }
        }
    }

    /// Sets an option, unless it is set so.
    async fn set(&mut self, name: &'static str, value: &str) -> Result<(), EngineFailure> {
        if self.set.get(name).is_none_or(|set| set != value) {
            self.say(&format!("setoption name {name} value {value}")).await?;
            self.set.insert(name, value.to_owned());
        }
        Ok(())
    }

    /// Waits for a line that begins with a word.
    async fn until(&mut self, word: &str) -> Result<(), EngineFailure> {
        let patience = self.patience;
        let found = async {
            while !self.next_line().await?.starts_with(word) {}
            Ok(())
        };
        timeout(patience, found).await.map_err(|_| EngineFailure::TimedOut)?
    }

    async fn next_line(&mut self) -> Result<String, EngineFailure> {
        match self.output.next().await {
            Some(Ok(line)) => Ok(line),
            Some(Err(_)) | None => Err(EngineFailure::Ended),
        }
    }

    async fn say(&mut self, line: &str) -> Result<(), EngineFailure> {
        let patience = self.patience;
        let said = async {
            self.input.write_all(format!("{line}\n").as_bytes()).await?;
            self.input.flush().await
        };
        // One that does not read what it is told hangs.
        let said = timeout(patience, said).await.map_err(|_| EngineFailure::TimedOut)?;
        said.map_err(|_| EngineFailure::Ended)
    }
}

#[cfg(test)]
mod tests;
