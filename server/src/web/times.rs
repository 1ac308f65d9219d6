//! How times are written for a viewer: in the zone and format they have chosen.

use std::fmt;

use askama::filters::HtmlSafe;
use jiff::tz::TimeZone;

use super::moment::Moment;
use crate::preferences::{DateForm, Preferences};

/// A reader's choice of zone and form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// `None`: UTC, until a script puts the browser's own zone in its place.
    zone: Option<TimeZone>,
    dates: DateForm,
}

impl Times {
    /// What a player has chosen. A zone that is not known on this machine counts as none.
    pub fn of(preferences: &Preferences) -> Self {
        Self { zone: preferences.zone(), dates: preferences.dates }
    }

    /// Day and time: `28 May 2024, 14:03`, or `2024-05-28 14:03`; with `UTC` behind it where no zone was chosen.
    pub fn instant(&self, moment: Moment) -> String {
        let form = match self.dates {
            DateForm::Words => "%-d %b %Y, %H:%M",
            DateForm::Figures => "%Y-%m-%d %H:%M",
        };
        let suffix = if self.zone.is_some() { "" } else { " UTC" };
        format!("{}{suffix}", self.write(moment, form))
    }

    /// The same where nothing around it tells the reader's zone, as in an email: `28 May 2024, 14:03 (Europe/Berlin)`.
    pub fn instant_and_zone(&self, moment: Moment) -> String {
        let instant = self.instant(moment);
        match self.zone.as_ref().and_then(TimeZone::iana_name) {
            Some(zone) => format!("{instant} ({zone})"),
            None => instant,
        }
    }

    /// The day alone: `28 May 2024`, or `2024-05-28`.
    pub fn day(&self, moment: Moment) -> String {
        let form = match self.dates {
            DateForm::Words => "%-d %b %Y",
            DateForm::Figures => "%Y-%m-%d",
        };
        self.write(moment, form)
    }

    fn write(&self, moment: Moment, form: &str) -> String {
        moment.0.to_zoned(self.zone.clone().unwrap_or(TimeZone::UTC)).strftime(form).to_string()
    }

    /// The element of a page for a day and time. Where no zone was chosen a script writes it in the browser's.
    pub fn instant_element(&self, moment: Moment) -> TimeElement {
        TimeElement { moment, text: self.instant(moment), local: self.local("time") }
    }

    /// The element of a page for a day.
    pub fn day_element(&self, moment: Moment) -> TimeElement {
        TimeElement { moment, text: self.day(moment), local: self.local("date") }
    }

    /// What the script is to write, if it is: `time`, `date`, and whether in figures.
    fn local(&self, what: &'static str) -> Option<(&'static str, DateForm)> {
        self.zone.is_none().then_some((what, self.dates))
    }
}

/// `<time datetime="2024-05-28T14:03:00Z" title="…">28 May 2024, 16:03</time>`: the attribute is always UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeElement {
    moment: Moment,
    text: String,
    local: Option<(&'static str, DateForm)>,
}

impl fmt::Display for TimeElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"<time datetime="{}""#, self.moment.iso())?;
        match self.local {
            Some((what, DateForm::Words)) => write!(f, r#" data-local="{what}""#)?,
            Some((what, DateForm::Figures)) => write!(f, r#" data-local="{what}" data-dates="figures""#)?,
            None => write!(f, r#" title="{}""#, self.moment)?,
        }
        write!(f, ">{}</time>", self.text)
    }
}

/// It is made of figures, the names of months and its own marks: nothing in it was typed by anybody.
impl HtmlSafe for TimeElement {}

#[cfg(test)]
mod tests {
    use super::Times;
    use crate::preferences::{DateForm, Preferences};
    use crate::web::moment::Moment;

    fn times(zone: Option<&str>, dates: DateForm) -> Times {
        Times::of(&Preferences { time_zone: zone.map(str::to_owned), dates, ..Preferences::default() })
    }

    fn moment(text: &str) -> Moment {
        Moment(text.parse().unwrap())
    }

    #[test]
    fn a_time_stands_in_the_zone_that_was_chosen() {
        let late = moment("2024-05-28T22:03:59Z");
        let berlin = times(Some("Europe/Berlin"), DateForm::Words);
        assert_eq!(berlin.instant(late), "29 May 2024, 00:03");
        assert_eq!(berlin.day(late), "29 May 2024");
        assert_eq!(berlin.instant_and_zone(late), "29 May 2024, 00:03 (Europe/Berlin)");
        assert_eq!(berlin.instant(moment("2024-12-28T22:03:59Z")), "28 Dec 2024, 23:03");
        assert_eq!(times(Some("America/St_Johns"), DateForm::Figures).instant(late), "2024-05-28 19:33");
    }

    #[test]
    fn without_a_zone_it_is_utc_and_says_so() {
        let at = moment("2024-05-28T22:03:59Z");
        assert_eq!(times(None, DateForm::Words).instant(at), "28 May 2024, 22:03 UTC");
        assert_eq!(times(None, DateForm::Figures).instant(at), "2024-05-28 22:03 UTC");
        assert_eq!(times(None, DateForm::Figures).instant_and_zone(at), "2024-05-28 22:03 UTC");
        assert_eq!(times(Some("Atlantis/Poseidonis"), DateForm::Words), times(None, DateForm::Words));
    }

    #[test]
    fn scripts_change_only_what_nobody_chose() {
        let at = moment("2024-05-28T22:03:59Z");
        let open = times(None, DateForm::Figures).instant_element(at).to_string();
        assert_eq!(
            open,
            r#"<time datetime="2024-05-28T22:03:59Z" data-local="time" data-dates="figures">2024-05-28 22:03 UTC</time>"#
        );
        let chosen = times(Some("Europe/Berlin"), DateForm::Words).day_element(at).to_string();
        assert_eq!(
            chosen,
            r#"<time datetime="2024-05-28T22:03:59Z" title="28 May 2024, 22:03 UTC">29 May 2024</time>"#
        );
    }
}
