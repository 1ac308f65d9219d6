//! What a study is to those who look at it.

use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

use crate::accounts::Player;
use crate::analysis::{ChapterId, study_path};
use crate::boards::BoardView;
use crate::platform::chance::ShortId;
use crate::web::moment::Moment;
use crate::web::visibility::Visibility;
use crate::wording::{VariantNames, library, shared_studies as words};

/// What somebody is to a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is theirs: they say who sees it and who edits it.
    Owner,
    /// They change its chapters.
    Editor,
    /// They may, once they accept. Until then they look at it, to know what it is.
    Invited,
    /// They are nothing to it.
    Other,
}

impl Role {
    /// The role of somebody who owns it or not, is among its editors or not, and has accepted that or not.
    pub const fn of(is_owner: bool, is_invited: bool, has_accepted: bool) -> Self {
        match (is_owner, is_invited, has_accepted) {
            (true, _, _) => Self::Owner,
            (false, true, true) => Self::Editor,
            (false, true, false) => Self::Invited,
            (false, false, _) => Self::Other,
        }
    }

    /// Whether they may change its chapters.
    pub const fn may_edit(self) -> bool {
        matches!(self, Self::Owner | Self::Editor)
    }
}

/// A study as a viewer may see it.
pub struct SharedStudy {
    /// Its name in its address.
    pub id: ShortId,
    /// Whose it is.
    pub owner: Player,
    /// What it is called.
    pub name: String,
    /// What it is about, in its owner's words; perhaps nothing.
    pub description: String,
    /// Who may look at it.
    pub visibility: Visibility,
    /// What the viewer is to it.
    pub role: Role,
    /// How often something in it was changed.
    pub changes: u32,
}

impl SharedStudy {
    /// The path of its page.
    pub fn path(&self) -> String {
        study_path(&self.id)
    }

    /// Who sees it, in a sentence.
    pub const fn hint(&self) -> &'static str {
        self.visibility.hint(&words::WHO_SEES_IT)
    }
}

/// Somebody who edits a study or is invited to.
pub struct Editor {
    /// Who it is.
    pub player: Player,
    /// Whether they have accepted.
    pub has_accepted: bool,
}

/// A study in a list.
pub struct ListedStudy {
    /// Its name in its address.
    pub id: ShortId,
    /// Whose it is.
    pub owner: Player,
    /// What it is called.
    pub name: String,
    /// Who may look at it.
    pub visibility: Visibility,
    /// What the viewer is to it.
    pub role: Role,
    /// How many chapters it has.
    pub chapters: i64,
    /// When something in it was last changed.
    pub changed_at: Moment,
}

impl ListedStudy {
    /// The path of its page.
    pub fn path(&self) -> String {
        study_path(&self.id)
    }
}

/// A chapter as the page of its study shows it.
pub struct ListedChapter {
    /// Which one.
    pub id: ChapterId,
    /// What it is called.
    pub name: String,
    /// Which game.
    pub variant: Variant,
    /// The position that it opens with.
    pub fen: String,
    /// The seat at the lower edge of the board.
    pub side: Seat,
    /// How many turns its main line has.
    pub turns: u32,
    /// When it was last changed.
    pub changed_at: Moment,
    /// By whom, if they are still here.
    pub changed_by: Option<String>,
}

impl ListedChapter {
    /// The path of its page.
    pub fn path(&self) -> String {
        self.id.path()
    }

    /// The name of its variant.
    pub fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// Its length as words.
    pub fn length(&self) -> String {
        library::turns(self.turns)
    }

    /// Its board; none if what is stored cannot be read.
    pub fn board(&self) -> Option<BoardView> {
        let position = Position::from_fen(self.variant, &self.fen).ok()?;
        Some(BoardView::new(&position, None, self.side, words::board(&self.name)))
    }
}
