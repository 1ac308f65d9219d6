//! What the computer says of a finished game and of a position on the analysis board; and to whom it says nothing.
//!
//! **Nobody is told about a running game.** What is asked, and what is shown, goes through [`may_be_evaluated`] for games and
//! [`Silence`] for positions, each time anew: what was found out earlier is held back too.
//!
//! | to know | look in |
//! |---|---|
//! | who is told nothing, and why | `silence`, `refusal` |
//! | what an engine found in a position, as it is stored | `line` |
//! | a game: asking, working | `game_store`, `game_work` |
//! | a position: asking, working; all positions of a line | `position_store`, `position_work`; `line_store` |
//! | what is made of a game or a line | `course`, `report`, `mark`, `graph`, `turn_findings` |

mod course;
mod game_store;
mod game_work;
mod graph;
mod line;
mod line_store;
mod mark;
mod position_store;
mod position_work;
mod refusal;
mod report;
mod silence;
mod turn_findings;

pub use course::Course;
pub use game_store::{
    GameEvaluation, GameState, MOST_GAMES_A_DAY, ask as ask_about_game, give_up as give_up_game, load as load_game,
};
pub use game_work::{evaluate as evaluate_game, goes_on_at};
pub use graph::Graph;
pub use line::{EvaluatedLine, read_score_in_pgn, score_in_pawns, score_in_pgn};
pub use line_store::{MOST_LINES_AN_HOUR, MOST_POSITIONS_OF_LINE, ask as ask_about_line};
pub use mark::Mark;
pub use position_store::{
    MOST_POSITIONS_AN_HOUR, PositionState, ask as ask_about_position, asked_about, give_up as give_up_position,
    load as load_position, load_all as load_positions,
};
pub use position_work::evaluate as evaluate_position;
pub use refusal::EvaluationRefusal;
pub use report::{JudgedTurn, Point, Report};
pub use silence::{Silence, is_on_a_board, may_be_evaluated};
pub use turn_findings::TurnFindings;
