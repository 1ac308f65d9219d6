//! Whole sentences in which something is shown in its own way: a link, a time, a player.

/// A sentence taken apart at its braces: what stands between them, and what stands in them.
pub fn parts(sentence: &str) -> impl Iterator<Item = Part<'_>> {
    sentence
        .split_inclusive('}')
        .flat_map(|piece| match piece.strip_suffix('}').and_then(|piece| piece.split_once('{')) {
            Some((before, name)) => [Some(Part::Words(before)), Some(Part::Named(name))],
            None => [Some(Part::Words(piece)), None],
        })
        .flatten()
}

/// A part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// What it says.
    Words(&'a str),
    /// The name of what is to be filled in.
    Named(&'a str),
}
