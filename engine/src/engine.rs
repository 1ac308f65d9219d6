//! [`Engine`]: searches games of any variant, and remembers what it has seen between searches.

use std::time::Instant;

use domain::rules::position::Position;
use domain::rules::turn::Turn;

use crate::certain::{complete, shortest_win};
use crate::deepen::{Worker, deepen, report_of};
use crate::duchess;
use crate::duck::DuckWorker;
use crate::game::Game;
use crate::hash_table::{HashTable, OutOfMemory, SharedTable};
use crate::limits::{Budget, Limits, Shared, Stop};
use crate::proof::{LONGEST, Prover};
use crate::report::{Found, Line, Report};
use crate::score::Certain;
use crate::strength::{Noise, Strength};
use crate::tables::{Tables, shipped};

/// What judges positions of the duck games. Those of Duchess are always judged by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The net that was learnt from games of the engine against itself.
    #[default]
    Net,
    /// Sums of what pieces, squares and threats are worth: to compare the net with.
    ByHand,
}

/// How the two opponents are expected to play in Duchess with three players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpponentModel {
    /// Both play against the one who thinks, and each makes a turn: a win that is found is one whatever they do (*paranoid*).
    #[default]
    Paranoid,
    /// Both play against the one who thinks, but only one of them makes a turn, whichever is better, and the other passes (*best reply*:
    /// Schadd and Winands, "Best Reply Search for Multiplayer Games", 2011). A search looks further ahead so, but its lines end where
    /// one passes, and no win is certain.
    BestReply,
}

/// What an engine may use, and how it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the hash table, in MiB; at least 1.
    pub hash: usize,
    /// How many threads search; at least 1. Only with one are results the same each time.
    pub threads: usize,
    /// How many lines are looked for, each beginning with another piece move.
    pub lines: usize,
    /// Whether branches are cut that hardly ever matter. Without, a search of a given depth is a plain minimax with the
    /// evaluation at its leaves: slow, and what tests compare with.
    pub pruning: bool,
    /// Whether positions of Duck Chess with few men, three as shipped, are looked up in tables, not searched: see
    /// [`tables`](crate::tables). Searches without `pruning` never do.
    pub tables: bool,
    /// What judges positions.
    pub evaluation: Evaluation,
    /// How the two opponents are expected to play in Duchess with three players.
    pub opponent_model: OpponentModel,
    /// How well it is to play; `None` is its best. Whoever plays below it gets one thread, one line, the evaluation by hand and no
    /// tables.
    pub strength: Option<Strength>,
    /// What chance is drawn from in a weaker game: with the same seed it is the same game.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            lines: 1,
            pruning: true,
            tables: true,
            evaluation: Evaluation::Net,
            opponent_model: OpponentModel::Paranoid,
            strength: None,
            seed: 0,
        }
    }
}

/// Searches games. One search at a time: what it remembers of a game makes the next search of it faster.
pub struct Engine {
    options: Options,
    table: HashTable,
    /// Tables of endings, if they are others than the shipped ones.
    tables: Option<Tables>,
}

impl Engine {
    /// A new engine, which allocates its hash table at once.
    ///
    /// # Panics
    ///
    /// When there is not enough memory for the hash table.
    pub fn new(options: Options) -> Self {
        // They are read now, and not while a clock runs.
        let _ = shipped();
        Self { options, table: HashTable::new(options.hash).unwrap_or_else(|error| panic!("{error}")), tables: None }
    }

    /// What it may use.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Changes what it may use. What it remembers is forgotten if the hash table gets another size, the seed is another, or positions
    /// are searched or judged in another way.
    ///
    /// # Errors
    ///
    /// When there is not enough memory for the hash table: the options stay as they were, and the table is empty.
    pub fn set_options(&mut self, options: Options) -> Result<(), OutOfMemory> {
        let Options { hash, threads, lines, .. } = self.options;
        if options.hash != hash {
            // The old table makes room for the new one first.
            self.table = HashTable::new(1)?;
            match HashTable::new(options.hash) {
                Ok(table) => self.table = table,
                Err(error) => {
                    self.table = HashTable::new(hash)?;
                    return Err(error);
                }
            }
        } else if (Options { threads, lines, ..options }) != self.options {
            self.forget();
        }
        self.options = options;
        Ok(())
    }

    /// Asks these tables of endings from now on, and the shipped ones for the endings that they lack.
    pub fn use_tables(&mut self, mut tables: Tables) {
        for table in shipped().iter() {
            if tables.get(table.ending()).is_none() {
                tables.insert(table.clone());
            }
        }
        self.tables = Some(tables);
        self.forget();
    }

    /// Forgets everything, so that the next search does not depend on earlier ones.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Looks for the best turn until a limit is reached, and calls `report` with each line on the way; `None` when the game
    /// is over. After a win of the duck games a shorter one of at most three turns is looked for until the time is over or the search is
    /// stopped, unless positions or turns are limited.
    pub fn search(&mut self, game: &Game, limits: &Limits, report: impl FnMut(&Report)) -> Option<Found> {
        if game.position().result().is_some() {
            return None;
        }
        let Options { strength, seed, .. } = self.options;
        let Some(strength) = strength else {
            return self.search_fully(game, limits, report);
        };
        // The levels were measured with it.
        let evaluation = Evaluation::ByHand;
        let options = Options { threads: 1, lines: 1, tables: false, evaluation, ..self.options };
        let mut found = self.search_with(options, game, &strength.limit(limits), strength.noise(seed), report)?;
        let may_be_made = |turn: &Turn| limits.only.is_empty() || limits.only.contains(turn);
        if let Some(turn) = strength.slip(game.position(), found.turn(), seed).filter(may_be_made) {
            found.lines[0].turns = vec![turn];
        }
        Some(found)
    }

    /// Searches at full strength, and looks for a shorter win where one has been found and there is time left.
    fn search_fully(&mut self, game: &Game, limits: &Limits, mut report: impl FnMut(&Report)) -> Option<Found> {
        let began = Instant::now();
        let mut last = None;
        let found = self.search_with(self.options, game, limits, Noise::default(), |told| {
            report(told);
            last = Some(told.clone());
        })?;
        let Some(line) = self.shorter_than(&found, game, limits, began) else { return Some(found) };
        if let Some(last) = last {
            report(&Report { line: line.clone(), nodes: found.nodes, elapsed: began.elapsed(), ..last });
        }
        Some(Found { lines: vec![line], ..found })
    }

    /// A win in fewer turns than the one that was found, if there is one and it is proved before the time is over. A search that counts positions or
    /// turns gives the same result on every machine, so it has none.
    fn shorter_than(&self, found: &Found, game: &Game, limits: &Limits, began: Instant) -> Option<Line> {
        let Options { pruning, lines, .. } = self.options;
        let is_counted = limits.depth.is_some() || limits.nodes.is_some();
        let (Position::Duck(position), Some(Certain::Win { plies })) = (game.position(), found.score().certain())
        else {
            return None;
        };
        if !pruning || lines > 1 || is_counted || !limits.only.is_empty() {
            return None;
        }
        let most = (plies / 2).min(LONGEST as u32) as usize;
        let end = [limits.enough, limits.time].into_iter().flatten().min().map(|time| began + time);
        shortest_win(position, most, &mut Prover::until(limits.stop.clone()).by(end))
    }

    fn search_with(
        &mut self,
        options: Options,
        game: &Game,
        limits: &Limits,
        noise: Noise,
        mut report: impl FnMut(&Report),
    ) -> Option<Found> {
        limits.visited.begin();
        let table = self.table.begin_search();
        let (began, threads, shared) = (Instant::now(), options.threads.max(1), Shared::default());
        let means = || Means {
            table,
            budget: Budget::new(limits, began, threads, &shared),
            pruning: options.pruning,
            tables: None,
            evaluation: options.evaluation,
            opponent_model: options.opponent_model,
            noise,
        };
        match game.position() {
            Position::Duck(position) => {
                let tables =
                    (options.tables && options.pruning).then(|| self.tables.as_ref().unwrap_or_else(|| shipped()));
                let search = || DuckWorker::new(position, game.earlier(), Means { tables, ..means() });
                let mut report_whole = |told: &Report| {
                    let mut told = told.clone();
                    complete(&mut told.line, position, tables);
                    report(&told);
                };
                let mut found = run(search, options, table, &shared, &mut report_whole)?;
                found.lines.iter_mut().for_each(|line| complete(line, position, tables));
                Some(found)
            }
            Position::Duchess(position) => {
                let search = || duchess::Search::new(position, game.earlier(), means());
                run(search, options, table, &shared, &mut report)
            }
            // Other engines play chess.
            Position::Chess(_) => None,
        }
    }
}

/// What a thread searches with.
pub(crate) struct Means<'a> {
    pub table: SharedTable<'a>,
    pub budget: Budget,
    pub pruning: bool,
    /// The tables of endings that are asked, if any.
    pub tables: Option<&'a Tables>,
    pub evaluation: Evaluation,
    pub opponent_model: OpponentModel,
    pub noise: Noise,
}

/// Runs one worker that reports, and others that fill the hash table for it.
fn run<W: Worker>(
    worker: impl Fn() -> W,
    options: Options,
    table: SharedTable<'_>,
    shared: &Shared,
    report: &mut impl FnMut(&Report),
) -> Option<Found> {
    std::thread::scope(|scope| {
        let at_end = StopAtEnd(&shared.stop);
        let helpers: Vec<_> = (1..options.threads)
            .map(|n| {
                let mut helper = worker();
                let first_depth = 1 + n as u32 % 2;
                scope.spawn(move || deepen(&mut helper, options.lines, first_depth, |_, _, _, _| ()))
            })
            .collect();
        let mut main = worker();
        main.budget().begin_first_look(options.strength.is_some());
        let (lines, depth) = deepen(&mut main, options.lines.max(1), 1, |worker, depth, number, line| {
            report(&report_of(worker, depth, number, line, table.filled()));
        });
        drop(at_end);
        for helper in helpers {
            // The answer stands without a helper that has panicked. Were it not joined here, the scope would panic in its turn.
            let _ = helper.join();
        }
        let nodes = main.budget().nodes();
        (!lines.is_empty()).then_some(Found { lines, depth, nodes })
    })
}

/// Stops the helpers, which may have no limits, even if whoever gets the reports panics.
struct StopAtEnd<'a>(&'a Stop);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use domain::rules::variant::Variant;

    use super::*;
    use crate::score::Score;

    /// A worker that fails, or finds a turn once another has failed.
    struct MayFail<'a> {
        turn: Turn,
        fails: bool,
        has_failed: &'a AtomicBool,
        budget: Budget,
    }

    impl Worker for MayFail<'_> {
        fn look(&mut self, _depth: u32, _alpha: Score, _beta: Score, _found: &[Line]) -> Option<Line> {
            if self.fails {
                self.has_failed.store(true, Ordering::Relaxed);
                panic!("so it fails");
            }
            while !self.has_failed.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Some(Line { score: Score::DRAW, turns: vec![self.turn] })
        }

        fn try_first(&mut self, _turn: Option<Turn>) {}

        fn budget(&mut self) -> &mut Budget {
            &mut self.budget
        }

        fn take_deepest(&mut self) -> u32 {
            0
        }

        fn any_turn(&self) -> Option<Turn> {
            Some(self.turn)
        }
    }

    #[test]
    fn a_shorter_win_is_proved_where_only_time_limits_a_search() {
        let position =
            Position::from_fen(Variant::Duck, "8/8/6B1/8/3k3*/4qp1K/8/6q1 b - - 3 68").expect("it is a position");
        let game = Game::new(position);
        let turn = game.position().read_turn("g1g6,g6g3").expect("it is legal");
        let longer = Found { lines: vec![Line { score: Score::win_in(7), turns: vec![turn] }], depth: 14, nodes: 1 };
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let shorter = |engine: &Engine, limits: &Limits| engine.shorter_than(&longer, &game, limits, Instant::now());
        let line = shorter(&engine, &Limits::default()).expect("three turns are enough");
        assert_eq!((line.score, line.turns.len()), (Score::win_in(5), 5));
        for limits in [Limits::nodes(1 << 40), Limits::depth(99), Limits { only: vec![turn], ..Limits::default() }] {
            assert_eq!(shorter(&engine, &limits), None);
        }
        engine.options.lines = 2;
        assert_eq!(shorter(&engine, &Limits::default()), None);
        engine.options.lines = 1;
        // Whatever the search itself finds, what it answers is the shortest.
        let found = engine.search(&game, &Limits::default(), |_| ()).expect("there are turns");
        assert_eq!(found.score(), Score::win_in(5));
        let by_positions = |engine: &mut Engine| {
            engine.forget();
            engine.search(&game, &Limits::nodes(20_000), |_| ()).map(|found| (found.nodes, found.lines))
        };
        assert_eq!(by_positions(&mut engine), by_positions(&mut engine));
    }

    #[test]
    fn a_helper_that_fails_does_not_cost_the_answer() {
        let turn = Position::start(Variant::Duck).read_turn("e4@e6").expect("it is legal");
        let (limits, shared) = (Limits::depth(3), Shared::default());
        let mut table = HashTable::new(1).expect("there is so much memory");
        let table = table.begin_search();
        // The helper is made before the one that answers.
        let (fails, has_failed) = (Cell::new(true), AtomicBool::new(false));
        let worker = || MayFail {
            turn,
            fails: fails.take(),
            has_failed: &has_failed,
            budget: Budget::new(&limits, Instant::now(), 2, &shared),
        };
        let options = Options { threads: 2, ..Options::default() };
        let found = run(worker, options, table, &shared, &mut |_| ());
        assert_eq!(found.map(|found| (found.turn(), found.depth)), Some((turn, 3)));
    }
}
