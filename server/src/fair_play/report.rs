//! What `mallard fair-play` prints.

use std::fmt::Write;

use super::choices::Measure;
use super::peers::{FEWEST_PLAYERS, FEWEST_TURNS};
use super::standing::{JudgedGame, Standing};
use crate::accounts::{self, Player};
use crate::platform::database::Pool;
use crate::wording::VariantNames;
use crate::wording::fair_play as words;

/// What is known of a player's rated games, at the site of this address: text for a terminal.
///
/// # Errors
/// Nobody has that name, or the database fails.
pub async fn report(pool: &Pool, site: &str, name: &str) -> anyhow::Result<String> {
    let player = accounts::named(pool, name).await?;
    let standings = Standing::load(pool, player.id).await?;
    if standings.is_empty() {
        return Ok(words::no_rated_games(player.name.as_str()));
    }
    let mut parts: Vec<_> = standings.iter().flat_map(|standing| parts(&player, standing, site)).collect();
    parts.push(words::HINT.to_owned());
    Ok(parts.join("\n\n"))
}

/// The paragraphs about a variant.
fn parts(player: &Player, standing: &Standing, site: &str) -> Vec<String> {
    let (name, choices) = (player.name.as_str(), &standing.choices);
    let mut parts = Vec::new();
    let variant = standing.variant.name();
    if choices.turns == 0 {
        parts.push(words::nothing_yet(name, variant));
    } else {
        let rating = standing.rating.round() as i64;
        parts.push(words::heading(name, variant, standing.games.len(), choices.turns, rating));
        parts.push(table(name, standing));
        parts.push(compared_with(standing));
        let striking = standing.striking();
        if !striking.is_empty() {
            let games: Vec<_> = striking.iter().map(|game| line(game, site)).collect();
            parts.push(format!("{}\n{}", words::STRIKING, games.join("\n")));
        }
    }
    let progress = standing.progress;
    parts.push(words::progress(progress.done, progress.waiting, progress.failed));
    parts
}

/// The player's figures beside those of others.
fn table(name: &str, standing: &Standing) -> String {
    let is_compared = standing.peers.usual(Measure::First).is_some();
    let wide = name.chars().count().max(7);
    let mut table = format!("{:<40} {name:>wide$}", "");
    if is_compared {
        let [others, deviation] = [words::OTHERS, words::DEVIATION];
        write!(table, " {others:>8} {deviation:>8}").ok();
    }
    for measure in Measure::ALL {
        let value = standing.choices.mean(measure);
        write!(table, "\n{:<40} {:>wide$}", words::measure(measure.key()), percent(value)).ok();
        let Some(usual) = standing.peers.usual(measure) else { continue };
        write!(table, " {:>8} {:>8}", percent(usual.mean), percent(usual.deviation)).ok();
        if let Some(distance) = usual.distance(value) {
            write!(table, "   {}", words::distance(distance)).ok();
        }
    }
    table
}

/// Who the others are, or why there is nothing to compare with.
fn compared_with(standing: &Standing) -> String {
    let peers = &standing.peers;
    let mut said = match peers.usual(Measure::First) {
        Some(_) => words::others(peers.players.len(), peers.within, peers.games, peers.turns()),
        None => words::too_few_others(peers.players.len(), peers.within, FEWEST_TURNS, FEWEST_PLAYERS),
    };
    if standing.choices.turns < FEWEST_TURNS {
        said = format!("{said}\n{}", words::too_few_turns(standing.choices.turns, FEWEST_TURNS));
    }
    said
}

fn line(game: &JudgedGame, site: &str) -> String {
    let choices = &game.choices;
    words::game(
        &format!("{site}/games/{}", game.id),
        &game.ended_at.strftime("%Y-%m-%d").to_string(),
        &game.against,
        [choices.ranks[0], choices.turns],
        &percent(choices.mean(Measure::Lost)),
    )
}

/// `41.0%`
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
