//! Engines: programs that speak the Universal Chess Interface. They are processes of their own, with the lowest priority and
//! bounded memory, and nothing that they say is believed before it is checked against the rules.
//!
//! [`EngineTable`] says which program knows which variant, [`Engines`] runs them, and [`EngineProcess`] is one of them.

mod process;
mod reply;
mod search;
mod table;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use domain::rules::puzzle::Puzzle;
use domain::rules::variant::Variant;

pub use process::{EngineFailure, EngineProcess};
pub use search::{EngineLine, EngineScore, Found, Search, SearchLimit};
pub use table::{EngineTable, EngineTableError, NamedEngine, Niceness};

/// The engines that one task of a worker uses: of each program at most one process, which is started when it is needed.
pub struct Engines {
    table: EngineTable,
    running: HashMap<PathBuf, EngineProcess>,
}

impl Engines {
    /// None is running yet.
    pub fn new(table: EngineTable) -> Self {
        Self { table, running: HashMap::new() }
    }

    /// Which program knows which variant.
    pub fn table(&self) -> &EngineTable {
        &self.table
    }

    /// Searches a position. An engine that fails is killed, and the next search starts another.
    ///
    /// # Errors
    /// There is no engine for the variant, or it failed.
    pub async fn search(&mut self, search: &Search) -> Result<Found, EngineFailure> {
        let variant: Variant = search.variant();
        let program = self.table.program(variant).ok_or(EngineFailure::NoEngine(variant))?.to_path_buf();
        let mut process = self.process(&program).await?;
        let found = process.search(search).await?;
        self.running.insert(program, process);
        Ok(found)
    }

    /// Looks for a puzzle that begins in a position, with the engine that comes with Mallard.
    ///
    /// # Errors
    /// That is not there, or it failed; then it is killed.
    pub async fn find_puzzle(&mut self, search: &Search) -> Result<Option<Puzzle>, EngineFailure> {
        let program = self.table.own().ok_or(EngineFailure::NoOwnEngine)?.to_path_buf();
        let mut process = self.process(&program).await?;
        let found = process.find_puzzle(search).await?;
        self.running.insert(program, process);
        Ok(found)
    }

    /// The process of a program, taken from those that run.
    async fn process(&mut self, program: &Path) -> Result<EngineProcess, EngineFailure> {
        match self.running.remove(program) {
            Some(process) => Ok(process),
            None => EngineProcess::start(program, self.table.niceness()).await,
        }
    }
}
