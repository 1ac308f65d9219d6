//! Where a board is saved: in a notebook, or in a chapter of a study. A save names the version that it is based on, so that no window
//! overwrites what it has not seen; where another was quicker, the step is made [on what is there now](rebase), or its player chooses what becomes of
//! the two.

use domain::rules::pgn::PgnGame;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use jiff::Timestamp;

use super::board_state::BoardState;
use super::chapter::{self, ChapterId};
use super::form::{AnalysisForm, Step};
use super::notebook::{self, NotebookKey};
use super::{question, rebase};
use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::state::App;
use crate::web::form::is_yes;
use crate::web::moment::Moment;

/// A board as it is stored.
pub struct SavedBoard {
    /// All turns, variations and notes.
    pub pgn: String,
    /// The node that it showed.
    pub place: String,
    /// The seat at the lower edge.
    pub side: Seat,
    /// How often it was changed.
    pub version: i64,
    /// When it was last.
    pub changed_at: Moment,
    /// By whom, where several may change it and they are still here.
    pub changed_by: Option<String>,
    /// Of a chapter that the viewer has changed last: the version from which on nobody else has.
    pub own_since: Option<i64>,
}

/// A seat as it is stored.
pub fn stored_seat(index: i16) -> Seat {
    usize::try_from(index).ok().and_then(Seat::new).unwrap_or(Seat::FIRST)
}

/// Whether what is on the board is saved.
pub enum SaveState {
    /// Only in the page.
    Unsaved {
        /// The version of the notebook or chapter that it comes from, if any.
        version: Option<i64>,
    },
    /// In a notebook or chapter.
    Saved {
        /// Its version.
        version: i64,
    },
    /// Not saved, because the notebook or chapter has been changed elsewhere.
    Other {
        /// The version that this comes from.
        mine: i64,
        /// The board as it is saved.
        other: SavedBoard,
    },
    /// Of a chapter that the viewer may look at and not change: only in the page.
    Looking {
        /// The version that it comes from.
        version: i64,
    },
    /// Of a chapter that is gone, or that the viewer may no longer change or see: only in the page.
    Lost,
}

impl SavedBoard {
    /// Its turns with variations and notes, to be read by people.
    pub fn turns(&self) -> String {
        question::turns_of(&self.pgn)
    }

    /// Whether nobody else has changed it since a version.
    fn is_own_since(&self, version: i64) -> bool {
        self.own_since.is_some_and(|since| since <= version + 1)
    }
}

impl SaveState {
    /// The state of a board that equals a version of what is saved. If that could not be read, the board counts as unsaved, so
    /// that the next step does not overwrite it unasked.
    pub const fn of(state: &BoardState, version: i64) -> Self {
        if state.is_unread { Self::Unsaved { version: None } } else { Self::Saved { version } }
    }
}

/// Where a board is saved.
pub enum SavedIn {
    /// In a notebook.
    Notebook(NotebookKey),
    /// In a chapter, by somebody who may change it.
    Chapter(ChapterId, PlayerId),
}

impl SavedIn {
    async fn load(&self, pool: &Pool) -> anyhow::Result<Option<SavedBoard>> {
        match self {
            Self::Notebook(key) => notebook::load(pool, key).await,
            Self::Chapter(id, editor) => {
                let chapter = chapter::load(pool, id, Some(*editor)).await?;
                Ok(chapter.filter(|chapter| chapter.may_edit).map(|chapter| chapter.saved))
            }
        }
    }

    /// Saves the board if what is saved still has this version: the new version, or `None` if it has been changed since.
    async fn save(&self, pool: &Pool, version: i64, state: &BoardState, now: Timestamp) -> anyhow::Result<Option<i64>> {
        match self {
            Self::Notebook(key) => notebook::save(pool, key, version, state, now).await,
            Self::Chapter(id, editor) => chapter::save(pool, (id, *editor), version, state, now).await,
        }
    }

    /// What became of a board for which there is nothing saved.
    const fn nothing(&self) -> SaveState {
        match self {
            Self::Notebook(_) => SaveState::Unsaved { version: None },
            Self::Chapter(..) => SaveState::Lost,
        }
    }

    /// Saves what is on the board after the step of a form. Where what is saved has been changed since the form was loaded from it, the step
    /// is made on what is there now; if it concerns the same turn or note, its player is asked. A form that has changed nothing shows what is
    /// there now.
    ///
    /// # Errors
    /// The database fails.
    pub async fn take(
        &self,
        app: &App,
        form: &AnalysisForm,
        game: Option<&PgnGame>,
        own: BoardState,
    ) -> anyhow::Result<(BoardState, SaveState)> {
        for _ in 0..MOST_OVERTAKEN {
            let (board, save_state) = match self.load(&app.pool).await? {
                Some(found) => match onto_saved(form, game, &own, found) {
                    Decision::Show(board, save_state) => (board, save_state),
                    Decision::Save(board, version) => match self.save(&app.pool, version, &board, app.now.get()).await?
                    {
                        Some(version) => (board, SaveState::Saved { version }),
                        None => continue,
                    },
                },
                None if self.may_begin(form) && is_worth_saving(game, &own) => {
                    match self.save(&app.pool, 0, &own, app.now.get()).await? {
                        Some(version) => (own, SaveState::Saved { version }),
                        None => continue,
                    }
                }
                None if self.may_begin(form) && !own.is_unread => (own, SaveState::Saved { version: 0 }),
                None => (own, self.nothing()),
            };
            return Ok((board, save_state));
        }
        let other = self.load(&app.pool).await?;
        let save_state = other.map_or(self.nothing(), |other| SaveState::Other { mine: form.version(), other });
        Ok((own, save_state))
    }

    /// Whether a notebook of which there is nothing is begun by a form.
    fn may_begin(&self, form: &AnalysisForm) -> bool {
        matches!(self, Self::Notebook(_)) && form.version() == 0
    }
}

/// Whether there is more on the board than a notebook shows in which nothing was ever saved.
fn is_worth_saving(game: Option<&PgnGame>, board: &BoardState) -> bool {
    let is_bare =
        game.map_or_else(|| board.study.is_empty(), |game| Study::of(game.clone()).as_ref() == Ok(&board.study));
    !board.is_unread && !is_bare
}

/// How often a save is tried while others save between its question and its answer.
const MOST_OVERTAKEN: usize = 5;

/// What becomes of a board.
enum Decision {
    /// It is shown, and nothing is saved.
    Show(BoardState, SaveState),
    /// It is saved, if what is saved still has this version.
    Save(BoardState, i64),
}

/// The board after the step of a form, given what is saved.
fn onto_saved(form: &AnalysisForm, game: Option<&PgnGame>, own: &BoardState, found: SavedBoard) -> Decision {
    let (mine, version) = (form.version(), found.version);
    // What was shown to somebody who has chosen what becomes of the two boards.
    let seen = form.other.parse().unwrap_or(mine);
    let is_behind = version != mine;
    let (board, base) = match form.step() {
        Some(Step::Take) => {
            let mut board = BoardState::of_saved(&found, game.cloned());
            board.questions = own.questions.iter().filter(|question| question.is_of_line()).cloned().collect();
            let save_state = SaveState::of(&board, version);
            return Decision::Show(board, save_state);
        }
        Some(Step::Join) => {
            let mut board = own.clone();
            match board.study.join(&BoardState::of_saved(&found, game.cloned()).study) {
                Ok(()) => (board, seen),
                Err(wrong) => {
                    board.refuse("tree", &wrong);
                    (board, mine)
                }
            }
        }
        Some(Step::Replace) => (own.clone(), seen),
        _ if is_behind && form.has_changed_nothing(own) && own.is_settled() => {
            let mut board = own.clone();
            board.follow_saved(&found, game.cloned());
            let save_state = SaveState::of(&board, version);
            return Decision::Show(board, save_state);
        }
        // Somebody has gone back in the history to what they had then: to what others have changed since they do not.
        _ if is_yes(&form.back) && found.is_own_since(mine) => (own.clone(), version),
        _ if is_behind => match rebase::onto(&found, form, game) {
            Some(board) => (board, version),
            None => (own.clone(), mine),
        },
        _ => (own.clone(), mine),
    };
    let is_kept = found.pgn == board.study.to_string();
    if board.is_unread {
        let save_state = SaveState::of(&board, version);
        Decision::Show(board, save_state)
    } else if is_kept {
        Decision::Show(board, SaveState::Saved { version })
    } else if base == version {
        Decision::Save(board, version)
    } else {
        Decision::Show(board, SaveState::Other { mine, other: found })
    }
}
