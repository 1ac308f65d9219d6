//! The action bar of a game's page: the input in its fields, the sentences above them, and the actions that are
//! possible now.

use domain::correspondence::action::ActionKind;
use domain::correspondence::game::Game;
use domain::rules::check_status::CheckStatus;
use domain::rules::seat::Seat;

use super::GamePage;
use crate::accounts::PlayerName;
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

    /// The fields that were filled in, for a player who decides to play on.
    pub(super) fn filled_fields(&self) -> Vec<(String, String)> {
        let form = ActionForm { action: String::new(), confirm: String::new(), ..self.form.clone() };
        form_fields(&form)
    }

    /// What was sent, with the question whether it is meant.
    pub fn asking(form: ActionForm, kind: ActionKind) -> Self {
        Self { form, problems: Problems::default(), asking: Some(kind) }
    }
}

impl GamePage {
    /// The actions that come with the field for a turn. A player whose turn comes while they are writing is shown the
    /// field, and a turn begun then takes the message along.
    pub(super) const WITH_TURN_FIELD: [ActionKind; 4] =
        [ActionKind::Move, ActionKind::Comment, ActionKind::SideComment, ActionKind::Note];

    /// What the viewer can do in the bar now: conditional turns have a page of their own, and a rematch its own button.
    pub(super) fn kinds(&self) -> Vec<ActionKind> {
        let mut kinds = self.kinds.clone();
        kinds.retain(|kind| !matches!(kind, ActionKind::Conditional | ActionKind::Rematch));
        kinds
    }

    /// Whether the bar is a form that can be filled in: what is sent from elsewhere on the page takes it along.
    pub(super) fn has_form(&self) -> bool {
        self.seat.is_some() && self.is_present() && self.bar.asking.is_none()
    }

    /// Whether a rematch can be offered: not while another offer waits for an answer, and not where somebody's account is deleted.
    pub(super) fn can_offer_rematch(&self) -> bool {
        let is_anybody_gone =
            || self.stored.players.iter().any(|(_, player)| PlayerName::is_of_deleted(player.name.as_str()));
        self.open_rematch().is_none() && self.kinds.contains(&ActionKind::Rematch) && !is_anybody_gone()
    }

    pub(super) fn can_set_conditionals(&self) -> bool {
        self.kinds.contains(&ActionKind::Conditional)
    }

    /// The viewer's own conditional turns, as they are read.
    pub(super) fn planned(&self) -> Vec<TreePart> {
        let game = &self.stored.game;
        self.seat.map_or_else(Vec::new, |seat| TreeView::parts(game, game.conditionals(seat), &[]))
    }

    /// Those of the replies that the duck can block. A player who saved them as text has not been warned yet.
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

    /// Whether a draw can be offered with a turn: not while the viewer's own offer stands. Where two play, the turn
    /// declines the opponent's offer.
    pub(super) fn can_offer_with_turn(&self) -> bool {
        self.can(ActionKind::Move) && self.seat.is_some_and(|seat| self.stored.game.may_offer_draw_with_turn(seat))
    }

    /// The action that is chosen when the page opens: the one that was sent, else a turn, else a comment. Only the
    /// player ever chooses what ends the game or answers an offer.
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
            // A player with two sets declines an offer only with a turn of each.
            Some(_) if self.has_many_seats() => (DrawOffer::ToAll(player), true),
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
            ActionKind::Resign => self.question_of_resignation(seat),
            ActionKind::AcceptDraw => self.question_of_vote(&self.others_to_accept(seat), words::accept_with),
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

    /// The question for an action that ends the game only once others have joined in; `None` if there are none.
    fn question_of_vote(&self, others: &[Seat], question: impl Fn(&[&str]) -> String) -> Option<String> {
        (!others.is_empty()).then(|| question(&self.names(others)))
    }

    /// The question for who resigns for a side of several players.
    fn question_of_resignation(&self, seat: Seat) -> Option<String> {
        let is_last = || {
            let has_partners = self.stored.game.seating().has_partners(seat);
            has_partners.then(|| words::resign_last(&self.names(&self.partners_who_voted(seat))))
        };
        self.question_of_vote(&self.partners_who_play_on(seat), words::resign_with).or_else(is_last)
    }

    /// That partners have voted to resign, for a player who may still do so.
    pub(super) fn votes_to_resign(&self) -> Option<String> {
        let seat = self.seat.filter(|_| self.can(ActionKind::Resign))?;
        let voted = self.partners_who_voted(seat);
        let is_last = self.partners_who_play_on(seat).is_empty();
        (!voted.is_empty()).then(|| words::voted_to_resign(&self.names(&voted), is_last))
    }

    /// The partners in play who have voted to resign.
    fn partners_who_voted(&self, seat: Seat) -> Vec<Seat> {
        let game = &self.stored.game;
        self.partners_in_play(seat).into_iter().filter(|&other| game.has_resigned(other)).collect()
    }

    fn names(&self, seats: &[Seat]) -> Vec<&str> {
        seats.iter().map(|&seat| self.stored.players[seat].name.as_str()).collect()
    }

    /// The partners who have not resigned yet, one seat of each.
    fn partners_who_play_on(&self, seat: Seat) -> Vec<Seat> {
        let game = &self.stored.game;
        self.partners_in_play(seat).into_iter().filter(|&other| !game.has_resigned(other)).collect()
    }

    /// The partners whose time has not run out, one seat of each.
    fn partners_in_play(&self, seat: Seat) -> Vec<Seat> {
        let seating = self.stored.game.seating();
        let partners = seating.seats_of(seating.side(seat)).filter(|&other| !seating.is_same_player(other, seat));
        partners.filter(|&other| !self.stored.game.is_out(other)).collect()
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

    /// The unsent turn, which is kept while the player is asked about an action after which the game goes on.
    pub(super) fn turn_fields(&self) -> Vec<(String, String)> {
        let ActionForm { turn, lines, offer_draw, .. } = self.bar.form.clone();
        form_fields(&ActionForm { turn, lines, offer_draw, ..ActionForm::default() })
    }

    /// Whose turn it is, as a sentence above the fields, after one for who plays no more turns; empty after the end.
    pub(super) fn status(&self) -> String {
        let turn = self.whose_turn();
        let ran_out = self.ran_out().filter(|_| !turn.is_empty());
        ran_out.into_iter().chain([turn]).collect::<Vec<_>>().join(" ")
    }

    /// That the time of the viewer, or of some of their seats, has run out.
    fn ran_out(&self) -> Option<String> {
        let (game, seating, seat) = (&self.stored.game, self.stored.game.seating(), self.seat?);
        let (out, left): (Vec<_>, Vec<_>) = seating.seats_with(seat).partition(|&own| game.is_out(own));
        if out.is_empty() {
            return None;
        }
        let names = |seats: &[Seat]| seats.iter().map(|&seat| seating.name(seat)).collect::<Vec<_>>();
        Some(match left.is_empty() {
            true => words::your_time_ran_out(&self.names(&self.partners_in_play(seat))),
            false => words::your_time_ran_out_as(&names(&out), &names(&left)),
        })
    }

    fn whose_turn(&self) -> String {
        let Some(to_move) = self.stored.game.seat_to_move() else { return String::new() };
        let player = self.stored.players[to_move].name.as_str();
        if self.is_own_turn() && self.stored.game.position().features().duck {
            return self.with_kings_in_reach(words::YOUR_TURN_WITH_DUCK.to_owned());
        }
        let mated = self.mated();
        if self.is_own_turn() {
            let your_turn = words::your_turn_as(self.stored.game.seating().name(to_move));
            return [your_turn].into_iter().chain(mated).collect::<Vec<_>>().join(" ");
        }
        if let Some(mated) = mated {
            return format!("{mated} {}", words::goes_on(player));
        }
        if self.seat.is_none() {
            return words::is_to_move(player);
        }
        self.with_kings_in_reach(words::waiting_for(player))
    }

    /// Who is mated and misses turns while their side plays on: players by name, or the seats of a player who has
    /// several.
    fn mated(&self) -> Option<String> {
        let game = &self.stored.game;
        let (seating, position) = (game.seating(), game.position());
        let is_mated = |&seat: &Seat| !game.is_out(seat) && position.check_status(seat) == CheckStatus::Checkmated;
        let mated: Vec<_> = seating.seats().filter(is_mated).collect();
        let has_sets = seating.players() < seating.len();
        let name = |seat| if has_sets { seating.name(seat) } else { self.stored.players[seat].name.as_str() };
        let own = self.seat.filter(|seat| !has_sets && mated.contains(seat));
        let others: Vec<_> = mated.iter().filter(|&&seat| own != Some(seat)).map(|&seat| name(seat)).collect();
        match own {
            Some(_) => Some(words::you_are_mated(&others)),
            None => (!others.is_empty()).then(|| words::are_mated(&others)),
        }
    }

    /// A rare action that is open to the viewer now, and why: in the list of actions it could be overlooked.
    pub(super) fn chance(&self) -> Option<String> {
        if self.can(ActionKind::Cancel) {
            return Some(words::can_call_off(Game::FIRST_TURN_TIMEOUT));
        }
        let claim = self.can(ActionKind::ClaimDraw).then(|| self.stored.game.claimable_draw()).flatten()?;
        Some(words::can_claim(claim).to_owned())
    }

    /// A sentence, followed by what the marks on kings say, for viewers who want them: the duck games have no check to
    /// warn of it.
    fn with_kings_in_reach(&self, sentence: String) -> String {
        let seat = self.seat.filter(|_| self.layout.board.check_marks);
        let kings = seat.map_or_else(Vec::new, |seat| kings_in_reach_of(self.stored.game.position(), seat));
        [sentence].into_iter().chain(kings).collect::<Vec<_>>().join(" ")
    }

    /// The rematch offer that waits for answers.
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
