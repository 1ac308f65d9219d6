//! How far a replica is behind, as `/metrics` says it.

use super::super::lsn::Lsn;
use super::super::progress::PrimaryProgress;

/// How far a replica is behind. NaN is what nobody knows: a figure of before would look as if it were of now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lag {
    bytes: f64,
    /// Infinite if it is further behind than the server remembers.
    seconds: f64,
}

impl Lag {
    /// The replica does not answer.
    pub(super) const UNKNOWN: Self = Self { bytes: f64::NAN, seconds: f64::NAN };

    /// Of a replica that has replayed the WAL up to a place. The primary has just reached another; `None` if it does not answer.
    pub(super) fn of(replayed: Lsn, reached: Option<Lsn>, primary: &PrimaryProgress) -> Self {
        let bytes = reached.map_or(f64::NAN, |reached| reached.0.saturating_sub(replayed.0) as f64);
        let seconds = match primary.complete_until(replayed) {
            Some(instant) => instant.elapsed().as_secs_f64(),
            None if primary.is_unknown() => f64::NAN,
            None => f64::INFINITY,
        };
        Self { bytes, seconds }
    }

    pub(super) fn report(self) {
        metrics::gauge!("database_replica_lag_bytes").set(self.bytes);
        metrics::gauge!("database_replica_lag_seconds").set(self.seconds);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    /// The figures as `/metrics` has them, one after the other if there are several.
    fn figures(lags: &[Lag]) -> [String; 2] {
        let recorder = PrometheusBuilder::new().build_recorder();
        metrics::with_local_recorder(&recorder, || lags.iter().for_each(|lag| lag.report()));
        let text = recorder.handle().render();
        ["bytes", "seconds"].map(|unit| {
            let name = format!("database_replica_lag_{unit} ");
            text.lines().find_map(|line| line.strip_prefix(&name)).unwrap().to_owned()
        })
    }

    fn primary_at(place: u64) -> PrimaryProgress {
        let primary = PrimaryProgress::default();
        primary.note(Instant::now() - Duration::from_secs(60), Lsn(place));
        primary
    }

    #[test]
    fn a_replica_that_answers_is_so_far_behind() {
        let [bytes, seconds] = figures(&[Lag::of(Lsn(30), Some(Lsn(50)), &primary_at(20))]);
        assert_eq!(bytes, "20");
        assert!(seconds.parse::<f64>().unwrap() >= 60.0, "{seconds}");
    }

    #[test]
    fn what_was_known_before_is_not_said_of_a_replica_that_does_not_answer() {
        let known = Lag::of(Lsn(30), Some(Lsn(30)), &primary_at(20));
        assert_eq!(figures(&[known, Lag::UNKNOWN]), ["NaN", "NaN"]);
    }

    #[test]
    fn while_the_primary_says_nothing_only_the_seconds_are_known() {
        let [bytes, seconds] = figures(&[Lag::of(Lsn(30), None, &primary_at(20))]);
        assert_eq!(bytes, "NaN");
        assert!(seconds.parse::<f64>().unwrap() >= 60.0, "{seconds}");
        assert_eq!(
            figures(&[Lag::of(Lsn(30), None, &PrimaryProgress::default())]),
            ["NaN", "NaN"],
            "it never said anything"
        );
    }

    #[test]
    fn a_replica_may_be_further_behind_than_is_remembered() {
        assert_eq!(figures(&[Lag::of(Lsn(10), Some(Lsn(20)), &primary_at(20))]), ["10", "inf"]);
    }
}
