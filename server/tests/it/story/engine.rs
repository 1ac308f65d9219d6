//! A worker that does what waits when a test says so, with the engine that comes with Mallard.

use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use server::engines::{EngineTable, Engines, Niceness};
use server::worker::Worker;

use super::TestApp;

/// The engine that comes with Mallard. A run of all tests has built it; if some of the server run alone, it may have to be built.
pub fn own_engine() -> &'static Path {
    static ENGINE: OnceLock<PathBuf> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let tests = std::env::current_exe().unwrap();
        let engine = tests.parent().and_then(Path::parent).unwrap().join("mallard-uci");
        if !engine.exists() {
            let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
            let built =
                Command::new(cargo).args(["build", "--locked", "-p", "engine", "--bin", "mallard-uci"]).status();
            assert!(built.unwrap().success() && engine.exists(), "build mallard-uci: {}", engine.display());
        }
        engine
    })
}

/// The engine that comes with Mallard, for every variant, and as fast as the tests themselves.
pub fn own_engines() -> EngineTable {
    EngineTable::new(&[], Some(own_engine())).with_niceness(Niceness(0))
}

/// A program that speaks like an engine, and answers `go` and `puzzle` with some shell commands. `$turns` is how many were made before.
pub fn engine_that(on_go: &str) -> EngineTable {
    let folder = tempfile::tempdir().unwrap().keep();
    let program = folder.join("engine");
    // A position is `fen`, the six fields of it, `moves` and the turns; the duck in it is no pattern of files.
    let script = format!(
        "#!/bin/sh
set -f
while read -r word rest; do
    case $word in
        uci) echo uciok ;;
        isready) echo readyok ;;
        position) set -- $rest; turns=$(($# > 8 ? $# - 8 : 0)) ;;
        go|puzzle) {on_go} ;;
    esac
done
"
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    EngineTable::new(&[], Some(&program)).with_niceness(Niceness(0))
}

impl TestApp {
    /// A worker beside the server, with the engine that comes with Mallard.
    pub async fn worker(&self) -> Worker {
        self.worker_with(own_engines()).await
    }

    /// A worker with other engines.
    pub async fn worker_with(&self, engines: EngineTable) -> Worker {
        let (games, hub, now) = (self.app.games.clone(), self.app.hub.clone(), self.app.now.clone());
        let worker = Worker::new(games, hub, now, engines).await.unwrap();
        worker.register(NonZeroUsize::MIN).await.unwrap();
        worker
    }

    /// Everything is done that waits for an engine: returns how many jobs there were.
    pub async fn work(&self) -> usize {
        let worker = self.worker().await;
        let mut engines = Engines::new(own_engines());
        let mut done = 0;
        worker.look().await.unwrap();
        while worker.do_next(&mut engines).await.unwrap() {
            done += 1;
            worker.look().await.unwrap();
        }
        done
    }
}
