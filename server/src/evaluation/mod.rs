//! What the computer says of a finished game and of a position on the analysis board; and to whom it says nothing.
//!
//! **Nobody is told about a running game.** What is asked, and what is shown, goes through [`may_be_evaluated`] for games and
//! [`Silence`] for positions, each time anew: what was found out earlier is held back too.
//!
//! | to know | look in |
//! |---|---|
//! | who is told nothing, and why | `silence`, `refusal` |
//! | what an engine found in a position, as it is stored | `line` |
//! | a game: asking, working, what is made of it | `game_store`, `game_work`, `report`, `mark` |
//! | a position: asking, working | `position_store`, `position_work` |

mod game_store;
mod game_work;
mod line;
mod mark;
mod position_store;
mod position_work;
mod refusal;
mod report;
mod silence;

pub use game_store::{
    GameEvaluation, GameState, MOST_GAMES_A_DAY, ask as ask_about_game, give_up as give_up_game, load as load_game,
};
pub use game_work::{evaluate as evaluate_game, goes_on_at};
pub use line::{EvaluatedLine, score_in_pawns, score_in_pgn};
pub use mark::Mark;
pub use position_store::{
    MOST_POSITIONS_AN_HOUR, PositionState, ask as ask_about_position, give_up as give_up_position,
    load as load_position,
};
pub use position_work::evaluate as evaluate_position;
pub use refusal::EvaluationRefusal;
pub use report::{JudgedTurn, Point, Report};
pub use silence::{Silence, is_on_a_board, may_be_evaluated};
