//! Whether there is room on a disk.

use std::path::Path;

use anyhow::{Context, ensure};

use crate::platform::database::private::account::{Account, finish};

/// Refuses to begin what would fill the disk.
///
/// # Errors
/// There are fewer bytes free than are needed where the folder is, or will be.
pub(super) async fn ensure_free(folder: &Path, needed: u64) -> anyhow::Result<()> {
    let free = free(folder).await?;
    ensure!(
        free >= needed,
        "{} has {} free, and about {} are needed: make room there, or name a folder on another disk",
        folder.display(),
        shown(free),
        shown(needed)
    );
    Ok(())
}

async fn free(folder: &Path) -> anyhow::Result<u64> {
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    let answer = finish(Account::Own.command("df").arg("-Pk").arg(there)).await?;
    let free = answer.lines().last().and_then(free_of);
    Ok(free.with_context(|| format!("how much room {} has cannot be read: {answer}", there.display()))? * 1024)
}

/// The column before the percentage in a line of `df -Pk`: names of devices may have spaces.
fn free_of(line: &str) -> Option<u64> {
    let columns: Vec<&str> = line.split_whitespace().collect();
    let used = columns.iter().position(|column| column.ends_with('%'))?;
    columns.get(used.checked_sub(1)?)?.parse().ok()
}

/// How much a folder holds, in bytes.
pub(super) fn size(folder: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        bytes += if about.is_dir() { size(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// A size for people: `42 MB`.
pub(super) fn shown(bytes: u64) -> String {
    match bytes / 1_000_000 {
        0 => format!("{} kB", bytes / 1000),
        megabytes @ 1..10_000 => format!("{megabytes} MB"),
        megabytes => format!("{} GB", megabytes / 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_room_is_the_column_before_the_percentage() {
        assert_eq!(free_of("/dev/vda   263112772 59948384 35000000  64% /"), Some(35_000_000));
        assert_eq!(free_of("map auto home 0 0 17 100% /System/Volumes/Data/home dir"), Some(17));
        assert_eq!(free_of("df: no such file"), None);
    }

    #[tokio::test]
    async fn what_does_not_fit_is_refused_before_it_is_begun() {
        let folder = Path::new("/a folder that is still to be made");
        ensure_free(folder, 1).await.unwrap();
        let said = ensure_free(folder, 1 << 60).await.unwrap_err().to_string();
        assert!(said.contains(" free, and about 1152921504 GB are needed: make room there, or name"), "{said}");
    }

    #[test]
    fn sizes_are_shown_in_round_numbers() {
        assert_eq!(["9 kB", "42 MB", "36 GB"], [9_400, 42_300_000, 36_000_000_000].map(shown).each_ref().map(|s| &**s));
    }
}
