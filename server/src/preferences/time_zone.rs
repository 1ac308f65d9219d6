//! The time zones that can be chosen: those of the IANA database that are named after places.

use std::sync::OnceLock;

use jiff::tz::{TimeZone, db};

use crate::wording::{self, Explained};

/// The parts of the world in which zones are named after places. What else the database has are old names and fixed
/// offsets, which are no choice for people.
const REGIONS: [&str; 10] =
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// Former names, and names of places that share the zone of another: the database keeps them for players who have chosen them, and
/// its table of zones by country (`zone.tab`) does not have them. In the order of the alphabet.
const ALIASES: [&str; 71] = [
    "Africa/Asmera",
    "Africa/Timbuktu",
    "America/Argentina/ComodRivadavia",
    "America/Atka",
    "America/Buenos_Aires",
    "America/Catamarca",
    "America/Coral_Harbour",
    "America/Cordoba",
    "America/Ensenada",
    "America/Fort_Wayne",
    "America/Godthab",
    "America/Indianapolis",
    "America/Jujuy",
    "America/Knox_IN",
    "America/Louisville",
    "America/Mendoza",
    "America/Montreal",
    "America/Nipigon",
    "America/Pangnirtung",
    "America/Porto_Acre",
    "America/Rainy_River",
    "America/Rosario",
    "America/Santa_Isabel",
    "America/Shiprock",
    "America/Thunder_Bay",
    "America/Virgin",
    "America/Yellowknife",
    "Antarctica/South_Pole",
    "Asia/Ashkhabad",
    "Asia/Calcutta",
    "Asia/Choibalsan",
    "Asia/Chongqing",
    "Asia/Chungking",
    "Asia/Dacca",
    "Asia/Harbin",
    "Asia/Istanbul",
    "Asia/Kashgar",
    "Asia/Katmandu",
    "Asia/Macao",
    "Asia/Rangoon",
    "Asia/Saigon",
    "Asia/Tel_Aviv",
    "Asia/Thimbu",
    "Asia/Ujung_Pandang",
    "Asia/Ulan_Bator",
    "Atlantic/Faeroe",
    "Atlantic/Jan_Mayen",
    "Australia/ACT",
    "Australia/Canberra",
    "Australia/Currie",
    "Australia/LHI",
    "Australia/NSW",
    "Australia/North",
    "Australia/Queensland",
    "Australia/South",
    "Australia/Tasmania",
    "Australia/Victoria",
    "Australia/West",
    "Australia/Yancowinna",
    "Europe/Belfast",
    "Europe/Kiev",
    "Europe/Nicosia",
    "Europe/Tiraspol",
    "Europe/Uzhgorod",
    "Europe/Zaporozhye",
    "Pacific/Enderbury",
    "Pacific/Johnston",
    "Pacific/Ponape",
    "Pacific/Samoa",
    "Pacific/Truk",
    "Pacific/Yap",
];

/// A part of the world with its zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// `Europe`
    pub name: &'static str,
    /// The zones in the order of the alphabet.
    pub zones: Vec<ZoneChoice>,
}

/// A zone as it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneChoice {
    /// `America/Argentina/Buenos_Aires`
    pub name: String,
    /// `Argentina: Buenos Aires`
    pub place: String,
}

/// There is no such time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-time-zone name={0:?}")]
pub struct UnknownZone(String);

impl Explained for UnknownZone {
    fn code(&self) -> &'static str {
        "no-such-time-zone"
    }

    fn sentence(&self) -> String {
        wording::preferences::unknown_time_zone(&self.0)
    }
}

/// Every zone that is offered, by region. Read once: the database changes with a new release of it, not by the hour.
pub fn regions() -> &'static [Region] {
    static REGIONS_READ: OnceLock<Vec<Region>> = OnceLock::new();
    REGIONS_READ.get_or_init(|| {
        let mut names: Vec<_> = db().available().map(|name| name.to_string()).collect();
        names.sort();
        let region = |name: &'static str| {
            let zones = names.iter().filter_map(|zone| choice(name, zone));
            Region { name, zones: zones.collect() }
        };
        REGIONS.into_iter().map(region).collect()
    })
}

fn choice(region: &str, zone: &str) -> Option<ZoneChoice> {
    let place = zone.strip_prefix(region)?.strip_prefix('/')?;
    if ALIASES.binary_search(&zone).is_ok() {
        return None;
    }
    Some(ZoneChoice { name: zone.to_owned(), place: place.replace('/', ": ").replace('_', " ") })
}

/// The zone that was chosen, by its name as the database writes it; `None` if the field was left alone.
///
/// # Errors
/// There is no such zone.
pub fn read_zone(typed: &str) -> Result<Option<String>, UnknownZone> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let unknown = || UnknownZone(typed.chars().take(60).collect());
    let zone = TimeZone::get(typed).map_err(|_| unknown())?;
    zone.iana_name().map(|name| Some(name.to_owned())).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::{ALIASES, read_zone, regions};
    use crate::wording::Explained;

    #[test]
    fn the_world_is_offered() {
        let offered = |name| regions().iter().flat_map(|region| &region.zones).any(|zone| zone.name == name);
        for name in ["Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kolkata", "Pacific/Auckland"] {
            assert!(offered(name), "{name}");
        }
        for (alias, name) in [
            ("Asia/Calcutta", "Asia/Kolkata"),
            ("Europe/Kiev", "Europe/Kyiv"),
            ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
            ("Australia/ACT", "Australia/Sydney"),
        ] {
            assert!(offered(name) && !offered(alias), "{alias}");
            assert!(read_zone(alias).unwrap().is_some(), "{alias} may have been chosen");
        }
        assert!(ALIASES.is_sorted());
        assert!(!offered("GMT+3") && !offered("Etc/GMT+3"));
        let argentina = regions().iter().flat_map(|region| &region.zones).find(|zone| zone.name.ends_with("Aires"));
        assert_eq!(argentina.unwrap().place, "Argentina: Buenos Aires");
    }

    #[test]
    fn a_zone_is_read_by_its_name() {
        assert_eq!(read_zone(" ").unwrap(), None);
        assert_eq!(read_zone("europe/berlin").unwrap(), Some("Europe/Berlin".to_owned()));
        assert!(read_zone("Europe/Duckburg").unwrap_err().sentence().contains("Europe/Duckburg"));
        assert!(read_zone("../../etc/passwd").is_err());
        assert!(read_zone("<script>").is_err());
    }
}
