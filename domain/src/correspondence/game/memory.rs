//! A game's memory use, for caches.

use super::{Game, LogEntry, LogEntryKind, MadeTurn};
use crate::correspondence::conditional::Branch;

impl Game {
    /// About how many bytes of memory it takes, with everything it owns.
    pub fn memory(&self) -> usize {
        let beside = |turn: &MadeTurn| turn.text.len() + size_of_val(&turn.missed[..]) + turn.position.heap_bytes();
        let turns = self.turns.iter().map(|turn| size_of::<MadeTurn>() + beside(turn));
        let log_entries = self.log_entries.iter().map(|log_entry| size_of::<LogEntry>() + log_entry.kind.text_bytes());
        // Each reply is a turn, with a turn that it replies to: a text each.
        let replies =
            self.pending_conditionals.iter().map(|(_, pending)| pending.tree.turns() * (size_of::<Branch>() + 8));
        size_of::<Self>() + turns.sum::<usize>() + log_entries.sum::<usize>() + replies.sum::<usize>()
    }
}

impl LogEntryKind {
    fn text_bytes(&self) -> usize {
        match self {
            Self::Comment(text) | Self::SideComment(text) | Self::Note(text) => text.as_str().len(),
            Self::ConditionalStopped { turn } => turn.len(),
            Self::DrawOffered
            | Self::DrawAccepted
            | Self::DrawDeclined
            | Self::Resigned
            | Self::ResignationTakenBack
            | Self::RanOutOfTime
            | Self::Lifeline { .. }
            | Self::LeaveTaken(_)
            | Self::LeaveEnded { .. }
            | Self::ConditionalsLeft
            | Self::SiteDown(_)
            | Self::RematchOffered => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::correspondence::comment::Comment;
    use crate::correspondence::event::{Event, EventKind};
    use crate::correspondence::setup::GameSetup;
    use crate::correspondence::time_control::TimeControl;
    use crate::rules::ply::Ply;
    use crate::rules::seat::Seat;
    use crate::rules::variant::Variant;

    #[test]
    fn what_is_written_takes_memory() {
        let at = Timestamp::UNIX_EPOCH;
        let time_control = TimeControl::STANDARD;
        let setup =
            GameSetup { variant: Variant::Duck, time_control, rated: false, public: false, start: None, begun_at: at };
        let mut game = Game::new(setup).unwrap();
        let mut grown_by = |what| {
            let before = game.memory();
            game.apply(&Event { at, what }).unwrap();
            game.memory() - before
        };
        let white = Seat::WHITE;
        let text = Comment::new(&"quack ".repeat(300)).unwrap();
        assert!(grown_by(EventKind::Commented { seat: white, ply: Ply::START, text }) > 1700);
        let turn = "e4@c6".to_owned();
        assert!(grown_by(EventKind::Played { seat: white, turn, conditional: false }) > size_of::<MadeTurn>() / 2);
        // Seven branches of two turns.
        let lines = ['a', 'b', 'd', 'e', 'f', 'g', 'h'].map(|file| format!("{file}6@e5 Nf3@a4\n")).concat();
        let written = lines.len();
        assert!(grown_by(EventKind::ConditionalsSet { seat: white, lines }) > written);
    }
}
