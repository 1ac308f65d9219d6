//! Studies that several players may edit: who sees them, what is in them, and why something is refused.

use super::plural;
use super::visibility::WhoSeesIt;

/// Who sees a study.
pub const WHO_SEES_IT: WhoSeesIt = WhoSeesIt {
    private: "Only its owner, its editors and those who are invited can see it.",
    by_link: "Whoever knows its address can see it. It is in no list.",
    public: "Everybody can see it, and it is in the list of public studies.",
};

/// Invitations wait for an answer.
pub fn invitations(count: u64) -> String {
    plural(count, "You are invited to edit a study.".to_owned(), format!("You are invited to edit {count} studies."))
}

/// A chapter that was given no name.
pub fn unnamed_chapter(number: i32) -> String {
    format!("Chapter {number}")
}

/// What a screen reader says of a chapter's small board.
pub fn board(chapter: &str) -> String {
    format!("The board of {chapter}")
}

/// Nobody has a name.
pub fn nobody_called(name: &str) -> String {
    format!("There is no player called {name}.")
}

/// There is no name.
pub const NOBODY_NAMED: &str = "Type the name of the player who is to edit with you.";
/// The owner is named.
pub const YOURSELF: &str = "The study is yours: you can edit it already.";

/// A guest is named, or a computer.
pub fn cannot_edit(name: &str) -> String {
    format!("The player {name} has no account to edit with.")
}

/// Somebody is named who is there already.
pub fn there_already(name: &str) -> String {
    format!("The player {name} edits this study, or is invited to.")
}

/// More editors than there can be.
pub fn too_many_editors(most: i64) -> String {
    format!("A study has at most {most} editors, with those who are invited. Remove one first.")
}

/// More studies than one can have.
pub fn too_many_studies(most: i64) -> String {
    format!("You have {most} studies, the most there can be. Delete one, or add a chapter to one.")
}

/// More chapters than a study can have.
pub fn too_many_chapters(most: i64, has: i64, added: usize) -> String {
    match has {
        0 => format!("A study has at most {most} chapters, and these are {added}."),
        has if has >= most => format!("This study has {most} chapters, the most there can be."),
        has => format!("A study has at most {most} chapters. This one has {has}, so that {added} more are too many."),
    }
}

/// What is wrong with one of several games.
pub fn in_game(number: usize, sentence: &str) -> String {
    format!("Game {number}: {sentence}")
}

/// A study that is not the player's to edit.
pub const NO_SUCH_STUDY: &str = "Choose one of your studies, or a new one.";
/// A variant that is none.
pub const NO_SUCH_VARIANT: &str = "Choose a game.";

/// A study among other things: what it is, and how large.
pub fn of_size(chapters: i64) -> String {
    format!("study, {chapters} {}", plural(chapters, "chapter", "chapters"))
}
