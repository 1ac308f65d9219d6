//! Where a board is saved: in a notebook, or in a chapter of a study. A save names the version that it is based on, so that no window
//! overwrites what it has not seen; where another was quicker, the step is made [on what is there now](rebase), or its player chooses what becomes of
//! the two.

use domain::rules::pgn::PgnGame;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::board_state::BoardState;
use super::chapter::{self, ChapterId};
use super::form::{AnalysisForm, Step};
use super::notebook::{self, NotebookKey};
use super::rebase;
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
        let read = Study::read(&self.pgn, &Position::start(Variant::Duck));
        read.map_or_else(|_| self.pgn.clone(), |study| study.turns_text())
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

    /// Saves what is on the board. Where what is saved has been changed since the form was loaded from it, the step is made on what is there
    /// now; if it concerns the same turn or note, its player is asked. A form that has changed nothing shows what is there now.
    ///
    /// # Errors
    /// The database fails.
    pub async fn take(
        &self,
        app: &App,
        form: &AnalysisForm,
        game: Option<PgnGame>,
        state: &mut BoardState,
    ) -> anyhow::Result<SaveState> {
        let has_changed_nothing = form.has_changed_nothing(state);
        for _ in 0..MOST_OVERTAKEN {
            let found = self.load(&app.pool).await?;
            match self.attempt(app, form, (game.as_ref(), has_changed_nothing), found, state).await? {
                Attempt::Ended(save_state) => return Ok(save_state),
                Attempt::Overtaken => {}
            }
        }
        let mine = form.version.parse().unwrap_or_default();
        let other = self.load(&app.pool).await?;
        Ok(other.map_or(self.nothing(), |other| SaveState::Other { mine, other }))
    }

    async fn attempt(
        &self,
        app: &App,
        form: &AnalysisForm,
        (game, has_changed_nothing): (Option<&PgnGame>, bool),
        found: Option<SavedBoard>,
        state: &mut BoardState,
    ) -> anyhow::Result<Attempt> {
        if found.is_none() && matches!(self, Self::Chapter(..)) {
            return Ok(Attempt::Ended(self.nothing()));
        }
        let version = found.as_ref().map_or(0, |found| found.version);
        let (mine, seen) = (form.version.parse().unwrap_or_default(), form.other.parse().ok());
        let mut rebased = None;
        let base = match (form.step(), &found) {
            (Some(Step::Take), Some(found)) => {
                *state = BoardState::of_saved(found, game.cloned());
                return Ok(Attempt::Ended(SaveState::of(state, version)));
            }
            (Some(Step::Join), Some(found)) => {
                match state.study.join(&BoardState::of_saved(found, game.cloned()).study) {
                    Ok(()) => seen.unwrap_or(mine),
                    Err(wrong) => {
                        state.refuse("tree", &wrong);
                        mine
                    }
                }
            }
            (Some(Step::Replace), _) => seen.unwrap_or(mine),
            (_, Some(found)) if found.version != mine && has_changed_nothing => {
                state.follow_saved(found, game.cloned());
                return Ok(Attempt::Ended(SaveState::of(state, version)));
            }
            // Somebody has gone back in the history to what they had then: to what others have changed since they do not.
            (_, Some(found)) if is_yes(&form.back) && found.is_own_since(mine) => found.version,
            (_, Some(found)) if found.version != mine && found.pgn != state.study.to_string() => {
                rebased = rebase::onto(found, form, game);
                if rebased.is_some() { found.version } else { mine }
            }
            _ => mine,
        };
        // What was tried stays on the board until it is saved.
        let saving = rebased.as_ref().unwrap_or(state);
        let is_kept = found.as_ref().is_some_and(|found| found.pgn == saving.study.to_string());
        let is_bare =
            game.map_or_else(|| saving.study.is_empty(), |game| Study::of(game.clone()).as_ref() == Ok(&saving.study));
        if saving.is_unread {
            return Ok(Attempt::Ended(SaveState::of(saving, version)));
        }
        let saved = if is_kept || (version == 0 && is_bare) {
            Some(version)
        } else if base == version {
            self.save(&app.pool, version, saving, app.now.get()).await?
        } else {
            return Ok(Attempt::Ended(found.map_or(self.nothing(), |other| SaveState::Other { mine, other })));
        };
        let Some(version) = saved else { return Ok(Attempt::Overtaken) };
        if let Some(rebased) = rebased {
            *state = rebased;
        }
        Ok(Attempt::Ended(SaveState::Saved { version }))
    }
}

/// How often a save is tried while others save between its question and its answer.
const MOST_OVERTAKEN: usize = 5;

/// What became of a try to save a board.
enum Attempt {
    /// It is known whether it is saved.
    Ended(SaveState),
    /// Somebody else has saved theirs between the question and the answer.
    Overtaken,
}
