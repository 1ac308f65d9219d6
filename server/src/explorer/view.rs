//! [`ExplorerView`]: what the explorer says of a position, as pages show it.

use domain::rules::position::Position;
use domain::rules::seat::Seating;
use domain::rules::variant::Variant;

use super::asked::Asked;
use super::collected::{self, Collected};
use super::filter::{self, BANDS, ExplorerFilter};
use super::store::{self, Found, GameDay, GameEnd, GameRow};
use super::turns::{MoveView, TurnView, TurnWay, two_sides};
use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::wording::{self, collections as collection_words, explorer as words, library as library_words};

/// The most piece moves of a position that are shown with all that is known of them.
const MOST_MOVES: usize = 20;
/// The most turns that follow them by name alone.
const MOST_OTHERS: usize = 200;

/// What the explorer says of a position.
#[derive(Default)]
pub struct ExplorerView {
    /// The piece moves, the most frequent first.
    pub moves: Vec<MoveView>,
    /// The turns of rarer piece moves, which are folded.
    pub others: Vec<TurnView>,
    /// How many turns are not shown at all.
    more_turns: usize,
    /// How many games came to the position.
    games: i64,
    /// How many of them ended there.
    ended: i64,
    /// The last of them, the last first.
    pub last_games: Vec<LastGame>,
    /// The headings of the first figure of each turn, which counts wins, and of the last.
    pub winners: [String; 2],
    /// Which games were asked for.
    pub asked: Asked,
    /// Whether nobody plays the variant here.
    is_of_no_games: bool,
    /// What is wrong with that.
    pub problems: Problems,
    /// The seats that can be asked for.
    pub seats: Vec<(&'static str, &'static str)>,
    /// The search for all games that came to the position.
    pub all_games: String,
    /// The search for games with the same filter, if nothing is wrong with it.
    pub search: Option<GameSearch>,
    leaves_out_older: bool,
    leaves_out_unread: bool,
    /// Nothing was found out: it would take too long.
    pub is_too_slow: bool,
    /// The collection that was looked through, if it was one.
    pub collection: Option<Collected>,
    /// The collections that can be asked for.
    pub collections: Vec<Collected>,
}

/// A game that can be looked at.
#[derive(Debug)]
pub struct LastGame {
    /// The path of its page.
    pub path: String,
    /// `Kwik – Kwek`, or `Ann, Cleo – Ben, Dan`
    pub players: String,
    /// How it ended, in words; empty if nobody knows.
    pub result: String,
    /// When, if it was played here.
    pub ended_at: Option<Moment>,
    /// The day on which it was played elsewhere, as far as it is known.
    pub played: String,
}

impl ExplorerView {
    /// What the games say that a viewer asks for; or what is wrong with the question.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(
        (pool, viewer): (&Pool, Option<PlayerId>),
        position: &Position,
        asked: Asked,
    ) -> anyhow::Result<Self> {
        let variant = position.variant();
        let mut view = Self::asking((pool, viewer), asked, variant).await?;
        match ExplorerFilter::read(&view.asked, variant, view.collection.as_ref(), pool).await? {
            // Nobody plays it here: only a collection has such games.
            Ok(_) if view.collection.is_none() && !variant.is_played() => {}
            Ok(filter) => {
                let search = GameSearch::new(variant, &filter, &view.asked);
                view.all_games = search.address("fen", &position.fen());
                view.search = Some(search);
                match store::find(pool, position, &filter).await? {
                    Some(found) => view.take(found, position),
                    None => view.is_too_slow = true,
                }
            }
            Err(problems) => view.problems = problems,
        }
        Ok(view)
    }

    /// A form alone, with the collections that the viewer can ask for: their own, and the one that they have asked for.
    ///
    /// # Errors
    /// The database fails.
    pub async fn asking(
        (pool, viewer): (&Pool, Option<PlayerId>),
        asked: Asked,
        variant: Variant,
    ) -> anyhow::Result<Self> {
        let collection = collected::seen(pool, asked.collection.trim(), viewer).await?;
        let mut collections = match viewer {
            Some(viewer) => collected::own(pool, viewer).await?,
            None => Vec::new(),
        };
        if let Some(collection) = collection.as_ref().filter(|collection| !collections.contains(collection)) {
            collections.push(collection.clone());
        }
        let is_of_no_games = !variant.is_played();
        let seats = filter::seat_choices(variant);
        Ok(Self { asked, seats, collection, collections, is_of_no_games, ..Self::default() })
    }

    fn take(&mut self, found: Found, position: &Position) {
        let seating = position.variant().seating();
        let mover = seating.side(position.seat_to_move());
        self.games = found.turns.iter().map(|count| count.games).sum();
        let (ended, turns): (Vec<_>, Vec<_>) = found.turns.into_iter().partition(|count| count.turn.is_empty());
        let mut moves = MoveView::all(turns, seating, mover);
        self.others = moves.split_off(moves.len().min(MOST_MOVES)).into_iter().flat_map(MoveView::into_turns).collect();
        self.more_turns = self.others.len().saturating_sub(MOST_OTHERS);
        self.others.truncate(MOST_OTHERS);
        self.moves = moves;
        self.ended = ended.iter().map(|count| count.games).sum();
        self.last_games = found.games.into_iter().map(|game| LastGame::new(game, seating)).collect();
        self.winners = wording::who_won(seating, two_sides(seating));
        self.leaves_out_older = found.leaves_out_older;
        self.leaves_out_unread = found.leaves_out_unread;
    }

    /// The same, where a game went on with a turn.
    #[must_use]
    pub fn played_here(mut self, turn: Option<&str>) -> Self {
        let Some(turn) = turn else { return self };
        self.moves.iter_mut().for_each(|one| one.mark_played(turn));
        for view in &mut self.others {
            view.is_played_here = view.turn == turn;
        }
        self
    }

    /// The same with turns that lead somewhere.
    #[must_use]
    pub fn leading(mut self, way: impl Fn(&str) -> TurnWay) -> Self {
        for view in self.all_turns() {
            view.way = way(&view.turn);
        }
        self
    }

    /// The same with turns that buttons of the form around play.
    #[must_use]
    pub fn with_buttons(self) -> Self {
        self.leading(|_| TurnWay::Button)
    }

    fn all_turns(&mut self) -> impl Iterator<Item = &mut TurnView> {
        self.moves.iter_mut().flat_map(MoveView::turns).chain(&mut self.others)
    }

    /// What opens the others: `128 more turns`.
    pub fn others_words(&self) -> String {
        words::other_turns(self.others.len())
    }

    /// Whether the game that is looked at went on with one of the others.
    pub fn went_on_with_other(&self) -> bool {
        self.others.iter().any(|turn| turn.is_played_here)
    }

    /// What stands below the turns.
    pub fn notes(&self) -> Vec<String> {
        let more = (self.more_turns > 0).then(|| words::more_turns(self.more_turns));
        let ended = (self.ended > 0).then(|| words::ended_here(self.ended));
        let cut = self.leaves_out_older.then(|| words::only_last_of_player(store::MOST_OF_PLAYER));
        let unread = self.leaves_out_unread.then(|| words::SOME_UNREAD.to_owned());
        let unknown = self.moves.iter().any(|MoveView { whole, .. }| whole.results.iter().sum::<i64>() < whole.games);
        let unknown = unknown.then(|| words::WITHOUT_RESULT.to_owned());
        [more, unknown, ended, cut, unread].into_iter().flatten().collect()
    }

    /// What is said where no game came to the position.
    pub fn none(&self) -> String {
        let asked = Asked { collection: String::new(), ..self.asked.clone() };
        let collection = self.collection.as_ref().map(|collection| collection.name.as_str());
        if collection.is_none() && self.is_of_no_games {
            return words::NOT_PLAYED_HERE.to_owned();
        }
        words::none_came(collection, asked.is_narrowed())
    }

    /// Which games are looked at.
    pub fn which_count(&self) -> String {
        words::which_count(self.collection.as_ref().map(|collection| collection.name.as_str()))
    }

    /// Whether no game came to the position.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// `12 games`
    pub fn count(&self) -> String {
        words::games(self.games)
    }

    /// The ratings that a range can begin with, and those it can end with.
    pub fn ratings(&self) -> [Vec<String>; 2] {
        [BANDS.map(|rating| rating.to_string()).to_vec(), BANDS.map(|rating| (rating - 1).to_string()).to_vec()]
    }
}

/// The search for games, of this site or of a collection, with the filter of an explorer.
#[derive(Debug)]
pub struct GameSearch {
    path: String,
    /// The key of the variant.
    variant: &'static str,
    filter: Vec<(&'static str, String)>,
    /// What else was asked for by the search from which somebody came: the fields that are not asked for here.
    others: Vec<(String, String)>,
}

/// The fields of a search that say of which games the explorer tells, and its page. First turns are among them where it shows them.
const PLACE: [&str; 3] = ["variant", "fen", "after"];

impl GameSearch {
    fn new(variant: Variant, filter: &ExplorerFilter, asked: &Asked) -> Self {
        let path = filter.collection().map_or_else(|| "/games".to_owned(), Collected::path);
        let filter = filter.fields_of_search(asked);
        let kept: Vec<(String, String)> = form_urlencoded::parse(asked.search.as_bytes()).into_owned().collect();
        let has = |field: &str| filter.iter().any(|(known, _)| *known == field);
        let has_player = has("player") || kept.iter().any(|(name, _)| name == "player");
        let is_of_variant = kept.iter().any(|(name, key)| name == "variant" && key == variant.key());
        let is_other = |name: &str| match name {
            // Some that it cannot show, of games of this variant.
            "turns" => is_of_variant,
            // Of a range that is asked for here, both ends are.
            "rating-from" | "rating-to" => !has("rating-from") && !has("rating-to"),
            "from" | "to" => !has("from") && !has("to"),
            // These are the player's.
            "seat" | "outcome" => has_player && !has(name),
            name => !PLACE.contains(&name) && !has(name),
        };
        let others = kept.into_iter().filter(|(name, _)| is_other(name)).collect();
        Self { path, variant: variant.key(), others, filter }
    }

    /// What else was asked for, field by field.
    pub fn others(&self) -> &[(String, String)] {
        &self.others
    }

    /// All of it but what the explorer shows on its board, as the query of an address.
    pub fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.filter).extend_pairs(&self.others).finish()
    }

    /// Its address.
    pub fn whole(&self) -> String {
        self.address_with(None)
    }

    /// The address of it for games that began or came to somewhere. What stands on the board is in place of first turns that were typed.
    pub fn address(&self, field: &str, value: &str) -> String {
        self.address_with(Some((field, value)))
    }

    fn address_with(&self, field: Option<(&str, &str)>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("variant", self.variant).extend_pairs(field);
        let others = self.others.iter().filter(|(name, _)| field.is_none() || name != "turns");
        query.extend_pairs(&self.filter).extend_pairs(others);
        format!("{}?{}", self.path, query.finish())
    }
}

impl LastGame {
    fn new(game: GameRow, seating: Seating) -> Self {
        let named = |name: &String| if name.is_empty() { "?".to_owned() } else { name.clone() };
        let players: Vec<_> = game.players.iter().map(named).collect();
        let (ended_at, played) = match game.day {
            GameDay::Known(at) => (Some(Moment(at)), String::new()),
            GameDay::Written(date) => (None, collection_words::day(&date)),
        };
        Self {
            path: game.path,
            players: wording::sides(seating, &players).join(" – "),
            result: match game.result {
                GameEnd::Known(result) => wording::result(result, seating),
                GameEnd::Written(text) => library_words::score(&text).unwrap_or_default(),
            },
            ended_at,
            played,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_of_a_position_are_searched_for_with_the_same_filter() {
        let asked = Asked { player: " a b".to_owned(), from_year: " 2026".to_owned(), ..Asked::default() };
        let filter = ExplorerFilter { years: Some(2026..=9000), ..ExplorerFilter::default() };
        let search = GameSearch::new(Variant::Duck, &filter, &asked);
        let address = search.address("turns", "e4@c6 c5@d4");
        assert_eq!(address, "/games?variant=duck&turns=e4%40c6+c5%40d4&from=2026-01-01&player=a+b");
        let asked = Asked { search: "result=1-0&player=c&fen=x&after=f7&words=a+b".to_owned(), ..asked };
        assert!(!Asked { search: asked.search.clone(), ..Asked::default() }.is_narrowed(), "it leaves nothing out");
        let address = GameSearch::new(Variant::Duck, &filter, &asked).address("fen", "y");
        assert_eq!(address, "/games?variant=duck&fen=y&from=2026-01-01&player=a+b&result=1-0&words=a+b");

        // Nothing goes along that the search would refuse.
        let search = "outcome=won&to=2025-12-31&rating-to=1500".to_owned();
        let of_player = Asked { search: search.clone(), ..asked };
        let address = GameSearch::new(Variant::Duck, &filter, &of_player).whole();
        assert_eq!(address, "/games?variant=duck&from=2026-01-01&player=a+b&outcome=won&rating-to=1500");
        let of_other = Asked { search: "player=c&outcome=won".to_owned(), ..Asked::default() };
        let address = GameSearch::new(Variant::Duck, &ExplorerFilter::default(), &of_other).whole();
        assert_eq!(address, "/games?variant=duck&player=c&outcome=won", "whose player is kept, too");
        let of_nobody = Asked { search, ..Asked::default() };
        let address = GameSearch::new(Variant::Duck, &filter, &of_nobody).whole();
        assert_eq!(address, "/games?variant=duck&from=2026-01-01&rating-to=1500", "an outcome is that of a player");
    }
}
