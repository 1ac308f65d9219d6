//! How much memory PostgreSQL may use for what it has read.

use std::path::Path;

const MIB: u64 = 1024 * 1024;

/// What PostgreSQL takes where nothing is said; less helps nobody.
const MIN_SHARED_BUFFERS: u64 = 128 * MIB;
/// More makes checkpoints and `drop database` slow. Less costs lists among ten million games some five per cent (`docs/scale.md`).
const MAX_SHARED_BUFFERS: u64 = 6144 * MIB;

/// The settings for this machine, or this container: a quarter of its memory for PostgreSQL's own cache, as its manual
/// advises for a dedicated server (19.4.1), bounded both ways. PostgreSQL's defaults where the memory is unknown.
pub(super) fn settings() -> Vec<String> {
    let limits = [
        std::fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(total_of),
        read_number(Path::new("/sys/fs/cgroup/memory.max")),
    ];
    limits.into_iter().flatten().min().map_or_else(Vec::new, |memory| {
        let shared = (memory / 4).clamp(MIN_SHARED_BUFFERS, MAX_SHARED_BUFFERS) / MIB;
        let cached = (memory / 2).max(MIN_SHARED_BUFFERS) / MIB;
        vec![format!("shared_buffers={shared}MB"), format!("effective_cache_size={cached}MB")]
    })
}

/// `MemTotal` of `/proc/meminfo`, in bytes.
fn total_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// A file that holds one number; `None` for `max`, which says that there is no limit.
fn read_number(path: &Path) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_machine_is_read_from_its_own_line() {
        let meminfo = "MemFree:          123 kB\nMemTotal:       24684092 kB\nSwapTotal:       0 kB\n";
        assert_eq!(total_of(meminfo), Some(24_684_092 * 1024));
        assert_eq!(total_of("MemTotal: unknown\n"), None);
    }

    #[test]
    fn a_machine_has_settings_that_postgres_can_read() {
        let settings = settings();
        assert!(settings.iter().any(|setting| setting.starts_with("shared_buffers=")), "{settings:?}");
        assert!(settings.iter().all(|setting| setting.ends_with("MB")), "{settings:?}");
    }
}
