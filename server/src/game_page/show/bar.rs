//! The action bar of a game's page: the input in its fields, the sentences above them, and the actions that are
//! possible now.

use domain::correspondence::action::ActionKind;
use domain::rules::seat::Seat;

use super::GamePage;
use crate::boards::kings_in_reach_of;
use crate::game_page::conditionals::{TreePart, TreeView, Warning};
use crate::game_page::form::ActionForm;
use crate::game_page::store::Rematch;
use crate::web::form::{Problems, form_fields};
use crate::web::moment::Length;
use crate::wording::game_page::{self as words, DrawOffer, RematchOffer};
use crate::wording::{ActionNames, SeatNames};

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
    /// The actions with which the field for a turn is shown. Who is writing when their turn comes is to see it: a turn that is
    /// begun then takes the message along.
    pub(super) const WITH_TURN_FIELD: [ActionKind; 4] =
        [ActionKind::Move, ActionKind::Comment, ActionKind::SideComment, ActionKind::Note];

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

    /// Replies among them that the duck can block: also to who has saved them as text, and has not seen them on the board.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let game = &self.stored.game;
        self.seat.map_or_else(Vec::new, |seat| Warning::all(game, game.conditionals(seat), &[]))
    }

    /// The same as text, if they are shown.
    pub(super) fn planned_lines(&self) -> Option<String> {
        let seat = self.seat.filter(|_| self.can_set_conditionals())?;
        let lines = self.stored.game.conditionals(seat).to_string();
        (!lines.is_empty()).then_some(lines)
    }

    pub(super) fn can(&self, kind: ActionKind) -> bool {
        self.kinds().contains(&kind)
    }

    /// Whether a draw can be offered with a turn: not while an offer of the viewer's own stands. One of another passes with
    /// the turn, where only two play.
    pub(super) fn can_offer_with_turn(&self) -> bool {
        self.can(ActionKind::Move) && self.seat.is_some_and(|seat| self.stored.game.may_offer_draw_with_turn(seat))
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
        let names: Vec<_> = names.map(|(_, player)| player.name.as_str()).collect();
        let player = self.stored.players[by].name.as_str();
        let (offer, tells_who_waits) = match self.seat {
            Some(seat) if game.seating().is_same_player(seat, by) => (DrawOffer::Yours, true),
            Some(seat) if !awaited.contains(&seat) => (DrawOffer::Watched(player), true),
            Some(_) if self.is_for_many() => (DrawOffer::ToAll(player), true),
            Some(_) if self.is_own_turn() => (DrawOffer::BeforeYourTurn(player), false),
            Some(_) => (DrawOffer::UntilYourTurn(player), false),
            None => (DrawOffer::Watched(player), false),
        };
        let still_to_answer = (tells_who_waits && self.is_for_many()).then_some(names.as_slice());
        Some(words::draw_offer(offer, still_to_answer))
    }

    /// The question for an action that needs a confirmation.
    pub(super) fn question(&self) -> String {
        let (Some(asking), Some(seat)) = (self.bar.asking, self.seat) else { return String::new() };
        let question = match asking {
            ActionKind::Resign => self.question_of_vote(self.partners_who_play_on(seat), words::resign_with),
            ActionKind::AcceptDraw => self.question_of_vote(self.others_to_accept(seat), words::accept_with),
            ActionKind::Lifeline => self.question_of_lifeline(seat),
            _ => None,
        };
        question.unwrap_or_else(|| asking.question().to_owned())
    }

    /// Who reads the message that is sent with what is asked.
    pub(super) fn message_caption(&self) -> &'static str {
        let is_vote = self.bar.asking == Some(ActionKind::Resign)
            && self.seat.is_some_and(|seat| !self.partners_who_play_on(seat).is_empty());
        if is_vote { words::WITH_MESSAGE_TO_PARTNERS } else { words::WITH_MESSAGE }
    }

    /// The question for what ends the game only when others have joined in; `None` if there are none.
    fn question_of_vote(&self, others: Vec<Seat>, question: impl Fn(&[&str]) -> String) -> Option<String> {
        let names: Vec<_> = others.into_iter().map(|seat| self.stored.players[seat].name.as_str()).collect();
        (!names.is_empty()).then(|| question(&names))
    }

    /// The partners who have not resigned yet, one seat of each.
    fn partners_who_play_on(&self, seat: Seat) -> Vec<Seat> {
        let game = &self.stored.game;
        let seating = game.seating();
        let partners = seating.seats_of(seating.side(seat)).filter(|&other| !seating.is_same_player(other, seat));
        partners.filter(|&other| !game.is_out(other) && !game.has_resigned(other)).collect()
    }

    /// The others who have still to answer the offer of a draw, one seat of each.
    fn others_to_accept(&self, seat: Seat) -> Vec<Seat> {
        let game = &self.stored.game;
        let awaited: Vec<_> = game.draw_awaits().collect();
        let others = self.stored.each_player().map(|(other, _)| other).filter(|other| awaited.contains(other));
        others.filter(|&other| !game.seating().is_same_player(other, seat)).collect()
    }

    fn question_of_lifeline(&self, seat: Seat) -> Option<String> {
        let (to, granted) = self.stored.game.possible_lifeline(seat, self.now)?;
        Some(words::give_time(self.stored.players[to].name.as_str(), &Length(granted).to_string()))
    }

    /// The turn in the making, which waits where the game goes on after what is asked.
    pub(super) fn turn_fields(&self) -> Vec<(String, String)> {
        let ActionForm { turn, lines, offer_draw, .. } = self.bar.form.clone();
        form_fields(&ActionForm { turn, lines, offer_draw, ..ActionForm::default() })
    }

    /// Whose turn it is, as a sentence above the fields; empty after the end.
    pub(super) fn status(&self) -> String {
        let Some(to_move) = self.stored.game.seat_to_move() else { return String::new() };
        let player = self.stored.players[to_move].name.as_str();
        if self.is_own_turn() && self.stored.game.position().features().duck {
            return self.with_kings_in_reach(words::YOUR_TURN_WITH_DUCK.to_owned());
        }
        if self.is_own_turn() {
            return words::your_turn_as(self.stored.game.seating().name(to_move));
        }
        if self.seat.is_none() {
            return words::is_to_move(player);
        }
        self.with_kings_in_reach(words::waiting_for(player))
    }

    /// A rare action that the viewer has now, and why: among the list of actions it could be overlooked.
    pub(super) fn chance(&self) -> Option<&'static str> {
        if self.can(ActionKind::Cancel) {
            return Some(words::CAN_CALL_OFF);
        }
        let claim = self.can(ActionKind::ClaimDraw).then(|| self.stored.game.claimable_draw()).flatten()?;
        Some(words::can_claim(claim))
    }

    /// A sentence, and behind it what the marks of kings say, to who wants them; there is no check that would tell it.
    fn with_kings_in_reach(&self, sentence: String) -> String {
        let seat = self.seat.filter(|_| self.layout.board.check_marks);
        let kings = seat.map_or_else(Vec::new, |seat| kings_in_reach_of(self.stored.game.position(), seat));
        [sentence].into_iter().chain(kings).collect::<Vec<_>>().join(" ")
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
        let offer = match (state.as_str(), is_own) {
            ("open", true) => RematchOffer::Yours,
            ("open", false) => RematchOffer::By(by),
            ("declined", true) => RematchOffer::DeclinedBy(other?.as_str()),
            ("declined", false) => RematchOffer::DeclinedByYou,
            ("withdrawn", true) => RematchOffer::WithdrawnByYou,
            _ => return None,
        };
        Some(words::rematch(offer))
    }
}
