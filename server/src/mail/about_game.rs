//! Letters about a game: whether there is still something to tell, and what.

use askama::Template;
use domain::game::{Remark, RemarkKind};
use domain::ply::Ply;
use domain::seat::Seat;
use jiff::{SignedDuration, Timestamp};
use sqlx::PgConnection;

use super::frame::Frame;
use super::kind::Kind;
use super::letter::{LetterKey, Words};
use super::store::{self, NewLetter};
use super::time_left;
use super::written::Written;
use crate::games::{self, GameId, StoredGame, numbered};
use crate::moment::Length;
use crate::ratings::{self, Change};

/// How long the letter about a rated game's end waits for the game to be counted, and how often it looks. Counting is a
/// matter of a second; where it fails, the letter comes without.
const MOST_WAIT_FOR_RATING: SignedDuration = SignedDuration::from_mins(1);
const LOOK_AGAIN: SignedDuration = SignedDuration::from_secs(2);

/// What a letter tells of a game.
pub struct News {
    /// The game's page.
    url: String,
    /// `Duck Chess`
    variant: &'static str,
    /// What the recipient plays: `White`.
    seat: &'static str,
    /// The other players.
    opponent: String,
    /// The last turn: `7... Qxd4@d2`.
    turn: Option<String>,
    /// What opponents have written since the recipient's own last turn.
    said: Vec<Said>,
    /// The opponent who offers a draw.
    offered_by: Option<String>,
    /// Whether it is the recipient's turn.
    own_turn: bool,
    /// What their clock shows.
    left: Length,
    /// When their flag falls, or, before the first round is complete, the game is cancelled.
    deadline: Option<String>,
    /// Whether the clocks run.
    runs: bool,
    /// How the game ended.
    result: Option<String>,
    /// What it did to the recipient's rating, if it was counted.
    rating: Option<Change>,
}

/// A message.
pub struct Said {
    /// Who wrote it.
    pub by: String,
    /// Line by line.
    pub lines: Vec<String>,
}

#[derive(Template)]
enum Subject<'a> {
    #[template(path = "mail/your_turn.subject")]
    YourTurn { news: &'a News },
    #[template(path = "mail/time_running_out.subject")]
    TimeRunningOut { news: &'a News, share: &'static str },
    #[template(path = "mail/draw_offered.subject")]
    DrawOffered { news: &'a News },
    #[template(path = "mail/game_over.subject")]
    GameOver { news: &'a News },
    #[template(path = "mail/challenge_accepted.subject")]
    ChallengeAccepted { news: &'a News },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/your_turn.txt")]
    YourTurn { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/time_running_out.txt")]
    TimeRunningOut { frame: &'a Frame, news: &'a News, share: &'static str },
    #[template(path = "mail/draw_offered.txt")]
    DrawOffered { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/game_over.txt")]
    GameOver { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/challenge_accepted.txt")]
    ChallengeAccepted { frame: &'a Frame, news: &'a News },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/your_turn.html")]
    YourTurn { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/time_running_out.html")]
    TimeRunningOut { frame: &'a Frame, news: &'a News, share: &'static str },
    #[template(path = "mail/draw_offered.html")]
    DrawOffered { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/game_over.html")]
    GameOver { frame: &'a Frame, news: &'a News },
    #[template(path = "mail/challenge_accepted.html")]
    ChallengeAccepted { frame: &'a Frame, news: &'a News },
}

/// Writes a letter about a game as it stands, or says why there is nothing to write.
///
/// # Errors
/// The database fails, or the game's log is damaged.
pub async fn write(
    connection: &mut PgConnection,
    key: &LetterKey,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<Written> {
    let id = GameId::stored(key.about.clone());
    let Some(stored) = games::load_within(connection, &id).await? else {
        return Ok(Written::Obsolete("there is no such game"));
    };
    let Some(seat) = stored.seat_of(key.player) else { return Ok(Written::Obsolete("it is a game of others")) };
    if let Some(other) = unwritten(connection, key, &stored, now).await? {
        return Ok(other);
    }
    let mut news = News::new(&stored, seat, frame, now);
    if key.kind == Kind::GameOver {
        let (change, is_due) = ratings::change_by(connection, &id, seat).await?;
        let waits_until = stored.game.last_event_at() + MOST_WAIT_FOR_RATING;
        if is_due && now < waits_until {
            return Ok(Written::NotBefore(now + LOOK_AGAIN));
        }
        news.rating = change;
    }
    words(key.kind, frame, &news).map(Written::Words)
}

/// Why a letter is not to be written now, if it is not.
async fn unwritten(
    connection: &mut PgConnection,
    key: &LetterKey,
    stored: &StoredGame,
    now: Timestamp,
) -> anyhow::Result<Option<Written>> {
    if matches!(key.kind, Kind::FifthLeft | Kind::DayLeft) {
        return time_moved(connection, key, stored, now).await;
    }
    let Some(since) = happened_at(key, stored) else { return Ok(Some(Written::Obsolete("it is no longer so"))) };
    let look = store::last_look(connection, &stored.id, key.player).await?;
    if look.is_some_and(|look| look.seen_until >= since) {
        return Ok(Some(Written::Obsolete("the player has seen it")));
    }
    let told_by: &[Kind] = match key.kind {
        Kind::YourTurn if key.mark == 0 => &[Kind::YourTurn, Kind::ChallengeAccepted],
        Kind::YourTurn | Kind::DrawOffered => &[Kind::YourTurn],
        _ => return Ok(None),
    };
    let told_at = store::told_at(connection, &stored.id, key.player, told_by).await?;
    // One letter until they look; for an offer only a letter that came after it tells of it.
    let told_at = told_at.filter(|&told_at| match key.kind {
        Kind::YourTurn => look.is_none_or(|look| told_at > look.at),
        _ => told_at >= since,
    });
    Ok(told_at.map(|_| Written::Obsolete("an earlier letter still waits to be looked into")))
}

/// When what a letter tells of happened; `None` when it is no longer so.
fn happened_at(key: &LetterKey, stored: &StoredGame) -> Option<Timestamp> {
    let game = &stored.game;
    match key.kind {
        Kind::YourTurn => {
            let to_move = stored.players[game.seat_to_move()?].id;
            let still = to_move == key.player && i64::from(game.ply().0) == key.mark;
            still.then(|| game.turns().last().map_or(game.setup().begun_at, |turn| turn.at))
        }
        Kind::DrawOffered => {
            let by = game.draw_offered_by().filter(|&by| stored.players[by].id != key.player)?;
            let offered = |kind: &RemarkKind| matches!(kind, RemarkKind::DrawOffered);
            let offer =
                game.remarks(stored.seat_of(key.player)).rfind(|remark| remark.seat == by && offered(&remark.kind))?;
            (i64::from(offer.ply.0) == key.mark).then_some(offer.at)
        }
        Kind::GameOver => game.conclusion().map(|end| end.at),
        _ => Some(game.setup().begun_at),
    }
}

/// A letter about time is for one deadline. When it was moved, other letters take its place; and when the clock stood
/// still for a while, it is not due yet.
async fn time_moved(
    connection: &mut PgConnection,
    key: &LetterKey,
    stored: &StoredGame,
    now: Timestamp,
) -> anyhow::Result<Option<Written>> {
    let letters = time_left::letters(stored);
    let Some(this) = letters.iter().find(|letter| letter.key == *key) else {
        store::queue(connection, &letters, now).await?;
        return Ok(Some(Written::Obsolete("the deadline is another")));
    };
    if this.due_at > now {
        return Ok(Some(Written::NotBefore(this.due_at)));
    }
    let told_at = store::told_at(connection, &stored.id, key.player, &[key.kind]).await?;
    if told_at.is_some_and(|told_at| told_at >= this.due_at) {
        return Ok(Some(Written::Obsolete("it was told of another deadline")));
    }
    let later = |letter: &NewLetter| letter.due_at > this.due_at && letter.due_at <= now;
    if letters.iter().any(later) || stored.game.deadline().is_none_or(|deadline| deadline <= now) {
        return Ok(Some(Written::Obsolete("less time is left than it says")));
    }
    Ok(None)
}

fn words(kind: Kind, frame: &Frame, news: &News) -> anyhow::Result<Words> {
    let share = if kind == Kind::FifthLeft { "a fifth of your time" } else { "one day" };
    let (subject, text, html) = match kind {
        Kind::YourTurn => (Subject::YourTurn { news }, Text::YourTurn { frame, news }, Html::YourTurn { frame, news }),
        Kind::FifthLeft | Kind::DayLeft => (
            Subject::TimeRunningOut { news, share },
            Text::TimeRunningOut { frame, news, share },
            Html::TimeRunningOut { frame, news, share },
        ),
        Kind::DrawOffered => {
            (Subject::DrawOffered { news }, Text::DrawOffered { frame, news }, Html::DrawOffered { frame, news })
        }
        Kind::GameOver => (Subject::GameOver { news }, Text::GameOver { frame, news }, Html::GameOver { frame, news }),
        Kind::ChallengeAccepted => (
            Subject::ChallengeAccepted { news },
            Text::ChallengeAccepted { frame, news },
            Html::ChallengeAccepted { frame, news },
        ),
        other => anyhow::bail!("a letter of kind {} is not about a game", other.key()),
    };
    Ok(Words { subject: subject.render()?, text: text.render()?, html: html.render()? })
}

impl News {
    fn new(stored: &StoredGame, seat: Seat, frame: &Frame, now: Timestamp) -> Self {
        let game = &stored.game;
        let name = |seat: Seat| stored.players[seat].name.to_string();
        let is_opponent = |other: Seat| game.seating().side(other) != game.seating().side(seat);
        let opponents = stored.each_player().filter(|&(other, _)| is_opponent(other));
        let opponents: Vec<_> = opponents.map(|(_, player)| player.name.to_string()).collect();
        Self {
            url: frame.url(&format!("/games/{}", stored.id)),
            variant: game.setup().variant.name(),
            seat: game.seating().name(seat),
            opponent: opponents.join(" and "),
            turn: numbered(game, game.ply()),
            said: said_to(stored, seat),
            offered_by: game.draw_offered_by().filter(|&by| !game.seating().is_same_player(by, seat)).map(name),
            own_turn: game.seat_to_move() == Some(seat),
            left: Length(game.time_left(seat, now)),
            deadline: game.deadline().map(|at| frame.instant(at)),
            runs: game.running_since().is_some(),
            result: game.conclusion().map(|end| end.result.in_words(game.seating())),
            rating: None,
        }
    }
}

/// What opponents wrote since the seat's own last turn.
fn said_to(stored: &StoredGame, seat: Seat) -> Vec<Said> {
    let own_last = stored.game.turns().iter().enumerate().rfind(|(_, turn)| turn.seat == seat);
    let own_last = own_last.map(|(index, turn)| (Ply::after(index + 1), turn.at));
    let is_new = |remark: &&Remark| own_last.is_none_or(|(ply, at)| remark.ply >= ply && remark.at >= at);
    let is_own = |remark: &&Remark| stored.game.seating().is_same_player(remark.seat, seat);
    let remarks = stored.game.remarks(Some(seat)).filter(|remark| !is_own(remark)).filter(is_new);
    let said = remarks.filter_map(|remark| match &remark.kind {
        RemarkKind::Comment(text) => Some(Said {
            by: stored.players[remark.seat].name.to_string(),
            lines: text.as_str().lines().map(str::to_owned).collect(),
        }),
        _ => None,
    });
    said.collect()
}
