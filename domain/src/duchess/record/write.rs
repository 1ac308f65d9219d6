//! Writing a record: the tags, then a line for each round.

use std::fmt::{self, Write as _};

use super::{DuchessRecord, RecordedStep, Step, result};
use crate::duchess::DuchessPosition;
use crate::pgn::{Comment, MISSED, ROSTER, clock_text, unknown, write_tag};
use crate::seat::{Seat, Seating};

impl fmt::Display for DuchessRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set_up = self.start.set_up();
        let seating = set_up.seating();
        let roster = || ROSTER.into_iter().chain(seating.seats().map(|seat| seating.name(seat)));
        for name in roster() {
            write_tag(f, name, self.tags.get(name).unwrap_or(unknown(name)))?;
        }
        let result = result::text(self.outcome, seating);
        write_tag(f, "Result", &result)?;
        write_tag(f, "Variant", &set_up.pgn_name())?;
        if self.start != DuchessPosition::start(set_up) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.to_string())?;
        }
        let others = self.tags.others().filter(|(name, _)| roster().all(|known| known != *name));
        for (name, value) in others {
            write_tag(f, name, value)?;
        }
        f.write_char('\n')?;
        self.write_comments(f)?;
        self.write_rounds(f)?;
        writeln!(f, "{result}")
    }
}

impl DuchessRecord {
    fn write_comments(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.comments.iter().try_for_each(|comment| writeln!(f, "{{{}}}", comment.text()))
    }

    fn write_rounds(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return Ok(());
        }
        let mut position = self.start.clone();
        let mut rounds = Rounds::begin(f, &position)?;
        for recorded in &self.steps {
            let after = recorded.step.after(&position);
            rounds.entry(&text(recorded))?;
            position.missed_until(&after).try_for_each(|_| rounds.entry(MISSED))?;
            position = after;
        }
        rounds.out.write_char('\n')
    }
}

fn text(RecordedStep { step, clock, comments }: &RecordedStep) -> String {
    let mut text = match step {
        Step::Turn(turn) => turn.to_string(),
        Step::Out => "out".to_owned(),
    };
    let mut comments = comments.iter().map(Comment::text);
    if let Some(clock) = clock {
        let said = [Some(clock_text(*clock)), comments.next().map(str::to_owned)].into_iter().flatten();
        text += &format!(" {{{}}}", said.collect::<Vec<_>>().join(" "));
    }
    comments.for_each(|comment| text += &format!(" {{{comment}}}"));
    text
}

/// The lines of rounds, and where in them we are.
struct Rounds<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    seating: Seating,
    round: u32,
    /// Whose entry comes next in the line; `None` when the line is full.
    next: Option<Seat>,
}

impl<'a, 'b> Rounds<'a, 'b> {
    /// Writes the number, and a sign for each seat that has had its turn before.
    fn begin(out: &'a mut fmt::Formatter<'b>, start: &DuchessPosition) -> Result<Self, fmt::Error> {
        let (seating, round, next) = (start.set_up().seating(), start.round().get(), start.seat_to_move());
        write!(out, "{round}.")?;
        seating.seats().take_while(|&seat| seat != next).try_for_each(|_| out.write_str(" .."))?;
        Ok(Self { out, seating, round, next: Some(next) })
    }

    fn entry(&mut self, text: &str) -> fmt::Result {
        if self.next.is_none() {
            self.round = self.round.saturating_add(1);
            write!(self.out, "\n{}.", self.round)?;
        }
        let seat = self.next.unwrap_or(Seat::FIRST);
        self.next = self.seating.seat(seat.index() + 1);
        write!(self.out, " {text}")
    }
}
