//! What emails about games say, sentence by sentence.

use super::{all_of, plural};

/// Nobody gets emails, because no mail server is set up.
pub const NO_MAIL_SERVER: &str = "This site sends no emails: whoever runs it has not set up a mail server.";

/// A player gets no emails, because it is not known that they would arrive.
pub const ADDRESS_NOT_CONFIRMED: &str = "No emails are sent until your address is confirmed.";

/// What a player has to do to get emails: a link was sent to an address of theirs.
pub fn confirm_your_address(address: &str) -> String {
    format!("No emails are sent until you confirm your address: open the link in the email that went to {address}.")
}

/// A player gets no emails, because there is no address to send them to.
pub const NO_ADDRESS: &str = "No emails are sent, because you have not given an email address.";

/// What is said of the emails of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TopicWords {
    /// `Emails when it is your turn`
    pub heading: &'static str,
    /// Why one has come: `You get an email when it is your turn.`
    pub reason: &'static str,
}

/// It is the recipient's turn.
pub const YOUR_TURN: TopicWords =
    TopicWords { heading: "Emails when it is your turn", reason: "You get an email when it is your turn." };

/// Little is left on a clock of the recipient.
pub const TIME_RUNNING_OUT: TopicWords = TopicWords {
    heading: "Emails when your time is running out",
    reason: "You get an email when your time is running out.",
};

/// A draw is offered.
pub const DRAW_OFFERED: TopicWords =
    TopicWords { heading: "Emails when a draw is offered", reason: "You get an email when a draw is offered." };

/// A game is over, or goes on without somebody.
pub const GAME_OVER: TopicWords = TopicWords {
    heading: "Emails when a game is over, or somebody drops out of it",
    reason: "You get an email when a game is over, or somebody drops out of it.",
};

/// Somebody challenges the recipient, or answers.
pub const CHALLENGE: TopicWords = TopicWords {
    heading: "Emails when somebody challenges you or answers your challenge",
    reason: "You get an email when somebody challenges you or answers your challenge.",
};

/// The heading of an email about an offer of a rematch.
pub const REMATCH: &str = "A rematch";

/// A challenge is to a game that everyone can read.
pub const PUBLIC: &str =
    "It is public: everyone can read what the players write to each other, and comment as a spectator.";

/// The offer of a rematch, in the subject of an email.
pub fn rematch_subject(by: &str, variant: &str) -> String {
    format!("{by} offers you a rematch of {variant}")
}

/// The offer of a rematch, with the seat that is kept for the recipient where more than two play, and what the other plays
/// where two do.
pub fn rematch(by: &str, variant: &str, is_rated: bool, kept: Option<&str>, other_plays: &str) -> String {
    match (kept, is_rated) {
        (Some(seat), true) => format!(
            "{by} invites you to a rematch of {variant}, rated, in which you would play {seat}. It begins when every \
             seat is taken."
        ),
        (Some(seat), false) => format!(
            "{by} invites you to a rematch of {variant}, not rated, in which you would play {seat}. It begins when \
             every seat is taken."
        ),
        (None, true) => format!("{by} offers you a rematch of {variant}, rated, and plays {other_plays}."),
        (None, false) => format!("{by} offers you a rematch of {variant}, not rated, and plays {other_plays}."),
    }
}

/// A game as an email to one of its players speaks of it.
pub struct GameWords {
    /// Its variant: `Duck Chess`.
    pub variant: &'static str,
    /// The opponents, and who is on the recipient's side: `ben and dan (with cleo)`.
    pub company: String,
    /// What the recipient plays: `White`, `Red and Green`.
    pub seats: String,
    /// How many play, and with what.
    pub players: Players,
}

/// How many play a game, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Two, with a seat each.
    Two,
    /// Two, with several seats each: the recipient is to move with this one, or first moves with it.
    TwoWithSets(&'static str),
    /// More than two.
    Many,
}

/// What is left on a clock when an email warns of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLeft {
    /// A fifth of what there was.
    Fifth,
    /// A day.
    Day,
}

impl GameWords {
    /// Whether more than two play.
    pub fn is_for_many(&self) -> bool {
        self.players == Players::Many
    }

    /// Whether each of two holds several seats.
    pub fn has_sets(&self) -> bool {
        matches!(self.players, Players::TwoWithSets(_))
    }

    /// `You play White.`
    pub fn you_play(&self) -> String {
        format!("You play {}.", self.seats)
    }

    /// `You played White.`
    pub fn you_played(&self) -> String {
        format!("You played {}.", self.seats)
    }

    /// What they played in a game that is over.
    pub fn you_played_in_it(&self) -> String {
        let Self { variant, company, seats, .. } = self;
        match self.players {
            Players::Two => format!("You played {seats} in this game of {variant} with {company}."),
            _ => format!("You played {seats} in this game of {variant} against {company}."),
        }
    }

    /// That it is their turn.
    pub fn your_turn(&self) -> String {
        match self.players {
            Players::TwoWithSets(seat) => format!("It is your turn as {seat}."),
            _ => "It is your turn.".to_owned(),
        }
    }

    /// In which game it is their turn.
    pub fn your_turn_in_it(&self) -> String {
        let Self { variant, company, .. } = self;
        match self.players {
            Players::Two => format!("It is your turn in your game of {variant}."),
            Players::TwoWithSets(seat) => format!("It is your turn as {seat} in your game of {variant}."),
            Players::Many => format!("It is your turn in your game of {variant} against {company}."),
        }
    }

    /// What they play, in a game in which it is their turn.
    pub fn you_play_and_move(&self) -> String {
        let seats = &self.seats;
        match self.players {
            Players::TwoWithSets(seat) => format!("You play {seats}, and it is your turn as {seat}."),
            _ => format!("You play {seats}, and it is your turn."),
        }
    }

    /// The last turn, by somebody else or, without a name, by the recipient.
    pub fn played(&self, by: Option<&str>, turn: &str) -> String {
        let Self { variant, company, .. } = self;
        match (by, self.players) {
            (Some(by), Players::Many) => format!("{by} played {turn} in your game of {variant} against {company}."),
            (Some(by), _) => format!("{by} played {turn} in your game of {variant}."),
            (None, Players::Many) => format!("You played {turn} in your game of {variant} against {company}."),
            (None, _) => format!("You played {turn} in your game of {variant}."),
        }
    }

    /// That the game has begun.
    pub fn begun(&self) -> String {
        let Self { variant, company, .. } = self;
        match self.players {
            Players::Two => format!("Your game of {variant} with {company} has begun."),
            _ => format!("Your game of {variant} against {company} has begun."),
        }
    }

    /// That it has begun, in the subject of an email.
    pub fn begun_subject(&self) -> String {
        let company = &self.company;
        match self.players {
            Players::Two => format!("Your turn: the game with {company} has begun"),
            _ => format!("Your turn: the game against {company} has begun"),
        }
    }

    /// That it has begun because a challenge was accepted, or the offer of a rematch.
    pub fn accepted(&self, is_rematch: bool) -> String {
        let Self { variant, company, .. } = self;
        match (self.players, is_rematch) {
            (Players::Many, false) => {
                format!("The last seat is taken: your game of {variant} against {company} has begun.")
            }
            (Players::Many, true) => {
                format!("The last seat is taken: your rematch of {variant} against {company} has begun.")
            }
            (_, false) => format!("{company} has accepted your challenge: your game of {variant} has begun."),
            (_, true) => format!("{company} has accepted your rematch: your game of {variant} has begun."),
        }
    }

    /// The same in the subject of an email.
    pub fn accepted_subject(&self, is_rematch: bool) -> String {
        let company = &self.company;
        match (self.players, is_rematch) {
            (Players::Many, false) => format!("The game against {company} has begun"),
            (Players::Many, true) => format!("The rematch against {company} has begun"),
            (_, false) => format!("{company} has accepted your challenge"),
            (_, true) => format!("{company} has accepted your rematch"),
        }
    }

    /// Who offers a draw.
    pub fn draw_offered(&self, by: &str) -> String {
        let Self { variant, company, .. } = self;
        match self.players {
            Players::Many => format!("{by} offers a draw in your game of {variant} against {company}."),
            _ => format!("{by} offers a draw in your game of {variant}."),
        }
    }

    /// How long an offer of a draw stands.
    pub fn offer_stands(&self) -> &'static str {
        match self.players {
            Players::Two => "Your next turn declines it.",
            Players::TwoWithSets(_) => "It stands until you have moved with each of your seats.",
            Players::Many => "The game is drawn when everybody accepts.",
        }
    }

    /// Until when they can move, by what their clock shows.
    pub fn clock(&self, shows: &str, until: &str) -> String {
        match self.players {
            Players::TwoWithSets(seat) => format!("Your clock as {seat} shows {shows}: you have until {until}."),
            _ => format!("Your clock shows {shows}: you have until {until}."),
        }
    }

    /// Until when the first turns have to be made.
    pub fn begin_by(&self, deadline: &str) -> String {
        match self.players {
            Players::Two => format!(
                "The clocks stand still until both have moved. The first turns have to be made by {deadline}, or the \
                 game is cancelled."
            ),
            Players::TwoWithSets(_) => format!(
                "The clocks stand still until every seat has moved. The first turns have to be made by {deadline}, or \
                 the game is cancelled."
            ),
            Players::Many => format!(
                "The clocks stand still until everybody has moved. The first turns have to be made by {deadline}, or \
                 the game is cancelled."
            ),
        }
    }

    /// How much time is left.
    pub fn time_left(&self, left: TimeLeft) -> String {
        let Self { variant, company, .. } = self;
        match (left, self.players) {
            (TimeLeft::Fifth, Players::Two) => {
                format!("You have a fifth of your time left in your game of {variant} with {company}.")
            }
            (TimeLeft::Fifth, Players::TwoWithSets(seat)) => {
                format!("You have a fifth of your time left as {seat} in your game of {variant} against {company}.")
            }
            (TimeLeft::Fifth, Players::Many) => {
                format!("You have a fifth of your time left in your game of {variant} against {company}.")
            }
            (TimeLeft::Day, Players::Two) => {
                format!("You have one day left in your game of {variant} with {company}.")
            }
            (TimeLeft::Day, Players::TwoWithSets(seat)) => {
                format!("You have one day left as {seat} in your game of {variant} against {company}.")
            }
            (TimeLeft::Day, Players::Many) => {
                format!("You have one day left in your game of {variant} against {company}.")
            }
        }
    }

    /// How much time is left, in the subject of an email.
    pub fn time_left_subject(&self, left: TimeLeft) -> String {
        let company = &self.company;
        match (left, self.players) {
            (TimeLeft::Fifth, Players::TwoWithSets(seat)) => {
                format!("You have a fifth of your time left as {seat} against {company}")
            }
            (TimeLeft::Fifth, _) => format!("You have a fifth of your time left against {company}"),
            (TimeLeft::Day, Players::TwoWithSets(seat)) => {
                format!("You have one day left as {seat} against {company}")
            }
            (TimeLeft::Day, _) => format!("You have one day left against {company}"),
        }
    }

    /// That the game is over, and how it ended.
    pub fn over(&self, result: &str) -> String {
        let Self { variant, company, .. } = self;
        match self.players {
            Players::Two => format!("Your game of {variant} with {company} is over: {result}."),
            _ => format!("Your game of {variant} against {company} is over: {result}."),
        }
    }

    /// How the game ended, in the subject of an email.
    pub fn over_subject(&self, result: &str) -> String {
        let company = &self.company;
        match self.players {
            Players::Two => format!("{result}: your game with {company}"),
            _ => format!("{result}: your game against {company}"),
        }
    }

    /// That a clock ran out.
    pub fn ran_out(&self, seat: &OutOfTime, at: &str) -> String {
        let (Self { variant, company, .. }, name) = (self, seat.name);
        match &seat.of {
            Whose::Yours => format!("Your time as {name} ran out on {at} in your game of {variant} against {company}."),
            Whose::OneOfSet(player) => {
                format!("{player} ran out of time as {name} on {at} in your game of {variant} against {company}.")
            }
            Whose::Others(player) => {
                format!("{player} ({name}) ran out of time on {at} in your game of {variant} against {company}.")
            }
        }
    }
}

/// A seat whose clock has run out in a game that goes on.
pub struct OutOfTime {
    /// `Red`
    pub name: &'static str,
    /// Whose it is.
    pub of: Whose,
}

/// Whose a seat is.
pub enum Whose {
    /// The recipient's.
    Yours,
    /// One of the seats of a player who holds several.
    OneOfSet(String),
    /// The only one of another player.
    Others(String),
}

impl OutOfTime {
    /// What has happened and what follows, on the turn after it.
    pub fn now_misses(&self) -> String {
        let name = self.name;
        match &self.of {
            Whose::Yours => format!("Your time as {name} has run out: {name} misses all turns from now on."),
            Whose::OneOfSet(player) => {
                format!("{player} has run out of time as {name}, which misses all turns from now on.")
            }
            Whose::Others(player) => {
                format!("{player} ({name}) has run out of time and misses all turns from now on.")
            }
        }
    }

    /// The subject of the email about it.
    pub fn subject(&self) -> String {
        let name = self.name;
        match &self.of {
            Whose::Yours => format!("Your time ran out: the game goes on without {name}"),
            Whose::OneOfSet(player) => format!("{player} has run out of time as {name}: the game goes on"),
            Whose::Others(player) => format!("{player} has run out of time: the game goes on"),
        }
    }

    /// The subject of an email to whoever is to move after it.
    pub fn your_turn_subject(&self) -> String {
        let name = self.name;
        match &self.of {
            Whose::Yours => format!("Your turn: your time as {name} has run out"),
            Whose::OneOfSet(player) => format!("Your turn: {player} has run out of time as {name}"),
            Whose::Others(player) => format!("Your turn: {player} has run out of time"),
        }
    }
}

/// Who plays on when a seat is out.
pub enum PlaysOn {
    /// The recipient, whose seat it was, with these others.
    You(Vec<&'static str>),
    /// Another, whose seat it was, with these others.
    Player(String, Vec<&'static str>),
    /// The other players of the side.
    Side {
        /// `you (Yellow)`, `eve (Magenta)`
        who: Vec<String>,
        /// Whether it is nobody but the recipient.
        is_only_you: bool,
        /// Which side it is to the recipient.
        side: SideOut,
    },
}

/// What the side of a seat that is out is to the recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideOut {
    /// Theirs, and the seat too.
    YoursWithoutYou,
    /// Theirs.
    Yours,
    /// The other.
    Other,
}

impl PlaysOn {
    /// What follows from a clock that ran out.
    pub fn turns_from_now_on(&self, seat: &str) -> String {
        let (who, is_one, side) = match self {
            Self::You(others) => {
                return format!("{seat} misses all turns from now on; you play on as {}.", all_of(others));
            }
            Self::Player(player, others) => {
                return format!("{seat} misses all turns from now on; {player} plays on as {}.", all_of(others));
            }
            Self::Side { who, is_only_you, side } => (all_of(who), who.len() == 1 && !is_only_you, side),
        };
        match (side, is_one) {
            (SideOut::YoursWithoutYou, true) => format!(
                "{seat} misses all turns from now on; {who} plays on for your side, and you win or lose with it."
            ),
            (SideOut::YoursWithoutYou, false) => {
                format!(
                    "{seat} misses all turns from now on; {who} play on for your side, and you win or lose with it."
                )
            }
            (SideOut::Yours, true) => format!("{seat} misses all turns from now on; {who} plays on for your side."),
            (SideOut::Yours, false) => format!("{seat} misses all turns from now on; {who} play on for your side."),
            (SideOut::Other, true) => {
                format!("{seat} misses all turns from now on; {who} plays on for the other side.")
            }
            (SideOut::Other, false) => {
                format!("{seat} misses all turns from now on; {who} play on for the other side.")
            }
        }
    }

    /// What will follow when the recipient's clock runs out.
    pub fn after_that(&self, seat: &str) -> String {
        match self {
            Self::You(others) => format!("After that {seat} misses all turns, and you play on as {}.", all_of(others)),
            Self::Player(player, others) => {
                format!("After that {seat} misses all turns, and {player} plays on as {}.", all_of(others))
            }
            Self::Side { who, .. } => {
                let who_all = all_of(who);
                plural(
                    who.len(),
                    format!("After that you miss all turns, and {who_all} plays on for your side."),
                    format!("After that you miss all turns, and {who_all} play on for your side."),
                )
            }
        }
    }
}

/// That others wrote more than an email quotes.
pub fn more_messages(count: usize) -> String {
    plural(
        count,
        "1 earlier message is on the game’s page.".to_owned(),
        format!("{count} earlier messages are on the game’s page."),
    )
}
