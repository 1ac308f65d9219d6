//! The panel next to the board, tab by tab.

use domain::correspondence::game::Conclusion;
use domain::rules::material::Material;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

use super::GamePage;
use crate::boards::{SeatIcon, SeatToken, piece_figure};
use crate::explorer::{ExplorerView, TurnWay, address_of};
use crate::game_page::computer::ComputerPanel;
use crate::game_page::earlier;
use crate::game_page::view::{RecordLine, record};
use crate::game_page::view_settings::Tab;
use crate::ratings::{self, RatingPool};
use crate::state::App;
use crate::web::form::Problems;
use crate::web::moment::Moment;
use crate::wording::game_page::Counts;
use crate::wording::{self, SeatNames, all_of, piece_of_letter, plural};

/// A link to a tab.
pub struct TabLink {
    /// What is written on it.
    pub label: &'static str,
    /// Its own address.
    pub address: String,
    /// Whether it is open.
    pub shown: bool,
}

/// What has been captured from a seat, and what it has left.
pub struct SeatMaterial {
    /// `White`
    pub seat: &'static str,
    /// The seat's icon, for where its name is too long.
    pub icon: SeatIcon,
    /// Its captured pieces, the most valuable first.
    pub captured: Vec<Figures>,
    /// What is left in pawns, and how much more that is than the least of all seats; only where pieces have values.
    pub worth: Option<(u32, u32)>,
}

/// Some pieces of one kind.
pub struct Figures {
    /// The picture in the sprite, if there is one.
    pub piece: Option<&'static str>,
    /// The token under them, in Duchess.
    pub token: Option<SeatToken>,
    /// In words, with how many there are: `2 pawns`.
    pub words: String,
    /// How many.
    pub count: u8,
}

impl GamePage {
    /// The links to all tabs that the viewer can open.
    pub(super) fn tabs(&self) -> Vec<TabLink> {
        let ply = (!self.is_present()).then_some(self.ply);
        let link = |tab: Tab| TabLink {
            label: tab.label(),
            address: self.view_settings.with(tab).address(self.id(), ply),
            shown: tab == self.view_settings.tab,
        };
        let can_open = |&tab: &Tab| match tab {
            Tab::Tags => self.layout.account().is_some(),
            // It says nothing of a game that runs.
            Tab::Computer => self.conclusion().is_some() || self.view_settings.tab == Tab::Computer,
            _ => true,
        };
        Tab::ALL.into_iter().filter(can_open).map(link).collect()
    }

    /// The terms of the game in a line.
    pub(super) fn terms(&self) -> String {
        let (game, setup) = (&self.stored.game, self.stored.game.setup());
        let counts = match setup.rated {
            true if game.conclusion().is_some() && ratings::counted_from(game).is_none() => Counts::TooShort,
            true => match self.extras.rating_pool() {
                RatingPool::People => Counts::Rated,
                RatingPool::Computers => Counts::RatedWithComputers,
            },
            false => Counts::NotRated,
        };
        wording::game_page::terms(setup.time_control, counts, setup.public)
    }

    pub(super) fn record(&self) -> Vec<RecordLine<'_>> {
        let lines = record(&self.stored, self.ply, self.seat);
        if self.view_settings.tab == Tab::Moves {
            lines.into_iter().filter_map(RecordLine::turns_alone).collect()
        } else {
            lines
        }
    }

    /// How many of the messages are too old for the record to show.
    pub(super) fn messages_left_out(&self) -> usize {
        match self.view_settings.tab {
            Tab::Record => earlier::left_out(&earlier::messages(&self.stored, self.seat)),
            _ => 0,
        }
    }

    /// Until when the first round has to be complete, while it is not.
    pub(super) fn first_round_until(&self) -> Option<Moment> {
        let game = &self.stored.game;
        game.deadline().filter(|_| game.clocks_started().is_none()).map(Moment)
    }

    pub(super) fn conclusion(&self) -> Option<Conclusion> {
        self.stored.game.conclusion()
    }

    /// What has been captured by the position on the board, seat by seat.
    pub(super) fn material(&self) -> Vec<SeatMaterial> {
        let seating = self.stored.game.seating();
        let material = self.shown_position().material();
        let least = material.iter().filter_map(|(_, each)| each.points).min().unwrap_or_default();
        let variant = self.stored.game.setup().variant;
        let of_seat = |(seat, each): (Seat, &Material)| SeatMaterial {
            seat: seating.name(seat),
            icon: SeatIcon::of(variant, seat),
            captured: each.captured.iter().map(|&kind| Figures::new(variant, seat, kind)).collect(),
            worth: each.points.map(|points| (points, points - least)),
        };
        material.iter().map(of_seat).collect()
    }

    /// With more than two seats, those from which nothing has been captured in the position on the board: `Red, Blue
    /// and Cyan`.
    pub(super) fn without_losses(&self) -> Option<String> {
        let all = self.material();
        let names: Vec<_> = all.iter().filter(|seat| seat.captured.is_empty()).map(|seat| seat.seat).collect();
        (all.len() > 2 && !names.is_empty()).then(|| all_of(&names))
    }

    /// How many pieces of each kind each seat has on the board, of the kinds that the game has.
    pub(super) fn pieces_on_board(&self) -> Vec<(&'static str, Vec<u8>)> {
        let material = self.shown_position().material();
        let of_kind = |letter: char| {
            let names = piece_of_letter(letter)?;
            Some((names.heading, material.iter().map(|(_, each)| count_of(&each.on_board, letter)).collect()))
        };
        let pieces = self.stored.game.setup().variant.features().pieces;
        pieces.iter().copied().filter_map(of_kind).collect()
    }

    /// The page with what the open tab has to look up: what was played from the position on the board, or what the
    /// computer says.
    pub(in crate::game_page) async fn with_tab(self, app: &App) -> anyhow::Result<Self> {
        match self.view_settings.tab {
            Tab::Explorer => {
                let asked = self.view_settings.explored.clone();
                let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
                let view = ExplorerView::load((&app.pool, viewer), self.shown_position(), asked).await?;
                let next = self.stored.game.turn_before(self.ply.next()).map(|made| made.text.as_str());
                let (position, asked) = (self.shown_position(), view.asked.clone());
                let variant = position.variant();
                let fen = if *position == Position::start(variant) { String::new() } else { position.fen() };
                let view = view.played_here(next);
                let view = view.leading(|turn| TurnWay::Link(address_of(variant, &fen, &[turn.to_owned()], &asked)));
                Ok(Self { explorer: Some(view), ..self })
            }
            Tab::Computer => self.with_computer(app, Problems::default()).await,
            _ => Ok(self),
        }
    }

    /// The page with what the computer says, or why it was not asked.
    pub(in crate::game_page) async fn with_computer(mut self, app: &App, problems: Problems) -> anyhow::Result<Self> {
        let viewer = self.layout.viewer.as_ref().map(|viewer| viewer.id);
        let mut connection = app.pool.acquire().await?;
        let panel = ComputerPanel::load(&mut connection, &app.games, &self.stored, self.ply, viewer).await?;
        self.computer = Some(ComputerPanel { problems, ..panel });
        self.view_settings = self.view_settings.with(Tab::Computer);
        Ok(self)
    }

    /// Whether the explorer can answer what it was asked, if it was.
    pub(in crate::game_page) fn explores(&self) -> bool {
        self.explorer.as_ref().is_none_or(|view| view.problems.is_empty())
    }

    /// Whether pieces have a usual worth.
    pub(super) fn has_worth(&self) -> bool {
        self.shown_position().material().iter().all(|(_, each)| each.points.is_some())
    }

    fn shown_position(&self) -> &Position {
        self.stored.game.position_at(self.ply).unwrap_or(self.stored.game.position())
    }
}

fn count_of(pieces: &[(char, u8)], letter: char) -> u8 {
    pieces.iter().find(|(kind, _)| *kind == letter).map_or(0, |(_, count)| *count)
}

impl Figures {
    fn new(variant: Variant, seat: Seat, (letter, count): (char, u8)) -> Self {
        let names = piece_of_letter(letter);
        let words = names
            .map(|names| plural(count, names.one.to_owned(), format!("{count} {}", names.many)))
            .unwrap_or_default();
        Self { piece: piece_figure(variant, seat, letter), token: SeatIcon::of(variant, seat).token, words, count }
    }
}
