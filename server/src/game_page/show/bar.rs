//! The action bar of a game's page: the input in its fields, the sentences above them, and the actions that are
//! possible now.

use domain::correspondence::action::ActionKind;
use domain::rules::draw::DrawClaim;

use super::GamePage;
use crate::boards::kings_in_reach_of;
use crate::game_page::conditionals::{TreePart, TreeView};
use crate::game_page::form::ActionForm;
use crate::game_page::store::Rematch;
use crate::web::form::{Problems, form_fields};
use crate::wording::{ActionNames, SeatNames, all_of, plural};

/// The action bar: the input in its fields, and the problems with it.
#[derive(Default)]
pub struct Bar {
    pub(super) form: ActionForm,
    pub(super) problems: Problems,
    pub(super) asking: Option<ActionKind>,
}

impl Bar {
    /// What is not sent yet.
    pub fn fresh(form: ActionForm) -> Self {
        Self { form, problems: Problems::default(), asking: None }
    }

    /// What was sent, with what is wrong with it.
    pub fn refused(form: ActionForm, problems: Problems) -> Self {
        Self { form, problems, asking: None }
    }

    /// The fields that something was typed in, for who would rather play on.
    pub(super) fn filled_fields(&self) -> Vec<(String, String)> {
        let form = ActionForm { action: String::new(), confirm: String::new(), ..self.form.clone() };
        form_fields(&form)
    }

    /// What was sent, with the question whether it is really meant.
    pub fn asking(form: ActionForm, kind: ActionKind) -> Self {
        Self { form, problems: Problems::default(), asking: Some(kind) }
    }
}

impl GamePage {
    /// What the viewer can do now in the bar: conditional turns have a page of their own, a rematch its button.
    pub(super) fn kinds(&self) -> Vec<ActionKind> {
        let mut kinds = self.kinds.clone();
        kinds.retain(|kind| !matches!(kind, ActionKind::Conditional | ActionKind::Rematch));
        kinds
    }

    /// Whether the bar is a form that can be filled in: what is sent from elsewhere on the page takes it along.
    pub(super) fn has_form(&self) -> bool {
        self.seat.is_some() && self.is_present() && self.bar.asking.is_none()
    }

    /// Whether a rematch can be offered: one that waits for an answer is not offered back.
    pub(super) fn can_offer_rematch(&self) -> bool {
        self.open_rematch().is_none() && self.kinds.contains(&ActionKind::Rematch)
    }

    pub(super) fn can_set_conditionals(&self) -> bool {
        self.kinds.contains(&ActionKind::Conditional)
    }

    /// The viewer's own conditional turns, as they are read.
    pub(super) fn planned(&self) -> Vec<TreePart> {
        let game = &self.stored.game;
        self.seat.map_or_else(Vec::new, |seat| TreeView::parts(game, game.conditionals(seat), &[]))
    }

    pub(super) fn can(&self, kind: ActionKind) -> bool {
        self.kinds().contains(&kind)
    }

    /// The action that is chosen when the page opens: the one that was sent, else a turn, else a comment. Nothing that
    /// ends the game or answers an offer is ever chosen but by the player.
    pub(super) fn chosen(&self) -> ActionKind {
        let kinds = self.kinds();
        let sent = self.bar.form.action.parse().ok();
        let likely = [sent, Some(ActionKind::Move), Some(ActionKind::Comment)].into_iter().flatten();
        likely.chain(kinds.iter().copied()).find(|kind| kinds.contains(kind)).unwrap_or(ActionKind::Comment)
    }

    /// The draw offer that is open.
    pub(super) fn offer(&self) -> Option<String> {
        let game = &self.stored.game;
        let by = game.draw_offered_by()?;
        let awaited: Vec<_> = game.draw_awaits().collect();
        let names = self.stored.each_player().filter(|(seat, _)| awaited.contains(seat));
        let names: Vec<_> = names.map(|(_, player)| player.name.to_string()).collect();
        let awaited =
            if self.is_for_many() { format!(" Still to answer: {}.", names.join(", ")) } else { String::new() };
        Some(match self.seat {
            Some(seat) if game.seating().is_same_player(seat, by) => format!("You have offered a draw.{awaited}"),
            Some(seat) if !game.draw_awaits().any(|awaited| awaited == seat) => {
                format!("{} offers a draw.{awaited}", self.stored.players[by].name)
            }
            Some(_) if self.is_for_many() => {
                format!("{} offers a draw; all players have to agree.{awaited}", self.stored.players[by].name)
            }
            Some(_) if self.is_own_turn() => {
                format!("{} offers a draw. Making a turn declines it.", self.stored.players[by].name)
            }
            Some(_) => format!("{} offers a draw. It stands until your next turn.", self.stored.players[by].name),
            None => format!("{} offers a draw.", self.stored.players[by].name),
        })
    }

    /// The question for an action that needs a confirmation. A player who is one of several on a side only casts a
    /// vote, which the others of the side have to join.
    pub(super) fn question(&self) -> String {
        let Some(asking) = self.bar.asking else { return String::new() };
        let game = &self.stored.game;
        let seating = game.seating();
        let partners = self.seat.into_iter().flat_map(|seat| {
            let of_side =
                seating.seats_of(seating.side(seat)).filter(move |&other| !seating.is_same_player(other, seat));
            of_side.filter(|&other| !game.is_out(other) && !game.has_resigned(other))
        });
        let names: Vec<_> = partners.map(|seat| self.stored.players[seat].name.as_str()).collect();
        if asking != ActionKind::Resign || names.is_empty() {
            return asking.question().to_owned();
        }
        let partners = all_of(&names);
        plural(
            names.len(),
            format!(
                "Resign this game? It is lost as soon as {partners} has resigned too; until then you can take it back."
            ),
            format!(
                "Resign this game? It is lost as soon as {partners} have resigned too; until then you can take it back."
            ),
        )
    }

    /// Whose turn it is, as a sentence above the fields; empty after the end.
    pub(super) fn status(&self) -> String {
        match self.stored.game.seat_to_move() {
            Some(_) if self.is_own_turn() && self.stored.game.position().features().duck => {
                format!("Your turn. Move a piece, then the duck.{}", self.king_in_reach())
            }
            Some(to_move) if self.is_own_turn() => {
                format!("Your turn: {} is to move.", self.stored.game.seating().name(to_move))
            }
            Some(to_move) if self.seat.is_none() => format!("{} is to move.", self.stored.players[to_move].name),
            Some(to_move) => format!("Waiting for {}.{}", self.stored.players[to_move].name, self.king_in_reach()),
            None => String::new(),
        }
    }

    /// A rare action that the viewer has now, and why: among the list of actions it could be overlooked.
    pub(super) fn chance(&self) -> Option<&'static str> {
        if self.can(ActionKind::Cancel) {
            return Some("You have waited more than five days for a first turn: you can call the game off.");
        }
        let claim = self.can(ActionKind::ClaimDraw).then(|| self.stored.game.claimable_draw()).flatten()?;
        Some(match claim {
            DrawClaim::Repetition => "This position has occurred three times: you can claim a draw.",
            DrawClaim::FiftyMoves => {
                "Each side has made fifty moves without a capture or a pawn move: you can claim a draw."
            }
            DrawClaim::HundredTurns => {
                "Each seat has made a hundred turns without a capture, a promotion or a pawn move: you can claim a draw."
            }
        })
    }

    /// What the marks on kings mean, for players who have them enabled: these games have no check.
    fn king_in_reach(&self) -> String {
        let seat = self.seat.filter(|_| self.layout.board.check_marks);
        seat.map_or_else(String::new, |seat| kings_in_reach_of(self.stored.game.position(), seat))
    }

    /// The challenge to play again that waits for answers.
    pub(super) fn open_rematch(&self) -> Option<&Rematch> {
        self.extras.rematch.as_ref().filter(|rematch| rematch.is_open())
    }

    /// The state of a rematch offer, as a sentence; `None` if it has become a game, or there is none.
    pub(super) fn rematch(&self) -> Option<String> {
        let Rematch { state, by, is_own, .. } = self.extras.rematch.as_ref()?;
        let game = &self.stored.game;
        let other = game.seating().opponents(self.seat?).next().map(|seat| &self.stored.players[seat].name);
        match (state.as_str(), is_own) {
            ("open", true) => Some("You have offered a rematch.".to_owned()),
            ("open", false) => Some(format!("{by} offers a rematch.")),
            ("declined", true) => Some(format!("{} has declined the rematch.", other?)),
            ("declined", false) => Some("You have declined the rematch.".to_owned()),
            ("withdrawn", true) => Some("You have withdrawn your offer of a rematch.".to_owned()),
            _ => None,
        }
    }
}
