//! Which engine knows which variant.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use domain::rules::variant::Variant;

/// The engine that comes with Mallard: it knows every variant.
const OWN_ENGINE: &str = "mallard-uci";

/// Which program plays which variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineTable {
    programs: Vec<(Variant, PathBuf)>,
    own: Option<PathBuf>,
    niceness: Niceness,
}

/// How much engines leave to others, from 0, nothing, to 19: they take what nobody else wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Niceness(pub u8);

impl Default for Niceness {
    fn default() -> Self {
        Self(19)
    }
}

/// An engine as it is named in the settings: `duck=/usr/games/fairy-stockfish`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEngine {
    variant: Variant,
    program: PathBuf,
}

/// Why an engine cannot be read from the settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an engine is named as VARIANT=PROGRAM, such as duck=/usr/games/fairy-stockfish; the variants are {variants}", variants = Variant::ALL.map(Variant::key).join(", "))]
pub struct EngineTableError;

impl fmt::Display for NamedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.variant, self.program.display())
    }
}

impl FromStr for NamedEngine {
    type Err = EngineTableError;

    fn from_str(text: &str) -> Result<Self, EngineTableError> {
        let (variant, program) = text.split_once('=').ok_or(EngineTableError)?;
        let variant = variant.trim().parse().map_err(|_| EngineTableError)?;
        let program = PathBuf::from(program.trim());
        if program.as_os_str().is_empty() { Err(EngineTableError) } else { Ok(Self { variant, program }) }
    }
}

impl EngineTable {
    /// The named engines, and for all other variants the engine that comes with Mallard, if it is where this program is.
    pub fn find(named: &[NamedEngine]) -> Self {
        let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join(OWN_ENGINE)));
        Self::new(named, beside.filter(|program| program.is_file()).as_deref())
    }

    /// The named engines, and the one that comes with Mallard, which also plays the variants for which none is named.
    pub fn new(named: &[NamedEngine], own: Option<&Path>) -> Self {
        let program = |variant: Variant| {
            let named = named.iter().rfind(|engine| engine.variant == variant);
            named.map(|engine| engine.program.as_path()).or(own)
        };
        let known = Variant::ALL.into_iter().filter_map(|variant| Some((variant, program(variant)?.to_path_buf())));
        Self { programs: known.collect(), own: own.map(Path::to_path_buf), niceness: Niceness::default() }
    }

    /// The same engines, with another priority.
    #[must_use]
    pub fn with_niceness(self, niceness: Niceness) -> Self {
        Self { niceness, ..self }
    }

    /// How much they leave to others.
    pub fn niceness(&self) -> Niceness {
        self.niceness
    }

    /// The program that plays a variant, if any does.
    pub fn program(&self, variant: Variant) -> Option<&Path> {
        self.programs.iter().find(|(known, _)| *known == variant).map(|(_, program)| program.as_path())
    }

    /// The engine that comes with Mallard, whatever plays; it can do more than play.
    pub fn own(&self) -> Option<&Path> {
        self.own.as_deref()
    }

    /// The variants that there are engines for.
    pub fn variants(&self) -> impl Iterator<Item = Variant> {
        self.programs.iter().map(|&(variant, _)| variant)
    }

    /// Whether there is no engine at all.
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_engine_goes_before_the_one_that_knows_all() {
        let named = ["duck=/opt/stockfish".parse().unwrap()];
        let table = EngineTable::new(&named, Some(Path::new("/opt/mallard-uci")));
        assert_eq!(table.program(Variant::Duck), Some(Path::new("/opt/stockfish")));
        assert_eq!(table.program(Variant::ThreeCheckDuck), Some(Path::new("/opt/mallard-uci")));
        assert_eq!(table.variants().count(), Variant::ALL.len());
        assert_eq!(table.own(), Some(Path::new("/opt/mallard-uci")));
        let alone = EngineTable::new(&named, None);
        assert_eq!(alone.variants().collect::<Vec<_>>(), [Variant::Duck]);
        assert_eq!(alone.own(), None);
        assert!(EngineTable::new(&[], None).is_empty());
    }

    #[test]
    fn an_engine_without_a_variant_or_a_program_is_refused_in_words() {
        for wrong in ["", "duck", "duck=", "chess=/opt/stockfish", "=/opt/stockfish"] {
            let refused = wrong.parse::<NamedEngine>().unwrap_err().to_string();
            assert!(refused.contains("VARIANT=PROGRAM") && refused.contains("three-check-duck"), "{refused}");
        }
    }
}
