//! Why a spectator cannot comment on a game now.

/// That a spectator has written as much on one game as one may.
pub fn written_enough(max: i64) -> String {
    format!("You have written {max} comments on this game, which is the limit.")
}

/// That much was written of late, by the spectator or by all of them; with when there is room again.
pub fn too_soon(by_all: bool, when: &str) -> String {
    let who = if by_all { "Spectators have" } else { "You have" };
    format!("{who} commented a lot on this game in the last few minutes. You can send this after {when}.")
}
