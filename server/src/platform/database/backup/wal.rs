//! What an archive of WAL holds: which segments, and which timelines.
//!
//! PostgreSQL numbers a new timeline whenever a restored database goes on by itself. Its history says of each timeline
//! before it where it was left. A backup can be brought to every timeline that left its own after the backup's end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context;

use super::description::Description;
use crate::platform::database::lsn::Lsn;

/// An archive; an empty one if there is no folder.
#[derive(Debug, Default)]
pub(super) struct Archive {
    /// Timeline and number.
    segments: BTreeSet<(u32, u64)>,
    /// By timeline: those before it, each with where it was left.
    histories: BTreeMap<u32, Vec<(u32, Lsn)>>,
}

impl Archive {
    /// Reads which files there are.
    ///
    /// # Errors
    /// The folder or a history cannot be read.
    pub(super) fn read(folder: &Path, segment_bytes: u64) -> anyhow::Result<Self> {
        let mut archive = Self::default();
        if !folder.exists() {
            return Ok(archive);
        }
        let unreadable = || format!("the WAL archive {} cannot be read", folder.display());
        for entry in fs::read_dir(folder).with_context(unreadable)? {
            let name = entry.with_context(unreadable)?.file_name().to_string_lossy().into_owned();
            if let Some(timeline) = name.strip_suffix(".history") {
                let Ok(timeline) = u32::from_str_radix(timeline, 16) else { continue };
                let text = fs::read_to_string(folder.join(&name)).with_context(unreadable)?;
                archive.histories.insert(timeline, read_history(&text));
            } else if let Some(segment) = read_segment(&name, segment_bytes) {
                archive.segments.insert(segment);
            }
        }
        Ok(archive)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The newest timeline that has a history.
    pub(super) fn newest_timeline(&self) -> Option<u32> {
        self.histories.last_key_value().map(|(timeline, _)| *timeline)
    }

    /// Whether a backup can be brought to a timeline.
    pub(super) fn leads_to(&self, backup: &Description, timeline: u32) -> bool {
        let left = |(of, left): &(u32, Lsn)| *of == backup.timeline && *left >= backup.end;
        backup.timeline == timeline || self.histories.get(&timeline).is_some_and(|history| history.iter().any(left))
    }

    /// The newest timeline that a backup can be brought to.
    pub(super) fn newest_from(&self, backup: &Description) -> u32 {
        let reached = self.histories.keys().copied().filter(|timeline| self.leads_to(backup, *timeline));
        reached.max().unwrap_or(backup.timeline).max(backup.timeline)
    }

    /// The name of the first segment after a backup that is missing on the way to a timeline, though later ones are there.
    pub(super) fn gap(&self, backup: &Description, timeline: u32) -> Option<String> {
        let left_at = |of: u32| {
            let history = self.histories.get(&timeline)?;
            history.iter().find(|(before, _)| *before == of).map(|(_, left)| left.segment(backup.segment_bytes))
        };
        let is_on_the_way =
            |&&(of, number): &&(u32, u64)| of == timeline || left_at(of).is_some_and(|left| number <= left);
        let there: BTreeSet<u64> = self.segments.iter().filter(is_on_the_way).map(|(_, number)| *number).collect();
        let missing =
            (backup.end.segment(backup.segment_bytes) + 1..*there.last()?).find(|number| !there.contains(number));
        missing.map(|number| segment_name(timeline, number, backup.segment_bytes))
    }
}

/// Removes the segments before one, of every timeline.
///
/// # Errors
/// One cannot be removed.
pub(super) fn remove_before(folder: &Path, first: u64, segment_bytes: u64) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Of a note that PostgreSQL keeps about a backup, `<segment>.<place>.backup`, the beginning counts.
        let name = entry.file_name().to_string_lossy().into_owned();
        let segment = name.get(..24).and_then(|segment| read_segment(segment, segment_bytes));
        if segment.is_some_and(|(_, number)| number < first) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The name of the file of a segment.
fn segment_name(timeline: u32, number: u64, segment_bytes: u64) -> String {
    let in_one = (1 << 32) / segment_bytes.max(1);
    format!("{timeline:08X}{:08X}{:08X}", number / in_one, number % in_one)
}

/// Timeline and number of a segment by its name. It may be compressed, or cut off by `pg_receivewal`.
fn read_segment(name: &str, segment_bytes: u64) -> Option<(u32, u64)> {
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".partial")).unwrap_or(name);
    if name.len() != 24 || !name.is_ascii() {
        return None;
    }
    let part = |from: usize| u32::from_str_radix(&name[from..from + 8], 16).ok();
    let in_one = (1 << 32) / segment_bytes.max(1);
    Some((part(0)?, u64::from(part(8)?) * in_one + u64::from(part(16)?)))
}

/// Lines of a timeline, the place where it was left, and a reason.
fn read_history(text: &str) -> Vec<(u32, Lsn)> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::super::description::{Copied, Facts};
    use super::*;

    const SEGMENT: u64 = 16 * 1024 * 1024;

    fn backup(timeline: u32, end: &str) -> Description {
        let text = String::new;
        let facts = Facts {
            schema: 1,
            postgres: "15.1".to_owned(),
            system: text(),
            database: text(),
            role: text(),
            segment_bytes: SEGMENT,
        };
        let (end, now) = (end.parse().unwrap(), Timestamp::UNIX_EPOCH);
        let copy = Copied { timeline, start: end, end, bytes: 0, begun_at: now, holds_until: now, ended_at: now };
        Description::new(facts, copy)
    }

    fn archive(files: &[(&str, &str)]) -> Archive {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Archive::read(folder.path(), SEGMENT).unwrap()
    }

    #[test]
    fn a_segment_is_named_as_postgres_names_it() {
        for name in ["000000010000000000000005", "0000000200000001000000FF", "00000003000000A200000000"] {
            let (timeline, number) = read_segment(&format!("{name}.gz"), SEGMENT).unwrap();
            assert_eq!(segment_name(timeline, number, SEGMENT), name);
        }
        assert_eq!(read_segment("000000010000000000000005.00000028.backup.gz", SEGMENT), None);
    }

    #[test]
    fn a_segment_that_is_missing_between_others_is_named() {
        let whole = archive(&[("000000010000000000000006.gz", ""), ("000000010000000000000007.gz", "")]);
        assert_eq!(whole.gap(&backup(1, "0/5000100"), 1), None);
        let torn = archive(&[("000000010000000000000006.gz", ""), ("000000010000000000000008", "")]);
        assert_eq!(torn.gap(&backup(1, "0/5000100"), 1).as_deref(), Some("000000010000000000000007"));
        assert_eq!(torn.gap(&backup(1, "0/7000100"), 1), None, "what is in the backup is not needed");
        assert_eq!(archive(&[]).gap(&backup(1, "0/5000100"), 1), None);
    }

    #[test]
    fn a_timeline_is_reached_by_backups_from_before_its_beginning() {
        let archive = archive(&[
            ("00000002.history", "1\t0/6000000\tbefore 2026-11-23 12:00:00+00\n"),
            ("000000010000000000000005.gz", ""),
            ("000000010000000000000009.gz", ""),
            ("000000020000000000000006.gz", ""),
            ("000000020000000000000007.gz", ""),
        ]);
        let (before, after, on_it) = (backup(1, "0/5000100"), backup(1, "0/8000100"), backup(2, "0/7000000"));
        assert!(archive.leads_to(&before, 2) && archive.leads_to(&on_it, 2) && !archive.leads_to(&after, 2));
        assert_eq!([&before, &after, &on_it].map(|backup| archive.newest_from(backup)), [2, 1, 2]);
        assert_eq!(archive.gap(&before, 2), None, "what the first timeline wrote later is not on the way");
    }
}
