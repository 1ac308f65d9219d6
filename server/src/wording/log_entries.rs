//! What the record of a game says besides turns and messages: what a player did, and what happened to the site.

use domain::correspondence::game::LogEntryKind;

/// The sentence, with what is shown in its own way in braces: `{player}`, `{other}`, `{time}`, `{from}`, `{until}`, `{ended}`. `None` where a
/// player wrote something that is there, and where conditional turns ended, which has sentences of its own.
pub fn log_entry(kind: &LogEntryKind) -> Option<&'static str> {
    match kind {
        LogEntryKind::DrawOffered => Some("{player} offered a draw"),
        LogEntryKind::DrawAccepted => Some("{player} accepted the draw"),
        LogEntryKind::DrawDeclined => Some("{player} declined the draw"),
        LogEntryKind::Resigned => Some("{player} voted to resign"),
        LogEntryKind::ResignationTakenBack => Some("{player} withdrew the vote to resign"),
        LogEntryKind::RanOutOfTime => Some("{player} ran out of time, and misses all turns"),
        LogEntryKind::Lifeline { .. } => Some("{player} gave {other} {time} more"),
        LogEntryKind::LeaveTaken(_) => Some("{player} took leave from {from} until {until}"),
        LogEntryKind::LeaveEnded { taken, until } if *until <= taken.from => {
            Some("{player} cancelled the leave from {from}")
        }
        LogEntryKind::LeaveEnded { .. } => {
            Some("{player} took leave from {from} until {until}, and ended it early on {ended}")
        }
        LogEntryKind::SiteDown(_) => Some("The site was down from {from} until {until}, and the clock stood still"),
        LogEntryKind::RematchOffered => Some("{player} offered a rematch"),
        LogEntryKind::Comment(text) | LogEntryKind::SideComment(text) | LogEntryKind::Note(text)
            if text.is_deleted() =>
        {
            Some("{player} wrote a message, which was deleted with the account")
        }
        LogEntryKind::Comment(_)
        | LogEntryKind::SideComment(_)
        | LogEntryKind::Note(_)
        | LogEntryKind::ConditionalStopped { .. }
        | LogEntryKind::ConditionalsLeft => None,
    }
}

/// In the place of a comment of a spectator whose account was deleted.
pub const KIBITZ_DELETED: &str = "(deleted with the account)";
