use std::os::unix::fs::PermissionsExt;

use domain::rules::position::Position;
use tempfile::TempDir;

use super::*;

/// An engine that answers `go` and `puzzle` with some shell commands.
fn engine(on_go: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("engine");
    let script = format!(
        "#!/bin/sh
while read -r word rest; do
    case $word in
        uci) echo id name of a test; echo uciok ;;
        isready) echo readyok ;;
        go|puzzle) {on_go} ;;
    esac
done
"
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    (folder, program)
}

async fn ask(on_go: &str, limit: SearchLimit) -> Result<Found, EngineFailure> {
    let (_folder, program) = engine(on_go);
    let mut engine = EngineProcess::start(&program, Niceness(0)).await?;
    engine.search(&Search::new(Position::start(Variant::Duck), limit)).await
}

const NODES: SearchLimit = SearchLimit::Nodes(10);

#[tokio::test]
async fn what_an_engine_finds_is_read() {
    let found = ask("echo info depth 3 score cp 15 pv e2e4,e4d6; echo bestmove e2e4,e4d6", NODES).await.unwrap();
    assert_eq!(found.lines[0].depth, 3);
    assert_eq!(Position::start(Variant::Duck).write_turn(found.best), "e4@d6");
}

#[tokio::test]
async fn an_engine_that_crashes_lies_or_floods_is_a_failure() {
    assert!(matches!(ask("exit 1", NODES).await, Err(EngineFailure::Ended)));
    assert!(
        matches!(ask("echo bestmove e2e5,e5d6", NODES).await, Err(EngineFailure::IllegalTurn(said)) if said == "e2e5,e5d6")
    );
    let endless = "head -c 100000 /dev/zero | tr '\\0' x";
    assert!(matches!(ask(endless, NODES).await, Err(EngineFailure::Ended)));
}

#[tokio::test]
async fn an_engine_that_hangs_is_given_up() {
    let (_folder, program) = engine("sleep 600");
    let mut engine = EngineProcess::start(&program, Niceness(0)).await.unwrap();
    engine.patience = Duration::from_millis(50);
    let search = Search::new(Position::start(Variant::Duck), SearchLimit::Time(Duration::from_millis(1)));
    assert!(matches!(engine.search(&search).await, Err(EngineFailure::TimedOut)));
}

async fn ask_for_puzzle(on_puzzle: &str) -> Result<Option<Puzzle>, EngineFailure> {
    let (_folder, program) = engine(on_puzzle);
    let mut engine = EngineProcess::start(&program, Niceness(0)).await?;
    let limit = SearchLimit::Time(if on_puzzle.starts_with("sleep") { Duration::from_millis(50) } else { PATIENCE });
    engine.find_puzzle(&Search::new(Position::start(Variant::Duck), limit)).await
}

#[tokio::test]
async fn a_puzzle_is_read_or_that_there_is_none() {
    let shipped = include_str!("../../../puzzles/puzzles.jsonl").lines().next().unwrap();
    let said = ask_for_puzzle(&format!("echo info depth 1; echo 'puzzle {shipped}'")).await.unwrap();
    assert_eq!(said.map(|puzzle| puzzle.number()), Some(1));
    assert!(ask_for_puzzle("echo puzzle none").await.unwrap().is_none());
}

#[tokio::test]
async fn what_is_no_puzzle_is_a_failure() {
    let short = r#"{"id":1,"variant":"duck","fen":"8/4Q2p/7k/*7/4B1P1/7b/2q3PP/7K w - - 0 30","goal":"win","turns":2,"line":"e7f6@g6","refutations":[{}],"themes":[],"rating":1640,"source":""}"#;
    for lie in ["nonsense", "{}", short] {
        let said = ask_for_puzzle(&format!("echo 'puzzle {lie}'")).await;
        assert!(matches!(said, Err(EngineFailure::NoPuzzle { .. })), "{lie}");
    }
    assert!(matches!(ask_for_puzzle("exit 1").await, Err(EngineFailure::Ended)));
    assert!(matches!(ask_for_puzzle("sleep 600").await, Err(EngineFailure::TimedOut)));
}

#[tokio::test]
async fn what_is_no_engine_cannot_be_started() {
    let nowhere = EngineProcess::start(Path::new("/nowhere/engine"), Niceness(0)).await;
    assert!(matches!(nowhere, Err(EngineFailure::NoStart(_))));
    let other = EngineProcess::start(Path::new("/bin/true"), Niceness(0)).await;
    assert!(matches!(other, Err(EngineFailure::NoStart(_))));
}
