//! [`Initials`]: how the names of games begin, so that games with the same length or rating come in the order of their names before these are read.

use std::iter::repeat;

use super::blocks::Values;

/// The first three characters of a game's name as a number: names come in the order of their initials, but for those with the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Initials(u16);

impl Initials {
    /// Names have digits and lower-case letters, in this order.
    const DIGITS: u16 = 36;
    const LENGTH: u32 = 3;

    pub fn of(name: &str) -> Self {
        let digit = |c: char| c.to_digit(u32::from(Self::DIGITS)).and_then(|digit| u16::try_from(digit).ok());
        let digits = name.chars().chain(repeat('0')).take(Self::LENGTH as usize);
        Self(digits.fold(0, |initials, c| initials * Self::DIGITS + digit(c).unwrap_or_default()))
    }

    /// The first of all names that begin so: those with lower initials come before it, and no others.
    pub fn first_name(self) -> String {
        let digit = |left: u32| self.0 / Self::DIGITS.pow(left) % Self::DIGITS;
        let digits = (0..Self::LENGTH).rev().map(digit);
        let name: String =
            digits.filter_map(|digit| char::from_digit(u32::from(digit), u32::from(Self::DIGITS))).collect();
        name.trim_end_matches('0').to_owned()
    }

    /// The first name that begins otherwise and comes behind. `None`: there is none.
    pub fn first_name_behind(self) -> Option<String> {
        let next = Self(self.0 + 1);
        (next.0 < Self::DIGITS.pow(Self::LENGTH)).then(|| next.first_name())
    }
}

/// The initials of the games of a block, one after the other.
pub(super) fn to_bytes<'a>(names: impl IntoIterator<Item = &'a String>) -> Vec<u8> {
    names.into_iter().flat_map(|name| Initials::of(name).0.to_be_bytes()).collect()
}

/// Those of the games of some blocks.
#[derive(Debug)]
pub(super) struct OfBlocks(Values);

impl OfBlocks {
    /// As blocks say them.
    pub const fn new(values: Values) -> Self {
        Self(values)
    }

    /// Those of one block that begins with number 0.
    #[cfg(test)]
    pub fn of_names(names: &[&str]) -> Self {
        Self([(0, to_bytes(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).into())].into())
    }

    /// Those of a game by its number; `None`: its block does not say.
    pub fn of(&self, number: i32) -> Option<Initials> {
        let (first, initials) = self.0.range(..=number).next_back()?;
        let offset = 2 * usize::try_from(number - first).ok()?;
        Some(Initials(u16::from_be_bytes(initials.get(offset..offset + 2)?.try_into().ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_in_the_order_of_names() {
        let names = [
            "", "0", "00", "0a", "1z9", "9", "9zzz", "a", "ab", "abc", "abcd", "abd", "b00", "b01", "zzy", "zzz",
            "zzzz",
        ];
        assert!(names.is_sorted());
        for pair in names.windows(2) {
            assert!(Initials::of(pair[0]) <= Initials::of(pair[1]), "{pair:?}");
        }
        for name in names {
            for bound in names.map(Initials::of) {
                assert_eq!(name >= &bound.first_name()[..], Initials::of(name) >= bound, "{name:?} from {bound:?} on");
                let is_up_to = bound.first_name_behind().is_none_or(|behind| name < &behind[..]);
                assert_eq!(is_up_to, Initials::of(name) <= bound, "{name:?} up to {bound:?}");
            }
        }
    }

    #[test]
    fn each_game_of_a_block_has_its_initials() {
        let blocks = [(0, vec!["abc1", "abd2"]), (5, vec!["zzz3"])];
        let bytes = |names: Vec<&str>| to_bytes(&names.into_iter().map(str::to_owned).collect::<Vec<_>>());
        let of_blocks = OfBlocks(blocks.map(|(first, names)| (first, bytes(names).into())).into());
        assert_eq!(
            [0, 1, 5].map(|number| of_blocks.of(number)),
            ["abc", "abd", "zzz"].map(|name| Some(Initials::of(name)))
        );
        assert_eq!(of_blocks.of(3), None, "a game that the block does not reach");
    }
}
